//! What a game in progress waits for, and from whom. A seat is a player; a seat's colour may change in an opening.

use crate::board::Color;
use crate::gomoku::opening::Choice;

/// One of the two players, whichever colour they hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// The one who opens the game: Black, unless an opening rule changes the colours.
    First,
    /// The one who answers: White, unless an opening rule changes the colours.
    Second,
}

impl Seat {
    /// Both seats, in the order of their numbers.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The player on the other side of the board.
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What a game waits for. `Match::request` tells it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Due {
    /// An opening stone of `color` from `by`, who has `left` to place, this one included.
    Stone {
        /// Who places it.
        by: Seat,
        /// The colour of the stone.
        color: Color,
        /// How many are still to be placed.
        left: u8,
        /// The side of the central square that it has to lie in; `None` is anywhere.
        within: Option<u8>,
    },
    /// A choice of `by` among `options`, before the next stone.
    Choice {
        /// Who chooses.
        by: Seat,
        /// What there is to choose from.
        options: &'static [Choice],
    },
    /// A point for the fifth stone, offered by whoever holds Black.
    Offer {
        /// Who offers it.
        by: Seat,
        /// How many are wanted, this one included.
        left: u8,
    },
    /// The fifth stone, picked among the points that were offered.
    Pick {
        /// Who picks it.
        by: Seat,
    },
    /// A move of `by`, who plays `color`.
    Move {
        /// Who moves.
        by: Seat,
        /// The colour of the stone.
        color: Color,
    },
    /// Somebody's judgement of the stones, so that there is a count to agree on.
    Judgement,
    /// Agreement to the count; by colour, who has not agreed yet.
    Agreement {
        /// By the colours' numbers: who has not agreed.
        missing: [bool; 2],
    },
    /// Nothing: the game is over.
    Nothing,
}

impl Due {
    /// Who has to act, where it is one player.
    pub const fn by(&self) -> Option<Seat> {
        match *self {
            Due::Stone { by, .. }
            | Due::Choice { by, .. }
            | Due::Offer { by, .. }
            | Due::Pick { by }
            | Due::Move { by, .. } => Some(by),
            Due::Judgement | Due::Agreement { .. } | Due::Nothing => None,
        }
    }
}
