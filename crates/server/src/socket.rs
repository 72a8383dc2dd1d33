//! One WebSocket connection: games watched, actions, analyses, all in JSON text frames.

use crate::act::Action;
use crate::analysis::{self, Analyses, Listener};
use crate::app::App;
use crate::connections::ConnectionPermit;
use crate::door::drained;
use crate::error::{Answer, Code, Fail};
use crate::identity::Who;
use crate::limits::Bucket;
use crate::room::Outbox;
use crate::time::now_ms;
use crate::view::to_json;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use heibai_table::message::{Ask, Doing, Frame, PositionReply, analyst, error_message, number_of};
use serde::Serialize;
use serde_json::json;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tracing::Instrument;

/// The most messages queued for a client.
const WAITING: usize = 256;
/// A connection is closed after this many unreadable messages.
const NONSENSE: u32 = 8;
/// A connection is closed after this many refusals by rate limit.
const HASTE: u32 = 100;
/// The most games that one connection may watch.
const WATCHED: usize = 200;
const PING: Duration = Duration::from_secs(20);
/// A client that has been silent for this long is gone.
const SILENCE: Duration = Duration::from_secs(60);
/// If a frame cannot be written for this long, nobody reads.
const STUCK: Duration = Duration::from_secs(10);
/// How long a client has to close its side of a connection that the server ends.
const FAREWELL: Duration = Duration::from_secs(2);
/// Small buffers: most connections are idle most of the time.
const BUFFER: usize = 2048;

/// Opens the socket; people with too many connections are refused.
pub(crate) async fn open(
    State(app): State<App>,
    who: Who,
    place: ConnectionPermit,
    upgrade: WebSocketUpgrade,
) -> Response {
    let limits = app.limits.clone();
    let span = tracing::Span::current();
    upgrade
        .max_message_size(limits.message)
        .max_frame_size(limits.message)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(8 << 20)
        .on_upgrade(move |socket| {
            let connection = Connection::new(app, who);
            let served = async move {
                connection.run(socket).await;
                drop(place);
            };
            // Log lines name the request that opened the socket.
            served.instrument(span)
        })
}

struct Connection {
    app: App,
    who: Who,
    outbox: Outbox,
    messages: mpsc::Receiver<Utf8Bytes>,
    watched: HashSet<String>,
    analyses: Analyses,
    bucket: Bucket,
    nonsense: u32,
    haste: u32,
}

