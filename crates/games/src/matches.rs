//! A game in progress, from its first stone to its end: the opening rule, moves and forced passes, undo and redo,
//! clocks, the count, the result, and the freeze after it. Every surface drives this object and keeps no copy of it.
//!
//! A match is in one of four phases. `request` says what it waits for, and from whom.
//!
//! ```
//! use heibai_games::gomoku::opening::Choice;
//! use heibai_games::kind::Choice as Rules;
//! use heibai_games::{AnyPosition, Color, Due, Kind, Match, Position, Seat};
//! use std::time::Duration;
//!
//! let rules = Kind::Gomoku.rules(&Rules { rules: Some("freestyle+swap2".into()), ..Rules::default() }).unwrap();
//! let mut game = Match::new(AnyPosition::start(&rules)).with_opening();
//! for name in ["h8", "i9", "a1"] {
//!     let stone = game.position().read_move(name).unwrap();
//!     game.play(stone, Duration::ZERO).unwrap();
//! }
//! assert!(matches!(game.request(), Due::Choice { by: Seat::Second, .. }));
//! game.choose(Choice::Black, Duration::ZERO).unwrap();
//! assert_eq!(game.seat(Color::Black), Seat::Second);
//! assert_eq!(game.request(), Due::Move { by: Seat::First, color: Color::White });
//! ```

use crate::board::{Color, Point};
use crate::clock::{Clock, OutOfTime, TimeControl};
use crate::counting::{Counting, Judgement, Status};
use crate::due::{Due, Seat};
use crate::gomoku::OpeningRule;
use crate::gomoku::opening::{Choice, Opening, OutOfOrder};
use crate::position::{Changes, Illegal, Move, Outcome, Position, Reason};
use std::fmt;
use std::time::Duration;

/// One move of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// What was played.
    pub mv: Move,
    /// The side that played it.
    pub color: Color,
    /// A pass that the rules forced and the match made by itself.
    pub forced: bool,
    /// Time the player took; zero for a forced pass.
    pub spent: Duration,
}

/// One choice of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// How many stones stood on the board.
    pub after: usize,
    /// The player who chose.
    pub by: Seat,
    /// What was chosen.
    pub choice: Choice,
    /// Time the player took.
    pub spent: Duration,
}

/// What a player did: the unit of undo and redo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move, or a stone of an opening.
    Played(Played),
    /// A choice of an opening.
    Chosen(Chosen),
}

/// What one accepted step did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// Which points changed.
    pub changes: Changes,
    /// The side that then had to pass, to be announced.
    pub passed: Option<Color>,
    /// Set if the step ended the game.
    pub outcome: Option<Outcome>,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Phase<'m> {
    /// Stones are placed and colours chosen by an opening rule.
    Opening(Opening),
    /// Both sides move in turn.
    Playing,
    /// Two passes were made and the count is not yet agreed (Go); `None` until somebody has judged the stones.
    Counting(Option<&'m Counting>),
    /// The game has ended.
    Over(Outcome),
}

/// Why a request other than a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The game has ended and is frozen.
    GameOver,
    /// No step was made that could be taken back.
    NothingToUndo,
    /// No step was taken back that could be made again.
    NothingToRedo,
    /// There is no count to agree on.
    NotCounting,
    /// No stone stands there that could be marked.
    NoStone,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::GameOver => "the game is over; open a copy to go on",
            Refused::NothingToUndo => "there is no move to undo",
            Refused::NothingToRedo => "there is no move to redo",
            Refused::NotCounting => "there is no count to agree on",
            Refused::NoStone => "there is no stone",
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
    choices: Vec<Chosen>,
    undone: Vec<Step>,
    opening: Opening,
    counting: Option<Counting>,
    outcome: Option<Outcome>,
    /// By seat: players keep their clocks when the colours are swapped.
    clocks: Option<[Clock; 2]>,
}

