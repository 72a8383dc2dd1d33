//! Workers, which are other processes that search for this server: each place of a worker takes one question at a
//! time. The questions of a lost worker go to the others, or to the server's own threads if it was the last.

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::owner::Owner;
use crate::rest::Params;
use crate::serve::Peer;
use crate::view::to_json;
use crate::work::{Counter, Taken};
use crate::worker::{Order, Report};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::mpsc;

/// The most places of one worker.
const MOST_PLACES: usize = 256;
/// A worker that is silent for this long is lost. It reports every second.
const SILENCE: Duration = Duration::from_secs(15);
/// How often to check whether a running question is still wanted.
const LOOK: Duration = Duration::from_millis(50);
/// The longest answer of a worker in bytes.
const LONGEST: usize = 1 << 20;

/// All workers of this server.
#[derive(Default)]
pub(crate) struct Crew {
    workers: Mutex<BTreeMap<u64, Arc<Standing>>>,
}

/// The state of one worker.
struct Standing {
    address: String,
    places: usize,
    running: AtomicU64,
    done: AtomicU64,
    gone: AtomicBool,
}

impl Crew {
    fn workers(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Standing>>> {
        self.workers.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[derive(Deserialize)]
pub(crate) struct Hired {
    threads: usize,
}

/// Accepts a worker that has the owner's token.
pub(crate) async fn open(
    _: Owner,
    State(app): State<App>,
    Extension(Peer(peer)): Extension<Peer>,
    Params(Hired { threads }): Params<Hired>,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    if threads == 0 || threads > MOST_PLACES {
        return Err(Fail::because(Code::BadRequest, heibai_words::server::worker_places(MOST_PLACES)));
    }
    let standing = Standing {
        address: peer.to_string(),
        places: threads,
        running: AtomicU64::new(0),
        done: AtomicU64::new(0),
        gone: AtomicBool::new(false),
    };
    Ok(upgrade.max_message_size(LONGEST).on_upgrade(move |socket| employ(app, socket, Arc::new(standing))))
}

/// The owner's list of workers.
pub(crate) async fn list(_: Owner, State(app): State<App>) -> Json<Value> {
    let workers = app.crew.workers();
    let view = |worker: &Arc<Standing>| {
        json!({
            "address": worker.address,
            "places": worker.places,
            "running": worker.running.load(Ordering::Relaxed),
            "done": worker.done.load(Ordering::Relaxed),
        })
    };
    Json(json!({ "workers": workers.values().map(view).collect::<Vec<_>>() }))
}

/// Gives a worker questions until it is lost.
async fn employ(app: App, socket: WebSocket, standing: Arc<Standing>) {
    let number = app.next_connection();
    let counter = app.work.counter();
    let (orders, waiting) = mpsc::unbounded_channel();
    let mut reports = Vec::new();
    for place in 0..standing.places {
        let (told, heard) = channel();
        let (standing, counter, orders) = (Arc::clone(&standing), counter.clone(), orders.clone());
        let run = move || serve_place(place, &standing, &counter, &orders, &heard);
        match std::thread::Builder::new().name(format!("place-{place}")).spawn(run) {
            Ok(_) => reports.push(told),
            Err(e) => {
                tracing::error!("a place of a worker could not be started: {e}");
                break;
            }
        }
    }
    let places = reports.len() as isize;
    app.crew.workers().insert(number, Arc::clone(&standing));
    counter.change_places(places);
    tracing::info!("a worker with {places} places came from {}", standing.address);
    talk(&app, socket, waiting, &reports).await;
    standing.gone.store(true, Ordering::Relaxed);
    app.crew.workers().remove(&number);
    drop(reports);
    counter.change_places(-places);
    tracing::warn!("the worker from {} is gone", standing.address);
}

/// Sends orders to a worker and receives its reports.
async fn talk(
    app: &App,
    mut socket: WebSocket,
    mut orders: mpsc::UnboundedReceiver<Order>,
    reports: &[Sender<Report>],
) {
    let mut drain = app.drain.follow();
    loop {
        tokio::select! {
            Some(order) = orders.recv() => {
                if socket.send(Message::text(to_json(&order))).await.is_err() {
                    return;
                }
            }
            received = tokio::time::timeout(SILENCE, socket.recv()) => match received {
                Ok(Some(Ok(Message::Text(text)))) => {
                    let Ok(report) = serde_json::from_str::<Report>(&text) else { return };
                    let Some(place) = reports.get(report.place) else { return };
                    let _ = place.send(report);
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                _ => return,
            },
            () = crate::door::drained(&mut drain) => return,
        }
    }
}

/// One place of a worker: takes a question, waits for its answer, repeats.
fn serve_place(
    place: usize,
    standing: &Standing,
    counter: &Counter,
    orders: &mpsc::UnboundedSender<Order>,
    reports: &Receiver<Report>,
) {
    while let Some(taken) = counter.take(&standing.gone) {
        standing.running.fetch_add(1, Ordering::Relaxed);
        let answered = ask_worker(place, &taken, orders, reports);
        standing.running.fetch_sub(1, Ordering::Relaxed);
        match answered {
            // Dropped without an answer, it goes to others.
            None => return,
            Some(answer) => {
                standing.done.fetch_add(1, Ordering::Relaxed);
                taken.answer(answer.as_deref().unwrap_or_default());
            }
        }
    }
}

/// The worker's answer; `None` if it is lost.
fn ask_worker(
    place: usize,
    taken: &Taken,
    orders: &mpsc::UnboundedSender<Order>,
    reports: &Receiver<Report>,
) -> Option<Option<String>> {
    let errand = taken.errand()?;
    orders.send(Order { place, ask: Some(errand.question.clone()) }).ok()?;
    let mut stopped = false;
    loop {
        match reports.recv_timeout(LOOK) {
            Ok(report) => return Some(report.answer),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                if !stopped && errand.stop.load(Ordering::Relaxed) {
                    stopped = true;
                    orders.send(Order { place, ask: None }).ok()?;
                }
            }
        }
    }
}
