//! Othello endgames to be played to the last disc: every move must keep the best possible result.

use crate::exercise::Problem;
use crate::shelf::read;
use crate::{Comment, Exercise, Goal, Refused, Tried, Verdict, broken};
use heibai_engines::othello::solve::solve;
use heibai_engines::search::table::TranspositionTable;
use heibai_games::{AnyPosition, Color, Match, Move, Point, Position, Rules, othello};
use serde::Deserialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(crate) const SIZE: usize = 8;
/// Enough for a dozen empty squares.
const TABLE_BYTES: usize = 1 << 20;

/// A shipped drill.
#[derive(Deserialize)]
pub(crate) struct Drill {
    id: u32,
    grade: usize,
    side: String,
    board: String,
    /// The best result for the side to move; empty squares go to the winner.
    score: i32,
}

/// A shipped board: 64 squares from a1 to h8, `X` black, `O` white, and who moves.
pub(crate) fn set_up(board: &str, side: &str) -> AnyPosition {
    let stone = |(square, letter): (usize, char)| match letter {
        'X' => Some((Point(square as u16), Color::Black)),
        'O' => Some((Point(square as u16), Color::White)),
        _ => None,
    };
    let stones: Vec<_> = board.chars().enumerate().filter_map(stone).collect();
    let rules = Rules::Othello(othello::Rules::new(SIZE).expect("the usual board"));
    AnyPosition::setup(&rules, &stones, color(side)).expect("a shipped board can be set up")
}

fn color(side: &str) -> Color {
    if side == "white" { Color::White } else { Color::Black }
}

pub(crate) fn drills() -> Vec<Exercise> {
    shipped().into_iter().map(Exercise::from).collect()
}

fn shipped() -> Vec<Drill> {
    read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/othello/drills.json")))
}

impl Drill {
    fn learner(&self) -> Color {
        color(&self.side)
    }

    fn is_learner(&self, game: &Match<AnyPosition>) -> bool {
        game.position().turn() == self.learner()
    }

    fn learner_to_move(&self, game: &Match<AnyPosition>) -> bool {
        game.outcome().is_none() && self.is_learner(game)
    }

    /// The game after the moves of a try.
    fn replay(&self, moves: &[Move]) -> Result<Match<AnyPosition>, Refused> {
        let mut game = Match::new(self.start());
        for &mv in moves {
            // The match has already made a forced pass that is written out.
            if mv == Move::Pass && game.moves().last().is_some_and(|last| last.forced) {
                continue;
            }
            game.play(mv, Duration::ZERO).map_err(|_| Refused::OtherMoves)?;
        }
        Ok(game)
    }

    /// The exact result from here for the learner, and the best line.
    fn exact(
        &self,
        game: &Match<AnyPosition>,
        table: &TranspositionTable,
    ) -> Result<(i32, Vec<Move>), Refused> {
        let solution = solve(game.position(), table, 1, &AtomicBool::new(false)).map_err(broken)?;
        Ok((if self.is_learner(game) { solution.score } else { -solution.score }, solution.line))
    }

    /// The learner's moves along a line.
    fn steps(&self, game: &Match<AnyPosition>, line: &[Move]) -> usize {
        let mut game = game.clone();
        let mut steps = 0;
        for &mv in line {
            let mine = self.learner_to_move(&game);
            // The match has already made a forced pass that is written out.
            steps += usize::from(game.play(mv, Duration::ZERO).is_ok() && mine);
        }
        steps
    }

    /// Best play of both sides to the last disc; the solver's own line may stop earlier.
    fn to_the_end(
        &self,
        game: &Match<AnyPosition>,
        table: &TranspositionTable,
    ) -> Result<Vec<Move>, Refused> {
        let mut game = game.clone();
        let from = game.moves().len();
        while game.outcome().is_none() {
            let (_, line) = self.exact(&game, table)?;
            let best = line.into_iter().find(|&mv| game.position().check(mv).is_ok());
            game.play(best.ok_or_else(|| broken("a solution without a move"))?, Duration::ZERO)?;
        }
        Ok(game.moves()[from..].iter().filter(|m| !m.forced).map(|m| m.mv).collect())
    }

    /// Plays the solver's moves until it is the learner's turn, or to the end.
    fn answer(&self, game: &mut Match<AnyPosition>, table: &TranspositionTable) -> Result<(), Refused> {
        while game.outcome().is_none() && !self.is_learner(game) {
            let (_, line) = self.exact(game, table)?;
            let best = line.into_iter().find(|&mv| game.position().check(mv).is_ok());
            game.play(best.ok_or_else(|| broken("a solution without a move"))?, Duration::ZERO)?;
        }
        Ok(())
    }
}

