//! Moves as numbers: points row by row from the top-left corner, a pass last.

use heibai_games::{Kind, Move, Point};

/// The number of actions on a board. Gomoku has no pass.
pub fn count(kind: Kind, size: usize) -> usize {
    size * size + usize::from(kind != Kind::Gomoku)
}

pub fn of(mv: Move, size: usize) -> usize {
    match mv {
        Move::Place(point) => point.index(),
        Move::Pass => size * size,
    }
}

/// The move for an action number; `None` if the board has no such action.
pub fn read(action: i64, kind: Kind, size: usize) -> Option<Move> {
    let action = usize::try_from(action).ok().filter(|&a| a < count(kind, size))?;
    Some(if action == size * size { Move::Pass } else { Move::Place(Point(action as u16)) })
}
