//! Makes life-and-death problems: random enclosed groups in a corner, at a side or in the centre, kept if the first move
//! decides, only one move is correct, and the rules confirm every line.

use heibai_engines::go::life::{Goal, Problem, Walls, deciding};
use heibai_games::go::{Position, Rules};
use heibai_games::symmetry::Symmetry;
use heibai_games::{Color, Notation, Point, Position as _};
use std::collections::HashSet;
use std::path::Path;

/// Positions for confirming a problem by the rules; longer problems are left out.
const MOST_CHECKED: u32 = 60_000;
/// Positions that the solver reads before the full solution.
pub(super) const QUICKLY: usize = 20_000;
/// Attempts before giving up.
const TRIES: usize = 3_000_000;

/// Problems of two kinds in four grades, without duplicates.
pub(super) struct KeptProblems {
    pub lists: [[Vec<(Position, Problem)>; 4]; 2],
    each: usize,
    seen: HashSet<Vec<u8>>,
}

impl KeptProblems {
    /// Keeps up to `each` problems of each kind in each grade.
    pub fn new(each: usize) -> KeptProblems {
        KeptProblems { lists: Default::default(), each, seen: HashSet::new() }
    }

    pub fn is_full(&self) -> bool {
        self.lists.iter().flatten().all(|list| list.len() >= self.each)
    }

    /// Keeps a problem if it is new, needed, and confirmed by the rules.
    pub fn offer(&mut self, sort: usize, position: Position, problem: Problem) {
        let list = &mut self.lists[sort][problem.grade() - 1];
        if list.len() >= self.each || !self.seen.insert(shape(&position)) {
            return;
        }
        if problem.holds(&position, MOST_CHECKED) == Some(true) {
            list.push((position, problem));
            let counts: Vec<usize> = self.lists.iter().flatten().map(Vec::len).collect();
            eprintln!("{counts:?}");
        }
    }
}

pub fn run(seed: u64, each: usize, size: usize, without_solver: bool, out: &Path) -> anyhow::Result<()> {
    let texts = make(seed, each, size, without_solver);
    println!("{} problems", texts.len());
    crate::write_list(out, &texts)
}

fn make(seed: u64, each: usize, size: usize, without_solver: bool) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut kept = KeptProblems::new(each);
    for _ in 0..TRIES {
        if kept.is_full() {
            break;
        }
        let goal = if random.bool() { Goal::Kill } else { Goal::Live };
        let Some((position, target)) = group(goal, size, &mut random) else { continue };
        // The solver rejects trivial positions faster than the full solution.
        if !without_solver {
            let found = deciding(&position, target, &mut { QUICKLY });
            if found.is_none_or(|found| found.by_ko || found.moves.len() != 1) {
                continue;
            }
        }
        let Some(problem) = Problem::of(&position, target, Walls::Attackers) else { continue };
        // A problem with few wrong moves is trivial.
        if problem.answers.len() == 1 && problem.refutations.len() >= 2 {
            kept.offer(goal as usize, position, problem);
        }
    }
    let graded = (0..4).flat_map(|grade| kept.lists.iter().flat_map(move |goal| &goal[grade]));
    let goal = |problem: &Problem| if problem.goal == Goal::Kill { "kill" } else { "live" };
    graded.enumerate().map(|(i, (position, problem))| json(i + 1, goal(problem), position, problem)).collect()
}

