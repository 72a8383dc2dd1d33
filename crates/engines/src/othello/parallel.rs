//! Parallel search by Young Brothers Wait: once the first move of a node is searched, its siblings may be given to
//! idle threads. A cut-off aborts them all.

use super::search::{Node, Search, Shared};
use crate::search::moment::Moment;
use heibai_kernels::othello::endgame::Reply;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// The largest number of threads.
pub(crate) const MOST_THREADS: usize = 256;
/// How long a waiting thread spins before it sleeps: most waits are short, and waking up takes long.
const AWAKE: Duration = Duration::from_micros(200);
/// The least depth at which a node is split between threads.
const SPLIT_DEPTH: i32 = 7;
/// The same for searches to the end of the game.
const SPLIT_TO_END: i32 = 14;

/// Padded to two cache lines, which processors prefetch together, to avoid false sharing.
#[derive(Default)]
#[repr(align(128))]
struct CachePadded<T>(T);

/// A split node, whose moves are searched by several threads.
pub struct Split {
    parent: Option<Arc<Split>>,
    /// A move caused a cut-off: the other moves need no answer.
    cut: AtomicBool,
    /// The thread that split it waits for answers and could help below it.
    waiting: AtomicBool,
    answers: CachePadded<Mutex<Vec<(i32, u8)>>>,
    /// Moves given away and not yet answered.
    pending: CachePadded<AtomicUsize>,
}

impl Split {
    fn new(parent: Option<Arc<Split>>) -> Arc<Split> {
        Arc::new(Split {
            parent,
            cut: AtomicBool::new(false),
            waiting: AtomicBool::new(false),
            answers: CachePadded::default(),
            pending: CachePadded::default(),
        })
    }

    /// Whether this node or an ancestor is cut off.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    fn is_awaited(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_awaited())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        let same = std::ptr::eq(self, Arc::as_ptr(other));
        same || self.parent.as_ref().is_some_and(|parent| parent.is_below(other))
    }

    fn report(&self, value: i32, square: u8, alpha: i32) {
        lock(&self.answers.0).push((value, square));
        if value > alpha {
            self.cut.store(true, Ordering::Relaxed);
        }
    }
}

/// One move of a split node, as a task.
struct SplitMove {
    child: Node,
    square: u8,
    /// The null window of the split node.
    alpha: i32,
    depth: i32,
    certainty: u8,
    split: Arc<Split>,
}

/// The tasks that threads share.
#[derive(Default)]
pub struct Pool {
    /// Oldest first, because those are the largest.
    tasks: Mutex<Vec<SplitMove>>,
    /// Signalled, if a thread sleeps, when there are new tasks or all moves of a node are answered.
    news: Condvar,
    sleepers: AtomicUsize,
    /// Counts the changes; a waiting thread compares it before it goes to sleep.
    changes: CachePadded<AtomicUsize>,
    /// Threads that would take any task.
    idle: CachePadded<AtomicUsize>,
    /// Tasks that no thread has taken yet.
    offered: AtomicUsize,
    closed: AtomicBool,
    /// Nodes of all threads but the first.
    nodes: AtomicU64,
    /// Nanoseconds that threads waited for tasks or answers.
    waited: AtomicU64,
}

/// Ignores poisoning: a thread that panicked has already ended the search.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Pool {
    /// Whether a thread that searches below `split` should split its node.
    fn wants_tasks(&self, split: Option<&Arc<Split>>) -> bool {
        self.idle.0.load(Ordering::Relaxed) > self.offered.load(Ordering::Relaxed)
            || split.is_some_and(|split| split.is_awaited())
    }

    fn give(&self, split: &Split, given: impl ExactSizeIterator<Item = SplitMove>) {
        split.pending.0.fetch_add(given.len(), Ordering::AcqRel);
        let mut tasks = lock(&self.tasks);
        tasks.extend(given);
        self.offered.store(tasks.len(), Ordering::SeqCst);
        drop(tasks);
        self.announce();
    }

    fn announce(&self) {
        self.changes.0.fetch_add(1, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            // A thread that is about to sleep holds the lock until it does.
            drop(lock(&self.tasks));
            self.news.notify_all();
        }
    }

    /// The nodes of all threads but the first, and how long all threads waited.
    pub fn account(&self) -> (u64, Duration) {
        let waited = Duration::from_nanos(self.waited.load(Ordering::Relaxed));
        (self.nodes.load(Ordering::Relaxed), waited)
    }

    /// Waits for a change since `changes` was read: spins for a while, then sleeps.
    fn wait(&self, changes: usize) {
        let unchanged = || self.changes.0.load(Ordering::SeqCst) == changes;
        let begun = Moment::now();
        while begun.elapsed() < AWAKE {
            for _ in 0..20 {
                if !unchanged() {
                    return;
                }
                std::hint::spin_loop();
            }
        }
        let tasks = lock(&self.tasks);
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        if unchanged() {
            drop(self.news.wait(tasks));
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Takes the oldest task that is `suitable`.
    fn take(&self, suitable: impl Fn(&SplitMove) -> bool) -> Option<SplitMove> {
        // Where many threads wait for one task, most come too late; they should not contend for the lock.
        if self.offered.load(Ordering::SeqCst) == 0 {
            return None;
        }
        let mut tasks = lock(&self.tasks);
        let at = tasks.iter().position(suitable)?;
        let task = tasks.remove(at);
        self.offered.store(tasks.len(), Ordering::SeqCst);
        Some(task)
    }

    /// Like `take`, but waits until there is a task or `done`. `set_waiting` is called when the wait begins and ends.
    fn next(
        &self,
        suitable: impl Fn(&SplitMove) -> bool,
        done: impl Fn() -> bool,
        set_waiting: impl Fn(bool),
    ) -> Option<SplitMove> {
        let mut since = None;
        let task = loop {
            let changes = self.changes.0.load(Ordering::SeqCst);
            if done() {
                break None;
            }
            if let Some(task) = self.take(&suitable) {
                break Some(task);
            }
            if since.is_none() {
                since = Some(Moment::now());
                set_waiting(true);
            }
            self.wait(changes);
        };
        if let Some(since) = since {
            set_waiting(false);
            self.waited.fetch_add(since.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
        task
    }

    /// The loop of a helper thread: runs tasks until the pool is closed.
    pub fn serve(&self, shared: &Shared<'_>) {
        let mut search = Search::new(shared);
        let closed = || self.closed.load(Ordering::Acquire);
        let set_waiting = |waiting| {
            if waiting {
                self.idle.0.fetch_add(1, Ordering::Relaxed);
            } else {
                self.idle.0.fetch_sub(1, Ordering::Relaxed);
            }
        };
        while let Some(task) = self.next(|_| true, closed, set_waiting) {
            self.run(task, &mut search);
        }
        self.nodes.fetch_add(search.nodes(), Ordering::Relaxed);
    }

    /// Waits until every move of `split` is answered, and helps with tasks below it meanwhile.
    fn finish(&self, split: &Arc<Split>, search: &mut Search<'_>) {
        let below = |task: &SplitMove| task.split.is_below(split);
        let answered = || split.pending.0.load(Ordering::Acquire) == 0;
        let set_waiting = |waiting| split.waiting.store(waiting, Ordering::Relaxed);
        while let Some(task) = self.next(below, answered, set_waiting) {
            self.run(task, search);
        }
    }

    fn run(&self, task: SplitMove, search: &mut Search<'_>) {
        let _returned = TaskReturn { pool: self, split: task.split.clone() };
        search.run(task);
    }
}

/// Marks a task as returned when dropped, answered or not; so nobody waits in vain if its search panics.
struct TaskReturn<'a> {
    pool: &'a Pool,
    split: Arc<Split>,
}

impl Drop for TaskReturn<'_> {
    fn drop(&mut self) {
        if self.split.pending.0.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.pool.announce();
        }
    }
}

