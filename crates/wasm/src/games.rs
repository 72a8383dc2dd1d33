//! Games: the open tables, actions, and what happens by itself.

use crate::core::{Core, Output, Purpose};
use crate::keep::{KeptGame, event_key, event_row, to_text};
use crate::work::{Answered, StoredGame, Work};
use heibai_games::{Color, Due, Position};
use heibai_table::act::{Action, Decision};
use heibai_table::error::{Answer, Code, Fail};
use heibai_table::event::{Event, Setup};
use heibai_table::rematch::swapped;
use heibai_table::rows::{GameRow, summary};
use heibai_table::stored::restore;
use heibai_table::table::{Effect, Table};
use heibai_table::texts;
use std::collections::BTreeSet;

/// The pause at the end of a game before the next one of a series begins.
const BETWEEN_MS: i64 = 3000;

/// A table with the tabs that watch it.
pub(crate) struct Room {
    pub table: Table,
    setup: String,
    events: Vec<(i64, i64, String)>,
    pub watchers: BTreeSet<String>,
    /// The engine's job, and when it started.
    engine: Option<(u64, i64)>,
    /// An engine's answer that is delayed to keep the pace.
    held: Option<(i64, Event)>,
    /// When the next game of a series begins.
    next_at: Option<i64>,
}

impl Room {
    fn new(table: Table, setup: String, events: Vec<(i64, i64, String)>) -> Room {
        Room { table, setup, events, watchers: BTreeSet::new(), engine: None, held: None, next_at: None }
    }

    pub fn stored(&self) -> StoredGame {
        StoredGame {
            id: self.table.id.clone(),
            created: self.table.created,
            setup: self.setup.clone(),
            events: self.events.clone(),
        }
    }

    /// Whether it continues by itself.
    fn is_busy(&self) -> bool {
        let waits = self.held.is_some() || self.next_at.is_some() || self.table.deadline().is_some();
        !self.watchers.is_empty() || self.engine.is_some() || waits
    }
}

/// The result of an action: the state of the game, and whether a hint is on its way.
pub(crate) enum Acted {
    Done { seq: i64, ply: usize },
    Hint(StoredGame),
}

impl Core {
    /// The room of a game, from memory or from storage.
    pub(crate) fn room(&mut self, id: &str) -> Answer<&mut Room> {
        if !self.rooms.contains_key(id) {
            let game = self.games.get(id).ok_or(Code::NotFound)?.clone();
            self.has(&format!("event/{id}/"))?;
            let events = self.events.remove(id).unwrap_or_default();
            let table = restore(id, game.row.created, &game.setup, &events, &self.networks)
                .map_err(|_| Fail::from(Code::SetAside))?;
            self.rooms.insert(id.to_owned(), Room::new(table, game.setup, events));
            self.go_on(id);
        }
        self.rooms.get_mut(id).ok_or(Fail::from(Code::NotFound))
    }

    /// Starts a game that was checked and set up.
    pub(crate) fn create(&mut self, setup: Setup) -> Answer<String> {
        let text = to_text(&setup);
        let table = Table::new(self.random.text(12), self.now, setup)?;
        let id = table.id.clone();
        let start = table.game.start();
        let row = GameRow {
            id: id.clone(),
            kind: start.kind().name().to_owned(),
            created: table.created,
            updated: table.created,
            rules: texts::rules_name(&start.rules()),
            size: start.size() as i64,
            ..GameRow::default()
        };
        self.games.insert(id.clone(), KeptGame { setup: text.clone(), row, hidden: false, given: false });
        self.rooms.insert(id.clone(), Room::new(table, text, Vec::new()));
        self.summarise(&id, self.now);
        self.go_on(&id);
        Ok(id)
    }

    /// Updates a game's row in lists, and stores it.
    fn summarise(&mut self, id: &str, at: i64) {
        let (Some(room), Some(game)) = (self.rooms.get(id), self.games.get_mut(id)) else { return };
        let told = summary(&room.table);
        let names = (told.status, &told.black_name, &told.white_name);
        let is_same = names == (game.row.status.as_str(), &game.row.black_name, &game.row.white_name);
        game.row = GameRow {
            // As on the server, a move alone does not bring a game to the front.
            updated: if is_same { game.row.updated } else { at },
            status: told.status.to_owned(),
            black_name: told.black_name,
            white_name: told.white_name,
            winner: told.winner.to_owned(),
            result_zh: told.result_zh,
            result_en: told.result_en,
            moves: room.table.game.moves().len() as i64,
            board: if is_same { game.row.board.clone() } else { told.board },
            ..game.row.clone()
        };
        self.keep_game(id);
    }

