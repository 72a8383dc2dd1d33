//! Pseudo-liberties: what the board knows of a chain's liberties, in one word.

use super::board::Cell;

/// What is known of a chain: its pseudo-liberties (touches: pairs of a stone of the chain and an empty cell beside
/// it), its stones (at most 511 of them counted), and the sum of the empty cells of all touches, modulo 4096.
#[derive(Clone, Copy, Default)]
pub(super) struct Chain(pub(super) u32);

impl Chain {
    /// Touches take 11 bits: there are fewer than four for each of 625 / 2 stones.
    const STONE: u32 = 1 << 11;
    const SUM: u32 = 1 << 20;

    pub(super) fn lone(touches: u32) -> Chain {
        Chain(touches.wrapping_add(Chain::STONE))
    }

    pub(super) fn touches(self) -> u32 {
        self.0 & (Chain::STONE - 1)
    }

    pub(super) fn stones(self) -> u32 {
        (self.0 / Chain::STONE) & 511
    }

    /// A lone stone touches each liberty once; more stones can touch a last one four times.
    pub(super) fn most_touches_of_one(self) -> u32 {
        if self.stones() == 1 { 1 } else { 4 }
    }

    pub(super) fn sum(self) -> u32 {
        self.0 / Chain::SUM
    }

    /// One touch of an empty cell, to be added or subtracted.
    pub(super) fn touch(cell: Cell) -> u32 {
        u32::from(cell) * Chain::SUM + 1
    }

    pub(super) fn add(&mut self, touches: u32) {
        self.0 = self.0.wrapping_add(touches);
    }

    pub(super) fn subtract(&mut self, touches: u32) {
        self.0 = self.0.wrapping_sub(touches);
    }

    pub(super) fn join(self, other: Chain) -> Chain {
        let stones = (self.stones() + other.stones()).min(511);
        let touches = (self.0 & !(511 * Chain::STONE)).wrapping_add(other.0 & !(511 * Chain::STONE));
        Chain(touches.wrapping_add(stones * Chain::STONE))
    }
}
