//! The server's state, and access to a game: find it, watch it, act in it.

use crate::act::{Action, Decision, Member};
use crate::connections::Connections;
use crate::crew::Crew;
use crate::door::Drain;
use crate::error::{Answer, Code, Fail};
use crate::event::{Event, Setup};
use crate::identity::{Signer, Who, random_text};
use crate::limits::{Buckets, Limits};
use crate::metrics::Metrics;
use crate::nodes::Nodes;
use crate::offline::OfflinePage;
use crate::opponent::Networks;
use crate::owner::Decisions;
use crate::rest::answers;
use crate::room::{AGAIN_MS, Done, Held, NotStored, Outbox, Room, Seated, Watcher};
use crate::runs::Runs;
use crate::shares::Shares;
use crate::site::Site;
use crate::store::{NewGame, Store};
use crate::streams::Streams;
use crate::table::Table;
use crate::time::now_ms;
use crate::timers::Timers;
use crate::tournament::Tournaments;
use crate::wire::{GameView, Hint, Side};
use crate::work::{Bench, Work};
use crate::{engine, texts, view::to_json};
use heibai_games::{Color, Kind, Position};
use heibai_table::rows::summary;
use std::collections::HashMap;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;
use tokio::sync::Mutex as AsyncMutex;

/// The server, shared by all its tasks.
#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

pub(crate) struct Inner {
    pub limits: Limits,
    pub store: Store,
    pub signer: Signer,
    pub work: Work,
    pub bench: Bench,
    pub crew: Crew,
    pub networks: Networks,
    /// Stored games that could not be restored.
    pub set_aside: AtomicUsize,
    /// Whether the disk has too little space to store more.
    pub low_space: AtomicBool,
    /// The owner's decisions about guests, and the owner's token.
    pub decisions: Decisions,
    pub owner_token: Option<String>,
    pub metrics: Arc<Metrics>,
    pub drain: Drain,
    pub timers: Timers,
    pub streams: Streams,
    pub requests: Buckets,
    /// Rate limits of requests and messages by address.
    pub asked: Buckets,
    pub guests: Buckets,
    pub imports: Buckets,
    pub chat: Buckets,
    /// Whether open games are listed.
    pub lobby: bool,
    /// Large bodies and large answers in memory.
    pub bodies: Shares,
    pub answers: Shares,
    /// Limits how many files are imported at once.
    pub importing: tokio::sync::Semaphore,
    /// Limits how many records and lines of moves are processed at once.
    pub reading: Shares,
    /// Arena runs that guests may follow.
    pub runs: Runs,
    /// The page that works without a server.
    pub offline: OfflinePage,
    /// Tournaments started by guests.
    pub tournaments: Tournaments,
    pub connections: Connections,
    /// Times without a running server, before this one started.
    pub downtimes: Vec<(i64, i64)>,
    pub site: Site,
    /// The id of this process among those that share a database.
    pub process: String,
    pub nodes: Nodes,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    connection_count: AtomicU64,
    request_count: AtomicU64,
}

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

pub(crate) struct Parts {
    pub limits: Limits,
    pub store: Store,
    pub secret: String,
    pub timers: Timers,
    pub downtimes: Vec<(i64, i64)>,
    pub site: Site,
    pub process: String,
    pub networks: Networks,
    pub set_aside: usize,
    pub lobby: bool,
    pub watch: Vec<PathBuf>,
    pub offline: OfflinePage,
    pub owner_token: Option<String>,
}

/// The most events of one game that people may cause: undo and redo could go on for ever.
const MOST_EVENTS: i64 = 20_000;
/// Files that are imported at once; others wait.
const IMPORTS: usize = 2;
/// Large bodies in memory at once: with 4 MiB each, 64 MiB in all.
const BODIES: usize = 16;
const BODIES_OF_ONE_ADDRESS: usize = 4;
/// The largest setup of a game in bytes.
const LONGEST_SETUP: usize = 64 << 10;
/// Attempts at an action if other processes are faster.
const ATTEMPTS: usize = 3;

/// An answer to an action: where the game stands, and a hint if that was asked for.
#[derive(serde::Serialize, utoipa::ToSchema)]
pub(crate) struct Acted {
    #[serde(flatten)]
    pub done: Done,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub hint: Option<Hint>,
}

