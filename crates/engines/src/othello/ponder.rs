//! Pondering: after our move, the opponent's position is searched until we are asked again. The results stay in the
//! transposition table.

use super::board::Bitboards;
use super::search::Shared;
use super::think::{Plan, think};
use super::weights::WEIGHTS;
use crate::search::background::Background;
use crate::search::moment::Moment;
use crate::search::table::TranspositionTable;
use std::sync::Arc;
use std::time::Duration;

/// The longest time to ponder, in case the opponent has left.
const LONGEST: Duration = Duration::from_secs(300);

/// The background search; returns its nodes when stopped.
pub type Ponder = Background<u64>;

/// Starts on a position in which the opponent can move, or we after its pass.
pub fn begin(board: Bitboards, table: Arc<TranspositionTable>) -> Ponder {
    Background::begin(move |stop| {
        let shared = Shared {
            table: &table,
            weights: &WEIGHTS,
            stop,
            deadline: Some(Moment::now() + LONGEST),
            node_limit: u64::MAX,
            pool: None,
        };
        let board = if board.moves() == 0 { board.passed() } else { board };
        think(board, &shared, &Plan::UNLIMITED, 1, &mut |_| ()).nodes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pondered_is_in_the_table() {
        let table = Arc::new(TranspositionTable::new(8 << 20));
        let ponder = begin(Bitboards::START, table.clone());
        let after = Bitboards::START.played(19, Bitboards::START.flips(19));
        let known = || table.get([after.mover, after.opponent]).is_some_and(|known| known.depth >= 3);
        while !known() {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(ponder.end() > Some(0));
    }
}
