//! Endgames in Go: every move must keep the best count until nothing is left to gain. The exact count judges each move,
//! and the engine replies.

use crate::exercise::Problem;
use crate::shelf::read;
use crate::{Comment, Exercise, Goal, Refused, Tried, Verdict, broken};
use heibai_engines::go::life::{Counts, Stage};
use heibai_games::go::{Position, Rules};
use heibai_games::{AnyPosition, Color, HalfPoints, Move, Point, Position as _};
use serde::Deserialize;

/// A shipped problem.
#[derive(Deserialize)]
pub(crate) struct Endgame {
    id: u32,
    grade: usize,
    side: String,
    /// The rows from the top, `X` black, `O` white.
    rows: String,
    /// Points that the side to move wins by.
    score: i32,
}

pub(crate) fn endgames() -> Vec<Exercise> {
    shipped().into_iter().map(Exercise::from).collect()
}

fn shipped() -> Vec<Endgame> {
    read(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/endgames.json")))
}

/// A try so far, with the learner to move.
struct Play {
    position: Position,
    counts: Counts,
    stage: Stage,
}

impl Endgame {
    fn learner(&self) -> Color {
        if self.side == "white" { Color::White } else { Color::Black }
    }

    fn position(&self) -> Position {
        let letters: Vec<char> = self.rows.chars().filter(|&letter| letter != '/').collect();
        let size = letters.len().isqrt();
        let stone = |(at, letter): (usize, &char)| match letter {
            'X' => Some((Point(at as u16), Color::Black)),
            'O' => Some((Point(at as u16), Color::White)),
            _ => None,
        };
        let stones: Vec<_> = letters.iter().enumerate().filter_map(stone).collect();
        // Without komi, so that the count alone decides.
        let rules = Rules::new(size, HalfPoints(0), 0).expect("a board of the rules");
        Position::setup(&rules, &stones, self.learner()).expect("a shipped problem can be set up")
    }

    fn replay(&self, moves: &[Move]) -> Result<Play, Refused> {
        let position = self.position();
        let (counts, stage) = Counts::of(&position).ok_or_else(|| broken("too much is open"))?;
        let mut play = Play { position, counts, stage };
        for pair in moves.chunks(2) {
            let &[Move::Place(own), reply] = pair else { return Err(Refused::OtherMoves) };
            play.place(Move::Place(own)).map_err(|_| Refused::OtherMoves)?;
            if self.certain(&play) != Some(self.score) || play.reply() != reply {
                return Err(Refused::OtherMoves);
            }
            play.place(reply).map_err(|_| Refused::OtherMoves)?;
        }
        Ok(play)
    }

    /// What the learner wins by for certain.
    fn certain(&self, play: &Play) -> Option<i32> {
        self.own(play.counts.certain(play.stage, self.learner()))
    }

    /// A count as the learner sees it.
    fn own(&self, count: Option<i32>) -> Option<i32> {
        count.map(|count| if self.learner() == Color::Black { count } else { -count })
    }
}

impl Play {
    fn place(&mut self, mv: Move) -> Result<(), Refused> {
        self.position.play(mv)?;
        self.stage = self.counts.after(self.stage, mv);
        Ok(())
    }

    fn reply(&self) -> Move {
        self.counts.resist(&self.position, self.stage)
    }

    fn line(&self, side: Color) -> Vec<Move> {
        self.counts.line(&self.position, self.stage, side)
    }
}

impl Problem for Endgame {
    fn number(&self) -> u32 {
        self.id
    }

    fn grade(&self) -> usize {
        self.grade
    }

    fn goal(&self) -> Goal {
        Goal::KeepPoints(self.score)
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::Go(Box::new(self.position()))
    }

    fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        let (&last, before) = moves.split_last().ok_or(Refused::OtherMoves)?;
        let Move::Place(_) = last else { return Err(Refused::CannotPass) };
        let mut play = self.replay(before)?;
        let best = play.line(self.learner());
        if best.is_empty() {
            return Err(Refused::OtherMoves);
        }
        play.place(last)?;
        let done = before.len() / 2;
        let mut tried = Tried {
            verdict: Verdict::Right,
            step: done + 1,
            steps: done + best.len().div_ceil(2),
            moves: moves.to_vec(),
            known: before.len(),
            comment: Comment::GoOn,
            refutation: Vec::new(),
            solution: None,
        };
        if self.certain(&play) != Some(self.score) {
            let count = self.own(play.counts.count(play.stage));
            tried.verdict = Verdict::Wrong;
            tried.step = done;
            tried.moves.pop();
            tried.comment =
                count.map_or(Comment::KoOrSeki, |left| Comment::LostPoints { left, best: self.score });
            tried.refutation = [last].into_iter().chain(play.line(!self.learner())).collect();
            tried.solution = Some(best);
            return Ok(tried);
        }
        // The other side plays on only where something is left.
        let line = play.line(self.learner());
        if line.len() > 1 {
            tried.moves.push(line[0]);
            tried.steps = tried.step + line.len() / 2;
        } else {
            tried.moves.extend(line);
            (tried.verdict, tried.comment) = (Verdict::Solved, Comment::KeptPoints(self.score));
            tried.steps = tried.step;
        }
        Ok(tried)
    }

    fn solution(&self, moves: &[Move]) -> Result<Vec<Move>, Refused> {
        Ok(self.replay(moves)?.line(self.learner()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every problem is solved by its own hints, and every other first move is answered and costs what is said.
    #[test]
    fn one_first_move_is_best_and_the_others_say_what_they_cost() {
        for problem in shipped() {
            let mut legal = Vec::new();
            problem.start().legal_moves(&mut legal);
            legal.retain(|&mv| mv != Move::Pass);
            let tried: Vec<Tried> = legal.iter().map(|&mv| problem.attempt(&[mv]).unwrap()).collect();
            let (wrong, right): (Vec<_>, Vec<_>) = tried.iter().partition(|t| t.verdict == Verdict::Wrong);
            assert_eq!(right.len(), 1, "endgame {}", problem.id);
            for tried in wrong {
                let Comment::LostPoints { left, best } = tried.comment else { panic!("{tried:?}") };
                assert!(left < best && best == problem.score, "endgame {}", problem.id);
                let mut position = problem.position();
                tried.refutation.iter().for_each(|&mv| position.play(mv).unwrap());
            }
            let mut moves = Vec::new();
            let ended = loop {
                moves.push(problem.solution(&moves).unwrap()[0]);
                let tried = problem.attempt(&moves).unwrap();
                if tried.verdict != Verdict::Right {
                    break tried;
                }
                moves = tried.moves;
            };
            assert_eq!(
                (ended.verdict, ended.comment, ended.step),
                (Verdict::Solved, Comment::KeptPoints(problem.score), ended.steps),
                "endgame {}",
                problem.id
            );
            assert!(problem.attempt(&[]).is_err() && problem.attempt(&[Move::Pass]).is_err());
        }
    }
}
