//! How a game looks to those who watch it.

use crate::counting;
use crate::event::Seat;
use crate::facts;
use crate::table::{Effect, Table};
use crate::texts;
use crate::wire::{
    Both, ChangesView, ClockView, ClocksView, Event, GameView, Live, OpeningView, Phase, PlayedView,
    RulesView, SeatView, Side, You, point_of,
};
use heibai_engines::openings;
use heibai_games::matches::{self, Played};
use heibai_games::{
    AnyPosition, Clock, Color, Due, HalfPoints, Kind, Match, Move, Point, Position, Reason, TimeControl,
};
use heibai_words::{Say, names, openings as opening_words};

impl Table {
    pub fn phase(&self) -> Phase {
        match self.game.phase() {
            matches::Phase::Over(_) => Phase::Over,
            _ if self.is_waiting() => Phase::Waiting,
            matches::Phase::Counting(_) => Phase::Counting,
            matches::Phase::Opening(_) => Phase::Opening,
            matches::Phase::Playing => Phase::Playing,
        }
    }

    fn opening_view(&self) -> Option<OpeningView> {
        let who = self.acting();
        let rule = self.game.start().opening_rule().name();
        let due = self.game.request();
        let (left, options) = match due {
            Due::Stone { left, .. } | Due::Offer { left, .. } => (left, &[][..]),
            Due::Pick { .. } => (1, &[][..]),
            Due::Choice { options, .. } => (0, options),
            _ => return None,
        };
        let options = options.iter().map(|choice| choice.name()).collect();
        let offered = self.game.offered().iter().map(|point| point.0).collect();
        let text = opening_words::task_of(who, due)?.into();
        let yours = opening_words::your_task(who, due)?.into();
        Some(OpeningView { rule, left: usize::from(left), options, offered, text, yours })
    }

    pub fn live(&self, now: i64) -> Live {
        let phase = self.phase();
        let mut live = position_view(&self.game);
        live.seq = self.seq;
        live.phase = phase;
        if phase == Phase::Waiting {
            (live.legal, live.can_pass) = (Vec::new(), false);
            live.flips = live.flips.map(|_| Vec::new());
        }
        if phase == Phase::Opening {
            live.opening = self.opening_view();
            live.suggestion = self.game.offered().iter().map(|point| point.0).collect();
            live.turn = Some(self.acting().into());
            live.legal.retain(|&point| self.game.check(Move::Place(Point(point))).is_ok());
        }
        live.clocks = self.clocks(now);
        live.undo = Both::of(|side| self.can_undo(side));
        live.redo = Both::of(|side| self.can_redo(side));
        live.offer = self.offer;
        live.thinking = self.thinking.map(Into::into);
        live.queue = self.queue;
        live.counting =
            self.game.counting().map(|counting| counting::view(&self.game.position().rules(), counting));
        live.next = self.next.clone();
        live.ended = self.ended;
        live
    }

    fn can_undo(&self, side: Color) -> bool {
        !self.is_over() && self.seat(side).holder().is_some() && self.undo_count(side).is_some()
    }

    fn can_redo(&self, side: Color) -> bool {
        let mine = self.seat(side).holder().is_some();
        !self.is_over() && mine && !self.is_remote() && self.redo_count(side).is_some()
    }

    /// Whether two different people or bots play each other.
    pub fn is_remote(&self) -> bool {
        match (self.seats[0].holder(), self.seats[1].holder()) {
            (Some(black), Some(white)) => black != white,
            _ => false,
        }
    }

    /// Whether two different people play each other.
    pub fn is_between_people(&self) -> bool {
        self.is_remote() && self.seats.iter().all(|seat| matches!(seat, Seat::Person { .. }))
    }

