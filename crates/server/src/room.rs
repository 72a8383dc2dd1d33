//! A game with its watchers: events are stored first, then sent to everybody.

use crate::app::App;
use crate::engine;
use crate::error::{Answer, Code, Fail};
use crate::event::Event;
use crate::store::{Append, CLOSED, NotWritten, Stored};
use crate::table::{Effect, Table};
use crate::time::{now_ms, without};
use crate::view::to_json;
use axum::extract::ws::Utf8Bytes;
use heibai_table::engine::is_due;
use heibai_table::rows::summary;
use heibai_table::stored::{replay, restore};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};

/// The queue of messages to a connection.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub connection: u64,
    pub queue: mpsc::Sender<Utf8Bytes>,
    /// Set if the client reads too slowly; it is then disconnected, and reconnects to the current state.
    pub slow: Arc<AtomicBool>,
}

impl Outbox {
    pub(crate) fn send(&self, message: Utf8Bytes) {
        if self.queue.try_send(message).is_err() {
            self.slow.store(true, Ordering::Relaxed);
        }
    }
}

pub(crate) struct Watcher {
    pub player: String,
    pub outbox: Outbox,
}

pub(crate) struct Room {
    pub id: String,
    pub seated: Arc<Mutex<Seated>>,
}

/// A locked table.
pub(crate) type Held = (Arc<Room>, OwnedMutexGuard<Seated>);

pub(crate) struct Seated {
    pub table: Table,
    pub watchers: Vec<Watcher>,
    /// Stops the engine that thinks for this game.
    pub engine: Option<Arc<AtomicBool>>,
    /// Set if the store could not be followed, or the owner closed the game: this is no longer the room of its game,
    /// and nothing happens in it.
    pub given_up: bool,
}

/// Where a game stands after an accepted action.
#[derive(Clone, Copy, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Done {
    pub seq: i64,
    pub ply: usize,
}

impl Seated {
    pub(crate) fn done(&self) -> Done {
        Done { seq: self.table.seq, ply: self.table.game.moves().len() }
    }

    pub(crate) fn tell(&mut self, message: &Utf8Bytes) {
        self.watchers.retain(|watcher| {
            watcher.outbox.send(message.clone());
            !watcher.outbox.queue.is_closed()
        });
    }

    pub(crate) fn announce(&mut self, effect: Effect) {
        if self.watchers.is_empty() {
            return;
        }
        let message = Utf8Bytes::from(self.table.announce(effect, now_ms()));
        self.tell(&message);
    }

    /// Sends watchers something that is not stored.
    pub(crate) fn announce_passing(&mut self, what: &'static str, seats: bool) {
        self.announce(Effect::Changed { what, by: None, moves: false, seats });
    }

    /// Updates who is connected and notifies watchers of a change.
    pub(crate) fn renew_online(&mut self) {
        let online = [0, 1].map(|seat: usize| {
            let holder = self.table.seats[seat].holder();
            holder.is_some_and(|id| self.watchers.iter().any(|w| w.player == id))
        });
        if online != self.table.online {
            self.table.online = online;
            self.announce_passing("online", true);
        }
    }

    /// Disconnects all watchers; they reconnect to what is stored.
    pub(crate) fn give_up(&mut self) {
        self.given_up = true;
        self.stop_engine();
        for watcher in self.watchers.drain(..) {
            watcher.outbox.slow.store(true, Ordering::Relaxed);
            watcher.outbox.send(Utf8Bytes::from_static("{\"type\":\"lost\"}"));
        }
    }

    /// Releases an engine that this process does not ask after all, or that has finished.
    pub(crate) fn let_go(&mut self, engine: &Arc<AtomicBool>) {
        if self.engine.as_ref().is_some_and(|other| Arc::ptr_eq(other, engine)) {
            self.engine = None;
        }
    }

    fn stop_engine(&mut self) {
        if let Some(stop) = self.engine.take() {
            stop.store(true, Ordering::Relaxed);
        }
        self.table.thinking = None;
        self.table.queue = None;
    }
}

/// Why an event was not stored.
pub(crate) enum NotStored {
    /// Another process was faster, and the table now shows its event; or the room was given up.
    Overtaken,
    Refused(Fail),
}

impl From<Fail> for NotStored {
    fn from(fail: Fail) -> NotStored {
        NotStored::Refused(fail)
    }
}

