//! The engine's own board: two bitboards, the side to move first. It does not check moves; the referee has checked
//! them before they come here.

use heibai_games::othello::exact_score;
use heibai_kernels::othello::scalar;

/// A position from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bitboards {
    pub mover: u64,
    pub opponent: u64,
}

impl Bitboards {
    pub const START: Bitboards = Bitboards { mover: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.mover | self.opponent)
    }

    #[inline]
    pub fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares that the side to move may take.
    #[inline]
    pub fn moves(&self) -> u64 {
        scalar::mobility::<u64, 8>(self.mover, self.opponent)
    }

    /// The discs flipped by a move to the empty `square`; none if the move is illegal.
    #[inline]
    pub fn flips(&self, square: u32) -> u64 {
        scalar::flips::<u64, 8>(square, self.mover, self.opponent)
    }

    /// The position after a move to `square` that flips `flips`.
    #[inline]
    pub fn played(&self, square: u32, flips: u64) -> Bitboards {
        Bitboards { mover: self.opponent ^ flips, opponent: self.mover ^ flips ^ 1 << square }
    }

    #[inline]
    pub fn passed(&self) -> Bitboards {
        Bitboards { mover: self.opponent, opponent: self.mover }
    }

    /// Discs of the side to move less those of the opponent, the empty squares going to the winner.
    pub fn final_score(&self) -> i32 {
        exact_score(self.mover.count_ones(), self.opponent.count_ones(), 64)
    }
}
