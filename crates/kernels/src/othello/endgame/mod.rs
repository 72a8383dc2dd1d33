//! Exact values of Othello positions with few empty squares, for one null window: "is the value above
//! `alpha`?". The value counts empty squares for the winner.
//!
//! The search itself is written once, as macros, and compiled for each CPU level, so that flips and mobility are
//! inlined everywhere. A 6x6 board lies in the middle of the 8x8 one.

mod expand;
mod fan;
#[cfg(target_arch = "x86_64")]
mod fans;
mod last;
mod shallow;

use super::{portable, rays, stable};
use crate::cpu::{self, Level};
use fan::{DONE, Fan, LANES, without};
use last::Squares;

/// The most empty squares that [`solve`] takes.
pub const MOST_EMPTY: u32 = 15;
/// The most empty squares searched by parity alone. On 138 positions of hard-20, 5 instead of 6 takes 10 % fewer nodes
/// and 4 % more time.
const LAST_BY_PARITY: u32 = 5;
/// Up to this many empty squares, the table costs more than it saves. On those positions, 6 instead of 7 and a table of
/// 2^15 positions instead of 2^14 take 6 % fewer nodes and 1 % more time.
const LAST_FORGOTTEN: u32 = 6;
const NONE: i32 = -1000;
const NO_MOVE: u8 = 255;

/// The state one thread keeps between calls: a small table and the node count.
#[derive(Clone, Debug)]
pub struct Endgame {
    pub nodes: u64,
    table: Box<[Slot]>,
    /// One byte of each slot's position. The tags stay in the nearest caches and save most table lookups.
    tags: Box<[u8]>,
}

/// Aligned so that it never straddles two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot {
    board: (u64, u64),
    lower: i8,
    upper: i8,
    best: u8,
}

impl Default for Endgame {
    fn default() -> Endgame {
        Endgame::new(15)
    }
}

impl Endgame {
    /// A table of two to the power of `bits` positions.
    pub fn new(bits: u32) -> Endgame {
        let slot = Slot { board: (0, 0), lower: -127, upper: 127, best: NO_MOVE };
        Endgame {
            nodes: 0,
            table: vec![slot; 1 << bits].into_boxed_slice(),
            tags: vec![0; 1 << bits].into_boxed_slice(),
        }
    }

    /// The slot of a position, and its tag.
    #[inline]
    fn slot(&self, board: (u64, u64)) -> (usize, u8) {
        let mix = board.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ board.1.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mix = mix.wrapping_mul(0xA076_1D64_78BD_642F);
        ((mix >> 40) as usize & (self.table.len() - 1), (mix >> 32) as u8)
    }

    /// The value of a move whose position the table knows, if it causes a cut-off.
    #[inline(always)]
    fn refuting(&self, b: (u64, u64), fan: &Fan, alpha: i32) -> Option<i32> {
        // Step by step for all lanes, so that each step vectorizes; few tags match.
        let next: [(u64, u64); LANES] = std::array::from_fn(|lane| {
            let flips = fan.flips[lane];
            (b.1 ^ flips, b.0 ^ flips ^ fan.discs[lane])
        });
        let slots = next.map(|next| self.slot(next));
        let alike = |(lane, (slot, tag)): (usize, &(usize, u8))| u32::from(self.tags[*slot] == *tag) << lane;
        let mut like: u32 = slots.iter().enumerate().map(alike).sum();
        while like != 0 {
            let lane = like.trailing_zeros() as usize & 7;
            like &= like - 1;
            let (next, disc) = (next[lane], fan.discs[lane]);
            let known = &self.table[slots[lane].0];
            // A lane without a move would be a pass.
            if known.board == next && -i32::from(known.upper) > alpha && disc != 0 {
                return Some(-i32::from(known.upper));
            }
        }
        None
    }

    #[inline]
    fn store(&mut self, (slot, tag): (usize, u8), board: (u64, u64), alpha: i32, value: i32, best: u8) {
        self.tags[slot] = tag;
        let slot = &mut self.table[slot];
        if slot.board != board {
            *slot = Slot { board, lower: -127, upper: 127, best };
        }
        if value > alpha {
            (slot.lower, slot.best) = (value as i8, best);
        } else {
            slot.upper = value as i8;
        }
    }
}

/// The squares of an N x N board in the middle of the 8x8 one.
const fn area<const N: usize>() -> u64 {
    match N {
        8 => !0,
        6 => 0x007e_7e7e_7e7e_7e00,
        _ => 0x0000_3c3c_3c3c_0000,
    }
}

/// Its corners.
const fn corners<const N: usize>() -> u64 {
    match N {
        8 => 0x8100_0000_0000_0081,
        6 => 0x0042_0000_0000_4200,
        _ => 0x0000_2400_0024_0000,
    }
}

/// The value of a finished game.
fn finished<const N: usize>(mover: u64, opponent: u64) -> i32 {
    let (own, other) = (mover.count_ones() as i32, opponent.count_ones() as i32);
    let empty = (N * N) as i32 - own - other;
    own - other + (own - other).signum() * empty
}

/// The neighbours of each square, except where the direction is too short to flip anything.
static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let disc = 1u64 << square;
        let sides = (disc << 1 & 0xfefe_fefe_fefe_fefe) | (disc >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
        let three = disc | sides;
        all[square] = sides | three << 8 | three >> 8;
        square += 1;
    }
    all
}

const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The quadrant of each square.
static QUADRANT_OF: [u64; 64] = quadrant_of();

const fn quadrant_of() -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = QUADRANTS[square / 32 * 2 + square % 8 / 4];
        square += 1;
    }
    all
}

