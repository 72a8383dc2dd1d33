//! The exact count of a position that is finished but for its endgame: every position that play on the open points can
//! reach, and what each of them is worth by area.
//!
//! Open is what belongs to nobody unconditionally (Benson). Stones around it live whatever happens, and a move
//! elsewhere is a pass: by area it gains nothing and costs nothing. Each side's count is what it gets for certain, even
//! if the other side retakes kos against the rule; where both agree no ko decides. Play ends with two passes, and the
//! board then counts as it stands.

use super::region::{Local, Region, Role, ones};
use heibai_games::go::{self, life};
use heibai_games::{Color, Move, Point, Position as _};
use std::collections::HashMap;

/// The largest number of open points.
const MOST_OPEN: usize = 16;
/// The position limit: it is then counted within a fraction of a second.
const MOST_POSITIONS: usize = 250_000;

/// Worse than any count.
const WORST: i32 = 1000;

/// A position of the open points; `passed` if the last move was a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    local: Local,
    passed: bool,
}

impl Node {
    fn of(local: Local) -> Node {
        Node { local, passed: false }
    }
}

/// What one side gets at least.
struct Bound {
    /// By position: Black's points less White's.
    counts: Vec<i32>,
    /// By position: when its count was found; the best move always leads to an earlier one.
    found: Vec<u32>,
}

/// All positions of an endgame, counted. Counts are Black's points less White's on the whole board, without komi.
pub struct Counts {
    region: Region,
    numbers: HashMap<Node, u32>,
    nodes: Vec<Node>,
    /// By position: the moves, and where they lead; an ended game is `None`.
    after: Vec<Vec<(Option<usize>, Option<u32>)>>,
    /// By position: its count if it ends there.
    ended: Vec<i32>,
    /// By role: what it gets at least.
    bounds: [Bound; 2],
}

/// A position of the open points in the course of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage(Local);

impl Stage {
    /// The same stones with the other side to move.
    pub fn passed(self) -> Stage {
        Stage(self.0.passed())
    }
}

impl Counts {
    /// Counts a position; `None` if too much is open.
    pub fn of(position: &go::Position) -> Option<(Counts, Stage)> {
        let owners = life::unconditional(position).owners(position.size());
        let open: Vec<Point> =
            Point::all(position.size()).filter(|point| owners[point.index()].is_none()).collect();
        if open.is_empty() || open.len() > MOST_OPEN {
            return None;
        }
        let settled = |color| owners.iter().filter(|&&owner| owner == Some(color)).count() as i32;
        let settled = settled(Color::Black) - settled(Color::White);
        let (region, local) = Region::of_points(position, open, Color::Black);
        let bound = || Bound { counts: Vec::new(), found: Vec::new() };
        let mut counts = Counts {
            region,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            after: Vec::new(),
            ended: Vec::new(),
            bounds: [bound(), bound()],
        };
        counts.list(local)?;
        let ended = counts.nodes.iter().map(|node| settled + counts.region.margin(node.local));
        counts.ended = ended.collect();
        counts.bounds = [Role::Attacker, Role::Defender].map(|side| counts.bound(side));
        Some((counts, Stage(local)))
    }

    /// Lists the positions and their successors.
    fn list(&mut self, root: Local) -> Option<()> {
        self.number(Node::of(root));
        self.number(Node::of(root.passed()));
        while let Some(&node) = self.nodes.get(self.after.len()) {
            let mut after = Vec::new();
            for n in ones(self.region.empty(node.local)) {
                if let Some(local) = self.region.play(node.local, n) {
                    after.push((Some(n), Some(self.number(Node::of(local)))));
                }
            }
            let passed = Node { local: node.local.passed(), passed: true };
            after.push((None, (!node.passed).then(|| self.number(passed))));
            self.after.push(after);
            if self.nodes.len() > MOST_POSITIONS {
                return None;
            }
        }
        Some(())
    }

