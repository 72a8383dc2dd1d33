//! Makes capturing races and connection problems: small areas between walls of both sides, kept if the first move
//! decides, only one move is correct, and the rules confirm every line.

use super::problems::{KeptProblems, QUICKLY, json, room};
use heibai_engines::go::life::{Goal, Local, Problem, Region, Role, Walls, decide};
use heibai_games::go::{Position, Rules};
use heibai_games::symmetry::Symmetry;
use heibai_games::{Color, Point, Position as _};
use std::path::Path;

const SIZE: usize = 9;
/// Attempts before giving up.
const TRIES: usize = 2_000_000;
/// The least number of stones of each side in a race.
const RIVALS: usize = 3;

#[derive(Clone, Copy, PartialEq)]
enum Fight {
    Race,
    Connect,
}

pub fn run(seed: u64, each: usize, out: &Path) -> anyhow::Result<()> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut kept = KeptProblems::new(each);
    for _ in 0..TRIES {
        if kept.is_full() {
            break;
        }
        let fight = if random.bool() { Fight::Race } else { Fight::Connect };
        let composed = match fight {
            Fight::Race => race(&mut random),
            Fight::Connect => cut_off(&mut random),
        };
        if let Some((position, problem)) = composed.and_then(|stones| posed(fight, &stones, &mut random)) {
            kept.offer(fight as usize, position, problem);
        }
    }
    let mut texts = Vec::new();
    for (fight, goal) in [(Fight::Race, "race"), (Fight::Connect, "connect")] {
        for (position, problem) in kept.lists[fight as usize].iter().flatten() {
            texts.push(json(texts.len() + 1, goal, position, problem));
        }
    }
    println!("{} problems", texts.len());
    crate::write_list(out, &texts)
}

/// The problem of these stones with Black to move, in a random symmetry; `None` if there is none or it is trivial.
fn posed(fight: Fight, stones: &[(Point, Color)], random: &mut fastrand::Rng) -> Option<(Position, Problem)> {
    let symmetry = Symmetry::ALL[random.u32(..8) as usize];
    let stones: Vec<(Point, Color)> =
        stones.iter().map(|&(point, color)| (symmetry.point(point, SIZE), color)).collect();
    let position = Position::setup(&Rules::new(SIZE, Rules::KOMI, 0).ok()?, &stones, Color::Black).ok()?;
    let color = if fight == Fight::Race { Color::White } else { Color::Black };
    let chains = position.chains().into_iter().filter(|chain| chain.color == color);
    // The target is the largest chain that is not part of a wall.
    let mut fits: Vec<(usize, Point)> = Vec::new();
    for chain in chains {
        let Ok((region, local)) = Region::of_problem(&position, chain.stones[0], Walls::OfBoth) else {
            continue;
        };
        if !region.is_connected(local) {
            fits.push((chain.stones.len(), chain.stones[0]));
        }
    }
    let (stones, target) = fits.into_iter().max()?;
    let (region, local) = Region::of_problem(&position, target, Walls::OfBoth).ok()?;
    let is_race = !region.is_safe() && stones >= RIVALS && !region.is_enclosed_by(Role::Attacker);
    if is_race != (fight == Fight::Race) || stones < 2 {
        return None;
    }
    let found = decide(&region, local, target, &mut { QUICKLY })?;
    if found.by_ko || found.moves.len() != 1 {
        return None;
    }
    let problem = Problem::of(&position, target, Walls::OfBoth)?;
    let wanted = if fight == Fight::Race { Goal::Kill } else { Goal::Live };
    let asks = problem.goal == wanted && problem.answers.len() == 1 && problem.refutations.len() >= 2;
    (asks && (fight == Fight::Race || comes_home(&region, local, &problem))).then_some((position, problem))
}

/// Whether best play ends with the target connected to a wall of its own.
fn comes_home(region: &Region, start: Local, problem: &Problem) -> bool {
    let end = problem.line.iter().try_fold(start, |local, &point| match point {
        Some(point) => region.play(local, region.number(point)?),
        None => Some(local.passed()),
    });
    // With two ways to connect, the line may end before the last stone.
    let home = |local| region.is_connected(local);
    let next = |local| (0..region.points().len()).filter_map(move |n| region.play(local, n)).any(home);
    end.is_some_and(|local| home(local) || next(Local { turn: Role::Defender, ..local }))
}

/// Two chains at the edge with liberties between them and outside, each enclosed by the other side.
fn race(random: &mut fastrand::Rng) -> Option<Vec<(Point, Color)>> {
    let first = random.usize(0..=2);
    let (left, between, right) = (random.usize(1..=3), random.usize(0..=2), random.usize(1..=3));
    let end = first + left + between + right;
    if end >= SIZE {
        return None;
    }
    let middle = first + left + random.usize(0..=between);
    let own = if random.bool() { Color::Black } else { Color::White };
    let high = random.usize(1..=2);
    let full = random.f32() * 0.5 + 0.4;
    let (mut open, mut stones) = (Vec::new(), Vec::new());
    for x in first..end {
        let mine = if x < middle { own } else { !own };
        let is_between = (first + left..first + left + between).contains(&x);
        // Sometimes there is an outside liberty below the chain.
        let outside = usize::from(random.u32(..3) == 0);
        for y in 0..=high + outside {
            let point = Point::new(x, y, SIZE)?;
            open.push(point);
            if y == high || (y < high && !is_between && random.f32() < full) {
                stones.push((point, mine));
            }
        }
    }
    stones.extend(ring(&open).map(|point| (point, if point.x(SIZE) < middle { !own } else { own })));
    Some(stones)
}

/// Black stones inside White's wall, a part of which is black.
fn cut_off(random: &mut fastrand::Rng) -> Option<Vec<(Point, Color)>> {
    let open = room(SIZE, random);
    let around: Vec<Point> = ring(&open).collect();
    let from = around[random.usize(..around.len())];
    let near = random.usize(1..=3);
    let is_home = |point: &Point| {
        let off = |a: usize, b: usize| a.abs_diff(b);
        off(point.x(SIZE), from.x(SIZE)).max(off(point.y(SIZE), from.y(SIZE))) <= near
    };
    let mut stones: Vec<(Point, Color)> =
        around.iter().map(|&p| (p, if is_home(&p) { Color::Black } else { Color::White })).collect();
    for &point in &open {
        match random.f32() {
            x if x < 0.4 => stones.push((point, Color::Black)),
            x if x > 0.8 => stones.push((point, Color::White)),
            _ => {}
        }
    }
    let empty = open.len() + around.len() - stones.len();
    (3..=9).contains(&empty).then_some(stones)
}

/// The neighbours of a set of points, diagonal ones included.
fn ring(open: &[Point]) -> impl Iterator<Item = Point> + '_ {
    let touches = |a: Point, b: Point| a.x(SIZE).abs_diff(b.x(SIZE)).max(a.y(SIZE).abs_diff(b.y(SIZE))) == 1;
    Point::all(SIZE)
        .filter(move |point| !open.contains(point) && open.iter().any(|&near| touches(near, *point)))
}
