//! The questions of a second look, in their order.

use crate::question::Look;
use heibai_games::Kind;

/// Go: how many moves of a line come before each look for the ownership. The last one follows the third look.
const COUNTED_AFTER: [usize; 3] = [3, 6, 6];

/// A question of a second look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Best,
    /// Gomoku: other defences, where the best move is proved to lose.
    Others,
    Played,
    /// Go: the ownership later in the best line, then in the played one; by number of the look.
    CountBest(usize),
    CountPlayed(usize),
    /// Go: a longer look at both moves, where a reason rests on what the search expects.
    ThirdBest,
    ThirdPlayed,
}

impl Step {
    /// Whether it searches the played move, not the best one.
    pub(crate) fn is_played(self) -> bool {
        matches!(self, Step::Played | Step::CountPlayed(_) | Step::ThirdPlayed)
    }

    pub(crate) fn is_third(self) -> bool {
        matches!(self, Step::ThirdBest | Step::ThirdPlayed)
    }

    /// The moves of a line before a look for the ownership.
    pub(crate) fn counted_after(self) -> Option<usize> {
        match self {
            Step::CountBest(look) | Step::CountPlayed(look) => Some(COUNTED_AFTER[look]),
            _ => None,
        }
    }

    pub(crate) fn look(self) -> Look {
        match self {
            Step::CountBest(_) | Step::CountPlayed(_) => Look::Count,
            Step::ThirdBest | Step::ThirdPlayed => Look::Third,
            Step::Best | Step::Others | Step::Played => Look::Second,
        }
    }

    pub(crate) fn next(self, kind: Kind) -> Option<Step> {
        match self {
            Step::Best | Step::Others => Some(Step::Played),
            Step::Played => (kind == Kind::Go).then_some(Step::CountBest(0)),
            Step::CountBest(look) => Some(Step::CountPlayed(look)),
            Step::CountPlayed(0) => Some(Step::CountBest(1)),
            Step::CountPlayed(1) => Some(Step::ThirdBest),
            Step::ThirdBest => Some(Step::ThirdPlayed),
            Step::ThirdPlayed => Some(Step::CountBest(2)),
            Step::CountPlayed(_) => None,
        }
    }
}