impl App {
    pub(crate) fn new(parts: Parts) -> App {
        let metrics = Arc::<Metrics>::default();
        let threads = parts.limits.threads.max(1);
        App(Arc::new(Inner {
            work: Work::start(parts.limits.threads, parts.limits.jobs, Arc::clone(&metrics)),
            decisions: Decisions::default(),
            owner_token: parts.owner_token,
            metrics,
            drain: Drain::new(),
            requests: Buckets::new(parts.limits.requests),
            asked: Buckets::new(parts.limits.address),
            guests: Buckets::new(parts.limits.guests),
            imports: Buckets::new(parts.limits.imports),
            chat: Buckets::new(parts.limits.chat),
            lobby: parts.lobby,
            bodies: Shares::new(BODIES, BODIES_OF_ONE_ADDRESS),
            answers: Shares::new(answers::OF_EVERYBODY, answers::OF_ONE_ADDRESS),
            importing: tokio::sync::Semaphore::new(IMPORTS),
            reading: Shares::new(threads, threads.div_ceil(2)),
            runs: Runs::new(parts.watch),
            offline: parts.offline,
            tournaments: Tournaments::default(),
            limits: parts.limits,
            store: parts.store,
            signer: Signer::new(&parts.secret, parts.site.is_secure()),
            bench: Bench::default(),
            crew: Crew::default(),
            networks: parts.networks,
            set_aside: AtomicUsize::new(parts.set_aside),
            low_space: AtomicBool::new(false),
            timers: parts.timers,
            streams: Streams::default(),
            connections: Connections::default(),
            downtimes: parts.downtimes,
            site: parts.site,
            nodes: Nodes::new(&parts.process),
            process: parts.process,
            rooms: Mutex::default(),
            connection_count: AtomicU64::new(0),
            request_count: AtomicU64::new(0),
        }))
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn next_connection(&self) -> u64 {
        self.connection_count.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn next_request(&self) -> u64 {
        self.request_count.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Processes a record or a line of moves, which may be long, on a blocking thread; only a few run at once.
    pub(crate) async fn at_leisure<T: Send + 'static>(
        &self,
        who: &Who,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let turn = self.reading.take(who.address).await;
        let done = tokio::task::spawn_blocking(work).await.map_err(Fail::internal)?;
        drop(turn);
        done
    }

    /// Whether the server is shutting down.
    pub(crate) fn is_draining(&self) -> bool {
        self.drain.begun()
    }

    /// Games in memory.
    pub(crate) fn room_count(&self) -> usize {
        self.rooms().len()
    }

    pub(crate) fn loaded(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    pub(crate) fn loaded_games(&self) -> Vec<String> {
        self.rooms().keys().cloned().collect()
    }

    /// Gives a room up: the next request for its game loads another one from the store. Its watchers reconnect to
    /// that one, and so does anybody who waits for this one's table.
    pub(crate) fn forget(&self, room: &Arc<Room>, seated: &mut Seated) {
        let mut rooms = self.rooms();
        if rooms.get(&room.id).is_some_and(|kept| Arc::ptr_eq(kept, room)) {
            rooms.remove(&room.id);
        }
        drop(rooms);
        seated.give_up();
        // Clocks and engines of the game continue in the other room.
        self.timers.at(now_ms() + AGAIN_MS, &room.id);
    }

    /// The table of a game including everything that any process has acknowledged, announced or not: a client whose
    /// next request goes to another process finds its own actions.
    pub(crate) async fn enter_current(&self, id: &str) -> Answer<Held> {
        let (room, mut seated) = self.enter(id).await?;
        if self.store.shared.is_some() {
            self.catch_up(&room, &mut seated).await?;
        }
        Ok((room, seated))
    }

    /// The table of a game, from memory or from the store. Very recent actions of other processes may be missing.
    pub(crate) async fn enter(&self, id: &str) -> Answer<Held> {
        loop {
            let room = self.room(id).await?;
            let seated = Arc::clone(&room.seated).lock_owned().await;
            // A room given up while others waited for it receives no events any more.
            if !seated.given_up {
                return Ok((room, seated));
            }
        }
    }

    async fn room(&self, id: &str) -> Answer<Arc<Room>> {
        if let Some(room) = self.loaded(id) {
            return Ok(room);
        }
        let table = self.load(id, None).await?;
        let (room, fresh) = self.keep(table);
        if fresh {
            let mut seated = room.seated.lock().await;
            if self.store.shared.is_some() {
                // Events that another process stored meanwhile were announced before this process listened for this
                // game.
                let caught_up = self.catch_up(&room, &mut seated).await;
                // An incomplete game would never continue by itself.
                caught_up.inspect_err(|_| self.forget(&room, &mut seated))?;
            }
            self.go_on(&room, &mut seated);
        }
        Ok(room)
    }

    /// Puts a table into a room, unless another task has just done so.
    fn keep(&self, table: Table) -> (Arc<Room>, bool) {
        let id = table.id.clone();
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(&id) {
            return (Arc::clone(room), false);
        }
        let seated = Seated { table, watchers: Vec::new(), engine: None, given_up: false };
        let room = Arc::new(Room { id: id.clone(), seated: Arc::new(AsyncMutex::new(seated)) });
        rooms.insert(id, Arc::clone(&room));
        (room, true)
    }

    /// Starts a game that was checked and set up.
    pub(crate) async fn create(&self, setup: Setup) -> Answer<Arc<Room>> {
        self.has_space()?;
        let open = self.store.open_games(&setup.maker).await?;
        if open >= i64::try_from(self.most_games(&setup.maker)).unwrap_or(i64::MAX) {
            return Err(Fail::because(Code::TooMany, heibai_words::server::open_games(open)));
        }
        let text = to_json(&setup);
        if text.len() > LONGEST_SETUP {
            return Err(Fail::because(Code::TooLarge, heibai_words::server::setup_bytes(text.len())));
        }
        let table = Table::new(random_text(12), now_ms(), setup)?;
        if Color::BOTH.into_iter().any(|side| table.seat(side).is_engine()) {
            self.work.admit(&table.setup.maker, self.limits.waiting)?;
        }
        let start = table.game.start();
        let kind: Kind = start.kind();
        self.store
            .create_game(&NewGame {
                id: table.id.clone(),
                kind: kind.name(),
                created: table.created,
                setup: text,
                attended: table.setup.clock.is_some() || table.is_show(),
                public: table.setup.public,
                maker: table.setup.maker.clone(),
                rules: texts::rules_name(&start.rules()),
                size: start.size() as i64,
                moves: table.game.moves().len() as i64,
                summary: summary(&table),
            })
            .await?;
        let (room, _) = self.keep(table);
        let mut seated = room.seated.lock().await;
        self.go_on(&room, &mut seated);
        drop(seated);
        Ok(room)
    }

    /// The game as `who` may see it.
    pub(crate) async fn view(&self, id: &str, who: &Who) -> Answer<GameView> {
        let (_, seated) = self.enter_current(id).await?;
        Ok(seated.table.view(&who.id, now_ms()))
    }

    /// Applies an action of `who`, if allowed. Returns after it is stored.
    pub(crate) async fn act(&self, id: &str, who: &Who, action: &Action) -> Answer<Acted> {
        let began = Instant::now();
        if matches!(action, Action::Hint {}) {
            // The table is not locked meanwhile, because other games are read.
            let game = self.enter(id).await?.1.table.game.clone();
            self.check_fair(&who.id, &game).await?;
        }
        let (room, mut seated) = self.enter(id).await?;
        for _ in 0..ATTEMPTS {
            let mut decided = seated.table.decide(&who.id, action, now_ms());
            if decided.is_err() && self.store.shared.is_some() {
                // Another process may have stored the event that makes it valid.
                self.catch_up(&room, &mut seated).await?;
                decided = seated.table.decide(&who.id, action, now_ms());
            }
            let event = match decided? {
                Decision::Store(event @ Event::Resign { .. }) => event,
                Decision::Store(_) if seated.table.seq >= MOST_EVENTS => {
                    return Err(Fail::because(Code::TooMany, heibai_words::server::game_events(MOST_EVENTS)));
                }
                Decision::Store(event) => event,
                Decision::Rematch => Event::Next { game: self.rematch(&who.id, &seated.table).await? },
                Decision::Already => return Ok(Acted { done: seated.done(), hint: None }),
                Decision::Hint => {
                    let done = seated.done();
                    let asked = engine::hint(self, &who.id, &seated.table)?;
                    drop(seated);
                    return Ok(Acted { done, hint: Some(asked.await?) });
                }
            };
            match self.commit(&room, &mut seated, event).await {
                Ok(done) => {
                    self.metrics.actions.add(began.elapsed());
                    return Ok(Acted { done, hint: None });
                }
                Err(NotStored::Overtaken) => {}
                Err(NotStored::Refused(fail)) => return Err(fail),
            }
        }
        Err(Code::Stale.into())
    }

    /// Gives an open seat to a holder of the invitation.
    pub(crate) async fn join(
        &self,
        id: &str,
        member: &Member,
        code: &str,
        side: Option<Side>,
    ) -> Answer<GameView> {
        let (room, mut seated) = self.enter_current(id).await?;
        if !seated.table.is_waiting() && seated.table.seats_of(&member.id).next().is_some() {
            // Opening an invitation again leads back to one's own seat.
            return Ok(seated.table.view(&member.id, now_ms()));
        }
        for _ in 0..ATTEMPTS {
            let event = seated.table.decide_join(member, code, side, self.lobby)?;
            match self.commit(&room, &mut seated, event).await {
                Ok(_) => {
                    seated.renew_online();
                    return Ok(seated.table.view(&member.id, now_ms()));
                }
                Err(NotStored::Overtaken) => {}
                Err(NotStored::Refused(fail)) => return Err(fail),
            }
        }
        Err(Code::Stale.into())
    }

    /// Sends a connection the current state, then everything that happens in a game.
    pub(crate) async fn watch(&self, id: &str, who: &Who, outbox: &Outbox) -> Answer<GameView> {
        let (room, mut seated) = self.enter_current(id).await?;
        if self.store.shared.is_some() {
            // The process that should ask an engine may be gone.
            engine::go_on(self, &room, &mut seated);
        }
        seated.watchers.retain(|w| w.outbox.connection != outbox.connection);
        // The newcomer's state already includes them; the others are notified.
        let watcher = Watcher { player: who.id.clone(), outbox: outbox.clone() };
        if !who.id.is_empty() {
            for side in seated.table.seats_of(&who.id).collect::<Vec<_>>() {
                let seat = seated.table.game.seat(side).index();
                if !std::mem::replace(&mut seated.table.online[seat], true) {
                    seated.announce_passing("online", true);
                }
            }
        }
        seated.watchers.push(watcher);
        Ok(seated.table.view(&who.id, now_ms()))
    }

    pub(crate) async fn leave(&self, id: &str, connection: u64) {
        if let Some(room) = self.loaded(id) {
            let mut seated = room.seated.lock().await;
            seated.watchers.retain(|w| w.outbox.connection != connection);
            seated.renew_online();
        }
    }

    /// A timer fired: a clock may have run out, or an engine's move is overdue.
    pub(crate) async fn look_at(&self, id: &str) {
        let (room, mut seated) = match self.enter_current(id).await {
            Ok(held) => held,
            Err(fail) => {
                // The store may answer later, and no other process may look after the game.
                if !matches!(fail.code, Code::NotFound | Code::SetAside) {
                    self.timers.at(now_ms() + AGAIN_MS, id);
                }
                return;
            }
        };
        let out = seated.table.deadline().is_some_and(|deadline| now_ms() >= deadline);
        if out {
            let event = Event::Timeout { side: seated.table.acting().into() };
            if let Err(NotStored::Refused(fail)) = self.commit(&room, &mut seated, event).await {
                self.try_later(&mut seated, "the clock's end", &fail);
            }
        } else {
            engine::go_on(self, &room, &mut seated);
        }
    }

    /// Drops games from memory that nobody watches and that do not continue by themselves; they are in the store.
    pub(crate) fn tidy_rooms(&self) {
        self.rooms().retain(|_, room| {
            // A room in use has another reference.
            if Arc::strong_count(room) > 1 || Arc::strong_count(&room.seated) > 1 {
                return true;
            }
            room.seated.try_lock().is_ok_and(|seated| {
                let alone = seated.watchers.iter().all(|w| w.outbox.queue.is_closed());
                let clock = seated.table.deadline().is_some() && self.nodes.looks_after(&room.id);
                !alone || seated.engine.is_some() || clock
            })
        });
    }
}
