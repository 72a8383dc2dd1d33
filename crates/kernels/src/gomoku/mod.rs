//! A small network on a board of slots: four table rows a slot, optionally mixed with the slots around, summed by region;
//! a head makes one value of the sums.
//!
//! All numbers are integers, so that every level of processor finds the same value, however the sums came about.

mod head;
mod rows;

pub use head::{Gathered, Head, LAST, UNITS};
pub use rows::{Mixing, Set, Slots, weigh};

/// Numbers of a row.
pub const WIDTH: usize = 32;
/// Rows of the table.
pub const TABLE: usize = 1 << 18;
/// Room for the slots of a board, a power of two so that a masked index needs no check.
pub const SLOTS: usize = 512;
/// Regions of the board.
pub const REGIONS: usize = 9;

/// Small numbers, on half a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Row(pub [i8; WIDTH]);

impl Row {
    pub const ZERO: Row = Row([0; WIDTH]);
}

/// Sums of such numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Sums(pub [i16; WIDTH]);

impl Sums {
    pub const ZERO: Sums = Sums([0; WIDTH]);
}
