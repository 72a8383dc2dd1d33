//! Swap and swap2: who places which stones and who chooses the colours, before the game proper.
//!
//! The stones themselves are ordinary moves of a position (Black, White, Black, ...); this file only says
//! whose hand places them and what is to be done next.
//!
//! - Swap: the first player places three stones, the second chooses a colour.
//! - Swap2: the same, but the second player may instead place two more stones and leave the choice of
//!   colour to the first.

use super::rules::OpeningRule;
use crate::board::Color;
use std::fmt;

/// A player before the colours are settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// The one who opens the game.
    First,
    Second,
}

impl Seat {
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// `who` places `left` more stones, this one of `color`.
    Place { who: Seat, color: Color, left: u8 },
    /// `who` chooses a colour, or places two more stones where that is offered.
    Choose { who: Seat, two_more: bool },
    /// The colours are settled; the game goes on by its usual turns.
    Settled { black: Seat },
}

/// What a player may choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    Black,
    White,
    /// Swap2 only: place a white and a black stone and let the other side choose.
    TwoMore,
}

/// Why a step of the opening is refused. Nothing changes when it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutOfOrder {
    /// It is the other player's task.
    NotYourTask,
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
            OutOfOrder::NotYourTask => "it is the other player's turn in the opening",
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
    task: Task,
}

impl Opening {
    pub const fn new(rule: OpeningRule) -> Opening {
        let task = match rule {
            OpeningRule::Free => Task::Settled { black: Seat::First },
            OpeningRule::Swap | OpeningRule::Swap2 => {
                Task::Place { who: Seat::First, color: Color::Black, left: 3 }
            }
        };
        Opening { rule, task }
    }

    /// What is to be done next.
    pub const fn task(&self) -> Task {
        self.task
    }

    /// Who plays `color`, once that is settled.
    pub fn seat(&self, color: Color) -> Option<Seat> {
        match self.task {
            Task::Settled { black } => Some(if color == Color::Black { black } else { black.other() }),
            Task::Place { .. } | Task::Choose { .. } => None,
        }
    }

    /// Notes that `by` has placed the stone that was due. The position has accepted it before.
    pub fn placed(&mut self, by: Seat) -> Result<(), OutOfOrder> {
        let (who, color, left) = match self.task {
            Task::Place { who, color, left } => (who, color, left),
            Task::Choose { .. } => return Err(OutOfOrder::ChooseFirst),
            Task::Settled { .. } => return Err(OutOfOrder::Settled),
        };
        if by != who {
            return Err(OutOfOrder::NotYourTask);
        }
        self.task = if left > 1 {
            Task::Place { who, color: !color, left: left - 1 }
        } else {
            // After the first three stones swap2 offers two more; after those it does not.
            let two_more = self.rule == OpeningRule::Swap2 && who == Seat::First;
            Task::Choose { who: who.other(), two_more }
        };
        Ok(())
    }

    /// Lets `by` choose.
    pub fn choose(&mut self, by: Seat, choice: Choice) -> Result<(), OutOfOrder> {
        let (who, two_more) = match self.task {
            Task::Choose { who, two_more } => (who, two_more),
            Task::Place { .. } => return Err(OutOfOrder::PlaceFirst),
            Task::Settled { .. } => return Err(OutOfOrder::Settled),
        };
        if by != who {
            return Err(OutOfOrder::NotYourTask);
        }
        self.task = match choice {
            Choice::Black => Task::Settled { black: who },
            Choice::White => Task::Settled { black: who.other() },
            Choice::TwoMore if two_more => Task::Place { who, color: Color::White, left: 2 },
            Choice::TwoMore => return Err(OutOfOrder::NoTwoMore),
        };
        Ok(())
    }
}
