//! Exact endgames on boards of any size, up to 128 squares in one integer; this solves 10x10. Null windows, a
//! transposition table of whole positions, moves ordered by mobility and parity, cut-offs by stable discs.

mod order;
mod squares;
mod table;

use crate::search::meter::Meter;
use heibai_games::othello::exact_score;
use heibai_kernels::othello::{Bits, scalar};
pub use squares::Geometry;
use table::{Bounds, NO_MOVE, Table};

/// A position from the side to move; bit `y * N + x` is a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    pub mover: u128,
    pub opponent: u128,
}

/// An exact value for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    pub score: i32,
    /// The principal variation, as squares; `None` is a forced pass.
    pub line: Vec<Option<u32>>,
}

/// With at most this many empty squares, moves are ordered by parity alone and the transposition table is not used.
const LAST_BY_PARITY: u32 = 6;

struct Solver<'a, 'm, const N: usize> {
    geometry: &'a Geometry,
    table: Table,
    meter: &'a mut Meter<'m>,
}

/// Solves a position on an N x N board. `None` if the meter stopped it. `on_progress` receives every proved bound:
/// the least and the most that the side to move can reach, and the nodes so far.
pub fn solve<const N: usize>(
    sides: Sides,
    bytes: usize,
    meter: &mut Meter<'_>,
    on_progress: &mut dyn FnMut(i32, i32, u64),
) -> Option<Solved> {
    let geometry = Geometry::new::<N>();
    let empties = (N * N) as u32 - (sides.mover | sides.opponent).count();
    let mut solver = Solver::<N> { geometry: &geometry, table: Table::new(empties, bytes), meter };
    let score = solver.value(sides, on_progress)?;
    let (mut here, mut value, mut line) = (sides, score, Vec::new());
    loop {
        let moves = here.moves::<N>();
        if moves != 0 {
            let square = solver.keeper(here, moves, value)?;
            line.push(Some(square));
            here = here.played(square, geometry.flips(square, here.mover, here.opponent));
        } else {
            here = here.passed();
            if here.moves::<N>() == 0 {
                return Some(Solved { score, line });
            }
            line.push(None);
        }
        value = -value;
    }
}

impl Sides {
    #[inline]
    pub fn moves<const N: usize>(&self) -> u128 {
        scalar::mobility::<u128, N>(self.mover, self.opponent)
    }

    #[inline]
    pub fn played(&self, square: u32, flips: u128) -> Sides {
        Sides { mover: self.opponent ^ flips, opponent: self.mover ^ flips ^ 1 << square }
    }

    #[inline]
    pub fn passed(&self) -> Sides {
        Sides { mover: self.opponent, opponent: self.mover }
    }

    pub fn final_score<const N: usize>(&self) -> i32 {
        exact_score(self.mover.count(), self.opponent.count(), (N * N) as u32)
    }

    /// A hash for tables.
    #[inline]
    pub fn hash(&self) -> u64 {
        let words = [self.mover, self.mover >> 64, self.opponent, self.opponent >> 64];
        let mix = words
            .iter()
            .fold(0u64, |mix, &word| (mix ^ word as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31));
        mix ^ mix >> 32
    }
}

impl<const N: usize> Solver<'_, '_, N> {
    fn empty(&self, sides: &Sides) -> u128 {
        self.geometry.all & !(sides.mover | sides.opponent)
    }

    /// The exact value by null windows, as in MTD(f), starting from a guess; values are even. Each further window on the
    /// same side of the last one is twice as far away.
    fn value(&mut self, sides: Sides, on_progress: &mut dyn FnMut(i32, i32, u64)) -> Option<i32> {
        let most = (N * N) as i32;
        let (mut low, mut high) = (-most, most);
        let mut alpha = (self.guess(&sides).clamp(2 - most, most) & !1) - 1;
        let mut step = 0;
        while low < high {
            let value = self.null(sides, alpha);
            if self.meter.is_stopped() {
                return None;
            }
            if value > alpha {
                low = low.max(value);
                step = if step > 0 { 2 * step } else { 2 };
                alpha = (low + step - 1).min(high - 1);
            } else {
                high = high.min(value);
                step = if step < 0 { 2 * step } else { -2 };
                alpha = (high + step + 1).max(low + 1);
            }
            on_progress(low, high, self.meter.nodes);
        }
        Some(low)
    }

