//! Principal variations from the transposition table.

use super::board::Bitboards;
use crate::search::table::{TableEntry, TranspositionTable};

/// The principal variation as far as the table holds it; a forced pass is 64.
pub fn line(board: &Bitboards, table: &TranspositionTable) -> Vec<u32> {
    let (mut board, mut line) = (*board, Vec::new());
    while line.len() < 64 {
        if board.moves() == 0 {
            board = board.passed();
            if board.moves() == 0 {
                break;
            }
            line.push(64);
        }
        let Some(known) = table.get([board.mover, board.opponent]) else { break };
        let square = u32::from(known.best[0]);
        if known.best[0] == TableEntry::NO_MOVE || board.moves() >> (square & 63) & 1 == 0 {
            break;
        }
        line.push(square);
        board = board.played(square, board.flips(square));
    }
    line
}
