//! Victory by continuous fours, judged move by move by the solver; the engine defends.

use super::gomoku::{Shipped, extra as shipped_extra};
use super::{Exercise, Tried, odd, read};
use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::wire::Text;
use heibai_engines::gomoku::practice::{Judgement, Practice, win_by_fours};
use heibai_games::{AnyPosition, Point};
use heibai_words::lessons as said;

/// The defender's chances; the same for everybody, so that a try can be replayed from its moves alone.
const SEED: u64 = 1;

/// A problem: the side to move wins by fours.
struct Fours(Shipped);

fn shelve(problems: Vec<Shipped>) -> Vec<Box<dyn Exercise>> {
    problems.into_iter().map(|shipped| Box::new(Fours(shipped)) as Box<dyn Exercise>).collect()
}

/// The forty of the practice, ten of each grade.
pub(super) fn graded() -> Vec<Box<dyn Exercise>> {
    shelve(read_graded())
}

fn read_graded() -> Vec<Shipped> {
    read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vcf/problems.json")))
}

pub(super) fn extra() -> Vec<Box<dyn Exercise>> {
    shelve(shipped_extra("vcf"))
}

impl Exercise for Fours {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Text {
        said::win_by_fours(self.0.mover(), self.0.length).into()
    }

    fn line(&self) -> Line {
        self.0.line()
    }

    fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried> {
        let AnyPosition::Gomoku(start) = self.line().start()? else {
            return Err(Fail::internal("a problem that is not Gomoku"));
        };
        let mut practice =
            Practice::new(*start, SEED).ok_or_else(|| Fail::internal("a problem without a win"))?;
        let moves: Option<Vec<u16>> = moves.iter().copied().collect();
        let moves = moves.ok_or(Code::CannotPass)?;
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
}

impl Fours {
    fn judge(&self, mut practice: Practice, before: &[u16], last: u16) -> Answer<Tried> {
        let hint = win_by_fours(practice.position());
        let judgement = practice.advance_step(Point(last));
        let reply = practice.execute_defence();
        let mut played: Vec<u16> = before.to_vec();
        let step = before.len() / 2;
        let (status, text) = match judgement {
            Judgement::Solved => ("solved", said::five()),
            Judgement::Right => ("right", said::go_on()),
            Judgement::Illegal(illegal) => return Err(illegal.into()),
            Judgement::NoFour => ("wrong", said::no_four()),
            Judgement::NoWin => ("wrong", said::no_win()),
            Judgement::NotNow => ("wrong", said::is_over()),
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
            steps: self.0.length,
            reply: reply.and(view.played.last().cloned()),
            text: text.into(),
            changes: fresh().map(|s| s.changes.clone()).collect(),
            live: view.live,
            moves: line.moves,
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
            let problem = Fours(read_graded().into_iter().find(|p| p.grade == grade).unwrap());
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
                assert_eq!(tried.status, "right", "problem {}", problem.0.id);
                moves.push(tried.reply.unwrap().point);
            }
            assert_eq!(problem.attempt(&moves).unwrap().status, "solved");
        }
    }

    #[test]
    fn a_quiet_move_fails_and_shows_the_solution() {
        let problem = Fours(read_graded().remove(0));
        let legal = problem.line().view().unwrap().live.legal;
        let tried = legal.iter().map(|&p| problem.attempt(&[Some(p)]).unwrap());
        let wrong: Vec<Tried> = tried.filter(|t| t.status == "wrong").collect();
        assert!(wrong.len() + 1 >= legal.len(), "one first move is right");
        assert!(wrong.iter().all(|t| t.solution.is_some() && t.live.ply == 0));
        assert!(problem.attempt(&[]).is_err());
        assert!(problem.attempt(&[Some(legal[0]), Some(legal[1]), Some(legal[2])]).is_err());
    }
}
