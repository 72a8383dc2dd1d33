//! Fixed workloads to compare the speed of hosts: the program and a browser.

use crate::data::File;
use crate::go::{samples, shipped};
use crate::gomoku::{self, PatternBoard, Spend, Weights};
use crate::othello::suite;
use crate::search::moment::Moment;
use crate::search::table::TranspositionTable;
use crate::search::threads::at_most;
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use heibai_games::{Color, Point, Position};
use heibai_net::Scratch;
use std::sync::atomic::AtomicBool;

/// A workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// An endgame of the FFO suite; counts nodes.
    Ffo(u32),
    /// A search of Gomoku without a network; counts nodes.
    Gomoku,
    /// Go's medium network on 9x9; counts evaluations.
    Go,
}

/// The result of a workload.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    pub work: u64,
    /// The part done by threads other than the first.
    pub helped: u64,
    /// A checksum that is the same on every host: a score, a point, or the bits of a value.
    pub result: i64,
    pub seconds: f64,
}

const NODES: u64 = 300_000;
const EVALUATIONS: u64 = 60;
/// Size in bytes of the transposition table that the endgames share.
const TABLE: usize = 64 << 20;

impl Measure {
    pub const ALL: [Measure; 7] = [
        Measure::Ffo(40),
        Measure::Ffo(41),
        Measure::Ffo(42),
        Measure::Ffo(43),
        Measure::Ffo(44),
        Measure::Gomoku,
        Measure::Go,
    ];

    pub fn name(self) -> String {
        match self {
            Measure::Ffo(number) => format!("ffo-{number}"),
            Measure::Gomoku => "gomoku".to_owned(),
            Measure::Go => "go".to_owned(),
        }
    }

    /// The workload with this name.
    pub fn named(name: &str) -> Option<Measure> {
        Measure::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// The data files it reads.
    pub fn files(self) -> &'static [File] {
        match self {
            Measure::Ffo(_) => &[File::Othello],
            Measure::Gomoku => &[File::Freestyle],
            Measure::Go => &[File::GoMedium],
        }
    }

    /// Runs the workload with this many threads, or as many as the host lends; `None` if there is no such problem.
    pub fn run(self, threads: usize) -> Option<Measured> {
        let threads = at_most(threads);
        match self {
            Measure::Ffo(number) => {
                let problem = suite::ffo().into_iter().find(|problem| problem.number == number)?;
                let table = TranspositionTable::new(TABLE);
                Some(timed(|| {
                    let found = suite::check(&problem, &table, threads).1;
                    (found.nodes, found.helped, i64::from(found.score))
                }))
            }
            Measure::Gomoku => {
                let rules = Rules::new(15, Variant::Freestyle, OpeningRule::Free).ok()?;
                let stones = [(112, Color::Black), (98, Color::White), (126, Color::Black)];
                let stones = stones.map(|(point, color)| (Point(point), color));
                let position = heibai_games::gomoku::Position::setup(&rules, &stones, Color::White).ok()?;
                let board = PatternBoard::of(&position, Weights::of(Variant::Freestyle));
                let mut engine = gomoku::Engine::new(16);
                engine.threads = threads;
                Some(timed(|| {
                    let found = engine.think(&board, Spend::nodes(NODES), 1, &AtomicBool::new(false));
                    let best = found.lines.first().map_or(0, |best| i64::from(best.value));
                    (found.nodes, found.helped, best)
                }))
            }
            Measure::Go => {
                let network = shipped::medium();
                let inputs = samples::positions(&network, &[(9, 40)], 5);
                // Positions are dealt out to the threads in turn.
                let part = &|first: usize| {
                    let mut scratch = Scratch::default();
                    let shown = inputs.iter().cycle().take(EVALUATIONS as usize).skip(first).step_by(threads);
                    let bits =
                        shown.map(|input| i64::from(network.evaluate(&mut scratch, input).lead.to_bits()));
                    bits.fold((0, 0), |(count, sum), bits| (count + 1, sum + bits))
                };
                Some(timed(|| {
                    std::thread::scope(|scope| {
                        let others: Vec<_> =
                            (1..threads).map(|first| scope.spawn(move || part(first))).collect();
                        let (_, mut result) = part(0);
                        let mut helped = 0;
                        for (count, sum) in others.into_iter().filter_map(|thread| thread.join().ok()) {
                            helped += count;
                            result += sum;
                        }
                        (EVALUATIONS, helped, result)
                    })
                }))
            }
        }
    }
}

fn timed(work: impl FnOnce() -> (u64, u64, i64)) -> Measured {
    let began = Moment::now();
    let (work, helped, result) = work();
    Measured { work, helped, result, seconds: began.elapsed().as_secs_f64() }
}
