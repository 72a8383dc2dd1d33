//! Problems that come with the program. Every move is judged by the referee and a solver, never by a list of moves alone.

mod fours;
mod go;
mod gomoku;
mod othello;
mod threats;

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::wire::{ChangesView, Game, Live, PlayedView, Text};
use heibai_words::{Text as Words, lessons as said};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;
use utoipa::ToSchema;

/// The names of the four grades are those of the levels.
pub(crate) const GRADES: [&str; 4] = ["beginner", "normal", "hard", "hell"];

/// The answer to a try.
#[derive(Serialize, ToSchema)]
pub(crate) struct Tried {
    pub status: &'static str,
    pub step: usize,
    pub steps: usize,
    /// The latest answer of the other side.
    pub reply: Option<PlayedView>,
    /// All moves of the exercise so far, replies included: what the next try begins with.
    pub moves: Vec<Option<u16>>,
    pub text: Text,
    pub live: Live,
    pub changes: Vec<ChangesView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<Option<u16>>>,
}

/// One problem: what is shown, and how a try is judged.
pub(crate) trait Exercise: Send + Sync {
    fn number(&self) -> u32;

    /// From 1 to 4.
    fn grade(&self) -> usize;

    fn goal(&self) -> Text;

    fn line(&self) -> Line;

    /// What is seen at the start.
    fn live(&self) -> Answer<Live> {
        Ok(self.line().view()?.live)
    }

    /// Judges the last of `moves`; those before it are the exercise so far, replies included.
    fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried>;
}

/// Problems of one sort.
pub(crate) struct Shelf {
    pub set: &'static str,
    pub kind: Game,
    pub name: Text,
    pub about: Text,
    pub problems: Vec<Box<dyn Exercise>>,
}

static SHELVES: LazyLock<Vec<Shelf>> = LazyLock::new(|| {
    let shelf = |set, kind, name: Words, about: Words, problems| Shelf {
        set,
        kind,
        name: name.into(),
        about: about.into(),
        problems,
    };
    let gomoku = |set, name, about, problems| shelf(set, Game::Gomoku, name, about, problems);
    vec![
        gomoku("vcf", said::vcf_name(), said::vcf_about(), fours::graded()),
        gomoku("fours", said::fours_name(), said::fours_about(), fours::extra()),
        gomoku("threats", said::threats_name(), said::threats_about(), threats::threats()),
        gomoku("defence", said::defence_name(), said::defence_about(), gomoku::defence()),
        gomoku("forbidden", said::forbidden_name(), said::forbidden_about(), gomoku::forbidden()),
        shelf("endgame", Game::Othello, said::endgame_name(), said::endgame_about(), othello::drills()),
        shelf("life", Game::Go, said::life_name(), said::life_about(), go::life()),
    ]
});

pub(crate) fn shelves() -> &'static [Shelf] {
    &SHELVES
}

pub(crate) fn shelf(set: &str) -> Answer<&'static Shelf> {
    shelves().iter().find(|shelf| shelf.set == set).ok_or(Fail::from(Code::NotFound))
}

impl Shelf {
    pub(crate) fn id(&self, problem: &dyn Exercise) -> String {
        format!("{}-{:02}", self.set, problem.number())
    }

    pub(crate) fn find(&'static self, id: &str) -> Answer<&'static dyn Exercise> {
        let found = self.problems.iter().map(Box::as_ref).find(|&problem| self.id(problem) == id);
        found.ok_or(Fail::from(Code::NotFound))
    }
}

/// The name of a grade.
pub(crate) fn grade(problem: &dyn Exercise) -> &'static str {
    GRADES[problem.grade().clamp(1, GRADES.len()) - 1]
}

/// Problems as they are shipped.
fn read<T: DeserializeOwned>(text: &str) -> Vec<T> {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("the shipped problems are broken: {e}"))
}

/// The moves of a try are not those that this exercise has led to.
fn odd() -> Fail {
    Fail::because(Code::BadRequest, said::odd_moves())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_its_name_and_a_position_to_look_at() {
        for shelf in shelves() {
            assert!(shelf.problems.len() >= 20, "{}", shelf.set);
            for problem in &shelf.problems {
                let id = shelf.id(problem.as_ref());
                let live = problem.live().unwrap();
                assert!(live.turn.is_some() && !live.legal.is_empty(), "{id}");
                assert_eq!(shelf.find(&id).unwrap().number(), problem.number());
            }
            assert!(shelf.find("nothing").is_err());
        }
    }
}
