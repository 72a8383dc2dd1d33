//! What search has found wrong with the network's opinion after like moves in like surroundings, kept so that the
//! next such opinion can be put right in advance (an idea from KataGo's search).

use super::board::{Cell, FastBoard};
use heibai_games::board::Color;
use std::collections::HashMap;

/// Errors by kind, each weighted by how much was searched.
#[derive(Clone, Debug, Default)]
pub struct Habits {
    places: HashMap<u64, u32>,
    kinds: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    error: f64,
    weight: f64,
}

/// What one position has added to its kind.
#[derive(Clone, Debug)]
pub struct Share {
    place: u32,
    given: Kind,
}

/// How the weight of what was found grows with the visits.
const GROWTH: f64 = 0.85;

impl Habits {
    pub fn share(&mut self, key: u64) -> Share {
        let next = self.kinds.len() as u32;
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.kinds.push(Kind::default());
        }
        Share { place, given: Kind::default() }
    }

    /// Takes in what `visits` searches below a position found (a sum of utilities), in place of what they said before.
    pub fn learn(&mut self, share: &mut Share, own: f64, found: f64, visits: u32) {
        if visits == 0 {
            return;
        }
        let weight = f64::from(visits).powf(GROWTH);
        let now = Kind { error: (found / f64::from(visits) - own) * weight, weight };
        let kind = &mut self.kinds[share.place as usize];
        kind.error += now.error - share.given.error;
        kind.weight += now.weight - share.given.weight;
        share.given = now;
    }

    /// How much better positions of this kind were found than they were thought.
    pub fn error(&self, share: &Share) -> f64 {
        let kind = self.kinds[share.place as usize];
        if kind.weight > 1e-3 { kind.error / kind.weight } else { 0.0 }
    }
}

/// A key of a stone that was just played, the move before it, and the stones around it.
pub fn key(board: &FastBoard, color: Color, cell: Cell, before: Option<Cell>) -> u64 {
    let size = board.size() as i32;
    let at = board.point_of(cell).index() as i32;
    let (x, y) = (at % size, at / size);
    let mut key = u64::from(cell) << 20 ^ u64::from(before.unwrap_or(0)) << 2 ^ color.index() as u64;
    for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
        let inside = (0..size).contains(&(x + dx)) && (0..size).contains(&(y + dy));
        let near = inside.then(|| board.cell_of(heibai_games::Point(((y + dy) * size + x + dx) as u16)));
        let stone = near.and_then(|near| board.stone(near).map(|color| (color, board.liberties(near) == 1)));
        let sign = match (near, stone) {
            (None, _) => 5,
            (_, None) => 0,
            (_, Some((color, atari))) => 1 + color.index() as u64 + 2 * u64::from(atari),
        };
        key = (key ^ sign).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Point;

    #[test]
    fn errors_of_a_kind_are_weighed_and_replaced() {
        let mut habits = Habits::default();
        let (mut one, mut other, stranger) = (habits.share(7), habits.share(7), habits.share(8));
        assert_eq!(habits.error(&one), 0.0);
        // Thought 0.5, found 0.1 in the mean of four searches; later 0.3 in the mean of eight.
        habits.learn(&mut one, 0.5, 0.4, 4);
        assert!((habits.error(&other) + 0.4).abs() < 1e-9);
        habits.learn(&mut one, 0.5, 2.4, 8);
        assert!((habits.error(&other) + 0.2).abs() < 1e-9, "what was said before is replaced");
        habits.learn(&mut other, 0.0, 0.2, 1);
        let mean = habits.error(&one);
        assert!(mean > -0.2 && mean < 0.0, "more searches weigh more: {mean}");
        assert_eq!(habits.error(&stranger), 0.0);
    }

    #[test]
    fn a_kind_is_the_move_the_one_before_and_the_stones_around() {
        let mut board = FastBoard::new(9);
        let cells: Vec<Cell> = [40, 41, 20, 0, 39].map(|n| board.cell_of(Point(n))).to_vec();
        board.play(cells[0], Color::Black, |_| {});
        let kind = |board: &FastBoard| key(board, Color::Black, cells[0], Some(cells[1]));
        let alone = kind(&board);
        assert_ne!(alone, key(&board, Color::White, cells[0], Some(cells[1])));
        assert_ne!(alone, key(&board, Color::Black, cells[0], None));
        board.play(cells[3], Color::White, |_| {});
        assert_eq!(kind(&board), alone, "a corner far away");
        board.play(cells[2], Color::White, |_| {});
        assert_ne!(kind(&board), alone, "two lines away");
    }
}
