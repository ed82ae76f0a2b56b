//! Doing the same with many things, on all cores.

use std::sync::Mutex;
use std::thread;

/// Applies a function to every item and returns the results in the order of the items.
pub(crate) fn map<T: Send, U: Send>(items: Vec<T>, each: impl Fn(T) -> U + Sync) -> Vec<U> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let queue = Mutex::new(items.into_iter().enumerate());
    let next = || queue.lock().ok()?.next();
    let work = || {
        let mut done = Vec::new();
        while let Some((index, item)) = next() {
            done.push((index, each(item)));
        }
        done
    };
    let mut results = thread::scope(|scope| {
        let threads: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for thread in threads {
            // A panic of a worker goes on here, as it would have without threads.
            results.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_the_order_of_the_items() {
        let doubled = super::map((0..100).collect(), |number| number * 2);
        assert_eq!(doubled, (0..100).map(|number| number * 2).collect::<Vec<_>>());
        assert!(super::map(Vec::<u8>::new(), |number| number).is_empty());
    }
}
