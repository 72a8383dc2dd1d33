//! Victory by fours and threes (VCT): the learner finds the first move, and the solver decides whether the threats
//! win.

use super::practice::{strong_reply, threats_go_on};
use super::{Shipped, extra, shelve};
use crate::exercise::Problem;
use crate::{Comment, Exercise, Goal, Refused, Tried};
use heibai_games::{AnyPosition, Move};

/// A problem: the side to move wins by fours and threes, and fours alone do not win.
pub(crate) struct Threats(Shipped);

pub(crate) fn threats() -> Vec<Exercise> {
    shelve(extra("vct"), Threats)
}

impl Problem for Threats {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Goal {
        Goal::WinByThreats { length: self.0.length }
    }

    fn start(&self) -> AnyPosition {
        self.0.start()
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        self.0.first_move(moves, |after| match threats_go_on(after) {
            Some(line) => (true, Comment::ThreatsWin(line), Vec::new()),
            None => (false, Comment::NoThreatsWin, strong_reply(after).into_iter().collect()),
        })
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        let first = self.0.answer(moves)?;
        let rest = threats_go_on(&self.0.after(&[first])?).unwrap_or_default();
        Ok([first].into_iter().chain(rest.into_iter().map(Move::Place)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::points;
    use super::*;
    use crate::Verdict;
    use heibai_games::Position;

    #[test]
    fn the_named_first_moves_go_through_and_most_others_do_not() {
        let problems = extra("vct");
        assert!(problems.len() >= 20);
        for shipped in problems.into_iter().step_by(9) {
            let problem = Threats(shipped);
            let answers: Vec<Move> = points(&problem.0.answers).map(Move::Place).collect();
            let try_out = |mv: Move| problem.attempt(&[mv]).unwrap();
            assert!(
                answers.iter().all(|&mv| try_out(mv).verdict == Verdict::Solved),
                "problem {}",
                problem.0.id
            );
            let mut legal = Vec::new();
            problem.start().legal_moves(&mut legal);
            // A search answers each wrong move: only a few of them, or all with `HEIBAI_ALL`.
            if std::env::var_os("HEIBAI_ALL").is_none() {
                legal = answers.iter().copied().chain(legal.into_iter().step_by(25)).collect();
            }
            let failed: Vec<Tried> =
                legal.iter().map(|&mv| try_out(mv)).filter(|t| t.verdict == Verdict::Wrong).collect();
            assert!(failed.len() + answers.len() + 3 >= legal.len(), "problem {}", problem.0.id);
            assert!(failed.iter().all(|t| t.refutation.len() == 2), "problem {}", problem.0.id);
            assert!(failed.iter().all(|t| answers.contains(&t.solution.as_ref().unwrap()[0])));
            assert!(problem.attempt(&[]).is_err() && problem.attempt(&[Move::Pass]).is_err());
        }
    }
}
