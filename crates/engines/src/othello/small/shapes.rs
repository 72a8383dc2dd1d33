//! The patterns on 6x6, and the index of each pattern's discs in its table.
//!
//! As on 8x8, an index is the pattern's discs in balanced ternary. Changing sides negates every index, and a move
//! adds one row of a table per changed disc.

use super::super::board::Bitboards;
use super::super::symmetry::turned_square;
use super::super::tables::places;
use heibai_kernels::othello::indices::{self, IndexRow};
use std::sync::LazyLock;

/// The square in a column and row of the 6x6 board, which lies in the middle of the 8x8 one.
const fn at(x: u32, y: u32) -> u32 {
    8 * y + x + 9
}

/// Every pattern in one of its places; the others follow by symmetry.
const SHAPES: [&[u32]; 8] = [
    // edge and both X-squares
    &[at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(4, 0), at(5, 0), at(1, 1), at(4, 1)],
    // corner, 3 by 3
    &[at(0, 0), at(1, 0), at(2, 0), at(0, 1), at(1, 1), at(2, 1), at(0, 2), at(1, 2), at(2, 2)],
    // corner, 2 by 4
    &[at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(0, 1), at(1, 1), at(2, 1), at(3, 1)],
    // second and third row
    &[at(0, 1), at(1, 1), at(2, 1), at(3, 1), at(4, 1), at(5, 1)],
    &[at(0, 2), at(1, 2), at(2, 2), at(3, 2), at(4, 2), at(5, 2)],
    // diagonals
    &[at(0, 0), at(1, 1), at(2, 2), at(3, 3), at(4, 4), at(5, 5)],
    &[at(1, 0), at(2, 1), at(3, 2), at(4, 3), at(5, 4)],
    &[at(2, 0), at(3, 1), at(4, 2), at(5, 3)],
];

/// Places of all patterns together.
pub const PLACES: usize = 34;
/// Entries of the tables of all patterns.
pub const ENTRIES: usize = 35_316;
/// Size of the tables: room for every 16-bit index, so that none needs a bounds check.
pub const ROOM: usize = 1 << 16;

/// All tables derived from the patterns.
struct Patterns {
    /// What a disc of the side to move on each square adds to each index.
    steps: Box<[IndexRow; 64]>,
    /// The entry of the empty pattern for each place.
    centres: [u16; PLACES],
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let mut patterns = Patterns { steps: Box::new([[0; 64]; 64]), centres: [0; PLACES] };
    let (places, entries) = places(&SHAPES, |square, turn| u32::from(turned_square(square, turn)));
    debug_assert_eq!((places.len(), entries), (PLACES, ENTRIES));
    for (place, (squares, centre)) in places.into_iter().enumerate() {
        for (power, square) in squares.into_iter().enumerate() {
            patterns.steps[square as usize][place] = 3i16.pow(power as u32);
        }
        patterns.centres[place] = centre as u16;
    }
    patterns
});

/// The pattern indices of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Features(IndexRow);

impl Features {
    pub fn new(board: &Bitboards) -> Features {
        let mut row = [0; 64];
        for (set, sign) in [(board.mover, 1), (board.opponent, -1)] {
            let mut rest = set;
            while rest != 0 {
                let step = &PATTERNS.steps[rest.trailing_zeros() as usize];
                row.iter_mut().zip(step).for_each(|(index, step)| *index += sign * step);
                rest &= rest - 1;
            }
        }
        Features(row)
    }

    #[inline]
    pub(super) fn played(&self, square: u32, flips: u64) -> Features {
        Features(indices::played(&self.0, &PATTERNS.steps, square, flips))
    }

    pub(super) fn passed(&self) -> Features {
        Features(self.0.map(|index| -index))
    }

    /// The entry of each place.
    #[inline]
    pub fn entries(&self) -> [u16; PLACES] {
        let centres = &PATTERNS.centres;
        std::array::from_fn(|place| centres[place].wrapping_add(self.0[place] as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_passes_keep_the_indices_of_a_fresh_count() {
        let start = Features::new(&Bitboards::START);
        assert_eq!(start.passed(), Features::new(&Bitboards::START.passed()));
        // d3 flips d4.
        let (square, flips) = (19, 1 << 27);
        let after = Bitboards::START.played(square, flips);
        assert_eq!(start.played(square, flips), Features::new(&after));
    }

    #[test]
    fn every_place_has_entries_of_its_shape_alone() {
        let full = Features::new(&Bitboards { mover: super::super::area(6), opponent: 0 });
        let (low, high) = (full.passed().entries(), full.entries());
        for place in 0..PLACES {
            for other in 0..PLACES {
                let apart = high[place] < low[other] || high[other] < low[place];
                assert!(apart || (low[place], high[place]) == (low[other], high[other]));
            }
        }
        assert_eq!(high.iter().max().map(|&most| usize::from(most)), Some(ENTRIES - 1));
    }
}
