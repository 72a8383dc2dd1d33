//! A region that one side encloses, as bits: its stones, the moves in it, and what lives there for certain.

use heibai_games::board::{Color, Point};
use heibai_games::go;
use heibai_games::position::Position as _;
use std::fmt;

/// The most points a region may have.
pub const MOST_POINTS: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Encloses, and wants to capture the target.
    Attacker,
    /// Owns the target.
    Defender,
}

impl Role {
    pub fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// The stones in a region and who is to move; bit `n` is the region's point `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Local {
    pub attacker: u64,
    pub defender: u64,
    pub turn: Role,
}

impl Local {
    /// The same stones with the other side to move.
    pub fn passed(self) -> Local {
        Local { turn: self.turn.other(), ..self }
    }
}

/// Why there is nothing to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotEnclosed {
    /// No stone stands on the target.
    NoTarget,
    /// What can be reached from the target has more than `MOST_POINTS` points.
    TooLarge,
}

impl fmt::Display for NotEnclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotEnclosed::NoTarget => f.write_str("no stone stands on the target"),
            NotEnclosed::TooLarge => write!(f, "the target is not enclosed within {MOST_POINTS} points"),
        }
    }
}

impl std::error::Error for NotEnclosed {}

#[derive(Clone, Debug)]
pub struct Region {
    points: Vec<Point>,
    /// By point: the points beside it.
    beside: Vec<u64>,
    /// Points beside the wall: an attacker's chain there cannot be captured.
    wall: u64,
    target: u64,
    /// Stones of the attacker that must not be captured.
    at_risk: u64,
    defender: Color,
}

