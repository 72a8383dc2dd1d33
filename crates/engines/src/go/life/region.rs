//! A region that one side encloses, as a bit set: its stones, its moves, and unconditional life.

pub use super::enclosed::NotEnclosed;
use super::enclosed::{Enclosed, LARGE, beside, enclosed, largest_empty_area};
use heibai_games::board::{Color, Point};
use heibai_games::go;
use heibai_games::position::Position as _;

/// A set of points of a region.
pub type Bits = u128;

/// The largest region.
pub const MOST_POINTS: usize = Bits::BITS as usize;

/// The largest region around an arbitrary chain: a larger one is not a problem but half of a board.
const MOST_AROUND: usize = 64;

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

/// Which chains around a problem are taken as living.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walls {
    /// The attacker's that have a liberty outside.
    Attackers,
    /// Those of either side that have a liberty in the largest empty area of the board.
    OfBoth,
}

/// The stones in a region and who is to move; bit `n` is the region's point `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Local {
    pub attacker: Bits,
    pub defender: Bits,
    pub turn: Role,
}

impl Local {
    /// The stones of a side.
    pub fn stones(self, side: Role) -> Bits {
        if side == Role::Attacker { self.attacker } else { self.defender }
    }

    /// The same stones with the other side to move.
    pub fn passed(self) -> Local {
        Local { turn: self.turn.other(), ..self }
    }
}

#[derive(Clone, Debug)]
pub struct Region {
    points: Vec<Point>,
    /// By point: the points beside it.
    beside: Vec<Bits>,
    /// By role: points next to a wall of that side, where its chains cannot be captured.
    wall: [Bits; 2],
    target: Bits,
    /// How many stones the target's chain has.
    stones: u32,
    /// Stones of the attacker that must not be captured.
    at_risk: Bits,
    defender: Color,
}

impl Region {
    /// The region around the chain on `target`: everything enclosed by the other side's wall. A chain of the other
    /// side belongs to the wall if it has a liberty outside.
    pub fn around(position: &go::Position, target: Point) -> Result<(Region, Local), NotEnclosed> {
        let defender = position.stone(target);
        let is_wall = |chain: &go::Chain, outside: usize| Some(chain.color) != defender && outside > 0;
        Region::of(position, target, enclosed(position, target, &is_wall, MOST_AROUND, LARGE)?)
    }

    /// The region of a problem. Between walls of both sides chains race for liberties, and the target may connect to
    /// its own wall.
    pub fn of_problem(
        position: &go::Position,
        target: Point,
        walls: Walls,
    ) -> Result<(Region, Local), NotEnclosed> {
        if walls == Walls::Attackers {
            return Region::around(position, target);
        }
        let open = largest_empty_area(position);
        let is_wall = |chain: &go::Chain, _| chain.liberties.iter().any(|liberty| open.contains(liberty));
        Region::of(position, target, enclosed(position, target, &is_wall, MOST_AROUND, LARGE)?)
    }

    /// Like `around`, but `is_wall` decides which chains are sure to live, given their liberties outside the region.
    /// Other chains become part of the region; losing many of those that have liberties outside, or that are too
    /// large for a throw-in, counts as a failure.
    pub fn within(
        position: &go::Position,
        target: Point,
        is_wall: &dyn Fn(&go::Chain, usize) -> bool,
    ) -> Result<(Region, Local), NotEnclosed> {
        Region::of(position, target, enclosed(position, target, is_wall, MOST_POINTS, LARGE)?)
    }

    fn of(position: &go::Position, target: Point, found: Enclosed) -> Result<(Region, Local), NotEnclosed> {
        let Enclosed { points, at_risk } = found;
        let defender = position.stone(target).ok_or(NotEnclosed::NoTarget)?;
        let (mut region, local) = Region::of_points(position, points, defender);
        region.stones = position.chain(target).map_or(0, |chain| chain.stones.len() as u32);
        region.target = region.bit(target);
        region.at_risk = at_risk.into_iter().fold(0, |all, point| all | region.bit(point));
        Ok((region, local))
    }

