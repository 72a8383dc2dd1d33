//! Engine work on its own threads, shared fairly: addresses and their clients take turns, however much each asks for.

use crate::error::{Answer, Code, Fail};
use crate::metrics::Metrics;
use crate::turns::{QueuedJob, Turns};
use heibai_games::Player;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

struct Job {
    asked: Instant,
    run: Box<dyn FnOnce() + Send>,
    errand: Option<Errand>,
}

/// A job in the form that another process can do, and the receiver of its answer.
pub(crate) struct Errand {
    pub question: String,
    pub stop: Arc<AtomicBool>,
    /// Takes the answer; `false` if it is invalid and the job must be done here.
    pub answer: Box<dyn FnMut(&str) -> bool + Send>,
    /// How many workers were lost while doing it.
    pub lost: u32,
}

/// A job that has lost this many workers is dropped: it may be what kills them.
const MOST_LOST: u32 = 3;
/// One address may fill one part in this many of the queue.
const SHARE: usize = 4;
/// Clients whose address is remembered.
const REMEMBERED: usize = 100_000;
/// How often to check whether the worker of an errand is still there.
const LOOK: Duration = Duration::from_millis(200);

/// The waiting jobs, and facts about those that run.
#[derive(Default)]
struct Queue {
    turns: Turns<Job>,
    /// Waiting and running jobs, by client.
    open: HashMap<String, usize>,
    running: usize,
    /// Places at workers in other processes. While there are any, errands are left to them.
    places: usize,
    closed: bool,
    /// The number of jobs so far, which numbers the next one.
    count: u64,
    /// The usual duration of a job in seconds; newer jobs count more.
    usual: f64,
}

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    metrics: Arc<Metrics>,
}

/// How busy the engines are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineLoad {
    pub threads: usize,
    pub running: usize,
    pub waiting: usize,
}

/// The queue position of a waiting job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct QueuePlace {
    /// Jobs ahead of it.
    pub ahead: usize,
    /// The expected wait.
    pub wait: Duration,
}

/// The queue and its threads, which end with it.
pub(crate) struct Work {
    shared: Arc<Shared>,
    /// The last address of each client; an unknown client counts by itself.
    addresses: Mutex<HashMap<String, IpAddr>>,
    threads: usize,
    most: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panicking job is caught outside the lock, so the guarded state is intact.
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Work {
    /// `most` limits the waiting and running jobs of one client.
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
        Work { shared, addresses: Mutex::default(), threads, most }
    }

    /// Records a client's address: the clients of one address share its turn.
    pub(crate) fn comes_from(&self, client: &str, address: IpAddr) {
        let mut addresses = lock(&self.addresses);
        match addresses.get_mut(client) {
            Some(known) => *known = address,
            None => {
                if addresses.len() >= REMEMBERED {
                    addresses.clear();
                }
                addresses.insert(client.to_owned(), address);
            }
        }
    }

    fn address_of(&self, client: &str) -> String {
        lock(&self.addresses).get(client).map_or(client.to_owned(), IpAddr::to_string)
    }

    pub(crate) fn load(&self) -> EngineLoad {
        let queue = lock(&self.shared.queue);
        EngineLoad {
            threads: self.threads + queue.places,
            running: queue.running,
            waiting: queue.turns.waiting(),
        }
    }

    /// The number of idle threads.
    pub(crate) fn free(&self) -> usize {
        let EngineLoad { threads, running, waiting } = self.load();
        threads.saturating_sub(running + waiting)
    }

    /// Queues a job for `client`; the receiver gets its result, or nothing if it panicked.
    pub(crate) fn submit<T: Send + 'static>(
        &self,
        client: &str,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Answer<oneshot::Receiver<T>> {
        self.submit_portable(client, job, None).map(|(_, answer)| answer)
    }

