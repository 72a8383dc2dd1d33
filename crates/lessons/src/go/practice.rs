//! Practice of life and death: the learner moves, the full solution of the region judges every move, and the engine
//! replies with what holds out longest. Any move that keeps the win is right.

use heibai_engines::go::life::fate::{Answers, Fate, MOST_POSITIONS, TooMany};
use heibai_engines::go::life::region::{Local, NotEnclosed, Region, Role, Walls};
use heibai_games::board::Point;
use heibai_games::go;
use heibai_games::position::{Illegal, Move, Position as _};
use std::fmt;

/// The judgement of a learner's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The goal is reached with a move to spare: nothing can change it.
    Solved,
    /// The win stands; continue.
    Right,
    /// The rules forbid it.
    Illegal(Illegal),
    /// Elsewhere on the board: equivalent to a pass, so the other side decides.
    Elsewhere,
    /// It loses to this reply; `None` if any reply will do.
    Wrong { refutation: Option<Point> },
    /// It leaves a ko or a seki, although the goal can be reached for certain.
    Unclear,
    /// It is not the learner's turn, or the problem is over.
    NotNow,
}

/// The stage of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The learner is to move.
    Learner,
    /// The engine is to answer.
    Engine,
    Solved,
}

/// Why a position does not make an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoProblem {
    NotEnclosed(NotEnclosed),
    TooMany(TooMany),
    /// The side to move cannot reach its goal for certain.
    NoWin,
}

impl fmt::Display for NoProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProblem::NotEnclosed(reason) => reason.fmt(f),
            NoProblem::TooMany(reason) => reason.fmt(f),
            NoProblem::NoWin => f.write_str("the side to move cannot win for certain"),
        }
    }
}

impl std::error::Error for NoProblem {}

/// A problem being solved.
pub struct Practice {
    answers: Answers,
    start: (go::Position, Local),
    position: go::Position,
    local: Local,
    learner: Role,
    moves: Vec<Move>,
    stage: Stage,
}

impl Practice {
    /// A problem: the side to move kills the chain on `target`, or saves it if it is its own.
    pub fn new(start: go::Position, target: Point, walls: Walls) -> Result<Practice, NoProblem> {
        let (region, local) = Region::of_problem(&start, target, walls).map_err(NoProblem::NotEnclosed)?;
        let answers = Answers::solve(region, local, MOST_POSITIONS).map_err(NoProblem::TooMany)?;
        if start.outcome().is_some() || answers.fate(local) != Fate::of(local.turn) {
            return Err(NoProblem::NoWin);
        }
        let (position, learner) = (start.clone(), local.turn);
        let start = (start, local);
        Ok(Practice { answers, start, position, local, learner, moves: Vec::new(), stage: Stage::Learner })
    }

    pub fn stage(&self) -> Stage {
        self.stage
    }

    pub fn position(&self) -> &go::Position {
        &self.position
    }

    /// Moves of both sides so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The points that belong to the problem.
    pub fn region(&self) -> &[Point] {
        self.answers.region.points()
    }

    /// A right move, as a hint.
    pub fn hint(&self) -> Option<Point> {
        let asked = self.stage == Stage::Learner;
        asked.then(|| self.answers.settle(self.local)).flatten().map(|n| self.region()[n])
    }

    /// Judges a learner's move without playing it.
    pub fn validate_move(&self, point: Point) -> Judgement {
        if self.stage != Stage::Learner {
            return Judgement::NotNow;
        }
        if let Err(illegal) = self.position.check(Move::Place(point)) {
            return Judgement::Illegal(illegal);
        }
        let after = self.answers.region.number(point).and_then(|n| self.answers.region.play(self.local, n));
        let Some(after) = after else { return Judgement::Elsewhere };
        match self.answers.fate(after) {
            Fate::Open => Judgement::Unclear,
            fate if fate == Fate::of(self.learner) => {
                let settled = self.answers.plies_to_settle(after, self.learner) == Some(0);
                if settled { Judgement::Solved } else { Judgement::Right }
            }
            _ => Judgement::Wrong { refutation: self.answers.settle(after).map(|n| self.region()[n]) },
        }
    }

    /// Plays the learner's move if it is right or solves the problem.
    pub fn advance_step(&mut self, point: Point) -> Judgement {
        let judgement = self.validate_move(point);
        let number = self.answers.region.number(point);
        let after = number.and_then(|n| self.answers.region.play(self.local, n));
        if let (Judgement::Right | Judgement::Solved, Some(after)) = (judgement, after)
            && self.position.play(Move::Place(point)).is_ok()
        {
            self.moves.push(Move::Place(point));
            self.local = after;
            self.stage = if judgement == Judgement::Solved { Stage::Solved } else { Stage::Engine };
        }
        judgement
    }