    fn number(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    /// What `side` gets at least: counts start at the worst and grow until nothing changes, so that play without end
    /// is worth nothing to it.
    fn bound(&self, side: Role) -> Bound {
        let sign = if side == Role::Defender { 1 } else { -1 };
        let mut counts = vec![-sign * WORST; self.nodes.len()];
        let mut found = vec![0; self.nodes.len()];
        let mut changes = 0;
        loop {
            let before = changes;
            for at in (0..self.nodes.len()).rev() {
                let values =
                    self.after[at].iter().map(|&(_, to)| to.map_or(self.ended[at], |to| counts[to as usize]));
                let best = match self.nodes[at].local.turn {
                    Role::Defender => values.max(),
                    Role::Attacker => values.min(),
                };
                if let Some(best) = best.filter(|&best| best != counts[at]) {
                    changes += 1;
                    (counts[at], found[at]) = (best, changes);
                }
            }
            if changes == before {
                return Bound { counts, found };
            }
        }
    }

    pub fn points(&self) -> &[Point] {
        self.region.points()
    }

    fn at(&self, node: Node) -> Option<usize> {
        self.numbers.get(&node).map(|&number| number as usize)
    }

    fn count_at(&self, at: usize) -> Option<i32> {
        let [least, most] =
            [Role::Attacker, Role::Defender].map(|side| self.bounds[side as usize].counts[at]);
        (least == most).then_some(least)
    }

    /// The count with best play of both sides; `None` if a ko decides it, or the stage cannot arise.
    pub fn count(&self, stage: Stage) -> Option<i32> {
        self.count_at(self.at(Node::of(stage.0))?)
    }

    /// What the side gets for certain.
    pub fn certain(&self, stage: Stage, side: Color) -> Option<i32> {
        Some(self.bounds[self.role(side) as usize].counts[self.at(Node::of(stage.0))?])
    }

    fn role(&self, color: Color) -> Role {
        if color == self.region.defender() { Role::Defender } else { Role::Attacker }
    }

    pub fn turn(&self, stage: Stage) -> Color {
        self.region.color(stage.0.turn)
    }

    /// The stage after a legal move; a move that is not on an open point is a pass.
    pub fn after(&self, stage: Stage, mv: Move) -> Stage {
        let number = match mv {
            Move::Place(point) => self.region.number(point),
            Move::Pass => None,
        };
        number.and_then(|n| self.region.play(stage.0, n)).map_or(stage.passed(), Stage)
    }

    /// The moves on open points and the stages after them.
    pub fn moves(&self, stage: Stage) -> impl Iterator<Item = (Point, Stage)> + '_ {
        let place = move |n| Some((self.points()[n], Stage(self.region.play(stage.0, n)?)));
        ones(self.region.empty(stage.0)).filter_map(place)
    }

    /// The move that brings the side to move what it can get for certain, and the end nearest; `passed` if the other
    /// side has just passed.
    pub fn best(&self, stage: Stage, passed: bool) -> Move {
        let bound = &self.bounds[stage.0.turn as usize];
        let Some(at) = self.at(Node { local: stage.0, passed }) else { return Move::Pass };
        let worth = |&(_, to): &(Option<usize>, Option<u32>)| {
            to.map_or((self.ended[at], 0), |to| (bound.counts[to as usize], bound.found[to as usize]))
        };
        let best = self.after[at].iter().filter(|link| worth(link).0 == bound.counts[at]);
        let soonest = best.min_by_key(|link| worth(link).1).and_then(|&(n, _)| n);
        soonest.map_or(Move::Pass, |n| Move::Place(self.points()[n]))
    }

    /// Of the best moves of the side to move, the one whose threat is largest.
    pub fn resist(&self, position: &go::Position, stage: Stage) -> Move {
        let side = self.turn(stage);
        let lost = |stage: Stage| self.loss(stage, side).unwrap_or(WORST);
        let threat = |after: Stage| lost(after.passed()) - lost(after);
        let sente = self
            .moves(stage)
            .filter(|&(point, after)| {
                lost(after) == lost(stage) && position.check(Move::Place(point)).is_ok() && threat(after) < 0
            })
            .min_by_key(|&(_, after)| threat(after));
        sente.map_or_else(|| self.best(stage, false), |(point, _)| Move::Place(point))
    }

