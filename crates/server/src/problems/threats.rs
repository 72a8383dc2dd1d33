//! Victory by fours and threes: the learner finds the first move, and the solver says whether the threats go through.

use super::gomoku::{Shipped, extra, shown};
use super::{Exercise, Tried};
use crate::error::Answer;
use crate::line::Line;
use crate::wire::Text;
use heibai_engines::gomoku::practice::threats_go_on;
use heibai_words::lessons as said;

/// A problem: the side to move wins by fours and threes, and fours alone do not win.
struct Threats(Shipped);

pub(super) fn threats() -> Vec<Box<dyn Exercise>> {
    extra("vct").into_iter().map(|shipped| Box::new(Threats(shipped)) as Box<dyn Exercise>).collect()
}

impl Exercise for Threats {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Text {
        said::win_by_threats(self.0.mover(), self.0.length).into()
    }

    fn line(&self) -> Line {
        self.0.line()
    }

    fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried> {
        self.0.first_move(moves, |after| match threats_go_on(after) {
            Some(on) => (true, said::right_line(&shown(&on)).into()),
            None => (false, said::no_threats().into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_first_moves_go_through_and_most_others_do_not() {
        let problems = extra("vct");
        assert!(problems.len() >= 20);
        for shipped in problems.into_iter().step_by(9) {
            let problem = Threats(shipped);
            let answers: Vec<u16> = problem.0.right().collect();
            let try_out = |point: u16| problem.attempt(&[Some(point)]).unwrap();
            assert!(answers.iter().all(|&p| try_out(p).status == "solved"), "problem {}", problem.0.id);
            let legal = problem.live().unwrap().legal;
            let failed: Vec<Tried> =
                legal.iter().map(|&p| try_out(p)).filter(|t| t.status == "failed").collect();
            assert!(failed.len() + answers.len() + 3 >= legal.len(), "problem {}", problem.0.id);
            assert!(failed.iter().all(|t| answers.contains(&t.solution.as_ref().unwrap()[0].unwrap())));
            assert!(problem.attempt(&[]).is_err() && problem.attempt(&[None]).is_err());
        }
    }
}
