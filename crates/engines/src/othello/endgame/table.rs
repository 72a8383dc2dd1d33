//! The transposition table of one search. It stores whole positions, so a hit is never another position's.

use super::Sides;

pub const NO_MOVE: u8 = 255;

/// The bounds on a position's value and its best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub lower: i8,
    pub upper: i8,
    pub best: u8,
    empties: u8,
}

pub struct Table {
    slots: Vec<(Sides, Bounds)>,
}

impl Table {
    /// A table sized for a search with this many empty squares, of at most `bytes`.
    pub fn new(empties: u32, bytes: usize) -> Table {
        let wanted = 1usize << empties.clamp(8, 24);
        let most = (bytes / size_of::<(Sides, Bounds)>()).max(2).ilog2();
        let nobody = Sides { mover: 0, opponent: 0 };
        let nothing = Bounds { lower: i8::MIN, upper: i8::MAX, best: NO_MOVE, empties: 0 };
        Table { slots: vec![(nobody, nothing); wanted.min(1 << most)] }
    }

    /// The two slots that a position may occupy.
    #[inline]
    fn places(&self, sides: &Sides) -> [usize; 2] {
        let place = sides.hash() as usize & (self.slots.len() - 1);
        [place, place ^ 1]
    }

    #[inline]
    pub fn get(&self, sides: &Sides) -> Option<Bounds> {
        let here = |place: usize| {
            let (known, bounds) = &self.slots[place];
            (known == sides).then_some(*bounds)
        };
        self.places(sides).into_iter().find_map(here)
    }

    /// Stores a value found with the null window at `alpha`; replaces entries with fewer empty squares.
    pub fn put(&mut self, sides: &Sides, empties: u32, alpha: i32, value: i32, best: u8) {
        let places = self.places(sides);
        let same = places.into_iter().find(|&place| self.slots[place].0 == *sides);
        let [a, b] = places;
        let place = same.unwrap_or(if self.slots[a].1.empties <= self.slots[b].1.empties { a } else { b });
        let old = same.map(|place| self.slots[place].1);
        let mut bounds =
            old.unwrap_or(Bounds { lower: i8::MIN, upper: i8::MAX, best, empties: empties as u8 });
        bounds.best = best;
        if value > alpha {
            bounds.lower = bounds.lower.max(value as i8);
        } else {
            bounds.upper = bounds.upper.min(value as i8);
        }
        self.slots[place] = (*sides, bounds);
    }
}
