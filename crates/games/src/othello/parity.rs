//! Parity by region: the connected groups of empty squares, and who gets the last move in each.

use super::board::Othello;
use super::frontier::neighbours;
use heibai_kernels::othello::Bits;

/// Empty squares that hang together, diagonals included. With an odd number of them the side that plays
/// there first also plays there last, if nobody passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EmptyRegion<B> {
    /// The squares of the region.
    pub squares: B,
    /// Whether their number is odd.
    pub odd: bool,
}

impl<B: Bits, const N: usize> Othello<B, N> {
    /// The regions of empty squares, by their first square.
    ///
    /// ```
    /// use heibai_games::othello::Othello8;
    /// // At the start all sixty empty squares are one region.
    /// assert_eq!(Othello8::new().empty_regions().len(), 1);
    /// ```
    pub fn empty_regions(&self) -> Vec<EmptyRegion<B>> {
        let mut left = self.empties();
        let mut regions = Vec::new();
        while !left.is_empty() {
            let squares = grow::<B, N>(B::square(left.first()), left);
            left &= !squares;
            regions.push(EmptyRegion { squares, odd: squares.count() % 2 == 1 });
        }
        regions
    }
}

/// What can be reached from `seed` within `area`.
fn grow<B: Bits, const N: usize>(seed: B, area: B) -> B {
    let mut grown = seed;
    loop {
        let next = grown | (neighbours::<B, N>(grown) & area);
        if next == grown {
            return grown;
        }
        grown = next;
    }
}
