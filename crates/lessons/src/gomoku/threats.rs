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
        let mut tried = self.0.first_move(moves, |after| match threats_go_on(after) {
            Some(line) => (true, Comment::ThreatsWin(line), Vec::new()),
            None => (false, Comment::NoThreatsWin, strong_reply(after).into_iter().collect()),
        })?;
        // The whole win, not only its first move: whoever did not see the first does not see the rest. After a right
        // move it goes on from that move.
        tried.solution = Some(match &tried.comment {
            Comment::ThreatsWin(line) => line.iter().copied().map(Move::Place).collect(),
            _ => self.solution(&[])?,
        });
        Ok(tried)
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

    /// Whether a line ends with five for the side that began.
    fn wins(problem: &Threats, line: &[Move]) -> bool {
        let after = problem.0.after(line).unwrap();
        after.outcome().is_some_and(|o| o.winner == Some(problem.start().turn()))
    }

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
            assert!(
                failed.iter().all(|t| wins(&problem, t.solution.as_ref().unwrap())),
                "problem {}",
                problem.0.id
            );
            let rest = try_out(answers[0]).solution.unwrap();
            let whole: Vec<Move> = answers.iter().copied().take(1).chain(rest).collect();
            assert!(wins(&problem, &whole), "problem {}", problem.0.id);
            assert!(problem.attempt(&[]).is_err() && problem.attempt(&[Move::Pass]).is_err());
        }
    }
}
