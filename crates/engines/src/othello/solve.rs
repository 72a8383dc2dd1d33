//! Exact values: shallow searches first, then selective ones to the end, then the exact one, so that the
//! table holds good moves when it matters.

use super::board::Board;
use super::probcut::EXACT;
use super::search::{INFINITY, LAST_SQUARES, Node, Search, Shared};
use crate::search::table::{Known, Table};

/// An exact value for the side to move, and how it is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    pub score: i32,
    pub line: Vec<u32>,
    pub nodes: u64,
}

/// Solves a position. `None` if the search was stopped.
pub fn solve(board: Board, shared: &Shared<'_>) -> Option<Solved> {
    let mut search = Search::new(shared);
    let node = Node::new(board);
    let empties = board.empties() as i32;
    let mut score = 0;
    if empties > LAST_SQUARES as i32 {
        for depth in (empties & 1..=(empties - 9).min(14)).step_by(2) {
            if depth > 0 {
                score = aspire(&mut search, &node, score, 4, depth, 1);
            }
        }
        for certainty in [0, 2, 4] {
            if i32::from(certainty) * 2 + 13 <= empties {
                score = aspire(&mut search, &node, score, 4, empties, certainty);
            }
        }
    }
    score = aspire(&mut search, &node, score, 2, empties, EXACT);
    if search.is_halted() {
        return None;
    }
    let line = line(&board, shared.table);
    Some(Solved { score, line, nodes: search.nodes() })
}

/// Searches with a window around the expected value, widened until the value lies inside.
pub fn aspire(
    search: &mut Search<'_>,
    node: &Node,
    expected: i32,
    width: i32,
    depth: i32,
    certainty: u8,
) -> i32 {
    let (mut low, mut high) = ((expected - width).max(-65), (expected + width).min(65));
    let mut wider = width;
    loop {
        let value = search.pv(node, low.max(-INFINITY), high, depth, certainty);
        if search.is_halted() {
            return value;
        }
        wider *= 2;
        if value <= low && low > -65 {
            high = value + 1;
            low = (value - wider).max(-65);
        } else if value >= high && high < 65 {
            low = value - 1;
            high = (value + wider).min(65);
        } else {
            return value;
        }
    }
}

/// The best moves as the table remembers them; a forced pass is 64.
pub fn line(board: &Board, table: &Table) -> Vec<u32> {
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
        if known.best[0] == Known::NO_MOVE || board.moves() >> (square & 63) & 1 == 0 {
            break;
        }
        line.push(square);
        board = board.played(square, board.flips(square));
    }
    line
}
