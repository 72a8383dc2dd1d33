//! The patterns on 10x10, and the index of each pattern's discs in its table.
//!
//! As on 8x8, an index is the pattern's discs in balanced ternary. Changing sides negates every index, and a move
//! adds one row of a table per changed disc.

use super::super::endgame::Sides;
use super::super::tables::places;
use heibai_games::Point;
use heibai_games::othello::Bits;
use heibai_games::symmetry::Symmetry;
use std::sync::LazyLock;

const SIZE: u32 = 10;
const SQUARES: usize = 100;

/// Squares in a straight line: start, step, length.
const fn line<const LENGTH: usize>(x: u32, y: u32, dx: u32, dy: u32) -> [u32; LENGTH] {
    let mut squares = [0; LENGTH];
    let mut number = 0;
    while number < LENGTH {
        let step = number as u32;
        squares[number] = (y + step * dy) * SIZE + x + step * dx;
        number += 1;
    }
    squares
}

/// Every pattern in one of its places; the others follow by symmetry. Only the edge has ten squares, so that the
/// three sets of tables stay within half a megabyte.
const SHAPES: [&[u32]; 14] = [
    // edge
    &line::<10>(0, 0, 1, 0),
    // corner, 3 by 3
    &[0, 1, 2, 10, 11, 12, 20, 21, 22],
    // corner, 2 by 4
    &[0, 1, 2, 3, 10, 11, 12, 13],
    // the inner rows without their ends
    &line::<8>(1, 1, 1, 0),
    &line::<8>(1, 2, 1, 0),
    &line::<8>(1, 3, 1, 0),
    &line::<8>(1, 4, 1, 0),
    // diagonals; the longest ones without their last squares
    &line::<8>(0, 0, 1, 1),
    &line::<8>(1, 0, 1, 1),
    &line::<8>(2, 0, 1, 1),
    &line::<7>(3, 0, 1, 1),
    &line::<6>(4, 0, 1, 1),
    &line::<5>(5, 0, 1, 1),
    &line::<4>(6, 0, 1, 1),
];

/// Places of all patterns together.
pub const PLACES: usize = 64;
/// Entries of the tables of all patterns.
pub const ENTRIES: usize = 134_460;
/// The number of symmetries of the board.
pub const TURNS: usize = 8;

/// The change of each place's index.
type IndexRow = [i16; PLACES];

/// All tables derived from the patterns.
struct Patterns {
    /// What a disc of the side to move on each square adds to each index.
    steps: Vec<IndexRow>,
    /// The entry of the empty pattern for each place.
    centres: [i32; PLACES],
}

/// A square under one of the eight symmetries.
pub fn turned_square(square: u32, turn: usize) -> u32 {
    Symmetry::ALL[turn].point(Point(square as u16), SIZE as usize).0.into()
}

/// A position under one of the eight symmetries.
pub fn turned(sides: &Sides, turn: usize) -> Sides {
    let set = |squares: u128| squares.squares().fold(0, |set, square| set | 1 << turned_square(square, turn));
    Sides { mover: set(sides.mover), opponent: set(sides.opponent) }
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let mut patterns = Patterns { steps: vec![[0; PLACES]; SQUARES], centres: [0; PLACES] };
    let (places, entries) = places(&SHAPES, turned_square);
    debug_assert_eq!((places.len(), entries), (PLACES, ENTRIES));
    for (place, (squares, centre)) in places.into_iter().enumerate() {
        for (power, square) in squares.into_iter().enumerate() {
            patterns.steps[square as usize][place] = 3i16.pow(power as u32);
        }
        patterns.centres[place] = centre as i32;
    }
    patterns
});

/// The pattern indices of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(IndexRow);

fn add(row: &mut IndexRow, step: &IndexRow, times: i16) {
    row.iter_mut().zip(step).for_each(|(index, step)| *index += times * step);
}

impl Features {
    pub fn new(sides: &Sides) -> Features {
        let mut row = [0; PLACES];
        for (set, sign) in [(sides.mover, 1), (sides.opponent, -1)] {
            for square in set.squares() {
                add(&mut row, &PATTERNS.steps[square as usize], sign);
            }
        }
        Features(row)
    }

    #[inline]
    pub fn played(&self, square: u32, flips: u128) -> Features {
        let steps = &PATTERNS.steps;
        let mut row = self.0;
        add(&mut row, &steps[square as usize], 1);
        for flip in flips.squares() {
            add(&mut row, &steps[flip as usize], 2);
        }
        Features(row.map(|index| -index))
    }

    pub fn passed(&self) -> Features {
        Features(self.0.map(|index| -index))
    }

    /// The entry of each place.
    #[inline]
    pub fn entries(&self) -> [u32; PLACES] {
        let centres = &PATTERNS.centres;
        std::array::from_fn(|place| (centres[place] + i32::from(self.0[place])) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's and White's two discs.
    const START: Sides = Sides { mover: 1 << 45 | 1 << 54, opponent: 1 << 44 | 1 << 55 };

    #[test]
    fn moves_and_passes_keep_the_indices_of_a_fresh_count() {
        let start = Features::new(&START);
        assert_eq!(start.passed(), Features::new(&START.passed()));
        // e4 flips e5.
        let (square, flips) = (34, 1 << 44);
        assert_eq!(start.played(square, flips), Features::new(&START.played(square, flips)));
    }

    #[test]
    fn every_place_has_entries_of_its_shape_alone() {
        let full = Features::new(&Sides { mover: (1 << 100) - 1, opponent: 0 });
        let (low, high) = (full.passed().entries(), full.entries());
        for place in 0..PLACES {
            for other in 0..PLACES {
                let apart = high[place] < low[other] || high[other] < low[place];
                assert!(apart || (low[place], high[place]) == (low[other], high[other]));
            }
        }
        assert_eq!(high.iter().max().map(|&most| most as usize), Some(ENTRIES - 1));
    }

    #[test]
    fn turns_are_the_eight_symmetries() {
        let corner = Sides { mover: 1 << 1, opponent: 1 << 12 };
        let mut seen: Vec<Sides> = Vec::new();
        for turn in 0..TURNS {
            let image = turned(&corner, turn);
            assert!(!seen.contains(&image));
            seen.push(image);
        }
    }
}