    /// Like `submit`, with a number to query its position by, and with what a worker needs.
    pub(crate) fn submit_portable<T: Send + 'static>(
        &self,
        client: &str,
        job: impl FnOnce() -> T + Send + 'static,
        portable: Option<Portable<T>>,
    ) -> Answer<(u64, oneshot::Receiver<T>)> {
        let (reply, answer) = oneshot::channel();
        let reply = Arc::new(Mutex::new(Some(reply)));
        let errand = portable.map(|portable| portable.errand(Arc::clone(&reply)));
        let run = Box::new(move || {
            // Skip the job if its client is gone.
            if let Some(reply) = lock(&reply).take().filter(|reply| !reply.is_closed()) {
                let _ = reply.send(job());
            }
        });
        let address = self.address_of(client);
        let mut queue = lock(&self.shared.queue);
        let open = queue.open.entry(client.to_owned()).or_default();
        if *open >= self.most {
            return Err(Fail::retry(1000));
        }
        *open += 1;
        let number = queue.count;
        queue.count += 1;
        let job = Job { asked: Instant::now(), run, errand };
        queue.turns.push(QueuedJob { address, client: client.to_owned(), number, job });
        drop(queue);
        // Wake all: not every waiting thread may take it.
        self.shared.ready.notify_all();
        Ok((number, answer))
    }

    /// For a worker in another process: where its places take errands.
    pub(crate) fn counter(&self) -> Counter {
        Counter(Arc::clone(&self.shared))
    }

    /// Whether workers take errands.
    pub(crate) fn has_workers(&self) -> bool {
        lock(&self.shared.queue).places > 0
    }

    /// The queue position of a job of `client`; `None` once it has started.
    pub(crate) fn place(&self, client: &str, number: u64) -> Option<QueuePlace> {
        let queue = lock(&self.shared.queue);
        let ahead = queue.turns.ahead(client, number)?;
        Some(QueuePlace { ahead, wait: self.wait(&queue, ahead) })
    }

    fn wait(&self, queue: &Queue, ahead: usize) -> Duration {
        let hands = self.threads + queue.places;
        Duration::from_secs_f64((ahead + 1) as f64 * queue.usual / hands as f64)
    }

    /// Refuses optional work while the queue is full, or one address has so many jobs that they would keep others
    /// out; moves of running games are always accepted.
    pub(crate) fn admit(&self, client: &str, most: usize) -> Answer<()> {
        let address = self.address_of(client);
        let queue = lock(&self.shared.queue);
        let waiting = queue.turns.waiting();
        if waiting < most && queue.turns.waiting_of(&address) < most.div_ceil(SHARE) {
            return Ok(());
        }
        let seconds = self.wait(&queue, waiting).as_secs().max(1);
        let fail = Fail::because(Code::TooMany, heibai_words::server::engines_busy(waiting, seconds));
        Err(Fail { retry_ms: Some(1000 * seconds), ..fail })
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        lock(&self.shared.queue).closed = true;
        self.shared.ready.notify_all();
    }
}

impl Queue {
    /// Records that a job ended after `took`.
    fn ended(&mut self, client: &str, took: Duration) {
        self.usual += (took.as_secs_f64() - self.usual) / 8.0;
        self.running -= 1;
        self.done(client);
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
        let workers = queue.places > 0;
        let Some(QueuedJob { client, job, .. }) = queue.turns.next(|job| !workers || job.errand.is_none())
        else {
            queue = shared.ready.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
            continue;
        };
        queue.running += 1;
        drop(queue);
        let began = Instant::now();
        shared.metrics.engine_waits.add(began - job.asked);
        // The requester notices a panic by the missing answer.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(job.run)) {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            tracing::error!("an engine panicked: {text}");
        }
        let took = began.elapsed();
        shared.metrics.engine_work.add(took);
        queue = lock(&shared.queue);
        queue.ended(&client, took);
    }
}

/// Parses a worker's answer; `None` if it is invalid.
pub(crate) type ReadAnswer<T> = Box<dyn Fn(&str) -> Option<T> + Send>;

/// A job that another process can do: its text, and how to parse the answer.
pub(crate) struct Portable<T> {
    pub question: String,
    pub stop: Arc<AtomicBool>,
    pub read: ReadAnswer<T>,
}

impl<T: Send + 'static> Portable<T> {
    fn errand(self, reply: Arc<Mutex<Option<oneshot::Sender<T>>>>) -> Errand {
        let Portable { question, stop, read } = self;
        let answer = Box::new(move |text: &str| {
            let Some(answer) = read(text) else { return false };
            if let Some(reply) = lock(&reply).take() {
                // The requester may be gone.
                let _ = reply.send(answer);
            }
            true
        });
        Errand { question, stop, answer, lost: 0 }
    }
}

/// Where the places of a worker take errands.
#[derive(Clone)]
pub(crate) struct Counter(Arc<Shared>);

