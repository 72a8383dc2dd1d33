//! Othello openings: find the move that the book's searches rate clearly best. Every other move is answered by the
//! book's reply.

use crate::exercise::Problem;
use crate::othello::{SIZE, set_up};
use crate::shelf::read;
use crate::{Comment, Exercise, Goal, Refused, Tried};
use heibai_games::{AnyPosition, Move, Notation, Point, Position};
use serde::Deserialize;

/// A shipped problem.
#[derive(Deserialize)]
pub(crate) struct Opening {
    id: u32,
    grade: usize,
    side: String,
    board: String,
    /// The moves with their values in discs, best first.
    moves: Vec<(String, i32)>,
    /// The book's reply to each move, if it has one.
    replies: Vec<Option<String>>,
}

pub(crate) fn openings() -> Vec<Exercise> {
    shipped().into_iter().map(Exercise::from).collect()
}

fn shipped() -> Vec<Opening> {
    read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/othello/opening-drills.json")))
}

fn point(name: &str) -> Option<Point> {
    Notation::Othello.read(name, SIZE).ok()
}

impl Opening {
    fn best(&self) -> Option<Point> {
        self.moves.first().and_then(|(name, _)| point(name))
    }
}

impl Problem for Opening {
    fn number(&self) -> u32 {
        self.id
    }

    fn grade(&self) -> usize {
        self.grade
    }

    fn goal(&self) -> Goal {
        Goal::BestOpening
    }

    fn start(&self) -> AnyPosition {
        set_up(&self.board, &self.side)
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        let &[mv] = moves else { return Err(Refused::OtherMoves) };
        let Move::Place(tried) = mv else { return Err(Refused::CannotPass) };
        self.start().check(mv)?;
        let right = Some(tried) == self.best();
        let at = self.moves.iter().position(|(name, _)| point(name) == Some(tried));
        // A move that the book does not contain is worse than all it contains.
        let least = self.moves.last().map_or(0, |(_, value)| *value);
        let value = at.map_or(least, |at| self.moves[at].1);
        let reply = at.and_then(|at| self.replies.get(at)?.as_deref()).and_then(point).map(Move::Place);
        let comment = match right {
            true => Comment::Better,
            false => Comment::OpeningLoses(self.moves.first().map_or(0, |(_, best)| best - value)),
        };
        let refutation = [mv].into_iter().chain(reply).collect();
        Ok(Tried::one_move(mv, right, comment, refutation, self.solution(&[])?))
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        let best = self.best().filter(|_| moves.is_empty()).ok_or(Refused::OtherMoves)?;
        let reply = self.replies.first().and_then(|name| point(name.as_deref()?));
        Ok([best].into_iter().chain(reply).map(Move::Place).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use heibai_engines::players;
    use heibai_games::{Act, Kind, Limits, Request};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn one_move_is_clearly_best_and_every_line_can_be_played() {
        for opening in shipped() {
            assert!(
                opening.moves.len() >= 3 && opening.moves[0].1 - opening.moves[1].1 >= 3,
                "{}",
                opening.id
            );
            let mut legal = Vec::new();
            opening.start().legal_moves(&mut legal);
            let mut solved = 0;
            for &mv in &legal {
                let tried = opening.attempt(&[mv]).unwrap();
                solved += usize::from(tried.verdict == Verdict::Solved);
                let line = if tried.refutation.is_empty() {
                    opening.solution(&[]).unwrap()
                } else {
                    tried.refutation
                };
                let mut position = opening.start();
                line.iter().for_each(|&mv| position.play(mv).unwrap());
                let cheap = matches!(tried.comment, Comment::OpeningLoses(..=2));
                assert!(!cheap, "{} {mv:?}", opening.id);
            }
            assert_eq!(solved, 1, "{}", opening.id);
            assert!(opening.attempt(&[]).is_err() && opening.attempt(&[Move::Pass]).is_err());
        }
    }

    /// A search without the book finds nearly all of its moves.
    #[test]
    fn a_search_of_its_own_agrees() {
        let all = std::env::var_os("HEIBAI_ALL").is_some();
        let step = if all { 1 } else { 6 };
        let (mut asked, mut agreed) = (0, 0);
        for opening in shipped().into_iter().step_by(step) {
            let mut player = players::parse("alphabeta:depth=6,eval=learned", Kind::Othello, 1).unwrap();
            let (start, limits, stop) = (opening.start(), Limits::default(), AtomicBool::new(false));
            let request =
                Request { start: &start, moves: &[], position: &start, limits: &limits, stop: &stop };
            let Ok(Act::Play(mv)) = player.choose(&request).map(|choice| choice.act) else { panic!() };
            asked += 1;
            agreed += usize::from(opening.attempt(&[mv]).unwrap().verdict == Verdict::Solved);
        }
        println!("{agreed} of {asked} openings are found by a search of six plies");
        assert!(10 * agreed >= 8 * asked, "{agreed} of {asked}");
    }
}
