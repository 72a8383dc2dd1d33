//! Problems that come with the program: victory by continuous fours, judged move by move by the solver.

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::wire::{ChangesView, Game, Live, PlayedView, Side, Text};
use heibai_engines::gomoku::practice::{Judgement, Practice, win_by_fours};
use heibai_games::{AnyPosition, Notation, Point};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use utoipa::ToSchema;

pub(crate) const VCF: &str = "vcf";
/// The names of the four grades are those of the levels.
pub(crate) const GRADES: [(&str, &str, &str); 4] = [
    ("beginner", "新手", "Beginner"),
    ("normal", "正常", "Normal"),
    ("hard", "困难", "Hard"),
    ("hell", "地狱", "Hell"),
];
const SIZE: usize = 15;
/// The defender's chances; the same for everybody, so that a try can be replayed from its moves alone.
const SEED: u64 = 1;

/// A problem as it is shipped.
#[derive(Deserialize)]
pub(crate) struct Shipped {
    id: u32,
    grade: usize,
    rules: String,
    side: Side,
    black: Vec<String>,
    white: Vec<String>,
    length: usize,
}

static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vcf/problems.json"));
    serde_json::from_str(text).unwrap_or_else(|e| panic!("the shipped problems are broken: {e}"))
});

pub(crate) fn shipped() -> &'static [Shipped] {
    &SHIPPED
}

pub(crate) fn find(id: &str) -> Answer<&'static Shipped> {
    shipped().iter().find(|problem| problem.name() == id).ok_or(Fail::from(Code::NotFound))
}

/// The answer to a try.
#[derive(Serialize, ToSchema)]
pub(crate) struct Tried {
    pub status: &'static str,
    pub step: usize,
    pub steps: usize,
    pub reply: Option<PlayedView>,
    pub text: Text,
    pub live: Live,
    pub changes: Vec<ChangesView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<Option<u16>>>,
}

impl Shipped {
    pub(crate) fn name(&self) -> String {
        format!("{VCF}-{:02}", self.id)
    }

    pub(crate) fn grade(&self) -> &'static str {
        GRADES[(self.grade - 1).min(3)].0
    }

    pub(crate) fn title(&self) -> Text {
        Text::new(format!("第 {} 题", self.id), format!("Problem {}", self.id))
    }

    pub(crate) fn goal(&self) -> Text {
        let (zh, en) = match self.side {
            Side::Black => ("黑", "Black"),
            Side::White => ("白", "White"),
        };
        Text::new(
            format!("{zh}先，连续冲四取胜（{} 手）", self.length),
            format!("{en} to win by fours in {}", self.length),
        )
    }

    pub(crate) fn line(&self) -> Line {
        let stones = |names: &[String], cell: u8| -> Vec<(u16, u8)> {
            let point = |name: &String| Notation::Gomoku.read(name, SIZE).ok();
            names.iter().filter_map(point).map(|p| (p.0, cell)).collect()
        };
        Line {
            kind: Game::Gomoku,
            rules: Some(self.rules.clone()),
            size: Some(SIZE),
            komi: None,
            handicap: None,
            stones: [stones(&self.black, 1), stones(&self.white, 2)].concat(),
            turn: Some(self.side),
            moves: Vec::new(),
        }
    }

    /// Judges the last of `moves`; those before it are the exercise so far, replies included.
    pub(crate) fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried> {
        let AnyPosition::Gomoku(start) = self.line().start()? else {
            return Err(Fail::internal("a problem that is not Gomoku"));
        };
        let mut practice =
            Practice::new(*start, SEED).ok_or_else(|| Fail::internal("a problem without a win"))?;
        let moves: Option<Vec<u16>> = moves.iter().copied().collect();
        let moves = moves.ok_or(Code::CannotPass)?;
        let odd = || Fail::because(Code::BadRequest, "these are not the moves of this exercise");
        let (&last, before) = moves.split_last().ok_or_else(odd)?;
        for pair in before.chunks(2) {
            let right = practice.advance_step(Point(pair[0])) == Judgement::Right;
            let reply = practice.execute_defence().map(|p| p.0);
            if !right || reply.is_none() || reply != pair.get(1).copied() {
                return Err(odd());
            }
        }
        self.judge(practice, before, last)
    }

    fn judge(&self, mut practice: Practice, before: &[u16], last: u16) -> Answer<Tried> {
        let hint = win_by_fours(practice.position());
        let judgement = practice.advance_step(Point(last));
        let reply = practice.execute_defence();
        let mut played: Vec<u16> = before.to_vec();
        let step = before.len() / 2;
        let (status, zh, en) = match judgement {
            Judgement::Solved => ("solved", "成五，解出此题", "Five: solved"),
            Judgement::Right => ("right", "正确，继续", "Right, go on"),
            Judgement::Illegal(illegal) => return Err(illegal.into()),
            Judgement::NoFour => ("wrong", "这一手没有形成四", "This makes no four"),
            Judgement::NoWin => ("wrong", "冲四之后没有取胜的续着", "After this four there is no win left"),
            Judgement::NotNow => ("wrong", "此题已结束", "The exercise is over"),
        };
        let good = status != "wrong";
        if good {
            played.push(last);
            played.extend(reply.map(|p| p.0));
        }
        let line = Line { moves: played.iter().map(|&p| Some(p)).collect(), ..self.line() };
        let replay = line.replay()?;
        let fresh = || replay.steps.iter().skip(before.len());
        let view = line.view()?;
        Ok(Tried {
            status,
            step: step + usize::from(good),
            steps: self.length,
            reply: reply.and(view.played.last().cloned()),
            text: Text::new(zh, en),
            changes: fresh().map(|s| s.changes.clone()).collect(),
            live: view.live,
            solution: hint.filter(|_| !good).map(|line| line.iter().map(|p| Some(p.0)).collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solvers_own_line_solves_a_problem_of_each_grade() {
        for grade in 1..=4 {
            let problem = shipped().iter().find(|p| p.grade == grade).unwrap();
            let mut moves: Vec<Option<u16>> = Vec::new();
            for _ in 0..50 {
                let line = Line { moves: moves.clone(), ..problem.line() };
                let AnyPosition::Gomoku(position) = line.play().unwrap().position().clone() else { panic!() };
                let best = win_by_fours(&position).unwrap()[0];
                moves.push(Some(best.0));
                let tried = problem.attempt(&moves).unwrap();
                if tried.status == "solved" {
                    break;
                }
                assert_eq!(tried.status, "right", "problem {}", problem.id);
                moves.push(tried.reply.unwrap().point);
            }
            assert_eq!(problem.attempt(&moves).unwrap().status, "solved");
        }
    }

    #[test]
    fn a_quiet_move_fails_and_shows_the_solution() {
        let problem = &shipped()[0];
        let legal = problem.line().view().unwrap().live.legal;
        let tried = legal.iter().map(|&p| problem.attempt(&[Some(p)]).unwrap());
        let wrong: Vec<Tried> = tried.filter(|t| t.status == "wrong").collect();
        assert!(wrong.len() + 1 >= legal.len(), "one first move is right");
        assert!(wrong.iter().all(|t| t.solution.is_some() && t.live.ply == 0));
        assert!(problem.attempt(&[]).is_err());
        assert!(problem.attempt(&[Some(legal[0]), Some(legal[1]), Some(legal[2])]).is_err());
    }
}
