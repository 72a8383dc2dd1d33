//! Thinking in the other side's time: its position is searched after our move until we are asked again. What was found
//! stays in the table.

use super::board::Board;
use super::search::Shared;
use super::think::{Plan, think};
use super::weights::WEIGHTS;
use crate::search::table::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nobody who has gone away is waited for longer than this.
const LONGEST: Duration = Duration::from_secs(300);

/// A search that goes on in the background.
pub struct Ponder {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<u64>>,
}

impl Ponder {
    /// Begins with a position in which the other side, or after its pass ours, can move.
    pub fn begin(board: Board, table: Arc<Table>) -> Ponder {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            let shared = Shared {
                table: &table,
                weights: &WEIGHTS,
                stop: &stopped,
                enough: &AtomicBool::new(false),
                deadline: Some(Instant::now() + LONGEST),
                node_limit: u64::MAX,
                pool: None,
            };
            let board = if board.moves() == 0 { board.passed() } else { board };
            think(board, &shared, &Plan::UNLIMITED, 1, &mut |_| ()).nodes
        });
        Ponder { stop, thread: Some(thread) }
    }

    /// Ends it; the positions it looked at.
    pub fn end(mut self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().and_then(|thread| thread.join().ok()).unwrap_or(0)
    }
}

impl Drop for Ponder {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pondered_is_in_the_table() {
        let table = Arc::new(Table::new(8 << 20));
        let ponder = Ponder::begin(Board::START, table.clone());
        let after = Board::START.played(19, Board::START.flips(19));
        let known = || table.get([after.mover, after.opponent]).is_some_and(|known| known.depth >= 3);
        // A busy machine may begin late, but not never.
        for _ in 0..3000 {
            if known() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(ponder.end() > 0);
        assert!(known());
    }
}
