//! Subtree value bias (an idea from KataGo's search): the error of the network's value that search found after
//! similar local moves. The next such value is corrected in advance.

use super::board::{Cell, FastBoard};
use heibai_games::board::Color;
use std::collections::HashMap;

/// Errors by local pattern, weighted by the visits behind them.
#[derive(Clone, Debug, Default)]
pub struct ValueBias {
    indices: HashMap<u64, u32>,
    buckets: Vec<Bucket>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    error: f64,
    weight: f64,
}

/// The contribution of one node to its bucket.
#[derive(Clone, Debug)]
pub struct BiasShare {
    index: u32,
    added: Bucket,
}

/// The weight of an observation is its visits to this power.
const GROWTH: f64 = 0.85;

impl ValueBias {
    pub fn share(&mut self, key: u64) -> BiasShare {
        let next = self.buckets.len() as u32;
        let index = *self.indices.entry(key).or_insert(next);
        if index == next {
            self.buckets.push(Bucket::default());
        }
        BiasShare { index, added: Bucket::default() }
    }

    /// Replaces the node's contribution by what the visits below it found, of which there were so many; `found` is the
    /// sum of their utilities.
    pub fn learn(&mut self, share: &mut BiasShare, own: f64, found: f64, visits: f64) {
        if visits <= 0.0 {
            return;
        }
        let weight = visits.powf(GROWTH);
        let now = Bucket { error: (found / visits - own) * weight, weight };
        let bucket = &mut self.buckets[share.index as usize];
        bucket.error += now.error - share.added.error;
        bucket.weight += now.weight - share.added.weight;
        share.added = now;
    }

    /// The mean error of this bucket: how much better its positions turned out than the network thought.
    pub fn error(&self, share: &BiasShare) -> f64 {
        let bucket = self.buckets[share.index as usize];
        if bucket.weight > 1e-3 { bucket.error / bucket.weight } else { 0.0 }
    }
}

/// The bucket key: the stone just played, the move before it, and the stones around it.
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
    fn errors_of_a_bucket_are_weighed_and_replaced() {
        let mut bias = ValueBias::default();
        let (mut one, mut other, stranger) = (bias.share(7), bias.share(7), bias.share(8));
        assert_eq!(bias.error(&one), 0.0);
        // Network 0.5; found 0.1 on average over four visits, later 0.3 over eight.
        bias.learn(&mut one, 0.5, 0.4, 4.0);
        assert!((bias.error(&other) + 0.4).abs() < 1e-9);
        bias.learn(&mut one, 0.5, 2.4, 8.0);
        assert!((bias.error(&other) + 0.2).abs() < 1e-9, "what was said before is replaced");
        bias.learn(&mut other, 0.0, 0.2, 1.0);
        let mean = bias.error(&one);
        assert!(mean > -0.2 && mean < 0.0, "more searches weigh more: {mean}");
        assert_eq!(bias.error(&stranger), 0.0);
    }

    #[test]
    fn a_bucket_is_the_move_the_one_before_and_the_stones_around() {
        let mut board = FastBoard::new(9);
        let cells: Vec<Cell> = [40, 41, 20, 0, 39].map(|n| board.cell_of(Point(n))).to_vec();
        board.play(cells[0], Color::Black, |_| {});
        let bucket = |board: &FastBoard| key(board, Color::Black, cells[0], Some(cells[1]));
        let alone = bucket(&board);
        assert_ne!(alone, key(&board, Color::White, cells[0], Some(cells[1])));
        assert_ne!(alone, key(&board, Color::Black, cells[0], None));
        board.play(cells[3], Color::White, |_| {});
        assert_eq!(bucket(&board), alone, "a corner far away");
        board.play(cells[2], Color::White, |_| {});
        assert_ne!(bucket(&board), alone, "two lines away");
    }
}
