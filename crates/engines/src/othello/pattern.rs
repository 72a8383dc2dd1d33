//! The patterns of the evaluation (sets of squares), and the index of each pattern's discs in its table.
//!
//! A disc of the side to move counts +1, one of the opponent -1, an empty square 0; a pattern's index is that number
//! in balanced ternary. Changing sides negates all indices, and a move adds one row of a table per changed disc. (The
//! idea of incremental pattern indices is Buro's; the balanced digits are ours.)

use heibai_kernels::othello::indices;
use heibai_kernels::othello::net::{self, BLOCKS, Block, Head, Places};
use std::sync::LazyLock;

/// The number of indices in a position's [`Features`]; the last ones stay 0.
pub const SLOTS: usize = net::PATTERNS;
/// Rows of the tables of 65,536 entries that the indices point into.
pub const ROWS: usize = BLOCKS << 16;

/// The squares of each pattern in one of its places on the board; a1 is 0. The other places follow by symmetry.
const SHAPES: [&[u8]; 15] = [
    // Ten squares: a table block each.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],      // edge and both X-squares
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],    // corner, 2 by 5
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],   // corner triangle
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],   // corners and the block between them
    &[0, 1, 8, 9, 10, 17, 18, 19, 26, 27], // corner diagonal with both neighbours
    &[0, 1, 2, 3, 4, 8, 9, 16, 24, 32],    // both edges of a corner
    // Fewer: these share the last block.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],  // corner, 3 by 3
    &[8, 9, 10, 11, 12, 13, 14, 15],   // second row
    &[16, 17, 18, 19, 20, 21, 22, 23], // third row
    &[24, 25, 26, 27, 28, 29, 30, 31], // fourth row
    &[0, 9, 18, 27, 36, 45, 54, 63],   // main diagonal
    &[1, 10, 19, 28, 37, 46, 55],      // the shorter diagonals
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// How many places each pattern has on the board.
const PLACES: [usize; SHAPES.len()] = [4, 8, 4, 4, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4, 4];

/// For each slot, its block and the centre of its table within the block. Unused slots look up the last entry of
/// the last block, which is 0.
const BLOCK_OF: [usize; SLOTS] = slots().0;
const CENTRES: [u16; SLOTS] = slots().1;
static LOOKUP: Places = Places::new(BLOCK_OF, CENTRES);

const fn slots() -> ([usize; SLOTS], [u16; SLOTS]) {
    let (mut blocks, mut centres) = ([BLOCKS - 1; SLOTS], [u16::MAX; SLOTS]);
    let (mut slot, mut shape, mut shared) = (0, 0, 0);
    while shape < SHAPES.len() {
        let size = 3usize.pow(SHAPES[shape].len() as u32);
        let alone = SHAPES[shape].len() == 10;
        let mut place = 0;
        while place < PLACES[shape] {
            blocks[slot] = if alone { shape } else { BLOCKS - 1 };
            centres[slot] = (if alone { 0 } else { shared } + (size - 1) / 2) as u16;
            slot += 1;
            place += 1;
        }
        if !alone {
            shared += size;
        }
        shape += 1;
    }
    (blocks, centres)
}

/// The square that `square` becomes under one of the eight symmetries of the board.
pub fn turned(square: u8, symmetry: usize) -> u8 {
    let (mut x, mut y) = (square & 7, square >> 3);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    y * 8 + x
}

/// One pattern in one place: its squares in order, and where its table begins.
#[derive(Clone, Debug)]
pub struct Instance {
    pub shape: usize,
    pub squares: Vec<u8>,
}

/// One pattern: where its table begins, and the mirror image that maps it to itself.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub block: usize,
    /// The entry of the empty pattern, from which indices count up and down.
    pub centre: usize,
    pub length: usize,
    /// What a disc on each square of the pattern adds to the mirrored index, if the pattern has a mirror image.
    pub mirror: Option<Vec<i32>>,
}

impl Pattern {
    /// How far indices reach from the centre.
    pub fn reach(&self) -> i32 {
        (3i32.pow(self.length as u32) - 1) / 2
    }

    /// The index of the mirrored pattern.
    pub fn mirrored(&self, index: i32) -> i32 {
        let Some(worths) = &self.mirror else { return index };
        let mut rest = index;
        let mut mirrored = 0;
        for worth in worths {
            let digit = (rest + 1).rem_euclid(3) - 1;
            rest = (rest - digit) / 3;
            mirrored += digit * worth;
        }
        mirrored
    }
}

/// All tables derived from the list of patterns.
pub struct Patterns {
    pub shapes: Vec<Pattern>,
    pub instances: Vec<Instance>,
    /// For each square, what a disc of the side to move on it adds to each index.
    step: Box<[[i16; SLOTS]; 64]>,
}

pub static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::new);

