//! The count, with dead stones taken off first: area with neutral points split, or territory and prisoners.

use super::board::{Cell, ChainBoard};
use super::{Position, Rules, territory};
use crate::board::{Color, Notation, Point};
use crate::position::{HalfPoints, Outcome, Position as _, Reason, Score};
use std::fmt;

/// To whom each point of a finished game belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// By point: the owner; `None` is a neutral point, which area counting splits.
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
    NoStone {
        /// The point.
        point: Point,
        /// The board's size.
        size: usize,
    },
}

impl fmt::Display for NotDead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotDead::OffBoard(point) => write!(f, "point {} is outside the board", point.0),
            NotDead::NoStone { point, size } => {
                write!(f, "no stone stands on {}", Notation::Go.write(*point, *size))
            }
        }
    }
}

impl std::error::Error for NotDead {}

impl Count {
    /// The count of a board without its dead stones.
    fn area(position: &Position, stones: Vec<Option<Color>>) -> Count {
        let none = vec![false; stones.len()];
        let owners = owners(&position.board, stones, &none);
        let halves = |side| {
            let of = |&owner: &Option<Color>| owner.map_or(1, |owner| if owner == side { 2 } else { 0 });
            HalfPoints(owners.iter().map(of).sum())
        };
        let score = Score { black: halves(Color::Black), white: halves(Color::White) };
        Count::new(position, score, owners)
    }

    /// The same by territory and prisoners; the stones of `seki` surround nothing.
    fn territory(position: &Position, stones: Vec<Option<Color>>, seki: &[bool]) -> Count {
        let mut filled = stones.clone();
        territory::fill(&position.board, &mut filled, seki);
        let mut owners = owners(&position.board, filled.clone(), seki);
        for (owner, (stood, stands)) in owners.iter_mut().zip(stones.iter().zip(&filled)) {
            if stood != stands {
                *owner = None;
            }
        }
        let halves = |side: Color| {
            let surrounded =
                |&point: &Point| stones[point.index()].is_none() && owners[point.index()] == Some(side);
            let dead =
                |&point: &Point| stones[point.index()].is_none() && position.stone(point) == Some(!side);
            let points = || Point::all(position.size());
            let counted = points().filter(surrounded).count() + points().filter(dead).count();
            HalfPoints::whole((counted + position.captured(!side) as usize) as i32)
        };
        let score = Score { black: halves(Color::Black), white: halves(Color::White) };
        Count::new(position, score, owners)
    }

    fn new(position: &Position, score: Score, owners: Vec<Option<Color>>) -> Count {
        let komi = position.rules().compensation();
        Count { outcome: Outcome::counted(score, komi, Reason::TwoPasses), owners }
    }

    /// Each side's count before komi: area, which always adds up to the number of points, or territory with
    /// prisoners.
    pub fn score(&self) -> Score {
        self.outcome.score.unwrap_or_default()
    }
}

/// Counts with the named stones, and the chains they belong to, taken off as dead. Where territory is counted, what
/// the chains of the stones named as `seki` surround is none, nor is a point that its owner has to fill.
pub fn count(position: &Position, dead: &[Point], seki: &[Point]) -> Result<Count, NotDead> {
    let mut stones: Vec<Option<Color>> =
        Point::all(position.size()).map(|point| position.stone(point)).collect();
    each_chain(&position.board, dead, |point| stones[point.index()] = None)?;
    let mut shared = vec![false; stones.len()];
    let mark = |point: Point| shared[point.index()] = stones[point.index()].is_some();
    each_chain(&position.board, seki, mark)?;
    Ok(match position.rules().set().counts_territory() {
        true => Count::territory(position, stones, &shared),
        false => Count::area(position, stones),
    })
}

/// Calls `visit` with every point of the chains that the named stones belong to.
fn each_chain(board: &ChainBoard, named: &[Point], mut visit: impl FnMut(Point)) -> Result<(), NotDead> {
    for &point in named {
        if point.index() >= board.size() * board.size() {
            return Err(NotDead::OffBoard(point));
        }
        let cell = board.cell(point);
        if board.stone(cell).is_none() {
            return Err(NotDead::NoStone { point, size: board.size() });
        }
        board.chain(cell).for_each(|stone| visit(board.point(stone)));
    }
    Ok(())
}

/// Counts with every stone alive.
pub(super) fn all_alive(position: &Position) -> Count {
    count(position, &[], &[]).expect("no stone is named")
}

/// Gives every region without stones to the side whose stones alone border it, unless one of these is in seki.
pub(super) fn owners(
    board: &ChainBoard,
    mut stones: Vec<Option<Color>>,
    seki: &[bool],
) -> Vec<Option<Color>> {
    let mut met = vec![false; stones.len()];
    let mut region: Vec<Cell> = Vec::new();
    for start in 0..stones.len() {
        if stones[start].is_some() || met[start] {
            continue;
        }
        let mut borders = [false; 2];
        let mut in_seki = false;
        met[start] = true;
        region.clear();
        region.push(board.cell(Point(start as u16)));
        let mut done = 0;
        while let Some(&cell) = region.get(done) {
            done += 1;
            for n in board.beside(cell) {
                let index = board.point(n).index();
                match stones[index] {
                    Some(color) => {
                        borders[color.index()] = true;
                        in_seki |= seki[index];
                    }
                    None if met[index] => {}
                    None => {
                        met[index] = true;
                        region.push(n);
                    }
                }
            }
        }
        let owner = match borders {
            _ if in_seki => None,
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
