//! `heibai worker`: searches for a server in a separate process, so that a crash or a memory limit of a search never
//! affects games. A game's question travels as the stored game, and its answer as the event that a thread of the
//! server would have made; questions about positions are in `consultation`.

use crate::app::App;
use crate::consultation::{Consultation, Puzzle, threats_of};
use crate::event::Setup;
use crate::identity::random_seed;
use crate::line::Line;
use crate::opponent::{Networks, Opponent};
use crate::serve::{StartError, asked_to_end, read_networks};
use crate::table::Table;
use crate::view::to_json;
use crate::wire::point_of;
use crate::work::Bench;
use futures_util::{SinkExt, StreamExt};
use heibai_engines::judge::judge;
use heibai_table::engine::{ask, best_move, hint_question, judged, limits_of};
use heibai_table::stored::restore;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, header};
use tokio_tungstenite::tungstenite::{Error, Message};

/// The interval of heartbeats.
const BEAT: Duration = Duration::from_secs(1);
/// Delay before a lost or busy server is retried; doubled each time, up to the second value.
const AGAIN: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(8));

/// The configuration of a worker.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Host and port of the server.
    pub server: String,
    /// The owner's token, which the server was started with.
    pub token: String,
    /// Concurrent searches.
    pub threads: usize,
    /// Those of the server's named networks that this worker has.
    pub networks: Vec<(String, PathBuf)>,
}

/// Ends this process if it needs more memory than `bytes`, including code and tables.
#[cfg(target_os = "linux")]
pub fn limit_memory(bytes: u64) -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    Ok(setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) })?)
}

/// Memory is limited on Linux only.
#[cfg(not(target_os = "linux"))]
pub fn limit_memory(_: u64) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// A task for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    /// The engine's move.
    Move,
    /// The judgement of dead stones.
    Judge,
    /// The strongest player's move.
    Hint,
}

/// A job for a worker.
#[derive(Serialize, Deserialize)]
pub(crate) enum Job {
    Game(Errand),
    Consult(Consultation),
    Explain(Box<Puzzle>),
    Threats(Line),
}

impl Job {
    /// Does the job; the error says why it cannot be done here.
    fn run(&self, worker: &Worker, stop: &Arc<AtomicBool>) -> Result<String, String> {
        let done = match self {
            Job::Game(errand) => return errand.run(&worker.bench, &worker.networks, stop),
            Job::Consult(asked) => asked.run(&worker.bench, &worker.networks, stop),
            Job::Explain(puzzle) => puzzle.run(),
            Job::Threats(line) => threats_of(line),
        };
        done.map_err(|fail| fail.en)
    }
}

/// A question of a game in the form in which it travels: the stored game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Errand {
    task: Task,
    id: String,
    created: i64,
    setup: String,
    events: Vec<(i64, i64, String)>,
}

impl Errand {
    /// A hint for a game: only the board matters, however it arose.
    pub(crate) fn hint(table: &Table) -> String {
        let before = table.game.moves().iter().map(|made| point_of(made.mv)).collect();
        let setup = Setup { before, clock: None, ..table.setup.clone() };
        let (id, created) = (table.id.clone(), table.created);
        let setup = to_json(&setup);
        to_json(&Job::Game(Errand { task: Task::Hint, id, created, setup, events: Vec::new() }))
    }

    /// Does the job; the error says why it cannot be done here.
    fn run(&self, bench: &Bench, networks: &Networks, stop: &AtomicBool) -> Result<String, String> {
        let table = restore(&self.id, self.created, &self.setup, &self.events, networks)?;
        let game = &table.game;
        match self.task {
            Task::Judge => Ok(to_json(&judged(judge(game.position())))),
            Task::Hint => {
                best_move(&hint_question(&table), random_seed()).map(|hint| to_json(&hint)).map_err(|e| e.en)
            }
            Task::Move => {
                let side = table.acting();
                let name = table.seat(side).name();
                let key = format!("{} {side} {name}", self.id);
                let fresh = || Opponent::read(name, game.position().kind(), networks)?.player(random_seed());
                let mut player = bench.take(&key).map_or_else(fresh, Ok).map_err(|fail| fail.en)?;
                let event = ask(game, side, &mut *player, &limits_of(&table, name), stop);
                bench.put(key, player);
                Ok(to_json(&event))
            }
        }
    }
}

