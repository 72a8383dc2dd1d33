//! Lessons without moves: the learner points at every point of a kind.

use heibai_games::{AnyPosition, Color, Move, Point, Position};
use serde::Deserialize;

/// What to find.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "find", rename_all = "kebab-case")]
pub enum Find {
    /// The points where the side to move may play.
    Legal,
    /// The empty points where it may not.
    Illegal,
    /// The points that Renju forbids to Black.
    Forbidden,
    /// The liberties of the chain at this point.
    Liberties { of: String },
    /// The points that make five at once.
    Fives,
    /// The empty points that belong to neither side.
    Neutral,
}

impl Find {
    /// All points that are to be found.
    pub fn points(&self, position: &AnyPosition) -> Vec<Point> {
        let empty = || Point::all(position.size()).filter(|&point| position.stone(point).is_none());
        let legal = |point: &Point| position.check(Move::Place(*point)).is_ok();
        match (self, position) {
            (Find::Legal, _) => empty().filter(legal).collect(),
            (Find::Illegal, _) => empty().filter(|point| !legal(point)).collect(),
            (Find::Forbidden, AnyPosition::Gomoku(gomoku)) => {
                gomoku.forbidden_points().iter().map(|(point, _)| point).collect()
            }
            (Find::Fives, _) => {
                let wins = |point: &Point| {
                    let mut after = position.clone();
                    after.play(Move::Place(*point)).is_ok()
                        && after.outcome().is_some_and(|o| o.winner == Some(position.turn()))
                };
                empty().filter(wins).collect()
            }
            (Find::Liberties { of }, AnyPosition::Go(go)) => match position.read_move(of) {
                Ok(Move::Place(point)) => go.chain(point).map_or_else(Vec::new, |chain| chain.liberties),
                _ => Vec::new(),
            },
            (Find::Neutral, _) => {
                let owners: Vec<Option<Color>> = position.count(&[], &[]).map_or_else(Vec::new, |c| c.owners);
                empty().filter(|point| owners.get(point.index()) == Some(&None)).collect()
            }
            _ => Vec::new(),
        }
    }
}