    /// What a side gets for certain, the less the better for it.
    fn loss(&self, stage: Stage, side: Color) -> Option<i32> {
        self.certain(stage, side).map(|count| if side == Color::Black { -count } else { count })
    }

    /// Whether nothing is left to do for the side that has just moved: whatever the other side plays, it could pass
    /// once and would still get as much.
    pub fn is_settled(&self, stage: Stage) -> bool {
        let side = !self.turn(stage);
        let keeps = |(_, after): (Point, Stage)| self.loss(after.passed(), side) <= self.loss(stage, side);
        self.moves(stage).all(keeps)
    }

    /// Best play of both sides until it is settled for `side`: it could pass.
    pub fn line(&self, position: &go::Position, stage: Stage, side: Color) -> Vec<Move> {
        let (mut position, mut stage, mut line) = (position.clone(), stage, Vec::new());
        loop {
            let own = self.turn(stage) == side;
            let may_pass = || self.loss(stage.passed(), side) == self.loss(stage, side);
            if if own { may_pass() } else { self.is_settled(stage) } {
                return line;
            }
            let mv = if own { self.best(stage, false) } else { self.resist(&position, stage) };
            if position.play(mv).is_err() {
                return line;
            }
            stage = self.after(stage, mv);
            line.push(mv);
        }
    }

    /// Whether the referee agrees that `side` gets its certain count: it follows the solution, the other side tries
    /// every legal move on open points and the pass, under superko. `None` if that takes more than `most` positions.
    pub fn holds(&self, position: &go::Position, stage: Stage, side: Color, most: u32) -> Option<bool> {
        let Some(wanted) = self.certain(stage, side) else { return Some(false) };
        let mut referee = Referee { counts: self, side, wanted, left: most };
        referee.plays(position, stage, false)
    }
}

/// Plays a solution out.
struct Referee<'a> {
    counts: &'a Counts,
    side: Color,
    wanted: i32,
    left: u32,
}

impl Referee<'_> {
    fn plays(&mut self, position: &go::Position, stage: Stage, passed: bool) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if position.outcome().is_some() {
            let owners = go::score::count(position, &[], &[]).ok()?.owners;
            let held = |color| owners.iter().filter(|&&owner| owner == Some(color)).count() as i32;
            let count = held(Color::Black) - held(Color::White);
            return Some(if self.side == Color::Black { count >= self.wanted } else { count <= self.wanted });
        }
        let own = self.counts.turn(stage) == self.side;
        let mut moves = vec![if own { self.counts.best(stage, passed) } else { Move::Pass }];
        if !own {
            moves.extend(self.counts.moves(stage).map(|(point, _)| Move::Place(point)));
        }
        for mv in moves {
            let mut next = position.clone();
            match next.play(mv) {
                Ok(()) if !self.plays(&next, self.counts.after(stage, mv), mv == Move::Pass)? => {
                    return Some(false);
                }
                Ok(()) => {}
                // A move that superko forbids the other side only helps.
                Err(_) if own => return Some(false),
                Err(_) => {}
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::region::tests::board;
    use super::*;

    /// Two living sides with three neutral points between them.
    const ROWS: [&str; 5] = [".X.O.", "XX.OO", ".X.O.", "XXXOO", "XXXO."];

    #[test]
    fn who_moves_first_gains_the_odd_neutral_point() {
        let position = board(&ROWS, Color::Black);
        let (counts, stage) = Counts::of(&position).unwrap();
        let first = counts.count(stage).unwrap();
        assert!(first > counts.count(stage.passed()).unwrap(), "the first to move gains");
        for side in Color::BOTH {
            assert_eq!(counts.holds(&position, stage, side, 10_000), Some(true));
        }
    }

    /// An empty board is not finished.
    #[test]
    fn what_is_open_is_not_counted() {
        assert!(Counts::of(&board(&["....."; 5], Color::Black)).is_none());
    }
}