impl Patterns {
    fn new() -> Patterns {
        let shapes = shapes();
        let instances = instances();
        let mut step = Box::new([[0; SLOTS]; 64]);
        for (slot, instance) in instances.iter().enumerate() {
            let mut power = 1i16;
            for &square in &instance.squares {
                step[square as usize][slot] = power;
                power = power.wrapping_mul(3);
            }
        }
        Patterns { shapes, instances, step }
    }

    /// The row that slot `slot` looks up.
    pub fn row(slot: usize, features: &Features) -> usize {
        let entry = (features.0[slot] as u16).wrapping_add(CENTRES[slot]);
        (BLOCK_OF[slot] << 16) + usize::from(entry)
    }
}

fn shapes() -> Vec<Pattern> {
    let mut next = 0;
    SHAPES
        .iter()
        .enumerate()
        .map(|(number, squares)| {
            let size = 3usize.pow(squares.len() as u32);
            let (block, start) = if squares.len() == 10 { (number, 0) } else { (BLOCKS - 1, next) };
            if squares.len() < 10 {
                next += size;
            }
            let mirror = (1..8).find_map(|symmetry| {
                let place = |s: &u8| squares.iter().position(|t| *t == turned(*s, symmetry));
                squares.iter().map(|s| place(s).map(|i| 3i32.pow(i as u32))).collect::<Option<Vec<i32>>>()
            });
            Pattern { block, centre: start + (size - 1) / 2, length: squares.len(), mirror }
        })
        .collect()
}

fn instances() -> Vec<Instance> {
    let mut instances: Vec<Instance> = Vec::new();
    for (shape, squares) in SHAPES.iter().enumerate() {
        let mut seen: Vec<u64> = Vec::new();
        for symmetry in 0..8 {
            let squares: Vec<u8> = squares.iter().map(|&s| turned(s, symmetry)).collect();
            let set = squares.iter().fold(0, |set, s| set | 1u64 << s);
            if !seen.contains(&set) {
                seen.push(set);
                instances.push(Instance { shape, squares });
            }
        }
    }
    debug_assert!(instances.len() < SLOTS);
    instances
}

/// The pattern indices of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Features([i16; SLOTS]);

impl Features {
    pub fn new(mover: u64, opponent: u64) -> Features {
        let mut features = Features([0; SLOTS]);
        features.add(mover, 1);
        features.add(opponent, -1);
        features
    }

    /// The same board from the other side.
    #[inline]
    pub fn passed(&self) -> Features {
        let mut passed = *self;
        for index in &mut passed.0 {
            *index = index.wrapping_neg();
        }
        passed
    }

    /// After the side to move places a disc on `square` and flips `flips`; from the other side.
    #[inline]
    pub fn played(&self, square: u32, flips: u64) -> Features {
        Features(indices::played(&self.0, &PATTERNS.step, square, flips))
    }

    fn add(&mut self, discs: u64, sign: i16) {
        for square in 0..64 {
            if discs >> square & 1 == 1 {
                for (index, step) in self.0.iter_mut().zip(&PATTERNS.step[square]) {
                    *index += sign * step;
                }
            }
        }
    }

    /// The network's value of the position with these tables and this head.
    #[inline]
    pub fn value(&self, tables: &[Block; BLOCKS], head: &Head) -> i32 {
        net::value(&self.0, &LOOKUP, tables, head)
    }

    /// Prefetches the rows that the value needs.
    #[inline]
    pub fn prefetch(&self, tables: &[Block; BLOCKS]) {
        net::prefetch(&self.0, &LOOKUP, tables);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_twice_is_the_shape_itself() {
        for shape in &PATTERNS.shapes {
            for index in (-shape.reach()..=shape.reach()).step_by(7) {
                assert_eq!(shape.mirrored(shape.mirrored(index)), index);
            }
        }
    }

    #[test]
    fn moves_and_passes_keep_the_indices_of_a_fresh_count() {
        let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        let start = Features::new(black, white);
        assert_eq!(start.passed(), Features::new(white, black));
        // d3 flips d4.
        let (square, flips) = (19, 1 << 27);
        let after = Features::new(white ^ flips, black | 1 << square | flips);
        assert_eq!(start.played(square, flips), after);
    }

    #[test]
    fn slots_point_at_their_tables() {
        let empty = Features::new(0, 0);
        for (slot, instance) in PATTERNS.instances.iter().enumerate() {
            let shape = &PATTERNS.shapes[instance.shape];
            assert_eq!(Patterns::row(slot, &empty), (shape.block << 16) + shape.centre);
        }
    }

    #[test]
    fn tables_do_not_overlap() {
        let mut used = vec![false; ROWS];
        for shape in &PATTERNS.shapes {
            for index in -shape.reach()..=shape.reach() {
                let entry = (shape.block << 16) + (shape.centre as i32 + index) as usize;
                assert!(!std::mem::replace(&mut used[entry], true));
            }
        }
        assert!(!used[ROWS - 1]);
    }
}