impl<P: Position> Match<P> {
    /// A game from `start` without clocks and without an opening rule.
    pub fn new(start: P) -> Match<P> {
        let mut game = Match {
            position: start.clone(),
            start,
            moves: Vec::new(),
            choices: Vec::new(),
            undone: Vec::new(),
            opening: Opening::new(OpeningRule::Free),
            counting: None,
            outcome: None,
            clocks: None,
        };
        game.force_pass();
        game.close();
        game
    }

    /// The same game, started with the opening rule of its rules.
    pub fn with_opening(mut self) -> Match<P> {
        if self.moves.is_empty() {
            self.opening = Opening::new(self.start.opening_rule());
        }
        self
    }

    /// The same game with a clock for each player.
    pub fn with_clocks(mut self, control: TimeControl) -> Match<P> {
        self.clocks = Some([Clock::new(control); 2]);
        self
    }

    /// The position before the first move.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Everything played so far, forced passes included.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The moves without colours and times, forced passes included.
    pub fn move_list(&self) -> Vec<Move> {
        self.moves.iter().map(|played| played.mv).collect()
    }

    /// The choices of the opening so far.
    pub fn choices(&self) -> &[Chosen] {
        &self.choices
    }

    /// How the game ended; `None` while it goes on or waits for a judgement.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Where the game stands.
    pub fn phase(&self) -> Phase<'_> {
        match self.outcome {
            Some(outcome) => Phase::Over(outcome),
            None if self.is_counting() => Phase::Counting(self.counting.as_ref()),
            None if self.is_opening() => Phase::Opening(self.opening),
            None => Phase::Playing,
        }
    }

    /// What the game waits for, and from whom.
    pub fn request(&self) -> Due {
        match self.phase() {
            Phase::Over(_) => Due::Nothing,
            Phase::Counting(None) => Due::Judgement,
            Phase::Counting(Some(count)) => {
                Due::Agreement { missing: Color::BOTH.map(|side| !count.has_agreed(side)) }
            }
            Phase::Opening(opening) => opening.due().unwrap_or(Due::Nothing),
            Phase::Playing => {
                let color = self.position.turn();
                Due::Move { by: self.seat(color), color }
            }
        }
    }

    /// The colours are not settled yet.
    pub fn is_opening(&self) -> bool {
        !self.opening.is_over()
    }

    /// Two passes were made and the count is not yet agreed (Go).
    pub fn is_counting(&self) -> bool {
        self.outcome.is_none() && self.position.awaits_judgement()
    }

    /// The count under discussion, or the one that was agreed to.
    pub fn counting(&self) -> Option<&Counting> {
        self.counting.as_ref()
    }

    /// Who plays `color`. In an opening that is who holds it for now: the first player Black, until a choice changes it.
    pub fn seat(&self, color: Color) -> Seat {
        self.opening.seat(color)
    }

    /// The colour that a player has, in an opening for now.
    pub fn color(&self, seat: Seat) -> Color {
        if self.seat(Color::Black) == seat { Color::Black } else { Color::White }
    }

    /// How many of the moves were stones of the opening.
    pub fn opening_moves(&self) -> usize {
        self.opening.stones()
    }

    /// The points that were offered for the fifth stone by an opening rule.
    pub fn offered(&self) -> &[Point] {
        self.opening.offered()
    }

    /// The clock of the player who has `color`.
    pub fn clock(&self, color: Color) -> Option<&Clock> {
        self.clocks.as_ref().map(|clocks| &clocks[self.seat(color).index()])
    }

    /// Whether the side to move could play `mv` now.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::GameOver);
        }
        if matches!(self.request(), Due::Choice { .. }) {
            return Err(Illegal::ChooseFirst);
        }
        self.position.check(mv)?;
        match mv {
            Move::Place(point) if self.is_opening() => self.opening.check_stone(&self.position, point),
            _ => Ok(()),
        }
    }

    /// Plays a move that took `spent`. Refused moves change nothing, the clock included. Running out of
    /// time ends the game instead of playing the move. Where an opening rule asks for points to offer, the point is
    /// offered and no stone placed.
    pub fn play(&mut self, mv: Move, spent: Duration) -> Result<Turn, Illegal> {
        self.check(mv)?;
        if let (Due::Offer { .. }, Move::Place(point)) = (self.request(), mv) {
            return self.choose(Choice::Fifth(point), spent).map_err(|_| Illegal::OfferedAlready);
        }
        if let Some(late) = self.charge(spent) {
            return Ok(late);
        }
        self.undone.clear();
        Ok(self.make(Played { mv, color: self.position.turn(), forced: false, spent }))
    }

    /// Whether `choice` is offered now.
    pub fn check_choice(&self, choice: Choice) -> Result<(), OutOfOrder> {
        if self.outcome.is_some() {
            return Err(OutOfOrder::Settled);
        }
        self.opening.check_choice(choice)?;
        match choice {
            Choice::Fifth(point) if self.check(Move::Place(point)).is_err() => Err(OutOfOrder::NoSuchChoice),
            _ => Ok(()),
        }
    }

    /// Makes the choice that the opening waits for, after `spent`.
    pub fn choose(&mut self, choice: Choice, spent: Duration) -> Result<Turn, OutOfOrder> {
        self.check_choice(choice)?;
        let Some(by) = self.request().by() else { return Err(OutOfOrder::Settled) };
        if let Some(late) = self.charge(spent) {
            return Ok(late);
        }
        self.undone.clear();
        self.opening.choose(choice)?;
        self.choices.push(Chosen { after: self.moves.len(), by, choice, spent });
        Ok(Turn::default())
    }

    /// Takes back what a player did last: a move with the pass it forced, or a choice of the opening. Clocks stay as
    /// they are.
    pub fn undo(&mut self) -> Result<Step, Refused> {
        if self.outcome.is_some() {
            return Err(Refused::GameOver);
        }
        let taken = match self.choices.last() {
            Some(last) if last.after == self.moves.len() => {
                let last = *last;
                self.choices.pop();
                Step::Chosen(last)
            }
            _ => {
                let chosen = self.moves.iter().rposition(|m| !m.forced).ok_or(Refused::NothingToUndo)?;
                let taken = self.moves[chosen];
                self.moves.truncate(chosen);
                self.position = self.position_after(chosen);
                Step::Played(taken)
            }
        };
        self.undone.push(taken);
        self.counting = None;
        self.reopen();
        Ok(taken)
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Result<Turn, Refused> {
        if self.outcome.is_some() {
            return Err(Refused::GameOver);
        }
        match self.undone.pop().ok_or(Refused::NothingToRedo)? {
            Step::Played(again) => Ok(self.make(again)),
            Step::Chosen(again) => {
                self.choices.push(again);
                self.reopen();
                Ok(Turn::default())
            }
        }
    }

    /// What was taken back and can be done again, the next one last.
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// The position after the first `count` moves, by replaying them.
    pub fn position_after(&self, count: usize) -> P {
        let mut position = self.start.clone();
        for played in &self.moves[..count.min(self.moves.len())] {
            position.play_unchecked(played.mv, &mut ());
        }
        position
    }

    /// Ends the game: `side` gives up.
    pub fn resign(&mut self, side: Color) -> Result<Outcome, Refused> {
        self.end(Outcome::win(!side, Reason::Resignation))
    }

    /// Ends the game: the time of `side` is up, and its clock shows zero.
    pub fn time_out(&mut self, side: Color) -> Result<Outcome, Refused> {
        let outcome = self.end(Outcome::win(!side, Reason::Timeout))?;
        let seat = self.seat(side);
        if let Some(clocks) = &mut self.clocks {
            clocks[seat.index()].run_out();
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

    /// Breaks the game off; nobody has won.
    pub fn cut_off(&mut self) -> Result<Outcome, Refused> {
        self.end(Outcome::draw(Reason::CutOff))
    }

    /// Proposes which stones are dead; nobody has agreed to it yet.
    pub fn propose(&mut self, judgement: Judgement) -> Result<&Counting, Refused> {
        self.check_counting()?;
        let counting = Counting::new(&self.position, judgement).ok_or(Refused::NoStone)?;
        Ok(self.counting.insert(counting))
    }

    /// Corrects the judgement of the chain on a point; both sides have to agree anew.
    pub fn mark(&mut self, point: Point, status: Status) -> Result<&Counting, Refused> {
        self.check_counting()?;
        let counting = self.counting.as_mut().ok_or(Refused::NotCounting)?;
        if !counting.mark(&self.position, point, status) {
            return Err(Refused::NoStone);
        }
        Ok(counting)
    }

    /// `side` agrees to the count; the result once both have.
    pub fn agree_to_count(&mut self, side: Color) -> Result<Option<Outcome>, Refused> {
        self.check_counting()?;
        let counting = self.counting.as_mut().ok_or(Refused::NotCounting)?;
        counting.agree(side);
        if !Color::BOTH.into_iter().all(|side| counting.has_agreed(side)) {
            return Ok(None);
        }
        let outcome = counting.outcome();
        self.outcome = Some(outcome);
        Ok(Some(outcome))
    }

    /// Takes both passes back instead of agreeing to a count; they cannot be played again.
    pub fn resume(&mut self) -> Result<(), Refused> {
        self.check_counting()?;
        while self.is_counting() || self.moves.last().is_some_and(|last| last.mv == Move::Pass) {
            self.undo()?;
        }
        self.undone.clear();
        Ok(())
    }

    /// Ends a game that waits for its count with a result that was counted elsewhere.
    pub fn settle(&mut self, counted: Outcome) -> Result<Outcome, Refused> {
        self.check_counting()?;
        self.end(counted)
    }

    fn check_counting(&self) -> Result<(), Refused> {
        match self.outcome {
            Some(_) => Err(Refused::GameOver),
            None if self.is_counting() => Ok(()),
            None => Err(Refused::NotCounting),
        }
    }

    fn end(&mut self, outcome: Outcome) -> Result<Outcome, Refused> {
        if self.outcome.is_some() {
            return Err(Refused::GameOver);
        }
        self.outcome = Some(outcome);
        self.counting = None;
        Ok(outcome)
    }

    /// Takes the time of a step off the clock of the player who acts; the end of the game if it was too much.
    fn charge(&mut self, spent: Duration) -> Option<Turn> {
        let seat = self.request().by()?;
        if self.clocks.as_mut()?[seat.index()].spend(spent) == Err(OutOfTime) {
            self.outcome = Some(Outcome::win(!self.color(seat), Reason::Timeout));
            return Some(Turn { outcome: self.outcome, ..Turn::default() });
        }
        None
    }

    fn make(&mut self, played: Played) -> Turn {
        let mut changes = Changes::default();
        self.position.play_unchecked(played.mv, &mut changes);
        self.moves.push(played);
        if self.is_opening() {
            // Whoever made the move has checked that a stone is due.
            self.opening.place().ok();
        }
        let passed = self.force_pass();
        self.close();
        Turn { changes, passed, outcome: self.outcome }
    }

    /// The state of the opening after the stones and choices that stand.
    fn reopen(&mut self) {
        let mut opening = Opening::new(self.opening.rule());
        let mut choices = self.choices.iter().peekable();
        for stones in 0..=self.moves.len() {
            while let Some(next) = choices.next_if(|next| next.after == stones) {
                opening.choose(next.choice).ok();
            }
            if stones < self.moves.len() && !opening.is_over() {
                opening.place().ok();
            }
        }
        self.opening = opening;
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