    /// A move that keeps the value; the table usually knows one.
    fn keeper(&mut self, sides: Sides, moves: u128, value: i32) -> Option<u32> {
        let known = self.table.get(&sides).map(|known| u32::from(known.best));
        let mut squares: Vec<u32> = moves.squares().collect();
        squares.sort_by_key(|&square| Some(square) != known);
        for square in squares {
            let next = sides.played(square, self.geometry.flips(square, sides.mover, sides.opponent));
            // Nothing is better than the value, so "not above -value" is enough.
            let keeps = self.null(next, -value) <= -value;
            if self.meter.is_stopped() {
                return None;
            }
            if keeps {
                return Some(square);
            }
        }
        None
    }

    /// Null-window search: a bound on the value, on the correct side of `alpha`.
    fn null(&mut self, sides: Sides, alpha: i32) -> i32 {
        let empty = self.empty(&sides);
        let empties = empty.count();
        if empties <= LAST_BY_PARITY {
            return self.last(sides, alpha, empty, true);
        }
        // 1. Stopped? Stable discs. No move.
        if self.meter.tick() {
            return alpha;
        }
        if let Some(most) = self.geometry.stability_bound::<N>(&sides, alpha) {
            return most;
        }
        let moves = sides.moves::<N>();
        if moves == 0 {
            let passed = sides.passed();
            if passed.moves::<N>() == 0 {
                return sides.final_score::<N>();
            }
            return -self.null(passed, -alpha - 1);
        }
        // 2. Transposition table.
        let known = self.table.get(&sides);
        if let Some(Bounds { lower, upper, .. }) = known {
            if i32::from(lower) > alpha {
                return i32::from(lower);
            }
            if i32::from(upper) <= alpha {
                return i32::from(upper);
            }
        }
        // 3. Make the moves; one whose position the table already refutes needs no search.
        let first = known.map_or(NO_MOVE, |known| known.best);
        let list = match self.ordered(&sides, moves, empty, alpha, first) {
            Ok(list) => list,
            Err(value) => return value,
        };
        // 4. Search them.
        let (mut best, mut best_move) = (i32::MIN, NO_MOVE);
        for reply in list.iter() {
            let value = -self.null(reply.next, -alpha - 1);
            if self.meter.is_stopped() {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, reply.square as u8);
                if best > alpha {
                    break;
                }
            }
        }
        // 5. Store the result.
        self.table.put(&sides, empties, alpha, best, best_move);
        best
    }

    /// The last squares: those in odd quadrants first.
    fn last(&mut self, sides: Sides, alpha: i32, empty: u128, may_pass: bool) -> i32 {
        if self.meter.tick() {
            return alpha;
        }
        let odd = empty & self.geometry.odd_quadrants(empty);
        let mut best = i32::MIN;
        for squares in [odd, empty & !odd] {
            for square in squares.squares() {
                let flips = self.geometry.flips(square, sides.mover, sides.opponent);
                if flips == 0 {
                    continue;
                }
                let rest = empty ^ 1 << square;
                let next = sides.played(square, flips);
                let value = match rest {
                    0 => -next.final_score::<N>(),
                    _ => -self.last(next, -alpha - 1, rest, true),
                };
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        match best {
            i32::MIN if may_pass => -self.last(sides.passed(), -alpha - 1, empty, false),
            i32::MIN => sides.final_score::<N>(),
            best => best,
        }
    }
}

#[cfg(test)]
mod tests;
