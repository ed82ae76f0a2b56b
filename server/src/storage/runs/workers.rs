//! Workers, as far as they are seen.

use crate::domain::{DeviceName, Timestamp};
use crate::storage::engine::{Table, params};
use crate::storage::{Storage, StorageError};

const WORKER: Table = Table { name: "lab_worker", key: &["name"] };

const SEEN: &str = "
    INSERT INTO lab_worker (name, device, seen_at) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at";

impl Storage {
    /// Writes down that a worker lives, and forgets those that were not seen since `gone_since`.
    pub async fn see_lab_worker(
        &self,
        name: &str,
        device: DeviceName,
        now: Timestamp,
        gone_since: Timestamp,
    ) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        tx.execute("DELETE FROM lab_worker WHERE seen_at < $1", params![gone_since]).await?;
        tx.execute(SEEN, params![name, device, now]).await?;
        tx.commit().await
    }

    /// Forgets a worker that stops.
    pub async fn forget_lab_worker(&self, name: &str) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        tx.execute("DELETE FROM lab_worker WHERE name = $1", params![name]).await?;
        tx.commit().await
    }

    /// Returns the devices that a worker takes runs for which was seen since then, by name.
    pub async fn lab_devices(&self, since: Timestamp) -> Result<Vec<DeviceName>, StorageError> {
        let sql = "SELECT name, device FROM lab_worker WHERE seen_at >= $1";
        let rows = self.read().await?.all(sql, params![since]).await?;
        let mut devices: Vec<DeviceName> =
            rows.iter().map(|row| row.of(&WORKER).parse("device")).collect::<Result<_, _>>()?;
        devices.sort_unstable();
        devices.dedup();
        Ok(devices)
    }
}
