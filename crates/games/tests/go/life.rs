//! Unconditional life against a solver that tries every way to capture while the owner passes.

use crate::reference::{Stones, diagram, group, next_to, position, random_stones};
use heibai_games::go::life::{Grounds, unconditional};
use heibai_games::{Color, Notation, Point, Position as _};
use std::collections::HashMap;

/// The attacker's stones only come and the owner's only go, so the search ends. Repetition is not looked
/// at: it cannot happen.
struct Solver {
    size: usize,
    attacker: Color,
    known: HashMap<Stones, u32>,
}

impl Solver {
    /// The owner's stones that some sequence of the attacker's moves captures, as bits.
    fn capturable(&mut self, stones: &Stones) -> u32 {
        if let Some(&known) = self.known.get(stones) {
            return known;
        }
        let mut captured = 0;
        for point in (0..stones.len()).filter(|&p| stones[p].is_none()) {
            let mut next = stones.clone();
            next[point] = Some(self.attacker);
            let mut taken = 0u32;
            for beside in next_to(self.size, point) {
                if next[beside] == Some(!self.attacker) {
                    let group = group(&next, self.size, beside);
                    if group.liberties.is_empty() {
                        group.stones.iter().for_each(|&stone| taken |= 1 << stone);
                    }
                }
            }
            (0..next.len()).filter(|&p| taken >> p & 1 != 0).for_each(|p| next[p] = None);
            if !group(&next, self.size, point).liberties.is_empty() {
                captured |= taken | self.capturable(&next);
            }
        }
        self.known.insert(stones.clone(), captured);
        captured
    }
}

fn living(stones: &Stones, size: usize, color: Color) -> u32 {
    let life = unconditional(&position(stones, size, Color::Black));
    let chains = life.chains.iter().filter(|chain| chain.color == color);
    chains.flat_map(|chain| &chain.stones).fold(0, |bits, stone| bits | 1 << stone.index())
}

/// The stones that the rule finds are exactly those that cannot be captured.
fn assert_exact(stones: &Stones, solver: &mut Solver) -> u32 {
    let color = !solver.attacker;
    let all = (0..stones.len()).filter(|&p| stones[p] == Some(color)).fold(0u32, |bits, p| bits | 1 << p);
    let living = living(stones, solver.size, color);
    let expected = all & !solver.capturable(stones);
    assert_eq!(living, expected, "{:?}", position(stones, solver.size, Color::Black));
    living.count_ones()
}

#[test]
fn every_position_of_3x3() {
    let mut found = 0;
    for attacker in Color::BOTH {
        let mut solver = Solver { size: 3, attacker, known: HashMap::new() };
        for code in 0..3u32.pow(9) {
            let stone = |p| [None, Some(Color::Black), Some(Color::White)][(code / 3u32.pow(p) % 3) as usize];
            let stones: Stones = (0..9).map(stone).collect();
            let lives = |p: usize| stones[p].is_none() || !group(&stones, 3, p).liberties.is_empty();
            if (0..9).all(lives) {
                found += assert_exact(&stones, &mut solver);
            }
        }
    }
    assert!(found > 0);
}

#[test]
fn random_positions_of_4x4() {
    let mut rng = fastrand::Rng::with_seed(40);
    let mut solver = Solver { size: 4, attacker: Color::White, known: HashMap::new() };
    let (mut found, mut tried) = (0, 0);
    while tried < 400 {
        let stones = random_stones(4, &mut rng);
        let empty = stones.iter().filter(|stone| stone.is_none()).count();
        let black = stones.iter().filter(|&&stone| stone == Some(Color::Black)).count();
        if (2..7).contains(&empty) && black > 4 {
            found += assert_exact(&stones, &mut solver);
            tried += 1;
        }
    }
    assert!(found > 100, "{found}");
}

const CORNER: &str = "
    . X . X O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .";

#[test]
fn two_eyes_in_the_corner_and_why() {
    let (stones, size) = diagram(CORNER);
    let position = position(&stones, size, Color::Black);
    let life = unconditional(&position);
    let at = |name| Notation::Go.read(name, size).unwrap();
    assert_eq!(life.chains.len(), 1, "White's wall has one region only");
    let Grounds::Lives(chain) = life.grounds(at("D7")) else { panic!("it lives") };
    let eyes: Vec<&[Point]> = chain.vital.iter().map(|&r| &life.regions[r].empty[..]).collect();
    assert_eq!(eyes, [&[at("A7")][..], &[at("C7")][..]]);
    assert_eq!(life.grounds(at("E7")), Grounds::Open);
    assert!(matches!(life.grounds(at("C7")), Grounds::Enclosed(region) if region.owner == Color::Black));
    assert_eq!(life.owners(size).iter().flatten().count(), chain.stones.len() + 2);
    assert!(life.dead().is_empty());
}

