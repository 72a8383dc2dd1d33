//! The count: area scoring, with dead stones taken off first and neutral points split.

use super::board::{Cell, ChainBoard};
use super::{Position, Rules};
use crate::board::{Color, Point};
use crate::position::{HalfPoints, Outcome, Position as _, Reason, Score};
use std::fmt;

/// To whom each point of a finished game belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// By point: the owner; `None` is a neutral point, which is split.
    pub owners: Vec<Option<Color>>,
    /// The result under the rules' komi.
    pub outcome: Outcome,
}

/// Why a list of dead stones is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotDead {
    /// The point is not on the board.
    OffBoard(Point),
    /// No stone stands there.
    NoStone(Point),
}

impl fmt::Display for NotDead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotDead::OffBoard(point) => write!(f, "point {} is outside the board", point.0),
            NotDead::NoStone(point) => write!(f, "no stone stands on point {}", point.0),
        }
    }
}

impl std::error::Error for NotDead {}

impl Count {
    fn of(owners: Vec<Option<Color>>, rules: &Rules) -> Count {
        let halves = |side| {
            let of = |&owner: &Option<Color>| owner.map_or(1, |owner| if owner == side { 2 } else { 0 });
            HalfPoints(owners.iter().map(of).sum())
        };
        let score = Score { black: halves(Color::Black), white: halves(Color::White) };
        Count { outcome: Outcome::counted(score, rules.komi(), Reason::TwoPasses), owners }
    }

    /// Both sides' area before komi; the two always add up to the number of points.
    pub fn score(&self) -> Score {
        self.outcome.score.unwrap_or_default()
    }
}

/// Counts with the named stones, and the chains they belong to, taken off as dead.
pub fn count(position: &Position, dead: &[Point]) -> Result<Count, NotDead> {
    let board = &position.board;
    let size = board.size();
    let mut stones: Vec<Option<Color>> = Point::all(size).map(|point| position.stone(point)).collect();
    for &point in dead {
        if point.index() >= size * size {
            return Err(NotDead::OffBoard(point));
        }
        let cell = board.cell(point);
        if board.stone(cell).is_none() {
            return Err(NotDead::NoStone(point));
        }
        board.chain(cell).for_each(|stone| stones[board.point(stone).index()] = None);
    }
    Ok(Count::of(owners(board, stones), &position.rules()))
}

/// Counts with every stone alive.
pub(super) fn all_alive(position: &Position) -> Count {
    let stones = Point::all(position.board.size()).map(|point| position.stone(point)).collect();
    Count::of(owners(&position.board, stones), &position.rules())
}

/// Gives every region without stones to the side whose stones alone border it.
fn owners(board: &ChainBoard, mut stones: Vec<Option<Color>>) -> Vec<Option<Color>> {
    let mut met = vec![false; stones.len()];
    let mut region: Vec<Cell> = Vec::new();
    for start in 0..stones.len() {
        if stones[start].is_some() || met[start] {
            continue;
        }
        let mut borders = [false; 2];
        met[start] = true;
        region.clear();
        region.push(board.cell(Point(start as u16)));
        let mut done = 0;
        while let Some(&cell) = region.get(done) {
            done += 1;
            for n in board.beside(cell) {
                let index = board.point(n).index();
                match stones[index] {
                    Some(color) => borders[color.index()] = true,
                    None if met[index] => {}
                    None => {
                        met[index] = true;
                        region.push(n);
                    }
                }
            }
        }
        let owner = match borders {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        // Written at once: a region is complete, so no later region can meet these points as stones.
        region.iter().for_each(|&cell| stones[board.point(cell).index()] = owner);
    }
    stones
}

/// The score, in quarter stones, that Black must exceed to win: half the board and half the komi
/// (184¼ stones on 19x19 with the usual 3¾).
pub fn win_line_in_quarters(rules: &Rules) -> i32 {
    2 * (rules.size() * rules.size()) as i32 + rules.komi().0
}
