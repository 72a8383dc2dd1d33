//! A row of the board as bits, from which the legal points of a whole row are found at once.

use crate::board::Color;

/// A row as bits by column.
#[derive(Clone, Copy, Default)]
pub(super) struct RowBits {
    pub(super) stones: [u32; 2],
    /// Stones of chains with one liberty.
    pub(super) atari: u32,
}

impl RowBits {
    /// Where no stone is, the walls included.
    #[inline]
    pub(super) fn free(self) -> u32 {
        !(self.stones[0] | self.stones[1])
    }

    /// Whatever gives a stone of `color` beside it a liberty: empty cells, own chains with a liberty to spare, chains
    /// of the other colour that it captures. `cells` are those of the row that are no walls.
    #[inline]
    pub(super) fn supports(self, color: Color, cells: u32) -> u32 {
        (self.free() & cells)
            | (self.stones[color.index()] & !self.atari)
            | (self.stones[(!color).index()] & self.atari)
    }
}
