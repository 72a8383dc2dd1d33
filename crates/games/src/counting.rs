//! The count of a game that ended with two passes: a judgement of the stones, corrected by people, agreed by both
//! sides. The judgement comes from outside; what it is worth is counted by the rules.

use crate::board::{Color, Point};
use crate::go::score::Count;
use crate::position::{Outcome, Position};
use std::collections::BTreeSet;

/// What becomes of a chain in the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It stays, and its liberties count for its side.
    Alive,
    /// It is taken off before the count.
    Dead,
    /// Alive without two eyes: neither side can play first.
    Seki,
}

/// Why a chain is judged so, in the words of whoever judged it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grounds {
    /// A stone of the chain.
    pub stone: Point,
    /// The reason in English.
    pub english: String,
    /// The reason in Chinese.
    pub chinese: String,
}

/// A proposal: the stones by their status. Stones that are not named are alive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// Stones that are taken off before the count.
    pub dead: Vec<Point>,
    /// Stones that live in seki.
    pub seki: Vec<Point>,
    /// Stones whose status the judge is not sure of.
    pub unsure: Vec<Point>,
    /// Why, chain by chain.
    pub grounds: Vec<Grounds>,
}

/// A count under discussion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counting {
    dead: BTreeSet<Point>,
    seki: BTreeSet<Point>,
    unsure: BTreeSet<Point>,
    grounds: Vec<Grounds>,
    agreed: [bool; 2],
    count: Count,
}

impl Counting {
    /// Counts a judged position; `None` if the judgement names an empty point, or this game is not counted.
    pub fn new<P: Position>(position: &P, judgement: Judgement) -> Option<Counting> {
        let Judgement { dead, seki, unsure, grounds } = judgement;
        let stands =
            |point: &Point| point.index() < position.size().pow(2) && position.stone(*point).is_some();
        if !seki.iter().chain(&unsure).all(stands) {
            return None;
        }
        let count = position.count(&dead, &seki)?;
        let set = |points: Vec<Point>| points.into_iter().collect();
        let (dead, seki, unsure) = (set(dead), set(seki), set(unsure));
        Some(Counting { dead, seki, unsure, grounds, agreed: [false; 2], count })
    }

    /// Marks the whole chain on a point; whoever agreed before has to look again. False, and nothing changes, if no
    /// stone stands there.
    pub(crate) fn mark<P: Position>(&mut self, position: &P, point: Point, status: Status) -> bool {
        let chain = chain(position, point);
        if chain.is_empty() {
            return false;
        }
        for stone in chain {
            for set in [&mut self.dead, &mut self.seki, &mut self.unsure] {
                set.remove(&stone);
            }
            match status {
                Status::Dead => self.dead.insert(stone),
                Status::Seki => self.seki.insert(stone),
                Status::Alive => false,
            };
        }
        let (dead, seki): (Vec<Point>, Vec<Point>) = (self.dead().collect(), self.seki().collect());
        if let Some(count) = position.count(&dead, &seki) {
            self.count = count;
        }
        self.agreed = [false; 2];
        true
    }

    pub(crate) fn agree(&mut self, side: Color) {
        self.agreed[side.index()] = true;
    }

    /// The stones that are taken off before the count.
    pub fn dead(&self) -> impl Iterator<Item = Point> {
        self.dead.iter().copied()
    }

    /// The stones that live in seki.
    pub fn seki(&self) -> impl Iterator<Item = Point> {
        self.seki.iter().copied()
    }

    /// Stones that the judge was not sure of and nobody has marked since.
    pub fn unsure(&self) -> impl Iterator<Item = Point> {
        self.unsure.iter().copied()
    }

    /// What the judge said, chain by chain.
    pub fn grounds(&self) -> &[Grounds] {
        &self.grounds
    }

    /// What becomes of the stone on a point.
    pub fn status(&self, point: Point) -> Status {
        match point {
            _ if self.dead.contains(&point) => Status::Dead,
            _ if self.seki.contains(&point) => Status::Seki,
            _ => Status::Alive,
        }
    }

    /// Whether a side has agreed to the count as it stands.
    pub fn has_agreed(&self, side: Color) -> bool {
        self.agreed[side.index()]
    }

    /// To whom each point belongs under the present marks.
    pub fn count(&self) -> &Count {
        &self.count
    }

    /// The result under the present marks.
    pub fn outcome(&self) -> Outcome {
        self.count.outcome
    }
}

/// The stones that hang together with the one on `point`; none where none stands.
fn chain<P: Position>(position: &P, point: Point) -> Vec<Point> {
    let size = position.size();
    let color = match point.index() < size * size {
        true => position.stone(point),
        false => None,
    };
    let mut chain: Vec<Point> = color.map(|_| point).into_iter().collect();
    let mut done = 0;
    while let Some(&stone) = chain.get(done) {
        done += 1;
        let (x, y) = (stone.x(size), stone.y(size));
        // A step below 0 wraps to a column or row that no board has.
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        for next in beside.into_iter().filter_map(|(x, y)| Point::new(x, y, size)) {
            if position.stone(next) == color && !chain.contains(&next) {
                chain.push(next);
            }
        }
    }
    chain
}