impl App {
    /// Applies an event, stores it, and only then sends it. The caller holds the lock, so nobody sees the state in
    /// between. If storing fails, the table is reset to what the store holds.
    pub(crate) async fn commit(
        &self,
        room: &Arc<Room>,
        seated: &mut Seated,
        event: Event,
    ) -> Result<Done, NotStored> {
        self.has_space()?;
        if seated.given_up {
            return Err(NotStored::Overtaken);
        }
        let table = &mut seated.table;
        let at = now_ms().max(table.last_at);
        let (before, was_over) = (table.seq, table.is_over());
        let body = to_json(&event);
        let seats_change = matches!(event, Event::Join { .. } | Event::Choose { .. });
        let effect = table.apply(event, at)?;
        let summary = (seats_change || table.is_over() != was_over).then(|| summary(table));
        let moves = table.game.moves().len() as i64;
        let append = Append { game: room.id.clone(), seq: table.seq, at, body, moves, summary };
        match self.store.append(append).await {
            Ok(Stored::Yes) => {
                seated.stop_engine();
                seated.announce(effect);
                self.go_on(room, seated);
                Ok(seated.done())
            }
            Ok(Stored::Overtaken) => {
                self.rebuild(room, seated, before).await?;
                Err(NotStored::Overtaken)
            }
            Err(why) => {
                if why != NotWritten::Closing {
                    tracing::error!("event {} of game {} was not stored", before + 1, room.id);
                    self.metrics.not_stored.fetch_add(1, Ordering::Relaxed);
                }
                if self.rebuild(room, seated, before).await.is_err() {
                    self.forget(room, seated);
                }
                Err(NotStored::Refused(match why {
                    NotWritten::DiskFull => Code::NoSpace.into(),
                    NotWritten::Failed => Code::Internal.into(),
                    NotWritten::Closing => Code::Restarting.into(),
                }))
            }
        }
    }

    /// Retries later what the server itself could not store (a clock's end, an engine's move); if the server is
    /// shutting down, the next one does it.
    pub(crate) fn try_later(&self, seated: &mut Seated, what: &str, fail: &Fail) {
        seated.stop_engine();
        if fail.code != Code::Restarting {
            tracing::error!("{what} of game {} could not be stored: {}", seated.table.id, fail.en);
            self.timers.at(now_ms() + AGAIN_MS, &seated.table.id);
        }
    }

    /// Ends a game without a result, for the owner of the server.
    pub(crate) async fn close_game(&self, id: &str) -> Answer<()> {
        self.store.game(id).await?.ok_or(Code::NotFound)?;
        if self.store.set_aside(id, CLOSED, now_ms()).await? {
            self.set_aside.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(room) = self.loaded(id) {
            self.forget(&room, &mut *room.seated.lock().await);
        }
        Ok(())
    }

    /// What follows from the state: clocks run, engines think, stones are judged, bots are notified.
    pub(crate) fn go_on(&self, room: &Arc<Room>, seated: &mut Seated) {
        if let Some(deadline) = seated.table.deadline() {
            self.timers.at(deadline, &room.id);
        }
        engine::go_on(self, room, seated);
        self.tell_bots(&seated.table);
    }

    /// Applies what other processes have stored since.
    pub(crate) async fn catch_up(&self, room: &Arc<Room>, seated: &mut Seated) -> Answer<()> {
        let news = self.store.events(&room.id, seated.table.seq).await?;
        if news.is_empty() {
            return Ok(());
        }
        seated.stop_engine();
        for (seq, at, body) in news {
            let effect = replay(&mut seated.table, seq, at, &body)
                .map_err(|why| Fail::internal(format_args!("game {}: {why}", room.id)))?;
            seated.announce(effect);
        }
        if let Some(deadline) = seated.table.deadline() {
            self.timers.at(deadline, &room.id);
        }
        self.tell_bots(&seated.table);
        if is_due(&seated.table) {
            // The process that stored the last move asks the engine. If it dies before it claims the question, this
            // one does.
            self.timers.at(now_ms() + RESCUE_MS, &room.id);
        }
        Ok(())
    }

    /// Rebuilds the table from the store; watchers receive everything after `seq`.
    async fn rebuild(&self, room: &Arc<Room>, seated: &mut Seated, seq: i64) -> Answer<()> {
        let mut table = self.load(&room.id, Some(seq)).await?;
        table.online = seated.table.online;
        table.chat = std::mem::take(&mut seated.table.chat);
        seated.table = table;
        self.catch_up(room, seated).await
    }

    /// A table from the store, up to event `until`.
    pub(crate) async fn load(&self, id: &str, until: Option<i64>) -> Answer<Table> {
        let (created, setup) = self.store.game(id).await?.ok_or(Code::NotFound)?;
        if self.store.is_closed(id).await? {
            return Err(Code::SetAside.into());
        }
        let mut events = self.store.events(id, 0).await?;
        events.retain(|(seq, _, _)| until.is_none_or(|until| *seq <= until));
        match restore(id, created, &setup, &events, &self.networks) {
            Ok(mut table) => {
                table.turn_began = without(&self.downtimes, table.turn_began);
                Ok(table)
            }
            Err(why) => Err(self.set_aside(id, why).await),
        }
    }

    /// Marks and reports a stored game that cannot be restored; the server goes on without it.
    pub(crate) async fn set_aside(&self, id: &str, why: impl std::fmt::Display) -> Fail {
        tracing::error!("game {id} cannot be restored and is set aside: {why}");
        match self.store.set_aside(id, &why.to_string(), now_ms()).await {
            Ok(true) => drop(self.set_aside.fetch_add(1, Ordering::Relaxed)),
            Ok(false) => {}
            Err(error) => tracing::error!("game {id} could not be marked: {error}"),
        }
        Code::SetAside.into()
    }
}

/// How long another process may take to claim an engine's move before this one tries.
const RESCUE_MS: i64 = 3000;
/// Delay before something that could not be stored is retried.
pub(crate) const AGAIN_MS: i64 = 2000;
