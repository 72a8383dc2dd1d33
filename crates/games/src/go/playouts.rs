//! Random games, as fast as the rules allow: a measure of the board, and the rollouts of plain searches.

use super::Position;
use crate::board::Point;
use crate::position::{Move, Position as _};

/// Draws a number below its argument. The referee has no randomness of its own.
pub trait Draw: FnMut(u32) -> u32 {}

impl<F: FnMut(u32) -> u32> Draw for F {}

/// The empty points of a running random game, as cells in no order.
#[derive(Default)]
pub struct Empties(Vec<u16>);

/// Plays stones without passing: each is drawn with equal chances from the legal points of the side to
/// move, repetition included, until that side has none. Returns the number of stones. `empties` is a
/// buffer that many games can share.
pub fn without_passes(position: &mut Position, empties: &mut Empties, draw: &mut impl Draw) -> u32 {
    let cells = &mut empties.0;
    cells.clear();
    let board = &position.board;
    cells.extend(Point::all(position.size()).map(|p| board.cell(p)).filter(|&c| board.is_empty(c)));
    let mut stones = 0;
    let mut untried = cells.len();
    while untried > 0 {
        let drawn = draw(untried as u32) as usize;
        let cell = cells[drawn];
        if position.is_surely_legal(cell) || position.is_legal(cell) {
            cells.swap_remove(drawn);
            let taken = position.place(cell);
            cells.extend(position.last_captured(taken).iter().map(|&taken| taken >> 1));
            untried = cells.len();
            stones += 1;
        } else {
            // Not drawn again this turn: it changes places with the last untried one.
            untried -= 1;
            cells.swap(drawn, untried);
        }
    }
    stones
}

/// Plays random moves, each drawn with equal chances from the list of all legal moves, the pass among them, until
/// two passes follow each other. Returns the number of moves. `moves` is a buffer.
pub fn with_passes(position: &mut Position, moves: &mut Vec<Move>, draw: &mut impl Draw) -> u32 {
    let mut played = 0;
    loop {
        position.legal_moves(moves);
        if moves.is_empty() {
            return played;
        }
        let mv = moves[draw(moves.len() as u32) as usize];
        position.play_unchecked(mv, &mut ());
        played += 1;
    }
}
