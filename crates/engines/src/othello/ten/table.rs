//! What one search remembers: whole positions, so that a hit is never another position's.

use super::super::endgame::Sides;

pub const NO_MOVE: u8 = 255;

/// What is known of a position, in units of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub lower: i16,
    pub upper: i16,
    pub depth: u8,
    pub best: u8,
}

pub struct Table {
    slots: Vec<(Sides, Known)>,
}

impl Table {
    /// Room for what a search to this depth visits, in at most 24 MiB.
    pub fn new(depth: u32) -> Table {
        let nobody = Sides { mover: 0, opponent: 0 };
        let nothing = Known { lower: 0, upper: 0, depth: 0, best: NO_MOVE };
        Table { slots: vec![(nobody, nothing); 1 << (2 * depth + 4).clamp(6, 19)] }
    }

    #[inline]
    fn place(&self, sides: &Sides) -> usize {
        sides.hash() as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, sides: &Sides) -> Option<Known> {
        let (known, what) = &self.slots[self.place(sides)];
        (known == sides).then_some(*what)
    }

    /// The newest always stays: deeper searches of the same iteration follow shallower ones.
    pub fn put(&mut self, sides: &Sides, known: Known) {
        let place = self.place(sides);
        self.slots[place] = (*sides, known);
    }
}