    /// Applies an action of the page.
    pub(crate) fn act(&mut self, id: &str, action: &Action) -> Answer<Acted> {
        let (me, now) = (self.me.id.clone(), self.now);
        let room = self.room(id)?;
        let done = |room: &Room| Acted::Done { seq: room.table.seq, ply: room.table.game.moves().len() };
        let event = match room.table.decide(&me, action, now)? {
            Decision::Store(event) => event,
            Decision::Already => return Ok(done(room)),
            Decision::Hint => return Ok(Acted::Hint(room.stored())),
            Decision::Rematch => return Err(Code::NotFound.into()),
        };
        self.commit(id, event)?;
        Ok(done(self.room(id)?))
    }

    /// Applies an event, stores it, and notifies watchers.
    pub(crate) fn commit(&mut self, id: &str, event: Event) -> Answer<()> {
        let now = self.now;
        let body = to_text(&event);
        let room = self.room(id)?;
        let at = now.max(room.table.last_at);
        let effect = room.table.apply(event, at)?;
        let seq = room.table.seq;
        room.events.push((seq, at, body.clone()));
        (room.held, room.table.thinking) = (None, None);
        let engine = room.engine.take();
        self.keep(event_key(id, seq), event_row(at, &body));
        self.summarise(id, at);
        if let Some((job, _)) = engine {
            self.stop(job);
        }
        self.announce(id, effect);
        self.go_on(id);
        Ok(())
    }

    pub(crate) fn announce(&mut self, id: &str, effect: Effect) {
        let Some(room) = self.rooms.get(id) else { return };
        let (text, watchers) = (room.table.announce(effect, self.now), room.watchers.clone());
        for tab in watchers {
            self.send(&tab, text.clone());
        }
    }

    /// What follows from the state: clocks run, engines think, stones are judged.
    pub(crate) fn go_on(&mut self, id: &str) {
        let now = self.now;
        let Some(room) = self.rooms.get_mut(id) else { return };
        if let Some(at) = room.table.deadline() {
            self.told.push(Output::Wake { at });
        }
        if room.engine.is_some() || room.held.is_some() || room.table.paused {
            return;
        }
        let (table, side) = (&room.table, room.table.acting());
        if table.is_playing() && table.seat(side).is_engine() {
            let work = Work::Think { game: room.stored(), side: side.into() };
            room.table.thinking = Some(side);
            self.ask_engine(id, work);
            self.announce(id, Effect::Changed { what: "thinking", by: None, moves: false, seats: false });
        } else if table.game.request() == Due::Judgement {
            let work = Work::Judge { game: room.stored() };
            self.ask_engine(id, work);
        } else if table.game.is_counting() && table.is_show() {
            // Nobody is there to correct the judgement.
            let _ = self.commit(id, Event::Agree { side: Color::Black.into() });
        } else if table.goes_on_with_another() && room.next_at.is_none() {
            room.next_at = Some(now + BETWEEN_MS);
            self.told.push(Output::Wake { at: now + BETWEEN_MS });
        }
    }

    fn ask_engine(&mut self, id: &str, work: Work) {
        let (job, now) = (self.begin(work, Purpose::Game(id.to_owned())), self.now);
        if let Some(room) = self.rooms.get_mut(id) {
            room.engine = Some((job, now));
        }
    }

    /// An engine's move or a judgement has arrived. A game between engines keeps its pace.
    pub(crate) fn engine_said(&mut self, id: &str, answer: Answered) {
        let now = self.now;
        let Some(room) = self.rooms.get_mut(id) else { return };
        let Some((_, began)) = room.engine.take() else { return };
        let side = room.table.acting();
        let event = match answer {
            Answered::Event(event) => event,
            _ => Event::Forfeit { side: side.into(), illegal: false },
        };
        let due = began + room.table.pace(side) as i64;
        if due > now {
            room.held = Some((due, event));
            self.told.push(Output::Wake { at: due });
        } else {
            let _ = self.commit(id, event);
        }
    }

    /// Time has passed: clocks may have run out, delayed answers may be due.
    pub(crate) fn tick(&mut self) {
        let now = self.now;
        for id in self.rooms.keys().cloned().collect::<Vec<_>>() {
            let Some(room) = self.rooms.get_mut(&id) else { continue };
            if room.table.deadline().is_some_and(|at| at <= now) {
                let side = room.table.acting().into();
                let _ = self.commit(&id, Event::Timeout { side });
            } else if let Some((_, event)) = room.held.take_if(|(due, _)| *due <= now) {
                let _ = self.commit(&id, event);
            } else if room.next_at.take_if(|at| *at <= now).is_some() {
                let setup = swapped(&room.table, &self.me.id, self.random.text(16));
                if let Ok(game) = self.create(setup) {
                    let _ = self.commit(&id, Event::Next { game });
                }
            }
        }
    }

    /// Drops what was loaded for one input, and games that nobody watches.
    pub(crate) fn tidy(&mut self) {
        self.events.clear();
        self.bodies.clear();
        self.loaded.clear();
        self.rooms.retain(|_, room| room.is_busy());
    }
}
