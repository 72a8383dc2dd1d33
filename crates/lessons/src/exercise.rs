//! Problems of every kind behind one type.

use crate::go::Life;
use crate::go::counting::Endgame;
use crate::gomoku::Defence;
use crate::gomoku::forbidden::Forbidden;
use crate::gomoku::fours::Fours;
use crate::gomoku::threats::Threats;
use crate::openings::Opening;
use crate::othello::Drill;
use crate::{Goal, Refused, Tried};
use heibai_games::{AnyPosition, Move};

/// What a kind of problem provides; [`Exercise`] documents each part.
pub(crate) trait Problem {
    fn number(&self) -> u32;
    fn grade(&self) -> usize;
    fn goal(&self) -> Goal;
    fn start(&self) -> AnyPosition;
    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused>;
    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused>;
}

/// One problem: what is shown, and how a try is judged. An enum, not a trait object, so that a program that only
/// shows problems is linked without the solvers.
pub struct Exercise(Sort);

macro_rules! sorts {
    ($($sort:ident),*) => {
        enum Sort {
            $($sort($sort)),*
        }

        $(impl From<$sort> for Exercise {
            fn from(problem: $sort) -> Exercise {
                Exercise(Sort::$sort(problem))
            }
        })*

        macro_rules! of_sort {
            ($exercise:expr, $ask:expr) => {
                match &$exercise.0 {
                    $(Sort::$sort(problem) => $ask(problem)),*
                }
            };
        }
    };
}

sorts!(Fours, Threats, Defence, Forbidden, Opening, Drill, Life, Endgame);

impl Exercise {
    /// Its number on the shelf.
    pub fn number(&self) -> u32 {
        of_sort!(self, Problem::number)
    }

    /// From 1 to [`GRADES`](crate::GRADES).
    pub fn grade(&self) -> usize {
        of_sort!(self, Problem::grade)
    }

    pub fn goal(&self) -> Goal {
        of_sort!(self, Problem::goal)
    }

    /// The side to move is the learner's.
    pub fn start(&self) -> AnyPosition {
        of_sort!(self, Problem::start)
    }

    /// Judges the last of `moves`; those before it are the exercise so far, including replies.
    pub fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        of_sort!(self, |problem| Problem::attempt(problem, moves))
    }

    /// The continuation to the end, with the learner to move after `moves`: right moves, and the other side's best
    /// replies. Where the learner only points at points, the remaining points.
    pub fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        of_sort!(self, |problem| Problem::solution(problem, moves))
    }
}