    /// A region without a target; the points are in order, and stones around them are taken to live.
    pub(super) fn of_points(position: &go::Position, points: Vec<Point>, defender: Color) -> (Region, Local) {
        let size = position.size();
        let mut region =
            Region { points, beside: Vec::new(), wall: [0; 2], target: 0, stones: 0, at_risk: 0, defender };
        let all = |is_one: &dyn Fn(Point) -> bool| {
            region.points.iter().filter(|&&p| is_one(p)).fold(0, |all, &p| all | region.bit(p))
        };
        let beside_wall = |color: Color| {
            let is_wall = |near: Point| region.bit(near) == 0 && position.stone(near) == Some(color);
            all(&|p| beside(p, size).any(is_wall))
        };
        let wall = [beside_wall(!defender), beside_wall(defender)];
        let [attacker, own] = [!defender, defender].map(|color| all(&|p| position.stone(p) == Some(color)));
        let near = |&p: &Point| beside(p, size).fold(0, |all, near| all | region.bit(near));
        let beside = region.points.iter().map(near).collect();
        (region.beside, region.wall) = (beside, wall);
        let turn = if position.turn() == defender { Role::Defender } else { Role::Attacker };
        (region, Local { attacker, defender: own, turn })
    }

    fn bit(&self, point: Point) -> Bits {
        self.number(point).map_or(0, |n| 1 << n)
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn defender(&self) -> Color {
        self.defender
    }

    /// Whether all its walls belong to this side.
    pub fn is_enclosed_by(&self, side: Role) -> bool {
        self.wall[side as usize] != 0 && self.wall[side.other() as usize] == 0
    }

    /// The number of stones of the target's chain at the start.
    pub fn stones(&self) -> usize {
        self.stones as usize
    }

    /// The index of a point in this region.
    pub fn number(&self, point: Point) -> Option<usize> {
        self.points.binary_search(&point).ok()
    }

    pub fn color(&self, side: Role) -> Color {
        if side == Role::Defender { self.defender } else { !self.defender }
    }

    fn all(&self) -> Bits {
        Bits::MAX >> (MOST_POINTS - self.points.len())
    }

    pub fn empty(&self, local: Local) -> Bits {
        self.all() & !(local.attacker | local.defender)
    }

    /// The bits and their neighbours.
    fn spread(&self, bits: Bits) -> Bits {
        ones(bits).fold(bits, |all, n| all | self.beside[n])
    }

    /// The part of `within` that is connected to `seed`.
    fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut found = seed & within;
        let mut new = found;
        while new != 0 {
            new = self.spread(new) & within & !found;
            found |= new;
        }
        found
    }

