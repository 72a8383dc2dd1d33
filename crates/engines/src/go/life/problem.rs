//! A problem: a position with one goal, its right first moves, and a refutation of every other move, all
//! proved.

use super::fate::{Answers, Fate, MOST_POSITIONS};
use super::proof::{Proof, check, winner};
use super::region::{Local, Region, Role, Walls};
use heibai_games::board::Point;
use heibai_games::go;
use heibai_games::position::{Move, Position as _};

/// The task of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Kill,
    Live,
}

/// A wrong first move and the reply that refutes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refutation {
    pub wrong: Point,
    /// `None`: the other side may even pass.
    pub reply: Option<Point>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub goal: Goal,
    pub target: Point,
    pub walls: Walls,
    /// The first moves that reach the goal.
    pub answers: Vec<Point>,
    /// Every other legal move in the region.
    pub refutations: Vec<Refutation>,
    /// Best play of both sides until it is settled; `None` is a pass.
    pub line: Vec<Option<Point>>,
}

impl Problem {
    /// Moves of the side that acts, until it is settled.
    pub fn length(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// From 1 to 4, by the number of moves to find and of tempting alternatives.
    pub fn grade(&self) -> usize {
        match (self.length(), self.refutations.len()) {
            (0 | 1, 0..=2) => 1,
            (0 | 1, _) => 2,
            (2, _) => 3,
            _ => 4,
        }
    }

    /// The problem that a position poses: the side to move wins, loses if it passes, and each of its moves is proved
    /// to win or to lose. `None` if there is no such problem, or if ko or seki decides it.
    pub fn of(position: &go::Position, target: Point, walls: Walls) -> Option<Problem> {
        let (region, local) = Region::of_problem(position, target, walls).ok()?;
        let answers = Answers::solve(region, local, MOST_POSITIONS).ok()?;
        let own = local.turn;
        if answers.fate(local) != Fate::of(own) || answers.fate(local.passed()) != Fate::of(own.other()) {
            return None;
        }
        let mut problem = Problem {
            goal: if own == Role::Attacker { Goal::Kill } else { Goal::Live },
            target,
            walls,
            answers: Vec::new(),
            refutations: Vec::new(),
            line: line(&answers, local),
        };
        for (n, after) in answers.moves(local) {
            let point = answers.region.points()[n];
            match winner(&answers, after)? {
                side if side == own => problem.answers.push(point),
                _ => {
                    let reply = answers.settle(after).map(|n| answers.region.points()[n]);
                    problem.refutations.push(Refutation { wrong: point, reply });
                }
            }
        }
        Some(problem)
    }

    /// Whether the referee agrees: every right move wins against every defence, and every other move and the pass
    /// lose. `None` if that takes more than `most` positions.
    pub fn holds(&self, position: &go::Position, most: u32) -> Option<bool> {
        let Ok((region, local)) = Region::of_problem(position, self.target, self.walls) else {
            return Some(false);
        };
        let Ok(answers) = Answers::solve(region, local, MOST_POSITIONS) else { return Some(false) };
        let mut left = most;
        let mut lines: Vec<(Move, Local)> =
            answers.moves(local).map(|(n, after)| (Move::Place(answers.region.points()[n]), after)).collect();
        lines.push((Move::Pass, local.passed()));
        for (mv, after) in lines {
            let right = matches!(mv, Move::Place(point) if self.answers.contains(&point));
            let winner = if right { local.turn } else { local.turn.other() };
            let mut next = position.clone();
            if next.play(mv).is_err() {
                return Some(false);
            }
            match check(&answers, &next, after, winner, left) {
                Proof::Holds(looked) => left -= looked,
                Proof::Fails => return Some(false),
                Proof::TooLong => return None,
            }
        }
        Some(true)
    }
}

/// Best play of both sides until it is settled.
fn line(answers: &Answers, root: Local) -> Vec<Option<Point>> {
    let winner = root.turn;
    let mut local = root;
    let mut line = Vec::new();
    while answers.plies_to_settle(local, winner).is_some_and(|plies| plies > 0) {
        let chosen = if local.turn == winner { answers.settle(local) } else { answers.resist(local) };
        line.push(chosen.map(|n| answers.region.points()[n]));
        local = chosen.map_or(local.passed(), |n| answers.region.play(local, n).expect("a legal move"));
    }
    line
}
