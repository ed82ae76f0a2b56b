//! PostgreSQL: one pool, and connections that are never trusted for longer than needed.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection};

use super::Engine;
use crate::storage::StorageOptions;

/// A connection that was idle for longer is asked for a sign of life before it is used.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);
/// Longest wait for that sign.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

pub(super) fn open(connect: &PgConnectOptions, options: &StorageOptions) -> Engine {
    let millis = |duration: Duration| duration.as_millis().to_string();
    let mut connect = connect.clone().options([
        ("lock_timeout", millis(options.lock_timeout)),
        ("statement_timeout", millis(options.statement_timeout)),
        // A process that hangs inside a transaction must not keep its locks.
        ("idle_in_transaction_session_timeout", millis(options.statement_timeout * 2)),
    ]);
    if connect.get_application_name().is_none() {
        connect = connect.application_name("vramlab");
    }
    let pool = PgPoolOptions::new()
        .max_connections(options.connections)
        .acquire_timeout(options.acquire_timeout)
        .test_before_acquire(false)
        .before_acquire(|conn, meta| {
            Box::pin(async move {
                if meta.idle_for > TRUSTED_IDLE {
                    ping(conn).await?;
                }
                Ok(!conn.is_in_transaction())
            })
        })
        // Without the limit, a connection to a machine that vanished would hold its place in the pool for minutes.
        .after_release(|conn, _| Box::pin(async move { ping(conn).await.map(|()| true) }))
        .connect_lazy_with(connect);
    Engine::Postgres { pool, statement_timeout: options.statement_timeout + PING_TIMEOUT }
}

async fn ping(conn: &mut PgConnection) -> Result<(), sqlx::Error> {
    match tokio::time::timeout(PING_TIMEOUT, conn.ping()).await {
        Ok(answered) => answered,
        Err(_) => Err(sqlx::Error::PoolTimedOut),
    }
}
