//! Opening rules: who places which stones and who chooses the colours, before the game proper. Swap2 is this file.
//!
//! A rule is a list of steps. The stones themselves are ordinary moves of a position (Black, White, Black, ...); a
//! step only says whose hand places them, or who chooses and among what. Choosing a colour ends the opening; any
//! other choice leads to the next step.
//!
//! - Swap: the first player places three stones, the second chooses a colour.
//! - Swap2: the same, but the second player may instead place two more stones and leave the choice of
//!   colour to the first.

use super::rules::OpeningRule;
use crate::board::Color;
use crate::due::{Due, Seat};
use std::fmt;

/// What a player may choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Play Black from here on.
    Black,
    /// Play White from here on.
    White,
    /// Swap2 only: place a white and a black stone and let the other side choose.
    TwoMore,
}

impl Choice {
    /// All choices; which of them are open depends on the step.
    pub const ALL: [Choice; 3] = [Choice::Black, Choice::White, Choice::TwoMore];

    /// One word for logs, the wire and Python.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Black => "black",
            Choice::White => "white",
            Choice::TwoMore => "more",
        }
    }

    /// The choice that [`Choice::name`] writes like this.
    pub fn from_name(name: &str) -> Option<Choice> {
        Choice::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// One step of an opening rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `by` places so many stones, of both colours in turn.
    Place {
        /// Who places them.
        by: Seat,
        /// How many.
        stones: u8,
    },
    /// `by` chooses among `options`.
    Choose {
        /// Who chooses.
        by: Seat,
        /// What there is to choose from.
        options: &'static [Choice],
    },
}

const COLORS: &[Choice] = &[Choice::Black, Choice::White];
const COLORS_OR_MORE: &[Choice] = &[Choice::Black, Choice::White, Choice::TwoMore];

impl OpeningRule {
    /// The steps of the rule, in order.
    pub const fn steps(self) -> &'static [Step] {
        match self {
            OpeningRule::Free => &[],
            OpeningRule::Swap => &[
                Step::Place { by: Seat::First, stones: 3 },
                Step::Choose { by: Seat::Second, options: COLORS },
            ],
            OpeningRule::Swap2 => &[
                Step::Place { by: Seat::First, stones: 3 },
                Step::Choose { by: Seat::Second, options: COLORS_OR_MORE },
                Step::Place { by: Seat::Second, stones: 2 },
                Step::Choose { by: Seat::First, options: COLORS },
            ],
        }
    }
}

/// Why a step of the opening is refused. Nothing changes when it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutOfOrder {
    /// A colour must be chosen before the next stone.
    ChooseFirst,
    /// Stones must be placed before a colour is chosen.
    PlaceFirst,
    /// Two more stones are not offered here.
    NoTwoMore,
    /// The opening is over.
    Settled,
}

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutOfOrder::ChooseFirst => "a colour must be chosen before the next stone",
            OutOfOrder::PlaceFirst => "the opening stones must be placed before a colour is chosen",
            OutOfOrder::NoTwoMore => "two more stones are not offered here",
            OutOfOrder::Settled => "the opening is over and the colours are settled",
        })
    }
}

impl std::error::Error for OutOfOrder {}

/// The opening of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    rule: OpeningRule,
    /// The step that is due, and how many of its stones are placed.
    step: usize,
    placed: u8,
    /// The colour of the next stone.
    color: Color,
    black: Option<Seat>,
}

impl Opening {
    /// The opening before its first step.
    pub const fn new(rule: OpeningRule) -> Opening {
        let black = if rule.steps().is_empty() { Some(Seat::First) } else { None };
        Opening { rule, step: 0, placed: 0, color: Color::Black, black }
    }

    /// The rule that this opening follows.
    pub const fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// What is to be done next; `None` once the colours are settled.
    pub fn due(&self) -> Option<Due> {
        Some(match self.current()? {
            Step::Place { by, stones } => Due::Stone { by, color: self.color, left: stones - self.placed },
            Step::Choose { by, options } => Due::Choice { by, options },
        })
    }

    /// Who plays Black, once that is settled.
    pub const fn black(&self) -> Option<Seat> {
        self.black
    }

    fn current(&self) -> Option<Step> {
        self.rule.steps().get(self.step).copied().filter(|_| self.black.is_none())
    }

    /// Whether a stone may be placed now.
    pub(crate) fn check_stone(&self) -> Result<(), OutOfOrder> {
        match self.current() {
            Some(Step::Place { .. }) => Ok(()),
            Some(Step::Choose { .. }) => Err(OutOfOrder::ChooseFirst),
            None => Err(OutOfOrder::Settled),
        }
    }

    /// Notes that the stone that was due is placed. The position has accepted it before.
    pub fn place(&mut self) -> Result<(), OutOfOrder> {
        self.check_stone()?;
        self.placed += 1;
        self.color = !self.color;
        if matches!(self.current(), Some(Step::Place { stones, .. }) if stones == self.placed) {
            self.go_on();
        }
        Ok(())
    }

    /// Whether `choice` is offered now.
    pub fn check_choice(&self, choice: Choice) -> Result<(), OutOfOrder> {
        match self.current() {
            Some(Step::Choose { options, .. }) if options.contains(&choice) => Ok(()),
            Some(Step::Choose { .. }) => Err(OutOfOrder::NoTwoMore),
            Some(Step::Place { .. }) => Err(OutOfOrder::PlaceFirst),
            None => Err(OutOfOrder::Settled),
        }
    }

    /// The one whose choice is due makes it.
    pub fn choose(&mut self, choice: Choice) -> Result<(), OutOfOrder> {
        self.check_choice(choice)?;
        let Some(Step::Choose { by, .. }) = self.current() else { return Err(OutOfOrder::Settled) };
        match choice {
            Choice::Black => self.black = Some(by),
            Choice::White => self.black = Some(by.other()),
            Choice::TwoMore => self.go_on(),
        }
        Ok(())
    }

    /// The next step. A rule whose steps end without a choice of colour leaves them as they were.
    fn go_on(&mut self) {
        (self.step, self.placed) = (self.step + 1, 0);
        if self.step == self.rule.steps().len() {
            self.black = Some(Seat::First);
        }
    }
}
