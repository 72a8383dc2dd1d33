//! Go: life and death, judged move by move by the full solution of the region; the engine answers.

use super::{Exercise, Tried, odd, read};
use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::wire::{Game, Side, Text, point_of};
use heibai_engines::go::life::{Judgement, Practice};
use heibai_games::{AnyPosition, Notation, Point};
use heibai_words::lessons as said;
use heibai_words::names::short;
use serde::Deserialize;

/// A problem as it is shipped.
#[derive(Deserialize)]
struct Life {
    id: u32,
    grade: usize,
    goal: String,
    size: usize,
    side: Side,
    black: Vec<String>,
    white: Vec<String>,
    target: String,
    line: Vec<String>,
}

pub(super) fn life() -> Vec<Box<dyn Exercise>> {
    shipped().into_iter().map(|life| Box::new(life) as Box<dyn Exercise>).collect()
}

fn shipped() -> Vec<Life> {
    read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/problems.json")))
}

impl Life {
    fn points(&self, names: &[String]) -> impl Iterator<Item = u16> {
        names.iter().filter_map(|name| Notation::Go.read(name, self.size).ok()).map(|point| point.0)
    }

    fn practice(&self) -> Answer<Practice> {
        let AnyPosition::Go(start) = self.line().start()? else {
            return Err(Fail::internal("a problem that is not Go"));
        };
        let target = Notation::Go.read(&self.target, self.size).map_err(Fail::internal)?;
        Practice::new(*start, target).map_err(Fail::internal)
    }

    fn judged(&self, judgement: Judgement) -> Answer<(&'static str, Text)> {
        let lives = self.goal == "live";
        let (status, text) = match judgement {
            Judgement::Solved if lives => ("solved", said::lives()),
            Judgement::Solved => ("solved", said::killed()),
            Judgement::Right => ("right", said::go_on()),
            Judgement::Illegal(illegal) => return Err(illegal.into()),
            Judgement::Elsewhere => ("wrong", said::elsewhere()),
            Judgement::Unclear => ("wrong", said::ko_or_seki()),
            Judgement::Wrong { refutation: Some(point) } => {
                ("wrong", said::refuted(&Notation::Go.write(point, self.size)))
            }
            Judgement::Wrong { refutation: None } => ("wrong", said::fails_alone()),
            Judgement::NotNow => ("wrong", said::is_over()),
        };
        Ok((status, text.into()))
    }
}

impl Exercise for Life {
    fn number(&self) -> u32 {
        self.id
    }

    fn grade(&self) -> usize {
        self.grade
    }

    fn goal(&self) -> Text {
        let goal = if self.goal == "live" { said::make_live } else { said::make_dead };
        goal(short(self.side.into()), &self.target).into()
    }

    fn line(&self) -> Line {
        let black = self.points(&self.black).map(|point| (point, 1));
        let white = self.points(&self.white).map(|point| (point, 2));
        Line {
            kind: Game::Go,
            rules: None,
            size: Some(self.size),
            komi: None,
            handicap: None,
            stones: black.chain(white).collect(),
            turn: Some(self.side),
            moves: Vec::new(),
        }
    }

    fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried> {
        let (&last, before) = moves.split_last().ok_or_else(odd)?;
        let last = last.ok_or(Code::CannotPass)?;
        let mut practice = self.practice()?;
        for pair in before.chunks(2) {
            let &[Some(own), reply] = pair else { return Err(odd()) };
            let right = practice.advance_step(Point(own)) == Judgement::Right;
            if !right || practice.answer().map(point_of) != Some(reply) {
                return Err(odd());
            }
        }
        let hint = practice.hint();
        let (status, text) = self.judged(practice.advance_step(Point(last)))?;
        let reply = practice.answer();
        let played = practice.moves().iter().map(|&mv| point_of(mv)).collect();
        let line = Line { moves: played, ..self.line() };
        let good = status != "wrong";
        let view = line.view()?;
        let steps = self.line.len().div_ceil(2);
        let step = before.len() / 2 + usize::from(good);
        Ok(Tried {
            status,
            step,
            steps: steps.max(step),
            reply: reply.and(view.played.last().cloned()),
            text,
            changes: line.replay()?.steps.into_iter().skip(before.len()).map(|s| s.changes).collect(),
            live: view.live,
            moves: line.moves,
            solution: hint.filter(|_| !good).map(|point| vec![Some(point.0)]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_solve_a_problem_of_each_grade_and_other_moves_are_refuted() {
        for grade in 1..=4 {
            let problem = shipped().into_iter().find(|p| p.grade == grade).unwrap();
            let wrong = problem.live().unwrap().legal.into_iter().find_map(|point| {
                let tried = problem.attempt(&[Some(point)]).unwrap();
                (tried.status == "wrong").then_some(tried)
            });
            let mut moves = vec![wrong.unwrap().solution.unwrap()[0]];
            let ended = loop {
                let tried = problem.attempt(&moves).unwrap();
                if tried.status != "right" {
                    break tried;
                }
                moves = tried.moves;
                let mut practice = problem.practice().unwrap();
                for pair in moves.chunks(2) {
                    practice.advance_step(Point(pair[0].unwrap()));
                    practice.answer();
                }
                moves.push(practice.hint().map(|point| point.0));
            };
            assert_eq!(ended.status, "solved", "problem {}", problem.id);
            assert!(problem.attempt(&[]).is_err() && problem.attempt(&[None]).is_err());
        }
    }
}
