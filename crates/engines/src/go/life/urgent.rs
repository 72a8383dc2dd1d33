//! Where reading replaces search: moves that decide the fate of a chain, when play is limited to an area.

use super::deciding::deciding;
use heibai_games::board::Point;
use heibai_games::go;
use heibai_games::position::{Move, Position as _};
use std::time::Duration;

/// Positions to read per millisecond of thinking time.
const PER_MILLISECOND: u128 = 60;
const LEAST_READ: u128 = 20_000;
const MOST_READ: u128 = 400_000;

/// Those moves of `only` that decide the fate of the largest adjacent chain; empty if reading finds none.
pub(crate) fn answers(position: &go::Position, only: &[Move], time: Option<Duration>) -> Vec<Move> {
    let points: Vec<Point> = only
        .iter()
        .filter_map(|mv| match mv {
            Move::Place(point) => Some(*point),
            Move::Pass => None,
        })
        .collect();
    let size = position.size();
    let near = |stone: &Point| {
        let apart = |p: &Point| p.x(size).abs_diff(stone.x(size)) + p.y(size).abs_diff(stone.y(size));
        points.iter().any(|point| apart(point) == 1)
    };
    let mut chains = position.chains();
    chains.retain(|chain| chain.stones.iter().any(near));
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    let read = time.map_or(MOST_READ, |time| time.as_millis() * PER_MILLISECOND / 2);
    let mut left = read.clamp(LEAST_READ, MOST_READ) as usize;
    for chain in chains {
        let mut share = left / 2;
        let given = share;
        let found = deciding(position, chain.stones[0], &mut share);
        left -= given - share;
        let moves = found.map(|found| found.moves).unwrap_or_default();
        let allowed: Vec<Move> = moves.into_iter().map(Move::Place).filter(|mv| only.contains(mv)).collect();
        if !allowed.is_empty() {
            return allowed;
        }
    }
    Vec::new()
}
