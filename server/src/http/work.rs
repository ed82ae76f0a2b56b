//! Work that takes the processor for longer than a page.

use app::view::ErrorKind;
use tokio::sync::Semaphore;

use super::error::HttpError;

/// Pieces of such work at the same time: many who ask at once share the processor with the rest of the site.
static PLACES: Semaphore = Semaphore::const_new(2);

/// Does work on a thread that nobody else waits for. Once begun it is done to its end, whoever waits for it.
pub(super) async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, HttpError> {
    // Nobody closes the semaphore.
    let place = PLACES.acquire().await.ok();
    let work = tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    work.await.map_err(|error| match error.try_into_panic() {
        // Told as any other that a handler did not foresee.
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(_) => HttpError::new(ErrorKind::Internal),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn there_is_never_more_of_it_than_places() {
        static AT_WORK: AtomicU32 = AtomicU32::new(0);
        let tasks: Vec<_> = (0..12)
            .map(|number| {
                tokio::spawn(off_thread(move || {
                    let most = AT_WORK.fetch_add(1, Ordering::SeqCst) + 1;
                    std::thread::sleep(Duration::from_millis(2));
                    AT_WORK.fetch_sub(1, Ordering::SeqCst);
                    (number, most)
                }))
            })
            .collect();
        for (expected, task) in tasks.into_iter().enumerate() {
            let (number, most) = task.await.unwrap().unwrap_or_else(|_| panic!("no answer"));
            assert!(number == expected && most <= 2, "{most} at once");
        }
    }
}
