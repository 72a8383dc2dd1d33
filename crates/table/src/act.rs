//! What people and bots may do in a game, decided before anything is stored.

use crate::error::{Answer, Code, Fail};
use crate::event::{Event, Mark, Pick, Seat};
use crate::facts;
use crate::plain::{is_hidden, is_seen};
use crate::table::Table;
use crate::wire::{OfferKind, Side, point_of};
use heibai_games::counting::Counting;
use heibai_games::{Color, Illegal, Move, Point, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An action, the same over the socket, REST and for bots.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Action {
    Move {
        point: Option<u16>,
        name: Option<String>,
        /// The number of moves the sender sees; any other number is refused as stale.
        ply: Option<usize>,
    },
    Pass {
        ply: Option<usize>,
    },
    Undo {},
    Redo {},
    Resign {
        side: Option<Side>,
    },
    Draw {},
    /// Offers the same game with colours swapped; the same word accepts the other side's offer.
    Rematch {},
    /// Answers the other side's offer; whoever made the offer withdraws it with `false`.
    Answer {
        accept: bool,
    },
    Hint {},
    Choose {
        option: Pick,
    },
    Mark {
        point: u16,
        #[serde(rename = "as")]
        mark: Mark,
    },
    Agree {},
    Resume {},
    Pace {
        ms: u64,
    },
    Pause {},
    Continue {},
}

pub enum Decision {
    Store(Event),
    /// The same move with the same ply is already stored.
    Already,
    Hint,
    /// Both sides want a rematch.
    Rematch,
}

/// The pacing that may be asked for.
const PACE_MS: std::ops::RangeInclusive<u64> = 0..=60_000;

impl Table {
    /// What an action of `who` at `now` would do, or why it is refused.
    pub fn decide(&self, who: &str, action: &Action, now: i64) -> Answer<Decision> {
        let mine: Vec<Color> = self.seats_of(who).collect();
        let event = match action {
            Action::Pace { .. } | Action::Pause {} | Action::Continue {} => self.pacing(who, action)?,
            _ if mine.is_empty() => return Err(Code::NotYours.into()),
            Action::Rematch {} => return self.decide_rematch(&mine),
            Action::Answer { accept: true } if self.offers_rematch(&mine) => return Ok(Decision::Rematch),
            // The other side declines with it; whoever made the offer withdraws it.
            Action::Answer { accept: false } if self.offer.is_some_and(|o| o.what == OfferKind::Rematch) => {
                Event::Answer { accept: false, side: mine[0].into(), count: 0 }
            }
            _ if self.is_over() => return Err(Code::GameFinished.into()),
            Action::Move { point, name, ply } => {
                let mv = self.read_move(*point, name.as_deref())?;
                return self.decide_move(&mine, mv, *ply, now);
            }
            Action::Pass { ply } => return self.decide_move(&mine, Move::Pass, *ply, now),
            Action::Hint {} if self.is_between_people() => return Err(Code::FairPlay.into()),
            Action::Hint {} => return self.my_turn(&mine).map(|_| Decision::Hint),
            Action::Undo {} => self.decide_undo(&mine)?,
            Action::Redo {} => self.decide_redo(&mine)?,
            Action::Resign { side } => Event::Resign { side: self.one_of(&mine, *side)?.into() },
            Action::Draw {} if self.is_remote() && self.is_playing() => {
                Event::Offer { what: OfferKind::Draw, side: mine[0].into() }
            }
            Action::Draw {} => {
                return Err(Fail::because(Code::BadRequest, heibai_words::server::draw_to_program()));
            }
            Action::Answer { accept } => self.decide_answer(&mine, *accept)?,
            Action::Choose { option } => self.decide_choice(&mine, *option, now)?,
            Action::Mark { point, mark } => {
                self.counting()?;
                let p = Point(*point);
                if p.index() >= self.game.position().size().pow(2) || self.game.position().stone(p).is_none()
                {
                    return Err(Code::InvalidPosition.into());
                }
                Event::Mark { p: *point, mark: *mark, side: mine[0].into() }
            }
            Action::Agree {} => Event::Agree { side: self.decide_agreement(&mine)?.into() },
            Action::Resume {} => {
                self.counting()?;
                Event::Resume { side: mine[0].into() }
            }
        };
        Ok(Decision::Store(event))
    }

    fn read_move(&self, point: Option<u16>, name: Option<&str>) -> Answer<Move> {
        match (point, name) {
            (Some(p), None) => Ok(Move::Place(Point(p))),
            (None, Some(name)) => {
                let read = self.game.position().read_move(name);
                read.map_err(|e| Fail::because(Code::InvalidPosition, e))
            }
            _ => Err(Fail::because(Code::BadRequest, heibai_words::server::point_or_name())),
        }
    }

    fn my_turn(&self, mine: &[Color]) -> Answer<Color> {
        if self.is_waiting() || self.game.is_counting() || !mine.contains(&self.acting()) {
            return Err(Code::NotYourTurn.into());
        }
        Ok(self.acting())
    }

    fn decide_move(&self, mine: &[Color], mv: Move, ply: Option<usize>, now: i64) -> Answer<Decision> {
        let moves = self.game.moves();
        if let Some(ply) = ply
            && ply != moves.len()
        {
            let mine = |color| mine.contains(&color) || ply < self.game.opening_moves();
            let again = moves.get(ply).is_some_and(|m| m.mv == mv && mine(m.color) && !m.forced);
            return if again { Ok(Decision::Already) } else { Err(Code::Stale.into()) };
        }
        self.my_turn(mine)?;
        self.check(mv)?;
        let spent = self.spent(now).as_millis() as u64;
        Ok(Decision::Store(Event::Move { p: point_of(mv), spent, score: None, win: None, tried: Vec::new() }))
    }

    /// Whether the side to move may play `mv`, with everything the page needs to explain a refusal.
    pub fn check(&self, mv: Move) -> Answer<()> {
        self.game.check(mv).map_err(|illegal| {
            let mut fail = Fail::from(illegal);
            if let (Illegal::Forbidden(_), Some(point)) = (illegal, point_of(mv)) {
                fail.forbidden = facts::forbidden_check(self.game.position(), point).map(Box::new);
            }
            fail
        })
    }

    /// The seat to act for: the named one, or the only one, or the one to move.
    fn one_of(&self, mine: &[Color], side: Option<Side>) -> Answer<Color> {
        match side.map(Color::from) {
            Some(side) if mine.contains(&side) => Ok(side),
            Some(_) => Err(Code::NotYours.into()),
            None if mine.len() == 1 => Ok(mine[0]),
            None => Ok(self.acting()),
        }
    }

    fn decide_undo(&self, mine: &[Color]) -> Answer<Event> {
        if self.is_waiting() {
            return Err(Code::NothingToUndo.into());
        }
        if mine.len() == 2 {
            let count = |side: &Color| self.undo_count(*side);
            let last =
                Color::BOTH.into_iter().find(|side| count(side) == Some(1)).ok_or(Code::NothingToUndo)?;
            return Ok(Event::Undo { count: 1, by: last.into() });
        }
        let count = self.undo_count(mine[0]).ok_or(Code::NothingToUndo)?;
        let by = mine[0].into();
        Ok(match self.is_remote() {
            true => Event::Offer { what: OfferKind::Undo, side: by },
            false => Event::Undo { count, by },
        })
    }

    fn decide_redo(&self, mine: &[Color]) -> Answer<Event> {
        if self.is_remote() {
            return Err(Code::NothingToRedo.into());
        }
        let count = match mine.len() {
            2 => usize::from(!self.game.undone().is_empty()),
            _ => self.redo_count(mine[0]).unwrap_or(0),
        };
        match count {
            0 => Err(Code::NothingToRedo.into()),
            count => Ok(Event::Redo { count, by: mine[0].into() }),
        }
    }

    fn decide_answer(&self, mine: &[Color], accept: bool) -> Answer<Event> {
        let offer = self.offer.ok_or(Code::NoOffer)?;
        let by = Color::from(offer.by);
        if !accept && mine.contains(&by) {
            return Ok(Event::Answer { accept, side: offer.by, count: 0 });
        }
        if !mine.contains(&!by) {
            return Err(Code::NoOffer.into());
        }
        let count = match offer.what {
            OfferKind::Undo => self.undo_count(by).ok_or(Code::NothingToUndo)?,
            OfferKind::Draw | OfferKind::Rematch => 0,
        };
        Ok(Event::Answer { accept, side: (!by).into(), count })
    }

    /// Whether the other player offers a rematch.
    fn offers_rematch(&self, mine: &[Color]) -> bool {
        self.offer.is_some_and(|o| o.what == OfferKind::Rematch && !mine.contains(&o.by.into()))
    }

    fn decide_rematch(&self, mine: &[Color]) -> Answer<Decision> {
        if !self.is_over() || !self.is_remote() || self.next.is_some() {
            return Err(Fail::because(Code::BadRequest, heibai_words::server::no_rematch()));
        }
        Ok(match (self.offer, self.offers_rematch(mine)) {
            (_, true) => Decision::Rematch,
            (Some(_), false) => Decision::Already,
            (None, false) => Decision::Store(Event::Offer { what: OfferKind::Rematch, side: mine[0].into() }),
        })
    }

    fn decide_agreement(&self, mine: &[Color]) -> Answer<Color> {
        let counting = self.counting()?;
        let open = mine.iter().find(|&&side| !counting.has_agreed(side));
        open.or(mine.first()).copied().ok_or(Fail::from(Code::NotYours))
    }

    fn decide_choice(&self, mine: &[Color], option: Pick, now: i64) -> Answer<Event> {
        self.my_turn(mine)?;
        self.game.check_choice(option.0)?;
        Ok(Event::Choose { option, spent: self.spent(now).as_millis() as u64 })
    }

    fn counting(&self) -> Answer<&Counting> {
        self.game.counting().ok_or(Fail::from(Code::NotCounting))
    }

    fn pacing(&self, who: &str, action: &Action) -> Answer<Event> {
        if who.is_empty() || who != self.setup.maker || !self.is_show() {
            return Err(Code::NotYours.into());
        }
        if self.is_over() {
            return Err(Code::GameFinished.into());
        }
        match action {
            Action::Pace { ms } if PACE_MS.contains(ms) => Ok(Event::Pace { ms: *ms }),
            Action::Pace { ms } => Err(Fail::because(Code::BadRequest, heibai_words::server::pace(*ms))),
            other => Ok(Event::Pause { paused: matches!(other, Action::Pause {}) }),
        }
    }

    /// The open seat that someone takes: with the right code, or in a lobby that lists the game.
    pub fn decide_join(&self, who: &Member, code: &str, side: Option<Side>, lobby: bool) -> Answer<Event> {
        let listed = lobby && self.setup.public && code.is_empty();
        if !listed && !same(code, &self.setup.invite) {
            return Err(Code::BadInvite.into());
        }
        let open = |side: &Color| *self.seat(*side) == Seat::Open;
        let side = match side.map(Color::from) {
            Some(side) => Some(side).filter(open),
            None => Color::BOTH.into_iter().find(open),
        };
        let side = side.ok_or(Code::NotWaiting)?.into();
        Ok(Event::Join { side, id: who.id.clone(), name: who.name.clone(), bot: who.bot })
    }
}

/// Someone who may hold a seat.
#[derive(Clone, Debug)]
pub struct Member {
    pub id: String,
    pub name: String,
    pub bot: bool,
}

/// Compares secrets in constant time.
pub fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

/// Checks that a name can be shown: trimmed, not empty, every character visible.
pub fn clean_name(name: &str) -> Answer<String> {
    let name = name.trim();
    let length = name.chars().count();
    if !(1..=40).contains(&length) || name.chars().any(is_hidden) || !is_seen(name) {
        return Err(Fail::because(Code::BadRequest, heibai_words::server::name_length()));
    }
    Ok(name.to_owned())
}