/// The quadrants with an odd number of the squares in `empty`.
#[inline(always)]
fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        if (empty & quadrant).count_ones() & 1 == 1 {
            odd |= quadrant;
        }
    }
    odd
}

/// Up to four squares: those alone in their quadrant first, otherwise those of one quadrant together. `odd` are the
/// quadrants with an odd number of them.
#[inline(always)]
fn by_quadrant(empty: u64, odd: u64) -> Squares {
    let one = empty & QUADRANT_OF[(empty.trailing_zeros() & 63) as usize];
    let one = if one.count_ones() == 3 { empty ^ one } else { one };
    let singles = empty & odd;
    let first = if singles == 0 || singles == empty { one } else { singles };
    let (mut rest, later) = (first, empty ^ first);
    let mut squares = 0;
    for number in 0..4 {
        rest = if rest == 0 { later } else { rest };
        squares |= (rest.trailing_zeros() & 63) << (8 * number);
        rest &= rest.wrapping_sub(1);
    }
    Squares(squares)
}

/// The least `alpha`, by number of empty squares, at which computing stable discs pays off. Timed on FFO 40-43: 4
/// higher takes 4 % more nodes and 5 to 8 % more time; 4 lower saves 0.5 % of the nodes in the same time.
const STABILITY_FROM: [i32; 16] = [64, 64, 64, 64, 64, 4, 6, 8, 10, 12, 16, 18, 20, 22, 24, 26];

/// Stability cut-off: the value is at most `64 - 2 * stable`, which suffices if it is not above `alpha`.
#[inline(always)]
fn stability_cut<const N: usize>(b: (u64, u64), alpha: i32, empties: u32) -> Option<i32> {
    if N < 8 {
        return stable::bound_within(area::<N>(), b.0, b.1, alpha);
    }
    if alpha < STABILITY_FROM[(empties & 15) as usize] {
        return None;
    }
    stable::bound(b.0, b.1, alpha)
}

mod plain {
    use super::super::rays::{LAST, LINES};
    use super::fan::{fan, least};
    use super::*;

    #[inline]
    fn moves<const N: usize>(mover: u64, opponent: u64) -> u64 {
        portable::mobility(mover, opponent) & area::<N>()
    }

    #[inline]
    fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
        portable::flips(square, mover, opponent)
    }

    /// How many discs the last move flips.
    #[inline]
    fn count_last(square: u32, mover: u64) -> i32 {
        let lines = &LINES[(square & 63) as usize];
        let row = mover >> (square & 56) & 0xff;
        let mut count = LAST[(square & 7) as usize][row as usize];
        // Gather a line by multiplication: the column is first shifted to the left edge.
        let column =
            (mover >> (square & 7) & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        count += LAST[usize::from(lines.place[0] & 7)][column as usize];
        // A diagonal has one square in each column: adding up its rows puts them next to each other, in the order of
        // the columns.
        for axis in 1..3 {
            let line = (mover & lines.squares[axis]).wrapping_mul(0x0101_0101_0101_0101) >> 56;
            count += LAST[(square & 7) as usize][line as usize];
        }
        i32::from(count)
    }

    /// Whether to compute the flips of several squares together, needed or not.
    const AHEAD: bool = false;

    #[inline]
    fn flips_of_two(squares: [u32; 2], mover: u64, opponent: u64) -> [u64; 2] {
        squares.map(|square| flips(square, mover, opponent))
    }

    /// One empty square: the exact value, or a bound sufficient for `alpha`.
    #[inline]
    fn last1<const N: usize>(mover: u64, alpha: i32, square: u32) -> i32 {
        let total = (N * N) as i32;
        let discs = 2 * mover.count_ones() as i32 - total;
        let flips = count_last(square, mover);
        if flips != 0 {
            return discs + 2 * flips + 2;
        }
        // An empty square that neither side can take goes to the winner.
        let kept = if discs >= 0 { discs + 2 } else { discs };
        if kept <= alpha {
            return kept;
        }
        let opponent = !mover & area::<N>() & !(1 << square);
        let flips = count_last(square, opponent);
        if flips != 0 { discs - 2 * flips } else { kept }
    }

    expand::expansion!();
    last::last_squares!();
    shallow::shallow_search!();
}

#[cfg(target_arch = "x86_64")]
mod x86;

/// Null-window search: a bound on the value for the side to move, on the correct side of `alpha`. At most
/// [`MOST_EMPTY`] squares are empty; N is 4, 6 or 8.
pub fn solve<const N: usize>(mover: u64, opponent: u64, alpha: i32, state: &mut Endgame) -> i32 {
    assert!((area::<N>() & !(mover | opponent)).count_ones() <= MOST_EMPTY);
    match cpu::level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::solve_avx2::<N>((mover, opponent), alpha, state),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::solve_avx512::<N>((mover, opponent), alpha, state),
        _ => plain::solve::<N>((mover, opponent), alpha, state),
    }
}

/// A move: its square, what it flips, and where the opponent may then move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reply {
    pub flips: u64,
    pub replies: u64,
    pub square: u32,
    /// For the caller's move ordering; 0 at first.
    pub cost: i32,
}

/// Plays each of the legal moves `squares` (8x8) and stores the results; returns how many fitted.
pub fn expand(mover: u64, opponent: u64, squares: u64, out: &mut [Reply]) -> usize {
    match cpu::level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::expand_avx2(mover, opponent, squares, out),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::expand_avx512(mover, opponent, squares, out),
        _ => plain::expand(mover, opponent, squares, out),
    }
}

#[cfg(test)]
mod tests;
