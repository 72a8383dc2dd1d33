//! Work in a background thread until its result is wanted: pondering on the opponent's time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// A thread that works until it is stopped. Dropping it stops it without waiting.
pub struct Background<T> {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<T>>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts `work`, which must end soon after its flag is set. Only for hosts that have threads of their own (see
    /// `threads`).
    pub fn begin(work: impl FnOnce(&AtomicBool) -> T + Send + 'static) -> Background<T> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        Background { stop, thread: Some(std::thread::spawn(move || work(&stopped))) }
    }

    /// Stops the thread and waits for its result; `None` if it panicked.
    pub fn end(mut self) -> Option<T> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take()?.join().ok()
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for(flag: &AtomicBool) {
        while !flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn it_works_until_it_is_ended() {
        let work = |stop: &AtomicBool| {
            wait_for(stop);
            7
        };
        assert_eq!(Background::begin(work).end(), Some(7));
    }

    #[test]
    fn who_drops_it_stops_it() {
        let ended = Arc::new(AtomicBool::new(false));
        let seen = ended.clone();
        drop(Background::begin(move |stop| {
            wait_for(stop);
            seen.store(true, Ordering::Relaxed);
        }));
        wait_for(&ended);
    }
}