impl Problem for Drill {
    fn number(&self) -> u32 {
        self.id
    }

    fn grade(&self) -> usize {
        self.grade
    }

    fn goal(&self) -> Goal {
        Goal::KeepDiscs(self.score)
    }

    fn start(&self) -> AnyPosition {
        set_up(&self.board, &self.side)
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        let (&last, before) = moves.split_last().ok_or(Refused::OtherMoves)?;
        let table = TranspositionTable::new(TABLE_BYTES);
        let mut game = self.replay(before)?;
        if !self.learner_to_move(&game) {
            return Err(Refused::OtherMoves);
        }
        let (best, line) = self.exact(&game, &table)?;
        // A try that did not keep the result has already ended.
        if best != self.score {
            return Err(Refused::OtherMoves);
        }
        let done = game.moves().iter().filter(|m| !m.forced && m.color == self.learner()).count();
        let steps = done + self.steps(&game, &line);
        let known = game.moves().len();
        game.play(last, Duration::ZERO)?;
        let (result, _) = self.exact(&game, &table)?;
        let kept = result == self.score;
        let mut played = before.to_vec();
        let mut refutation = Vec::new();
        if kept {
            self.answer(&mut game, &table)?;
            played = game.moves().iter().filter(|m| !m.forced).map(|m| m.mv).collect();
        } else {
            refutation.push(last);
            refutation.extend(self.to_the_end(&game, &table)?);
        }
        let (verdict, comment) = match (kept, game.outcome()) {
            (false, _) => (Verdict::Wrong, Comment::LostDiscs { left: result, best: self.score }),
            (true, Some(_)) => (Verdict::Solved, Comment::KeptDiscs(result)),
            (true, None) => (Verdict::Right, Comment::GoOn),
        };
        Ok(Tried {
            verdict,
            step: done + usize::from(kept),
            steps,
            moves: played,
            known,
            comment,
            refutation,
            solution: (!kept).then_some(line),
        })
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        let game = self.replay(moves)?;
        if !self.learner_to_move(&game) {
            return Err(Refused::OtherMoves);
        }
        self.to_the_end(&game, &TranspositionTable::new(TABLE_BYTES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solvers_moves_keep_the_result_to_the_end() {
        for grade in 1..=4 {
            let drill = shipped().into_iter().find(|drill| drill.grade == grade).unwrap();
            let table = TranspositionTable::new(TABLE_BYTES);
            let mut moves = Vec::new();
            let ended = loop {
                let game = drill.replay(&moves).unwrap();
                let (score, line) = drill.exact(&game, &table).unwrap();
                assert_eq!(score, drill.score, "drill {}", drill.id);
                moves.push(line.into_iter().find(|&mv| game.position().check(mv).is_ok()).unwrap());
                let tried = drill.attempt(&moves).unwrap();
                if tried.verdict != Verdict::Right {
                    break tried;
                }
                moves = tried.moves;
            };
            assert_eq!((ended.verdict, ended.step), (Verdict::Solved, ended.steps), "drill {}", drill.id);
            assert!(drill.replay(&ended.moves).unwrap().outcome().is_some());
        }
    }

    #[test]
    fn one_first_move_is_right_and_the_others_say_what_they_cost() {
        for drill in shipped().into_iter().step_by(7) {
            let mut legal = Vec::new();
            drill.start().legal_moves(&mut legal);
            let tried = legal.iter().map(|&mv| drill.attempt(&[mv]).unwrap());
            let failed: Vec<Tried> = tried.filter(|t| t.verdict == Verdict::Wrong).collect();
            assert_eq!(failed.len() + 1, legal.len(), "drill {}", drill.id);
            for tried in failed {
                // The refutation is played out to the reported result.
                let end = drill.replay(&tried.refutation).unwrap();
                assert!(tried.moves.is_empty() && end.outcome().is_some(), "drill {}", drill.id);
                let solution = tried.solution.unwrap();
                assert_ne!(drill.attempt(&solution[..1]).unwrap().verdict, Verdict::Wrong);
            }
            assert!(drill.attempt(&[]).is_err());
            assert!(drill.attempt(&[Move::Place(Point(27))]).is_err());
        }
    }
}