/// A job running at a worker. If dropped without an answer, it goes to others.
pub(crate) struct Taken {
    counter: Counter,
    client: String,
    /// `None` once answered.
    entry: Option<QueuedJob<Job>>,
    began: Instant,
}

impl Counter {
    /// Changes the number of places.
    pub(crate) fn change_places(&self, change: isize) {
        let mut queue = lock(&self.0.queue);
        queue.places = queue.places.saturating_add_signed(change);
        drop(queue);
        self.0.ready.notify_all();
    }

    /// Waits for an errand; `None` once the worker is `gone` or the server shuts down.
    pub(crate) fn take(&self, gone: &AtomicBool) -> Option<Taken> {
        let mut queue = lock(&self.0.queue);
        loop {
            if queue.closed || gone.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(entry) = queue.turns.next(|job| job.errand.is_some()) {
                queue.running += 1;
                let began = Instant::now();
                self.0.metrics.engine_waits.add(began - entry.job.asked);
                let client = entry.client.clone();
                return Some(Taken { counter: self.clone(), client, entry: Some(entry), began });
            }
            let waited = self.0.ready.wait_timeout(queue, LOOK);
            queue = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }
}

impl Taken {
    pub(crate) fn errand(&self) -> Option<&Errand> {
        self.entry.as_ref()?.job.errand.as_ref()
    }

    /// Passes on the worker's answer. If it is invalid, the job is done here.
    pub(crate) fn answer(mut self, text: &str) {
        let Some(job) = self.entry.as_mut().map(|entry| &mut entry.job) else { return };
        match job.errand.as_mut().is_some_and(|errand| (errand.answer)(text)) {
            true => self.entry = None,
            false => job.errand = None,
        }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let took = self.began.elapsed();
        let mut queue = lock(&self.counter.0.queue);
        let mut back = self.entry.take();
        if let Some(errand) = back.as_mut().and_then(|entry| entry.job.errand.as_mut()) {
            errand.lost += 1;
            if errand.lost >= MOST_LOST {
                tracing::error!("a question of {} ended {MOST_LOST} workers and is given up", self.client);
                back = None;
            }
        }
        match back {
            Some(entry) => {
                queue.running -= 1;
                queue.turns.put_back(entry);
            }
            None => {
                self.counter.0.metrics.engine_work.add(took);
                queue.ended(&self.client, took);
            }
        }
        drop(queue);
        self.counter.0.ready.notify_all();
    }
}

/// The result of a job, once it is there.
pub(crate) async fn answered<T>(answer: oneshot::Receiver<T>) -> Answer<T> {
    answer.await.map_err(|_| Fail::internal("an engine ended without an answer"))
}

/// Players between two moves of their games, so that their tables are kept; the oldest are dropped.
#[derive(Default)]
pub(crate) struct Bench {
    players: Mutex<VecDeque<(String, Box<dyn Player>)>>,
}

/// Players kept; each may hold tables of tens of megabytes.
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

    /// Reported queue positions match the order in which jobs run.
    #[tokio::test]
    async fn a_place_is_the_number_of_jobs_that_come_first() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..20 {
            let work = Work::start(1, 100, Arc::default());
            let order = Arc::new(Mutex::new(Vec::new()));
            let (open, gate) = std::sync::mpsc::channel::<()>();
            let (first, held) = work.submit_portable("gate", move || gate.recv().ok(), None).unwrap();
            while work.place("gate", first).is_some() {
                std::thread::yield_now();
            }
            let mut jobs = Vec::new();
            for _ in 0..random.usize(1..30) {
                let client = ["a", "b", "c", "d"][random.usize(..4)];
                let order = Arc::clone(&order);
                let name = jobs.len();
                let (number, done) =
                    work.submit_portable(client, move || lock(&order).push(name), None).unwrap();
                jobs.push((client, number, done));
            }
            let told: Vec<usize> =
                jobs.iter().map(|(client, number, _)| work.place(client, *number).unwrap().ahead).collect();
            assert!(work.admit("e", jobs.len() + 1).is_ok() && work.admit("e", jobs.len()).is_err());
            open.send(()).unwrap();
            held.await.unwrap();
            for (client, number, done) in jobs {
                done.await.unwrap();
                assert_eq!(work.place(client, number), None);
            }
            let order = lock(&order);
            let ran: Vec<usize> =
                (0..told.len()).map(|name| order.iter().position(|ran| *ran == name).unwrap()).collect();
            assert_eq!(told, ran);
        }
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
