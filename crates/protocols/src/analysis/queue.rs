//! The positions that wait for a worker, and those being analysed.

use super::query::Query;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// One position of a query.
pub struct QueuedTurn {
    pub query: Arc<Query>,
    pub turn: usize,
    priority: i64,
    /// Set to end the analysis and answer at once.
    pub stop: AtomicBool,
}

#[derive(Default)]
struct QueueState {
    waiting: Vec<Arc<QueuedTurn>>,
    running: Vec<Arc<QueuedTurn>>,
    closed: bool,
}

#[derive(Default)]
pub struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(&self, query: &Arc<Query>) {
        let mut state = self.lock();
        for &(turn, priority) in &query.turns {
            let stop = AtomicBool::new(false);
            state.waiting.push(Arc::new(QueuedTurn { query: query.clone(), turn, priority, stop }));
        }
        drop(state);
        self.changed.notify_all();
    }

    /// The next position by priority, then by arrival. Waits for one; `None` once the queue is closed and empty.
    pub fn next(&self) -> Option<Arc<QueuedTurn>> {
        let mut state = self.lock();
        loop {
            let top = state.waiting.iter().map(|task| task.priority).max();
            if let Some(at) = state.waiting.iter().position(|task| Some(task.priority) == top) {
                let task = state.waiting.remove(at);
                state.running.push(task.clone());
                return Some(task);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub fn done(&self, task: &Arc<QueuedTurn>) {
        self.lock().running.retain(|other| !Arc::ptr_eq(other, task));
    }

    /// Terminates positions: running ones answer at once, waiting ones are removed and returned.
    pub fn end(&self, chosen: impl Fn(&QueuedTurn) -> bool) -> Vec<Arc<QueuedTurn>> {
        let mut state = self.lock();
        state
            .running
            .iter()
            .filter(|task| chosen(task))
            .for_each(|task| task.stop.store(true, Ordering::Relaxed));
        let (ended, left) = std::mem::take(&mut state.waiting).into_iter().partition(|task| chosen(task));
        state.waiting = left;
        ended
    }

    /// No more queries will come; waiting positions are still analysed.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}
