//! One WebSocket connection: games watched, actions, analyses, all in JSON text frames.

use crate::act::Action;
use crate::analysis::{self, Analyses};
use crate::app::App;
use crate::door::drained;
use crate::error::{Answer, Code, Fail};
use crate::identity::Who;
use crate::limits::Bucket;
use crate::line::{Line, PositionAnswer};
use crate::opponent::Opponent;
use crate::room::Outbox;
use crate::time::now_ms;
use crate::view::to_json;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use heibai_engines::Level;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tracing::Instrument;

/// Messages that wait for a client at most.
const WAITING: usize = 256;
/// Unreadable messages after which a connection is closed.
const NONSENSE: u32 = 8;
/// Refusals for haste after which a connection is closed.
const HASTE: u32 = 100;
/// Games that one connection may watch.
const WATCHED: usize = 200;
const PING: Duration = Duration::from_secs(20);
/// A client that has not said or answered anything for this long is gone.
const SILENCE: Duration = Duration::from_secs(60);
/// A frame that cannot be written for this long has no reader.
const STUCK: Duration = Duration::from_secs(10);
/// Small buffers: most connections wait most of the time.
const BUFFER: usize = 2048;

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Ask {
    Watch {
        game: String,
    },
    Leave {
        game: String,
    },
    Act {
        game: String,
        #[serde(flatten)]
        action: Action,
    },
    Say {
        game: String,
        text: String,
    },
    Analyse {
        of: Line,
        ms: Option<u64>,
        player: Option<String>,
        lines: Option<usize>,
    },
    Review {
        of: Line,
        ms_per_move: Option<u64>,
        player: Option<String>,
    },
    /// What the last move of a game was worth, or what threatens after it.
    Teach {
        of: Line,
        ms_per_move: Option<u64>,
        #[serde(default)]
        threats: bool,
    },
    Stop {},
    Position {
        of: Line,
    },
    Ping {},
}

#[derive(Deserialize)]
struct Frame {
    re: Option<u64>,
    #[serde(flatten)]
    ask: Ask,
}

/// Opens the socket for whoever asks; people beyond their share of connections are refused.
pub(crate) async fn open(State(app): State<App>, who: Who, upgrade: WebSocketUpgrade) -> Answer<Response> {
    let place = ConnectionPermit::take(&app, &who.id)?;
    let limits = app.limits.clone();
    let span = tracing::Span::current();
    Ok(upgrade
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
            // Lines of the log name the request that opened the socket.
            served.instrument(span)
        }))
}

/// One of the connections that a person may have; given back when dropped.
struct ConnectionPermit {
    app: App,
    player: String,
}