    /// The connected parts of a set.
    fn parts(&self, set: Bits) -> impl Iterator<Item = Bits> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            (part != 0).then_some(part)
        })
    }

    fn breathes(&self, chain: Bits, empty: Bits, side: Role) -> bool {
        chain & self.wall[side as usize] != 0 || self.spread(chain) & empty != 0
    }

    /// The number of liberties of the target's chain inside the region.
    pub(super) fn liberties(&self, local: Local) -> u32 {
        let chain = self.flood(self.target, local.defender);
        (self.spread(chain) & self.empty(local)).count_ones()
    }

    /// Places a stone of the side to move on point `n`; `None` if it is occupied or suicide.
    pub fn play(&self, local: Local, n: usize) -> Option<Local> {
        self.play_ko(local, n).map(|(after, _)| after)
    }

    /// Like `play`, also returning the ko point that the other side may not retake at once.
    pub(super) fn play_ko(&self, local: Local, n: usize) -> Option<(Local, Option<usize>)> {
        let stone: Bits = 1 << n;
        if self.empty(local) & stone == 0 {
            return None;
        }
        let (own, other) = (local.stones(local.turn), local.stones(local.turn.other()));
        let own = own | stone;
        let empty = self.all() & !(own | other);
        let mut left = other;
        for near in ones(self.beside[n] & other) {
            let chain = self.flood(1 << near, other);
            if !self.breathes(chain, empty, local.turn.other()) {
                left &= !chain;
            }
        }
        let taken = other & !left;
        let empty = self.all() & !(own | left);
        if taken == 0
            && self.beside[n] & empty == 0
            && !self.breathes(self.flood(stone, own), empty, local.turn)
        {
            return None;
        }
        let alone = self.beside[n] & (own | empty) == taken && stone & self.wall[local.turn as usize] == 0;
        let ko = (taken.count_ones() == 1 && alone).then(|| taken.trailing_zeros() as usize);
        let turn = local.turn.other();
        let after = match local.turn {
            Role::Attacker => Local { attacker: own, defender: left, turn },
            Role::Defender => Local { attacker: left, defender: own, turn },
        };
        Some((after, ko))
    }

    /// The points that the defender holds as the board stands, less those of the attacker: stones, and empty points
    /// that only one side touches.
    pub(super) fn margin(&self, local: Local) -> i32 {
        let mut held = local.defender.count_ones() as i32 - local.attacker.count_ones() as i32;
        for area in self.parts(self.empty(local)) {
            let around = self.spread(area);
            let touches =
                |side: Role| around & local.stones(side) != 0 || area & self.wall[side as usize] != 0;
            let points = area.count_ones() as i32;
            match (touches(Role::Defender), touches(Role::Attacker)) {
                (true, false) => held += points,
                (false, true) => held -= points,
                _ => {}
            }
        }
        held
    }

    /// Whether the target was captured.
    pub(crate) fn is_killed(&self, local: Local) -> bool {
        local.defender & self.target == 0
    }

    /// Whether the attacker has nothing at risk in the region.
    pub fn is_safe(&self) -> bool {
        self.at_risk == 0
    }

    /// Whether the attacker has lost more than it may: in a seki both sides could capture at that price.
    pub(super) fn costs_too_much(&self, local: Local) -> bool {
        (self.at_risk & !local.attacker).count_ones() * 4 >= self.stones
    }

    /// Whether the target's chain hangs together with a wall of its own side.
    pub fn is_connected(&self, local: Local) -> bool {
        self.flood(self.target, local.defender) & self.wall[Role::Defender as usize] != 0
    }

    /// Whether the target's chain lives even if its side always passes (Benson), or the attacker lost more than it
    /// may. A region that touches the attacker's wall is no eye.
    pub fn lives(&self, local: Local) -> bool {
        if self.at_risk != 0 && self.costs_too_much(local) {
            return true;
        }
        let (outside, home) = (self.wall[Role::Attacker as usize], self.wall[Role::Defender as usize]);
        if self.is_connected(local) {
            return true;
        }
        let empty = self.empty(local);
        let mut chains: Vec<Bits> = self.parts(local.defender).collect();
        let mut eyes: Vec<Bits> =
            self.parts(self.all() & !local.defender).filter(|eye| eye & outside == 0).collect();
        loop {
            let before = chains.len();
            chains.retain(|&chain| {
                let around = self.spread(chain);
                let vital = |&&eye: &&Bits| eye & around != 0 && eye & empty & !around == 0;
                chain & home != 0 || eyes.iter().filter(vital).count() >= 2
            });
            if chains.len() == before {
                return chains.iter().any(|chain| chain & self.target != 0);
            }
            let alive: Bits = chains.iter().fold(0, |all, chain| all | chain);
            eyes.retain(|&eye| self.spread(eye) & local.defender & !alive == 0);
        }
    }
}

/// The indices of the set bits.
pub fn ones(bits: Bits) -> impl Iterator<Item = usize> {
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
        setup(rows, turn).unwrap()
    }

    /// The same; `None` where a chain has no liberty.
    pub fn setup(rows: &[&str], turn: Color) -> Option<Position> {
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
        Position::setup(&rules, &stones, turn).ok()
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
