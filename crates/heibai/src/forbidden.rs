//! `heibai forbidden`: Black's forbidden points, and why.

use crate::words::Lang;
use heibai_games::{AnyPosition, Illegal, Move, Point, Position};

/// The points that Black, to move, may not take.
pub fn points(position: &AnyPosition) -> Vec<Point> {
    Point::all(position.size())
        .filter(|&point| matches!(position.check(Move::Place(point)), Err(Illegal::Forbidden(_))))
        .collect()
}

/// Why a point is forbidden, or that it is not, as lines for a person.
pub fn explain(position: &AnyPosition, point: Point, lang: Lang) -> Vec<String> {
    match position.check(Move::Place(point)) {
        Ok(()) => vec![lang.pick("The point is allowed.", "该点可以落子。").to_owned()],
        Err(illegal) => vec![lang.illegal(&illegal)],
    }
}
