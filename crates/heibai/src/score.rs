//! `heibai score`: the area score of Go games.

use heibai_games::{AnyPosition, Outcome, Point, Position, Reason, go};

/// The stones a finished position's judge takes as dead.
pub fn judged_dead(_position: &AnyPosition) -> Vec<Point> {
    Vec::new()
}

/// The result with these stones taken off.
pub fn count(position: &AnyPosition, dead: &[Point]) -> Outcome {
    let counted = match position {
        AnyPosition::Go(board) => {
            go::score::count(board, dead).ok().map(|count| count.outcome(&board.rules()))
        }
        _ => position.outcome(),
    };
    counted.unwrap_or(Outcome::draw(Reason::TwoPasses))
}

/// The chain of the stone at a point; empty where there is none.
pub fn chain(position: &AnyPosition, point: Point) -> Vec<Point> {
    match position {
        AnyPosition::Go(board) => board.chain(point).map(|chain| chain.stones).unwrap_or_default(),
        _ => Vec::new(),
    }
}