    /// The engine's reply: the legal one that holds out longest; `None` if it is not its turn.
    pub fn answer(&mut self) -> Option<Move> {
        if self.stage != Stage::Engine {
            return None;
        }
        let best = self.answers.resist(self.local).map(|n| (n, self.region()[n]));
        let best = best.filter(|&(_, point)| self.position.check(Move::Place(point)).is_ok());
        let (mv, after) = match best {
            Some((n, point)) => (Move::Place(point), self.answers.region.play(self.local, n)?),
            None => (Move::Pass, self.local.passed()),
        };
        self.position.play(mv).ok()?;
        self.moves.push(mv);
        self.local = after;
        self.stage = Stage::Learner;
        Some(mv)
    }

    /// How the other side punishes a wrong move: by settling it, or by a reply that leaves a ko or a seki.
    pub fn punish(&self, wrong: Point) -> Option<Point> {
        let region = &self.answers.region;
        let inside = region.number(wrong).and_then(|n| region.play(self.local, n));
        let after = inside.unwrap_or(self.local.passed());
        let reply = self.answers.settle(after).or_else(|| self.answers.resist(after));
        let mut next = self.position.clone();
        next.play(Move::Place(wrong)).ok()?;
        reply.map(|n| self.region()[n]).filter(|&point| next.check(Move::Place(point)).is_ok())
    }

    /// Right moves and the replies that hold out longest, until it is settled.
    pub fn solution(&self) -> Vec<Move> {
        let (mut local, mut position) = (self.local, self.position.clone());
        let mut line = Vec::new();
        while self.answers.plies_to_settle(local, self.learner).is_some_and(|plies| plies > 0) {
            let own = local.turn == self.learner;
            let chosen = if own { self.answers.settle(local) } else { self.answers.resist(local) };
            let point = chosen.map(|n| self.region()[n]);
            let legal = point.filter(|&p| position.check(Move::Place(p)).is_ok());
            let (mv, after) = match (legal, chosen.and_then(|n| self.answers.region.play(local, n))) {
                (Some(point), Some(after)) => (Move::Place(point), after),
                _ => (Move::Pass, local.passed()),
            };
            if position.play(mv).is_err() {
                break;
            }
            line.push(mv);
            local = after;
        }
        line
    }

    /// Back to the first position.
    pub fn restart(&mut self) {
        (self.position, self.local) = self.start.clone();
        self.moves.clear();
        self.stage = Stage::Learner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::board::Color;
    use heibai_games::go::{Position, Rules};

    fn board(rows: &[&str], turn: Color) -> Position {
        let rules = Rules::new(rows.len(), Rules::KOMI, 0).unwrap();
        let stones = rows.iter().enumerate().flat_map(|(y, row)| {
            row.chars().enumerate().filter_map(move |(x, stone)| {
                let color = match stone {
                    'X' => Color::Black,
                    'O' => Color::White,
                    _ => return None,
                };
                Some((Point::new(x, y, rows.len())?, color))
            })
        });
        Position::setup(&rules, &stones.collect::<Vec<_>>(), turn).unwrap()
    }

    /// White's three in a row in the corner: the middle decides.
    const THREE: [&str; 7] = ["...OX..", "OOOOX..", "XXXXX..", ".......", ".......", ".......", "......."];

    #[test]
    fn three_in_a_row_dies_and_lives_at_the_middle() {
        let mut kill = Practice::new(board(&THREE, Color::Black), Point(7), Walls::Attackers).unwrap();
        assert_eq!(kill.validate_move(Point(0)), Judgement::Wrong { refutation: Some(Point(1)) });
        assert_eq!(kill.validate_move(Point(7)), Judgement::Illegal(Illegal::Occupied));
        assert_eq!(kill.validate_move(Point(40)), Judgement::Elsewhere);
        assert_eq!(kill.hint(), Some(Point(1)));
        assert_eq!(kill.advance_step(Point(1)), Judgement::Solved);
        assert_eq!((kill.stage(), kill.answer()), (Stage::Solved, None));
        assert_eq!(kill.validate_move(Point(0)), Judgement::NotNow);
        kill.restart();
        assert_eq!((kill.stage(), kill.moves().len()), (Stage::Learner, 0));
        let mut live = Practice::new(board(&THREE, Color::White), Point(7), Walls::Attackers).unwrap();
        assert_eq!(live.advance_step(Point(1)), Judgement::Solved);
    }

    #[test]
    fn four_in_a_row_lives_and_a_square_of_four_is_dead() {
        let rows = ["....OX.", "OOOOOX.", "XXXXXX.", ".......", ".......", ".......", "......."];
        assert_eq!(
            Practice::new(board(&rows, Color::Black), Point(7), Walls::Attackers).err(),
            Some(NoProblem::NoWin),
            "four in a row"
        );
        let rows = ["OOOOX..", "O..OX..", "O..OX..", "OOOOX..", "XXXXX..", ".......", "......."];
        assert_eq!(
            Practice::new(board(&rows, Color::White), Point(0), Walls::Attackers).err(),
            Some(NoProblem::NoWin),
            "a square of four"
        );
    }
}