impl App {
    /// The question of a game after event `seq`, for a worker; `None` if the store does not answer.
    pub(crate) async fn errand(&self, id: &str, seq: i64, task: Task) -> Option<String> {
        let (created, setup) = self.store.game(id).await.ok()??;
        let mut events = self.store.events(id, 0).await.ok()?;
        events.retain(|(number, _, _)| *number <= seq);
        Some(to_json(&Job::Game(Errand { task, id: id.to_owned(), created, setup, events })))
    }
}

/// From the server to one place of the worker.
#[derive(Serialize, Deserialize)]
pub(crate) struct Order {
    pub place: usize,
    /// A question; `None` cancels the running one.
    pub ask: Option<String>,
}

/// From one place of the worker to the server.
#[derive(Serialize, Deserialize)]
pub(crate) struct Report {
    pub place: usize,
    /// `None` if it cannot be done here.
    pub answer: Option<String>,
}

/// Works until the process is asked to end; `told` is called when the server is found and when it is lost.
pub fn run_worker(config: WorkerConfig, told: impl Fn(bool)) -> Result<(), StartError> {
    let worker = Arc::new(Worker { bench: Bench::default(), networks: read_networks(&config.networks)? });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(StartError::Threads)?.block_on(async {
        tokio::select! {
            refused = keep_working(&config, &worker, told) => Err(refused),
            () = asked_to_end() => Ok(()),
        }
    })
}

/// What the searches of a worker share.
struct Worker {
    bench: Bench,
    networks: Networks,
}

/// Reconnects for ever; ends only if the server rejects this worker for good.
async fn keep_working(config: &WorkerConfig, worker: &Arc<Worker>, told: impl Fn(bool)) -> StartError {
    let mut wait = AGAIN.0;
    let mut found = None;
    loop {
        match connect(config).await {
            Ok(socket) => {
                told(true);
                found = Some(true);
                wait = AGAIN.0;
                serve(socket, worker).await;
            }
            Err(Error::Http(answer)) if matches!(answer.status().as_u16(), 401 | 404) => {
                return StartError::Refused { server: config.server.clone() };
            }
            Err(_) => {}
        }
        if found != Some(false) {
            told(false);
            found = Some(false);
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(AGAIN.1);
    }
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn connect(config: &WorkerConfig) -> Result<Socket, Error> {
    let url = format!("ws://{}/api/worker?threads={}", config.server, config.threads);
    let mut request = url.into_client_request()?;
    let token =
        HeaderValue::from_str(&format!("Bearer {}", config.token)).map_err(|_| Error::Utf8(String::new()))?;
    request.headers_mut().insert(header::AUTHORIZATION, token);
    Ok(tokio_tungstenite::connect_async(request).await?.0)
}

/// Answers questions until the connection ends; running searches are then stopped.
async fn serve(socket: Socket, worker: &Arc<Worker>) {
    let (mut out, mut incoming) = socket.split();
    let (done, mut reports) = mpsc::unbounded_channel::<Report>();
    let mut running: HashMap<usize, Arc<AtomicBool>> = HashMap::new();
    let mut beat = tokio::time::interval(BEAT);
    loop {
        let sent = tokio::select! {
            _ = beat.tick() => out.send(Message::Ping(Default::default())).await,
            Some(report) = reports.recv() => {
                running.remove(&report.place);
                out.send(Message::text(to_json(&report))).await
            }
            received = incoming.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    if let Ok(order) = serde_json::from_str::<Order>(&text) {
                        follow(order, worker, &mut running, &done);
                    }
                    Ok(())
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => Ok(()),
            },
        };
        if sent.is_err() {
            break;
        }
    }
    running.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
}

/// Starts or stops the search of a place.
fn follow(
    order: Order,
    worker: &Arc<Worker>,
    running: &mut HashMap<usize, Arc<AtomicBool>>,
    done: &mpsc::UnboundedSender<Report>,
) {
    let place = order.place;
    let Some(ask) = order.ask else {
        if let Some(stop) = running.get(&place) {
            stop.store(true, Ordering::Relaxed);
        }
        return;
    };
    let stop = Arc::new(AtomicBool::new(false));
    running.insert(place, Arc::clone(&stop));
    let (worker, done) = (Arc::clone(worker), done.clone());
    tokio::spawn(async move {
        let search = tokio::task::spawn_blocking(move || {
            let job: Job = serde_json::from_str(&ask).map_err(|e| e.to_string())?;
            job.run(&worker, &stop)
        });
        let answer = match search.await {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(why)) => {
                tracing::warn!("a question cannot be answered here: {why}");
                None
            }
            Err(panic) => {
                tracing::error!("an engine panicked: {panic}");
                None
            }
        };
        let _ = done.send(Report { place, answer });
    });
}
