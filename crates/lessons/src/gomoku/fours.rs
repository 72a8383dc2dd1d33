//! Victory by continuous fours (VCF): the solver judges each move, and the engine defends.

use super::practice::{Judgement, Practice, win_by_fours};
use super::{Shipped, extra as shipped_extra, shelve};
use crate::exercise::Problem;
use crate::shelf::read;
use crate::{Comment, Exercise, Goal, Refused, Tried, Verdict, broken, points_of};
use heibai_games::{AnyPosition, Move, Point};

/// The defender's seed; fixed, so that a try can be replayed from its moves alone.
const SEED: u64 = 1;

/// A problem: the side to move wins by fours.
pub(crate) struct Fours(Shipped);

/// The forty problems of the practice, ten of each grade.
pub(crate) fn graded() -> Vec<Exercise> {
    shelve(read_graded(), Fours)
}

fn read_graded() -> Vec<Shipped> {
    read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vcf/problems.json")))
}

pub(crate) fn extra() -> Vec<Exercise> {
    shelve(shipped_extra("vcf"), Fours)
}

/// Where White wins because a point is forbidden to Black.
pub(crate) fn traps() -> Vec<Exercise> {
    let shipped: Vec<Shipped> =
        read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vcf/traps.json")));
    shelve(shipped, Fours)
}

impl Problem for Fours {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Goal {
        match self.0.kind.as_str() {
            "trap" => Goal::Trap { length: self.0.length },
            _ => Goal::WinByFours { length: self.0.length },
        }
    }

    fn start(&self) -> AnyPosition {
        self.0.start()
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        let points = points_of(moves)?;
        let (&last, before) = points.split_last().ok_or(Refused::OtherMoves)?;
        let mut practice =
            Practice::new(self.0.position(), SEED).ok_or_else(|| broken("there is no win by fours"))?;
        for pair in before.chunks(2) {
            let right = practice.advance_step(pair[0]) == Judgement::Right;
            let reply = practice.execute_defence();
            if !right || reply.is_none() || reply != pair.get(1).copied() {
                return Err(Refused::OtherMoves);
            }
        }
        self.judge(practice, before, last)
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        let position = self.0.after(moves)?;
        let win = win_by_fours(&position).ok_or(Refused::OtherMoves)?;
        Ok(win.into_iter().map(Move::Place).collect())
    }
}

impl Fours {
    fn judge(&self, mut practice: Practice, before: &[Point], last: Point) -> Result<Tried, Refused> {
        let win = win_by_fours(practice.position());
        let (verdict, comment) = match practice.advance_step(last) {
            Judgement::Solved => (Verdict::Solved, Comment::Five),
            Judgement::Right => (Verdict::Right, Comment::GoOn),
            Judgement::Illegal(illegal) => return Err(illegal.into()),
            Judgement::NoFour => (Verdict::Wrong, Comment::NoFour),
            Judgement::NoWin => (Verdict::Wrong, Comment::NoWin),
            Judgement::NotNow => (Verdict::Wrong, Comment::Over),
        };
        let refutation = match verdict {
            Verdict::Wrong => practice.refute(last).into_iter().map(Move::Place).collect(),
            _ => Vec::new(),
        };
        practice.execute_defence();
        Ok(Tried {
            verdict,
            step: before.len() / 2 + usize::from(verdict.is_good()),
            steps: self.0.length,
            moves: practice.moves().iter().copied().map(Move::Place).collect(),
            known: before.len(),
            comment,
            refutation,
            solution: win
                .filter(|_| !verdict.is_good())
                .map(|line| line.into_iter().map(Move::Place).collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Position;

    #[test]
    fn the_solvers_own_line_solves_a_problem_of_each_grade() {
        for grade in 1..=4 {
            let problem = Fours(read_graded().into_iter().find(|p| p.grade == grade).unwrap());
            let mut moves: Vec<Move> = Vec::new();
            let ended = loop {
                let mut position = problem.0.position();
                moves.iter().for_each(|&mv| position.play(mv).unwrap());
                moves.push(Move::Place(win_by_fours(&position).unwrap()[0]));
                let tried = problem.attempt(&moves).unwrap();
                if tried.verdict != Verdict::Right {
                    break tried;
                }
                assert_eq!(tried.moves.len(), moves.len() + 1, "the engine answers");
                moves = tried.moves;
            };
            assert_eq!(ended.verdict, Verdict::Solved, "problem {}", problem.0.id);
        }
    }

    #[test]
    fn a_quiet_move_fails_and_shows_the_solution() {
        let problem = Fours(read_graded().remove(0));
        let mut legal = Vec::new();
        problem.start().legal_moves(&mut legal);
        // A search answers each wrong move: only a few of them, or all with `HEIBAI_ALL`.
        if std::env::var_os("HEIBAI_ALL").is_none() {
            legal = legal.into_iter().step_by(9).collect();
        }
        let tried = legal.iter().map(|&mv| problem.attempt(&[mv]).unwrap());
        let wrong: Vec<Tried> = tried.filter(|t| t.verdict == Verdict::Wrong).collect();
        assert!(wrong.len() + 1 >= legal.len(), "one first move is right");
        assert!(wrong.iter().all(|t| t.solution.is_some() && t.moves.is_empty()));
        // Every wrong move is answered on the board, and the answer is legal.
        for tried in &wrong {
            assert!(tried.refutation.len() >= 2, "{tried:?}");
            let mut position = problem.0.position();
            tried.refutation.iter().for_each(|&mv| position.play(mv).unwrap());
        }
        assert!(problem.attempt(&[]).is_err());
        assert!(problem.attempt(&[legal[0], legal[1], legal[2]]).is_err());
    }
}