    fn clocks(&self, now: i64) -> Option<ClocksView> {
        let running = self.running().map(|(side, _)| side);
        // A game ended by resignation: the side to move had used time until then.
        let broken_off = self.game.outcome().is_some_and(|o| o.reason == Reason::Resignation);
        let (thought, until) = match self.ended.filter(|_| broken_off) {
            Some(ended) => (Some(self.game.position().turn()), ended),
            None => (running, now),
        };
        let at = |side| {
            let clock = self.game.clock(side)?;
            let counts = thought == Some(side) && !self.seat(side).is_engine();
            Some(clock_view(clock, counts.then(|| self.spent(until))))
        };
        Some(ClocksView {
            black: at(Color::Black)?,
            white: at(Color::White)?,
            running: running.map(Into::into),
            at: now,
        })
    }

    pub fn played(&self, index: usize) -> PlayedView {
        let note = &self.notes[index];
        let mut view = played_view(self.game.position(), index, &self.game.moves()[index]);
        (view.at, view.score, view.win_rate) = (note.at, note.score, note.win_rate);
        view.candidates = note.tried.clone();
        view
    }

    fn all_played(&self) -> Vec<PlayedView> {
        (0..self.game.moves().len()).map(|index| self.played(index)).collect()
    }

    pub fn seats_view(&self) -> Both<SeatView> {
        Both::of(|side| {
            let seat = self.seat(side);
            let (who, player) = match seat {
                Seat::Person { .. } => ("person", None),
                Seat::Bot { .. } => ("bot", None),
                Seat::Engine { player } => ("engine", Some(player.clone())),
                Seat::Open => ("open", None),
            };
            let online = self.online[self.game.seat(side).index()];
            SeatView { who, name: seat.name().to_owned(), player, online }
        })
    }

    pub fn view(&self, you: &str, now: i64) -> GameView {
        let seats: Vec<Side> = self.seats_of(you).map(Into::into).collect();
        let invite = (self.is_waiting() && you == self.setup.maker)
            .then(|| format!("/game/{}?invite={}", self.id, self.setup.invite));
        let start = self.game.start();
        GameView {
            id: self.id.clone(),
            kind: start.kind().into(),
            created: self.created,
            rules: rules_view(start),
            seats: self.seats_view(),
            you: You { id: you.to_owned(), seats, invite, watch: format!("/game/{}", self.id) },
            clock: self.setup.clock.clone(),
            pace_ms: Color::BOTH.map(|side| self.pace(side)).into_iter().max().unwrap_or_default(),
            paused: self.paused,
            public: self.setup.public,
            start: texts::cells(start),
            start_turn: start.turn().into(),
            set_up: !self.setup.stones.is_empty() || self.setup.turn.is_some(),
            between_people: self.is_between_people(),
            chat: self.chat_for(you),
            series: self.series_view(),
            moves: self.all_played(),
            live: self.live(now),
        }
    }

    /// The message that reports an effect to watchers.
    pub fn announce(&self, effect: Effect, now: i64) -> String {
        let (game, seq, live) = (self.id.as_str(), self.seq, self.live(now));
        let event = match effect {
            Effect::Moved { turn, index } => Event::Moved {
                game,
                seq,
                played: self.played(index),
                changes: ChangesView::from(&turn.changes),
                passed: turn.passed.map(|_| self.played(index + 1)),
                live,
            },
            Effect::Changed { what, by, moves, seats } => Event::Changed {
                game,
                seq,
                what,
                by,
                moves: moves.then(|| self.all_played()),
                seats: seats.then(|| self.seats_view()),
                live,
            },
        };
        to_json(&event)
    }
}

/// Wire types always have a JSON form: their maps have string keys, and their numbers are finite or null.
pub fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| {
        tracing::error!("a message could not be written: {e}");
        String::from("{}")
    })
}