fn beside(point: Point, size: usize) -> impl Iterator<Item = Point> {
    let (x, y) = (point.x(size), point.y(size));
    [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
        .into_iter()
        .filter_map(move |(x, y)| Point::new(x, y, size))
}

impl Region {
    /// The region around the chain on `target`: everything that the other side's wall encloses. A chain of
    /// the other side belongs to the wall if it has a liberty outside.
    pub fn around(position: &go::Position, target: Point) -> Result<(Region, Local), NotEnclosed> {
        Region::within(position, target, &|_, outside| outside > 0)
    }

    /// The same, where `is_wall` says which chains, with how many liberties outside the region, are sure to
    /// live. The others are taken in, and to lose one of those that breathe outside counts as a failure.
    pub fn within(
        position: &go::Position,
        target: Point,
        is_wall: &dyn Fn(&go::Chain, usize) -> bool,
    ) -> Result<(Region, Local), NotEnclosed> {
        let Enclosed { points, at_risk } = enclosed(position, target, is_wall, MOST_POINTS)?;
        let (size, defender) = (position.size(), position.stone(target).ok_or(NotEnclosed::NoTarget)?);
        let bit = |point: Point| points.binary_search(&point).map_or(0, |n| 1u64 << n);
        let bits = |color: Color| {
            points.iter().filter(|&&p| position.stone(p) == Some(color)).fold(0, |all, &p| all | bit(p))
        };
        let near: Vec<u64> =
            points.iter().map(|&p| beside(p, size).fold(0, |all, near| all | bit(near))).collect();
        let at_wall = |&&p: &&Point| beside(p, size).any(|near| bit(near) == 0);
        let wall = points.iter().filter(at_wall).fold(0, |all, &p| all | bit(p));
        let (attacker, own) = (bits(!defender), bits(defender));
        let turn = if position.turn() == defender { Role::Defender } else { Role::Attacker };
        let target = bit(target);
        let at_risk = at_risk.into_iter().fold(0, |all, point| all | bit(point));
        let region = Region { at_risk, beside: near, wall, target, defender, points };
        Ok((region, Local { attacker, defender: own, turn }))
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn defender(&self) -> Color {
        self.defender
    }

    /// The number of a point in this region.
    pub fn number(&self, point: Point) -> Option<usize> {
        self.points.binary_search(&point).ok()
    }

    pub fn color(&self, side: Role) -> Color {
        if side == Role::Defender { self.defender } else { !self.defender }
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.points.len())
    }

    pub fn empty(&self, local: Local) -> u64 {
        self.all() & !(local.attacker | local.defender)
    }

    /// The bits and everything beside them.
    fn spread(&self, bits: u64) -> u64 {
        ones(bits).fold(bits, |all, n| all | self.beside[n])
    }

    /// What hangs together with `seed` inside `within`.
    fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut found = seed & within;
        loop {
            let more = self.spread(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The connected parts of a set.
    fn parts(&self, set: u64) -> impl Iterator<Item = u64> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            (part != 0).then_some(part)
        })
    }

    fn breathes(&self, chain: u64, empty: u64, side: Role) -> bool {
        self.spread(chain) & empty != 0 || (side == Role::Attacker && chain & self.wall != 0)
    }

    /// A stone of the side to move on point `n`; `None` if it is occupied or suicide.
    pub fn play(&self, local: Local, n: usize) -> Option<Local> {
        let stone = 1u64 << n;
        if self.empty(local) & stone == 0 {
            return None;
        }
        let (own, other) = match local.turn {
            Role::Attacker => (local.attacker, local.defender),
            Role::Defender => (local.defender, local.attacker),
        };
        let own = own | stone;
        let empty = self.all() & !(own | other);
        let mut left = other;
        for near in ones(self.beside[n] & other) {
            let chain = self.flood(1 << near, other);
            if !self.breathes(chain, empty, local.turn.other()) {
                left &= !chain;
            }
        }
        let empty = self.all() & !(own | left);
        if !self.breathes(self.flood(stone, own), empty, local.turn) {
            return None;
        }
        let turn = local.turn.other();
        Some(match local.turn {
            Role::Attacker => Local { attacker: own, defender: left, turn },
            Role::Defender => Local { attacker: left, defender: own, turn },
        })
    }

    /// Whether the target was captured.
    pub(crate) fn is_killed(&self, local: Local) -> bool {
        local.defender & self.target == 0
    }

    /// Whether nothing in the region is at risk for the attacker.
    pub fn is_safe(&self) -> bool {
        self.at_risk == 0
    }

    /// Whether the target's chain lives even if its side always passes (Benson), or the attacker has lost what
    /// he must not lose. What touches the wall is part of the outside and no eye.
    pub fn lives(&self, local: Local) -> bool {
        if self.at_risk & !local.attacker != 0 {
            return true;
        }
        let empty = self.empty(local);
        let mut chains: Vec<u64> = self.parts(local.defender).collect();
        let mut eyes: Vec<u64> =
            self.parts(self.all() & !local.defender).filter(|eye| eye & self.wall == 0).collect();
        loop {
            let before = chains.len();
            chains.retain(|&chain| {
                let around = self.spread(chain);
                eyes.iter().filter(|&&eye| eye & around != 0 && eye & empty & !around == 0).count() >= 2
            });
            if chains.len() == before {
                return chains.iter().any(|chain| chain & self.target != 0);
            }
            let alive: u64 = chains.iter().fold(0, |all, chain| all | chain);
            eyes.retain(|&eye| self.spread(eye) & local.defender & !alive == 0);
        }
    }
}

/// The points that can be reached from a chain without crossing the other side's wall, in order, and the stones of
/// the other side among them that breathe elsewhere.
pub struct Enclosed {
    pub points: Vec<Point>,
    pub at_risk: Vec<Point>,
}

/// Everything that the other side's wall encloses with the chain on `target`, if that is at most `most` points.
pub fn enclosed(
    position: &go::Position,
    target: Point,
    is_wall: &dyn Fn(&go::Chain, usize) -> bool,
    most: usize,
) -> Result<Enclosed, NotEnclosed> {
    let defender = position.stone(target).ok_or(NotEnclosed::NoTarget)?;
    let mut points = vec![target];
    let mut at_risk = Vec::new();
    let mut done = 0;
    while let Some(&point) = points.get(done) {
        done += 1;
        for near in beside(point, position.size()) {
            if position.stone(near) != Some(!defender) && !points.contains(&near) {
                points.push(near);
            }
        }
        if done == points.len() {
            at_risk.extend(take_in(position, !defender, &mut points, is_wall));
        }
        if points.len() > most {
            return Err(NotEnclosed::TooLarge);
        }
    }
    points.sort_unstable();
    Ok(Enclosed { points, at_risk })
}