impl ConnectionPermit {
    fn take(app: &App, player: &str) -> Answer<ConnectionPermit> {
        let mut open = app.connections.lock().unwrap_or_else(|p| p.into_inner());
        let count = open.entry(player.to_owned()).or_default();
        // Spectators without a cookie share one name; their number is limited by the accept loop.
        if *count >= app.limits.connections && !player.is_empty() {
            return Err(Fail::because(Code::TooMany, heibai_words::server::connections()));
        }
        *count += 1;
        Ok(ConnectionPermit { app: app.clone(), player: player.to_owned() })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.app.connections.lock().unwrap_or_else(|p| p.into_inner());
        if let Some(count) = open.get_mut(&self.player) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.player);
            }
        }
    }
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
type End = (u16, &'static str);

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
        if let Some((code, reason)) = self.serve(&mut socket).await {
            let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
            let _ = tokio::time::timeout(STUCK, socket.send(close)).await;
        }
        self.analyses.stop_all();
        for game in &self.watched {
            self.app.leave(game, self.outbox.connection).await;
        }
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Option<End> {
        let mut drain = self.app.drain.follow();
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
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    }
                }
                // What was acknowledged has been queued before: it is sent first.
                () = drained(&mut drain), if self.messages.is_empty() => return Some((1012, "restarting")),
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE || !sent(socket, Message::Ping(Default::default())).await {
                        return None;
                    }
                }
            }
        }
    }

    fn count_nonsense(&mut self) -> Option<End> {
        self.nonsense += 1;
        (self.nonsense >= NONSENSE).then_some((1008, "unreadable messages"))
    }

    fn reply(&self, value: &impl Serialize) {
        self.outbox.send(Utf8Bytes::from(to_json(value)));
    }

    async fn receive(&mut self, text: &str) -> Option<End> {
        self.app.metrics.messages.fetch_add(1, Ordering::Relaxed);
        if self.app.admits(&self.who.id).is_err() {
            return Some((1008, "banned"));
        }
        if let Err(wait) = self.bucket.take(self.app.limits.messages, Instant::now()) {
            self.haste += 1;
            let fail = Fail::retry(wait.as_millis() as u64 + 1);
            let re = serde_json::from_str::<OnlyRe>(text).ok().and_then(|m| m.re);
            self.reply(&error_message(re, &fail));
            return (self.haste >= HASTE).then_some((1008, "flood"));
        }
        let frame: Frame = match serde_json::from_str(text) {
            Ok(frame) => frame,
            Err(e) => {
                let re = serde_json::from_str::<OnlyRe>(text).ok().and_then(|m| m.re);
                self.reply(&error_message(
                    re,
                    &Fail::because(Code::BadRequest, heibai_words::server::unreadable(&e.to_string())),
                ));
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
                self.reply(&Doing { kind: "done", re, seq: done.seq, ply: done.ply });
            }
            Ask::Say { game, text } => {
                self.app.say(&game, &self.who, &text).await?;
                self.reply(&json!({ "type": "done", "re": re }));
            }
            Ask::Position { of } => {
                let answer = of.view()?;
                self.reply(&PositionReply { kind: "position", re, answer });
            }
            Ask::Analyse { of, ms, player, lines } => {
                let player = self.opponent(player, &of)?;
                self.app.check_fair_line(&self.who.id, &of).await?;
                let task = analysis::AnalysisTask::new(&of, ms, player, lines)?;
                self.app.work.admit(self.app.limits.waiting)?;
                let stop = self.analyses.begin(re)?;
                analysis::run(self.app.clone(), self.who.id.clone(), self.outbox.clone(), re, task, stop);
            }
            Ask::Review { of, ms_per_move, player } => {
                let player = self.opponent(player, &of)?;
                self.app.check_fair_line(&self.who.id, &of).await?;
                let task = analysis::ReviewTask::new(&of, ms_per_move, player)?;
                self.app.work.admit(self.app.limits.waiting)?;
                let stop = self.analyses.begin(re)?;
                analysis::review(self.app.clone(), self.who.id.clone(), self.outbox.clone(), re, task, stop);
            }
            Ask::Teach { of, ms_per_move, threats } => {
                let lesson = if threats { analysis::Lesson::Threats } else { analysis::Lesson::LastMove };
                let player = self.opponent(None, &of)?;
                self.app.check_fair_line(&self.who.id, &of).await?;
                let task = analysis::ReviewTask::new(&of, ms_per_move, player)?;
                self.app.work.admit(self.app.limits.waiting)?;
                let stop = self.analyses.begin(re)?;
                let (app, who, outbox) = (self.app.clone(), self.who.id.clone(), self.outbox.clone());
                analysis::teach(app, who, outbox, re, (task, lesson), stop);
            }
            Ask::Stop {} => self.analyses.stop(re),
        }
        Ok(())
    }

    /// Who is to analyse: the strongest unless the client asks for another.
    fn opponent(&self, name: Option<String>, of: &Line) -> Answer<Opponent> {
        match name {
            Some(name) => Opponent::read(&name, of.kind.into(), &self.app.networks),
            None => Ok(Opponent::level(Level::Best, of.kind.into())),
        }
    }

    /// A hint takes an engine's time; the connection goes on meanwhile.
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

#[derive(Deserialize)]
struct OnlyRe {
    re: Option<u64>,
}

#[derive(Serialize)]
struct Doing {
    #[serde(rename = "type")]
    kind: &'static str,
    re: Option<u64>,
    seq: i64,
    ply: usize,
}

#[derive(Serialize)]
struct PositionReply {
    #[serde(rename = "type")]
    kind: &'static str,
    re: Option<u64>,
    #[serde(flatten)]
    answer: PositionAnswer,
}

pub(crate) fn error_message(re: Option<u64>, fail: &Fail) -> serde_json::Value {
    json!({ "type": "error", "re": re, "error": fail })
}

async fn sent(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(STUCK, socket.send(message)).await, Ok(Ok(())))
}
