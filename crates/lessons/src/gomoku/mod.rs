//! The shipped Gomoku problems, and those with a single answer.

pub(crate) mod forbidden;
pub(crate) mod fours;
pub mod practice;
pub(crate) mod threats;

use crate::exercise::Problem;
use crate::shelf::read;
use crate::{Comment, Exercise, Goal, Refused, Tried, points_of};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{AnyPosition, Color, Move, Notation, Point, Position as _};
use practice::win_by_fours;
use serde::Deserialize;

const SIZE: usize = 15;

/// A shipped problem.
#[derive(Deserialize)]
pub(crate) struct Shipped {
    id: u32,
    kind: String,
    grade: usize,
    rules: String,
    side: String,
    black: Vec<String>,
    white: Vec<String>,
    length: usize,
    answers: Vec<String>,
}

/// The extra problems of one kind, numbered from 1.
fn extra(kind: &str) -> Vec<Shipped> {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vcf/extra.json"));
    let mut chosen: Vec<Shipped> =
        read::<Shipped>(text).into_iter().filter(|problem| problem.kind == kind).collect();
    chosen.sort_by_key(|problem| (problem.grade, problem.id));
    for (number, problem) in (1..).zip(&mut chosen) {
        problem.id = number;
    }
    chosen
}

fn shelve<P: Into<Exercise>>(problems: Vec<Shipped>, make: fn(Shipped) -> P) -> Vec<Exercise> {
    problems.into_iter().map(|shipped| make(shipped).into()).collect()
}

pub(crate) fn defence() -> Vec<Exercise> {
    shelve(extra("defend"), Defence)
}

fn points(names: &[String]) -> impl Iterator<Item = Point> {
    names.iter().filter_map(|name| Notation::Gomoku.read(name, SIZE).ok())
}

impl Shipped {
    fn position(&self) -> Position {
        let variant = Variant::from_name(&self.rules).unwrap_or(Variant::Renju);
        let rules = Rules::new(SIZE, variant, OpeningRule::Free).expect("the usual board");
        let black = points(&self.black).map(|point| (point, Color::Black));
        let stones: Vec<_> = black.chain(points(&self.white).map(|point| (point, Color::White))).collect();
        let turn = if self.side == "white" { Color::White } else { Color::Black };
        Position::setup(&rules, &stones, turn).expect("a shipped problem can be set up")
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::Gomoku(Box::new(self.position()))
    }

    /// The position after some moves of the exercise.
    fn after(&self, moves: &[Move]) -> Result<Position, Refused> {
        let mut position = self.position();
        moves.iter().try_for_each(|&mv| position.play(mv)).map_err(|_| Refused::OtherMoves)?;
        Ok(position)
    }

    /// The first stored answer, if nothing was played yet.
    fn answer(&self, moves: &[Move]) -> Result<Move, Refused> {
        let first = points(&self.answers).next().map(Move::Place);
        first.filter(|_| moves.is_empty()).ok_or(Refused::OtherMoves)
    }

    /// Tries the only move of a problem. `judge` decides from the position after it whether it was right, why, and
    /// how the other side answers a wrong one.
    fn first_move(
        &self,
        moves: &[Move],
        judge: impl FnOnce(&Position) -> (bool, Comment, Vec<Point>),
    ) -> Result<Tried, Refused> {
        let &[point] = &points_of(moves)?[..] else { return Err(Refused::OtherMoves) };
        let mut after = self.position();
        after.play(Move::Place(point))?;
        let (right, comment, reply) = judge(&after);
        let refutation = [point].into_iter().chain(reply).map(Move::Place).collect();
        let solution = points(&self.answers).take(1).map(Move::Place).collect();
        Ok(Tried::one_move(Move::Place(point), right, comment, refutation, solution))
    }
}

/// The opponent threatens to win by fours; one move must leave no such win.
pub(crate) struct Defence(Shipped);

impl Problem for Defence {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Goal {
        Goal::StopFours
    }

    fn start(&self) -> AnyPosition {
        self.0.start()
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        self.0.first_move(moves, |after| {
            match after.outcome().is_none().then(|| win_by_fours(after)).flatten() {
                None => (true, Comment::Defended, Vec::new()),
                Some(win) => (false, Comment::StillWins(win.clone()), win),
            }
        })
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        Ok(vec![self.0.answer(moves)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn the_named_answers_defend_and_most_other_moves_do_not() {
        for shipped in extra("defend").into_iter().take(6) {
            let problem = Defence(shipped);
            for answer in points(&problem.0.answers) {
                assert_eq!(problem.attempt(&[Move::Place(answer)]).unwrap().verdict, Verdict::Solved);
            }
            let mut legal = Vec::new();
            problem.start().legal_moves(&mut legal);
            let failed =
                legal.iter().filter(|&&mv| problem.attempt(&[mv]).unwrap().verdict == Verdict::Wrong);
            assert!(failed.count() > legal.len() / 2, "problem {}", problem.0.id);
        }
    }
}
