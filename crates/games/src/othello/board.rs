//! The discs on the board as two sets of squares, and the two bit orders in which people write them.

use super::rules::Rules;
use crate::board::{Color, Point};
use crate::position::Impossible;
use heibai_kernels::othello::{Bits, scalar};

/// A position on an N x N board. Bit `y * N + x` is the square in column `x` and row `y`: a1 is bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello<B: Bits, const N: usize> {
    mover: B,
    opponent: B,
    turn: Color,
    empties_to_winner: bool,
}

impl<B: Bits, const N: usize> Othello<B, N> {
    /// The position before the first move: White on the diagonal from the top left, Black on the other.
    pub fn new() -> Self {
        let (low, high) = ((N / 2 - 1) as u32, (N / 2) as u32);
        let square = |x, y| B::square(y * N as u32 + x);
        let black = square(low, high) | square(high, low);
        let white = square(low, low) | square(high, high);
        Othello { mover: black, opponent: white, turn: Color::Black, empties_to_winner: false }
    }

    /// The same discs under other rules of counting.
    pub(crate) fn with_empties_to_winner(self, empties_to_winner: bool) -> Self {
        Othello { empties_to_winner, ..self }
    }

    /// Any two sets of discs that do not overlap.
    ///
    /// ```
    /// use heibai_games::Color;
    /// use heibai_games::othello::Othello8;
    /// let start = Othello8::new();
    /// let (black, white) = (start.discs(Color::Black), start.discs(Color::White));
    /// assert_eq!(Othello8::from_bits(black, white, Color::Black), Ok(start));
    /// assert!(Othello8::from_bits(black, black, Color::Black).is_err());
    /// ```
    pub fn from_bits(black: B, white: B, turn: Color) -> Result<Self, Impossible> {
        let both = black & white;
        if !both.is_empty() {
            return Err(Impossible::Twice(Point(both.first() as u16)));
        }
        let outside = (black | white) & !Self::full();
        if !outside.is_empty() {
            return Err(Impossible::OffBoard(Point(outside.first() as u16)));
        }
        let (mover, opponent) = if turn == Color::Black { (black, white) } else { (white, black) };
        Ok(Othello { mover, opponent, turn, empties_to_winner: false })
    }

    /// The discs of `color`.
    #[inline]
    pub fn discs(&self, color: Color) -> B {
        if color == self.turn { self.mover } else { self.opponent }
    }

    /// The discs of the side to move.
    #[inline]
    pub fn mover(&self) -> B {
        self.mover
    }

    /// The discs of the side that waits.
    #[inline]
    pub fn opponent(&self) -> B {
        self.opponent
    }

    /// The empty squares.
    #[inline]
    pub fn empties(&self) -> B {
        !(self.mover | self.opponent) & Self::full()
    }

    #[inline]
    pub(super) fn side(&self) -> Color {
        self.turn
    }

    pub(super) fn counts_empties(&self) -> bool {
        self.empties_to_winner
    }

    /// Every square of the board.
    #[inline]
    pub fn full() -> B {
        B::from_u128(const { scalar::full::<N>() })
    }

    /// Where `color` could place a disc if it were to move.
    ///
    /// ```
    /// use heibai_games::Color;
    /// use heibai_games::othello::Othello8;
    /// assert_eq!(Othello8::new().placements(Color::Black).count_ones(), 4);
    /// ```
    #[inline]
    pub fn placements(&self, color: Color) -> B {
        if color == self.turn {
            scalar::mobility::<B, N>(self.mover, self.opponent)
        } else {
            scalar::mobility::<B, N>(self.opponent, self.mover)
        }
    }

    /// What the side to move would flip on `square`; nothing if it may not place a disc there.
    #[inline]
    pub fn flips(&self, square: u32) -> B {
        if square >= (N * N) as u32 || (self.mover | self.opponent).has(square) {
            return B::EMPTY;
        }
        scalar::flips::<B, N>(square, self.mover, self.opponent)
    }

    /// Places a disc and turns `flips` over, both at once, and hands the turn on.
    #[inline]
    pub(super) fn place(&mut self, square: u32, flips: B) {
        let mover = self.mover ^ (flips | B::square(square));
        self.mover = self.opponent ^ flips;
        self.opponent = mover;
        self.turn = !self.turn;
    }

    #[inline]
    pub(super) fn pass(&mut self) {
        std::mem::swap(&mut self.mover, &mut self.opponent);
        self.turn = !self.turn;
    }

    pub(super) fn rules_of(&self) -> Rules {
        Rules::of_board(N, self.empties_to_winner)
    }

    /// Black's and White's discs with the bottom left square first (A8-first in a drawing whose rows are
    /// numbered from the bottom): a vertical mirror of this library's order.
    ///
    /// ```
    /// use heibai_games::othello::Othello8;
    /// assert_eq!(Othello8::new().to_a8_first(), (0x0000_0010_0800_0000, 0x0000_0008_1000_0000));
    /// ```
    pub fn to_a8_first(&self) -> (B, B) {
        (mirror::<B, N>(self.discs(Color::Black)), mirror::<B, N>(self.discs(Color::White)))
    }

    /// Reads what [`Othello::to_a8_first`] writes.
    pub fn from_a8_first(black: B, white: B, turn: Color) -> Result<Self, Impossible> {
        let outside = (black | white) & !Self::full();
        if !outside.is_empty() {
            return Err(Impossible::OffBoard(Point(outside.first() as u16)));
        }
        Self::from_bits(mirror::<B, N>(black), mirror::<B, N>(white), turn)
    }
}

impl<B: Bits, const N: usize> Default for Othello<B, N> {
    fn default() -> Self {
        Self::new()
    }
}

/// The rows in the opposite order.
fn mirror<B: Bits, const N: usize>(squares: B) -> B {
    let row = B::from_u128((1 << N) - 1);
    let mut mirrored = B::EMPTY;
    for y in 0..N {
        mirrored |= ((squares >> (y * N) as u32) & row) << ((N - 1 - y) * N) as u32;
    }
    mirrored
}
