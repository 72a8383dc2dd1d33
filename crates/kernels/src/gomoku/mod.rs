//! A small network on a board of slots: four table rows a slot, mixed with the slots around and weighed into one number; and
//! the sums of slots by region, of which a head makes one value.
//!
//! All numbers are integers, so that every level of processor finds the same ones, however the sums came about.

mod head;
mod layout;
mod slots;

pub use head::{Gathered, Head, LAST, UNITS};
pub use slots::{Saved, Slots};

/// Numbers of a row.
pub const WIDTH: usize = 32;
/// Rows of the table.
pub const TABLE: usize = 1 << 18;
/// Room for the slots of a board, a power of two so that a masked index needs no check.
pub const SLOTS: usize = 512;
/// Regions of the board.
pub const REGIONS: usize = 9;
/// Room for the windows of a board, each of nine cells.
pub(crate) const WINDOWS: usize = 4096;
/// The lines through a cell.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The most slots whose rows one stone changes: eight on each of four lines, and its own.
const REACH: usize = 33;
/// The most slots that are next to one of those.
const AROUND: usize = 113;

/// Small numbers, on half a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Row(pub [i8; WIDTH]);

impl Row {
    pub const ZERO: Row = Row([0; WIDTH]);
}

/// Larger numbers, on a whole one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Sums(pub [i16; WIDTH]);

impl Sums {
    pub const ZERO: Sums = Sums([0; WIDTH]);
}

/// How a slot's row is mixed with those around it, number by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixing {
    /// Weights of the 3x3 neighbours in reading order, at most 28 in size so that sixteen bits hold every sum.
    pub weights: [Sums; 9],
    pub bias: Sums,
}
