//! Engine work on its own threads, shared fairly: clients take turns, however much each of them asks for.

use crate::error::{Answer, Fail};
use crate::metrics::Metrics;
use heibai_games::Player;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;
use tokio::sync::oneshot;

type Job = (Instant, Box<dyn FnOnce() + Send>);

/// Jobs of each client in order, and the clients in the order of their turns.
#[derive(Default)]
struct Queue {
    turns: VecDeque<String>,
    jobs: HashMap<String, VecDeque<Job>>,
    /// Jobs that wait or run, by client.
    open: HashMap<String, usize>,
    running: usize,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    metrics: Arc<Metrics>,
}

/// How busy the engines are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub threads: usize,
    pub running: usize,
    pub waiting: usize,
}

/// The queue and its threads, which end with it.
pub(crate) struct Work {
    shared: Arc<Shared>,
    threads: usize,
    most: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic of a job is caught outside the lock; what the lock guards is whole.
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Work {
    /// `most` is how many jobs one client may have waiting or running.
    pub(crate) fn start(threads: usize, most: usize, metrics: Arc<Metrics>) -> Work {
        let threads = threads.max(1);
        let shared = Arc::new(Shared { queue: Mutex::default(), ready: Condvar::new(), metrics });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let run = move || work(&shared);
            if let Err(e) = std::thread::Builder::new().name(format!("engine-{number}")).spawn(run) {
                tracing::error!("an engine thread could not be started: {e}");
            }
        }
        Work { shared, threads, most }
    }

    pub(crate) fn state(&self) -> State {
        let queue = lock(&self.shared.queue);
        let waiting = queue.jobs.values().map(VecDeque::len).sum();
        State { threads: self.threads, running: queue.running, waiting }
    }

    /// Queues a job for `client`; its result comes when it is done, or nothing if it panicked.
    pub(crate) fn submit<T: Send + 'static>(
        &self,
        client: &str,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Answer<oneshot::Receiver<T>> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(move || {
            let _ = reply.send(job());
        });
        let mut queue = lock(&self.shared.queue);
        let open = queue.open.entry(client.to_owned()).or_default();
        if *open >= self.most {
            return Err(Fail::retry(1000));
        }
        *open += 1;
        let waiting = queue.jobs.entry(client.to_owned()).or_default();
        waiting.push_back((Instant::now(), job));
        if waiting.len() == 1 {
            queue.turns.push_back(client.to_owned());
        }
        drop(queue);
        self.shared.ready.notify_one();
        Ok(answer)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        lock(&self.shared.queue).closed = true;
        self.shared.ready.notify_all();
    }
}

impl Queue {
    /// The next job of the client whose turn it is; the client then goes to the end of the line.
    fn next(&mut self) -> Option<(String, Job)> {
        let client = self.turns.pop_front()?;
        let waiting = self.jobs.get_mut(&client)?;
        let job = waiting.pop_front()?;
        if waiting.is_empty() {
            self.jobs.remove(&client);
        } else {
            self.turns.push_back(client.clone());
        }
        Some((client, job))
    }

    fn done(&mut self, client: &str) {
        if let Some(open) = self.open.get_mut(client) {
            *open -= 1;
            if *open == 0 {
                self.open.remove(client);
            }
        }
    }
}

fn work(shared: &Shared) {
    let mut queue = lock(&shared.queue);
    loop {
        if queue.closed {
            return;
        }
        let Some((client, job)) = queue.next() else {
            queue = shared.ready.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
            continue;
        };
        queue.running += 1;
        drop(queue);
        let (asked, job) = job;
        let began = Instant::now();
        shared.metrics.engine_waits.add(began - asked);
        // The asker learns of a panic by the missing answer.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(job)) {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            tracing::error!("an engine panicked: {text}");
        }
        shared.metrics.engine_work.add(began.elapsed());
        queue = lock(&shared.queue);
        queue.running -= 1;
        queue.done(&client);
    }
}

/// The result of a job, once it is there.
pub(crate) async fn answered<T>(answer: oneshot::Receiver<T>) -> Answer<T> {
    answer.await.map_err(|_| Fail::internal("an engine ended without an answer"))
}

/// Players between two moves of their games, so that what they learnt is kept; the oldest are let go.
#[derive(Default)]
pub(crate) struct Bench {
    players: Mutex<VecDeque<(String, Box<dyn Player>)>>,
}

/// Players that are kept; each may hold tables of tens of megabytes.
const KEPT: usize = 8;

impl Bench {
    pub(crate) fn take(&self, key: &str) -> Option<Box<dyn Player>> {
        let mut players = lock(&self.players);
        let at = players.iter().position(|(k, _)| k == key)?;
        players.remove(at).map(|(_, player)| player)
    }

    pub(crate) fn put(&self, key: String, player: Box<dyn Player>) {
        let mut players = lock(&self.players);
        players.push_back((key, player));
        if players.len() > KEPT {
            players.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn clients_take_turns() {
        let work = Work::start(1, 10, Arc::default());
        let order = Arc::new(Mutex::new(Vec::new()));
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let first = work.submit("gate", move || gate.recv().ok()).unwrap();
        let mut waiting = Vec::new();
        for (client, number) in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1)] {
            let order = Arc::clone(&order);
            waiting
                .push(work.submit(client, move || lock(&order).push(format!("{client}{number}"))).unwrap());
        }
        open.send(()).unwrap();
        first.await.unwrap();
        for done in waiting {
            done.await.unwrap();
        }
        assert_eq!(*lock(&order), ["a1", "b1", "c1", "a2", "a3"]);
    }

    #[tokio::test]
    async fn a_panic_is_told_and_the_thread_goes_on() {
        let work = Work::start(1, 10, Arc::default());
        assert!(work.submit("a", || panic!("on purpose")).unwrap().await.is_err());
        assert_eq!(work.submit("a", || 7).unwrap().await, Ok(7));
    }

    #[tokio::test]
    async fn nobody_fills_the_queue() {
        let work = Work::start(1, 2, Arc::default());
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let held = work.submit("a", move || gate.recv().ok()).unwrap();
        let second = work.submit("a", || None::<()>).unwrap();
        assert!(work.submit("a", || None::<()>).is_err());
        assert!(work.submit("b", || None::<()>).is_ok());
        open.send(()).unwrap();
        held.await.unwrap();
        second.await.unwrap();
    }
}
