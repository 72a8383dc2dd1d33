//! What one more Black stone would make of its line: a five, an overline, fours, a three.
//!
//! The questions are asked of many points at once: a word holds one bit for each point, and the caller
//! says how to see the neighbour `k` steps along the line. The same formulas serve the whole board (a
//! word is sixteen rows) and one point (a word is its four lines).
//!
//! Nothing here looks across lines, so a `three` is only a shape that could become a straight four;
//! whether Black may play there is for `forbidden.rs` to say.

use std::ops::{BitAnd, BitOr, Not};

/// A set of points on which whole sets can be combined.
pub(super) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
}

impl Bits for u64 {}

/// Sixteen rows of up to fifteen points: a whole Renju board. Plain loops over sixteen small integers
/// become vector instructions on every machine that has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rows(pub(super) [u16; 16]);

impl BitAnd for Rows {
    type Output = Rows;
    #[inline(always)]
    fn bitand(self, other: Rows) -> Rows {
        let mut rows = self.0;
        for (row, with) in rows.iter_mut().zip(other.0) {
            *row &= with;
        }
        Rows(rows)
    }
}

impl BitOr for Rows {
    type Output = Rows;
    #[inline(always)]
    fn bitor(self, other: Rows) -> Rows {
        let mut rows = self.0;
        for (row, with) in rows.iter_mut().zip(other.0) {
            *row |= with;
        }
        Rows(rows)
    }
}

impl Not for Rows {
    type Output = Rows;
    #[inline(always)]
    fn not(self) -> Rows {
        let mut rows = self.0;
        for row in &mut rows {
            *row = !*row;
        }
        Rows(rows)
    }
}

impl Bits for Rows {}

/// Where a Black stone would make which shape in one direction. The points are not checked to be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made<W> {
    /// Exactly five in a row.
    pub(super) five: W,
    /// Six or more in a row.
    pub(super) overline: W,
    /// A four that the nearest empty point backwards along the line would make five.
    pub(super) four_back: W,
    /// A four that the nearest empty point forwards would make five.
    pub(super) four_ahead: W,
    /// Four in a row that become five at either end: both of the above, but one four.
    pub(super) straight: W,
    /// A three that the nearest empty point backwards would make a straight four.
    pub(super) three_back: W,
    /// A three that the nearest empty point forwards would make a straight four.
    pub(super) three_ahead: W,
}

/// One side of a point: runs, and what lies behind the first gap.
struct Side<W> {
    /// `run[n]`: the next `n` points are black.
    run: [W; 6],
    /// `exact[n]`: the next `n` points are black and the one after is not.
    exact: [W; 5],
    /// `gap[s]`: `s` black points, split by one empty point, with no black one behind them: filling the
    /// gap adds `s + 1` stones to the row.
    gap: [W; 4],
    /// `open[n]`: `n` black points, an empty one, and no black one behind: the row may grow by one.
    open: [W; 4],
    /// `open_gap[s]`: as `gap`, and behind it the row may grow by one more.
    open_gap: [W; 3],
}

impl<W: Bits> Side<W> {
    #[inline(always)]
    fn new(b: [W; 5], e: [W; 5]) -> Side<W> {
        // b[k] and e[k] are the point k + 1 steps away. `none` and `all` are the neutral sets.
        let none = b[0] & !b[0];
        let all = !none;
        let r2 = b[0] & b[1];
        let r3 = r2 & b[2];
        let r4 = r3 & b[3];
        let run = [all, b[0], r2, r3, r4, r4 & b[4]];
        let mut exact = [none; 5];
        for n in 0..5 {
            exact[n] = run[n] & !b[n];
        }
        let mut open = [none; 4];
        let mut gap = [none; 4];
        let mut open_gap = [none; 3];
        for n in 0..4 {
            // n black points, a gap, then m black ones.
            let mut row = run[n] & e[n];
            open[n] = row & !b[n + 1];
            for m in 0..4 - n {
                if m > 0 {
                    row = row & b[n + m];
                }
                gap[n + m] = gap[n + m] | (row & !b[n + m + 1]);
                if n + m < 3 {
                    open_gap[n + m] = open_gap[n + m] | (row & e[n + m + 1] & !b[n + m + 2]);
                }
            }
        }
        Side { run, exact, gap, open, open_gap }
    }
}

/// The shapes made at every point; `black(k)` and `empty(k)` are the points whose neighbour `k` steps
/// along the line (1 to 5, or -1 to -5) is black or empty.
#[inline(always)]
pub(super) fn made<W: Bits>(black: impl Fn(i32) -> W, empty: impl Fn(i32) -> W) -> Made<W> {
    let (b, e) = (black, empty);
    let back = Side::new([b(-1), b(-2), b(-3), b(-4), b(-5)], [e(-1), e(-2), e(-3), e(-4), e(-5)]);
    let ahead = Side::new([b(1), b(2), b(3), b(4), b(5)], [e(1), e(2), e(3), e(4), e(5)]);
    let mut five = back.exact[0] & ahead.exact[4];
    for n in 1..=4 {
        five = five | (back.exact[n] & ahead.exact[4 - n]);
    }
    let mut overline = back.run[5] | ahead.run[5];
    for n in 1..=4 {
        overline = overline | (back.run[n] & ahead.run[5 - n]);
    }
    let mut four_back = back.gap[0] & ahead.exact[3];
    let mut four_ahead = ahead.gap[0] & back.exact[3];
    let mut straight = back.open[0] & ahead.open[3];
    for n in 1..=3 {
        four_back = four_back | (back.gap[n] & ahead.exact[3 - n]);
        four_ahead = four_ahead | (ahead.gap[n] & back.exact[3 - n]);
        straight = straight | (back.open[n] & ahead.open[3 - n]);
    }
    let mut three_back = back.open_gap[0] & ahead.open[2];
    let mut three_ahead = ahead.open_gap[0] & back.open[2];
    for n in 1..=2 {
        three_back = three_back | (back.open_gap[n] & ahead.open[2 - n]);
        three_ahead = three_ahead | (ahead.open_gap[n] & back.open[2 - n]);
    }
    Made { five, overline, four_back, four_ahead, straight, three_back, three_ahead }
}
