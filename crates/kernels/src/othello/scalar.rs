//! Flips and mobility in plain integer arithmetic, for every board size: the reference for the fast twins.

use super::bits::Bits;

/// All squares of an N x N board.
pub const fn full<const N: usize>() -> u128 {
    (1 << (N * N)) - 1
}

/// The squares that are neither in the first nor in the last column: no run of flips crosses those columns.
pub const fn inner<const N: usize>() -> u128 {
    let row = (1 << (N - 1)) - 2;
    let mut squares = 0;
    let mut y = 0;
    while y < N {
        squares |= row << (y * N);
        y += 1;
    }
    squares
}

/// The axes of the board: the distance between squares, and whether steps can cross the first or last column.
#[inline(always)]
const fn axes<const N: usize>() -> [(u32, bool); 4] {
    [(1, true), (N as u32, false), (N as u32 - 1, true), (N as u32 + 1, true)]
}

/// The unbroken runs of `through` that begin next to `from`, towards higher squares; at most N - 2 long. The run
/// length is doubled at each step (Kogge-Stone prefix).
#[inline(always)]
fn run_up<B: Bits, const N: usize>(from: B, through: B, by: u32) -> B {
    let mut run = through & (from << by);
    run |= through & (run << by);
    let pair = through & (through << by);
    for _ in 0..(N - 4) / 2 {
        run |= pair & (run << (2 * by));
    }
    run
}

/// The same towards lower squares.
#[inline(always)]
fn run_down<B: Bits, const N: usize>(from: B, through: B, by: u32) -> B {
    let mut run = through & (from >> by);
    run |= through & (run >> by);
    let pair = through & (through >> by);
    for _ in 0..(N - 4) / 2 {
        run |= pair & (run >> (2 * by));
    }
    run
}

/// The squares where `mover` may place a disc.
#[inline(always)]
pub fn mobility<B: Bits, const N: usize>(mover: B, opponent: B) -> B {
    let inner = opponent & B::from_u128(inner::<N>());
    let mut ends = B::EMPTY;
    for (by, sideways) in axes::<N>() {
        let through = if sideways { inner } else { opponent };
        ends |= run_up::<B, N>(mover, through, by) << by;
        ends |= run_down::<B, N>(mover, through, by) >> by;
    }
    ends & !(mover | opponent) & B::from_u128(full::<N>())
}

/// The discs of `opponent` that `mover` flips with a disc on the empty `square`; none if the move is illegal.
#[inline]
pub fn flips<B: Bits, const N: usize>(square: u32, mover: B, opponent: B) -> B {
    flips_by::<B, N>(B::square(square), mover, opponent)
}

/// The same with the square given as its bit.
#[inline(always)]
pub(crate) fn flips_by<B: Bits, const N: usize>(disc: B, mover: B, opponent: B) -> B {
    let inner = opponent & B::from_u128(inner::<N>());
    let mut flips = B::EMPTY;
    for (by, sideways) in axes::<N>() {
        let through = if sideways { inner } else { opponent };
        let up = run_up::<B, N>(disc, through, by);
        if !(mover & (up << by)).is_empty() {
            flips |= up;
        }
        let down = run_down::<B, N>(disc, through, by);
        if !(mover & (down >> by)).is_empty() {
            flips |= down;
        }
    }
    flips
}

/// The set bit of `set` with `rank` set bits below it; none if there is no such bit.
#[inline]
pub fn ranked(mut set: u64, rank: u32) -> u64 {
    for _ in 0..rank.min(64) {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}
