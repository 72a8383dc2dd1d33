//! The frontier: discs that touch an empty square, and the moves they promise to the other side.

use super::board::Othello;
use crate::board::Color;
use heibai_kernels::othello::{Bits, scalar};

impl<B: Bits, const N: usize> Othello<B, N> {
    /// How many squares `color` could take if it were to move.
    ///
    /// ```
    /// use heibai_games::Color;
    /// use heibai_games::othello::Othello8;
    /// assert_eq!(Othello8::new().mobility(Color::White), 4);
    /// ```
    pub fn mobility(&self, color: Color) -> u32 {
        self.placements(color).count()
    }

    /// The discs of `color` next to an empty square, diagonally too.
    pub fn frontier(&self, color: Color) -> B {
        self.discs(color) & neighbours::<B, N>(self.empties())
    }

    /// The empty squares next to a disc of the other side: where `color` may be able to play later.
    pub fn potential_mobility(&self, color: Color) -> B {
        self.empties() & neighbours::<B, N>(self.discs(!color))
    }
}

/// Every square next to one of `squares` in any of the eight directions.
pub(super) fn neighbours<B: Bits, const N: usize>(squares: B) -> B {
    let full = B::from_u128(const { scalar::full::<N>() });
    let not_first = B::from_u128(const { not_first_column::<N>() });
    let not_last = not_first >> 1;
    let sides = |set: B| ((set & not_last) << 1) | ((set & not_first) >> 1);
    let row = squares | sides(squares);
    (sides(squares) | (row << N as u32) | (row >> N as u32)) & full
}

const fn not_first_column<const N: usize>() -> u128 {
    let mut squares = scalar::full::<N>();
    let mut y = 0;
    while y < N {
        squares &= !(1 << (y * N));
        y += 1;
    }
    squares
}
