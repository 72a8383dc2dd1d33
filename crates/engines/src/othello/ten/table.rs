//! The transposition table of one search. It stores whole positions, so a hit is never another position's.

use super::super::endgame::Sides;

pub const NO_MOVE: u8 = 255;

/// An entry, in units of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TenEntry {
    pub lower: i16,
    pub upper: i16,
    pub depth: u8,
    pub best: u8,
}

pub struct Table {
    slots: Vec<(Sides, TenEntry)>,
}

impl Table {
    /// A table sized for a search to this depth, of at most 24 MiB.
    pub fn new(depth: u32) -> Table {
        let nobody = Sides { mover: 0, opponent: 0 };
        let nothing = TenEntry { lower: 0, upper: 0, depth: 0, best: NO_MOVE };
        Table { slots: vec![(nobody, nothing); 1 << (2 * depth + 4).clamp(6, 19)] }
    }

    #[inline]
    fn place(&self, sides: &Sides) -> usize {
        sides.hash() as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, sides: &Sides) -> Option<TenEntry> {
        let (known, what) = &self.slots[self.place(sides)];
        (known == sides).then_some(*what)
    }

    /// Always replaces: within an iteration, deeper searches follow shallower ones.
    pub fn put(&mut self, sides: &Sides, known: TenEntry) {
        let place = self.place(sides);
        self.slots[place] = (*sides, known);
    }
}
