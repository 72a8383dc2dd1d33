//! Unconditional life (Benson 1976): chains that cannot be captured even if their owner always passes, and
//! the regions that keep them alive. What is found here is certain; what is not found is open.
//!
//! A region is what the chains of one colour leave of the board: empty points and the other side's stones
//! that hang together. It is vital to a chain if each of its empty points is a liberty of that chain: then
//! the other side cannot fill it without taking its own last liberty. A chain lives by two vital regions,
//! if everything around these regions lives too.
//!
//! What living chains leave of the board is their territory if nobody else can make two eyes there. An eye of the
//! other side needs a point that no living chain touches, and two eyes need two such points that do not touch each
//! other: where there are none, all stones of the other side are dead.

use super::Position;
use crate::board::{Color, Point};
use crate::position::Position as _;

/// What is certain about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Life {
    /// Both colours' living chains, Black's first.
    pub chains: Vec<LivingChain>,
    /// The regions that they live by.
    pub regions: Vec<Region>,
}

/// A chain that lives, and its grounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LivingChain {
    /// Whose chain it is.
    pub color: Color,
    /// In the order of the points.
    pub stones: Vec<Point>,
    /// The regions vital to it, at least two, as places in `Life::regions`.
    pub vital: Vec<usize>,
}

/// A region that living chains enclose, and that is vital to one of them or leaves no room for two eyes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The colour of the chains around it.
    pub owner: Color,
    /// Its empty points.
    pub empty: Vec<Point>,
    /// The other side's stones in it, which are dead.
    pub dead: Vec<Point>,
}

/// Why a point is decided, for a surface to put into words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grounds<'a> {
    /// The stone belongs to a chain with two vital regions.
    Lives(&'a LivingChain),
    /// The point, or the dead stone on it, lies in a region that living chains enclose.
    Enclosed(&'a Region),
    /// Nothing is certain here.
    Open,
}

impl Life {
    /// What is certain about a point, and why.
    pub fn grounds(&self, point: Point) -> Grounds<'_> {
        let in_region = |region: &&Region| region.empty.contains(&point) || region.dead.contains(&point);
        if let Some(chain) = self.chains.iter().find(|chain| chain.stones.contains(&point)) {
            Grounds::Lives(chain)
        } else if let Some(region) = self.regions.iter().find(in_region) {
            Grounds::Enclosed(region)
        } else {
            Grounds::Open
        }
    }

    /// The stones that are certainly dead.
    pub fn dead(&self) -> Vec<Point> {
        self.regions.iter().flat_map(|region| region.dead.iter().copied()).collect()
    }

    /// By point: the side to which it certainly belongs.
    pub fn owners(&self, size: usize) -> Vec<Option<Color>> {
        let mut owners = vec![None; size * size];
        let stones = self.chains.iter().flat_map(|c| c.stones.iter().map(|&point| (point, c.color)));
        let inside = self.regions.iter().flat_map(|r| r.empty.iter().chain(&r.dead).map(|&p| (p, r.owner)));
        stones.chain(inside).for_each(|(point, owner)| owners[point.index()] = Some(owner));
        owners
    }
}

/// Finds what lives unconditionally, for both colours.
///
/// ```
/// use heibai_games::go::{Position, Rules, life};
/// use heibai_games::{Color, Point, Position as _};
/// // Two eyes in the corner: Black lives whatever White does.
/// let black = [(1, 0), (1, 1), (0, 1), (2, 1), (3, 0), (3, 1)];
/// let stones = black.map(|(x, y)| (Point::new(x, y, 9).unwrap(), Color::Black));
/// let rules = Rules::new(9, Rules::KOMI, 0).unwrap();
/// let position = Position::setup(&rules, &stones, Color::White).unwrap();
/// assert!(life::unconditional(&position).dead().is_empty());
/// ```
pub fn unconditional(position: &Position) -> Life {
    let mut life = Life::default();
    for color in Color::BOTH {
        LifeAnalysis::new(position, color).run(&mut life);
    }
    life
}

/// The chains and regions of one colour, and which of them are still thought to live.
struct LifeAnalysis<'a> {
    position: &'a Position,
    color: Color,
    chains: Vec<Vec<Point>>,
    regions: Vec<Area>,
    living: Vec<bool>,
}

struct Area {
    points: Vec<Point>,
    /// Chains that border it, in order.
    borders: Vec<usize>,
    /// Those of them to which it is vital.
    vital_to: Vec<usize>,
    enclosed: bool,
}

