//! Problems that come with the program. Every move is judged by the referee and a solver, never by a list of moves alone.

mod fours;
mod go;
mod gomoku;
mod othello;
mod threats;

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::wire::{ChangesView, Game, Live, PlayedView, Text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;
use utoipa::ToSchema;

/// The names of the four grades are those of the levels.
pub(crate) const GRADES: [(&str, &str, &str); 4] = [
    ("beginner", "新手", "Beginner"),
    ("normal", "正常", "Normal"),
    ("hard", "困难", "Hard"),
    ("hell", "地狱", "Hell"),
];

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
    let gomoku = |set, name, about, problems| Shelf { set, kind: Game::Gomoku, name, about, problems };
    vec![
        gomoku(
            "vcf",
            Text::new("VCF 练习", "VCF practice"),
            Text::new(
                "连续冲四取胜，每题都经过求解器证明",
                "Win by continuous fours; every problem is proved",
            ),
            fours::graded(),
        ),
        gomoku(
            "fours",
            Text::new("更多冲四题", "More wins by fours"),
            Text::new("来自引擎对局的连续冲四", "Continuous fours from the engine's own games"),
            fours::extra(),
        ),
        gomoku(
            "threats",
            Text::new("VCT 练习", "Wins by threats"),
            Text::new(
                "冲四不够，要用活三和冲四连续进攻：找出第一手",
                "Fours alone do not win: find the first of the threes and fours that do",
            ),
            threats::threats(),
        ),
        gomoku(
            "defence",
            Text::new("防守练习", "Defence"),
            Text::new(
                "对方要连续冲四取胜，走一手化解",
                "Your opponent wins by fours: find the move that stops it",
            ),
            gomoku::defence(),
        ),
        gomoku(
            "forbidden",
            Text::new("找禁手", "Forbidden points"),
            Text::new("在棋盘上找出黑棋的全部禁手点", "Point out every point that is forbidden for Black"),
            gomoku::forbidden(),
        ),
        Shelf {
            set: "endgame",
            kind: Game::Othello,
            name: Text::new("残局练习", "Endgame drills"),
            about: Text::new(
                "每一手都要保住最佳结果，由精确求解器判定",
                "Keep the best result to the last disc; the exact solver judges every move",
            ),
            problems: othello::drills(),
        },
        Shelf {
            set: "life",
            kind: Game::Go,
            name: Text::new("死活题", "Life and death"),
            about: Text::new(
                "做活或杀棋，每一变化都已穷尽证明",
                "Live or kill; every variation is proved to the end",
            ),
            problems: go::life(),
        },
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
    GRADES[problem.grade().clamp(1, GRADES.len()) - 1].0
}

/// Problems as they are shipped.
fn read<T: DeserializeOwned>(text: &str) -> Vec<T> {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("the shipped problems are broken: {e}"))
}

/// The moves of a try are not those that this exercise has led to.
fn odd() -> Fail {
    Fail::because(Code::BadRequest, "these are not the moves of this exercise")
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