/// Adds the attacker's chains beside the points that are no wall; returns the stones of those that have
/// liberties elsewhere.
fn take_in(
    position: &go::Position,
    attacker: Color,
    points: &mut Vec<Point>,
    is_wall: &dyn Fn(&go::Chain, usize) -> bool,
) -> Vec<Point> {
    let around: Vec<Point> = points.iter().flat_map(|&p| beside(p, position.size())).collect();
    let mut at_risk = Vec::new();
    for near in around {
        if position.stone(near) != Some(attacker) || points.contains(&near) {
            continue;
        }
        let Some(chain) = position.chain(near) else { continue };
        let outside = chain.liberties.iter().filter(|liberty| !points.contains(liberty)).count();
        if !is_wall(&chain, outside) {
            if outside > 0 {
                at_risk.extend(&chain.stones);
            }
            points.extend(chain.stones);
        }
    }
    at_risk
}

/// The numbers of the bits that are set.
pub fn ones(bits: u64) -> impl Iterator<Item = usize> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let n = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            n
        })
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use heibai_games::go::{Position, Rules};
    use heibai_games::position::Move;

    /// Black (`X`) and White (`O`) on a square board, rows from the top.
    pub fn board(rows: &[&str], turn: Color) -> Position {
        let rules = Rules::new(rows.len(), Rules::KOMI, 0).unwrap();
        let mut stones = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, stone) in row.chars().enumerate() {
                let point = Point::new(x, y, rows.len()).unwrap();
                match stone {
                    'X' => stones.push((point, Color::Black)),
                    'O' => stones.push((point, Color::White)),
                    _ => {}
                }
            }
        }
        Position::setup(&rules, &stones, turn).unwrap()
    }

    const CORNER: [&str; 7] = [".X.XO..", "X.X.O..", "XXXXO..", "OOOOO..", ".......", ".......", "......."];

    #[test]
    fn two_eyes_live_and_an_open_group_does_not() {
        let (region, local) = Region::around(&board(&CORNER, Color::White), Point(1)).unwrap();
        assert_eq!(region.points().len(), 12);
        assert!(region.lives(local));
        let mut rows = CORNER;
        rows[0] = ".X..O..";
        rows[1] = "X...O..";
        let (region, local) = Region::around(&board(&rows, Color::White), Point(7)).unwrap();
        assert!(!region.lives(local));
    }

    #[test]
    fn an_open_board_is_not_enclosed() {
        let open = board(&[".....", ".X...", ".....", ".....", "....."], Color::White);
        assert_eq!(Region::around(&open, Point(0)).unwrap_err(), NotEnclosed::NoTarget);
        let rules = Rules::new(9, Rules::KOMI, 0).unwrap();
        let open = Position::setup(&rules, &[(Point(40), Color::Black)], Color::White).unwrap();
        assert_eq!(Region::around(&open, Point(40)).unwrap_err(), NotEnclosed::TooLarge);
    }

    /// Random moves in a region change the referee's board in the same way, as long as nothing repeats.
    #[test]
    fn moves_in_a_region_are_the_referees() {
        let mut random = fastrand::Rng::with_seed(8);
        let rows = ["..X.O..", "XX..O..", "..XOO..", "XXXO...", "OOOO...", ".......", "......."];
        for _ in 0..300 {
            let mut position = board(&rows, Color::White);
            let (region, mut local) = Region::around(&position, Point(7)).unwrap();
            for _ in 0..12 {
                let n = random.usize(..region.points().len());
                let mv = Move::Place(region.points()[n]);
                let (ours, theirs) = (region.play(local, n), position.check(mv));
                if matches!(theirs, Err(heibai_games::position::Illegal::Repetition { .. })) {
                    break;
                }
                assert_eq!(ours.is_some(), theirs.is_ok());
                let Some(next) = ours else { continue };
                local = next;
                position.play(mv).unwrap();
                for (n, &point) in region.points().iter().enumerate() {
                    let stone = match (local.attacker >> n & 1, local.defender >> n & 1) {
                        (1, _) => Some(Color::White),
                        (_, 1) => Some(Color::Black),
                        _ => None,
                    };
                    assert_eq!(position.stone(point), stone);
                }
                if region.is_killed(local) {
                    break;
                }
            }
        }
    }
}