fn clock_view(clock: &Clock, spent: Option<std::time::Duration>) -> ClockView {
    let now = clock.reading(spent.unwrap_or_default());
    let period = match clock.control() {
        TimeControl::ByoYomi { period, .. } => period,
        TimeControl::PerMove { time } => time,
        _ => std::time::Duration::ZERO,
    };
    ClockView {
        main_ms: now.main.as_millis() as u64,
        periods: now.periods,
        period_ms: period.as_millis() as u64,
        used_ms: now.used.as_millis() as u64,
    }
}

pub fn rules_view(start: &AnyPosition) -> RulesView {
    let rules = start.rules();
    let choice = rules.choice();
    let komi = |komi| heibai_words::results::komi(&rules, HalfPoints::from_f64(komi)).into();
    let name = choice.rules.unwrap_or_default();
    RulesView {
        label: names::rules(&name).into(),
        name,
        size: start.size(),
        komi: choice.komi,
        komi_text: choice.komi.map(komi),
        handicap: choice.handicap.unwrap_or(0),
    }
}

pub fn played_view(position: &AnyPosition, index: usize, played: &Played) -> PlayedView {
    PlayedView {
        n: index + 1,
        side: played.color.into(),
        point: point_of(played.mv),
        name: position.write_move(played.mv),
        forced: played.forced,
        at: 0,
        spent_ms: played.spent.as_millis() as u64,
        score: None,
        win_rate: None,
        candidates: Vec::new(),
        forbidden: None,
    }
}

/// What the rules alone say of a match, without table, clock or seats.
pub fn position_view(game: &Match<AnyPosition>) -> Live {
    let position = game.position();
    let moves = game.moves();
    let going = game.outcome().is_none() && !game.is_counting();
    let mut legal_moves = Vec::new();
    if going {
        position.legal_moves(&mut legal_moves);
    }
    let legal: Vec<u16> = legal_moves.iter().filter_map(|&mv| point_of(mv)).collect();
    let (stones, empties) = facts::stones(position);
    let played: Vec<Move> = moves.iter().map(|m| m.mv).collect();
    let last = moves.iter().rev().find_map(|m| point_of(m.mv));
    Live {
        ended: None,
        seq: 0,
        ply: moves.len(),
        phase: match going {
            true => Phase::Playing,
            false if game.is_counting() => Phase::Counting,
            false => Phase::Over,
        },
        turn: going.then(|| position.turn().into()),
        board: texts::cells(position),
        can_pass: legal_moves.contains(&Move::Pass),
        flips: facts::flips(position, &legal),
        forbidden: if going { facts::forbidden(position) } else { None },
        suggestion: facts::suggestion(position, moves.len()),
        last,
        opening_name: openings::of(game.start(), &played).map(|o| o.text().into()),
        win_line: facts::win_line(position),
        counts: if position.kind() == Kind::Go {
            facts::prisoners(game.start(), moves, stones)
        } else {
            stones
        },
        empties,
        clocks: None,
        undo: Both { black: false, white: false },
        redo: Both { black: false, white: false },
        offer: None,
        thinking: None,
        queue: None,
        opening: None,
        counting: None,
        outcome: game.outcome().map(|o| texts::outcome(&position.rules(), &o)),
        next: None,
        legal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A page loaded in the middle of a period shows how much of it is used.
    #[test]
    fn after_a_reload_a_byo_yomi_period_is_not_whole_again() {
        let clock = Clock::new("10s+3x5s".parse().unwrap());
        let at = |seconds| clock_view(&clock, Some(Duration::from_secs(seconds)));
        let (main, first, second) = (at(7), at(12), at(18));
        assert_eq!((main.main_ms, main.periods, main.used_ms), (3000, 3, 0));
        assert_eq!((first.main_ms, first.periods, first.used_ms, first.period_ms), (0, 3, 2000, 5000));
        assert_eq!((second.main_ms, second.periods, second.used_ms), (0, 2, 3000));
        let stands = clock_view(&clock, None);
        assert_eq!((stands.main_ms, stands.periods, stands.used_ms), (10_000, 3, 0));
    }
}
