//! A game in progress: moves, forced passes, undo and redo, clocks, the end, and the freeze after it.

use crate::board::Color;
use crate::clock::{Clock, OutOfTime, TimeControl};
use crate::position::{Changes, Illegal, Move, Outcome, Position, Reason};
use std::fmt;
use std::time::Duration;

/// One move of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    pub mv: Move,
    pub color: Color,
    /// A pass that the rules forced and the match made by itself.
    pub forced: bool,
    /// Time the side took; zero for a forced pass.
    pub spent: Duration,
}

/// What one accepted move did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub changes: Changes,
    /// The side that then had to pass, to be announced.
    pub passed: Option<Color>,
    /// Set if the move ended the game.
    pub outcome: Option<Outcome>,
}

/// Why a request other than a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    GameOver,
    NothingToUndo,
    NothingToRedo,
    /// There is no count to agree on.
    NotCounting,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::GameOver => "the game is over; open a copy to go on",
            Refused::NothingToUndo => "there is no move to undo",
            Refused::NothingToRedo => "there is no move to redo",
            Refused::NotCounting => "there is no count to agree on",
        })
    }
}

impl std::error::Error for Refused {}

/// A game from its starting position to its end. Nothing changes after the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Match<P: Position> {
    start: P,
    position: P,
    moves: Vec<Played>,
    undone: Vec<Played>,
    outcome: Option<Outcome>,
    clocks: Option<[Clock; 2]>,
}

impl<P: Position> Match<P> {
    /// A game from `start`, without clocks.
    pub fn new(start: P) -> Match<P> {
        let position = start.clone();
        let mut game =
            Match { start, position, moves: Vec::new(), undone: Vec::new(), outcome: None, clocks: None };
        game.force_pass();
        game.close();
        game
    }

    /// The same game with a clock for each side.
    pub fn with_clocks(mut self, control: TimeControl) -> Match<P> {
        self.clocks = Some([Clock::new(control); 2]);
        self
    }

    pub fn start(&self) -> &P {
        &self.start
    }

    pub fn position(&self) -> &P {
        &self.position
    }

    /// Everything played so far, forced passes included.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// How the game ended; `None` while it goes on or waits for a judgement.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Two passes were made and the count is not yet agreed (Go).
    pub fn is_counting(&self) -> bool {
        self.outcome.is_none() && self.position.awaits_judgement()
    }

    pub fn clock(&self, side: Color) -> Option<&Clock> {
        self.clocks.as_ref().map(|clocks| &clocks[side.index()])
    }

    /// Puts the clocks back to where they stood when the game was saved.
    pub fn restore_clocks(&mut self, clocks: [Clock; 2]) {
        self.clocks = Some(clocks);
    }

    /// Whether the side to move could play `mv` now.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::GameOver);
        }
        self.position.check(mv)
    }

    /// Plays a move that took `spent`. Refused moves change nothing, the clock included. Running out of
    /// time ends the game instead of playing the move.
    pub fn play(&mut self, mv: Move, spent: Duration) -> Result<Turn, Illegal> {
        self.check(mv)?;
        let color = self.position.turn();
        if let Some(clocks) = &mut self.clocks
            && clocks[color.index()].spend(spent) == Err(OutOfTime)
        {
            self.outcome = Some(Outcome::win(!color, Reason::Timeout));
            return Ok(Turn { changes: Changes::default(), passed: None, outcome: self.outcome });
        }
        let mut changes = Changes::default();
        self.position.play_unchecked(mv, &mut changes);
        self.moves.push(Played { mv, color, forced: false, spent });
        self.undone.clear();
        let passed = self.force_pass();
        self.close();
        Ok(Turn { changes, passed, outcome: self.outcome })
    }

    /// Takes back the last move that a side chose, with the pass it forced. Clocks stay as they are.
    pub fn undo(&mut self) -> Result<Played, Refused> {
        if self.outcome.is_some() {
            return Err(Refused::GameOver);
        }
        let chosen = self.moves.iter().rposition(|m| !m.forced).ok_or(Refused::NothingToUndo)?;
        let taken = self.moves[chosen];
        self.moves.truncate(chosen);
        self.undone.push(taken);
        self.position = self.position_after(chosen);
        Ok(taken)
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Result<Turn, Refused> {
        if self.outcome.is_some() {
            return Err(Refused::GameOver);
        }
        let again = self.undone.pop().ok_or(Refused::NothingToRedo)?;
        let mut changes = Changes::default();
        self.position.play_unchecked(again.mv, &mut changes);
        self.moves.push(again);
        let passed = self.force_pass();
        self.close();
        Ok(Turn { changes, passed, outcome: self.outcome })
    }

    /// The position after the first `count` moves, by replaying them.
    pub fn position_after(&self, count: usize) -> P {
        let mut position = self.start.clone();
        for played in &self.moves[..count.min(self.moves.len())] {
            position.play_unchecked(played.mv, &mut ());
        }
        position
    }

    pub fn resign(&mut self, side: Color) -> Result<Outcome, Refused> {
        self.end(Outcome::win(!side, Reason::Resignation))
    }

    pub fn time_out(&mut self, side: Color) -> Result<Outcome, Refused> {
        let outcome = self.end(Outcome::win(!side, Reason::Timeout))?;
        if let Some(clocks) = &mut self.clocks {
            clocks[side.index()].run_out();
        }
        Ok(outcome)
    }

    /// `side` (a program) lost by an illegal move or by breaking its protocol.
    pub fn forfeit(&mut self, side: Color, reason: Reason) -> Result<Outcome, Refused> {
        self.end(Outcome::win(!side, reason))
    }

    /// Both sides agree on a result (a draw, or an adjudication).
    pub fn agree(&mut self, winner: Option<Color>) -> Result<Outcome, Refused> {
        self.end(Outcome { winner, reason: Reason::Agreement, score: None, margin: None })
    }

    /// Ends a game that waits for its count with the judged result.
    pub fn settle(&mut self, counted: Outcome) -> Result<Outcome, Refused> {
        if self.outcome.is_some() {
            return Err(Refused::GameOver);
        }
        if !self.is_counting() {
            return Err(Refused::NotCounting);
        }
        self.end(counted)
    }

    fn end(&mut self, outcome: Outcome) -> Result<Outcome, Refused> {
        if self.outcome.is_some() {
            return Err(Refused::GameOver);
        }
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    fn force_pass(&mut self) -> Option<Color> {
        let color = self.position.turn();
        if self.position.outcome().is_some() || !self.position.must_pass() {
            return None;
        }
        self.position.play_unchecked(Move::Pass, &mut ());
        self.moves.push(Played { mv: Move::Pass, color, forced: true, spent: Duration::ZERO });
        Some(color)
    }

    fn close(&mut self) {
        if !self.position.awaits_judgement() {
            self.outcome = self.position.outcome();
        }
    }
}
