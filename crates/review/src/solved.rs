//! Life and death of a Go group inside the wall around it, solved exhaustively.

use heibai_engines::go::life::{Answers, Fate, Local, Region, Role};
use heibai_games::go::{Chain, Position as Go};
use heibai_games::{Move, Point, Position};

/// The least number of stones of a chain that counts as a group.
pub(crate) const GROUP: usize = 3;
/// A chain with this many liberties outside counts as a living wall.
const WALL_LIBERTIES: usize = 3;
/// The most positions of a solution, and the most empty points of a region.
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

    /// Whether the group dies, with the position's side to move.
    pub(crate) fn is_killed(&self) -> bool {
        self.answers.fate(self.root) == Fate::Killed
    }

    pub(crate) fn lives(&self) -> bool {
        self.answers.fate(self.root) == Fate::Lives
    }

    /// The points of the region.
    pub(crate) fn points(&self) -> &[Point] {
        self.answers.region.points()
    }

    pub(crate) fn holds(&self, point: Point) -> bool {
        self.points().contains(&point)
    }

    /// The best play of both sides until the group is dead; a pass where a side has nothing better.
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