fn beside(point: Point, size: usize) -> impl Iterator<Item = Point> {
    let (x, y) = (point.x(size), point.y(size));
    [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
        .into_iter()
        .filter_map(move |(x, y)| Point::new(x, y, size))
}

/// A random enclosed group, and a stone of its largest chain. Black is to move.
fn group(goal: Goal, size: usize, random: &mut fastrand::Rng) -> Option<(Position, Point)> {
    let points = room(size, random);
    let (attacker, defender) =
        if goal == Goal::Kill { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
    let mut stones: Vec<(Point, Color)> = Vec::new();
    for point in Point::all(size).filter(|point| !points.contains(point)) {
        let (x, y) = (point.x(size) as i32, point.y(size) as i32);
        let touches = |p: &Point| {
            let (dx, dy) = ((p.x(size) as i32 - x).abs(), (p.y(size) as i32 - y).abs());
            dx.max(dy) == 1
        };
        if points.iter().any(touches) {
            stones.push((point, attacker));
        }
    }
    let solid = random.f32() * 0.3 + 0.65;
    for &point in &points {
        let outer = beside(point, size).any(|near| !points.contains(&near));
        let own = if outer { solid } else { 0.12 };
        match random.f32() {
            x if x < own => stones.push((point, defender)),
            x if x > 0.93 => stones.push((point, attacker)),
            _ => {}
        }
    }
    let rules = Rules::new(size, Rules::KOMI, 0).ok()?;
    let position = Position::setup(&rules, &stones, Color::Black).ok()?;
    let chains = position.chains().into_iter().filter(|chain| chain.color == defender);
    let chains: Vec<_> = chains.collect();
    let largest = chains.iter().max_by_key(|chain| chain.stones.len())?;
    let empty = points.iter().filter(|&&point| position.stone(point).is_none()).count();
    let fits = largest.stones.len() >= 4
        && chains.len() <= 3
        && (3..=if size > 9 { 12 } else { 9 }).contains(&empty);
    fits.then(|| (position.clone(), largest.stones[0]))
}

/// A compact set of points, mostly at the edge.
pub(super) fn room(size: usize, random: &mut fastrand::Rng) -> Vec<Point> {
    let (x, y) = match random.u32(..10) {
        _ if size > 9 => (0, 0),
        0..6 => (0, 0),
        6..9 => (random.usize(3..6), 0),
        _ => (4, 4),
    };
    let mut points = vec![Point::new(x, y, size).expect("on the board")];
    let count = random.usize(8..=if size > 9 { 20 } else { 16 });
    while points.len() < count {
        let from = points[random.usize(..points.len())];
        let near: Vec<Point> = beside(from, size).filter(|p| !points.contains(p)).collect();
        let Some(&next) = near.get(random.usize(..near.len().max(1))) else { continue };
        // Preferring points with more neighbours in the set makes it rounder.
        let ties = beside(next, size).filter(|p| points.contains(p)).count();
        let edge = 4 - beside(next, size).count();
        if random.usize(..4) < ties + edge && next.x(size).max(next.y(size)) < size - 1 {
            points.push(next);
        }
    }
    points
}

/// The stones of the least of the eight symmetric images.
pub(super) fn shape(position: &Position) -> Vec<u8> {
    let size = position.size();
    let images = Symmetry::ALL.into_iter().map(|symmetry| {
        let stone = |p: Point| position.stone(symmetry.point(p, size)).map_or(0, |color| color as u8 + 1);
        Point::all(size).map(stone).collect::<Vec<u8>>()
    });
    images.min().unwrap_or_default()
}

pub(super) fn json(id: usize, goal: &str, position: &Position, problem: &Problem) -> String {
    let size = position.size();
    let name = |point: Point| format!("\"{}\"", Notation::Go.write(point, size));
    let list = |points: Vec<Point>| points.into_iter().map(name).collect::<Vec<_>>().join(",");
    let of = |color| list(Point::all(size).filter(|&point| position.stone(point) == Some(color)).collect());
    let or_pass = |point: Option<Point>| point.map_or("\"pass\"".to_owned(), name);
    let line: Vec<String> = problem.line.iter().map(|&point| or_pass(point)).collect();
    let refutations: Vec<String> =
        problem.refutations.iter().map(|r| format!("{}:{}", name(r.wrong), or_pass(r.reply))).collect();
    format!(
        "{{\"id\":{id},\"grade\":{},\"goal\":\"{goal}\",\"size\":{size},\"side\":\"black\",\"black\":[{}],\
         \"white\":[{}],\"target\":{},\"length\":{},\"answers\":[{}],\"line\":[{}],\"refutations\":{{{}}}}}",
        problem.grade(),
        of(Color::Black),
        of(Color::White),
        name(problem.target),
        problem.length(),
        list(problem.answers.clone()),
        line.join(","),
        refutations.join(","),
    )
}