/// Ends the helper threads when dropped.
pub struct CloseOnDrop<'a>(pub &'a Pool);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.closed.store(true, Ordering::Release);
        self.0.announce();
    }
}

impl<'a> Search<'a> {
    /// The pool to share the moves of a node with, if the node is large enough and a thread is idle.
    #[inline]
    pub(super) fn idle_pool(&self, depth: i32, to_end: bool) -> Option<&'a Pool> {
        let pool = self.shared.pool?;
        let large = depth >= if to_end { SPLIT_TO_END } else { SPLIT_DEPTH };
        (large && pool.wants_tasks(self.split.as_ref())).then_some(pool)
    }

    /// Searches moves of a node in parallel until one is above `alpha`; returns the values found. If moves are left
    /// unanswered and no value is above `alpha`, the search was stopped.
    pub(super) fn share(
        &mut self,
        pool: &Pool,
        node: &Node,
        replies: &[Reply],
        (alpha, depth, certainty): (i32, i32, u8),
    ) -> Vec<(i32, u8)> {
        let above = self.split.take();
        let split = Split::new(above.clone());
        let task = |reply: &Reply| {
            let (child, square) = (node.after(reply), reply.square as u8);
            SplitMove { child, square, alpha, depth, certainty, split: split.clone() }
        };
        pool.give(&split, replies.iter().map(task));
        pool.finish(&split, self);
        let answers = std::mem::take(&mut *lock(&split.answers.0));
        let stopped = answers.len() < replies.len() && !split.is_cut();
        self.work_for(above);
        if stopped {
            self.halt();
        }
        answers
    }

    /// Searches one given move, unless its node is cut off meanwhile.
    fn run(&mut self, task: SplitMove) {
        let above = self.split.clone();
        self.work_for(Some(task.split.clone()));
        if !self.is_aborted() {
            let value = -self.null(&task.child, -task.alpha - 1, task.depth - 1, task.certainty);
            if !self.is_aborted() {
                task.split.report(value, task.square, task.alpha);
            }
        }
        self.work_for(above);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::Bitboards;
    use crate::othello::weights::WEIGHTS;
    use crate::search::table::TranspositionTable;
    use heibai_kernels::othello::endgame::expand;

    /// A thread that gives up leaves moves unanswered: the rest must not pass for the whole.
    #[test]
    fn a_move_without_an_answer_ends_the_search() {
        let (table, never, pool) =
            (TranspositionTable::new(1 << 20), AtomicBool::new(false), Pool::default());
        let shared = Shared {
            table: &table,
            weights: &WEIGHTS,
            stop: &never,
            deadline: None,
            node_limit: u64::MAX,
            pool: Some(&pool),
        };
        let node = Node::new(Bitboards::START);
        let mut replies = [Reply::default(); 34];
        let count = expand(node.board.mover, node.board.opponent, node.moves, &mut replies);
        let missed = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut tired = Search::new(&shared);
                tired.halt();
                while let Some(task) = pool.next(|_| true, || pool.closed.load(Ordering::Acquire), |_| ()) {
                    pool.run(task, &mut tired);
                }
            });
            let _closing = CloseOnDrop(&pool);
            (0..10_000).any(|_| {
                // If the table knows the position, the search is over before the other thread gets a processor.
                let table = TranspositionTable::new(1 << 16);
                let shared = Shared { table: &table, ..shared };
                let mut search = Search::new(&shared);
                let answers = search.share(&pool, &node, &replies[..count], (64, 5, 6));
                assert_eq!(search.is_halted(), answers.len() < count);
                search.is_halted()
            })
        });
        assert!(missed, "the other thread never took a move");
    }
}
