//! Composes wins by fours that are longer than those of games, by hill climbing: it starts from random stones, moves one
//! at a time, and keeps a change unless it makes the shortest win shorter.

use heibai_engines::gomoku::{Failures, Found, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Notation, Point, Position as _};

/// Nodes of a VCF search.
const NODES: u64 = 60_000;
const STEPS: usize = 6_000;

struct Composer {
    rules: Rules,
    random: fastrand::Rng,
    failures: Failures,
}

impl Composer {
    fn position(&self, points: &[Point]) -> Option<Position> {
        let stones: Vec<(Point, Color)> =
            points.iter().copied().zip(Color::BOTH.into_iter().cycle()).collect();
        let position = Position::setup(&self.rules, &stones, Color::BOTH[points.len() % 2]).ok()?;
        position.outcome().is_none().then_some(position)
    }

    /// The length of the shortest win; 0 if there is none or it is immediate.
    fn length(&mut self, points: &[Point]) -> usize {
        let Some(position) = self.position(points) else { return 0 };
        let mut board = PatternBoard::of(&position, Weights::of(self.rules.variant()));
        if board.is_decided() {
            return 0;
        }
        self.failures.clear();
        match Vcf::new(&mut board, &mut self.failures, NODES, &|| false).shortest() {
            Found::Win(line) => {
                let line: Vec<Point> = line.into_iter().map(|cell| Point(cell as u16)).collect();
                assert_eq!(proof::check(&position, &line), Ok(()), "a line that the referee refuses");
                proof::length(&position, &line)
            }
            _ => 0,
        }
    }

    fn point(&mut self) -> Point {
        let size = self.rules.size() as u16;
        Point(self.random.u16(..size * size))
    }

    /// A position with a win of the wanted length; `None` after `STEPS` steps without one.
    fn compose(&mut self, wanted: usize) -> Option<Vec<Point>> {
        let count = self.random.usize(36..90);
        let mut points: Vec<Point> = Vec::new();
        while points.len() < count {
            let point = self.point();
            if !points.contains(&point) {
                points.push(point);
            }
        }
        let mut best = 0;
        for _ in 0..STEPS {
            let (i, point) = (self.random.usize(..count), self.point());
            if points.contains(&point) {
                continue;
            }
            let old = std::mem::replace(&mut points[i], point);
            let length = self.length(&points);
            if length < best {
                points[i] = old;
                continue;
            }
            best = length;
            if best >= wanted {
                return Some(points);
            }
        }
        None
    }
}

pub fn run(variant: Variant, length: usize, count: usize, seed: u64) -> anyhow::Result<()> {
    let rules = Rules::new(15, variant, OpeningRule::Free)?;
    let mut composer =
        Composer { rules, random: fastrand::Rng::with_seed(seed), failures: Failures::new(16) };
    let mut found: usize = 0;
    while found < count {
        if let Some(points) = composer.compose(length) {
            println!("{}", points.iter().map(|&p| Notation::Gomoku.write(p, 15)).collect::<String>());
            found += 1;
        }
    }
    Ok(())
}
