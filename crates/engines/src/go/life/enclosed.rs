//! The extent of a region: everything reachable from a chain without crossing a wall.

use heibai_games::board::{Color, Point};
use heibai_games::go;
use heibai_games::position::Position as _;
use std::fmt;

/// Why there is nothing to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotEnclosed {
    /// No stone stands on the target.
    NoTarget,
    /// Too many points can be reached from the target.
    TooLarge,
}

impl fmt::Display for NotEnclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotEnclosed::NoTarget => f.write_str("no stone stands on the target"),
            NotEnclosed::TooLarge => f.write_str("the target is not enclosed"),
        }
    }
}

impl std::error::Error for NotEnclosed {}

/// The points adjacent to a point.
pub(super) fn beside(point: Point, size: usize) -> impl Iterator<Item = Point> {
    let (x, y) = (point.x(size), point.y(size));
    [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
        .into_iter()
        .filter_map(move |(x, y)| Point::new(x, y, size))
}

/// The largest area of empty points that hang together.
pub(super) fn largest_empty_area(position: &go::Position) -> Vec<Point> {
    let size = position.size();
    let mut seen = vec![false; size * size];
    let mut largest = Vec::new();
    for start in Point::all(size) {
        if position.stone(start).is_some() || std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut area = vec![start];
        let mut done = 0;
        while let Some(&point) = area.get(done) {
            done += 1;
            for near in beside(point, size) {
                if position.stone(near).is_none() && !std::mem::replace(&mut seen[near.index()], true) {
                    area.push(near);
                }
            }
        }
        if area.len() > largest.len() {
            largest = area;
        }
    }
    largest
}

/// Attacker's chains with more stones than this are no mere throw-in: the largest nakade has six.
pub(super) const LARGE: usize = 6;

/// The points reachable from a chain without crossing a wall of either side, in order, and the attacker's stones
/// among them that are too many to lose.
pub(super) struct Enclosed {
    pub points: Vec<Point>,
    pub at_risk: Vec<Point>,
}

/// Everything enclosed together with the chain on `target`, if that is at most `most` points.
pub(super) fn enclosed(
    position: &go::Position,
    target: Point,
    is_wall: &dyn Fn(&go::Chain, usize) -> bool,
    most: usize,
    large: usize,
) -> Result<Enclosed, NotEnclosed> {
    let chain = position.chain(target).ok_or(NotEnclosed::NoTarget)?;
    let defender = chain.color;
    let mut points = chain.stones;
    let mut home: Vec<Point> = Vec::new();
    let mut at_risk = Vec::new();
    let mut done = 0;
    while let Some(&point) = points.get(done) {
        done += 1;
        for near in beside(point, position.size()) {
            if points.contains(&near) || home.contains(&near) {
                continue;
            }
            match position.chain(near) {
                None => points.push(near),
                Some(chain) if chain.color != defender => {}
                Some(chain) if is_wall(&chain, chain.liberties.len()) => home.extend(chain.stones),
                Some(chain) => points.extend(chain.stones),
            }
        }
        if done == points.len() {
            at_risk.extend(take_in(position, !defender, &mut points, is_wall, large));
        }
        if points.len() > most {
            return Err(NotEnclosed::TooLarge);
        }
    }
    points.sort_unstable();
    Ok(Enclosed { points, at_risk })
}

/// Adds the attacker's adjacent chains that are no wall; returns the stones of those that have liberties elsewhere or
/// are large.
fn take_in(
    position: &go::Position,
    attacker: Color,
    points: &mut Vec<Point>,
    is_wall: &dyn Fn(&go::Chain, usize) -> bool,
    large: usize,
) -> Vec<Point> {
    let around: Vec<Point> = points.iter().flat_map(|&p| beside(p, position.size())).collect();
    let mut at_risk = Vec::new();
    for near in around {
        if position.stone(near) != Some(attacker) || points.contains(&near) {
            continue;
        }
        let Some(chain) = position.chain(near) else { continue };
        // A race counts every liberty: even an apparent way out takes moves to fill.
        let is_race = large == usize::MAX;
        let is_outside = |liberty: &&Point| {
            !points.contains(liberty) && (is_race || !is_pocket(position, attacker, points, **liberty))
        };
        let outside = chain.liberties.iter().filter(is_outside).count();
        if !is_wall(&chain, outside) {
            if outside > 0 || chain.stones.len() > large {
                at_risk.extend(&chain.stones);
            }
            points.extend(chain.stones);
        }
    }
    at_risk
}

/// The most points of a pocket.
const POCKET: usize = 8;

/// Whether an empty point belongs to a small pocket enclosed only by chains without other liberties: then it is no
/// way out.
fn is_pocket(position: &go::Position, attacker: Color, points: &[Point], liberty: Point) -> bool {
    let mut pocket = vec![liberty];
    let mut around = Vec::new();
    let mut done = 0;
    while let Some(&point) = pocket.get(done) {
        done += 1;
        for near in beside(point, position.size()) {
            match position.stone(near) {
                Some(color) if color == attacker => around.push(near),
                None if !points.contains(&near) && !pocket.contains(&near) => pocket.push(near),
                _ => {}
            }
        }
        if pocket.len() > POCKET {
            return false;
        }
    }
    let chains = around.into_iter().filter_map(|stone| position.chain(stone));
    chains.flat_map(|chain| chain.liberties).all(|near| points.contains(&near) || pocket.contains(&near))
}
