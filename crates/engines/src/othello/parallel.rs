//! Many threads on one search: young brothers wait. Once the first move of a node is searched, the others may be
//! given to threads that have nothing to do; a cut-off calls them all back.

use super::search::{Node, Search, Shared};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// More threads than this are not started.
pub const MOST_THREADS: usize = 256;

/// How often a waiting thread looks for something new before it sleeps; some ten microseconds.
const SPINS: u32 = 500;

/// A node whose moves are searched by several threads.
pub struct Split {
    parent: Option<Arc<Split>>,
    /// One of the moves was good enough: the others need no answer.
    cut: AtomicBool,
    /// Moves given away and not yet answered.
    pending: AtomicUsize,
    best: Mutex<(i32, u8)>,
}

impl Split {
    pub fn new(parent: Option<Arc<Split>>, best: (i32, u8)) -> Arc<Split> {
        Arc::new(Split {
            parent,
            cut: AtomicBool::new(false),
            pending: AtomicUsize::new(0),
            best: Mutex::new(best),
        })
    }

    pub fn parent(&self) -> Option<Arc<Split>> {
        self.parent.clone()
    }

    /// Whether this node, or one above it, is cut off.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        let same = std::ptr::eq(self, Arc::as_ptr(other));
        same || self.parent.as_ref().is_some_and(|parent| parent.is_below(other))
    }

    pub fn best(&self) -> (i32, u8) {
        *lock(&self.best)
    }

    /// Counts a move's value.
    pub fn report(&self, value: i32, square: u8, alpha: i32) {
        let mut best = lock(&self.best);
        if value > best.0 {
            *best = (value, square);
        }
        if value > alpha {
            self.cut.store(true, Ordering::Relaxed);
        }
    }
}

/// One move to be searched for a split node.
pub struct Task {
    pub child: Node,
    pub square: u8,
    /// The null window of the split node.
    pub alpha: i32,
    pub depth: i32,
    pub certainty: u8,
    pub split: Arc<Split>,
}

/// What threads share to give each other work.
#[derive(Default)]
pub struct Pool {
    tasks: Mutex<Vec<Task>>,
    /// Signalled when there are new tasks, or when all moves of a node are answered.
    news: Condvar,
    /// How often there was something new: who waits looks at it before going to sleep.
    changes: AtomicUsize,
    idle: AtomicUsize,
    closed: AtomicBool,
    /// Positions visited by all threads but the first.
    pub nodes: AtomicU64,
}

/// A thread that panicked has already ended the search; its lock is as good as any.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Pool {
    /// Whether a thread waits for work.
    #[inline]
    pub fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Offers the moves of a split node to the threads that wait.
    pub fn give(&self, split: &Split, given: impl Iterator<Item = Task>) {
        let mut tasks = lock(&self.tasks);
        let before = tasks.len();
        tasks.extend(given);
        split.pending.fetch_add(tasks.len() - before, Ordering::AcqRel);
        drop(tasks);
        self.announce();
    }

    fn announce(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.news.notify_all();
    }

    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.announce();
    }

    /// Waits until something may be new since `changes` was read: awake for a moment, because most waits are short, then
    /// asleep.
    fn wait(&self, changes: usize) {
        let unchanged = || self.changes.load(Ordering::Acquire) == changes;
        for _ in 0..SPINS {
            if !unchanged() {
                return;
            }
            std::hint::spin_loop();
        }
        let tasks = lock(&self.tasks);
        if unchanged() {
            // A signal between the look and the sleep is missed: the sleep is short.
            drop(self.news.wait_timeout(tasks, Duration::from_millis(1)));
        }
    }

    /// Takes a task by `choose`, waiting as one of the idle threads until there is one or `done`.
    fn next(&self, choose: impl Fn(&[Task]) -> Option<usize>, done: impl Fn() -> bool) -> Option<Task> {
        let mut idle = false;
        let task = loop {
            let changes = self.changes.load(Ordering::Acquire);
            if done() {
                break None;
            }
            let mut tasks = lock(&self.tasks);
            if let Some(at) = choose(&tasks) {
                break Some(tasks.remove(at));
            }
            drop(tasks);
            if !idle {
                idle = true;
                self.idle.fetch_add(1, Ordering::Relaxed);
            }
            self.wait(changes);
        };
        if idle {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
        task
    }

    /// A helping thread: takes tasks until the pool is closed. The oldest task is the largest.
    pub fn serve(&self, shared: &Shared<'_>) {
        let mut search = Search::new(shared);
        let oldest = |tasks: &[Task]| if tasks.is_empty() { None } else { Some(0) };
        while let Some(task) = self.next(oldest, || self.closed.load(Ordering::Acquire)) {
            self.run(task, &mut search);
            self.nodes.fetch_add(search.take_nodes(), Ordering::Relaxed);
        }
    }

    /// Waits until every move of `split` is answered, helping with what lies below it, the youngest task first.
    pub fn finish(&self, split: &Arc<Split>, search: &mut Search<'_>) {
        let below = |tasks: &[Task]| tasks.iter().rposition(|task| task.split.is_below(split));
        while let Some(task) = self.next(below, || split.pending.load(Ordering::Acquire) == 0) {
            self.run(task, search);
        }
    }

    fn run(&self, task: Task, search: &mut Search<'_>) {
        let split = task.split.clone();
        search.run(task);
        if split.pending.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.announce();
        }
    }
}

impl Search<'_> {
    /// Searches one given move, unless its node is cut off meanwhile.
    pub fn run(&mut self, task: Task) {
        let above = self.split.replace(task.split.clone());
        if !task.split.is_cut() {
            let value = -self.null(&task.child, -task.alpha - 1, task.depth - 1, task.certainty);
            if !self.is_aborted() {
                task.split.report(value, task.square, task.alpha);
            }
        }
        self.split = above;
    }
}
