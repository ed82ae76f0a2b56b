//! Work that is done for several requests at once.
//!
//! # Note: those who wait
//! What a small request costs a database is the way there and back, and for a write the waiting for the disk, rather than
//! the work itself. So requests of a kind that come while one is under way wait for its end, and then all that wait are one
//! piece of work. Nobody waits who is alone.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::StorageError;

/// Requests `Q` in one piece of work at most.
pub(super) const TOGETHER: usize = 16;

/// Requests of one kind, each of which is answered with an `A`.
#[derive(Debug)]
pub(super) struct Together<Q, A>(Mutex<Waiting<Q, A>>);

#[derive(Debug)]
struct Waiting<Q, A> {
    requests: VecDeque<Request<Q, A>>,
    /// How many work for all, and how many may.
    at_work: usize,
    most: usize,
}

#[derive(Debug)]
struct Request<Q, A> {
    asked: Q,
    /// Dropped where the work failed for a reason that need not lie in this request.
    answer: oneshot::Sender<Result<A, Outage>>,
}

/// The database cannot be used, and why.
#[derive(Debug, Clone)]
struct Outage(String);

impl<Q, A> Together<Q, A> {
    /// Has at most so many pieces of work under way at the same time.
    pub(super) fn new(most: usize) -> Self {
        Self(Mutex::new(Waiting { requests: VecDeque::new(), at_work: 0, most }))
    }
}

impl<Q: Send + 'static, A: Send + 'static> Together<Q, A> {
    /// Returns the answer to a request, worked out together with those of others; nothing where the request has to be
    /// worked on alone, as one of them is to blame for a failure.
    ///
    /// `work` answers several requests, in their order. It is called in a task of its own, so that it does not end with a
    /// request that is given up.
    pub(super) async fn ask<W, F>(self: &Arc<Self>, asked: Q, work: W) -> Result<Option<A>, StorageError>
    where
        W: Fn(Vec<Q>) -> F + Send + 'static,
        F: Future<Output = Result<Vec<A>, StorageError>> + Send,
    {
        let (answer, answered) = oneshot::channel();
        if self.enter(Request { asked, answer }) {
            let shift = Shift(Arc::clone(self));
            tokio::spawn(async move { shift.work(work).await });
        }
        match answered.await {
            Ok(Ok(answer)) => Ok(Some(answer)),
            Ok(Err(Outage(reason))) => Err(StorageError::Unavailable(reason)),
            Err(_) => Ok(None),
        }
    }

    /// Adds a request. Returns whether somebody has to begin to work.
    fn enter(&self, request: Request<Q, A>) -> bool {
        let mut waiting = self.lock();
        waiting.requests.push_back(request);
        let begins = waiting.at_work < waiting.most;
        waiting.at_work += usize::from(begins);
        begins
    }
}

impl<Q, A> Together<Q, A> {
    fn lock(&self) -> MutexGuard<'_, Waiting<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time in which somebody works for all. However it ends, the next request begins another one.
struct Shift<Q, A>(Arc<Together<Q, A>>);

impl<Q, A> Shift<Q, A> {
    async fn work<W, F>(self, work: W)
    where
        W: Fn(Vec<Q>) -> F,
        F: Future<Output = Result<Vec<A>, StorageError>>,
    {
        while let Some(requests) = self.next() {
            let (asked, answers): (Vec<_>, Vec<_>) =
                requests.into_iter().map(|request| (request.asked, request.answer)).unzip();
            // Those who do not wait any more need no answer.
            match work(asked).await {
                Ok(found) => {
                    for (answer, found) in answers.into_iter().zip(found) {
                        let _ = answer.send(Ok(found));
                    }
                }
                Err(StorageError::Unavailable(reason)) => {
                    for answer in answers {
                        let _ = answer.send(Err(Outage(reason.clone())));
                    }
                }
                Err(_) => {}
            }
        }
    }

    /// Returns the requests that are next; nothing, and the shift is over, when there are none.
    fn next(&self) -> Option<Vec<Request<Q, A>>> {
        let mut waiting = self.0.lock();
        let count = waiting.requests.len().min(TOGETHER);
        if count == 0 {
            waiting.at_work -= 1;
            return None;
        }
        Some(waiting.requests.drain(..count).collect())
    }
}

impl<Q, A> Drop for Shift<Q, A> {
    fn drop(&mut self) {
        // Only a panic, or the end of the runtime, leaves requests behind; without an answer each is worked on alone.
        let mut waiting = self.0.lock();
        if std::thread::panicking() {
            waiting.requests.clear();
            waiting.at_work -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    type Doubling = Arc<Together<u32, u32>>;

    fn doubling() -> Doubling {
        Arc::new(Together::new(1))
    }

    /// Asks for each number at once. The work takes a while, and fails where it holds a number of these.
    async fn ask(together: &Doubling, numbers: &[u32], fails: fn(&[u32]) -> Result<(), StorageError>) -> Vec<String> {
        let asked = numbers.iter().map(|number| {
            let work = move |numbers: Vec<u32>| async move {
                tokio::time::sleep(Duration::from_millis(1)).await;
                fails(&numbers)?;
                Ok(numbers.iter().map(|number| number * 2).collect())
            };
            let (together, number) = (Arc::clone(together), *number);
            tokio::spawn(async move { format!("{:?}", together.ask(number, work).await) })
        });
        let mut answers = Vec::new();
        for answer in asked.collect::<Vec<_>>() {
            answers.push(answer.await.unwrap());
        }
        answers
    }

    fn fine(numbers: &[u32]) -> Result<(), StorageError> {
        if numbers.len() > TOGETHER { out(numbers) } else { Ok(()) }
    }

    fn never_seven(numbers: &[u32]) -> Result<(), StorageError> {
        if numbers.contains(&7) { Err(StorageError::Bug(sqlx::Error::RowNotFound)) } else { Ok(()) }
    }

    fn out(_: &[u32]) -> Result<(), StorageError> {
        Err(StorageError::Unavailable("it is away".to_owned()))
    }

    #[tokio::test]
    async fn each_gets_its_own_answer_however_many_there_are() {
        for most in 1..4 {
            each_gets_its_own(&Arc::new(Together::new(most))).await;
        }
    }

    async fn each_gets_its_own(together: &Doubling) {
        let numbers: Vec<u32> = (0..100).collect();
        let answers = ask(together, &numbers, fine).await;
        let doubled: Vec<String> = numbers.iter().map(|number| format!("Ok(Some({}))", number * 2)).collect();
        assert_eq!(answers, doubled);
    }

    #[tokio::test]
    async fn one_who_is_to_blame_leaves_the_others_to_find_out_alone() {
        let together = doubling();
        let answers = ask(&together, &[1, 7, 8], never_seven).await;
        assert_eq!(answers, ["Ok(None)", "Ok(None)", "Ok(None)"]);
        assert_eq!(ask(&together, &[5], fine).await, ["Ok(Some(10))"]);
    }

    #[tokio::test]
    async fn an_outage_is_told_to_all() {
        let answers = ask(&doubling(), &[1, 2, 3], out).await;
        assert!(answers.iter().all(|answer| answer.contains("it is away")), "{answers:?}");
    }

    #[tokio::test]
    async fn a_panic_ends_the_work_and_not_the_service() {
        let together = doubling();
        let answers = ask(&together, &[1, 2], |_| panic!("on purpose")).await;
        assert_eq!(answers, ["Ok(None)", "Ok(None)"]);
        assert_eq!(ask(&together, &[5], fine).await, ["Ok(Some(10))"]);
    }
}
