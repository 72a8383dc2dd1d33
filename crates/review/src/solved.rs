//! A group of Go inside the wall around it, every position of it solved.

use heibai_engines::go::life::{Answers, Fate, Local, Region, Role};
use heibai_games::go::{Chain, Position as Go};
use heibai_games::{Move, Point, Position};

/// Chains of fewer stones are no group.
pub(crate) const GROUP: usize = 3;
/// A chain with so many liberties outside is a wall that is taken to live.
const WALL_LIBERTIES: usize = 3;
/// Positions that are read around one group, and empty points that it may have.
const MOST_READ: usize = 20_000;
const MOST_EMPTY: usize = 9;

pub(crate) struct Solved {
    answers: Answers,
    root: Local,
}

impl Solved {
    pub(crate) fn of(position: &Go, stone: Point) -> Option<Solved> {
        let is_wall = |_: &Chain, outside: usize| outside >= WALL_LIBERTIES;
        let (region, root) = Region::within(position, stone, &is_wall).ok()?;
        let empty = region.points().iter().filter(|&&point| position.stone(point).is_none()).count();
        if empty > MOST_EMPTY || !region.is_safe() {
            return None;
        }
        Some(Solved { answers: Answers::solve(region, root, MOST_READ).ok()?, root })
    }

    /// With the side to move that the position has.
    pub(crate) fn is_killed(&self) -> bool {
        self.answers.fate(self.root) == Fate::Killed
    }

    pub(crate) fn lives(&self) -> bool {
        self.answers.fate(self.root) == Fate::Lives
    }

    /// The points that were read.
    pub(crate) fn points(&self) -> &[Point] {
        self.answers.region.points()
    }

    pub(crate) fn holds(&self, point: Point) -> bool {
        self.points().contains(&point)
    }

    /// The attacker's best play until it is settled, as moves of the game; a pass where one side has nothing better.
    pub(crate) fn line(&self) -> Vec<Move> {
        let mut local = self.root;
        let winner = Role::Attacker;
        let mut line = Vec::new();
        while self.answers.plies_to_settle(local, winner).is_some_and(|plies| plies > 0) {
            let own = local.turn == winner;
            let chosen = if own { self.answers.settle(local) } else { self.answers.resist(local) };
            let next = chosen.and_then(|n| self.answers.region.play(local, n));
            line.push(chosen.map_or(Move::Pass, |n| Move::Place(self.answers.region.points()[n])));
            local = next.unwrap_or(local.passed());
        }
        line
    }
}
