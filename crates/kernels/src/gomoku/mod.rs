//! A small network on a board of slots. Each slot adds up four table rows, is mixed with its neighbours, and gives
//! one number. The sums of slots by region are the input of a head that gives one value.
//!
//! All numbers are integers, so that every CPU level finds the same ones in whatever order sums are added.

mod head;
mod layout;
mod slots;

pub use head::{Gathered, Head, LAST, UNITS};
pub use slots::{Saved, Slots};

/// Numbers per row.
pub const WIDTH: usize = 32;
/// Rows of the table.
pub const TABLE: usize = 1 << 18;
/// Room for the slots of a board; a power of two, so that a masked index needs no bounds check.
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

/// A row of bytes: half a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Row(pub [i8; WIDTH]);

impl Row {
    pub const ZERO: Row = Row([0; WIDTH]);
}

/// A row of 16-bit numbers: a whole cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Sums(pub [i16; WIDTH]);

impl Sums {
    pub const ZERO: Sums = Sums([0; WIDTH]);
}

/// How a slot's row is mixed with its neighbours' rows, element by element (a depthwise 3x3 convolution).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixing {
    /// Weights of the 3x3 neighbours in reading order, at most 28 in size so that every sum fits in 16 bits.
    pub weights: [Sums; 9],
    pub bias: Sums,
}