/// Why a connection ends, as a close code and a word.
type CloseReason = (u16, &'static str);

impl Connection {
    fn new(app: App, who: Who) -> Connection {
        let (queue, messages) = mpsc::channel(WAITING);
        let outbox = Outbox { connection: app.next_connection(), queue, slow: Arc::default() };
        let bucket = Bucket::new(app.limits.messages, Instant::now());
        let analyses = Analyses::new(app.limits.analyses);
        let watched = HashSet::new();
        Connection { app, who, outbox, messages, watched, analyses, bucket, nonsense: 0, haste: 0 }
    }

    async fn run(mut self, mut socket: WebSocket) {
        // Held to the end: the server waits at shutdown until the last message is sent.
        let mut drain = self.app.drain.follow();
        let end = self.serve(&mut socket, &mut drain).await;
        self.analyses.stop_all();
        for game in &self.watched {
            self.app.leave(game, self.outbox.connection).await;
        }
        if let Some((code, reason)) = end {
            let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
            closed(&mut socket, close).await;
        }
    }

    async fn serve(
        &mut self,
        socket: &mut WebSocket,
        drain: &mut watch::Receiver<bool>,
    ) -> Option<CloseReason> {
        let mut ping = tokio::time::interval(PING);
        ping.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        ping.tick().await;
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = self.messages.recv() => {
                    let message = Message::Text(message?);
                    if !sent(socket, message).await {
                        return None;
                    }
                    if self.outbox.slow.load(Ordering::Relaxed) && self.messages.is_empty() {
                        return Some((1013, "too slow"));
                    }
                }
                received = socket.recv() => {
                    heard = Instant::now();
                    match received {
                        Some(Ok(Message::Text(text))) => {
                            if let Some(end) = self.receive(&text).await {
                                return Some(end);
                            }
                        }
                        Some(Ok(Message::Binary(_))) => {
                            if let Some(end) = self.count_nonsense() {
                                return Some(end);
                            }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                            if self.admit().is_err() && let Some(end) = self.flood() {
                                return Some(end);
                            }
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    }
                }
                // Acknowledgements are already queued and are sent first.
                () = drained(drain), if self.messages.is_empty() => return Some((1012, "restarting")),
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE || !sent(socket, Message::Ping(Default::default())).await {
                        return None;
                    }
                }
            }
        }
    }

    /// Counts a frame of any kind; the error is how much too early it came.
    fn admit(&mut self) -> Result<(), Duration> {
        let taken = self.bucket.take(self.app.limits.messages, Instant::now());
        self.haste += u32::from(taken.is_err());
        taken
    }

    fn flood(&self) -> Option<CloseReason> {
        (self.haste >= HASTE).then_some((1008, "flood"))
    }

    fn count_nonsense(&mut self) -> Option<CloseReason> {
        self.nonsense += 1;
        (self.nonsense >= NONSENSE).then_some((1008, "unreadable messages"))
    }

    fn reply(&self, value: &impl Serialize) {
        self.outbox.send(Utf8Bytes::from(to_json(value)));
    }

    async fn receive(&mut self, text: &str) -> Option<CloseReason> {
        self.app.metrics.messages.fetch_add(1, Ordering::Relaxed);
        if self.app.admits(&self.who.id).is_err() {
            return Some((1008, "banned"));
        }
        let in_time = self.admit().map_err(|wait| Fail::retry(wait.as_millis() as u64 + 1));
        // More connections do not give an address more messages.
        let address = self.who.address.map(|address| address.to_string()).unwrap_or_default();
        if let Err(fail) = in_time.and_then(|()| self.app.asked.take(&address)) {
            self.reply(&error_message(number_of(text), &fail));
            return self.flood();
        }
        let frame = match Frame::read(text) {
            Ok(frame) => frame,
            Err(refusal) => {
                self.reply(&refusal);
                return self.count_nonsense();
            }
        };
        let re = frame.re;
        if let Err(fail) = self.answer(frame).await {
            self.reply(&error_message(re, &fail));
        }
        None
    }

    async fn answer(&mut self, frame: Frame) -> Answer<()> {
        let re = frame.re;
        match frame.ask {
            Ask::Ping {} => self.reply(&json!({ "type": "pong", "re": re, "now": now_ms() })),
            Ask::Watch { game } => {
                if self.watched.len() >= WATCHED && !self.watched.contains(&game) {
                    return Err(Fail::because(Code::TooMany, heibai_words::server::watched_games()));
                }
                let view = self.app.watch(&game, &self.who, &self.outbox).await?;
                self.watched.insert(game);
                self.reply(&json!({ "type": "game", "re": re, "game": view }));
            }
            Ask::Leave { game } => {
                if self.watched.remove(&game) {
                    self.app.leave(&game, self.outbox.connection).await;
                }
            }
            Ask::Act { game, action: Action::Hint {} } => self.spawn_hint(re, game),
            Ask::Act { game, action } => {
                let acted = self.app.act(&game, &self.who, &action).await?;
                let done = acted.done;
                self.reply(&Doing::done(re, done.seq, done.ply));
            }
            Ask::Say { game, text } => {
                self.app.say(&game, &self.who, &text).await?;
                self.reply(&json!({ "type": "done", "re": re }));
            }
            Ask::Position { of } => {
                let reply = self.app.at_leisure(&self.who, move || PositionReply::new(re, &of)).await?;
                self.reply(&reply);
            }
            Ask::Analyse { of, ms, player, lines } => {
                let player = analyst(player.as_deref(), &of, &self.app.networks)?;
                self.app.check_fair_line(&self.who.id, &of).await?;
                let task = analysis::AnalysisTask::new(&of, ms, player, lines)?;
                self.app.work.admit(&self.who.id, self.app.limits.waiting)?;
                let stop = self.analyses.begin(re)?;
                analysis::run(self.listener(re, stop), task);
            }
            Ask::Review { of, ms_per_move, player, stored } => {
                let player = analyst(player.as_deref(), &of, &self.app.networks)?;
                self.app.check_fair_line(&self.who.id, &of).await?;
                let task = analysis::ReviewTask::new(&of, ms_per_move, player)?;
                if !stored {
                    self.app.work.admit(&self.who.id, self.app.limits.waiting)?;
                }
                let stop = self.analyses.begin(re)?;
                analysis::review(self.listener(re, stop), task, stored);
            }
            Ask::Teach { of, ms_per_move, threats } => {
                let lesson = if threats { analysis::Lesson::Threats } else { analysis::Lesson::LastMove };
                let player = analyst(None, &of, &self.app.networks)?;
                self.app.check_fair_line(&self.who.id, &of).await?;
                let task = analysis::ReviewTask::of_last_move(&of, ms_per_move, player)?;
                self.app.work.admit(&self.who.id, self.app.limits.waiting)?;
                let stop = self.analyses.begin(re)?;
                analysis::teach(self.listener(re, stop), task, lesson);
            }
            Ask::Stop {} => self.analyses.stop(re),
        }
        Ok(())
    }

    fn listener(&self, re: Option<u64>, stop: Arc<AtomicBool>) -> Listener {
        Listener { app: self.app.clone(), client: self.who.id.clone(), outbox: self.outbox.clone(), re, stop }
    }

    /// A hint takes engine time; the connection continues meanwhile.
    fn spawn_hint(&self, re: Option<u64>, game: String) {
        let (app, who, outbox) = (self.app.clone(), self.who.clone(), self.outbox.clone());
        tokio::spawn(async move {
            let message = match app.act(&game, &who, &Action::Hint {}).await {
                Ok(acted) => json!({
                    "type": "done", "re": re, "seq": acted.done.seq, "ply": acted.done.ply, "hint": acted.hint,
                }),
                Err(fail) => error_message(re, &fail),
            };
            outbox.send(Utf8Bytes::from(to_json(&message)));
        });
    }
}

async fn sent(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(STUCK, socket.send(message)).await, Ok(Ok(())))
}

/// Closes the connection, and discards what the client still sends until it has closed its side too: closing with
/// unread bytes resets the connection, and the client would lose the last messages.
async fn closed(socket: &mut WebSocket, close: Message) {
    if sent(socket, close).await {
        let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = tokio::time::timeout(FAREWELL, rest).await;
    }
}