impl<'a> LifeAnalysis<'a> {
    fn new(position: &'a Position, color: Color) -> LifeAnalysis<'a> {
        let own: Vec<bool> = Point::all(position.size()).map(|p| position.stone(p) == Some(color)).collect();
        let (chains, chain_of) = components(position, |p| own[p.index()]);
        let (regions, _) = components(position, |p| !own[p.index()]);
        let beside = |point: Point| {
            let cell = position.board.cell(point);
            let numbers =
                position.board.beside(cell).filter_map(|n| chain_of[position.board.point(n).index()]);
            let mut numbers: Vec<usize> = numbers.collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let area = |points: Vec<Point>| {
            let mut borders: Vec<usize> = points.iter().flat_map(|&point| beside(point)).collect();
            borders.sort_unstable();
            borders.dedup();
            let mut vital_to = borders.clone();
            for &empty in points.iter().filter(|&&point| position.stone(point).is_none()) {
                let touching = beside(empty);
                vital_to.retain(|chain| touching.contains(chain));
            }
            Area { points, borders, vital_to, enclosed: true }
        };
        let regions = regions.into_iter().map(area).collect();
        let living = vec![true; chains.len()];
        LifeAnalysis { position, color, chains, regions, living }
    }

    /// Drops chains with fewer than two vital regions and regions beside a dropped chain, until all stay.
    fn run(mut self, life: &mut Life) {
        loop {
            let mut vital = vec![0; self.chains.len()];
            for region in self.regions.iter().filter(|region| region.enclosed) {
                region.vital_to.iter().for_each(|&chain| vital[chain] += 1);
            }
            let stays: Vec<bool> =
                self.living.iter().zip(&vital).map(|(&living, &n)| living && n >= 2).collect();
            if stays == self.living {
                break;
            }
            self.living = stays;
            for region in &mut self.regions {
                region.enclosed &= region.borders.iter().all(|&chain| self.living[chain]);
            }
        }
        self.tell(life);
    }

    fn tell(self, life: &mut Life) {
        let first = life.regions.len();
        let regions: Vec<&Area> =
            self.regions.iter().filter(|region| region.enclosed && !region.vital_to.is_empty()).collect();
        for region in &regions {
            let (empty, dead) =
                region.points.iter().partition(|&&point| self.position.stone(point).is_none());
            life.regions.push(Region { owner: self.color, empty, dead });
        }
        self.tell_territory(life);
        for (number, stones) in self.chains.into_iter().enumerate().filter(|&(n, _)| self.living[n]) {
            let vital = (0..regions.len()).filter(|&r| regions[r].vital_to.contains(&number));
            let vital = vital.map(|r| first + r).collect();
            life.chains.push(LivingChain { color: self.color, stones, vital });
        }
    }
}

impl LifeAnalysis<'_> {
    /// What living chains leave of the board and where the other side cannot make two eyes.
    fn tell_territory(&self, life: &mut Life) {
        let position = self.position;
        let mut alive = vec![false; position.size() * position.size()];
        let living = self.chains.iter().zip(&self.living).filter(|&(_, &living)| living);
        living.flat_map(|(stones, _)| stones).for_each(|stone| alive[stone.index()] = true);
        if !alive.contains(&true) {
            return;
        }
        let board = &position.board;
        let beside = |point: Point| board.beside(board.cell(point)).map(|next| board.point(next));
        let (areas, _) = components(position, |point| !alive[point.index()]);
        for points in areas {
            let is_told =
                |region: &Region| [&region.empty, &region.dead].iter().any(|s| s.contains(&points[0]));
            if life.regions.iter().any(|region| region.owner == self.color && is_told(region)) {
                continue;
            }
            let inner: Vec<Point> =
                points.iter().copied().filter(|&point| !beside(point).any(|n| alive[n.index()])).collect();
            let room = match inner[..] {
                [] | [_] => false,
                [a, b] => !beside(a).any(|near| near == b),
                _ => true,
            };
            if !room {
                let of = |stone: Option<Color>| {
                    points.iter().copied().filter(|&point| position.stone(point) == stone).collect()
                };
                life.regions.push(Region { owner: self.color, empty: of(None), dead: of(Some(!self.color)) });
            }
        }
    }
}

/// The connected sets of points with a property, and the number of the set that each point is in.
fn components(position: &Position, has: impl Fn(Point) -> bool) -> (Vec<Vec<Point>>, Vec<Option<usize>>) {
    let board = &position.board;
    let mut sets: Vec<Vec<Point>> = Vec::new();
    let mut number = vec![None; position.size() * position.size()];
    for start in Point::all(position.size()) {
        if !has(start) || number[start.index()].is_some() {
            continue;
        }
        number[start.index()] = Some(sets.len());
        let mut set = vec![start];
        let mut done = 0;
        while let Some(&point) = set.get(done) {
            done += 1;
            for n in board.beside(board.cell(point)).map(|n| board.point(n)) {
                if has(n) && number[n.index()].is_none() {
                    number[n.index()] = Some(sets.len());
                    set.push(n);
                }
            }
        }
        set.sort_unstable();
        sets.push(set);
    }
    (sets, number)
}
