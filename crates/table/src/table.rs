//! A game with its players: the match, the seats, and open offers. The state is the fold of stored events; nothing
//! here waits, stores or sends.

use crate::chat::Remark;
use crate::counting;
use crate::error::{Answer, Code, Fail};
use crate::event::{Event, Pick, Seat, Setup};
use crate::line::is_written_pass;
use crate::wire::{Candidate, Offer, OfferKind, QueueView, Side, move_of};
use heibai_engines::Level;
use heibai_games::matches::{Step, Turn};
use heibai_games::{AnyPosition, Clock, Color, Match, Point, Position, Reason, TimeControl};
use heibai_words::Say;
use std::time::Duration;

/// Facts about a move beyond the match.
#[derive(Clone, Debug, Default)]
pub struct Note {
    pub at: i64,
    pub score: Option<f64>,
    pub win_rate: Option<f64>,
    pub tried: Vec<Candidate>,
}

pub struct Table {
    pub id: String,
    pub created: i64,
    pub setup: Setup,
    /// By the match's seats: an opening rule may swap the colours, not the seats.
    pub seats: [Seat; 2],
    pub game: Match<AnyPosition>,
    /// One for each move of the match.
    pub notes: Vec<Note>,
    /// One for each undone move that can be redone.
    undone: Vec<Note>,
    pub seq: i64,
    /// When the side to move began to think.
    pub turn_began: i64,
    pub last_at: i64,
    pub offer: Option<Offer>,
    /// Chosen by somebody; otherwise the level of the side to move decides.
    pub pace_ms: Option<u64>,
    pub paused: bool,
    /// The side whose engine is thinking.
    pub thinking: Option<Color>,
    /// Its place in the queue, until it starts.
    pub queue: Option<QueueView>,
    /// By seat: whether its holder is connected.
    pub online: [bool; 2],
    /// The game that followed this one.
    pub next: Option<String>,
    /// When the game ended.
    pub ended: Option<i64>,
    /// Chat of the players; never stored.
    pub chat: Vec<Remark>,
}

/// The effect of an event, for watchers.
pub enum Effect {
    Moved { turn: Turn, index: usize },
    Changed { what: &'static str, by: Option<Side>, moves: bool, seats: bool },
}

fn changed(what: &'static str, by: Option<Side>) -> Effect {
    Effect::Changed { what, by, moves: false, seats: false }
}

/// The pause between moves when engines play each other, by level.
pub fn pace_of(player: &str) -> u64 {
    match player.parse::<Level>() {
        Ok(Level::Beginner) => 700,
        Ok(Level::Normal) => 1100,
        Ok(Level::Hard) => 1700,
        _ => 2400,
    }
}

impl Table {
    /// A table before its first event.
    pub fn new(id: String, created: i64, setup: Setup) -> Answer<Table> {
        let mut game = Match::new(setup.start()?);
        for (index, &point) in setup.before.iter().enumerate() {
            if is_written_pass(&game, move_of(point)) {
                continue;
            }
            game.play(move_of(point), Duration::ZERO).map_err(|e| {
                Fail::because(Code::BadRecord, heibai_words::records::in_move(index + 1, e.text()))
            })?;
        }
        if let Some(clock) = &setup.clock {
            let control: TimeControl = clock.parse().map_err(|e| Fail::because(Code::BadClock, e))?;
            game = game.with_clocks(control);
        }
        game = game.with_opening();
        let ended = game.outcome().map(|_| created);
        let notes = vec![Note { at: created, ..Note::default() }; game.moves().len()];
        Ok(Table {
            id,
            created,
            seats: [setup.black.clone(), setup.white.clone()],
            pace_ms: setup.pace_ms,
            setup,
            game,
            notes,
            undone: Vec::new(),
            seq: 0,
            turn_began: created,
            last_at: created,
            offer: None,
            paused: false,
            thinking: None,
            queue: None,
            online: [false; 2],
            next: None,
            ended,
            chat: Vec::new(),
        })
    }

    /// The least time that the engine of `side` takes for a move, in milliseconds.
    pub fn pace(&self, side: Color) -> u64 {
        let usual = || if self.is_show() { pace_of(self.seat(side).name()) } else { 0 };
        self.pace_ms.unwrap_or_else(usual)
    }

    pub fn seat(&self, side: Color) -> &Seat {
        &self.seats[self.game.seat(side).index()]
    }

    /// The seats that a person or bot holds.
    pub fn seats_of(&self, id: &str) -> impl Iterator<Item = Color> {
        let owned = Color::BOTH.map(|side| self.seat(side).holder() == Some(id) && !id.is_empty());
        Color::BOTH.into_iter().filter(move |side| owned[side.index()])
    }

    pub fn is_waiting(&self) -> bool {
        self.seats.contains(&Seat::Open)
    }

    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether moves can be made now.
    pub fn is_playing(&self) -> bool {
        !self.is_waiting() && !self.is_over() && !self.game.is_counting()
    }

    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// The seat that must act now: the side to move, or the seat whose decision an opening waits for.
    pub fn acting(&self) -> Color {
        self.game.request().by().map_or(self.turn(), |seat| self.game.color(seat))
    }

