//! Finding forbidden points: nothing is played; the learner points at them one after another.

use super::{Shipped, extra, shelve};
use crate::exercise::Problem;
use crate::{Comment, Exercise, Goal, Refused, Tried, Verdict};
use heibai_games::{AnyPosition, Illegal, Move, Point, Position};

pub(crate) struct Forbidden(Shipped);

pub(crate) fn forbidden() -> Vec<Exercise> {
    shelve(extra("forbidden"), Forbidden)
}

impl Problem for Forbidden {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Goal {
        Goal::FindForbidden { count: self.0.answers.len() }
    }

    fn start(&self) -> AnyPosition {
        self.0.start()
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        let position = self.0.position();
        let all: Vec<Point> = position.forbidden_points().iter().map(|(point, _)| point).collect();
        // Touching a stone by mistake is no answer.
        if let Some(&Move::Place(last)) = moves.last()
            && position.stone(last).is_some()
        {
            return Err(Refused::Illegal(Illegal::Occupied));
        }
        Tried::pointing(&all, moves, |last, verdict| match verdict {
            Verdict::Solved => Comment::AllFound,
            Verdict::Right => Comment::Forbidden(last),
            _ => Comment::NotForbidden,
        })
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        let all = self.0.position().forbidden_points();
        let left = all.iter().map(|(point, _)| Move::Place(point)).filter(|mv| !moves.contains(mv));
        Ok(left.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::points;
    use super::*;

    #[test]
    fn every_forbidden_point_is_asked_for_once() {
        let problems = extra("forbidden");
        let problem = Forbidden(problems.into_iter().find(|p| p.answers.len() == 2).unwrap());
        let [first, second] = points(&problem.0.answers).map(Move::Place).collect::<Vec<_>>()[..] else {
            panic!()
        };
        let one = problem.attempt(&[second]).unwrap();
        assert_eq!((one.verdict, one.step, one.steps), (Verdict::Right, 1, 2));
        assert_eq!(problem.attempt(&[second, first]).unwrap().verdict, Verdict::Solved);
        let mut legal = Vec::new();
        problem.start().legal_moves(&mut legal);
        let quiet = legal[0];
        let wrong = problem.attempt(&[first, quiet]).unwrap();
        assert_eq!((wrong.verdict, wrong.solution), (Verdict::Wrong, Some(vec![second])));
        let stone = Point::all(15).find(|&at| problem.start().stone(at).is_some()).unwrap();
        let slip = problem.attempt(&[Move::Place(stone)]).unwrap_err();
        assert!(matches!(slip, Refused::Illegal(Illegal::Occupied)), "{slip}");
        for bad in [vec![], vec![Move::Pass], vec![quiet, first], vec![first, first]] {
            assert!(problem.attempt(&bad).is_err(), "{bad:?}");
        }
    }
}
