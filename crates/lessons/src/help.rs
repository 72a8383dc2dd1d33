//! Help in steps: what to look for, then where, then the move.

use crate::{Exercise, Goal, Refused};
use heibai_games::{Move, Point, Position};

/// The number of steps.
pub const HELP_STEPS: usize = 3;

/// One step of help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Help {
    /// The goal, and how many moves the learner still has to find.
    Idea { goal: Goal, moves: usize },
    /// An area that contains the right move.
    Area(Vec<Point>),
    /// The right move.
    Move(Move),
}

/// Help number `step`, from 1, for the learner to move after `moves`.
pub fn help(exercise: &Exercise, moves: &[Move], step: usize) -> Result<Help, Refused> {
    let line = exercise.solution(moves)?;
    let &first = line.first().ok_or(Refused::OtherMoves)?;
    match (step, first) {
        (0 | 1, _) => {
            let goal = exercise.goal();
            let moves =
                if matches!(goal, Goal::FindForbidden { .. }) { line.len() } else { line.len().div_ceil(2) };
            Ok(Help::Idea { goal, moves })
        }
        (2, Move::Place(point)) => Ok(Help::Area(area(point, exercise.start().size()))),
        _ => Ok(Help::Move(first)),
    }
}

/// A square area around a point; the point's place in it varies, so that it is not given away.
fn area(point: Point, size: usize) -> Vec<Point> {
    let side = if size <= 9 { 3 } else { 5 };
    let mixed = usize::from(point.0).wrapping_mul(0x9e37_79b9) >> 7;
    let from = |at: usize, shift: usize| at.saturating_sub(shift % side).min(size - side);
    let (left, top) = (from(point.x(size), mixed), from(point.y(size), mixed / side));
    let squares = (top..top + side).flat_map(|y| (left..left + side).map(move |x| (x, y)));
    squares.filter_map(|(x, y)| Point::new(x, y, size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Verdict, shelves};

    #[test]
    fn help_goes_from_the_idea_to_the_move_in_every_set() {
        for shelf in shelves() {
            let problem = &shelf.problems[shelf.problems.len() / 2];
            let id = shelf.id(problem);
            assert!(matches!(help(problem, &[], 1), Ok(Help::Idea { moves: 1.., .. })), "{id}");
            let Ok(Help::Move(mv)) = help(problem, &[], 3) else { panic!("{id}") };
            let Move::Place(point) = mv else { panic!("{id}") };
            let Ok(Help::Area(area)) = help(problem, &[], 2) else { panic!("{id}") };
            assert!(area.contains(&point) && area.len() >= 9, "{id}: {point:?} in {area:?}");
            let verdict = problem.attempt(&[mv]).unwrap().verdict;
            assert!(matches!(verdict, Verdict::Solved | Verdict::Right), "{id}");
            assert!(help(problem, &[mv; 3], 1).is_err(), "{id}");
        }
    }

    #[test]
    fn the_place_in_the_area_is_not_always_the_same() {
        for size in [8, 9, 15, 19] {
            let places: std::collections::BTreeSet<_> = Point::all(size)
                .map(|point| {
                    let area = area(point, size);
                    assert!(area.contains(&point), "{size} {point:?}");
                    area.iter().position(|&p| p == point)
                })
                .collect();
            assert!(places.len() >= 5, "{size}: {places:?}");
        }
    }
}