    /// Whether both sides are engines.
    pub fn is_show(&self) -> bool {
        self.seats.iter().all(Seat::is_engine)
    }

    /// The clock that runs now, and since when.
    pub fn running(&self) -> Option<(Color, &Clock)> {
        let side = self.acting();
        let clock = self.game.clock(side)?;
        // An engine's clock counts its thinking time, not its waiting for a free core.
        (self.is_playing() && !self.seat(side).is_engine()).then_some((side, clock))
    }

    /// The time the side to move has used at `now`.
    pub fn spent(&self, now: i64) -> Duration {
        Duration::from_millis(now.saturating_sub(self.turn_began).max(0) as u64)
    }

    /// When the running clock runs out.
    pub fn deadline(&self) -> Option<i64> {
        self.running().map(|(_, clock)| self.turn_began + clock.available().as_millis() as i64 + 1)
    }

    /// How many chosen moves to undo so that `side`'s own last move is undone.
    pub fn undo_count(&self, side: Color) -> Option<usize> {
        // The stones of an opening stay.
        let free = self.game.moves().get(self.game.opening_moves()..)?;
        let mut chosen = free.iter().rev().filter(|m| !m.forced);
        chosen.position(|m| m.color == side).map(|before| before + 1)
    }

    /// How many moves to redo until it is `side`'s turn again.
    pub fn redo_count(&self, side: Color) -> Option<usize> {
        let mut again = self.game.undone().iter().rev();
        again.next()?;
        Some(1 + again.take_while(|step| !matches!(step, Step::Played(m) if m.color == side)).count())
    }

    /// Applies a stored event. An event that does not fit is refused and changes nothing: the store then holds
    /// something that this version cannot read.
    pub fn apply(&mut self, event: Event, at: i64) -> Answer<Effect> {
        let effect = self.change(event, at)?;
        self.seq += 1;
        self.last_at = at;
        if self.is_over() {
            // A rematch may still be discussed long afterwards.
            self.ended.get_or_insert(at);
            self.offer = self.offer.filter(|offer| offer.what == OfferKind::Rematch && self.next.is_none());
        }
        Ok(effect)
    }

    fn change(&mut self, event: Event, at: i64) -> Answer<Effect> {
        Ok(match event {
            Event::Move { p, spent, score, win, tried } => {
                let note = Note { at, score, win_rate: win, tried };
                return self.play(p, Duration::from_millis(spent), note);
            }
            Event::Undo { count, by } => {
                self.take_back(count, at)?;
                Effect::Changed { what: "undo", by: Some(by), moves: true, seats: false }
            }
            Event::Redo { count, by } => {
                for _ in 0..count {
                    self.play_again(at)?;
                }
                Effect::Changed { what: "redo", by: Some(by), moves: true, seats: false }
            }
            Event::Timeout { side } => {
                self.game.time_out(side.into())?;
                changed("over", Some(side))
            }
            Event::Resign { side } => {
                self.game.resign(side.into())?;
                changed("over", Some(side))
            }
            Event::Forfeit { side, illegal } => {
                let reason = if illegal { Reason::IllegalMove } else { Reason::Forfeit };
                self.game.forfeit(side.into(), reason)?;
                changed("over", Some(side))
            }
            Event::Offer { what, side } => {
                self.offer = Some(Offer { what, by: side });
                changed("offer", Some(side))
            }
            Event::Answer { accept, side, count } => return self.answer(accept, side, count, at),
            Event::Join { side, id, name, bot } => {
                let seat = if bot { Seat::Bot { id, name } } else { Seat::Person { id, name } };
                self.seats[self.game.seat(side.into()).index()] = seat;
                self.turn_began = at;
                Effect::Changed { what: "joined", by: Some(side), moves: false, seats: true }
            }
            Event::Choose { option, spent } => return self.choose(option, Duration::from_millis(spent), at),
            Event::Judge { dead, seki, unsure, grounds } => {
                self.game.propose(counting::judgement([dead, seki, unsure], grounds))?;
                changed("counting", None)
            }
            Event::Mark { p, mark, side } => {
                self.game.mark(Point(p), mark.into())?;
                changed("counting", Some(side))
            }
            Event::Agree { side } => return self.agree(side),
            Event::Resume { side } => {
                self.game.resume()?;
                self.notes.truncate(self.game.moves().len());
                self.undone.clear();
                self.offer = None;
                self.turn_began = at;
                Effect::Changed { what: "resume", by: Some(side), moves: true, seats: false }
            }
            Event::Pace { ms } => {
                self.pace_ms = Some(ms);
                changed("pace", None)
            }
            Event::Pause { paused } => {
                self.paused = paused;
                changed("pace", None)
            }
            Event::Next { game } => {
                self.next = Some(game);
                changed("next", None)
            }
        })
    }

