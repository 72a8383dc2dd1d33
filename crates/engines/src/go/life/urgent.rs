//! Where the player's search is helped by reading: moves that decide over a chain now.

use super::deciding::{Deciding, deciding};
use heibai_games::board::Point;
use heibai_games::go;
use heibai_games::position::{Move, Position as _};
use std::time::Duration;

/// Positions read before a search; a few hundredths of a second.
const BEFORE_A_SEARCH: usize = 4_000;
/// Chains that the network gives to one side as surely as this are left alone.
const SETTLED: f32 = 0.7;
/// Chains of fewer stones are not worth it.
const LEAST_STONES: usize = 3;

/// Moves of the side to move that decide over a chain of which the network is not sure.
pub(crate) fn urgent(position: &go::Position, ownership: &[f32]) -> Vec<Point> {
    let mut chains = position.chains();
    chains.retain(|chain| {
        let sum: f32 = chain.stones.iter().map(|stone| ownership[stone.index()]).sum();
        chain.stones.len() >= LEAST_STONES && (sum / chain.stones.len() as f32).abs() < SETTLED
    });
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    let mut left = BEFORE_A_SEARCH;
    for chain in chains {
        let mut share = left / 2;
        let given = share;
        let found = deciding(position, chain.stones[0], &mut share);
        left -= given - share;
        if let Some(Deciding { moves, by_ko: false, .. }) = found {
            return moves;
        }
    }
    Vec::new()
}

/// Positions read for each millisecond that there is.
const PER_MILLISECOND: u128 = 60;
const LEAST_READ: u128 = 20_000;
const MOST_READ: u128 = 400_000;

/// Those of the moves `only` that decide over the largest chain beside them; empty if reading finds none.
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
