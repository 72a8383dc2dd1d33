//! Opening, midgame, endgame, for the accuracy of each.

pub use heibai_games::othello::Phase;
use heibai_games::{AnyPosition, Position};

/// The phase that the next move belongs to, when `number` moves have been made.
///
/// Othello has the phases of its rules document. A Go game of 19x19 leaves the opening about move 40 and enters the
/// endgame about move 160; other boards have the same shares of their points. Gomoku: the first ten stones are theory,
/// after forty few fours are left.
pub fn phase(position: &AnyPosition, number: usize) -> Phase {
    let by = |opening: usize, midgame: usize| match number {
        n if n < opening => Phase::Opening,
        n if n < midgame => Phase::Midgame,
        _ => Phase::Endgame,
    };
    let points = position.size() * position.size();
    match position {
        AnyPosition::Othello4(board) => board.phase(),
        AnyPosition::Othello6(board) => board.phase(),
        AnyPosition::Othello8(board) => board.phase(),
        AnyPosition::Othello10(board) => board.phase(),
        AnyPosition::Go(_) => by(points / 9, points * 4 / 9),
        AnyPosition::Gomoku(_) => by(10, 40),
    }
}