    fn play(&mut self, p: Option<u16>, spent: Duration, note: Note) -> Answer<Effect> {
        let at = note.at;
        let side = self.acting();
        let turn = self.game.play(move_of(p), spent)?;
        let index = self.notes.len();
        if self.game.moves().len() == index {
            // The move came too late and the clock ended the game, or it was a point offered in an opening.
            self.turn_began = at;
            return Ok(changed(if self.is_over() { "over" } else { "opening" }, Some(side.into())));
        }
        // Engines' candidates are kept only for each side's latest searched move: lists for every move would fill the
        // memory.
        if note.tried.first().is_some_and(Candidate::has_value) {
            let beside = self.game.moves().iter().zip(&mut self.notes);
            beside.filter(|(played, _)| played.color == side).for_each(|(_, note)| note.tried = Vec::new());
        }
        self.notes.push(note);
        self.notes.resize(self.game.moves().len(), Note { at, ..Note::default() });
        self.undone.clear();
        // A draw offered with a move stands until the other side moves.
        self.offer =
            self.offer.filter(|offer| offer.what == OfferKind::Draw && Color::from(offer.by) == side);
        self.turn_began = at;
        Ok(Effect::Moved { turn, index })
    }

    fn take_back(&mut self, count: usize, at: i64) -> Answer<()> {
        let chosen = self.game.moves().iter().filter(|m| !m.forced).count();
        if count > chosen {
            return Err(Code::NothingToUndo.into());
        }
        for _ in 0..count {
            self.game.undo()?;
            let kept = self.game.moves().len();
            self.undone.push(self.notes.get(kept).cloned().unwrap_or_default());
            self.notes.truncate(kept);
        }
        self.offer = None;
        self.turn_began = at;
        Ok(())
    }

    fn play_again(&mut self, at: i64) -> Answer<()> {
        self.game.redo()?;
        self.notes.push(self.undone.pop().unwrap_or_default());
        self.notes.resize(self.game.moves().len(), Note { at, ..Note::default() });
        self.turn_began = at;
        Ok(())
    }

    fn answer(&mut self, accept: bool, side: Side, count: usize, at: i64) -> Answer<Effect> {
        let offer = self.offer.ok_or(Code::NoOffer)?;
        let mut taken_back = false;
        match (accept, offer.what) {
            (true, OfferKind::Draw) => {
                self.game.agree(None)?;
            }
            (true, OfferKind::Undo) => {
                self.take_back(count, at)?;
                taken_back = true;
            }
            // The event of the next game records an accepted rematch.
            (true, OfferKind::Rematch) | (false, _) => {}
        }
        self.offer = None;
        let what = if taken_back { "undo" } else { "answer" };
        Ok(Effect::Changed { what, by: Some(side), moves: taken_back, seats: false })
    }

    /// Engines agree to whatever a person agrees to.
    fn agree(&mut self, side: Side) -> Answer<Effect> {
        let engines = Color::BOTH.into_iter().filter(|&color| self.seat(color).is_engine());
        let agreeing: Vec<Color> = engines.chain([Color::from(side)]).collect();
        for color in agreeing {
            // The last agreement ends the game; another event after that would be refused.
            if !self.is_over() {
                self.game.agree_to_count(color)?;
            }
        }
        Ok(changed(if self.is_over() { "over" } else { "counting" }, Some(side)))
    }

    /// The chooser of an opening decides; colours may swap.
    fn choose(&mut self, pick: Pick, spent: Duration, at: i64) -> Answer<Effect> {
        let side = self.acting();
        self.game.choose(pick.0, spent)?;
        self.turn_began = at;
        let what = if self.is_over() { "over" } else { "opening" };
        Ok(Effect::Changed { what, by: Some(side.into()), moves: false, seats: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Game;

    /// 700, 1100, 1700 or 2400 ms by the level of the side to move, unless somebody chose otherwise.
    #[test]
    fn the_pace_is_that_of_who_moves() {
        let engine = |player: &str| Seat::Engine { player: player.to_owned() };
        let table = |white, pace_ms| {
            let setup = Setup {
                kind: Game::Gomoku,
                rules: None,
                size: None,
                komi: None,
                handicap: None,
                stones: Vec::new(),
                turn: None,
                before: Vec::new(),
                black: engine("beginner"),
                white,
                clock: None,
                pace_ms,
                public: false,
                invite: String::new(),
                maker: String::new(),
                series: None,
            };
            Table::new("id".to_owned(), 0, setup).unwrap()
        };
        let paces = |table: &Table| Color::BOTH.map(|side| table.pace(side));
        assert_eq!(paces(&table(engine("hell"), None)), [700, 2400]);
        assert_eq!(paces(&table(engine("hard"), None)), [700, 1700]);
        assert_eq!(paces(&table(engine("normal"), Some(50))), [50, 50]);
        assert_eq!(paces(&table(Seat::Open, None)), [0, 0]);
    }
}
