//! `heibai bench search`, `threads` and `vcf`: the speed of the Gomoku engine's search, on one thread and several, and
//! its solver on the shipped positions with a win by fours.

use super::{Figure, Setting, Stopwatch};
use crate::failure::Context;
use heibai_engines::gomoku::{Engine, Failures, Found, Net, PatternBoard, Spend, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position as Gomoku, Rules, Variant};
use heibai_games::{Color, Notation, Point, Position};
use heibai_words::commands::fails_referee;
use heibai_words::measurements as said;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Positions from games, and composed ones with wins of sixteen moves and more.
const SUITES: [(Variant, &str, &str); 4] = [
    (Variant::Renju, "renju", include_str!("../../../../data/vcf/suite-renju.txt")),
    (Variant::Freestyle, "freestyle", include_str!("../../../../data/vcf/suite-freestyle.txt")),
    (Variant::Renju, "renju long", include_str!("../../../../data/vcf/long-renju.txt")),
    (Variant::Freestyle, "freestyle long", include_str!("../../../../data/vcf/long-freestyle.txt")),
];

/// Openings to search from.
const GAMES: [&str; 3] = ["h8i9g7", "h8h9j8i10", "h8i8g6f9i7h7"];

/// The time limit of the solver for one position.
const LONGEST: Duration = Duration::from_secs(1);

fn place(variant: Variant, moves: &str) -> anyhow::Result<Gomoku> {
    let rules = Rules::new(15, variant, OpeningRule::Free)?;
    let mut stones = Vec::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |i| i + 1);
        stones.push((Notation::Gomoku.read(&rest[..end], 15)?, Color::BOTH[stones.len() % 2]));
        rest = &rest[end..];
    }
    Ok(Gomoku::setup(&rules, &stones, Color::BOTH[stones.len() % 2])?)
}

/// Nodes per CPU second, one thread.
pub fn search(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let nodes = if setting.quick { 100_000 } else { 1_000_000 };
    let mut figures = Vec::new();
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        let mut boards = Vec::new();
        for moves in GAMES {
            boards.push(PatternBoard::of(&place(variant, moves)?, Weights::of(variant)));
        }
        let mut engine = Engine::new(64);
        let (mut total, watch) = (0, Stopwatch::start());
        for board in &boards {
            total += engine.think(board, Spend::nodes(nodes), 1, &AtomicBool::new(false)).nodes;
        }
        let name = format!("gomoku {}", variant.name());
        figures.push(Figure::rate(name, total, watch.cpu_seconds(), "nodes/CPU s"));
    }
    Ok(figures)
}

/// How much earlier several threads reach a depth than one, in the geometric mean: by time, and by the nodes of the main
/// thread, which do not depend on what else the machine does as long as all threads get the same share of it.
pub fn threads(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let (depth, rounds) = if setting.quick { (6, 1) } else { (12, 3) };
    let threads = setting.threads;
    let (mut engine, mut count) = (Engine::new(64), 0.0);
    let [mut sooner, mut fewer, mut share] = [0.0; 3];
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        for moves in GAMES.repeat(rounds) {
            let position = place(variant, moves)?;
            engine.net = Net::of(&position.rules());
            let board = PatternBoard::of(&position, Weights::full(variant));
            let mut reach = |threads| {
                engine.clear();
                engine.threads = threads;
                let begun = Instant::now();
                let spend = Spend { depth, ..Spend::nodes(u64::MAX) };
                let thoughts = engine.think(&board, spend, 1, &AtomicBool::new(false));
                let main = (thoughts.nodes - thoughts.helped) as f64;
                (begun.elapsed().as_secs_f64(), main, thoughts.helped as f64 / main)
            };
            let (one, several) = (reach(1), reach(threads));
            count += 1.0;
            sooner += (one.0 / several.0).ln();
            fewer += (one.1 / several.1).ln();
            share += several.2;
        }
    }
    let figure = |name: &str, value| Figure {
        name: format!("gomoku, depth {depth}, {threads} threads: {name}"),
        value,
        unit: "times",
        more_is_better: true,
    };
    Ok(vec![
        figure("faster than one", (sooner / count).exp()),
        figure("by the main thread's nodes", (fewer / count).exp()),
        figure("nodes of the others", share / count),
    ])
}

/// The nodes of fixed-depth searches under each rule set: the same on every processor.
pub fn signature() -> anyhow::Result<u64> {
    let mut nodes = 0;
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        for moves in GAMES {
            let board = PatternBoard::of(&place(variant, moves)?, Weights::of(variant));
            let spend = Spend { depth: 7, ..Spend::nodes(1_000_000) };
            nodes += Engine::new(4).think(&board, spend, 1, &AtomicBool::new(false)).nodes;
        }
    }
    Ok(nodes)
}

/// The share of the suites solved within a second each and accepted by the referee, and the slowest.
pub fn vcf(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (variant, label, suite) in SUITES {
        let step = if setting.quick { 20 } else { 1 };
        let (mut solved, mut count, mut slowest) = (0, 0, 0f64);
        let mut failures = Failures::new(20);
        let all = Stopwatch::start();
        for moves in suite.lines().step_by(step) {
            let watch = Stopwatch::start();
            count += 1;
            solved += u32::from(solve(variant, moves, &mut failures)?);
            slowest = slowest.max(watch.cpu_seconds());
        }
        let mut figure = |name: &str, value, unit, more_is_better| {
            let name = format!("{label} {name} of {count}");
            figures.push(Figure { name, value, unit, more_is_better });
        };
        figure("solved within 1 s", f64::from(solved), "positions", true);
        figure("CPU time", all.cpu_seconds() * 1000.0, "ms", false);
        figure("slowest", slowest * 1000.0, "ms", false);
    }
    Ok(figures)
}

fn solve(variant: Variant, moves: &str, failures: &mut Failures) -> anyhow::Result<bool> {
    let position = place(variant, moves).told(|| said::suite_line(moves))?;
    let mut board = PatternBoard::of(&position, Weights::of(variant));
    failures.clear();
    let end = Instant::now() + LONGEST;
    let stop = || Instant::now() >= end;
    let Found::Win(cells) = Vcf::new(&mut board, failures, u64::MAX, &stop).any() else { return Ok(false) };
    let line: Vec<Point> = cells.into_iter().map(|cell| Point(cell as u16)).collect();
    match proof::check(&position, &line) {
        Ok(()) => Ok(true),
        Err(flaw) => Err(said::suite_line(moves).because(fails_referee(&format!("{flaw:?}"))).into()),
    }
}