#[test]
fn a_stone_in_a_vital_region_is_dead() {
    let (stones, size) = diagram(
        "
        . X . O . X .
        X X X X X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let position = position(&stones, size, Color::Black);
    let life = unconditional(&position);
    assert_eq!(life.dead(), [Notation::Go.read("D7", size).unwrap()]);
    assert_eq!(position.stone(life.dead()[0]), Some(Color::White));
}

/// Whether a side captures a stone although its owner moves first, however he plays and takes back. What comes back
/// to an earlier board is no capture.
struct Capture {
    size: usize,
    stone: usize,
    /// Boards with the plies within which it was looked for, and what was found.
    known: HashMap<(Stones, Color, u32), bool>,
}

impl Capture {
    fn play(&self, stones: &Stones, point: usize, color: Color) -> Option<Stones> {
        let mut next = stones.clone();
        next[point] = Some(color);
        for beside in next_to(self.size, point) {
            if next[beside] == Some(!color) {
                let group = group(&next, self.size, beside);
                if group.liberties.is_empty() {
                    group.stones.iter().for_each(|&stone| next[stone] = None);
                }
            }
        }
        (!group(&next, self.size, point).liberties.is_empty()).then_some(next)
    }

    fn is_forced(&mut self, stones: &Stones, turn: Color, owner: Color, plies: u32) -> bool {
        if stones[self.stone] != Some(owner) {
            return true;
        }
        if plies == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(stones.clone(), turn, plies)) {
            return known;
        }
        let empty: Vec<usize> = (0..stones.len()).filter(|&p| stones[p].is_none()).collect();
        let mut nexts: Vec<Stones> =
            empty.into_iter().filter_map(|point| self.play(stones, point, turn)).collect();
        nexts.push(stones.clone());
        let mut after = nexts.iter();
        let found = if turn == owner {
            after.all(|next| self.is_forced(next, !turn, owner, plies - 1))
        } else {
            after.any(|next| self.is_forced(next, !turn, owner, plies - 1))
        };
        self.known.insert((stones.clone(), turn, plies), found);
        found
    }
}

/// Every stone that is called dead is captured, although its owner moves first and takes kos back at will.
#[test]
fn stones_without_room_for_two_eyes_are_captured() {
    let mut rng = fastrand::Rng::with_seed(42);
    let (mut dead, mut tried) = (0, 0);
    while tried < 60_000 {
        tried += 1;
        let size = 4 + tried % 2;
        let mut stones = random_stones(size, &mut rng);
        // Much more of Black than of White, so that Black lives.
        for stone in stones.iter_mut().filter(|stone| **stone == Some(Color::White)) {
            *stone = [Some(Color::Black), Some(Color::White)][usize::from(rng.usize(..3) == 0)];
        }
        let breathes = |p: usize| stones[p].is_none() || !group(&stones, size, p).liberties.is_empty();
        if !(0..stones.len()).all(breathes) || stones.iter().filter(|stone| stone.is_none()).count() > 6 {
            continue;
        }
        let life = unconditional(&position(&stones, size, Color::White));
        for stone in life.dead() {
            let owner = stones[stone.index()].expect("a stone");
            let mut capture = Capture { size, stone: stone.index(), known: HashMap::new() };
            let mut plies = 2..=14;
            let found = plies.any(|plies| capture.is_forced(&stones, owner, owner, plies));
            assert!(found, "{stone:?} of {:?}", position(&stones, size, Color::White));
            dead += 1;
        }
    }
    assert!(dead > 100, "{dead} dead stones");
}

/// A white stone that makes at most one eye in Black's corner, although no region there is vital to Black.
#[test]
fn a_stone_that_cannot_make_two_eyes_is_dead() {
    let (stones, size) = diagram(
        "
        . . O X . X .
        . . . X X X X
        X X X X . . .
        . X . X . . .
        X X X X . . .
        . . . . . . .
        . . . . . . .",
    );
    let position = position(&stones, size, Color::White);
    let life = unconditional(&position);
    assert_eq!(life.dead(), [Notation::Go.read("C7", size).unwrap()]);
    let Grounds::Enclosed(region) = life.grounds(life.dead()[0]) else { panic!("it is enclosed") };
    assert_eq!((region.owner, region.empty.len()), (Color::Black, 5));
}

#[test]
fn life_is_the_same_seen_from_every_side() {
    let mut rng = fastrand::Rng::with_seed(41);
    for _ in 0..300 {
        let size = rng.usize(3..10);
        let stones = random_stones(size, &mut rng);
        let owners = unconditional(&position(&stones, size, Color::Black)).owners(size);
        let swap = |list: &Stones| list.iter().map(|s| s.map(|color| !color)).rev().collect::<Stones>();
        let swapped = unconditional(&position(&swap(&stones), size, Color::White)).owners(size);
        assert_eq!(swapped, swap(&owners));
    }
}
