//! Othello endgames to be played to the last disc: every move must keep the best result that is left.

use super::{Exercise, Tried, odd, read};
use crate::error::{Answer, Fail};
use crate::line::Line;
use crate::wire::{Game, Side, Text, move_of, point_of};
use heibai_engines::othello::solve::solve;
use heibai_engines::search::table::Table;
use heibai_games::{AnyPosition, Match, Move, Position};
use heibai_words::lessons as said;
use heibai_words::names::short;
use serde::Deserialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const SIZE: usize = 8;
/// Enough for a dozen empty squares.
const TABLE_BYTES: usize = 1 << 20;

/// A drill as it is shipped: 64 squares from a1 to h8, `X` black, `O` white, and who moves.
#[derive(Deserialize)]
struct Drill {
    id: u32,
    grade: usize,
    side: Side,
    board: String,
    /// The best result for the side that moves, empty squares going to the winner.
    score: i32,
}

pub(super) fn drills() -> Vec<Box<dyn Exercise>> {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/othello/drills.json"));
    read::<Drill>(text).into_iter().map(|drill| Box::new(drill) as Box<dyn Exercise>).collect()
}

impl Drill {
    fn is_learner(&self, game: &Match<AnyPosition>) -> bool {
        Side::from(game.position().turn()) == self.side
    }

    fn learner_to_move(&self, game: &Match<AnyPosition>) -> bool {
        game.outcome().is_none() && self.is_learner(game)
    }

    /// The exact result from here for the learner, and the best line.
    fn exact(&self, game: &Match<AnyPosition>, table: &Table) -> Answer<(i32, Vec<Move>)> {
        let solution = solve(game.position(), table, 1, &AtomicBool::new(false)).map_err(Fail::internal)?;
        Ok((if self.is_learner(game) { solution.score } else { -solution.score }, solution.line))
    }

    /// The learner's moves along a line.
    fn steps(&self, game: &Match<AnyPosition>, line: &[Move]) -> usize {
        let mut game = game.clone();
        let mut steps = 0;
        for &mv in line {
            let mine = self.learner_to_move(&game);
            // A forced pass may be written out; the match has made it already.
            steps += usize::from(game.play(mv, Duration::ZERO).is_ok() && mine);
        }
        steps
    }

    /// Plays the solver's moves until it is the learner's turn or the end.
    fn answer(&self, game: &mut Match<AnyPosition>, table: &Table) -> Answer<()> {
        while game.outcome().is_none() && !self.is_learner(game) {
            let (_, line) = self.exact(game, table)?;
            let best = line.into_iter().find(|&mv| game.position().check(mv).is_ok());
            game.play(best.ok_or_else(|| Fail::internal("a solution without a move"))?, Duration::ZERO)?;
        }
        Ok(())
    }

    fn judged(&self, status: &'static str, result: i32) -> Text {
        match status {
            "solved" => said::solved(said::result(result)),
            "right" => said::go_on(),
            _ => said::missed(result, self.score),
        }
        .into()
    }
}

impl Exercise for Drill {
    fn number(&self) -> u32 {
        self.id
    }

    fn grade(&self) -> usize {
        self.grade
    }

    fn goal(&self) -> Text {
        let side = short(self.side.into());
        match self.score {
            0 => said::keep_draw(side),
            score @ 1.. => said::keep_win(side, score),
            score => said::keep_loss(side, -score),
        }
        .into()
    }

    fn line(&self) -> Line {
        let cell = |(square, letter): (usize, char)| match letter {
            'X' => Some((square as u16, 1)),
            'O' => Some((square as u16, 2)),
            _ => None,
        };
        Line {
            kind: Game::Othello,
            rules: None,
            size: Some(SIZE),
            komi: None,
            handicap: None,
            stones: self.board.chars().enumerate().filter_map(cell).collect(),
            turn: Some(self.side),
            moves: Vec::new(),
        }
    }

    fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried> {
        let (&last, before) = moves.split_last().ok_or_else(odd)?;
        let table = Table::new(TABLE_BYTES);
        let mut game = Line { moves: before.to_vec(), ..self.line() }.play()?;
        if !self.learner_to_move(&game) {
            return Err(odd());
        }
        let (best, line) = self.exact(&game, &table)?;
        // A try that has not kept the result so far had ended.
        if best != self.score {
            return Err(odd());
        }
        let done = game.moves().iter().filter(|m| !m.forced && Side::from(m.color) == self.side).count();
        let steps = done + self.steps(&game, &line);
        let known = game.moves().len();
        game.play(move_of(last), Duration::ZERO)?;
        let (result, _) = self.exact(&game, &table)?;
        let kept = result == self.score;
        if kept {
            self.answer(&mut game, &table)?;
        }
        let status = match (kept, game.outcome()) {
            (false, _) => "failed",
            (true, Some(_)) => "solved",
            (true, None) => "right",
        };
        let chosen = game.moves().iter().filter(|m| !m.forced).map(|m| point_of(m.mv)).collect();
        let whole = Line { moves: chosen, ..self.line() };
        let view = whole.view()?;
        let steps_seen = whole.replay()?.steps;
        let reply = view.played.iter().rev().find(|m| !m.forced && m.side != self.side).cloned();
        Ok(Tried {
            status,
            step: done + usize::from(kept),
            steps,
            reply: reply.filter(|m| m.n > known),
            text: self.judged(status, result),
            live: view.live,
            changes: steps_seen.into_iter().skip(known).map(|step| step.changes).collect(),
            moves: whole.moves,
            solution: (!kept).then(|| line.into_iter().map(point_of).collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Drill> {
        read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/othello/drills.json")))
    }

    #[test]
    fn the_solvers_moves_keep_the_result_to_the_end() {
        for grade in 1..=4 {
            let drill = all().into_iter().find(|drill| drill.grade == grade).unwrap();
            let table = Table::new(TABLE_BYTES);
            let mut moves = Vec::new();
            let ended = loop {
                let game = Line { moves: moves.clone(), ..drill.line() }.play().unwrap();
                let (score, line) = drill.exact(&game, &table).unwrap();
                assert_eq!(score, drill.score, "drill {}", drill.id);
                let best = line.into_iter().find(|&mv| game.position().check(mv).is_ok()).unwrap();
                moves.push(point_of(best));
                let tried = drill.attempt(&moves).unwrap();
                if tried.status != "right" {
                    break tried;
                }
                moves = tried.moves;
            };
            assert_eq!((ended.status, ended.step), ("solved", ended.steps), "drill {}", drill.id);
            assert!(ended.live.outcome.is_some());
        }
    }

    #[test]
    fn one_first_move_is_right_and_the_others_say_what_they_cost() {
        for drill in all().into_iter().step_by(7) {
            let legal = drill.live().unwrap().legal;
            let tried = legal.iter().map(|&point| drill.attempt(&[Some(point)]).unwrap());
            let failed: Vec<Tried> = tried.filter(|t| t.status == "failed").collect();
            assert_eq!(failed.len() + 1, legal.len(), "drill {}", drill.id);
            for tried in failed {
                let solution = tried.solution.unwrap();
                assert_ne!(drill.attempt(&solution[..1]).unwrap().status, "failed");
            }
            assert!(drill.attempt(&[]).is_err());
            assert!(drill.attempt(&[Some(27)]).is_err());
        }
    }
}
