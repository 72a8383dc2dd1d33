//! Go: life and death, capturing races and connections. The full solution of the region judges each move, and the
//! engine replies. Endgames have a file of their own.

pub(crate) mod counting;
pub mod practice;

use crate::exercise::Problem;
use crate::shelf::read;
use crate::{Comment, Exercise, Goal, Refused, Tried, Verdict, broken};
use heibai_engines::go::life::Walls;
use heibai_games::go::{Position, Rules};
use heibai_games::{AnyPosition, Color, Move, Notation, Point, Position as _};
use practice::{Judgement, Practice};
use serde::Deserialize;

/// A shipped problem.
#[derive(Deserialize)]
pub(crate) struct Life {
    id: u32,
    grade: usize,
    goal: String,
    size: usize,
    side: String,
    black: Vec<String>,
    white: Vec<String>,
    target: String,
    line: Vec<String>,
}

pub(crate) fn life() -> Vec<Exercise> {
    shelve(shipped())
}

/// Problems in the corners of 19x19.
pub(crate) fn corners() -> Vec<Exercise> {
    shelve(read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/problems-19.json"))))
}

/// Capturing races.
pub(crate) fn races() -> Vec<Exercise> {
    fights("race")
}

/// Stones to be connected to others that live.
pub(crate) fn connections() -> Vec<Exercise> {
    fights("connect")
}

/// The shipped problems between walls of both sides with one goal, numbered from 1.
fn fights(goal: &str) -> Vec<Exercise> {
    let all: Vec<Life> =
        read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/fights.json")));
    let chosen = (1..).zip(all.into_iter().filter(|problem| problem.goal == goal));
    shelve(chosen.map(|(id, problem)| Life { id, ..problem }).collect())
}

fn shelve(problems: Vec<Life>) -> Vec<Exercise> {
    problems.into_iter().map(Exercise::from).collect()
}

fn shipped() -> Vec<Life> {
    read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/problems.json")))
}

impl Life {
    fn points(&self, names: &[String]) -> impl Iterator<Item = Point> {
        names.iter().filter_map(|name| Notation::Go.read(name, self.size).ok())
    }

    fn target(&self) -> Point {
        Notation::Go.read(&self.target, self.size).expect("a point of the board")
    }

    fn walls(&self) -> Walls {
        match self.goal() {
            Goal::Race(_) | Goal::Connect(_) => Walls::OfBoth,
            _ => Walls::Attackers,
        }
    }

    fn position(&self) -> Position {
        let rules = Rules::new(self.size, Rules::KOMI, 0).expect("a board of the rules");
        let black = self.points(&self.black).map(|point| (point, Color::Black));
        let white = self.points(&self.white).map(|point| (point, Color::White));
        let turn = if self.side == "white" { Color::White } else { Color::Black };
        Position::setup(&rules, &black.chain(white).collect::<Vec<_>>(), turn)
            .expect("a shipped problem can be set up")
    }

    fn practice(&self) -> Result<Practice, Refused> {
        Practice::new(self.position(), self.target(), self.walls()).map_err(broken)
    }

    /// The exercise after the learner's moves and the replies to them.
    fn replay(&self, moves: &[Move]) -> Result<Practice, Refused> {
        let mut practice = self.practice()?;
        for pair in moves.chunks(2) {
            let &[Move::Place(own), reply] = pair else { return Err(Refused::OtherMoves) };
            let right = practice.advance_step(own) == Judgement::Right;
            if !right || practice.answer() != Some(reply) {
                return Err(Refused::OtherMoves);
            }
        }
        Ok(practice)
    }
}

impl Problem for Life {
    fn number(&self) -> u32 {
        self.id
    }

    fn grade(&self) -> usize {
        self.grade
    }

    fn goal(&self) -> Goal {
        let of = match self.goal.as_str() {
            "live" => Goal::Live,
            "race" => Goal::Race,
            "connect" => Goal::Connect,
            _ => Goal::Kill,
        };
        of(self.target())
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::Go(Box::new(self.position()))
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        let (&last, before) = moves.split_last().ok_or(Refused::OtherMoves)?;
        let Move::Place(last) = last else { return Err(Refused::CannotPass) };
        let mut practice = self.replay(before)?;
        let (verdict, comment) = match practice.advance_step(last) {
            Judgement::Solved => {
                let comment = match self.goal() {
                    Goal::Live(_) => Comment::Alive,
                    Goal::Race(_) => Comment::RaceWon,
                    Goal::Connect(_) => Comment::Saved,
                    _ => Comment::Dead,
                };
                (Verdict::Solved, comment)
            }
            Judgement::Right => (Verdict::Right, Comment::GoOn),
            Judgement::Illegal(illegal) => return Err(illegal.into()),
            Judgement::Elsewhere => (Verdict::Wrong, Comment::Elsewhere),
            Judgement::Unclear => (Verdict::Wrong, Comment::KoOrSeki),
            Judgement::Wrong { refutation: Some(point) } => (Verdict::Wrong, Comment::RefutedBy(point)),
            Judgement::Wrong { refutation: None } => (Verdict::Wrong, Comment::FailsAlone),
            Judgement::NotNow => (Verdict::Wrong, Comment::Over),
        };
        let refutation = match verdict {
            Verdict::Wrong => [last].into_iter().chain(practice.punish(last)).map(Move::Place).collect(),
            _ => Vec::new(),
        };
        let solution = if verdict.is_good() { None } else { Some(practice.solution()) };
        practice.answer();
        let step = before.len() / 2 + usize::from(verdict.is_good());
        Ok(Tried {
            verdict,
            step,
            steps: self.line.len().div_ceil(2).max(step),
            moves: practice.moves().to_vec(),
            known: before.len(),
            comment,
            refutation,
            solution,
        })
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        Ok(self.replay(moves)?.solution())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_solve_a_problem_of_each_grade_and_other_moves_are_refuted() {
        for grade in 1..=4 {
            let problem = shipped().into_iter().find(|p| p.grade == grade).unwrap();
            let mut legal = Vec::new();
            problem.start().legal_moves(&mut legal);
            let wrong = legal.into_iter().filter(|&mv| mv != Move::Pass).find_map(|mv| {
                let tried = problem.attempt(&[mv]).unwrap();
                (tried.verdict == Verdict::Wrong).then_some(tried)
            });
            let mut moves = vec![wrong.unwrap().solution.unwrap()[0]];
            let ended = loop {
                let tried = problem.attempt(&moves).unwrap();
                if tried.verdict != Verdict::Right {
                    break tried;
                }
                moves = tried.moves;
                let mut practice = problem.practice().unwrap();
                for pair in moves.chunks(2) {
                    let Move::Place(own) = pair[0] else { panic!("{pair:?}") };
                    practice.advance_step(own);
                    practice.answer();
                }
                moves.extend(practice.hint().map(Move::Place));
            };
            assert_eq!(ended.verdict, Verdict::Solved, "problem {}", problem.id);
            assert!(problem.attempt(&[]).is_err() && problem.attempt(&[Move::Pass]).is_err());
        }
    }
}
