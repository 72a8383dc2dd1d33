//! Victory by fours and threes: the learner finds the first move, and the solver says whether the threats go through.

use super::practice::threats_go_on;
use super::{Shipped, extra, shelve};
use crate::{Comment, Exercise, Goal, Refused, Tried};
use heibai_games::{AnyPosition, Move};

/// A problem: the side to move wins by fours and threes, and fours alone do not win.
struct Threats(Shipped);

pub(crate) fn threats() -> Vec<Box<dyn Exercise>> {
    shelve(extra("vct"), Threats)
}

impl Exercise for Threats {
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
            Some(line) => (true, Comment::ThreatsWin(line)),
            None => (false, Comment::NoThreatsWin),
        })
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
            let failed: Vec<Tried> =
                legal.iter().map(|&mv| try_out(mv)).filter(|t| t.verdict == Verdict::Failed).collect();
            assert!(failed.len() + answers.len() + 3 >= legal.len(), "problem {}", problem.0.id);
            assert!(failed.iter().all(|t| answers.contains(&t.solution.as_ref().unwrap()[0])));
            assert!(problem.attempt(&[]).is_err() && problem.attempt(&[Move::Pass]).is_err());
        }
    }
}
