//! Makes endgame problems: two living sides with an unfinished border, kept if only one move is best, others gain
//! something too, no ko decides, and the rules confirm every score.

use super::problems::shape;
use heibai_engines::go::life::{Counts, Stage};
use heibai_games::go::{Position, Rules, life};
use heibai_games::{Color, HalfPoints, Move, Notation, Point, Position as _};
use std::collections::HashSet;
use std::path::Path;

const SIZES: [usize; 3] = [5, 7, 9];
/// The number of open points, empty or not.
const OPEN: std::ops::RangeInclusive<usize> = 4..=10;
/// Positions for confirming one side of a problem by the rules.
const MOST_CHECKED: u32 = 6_000;
/// The largest gain of the best move: more is life and death.
const MOST_GAINED: i32 = 8;
/// The least number of other moves that gain something.
const TEMPTING: usize = 2;

struct Endgame {
    position: Position,
    /// Best play until the score is settled.
    line: Vec<Move>,
    /// The score for the side to move.
    score: i32,
}

pub fn run(seed: u64, each: usize, tries: usize, out: &Path) -> anyhow::Result<()> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut kept: [Vec<Endgame>; 4] = Default::default();
    let mut seen = HashSet::new();
    for at in 0..tries {
        if kept.iter().all(|list| list.len() >= each) {
            break;
        }
        let size = SIZES[random.usize(..SIZES.len())];
        let Some(position) = border(size, &mut random) else { continue };
        let Some(endgame) = posed(&position, |grade| kept[grade - 1].len() < each) else { continue };
        if seen.insert(shape(&position)) {
            kept[endgame.grade() - 1].push(endgame);
            eprintln!("{at}: {:?}", kept.each_ref().map(Vec::len));
        }
    }
    let texts: Vec<String> = (1..).zip(kept.iter().flatten()).map(|(id, endgame)| endgame.json(id)).collect();
    println!("{} problems", texts.len());
    crate::write_list(out, &texts)
}

/// The problem of a position, if its grade is wanted.
fn posed(position: &Position, is_wanted: impl Fn(usize) -> bool) -> Option<Endgame> {
    let (counts, stage) = Counts::of(position)?;
    let side = position.turn();
    let gain =
        |stage: Stage| counts.count(stage).map(|count| if side == Color::Black { count } else { -count });
    let (score, passed) = (gain(stage)?, gain(stage.passed())?);
    let after = counts.moves(stage).map(|(_, after)| gain(after)).collect::<Option<Vec<i32>>>()?;
    let best = after.iter().filter(|&&count| count == score).count();
    let tempting = after.iter().filter(|&&count| count > passed && count < score).count();
    if best != 1 || tempting < TEMPTING || score - passed > MOST_GAINED {
        return None;
    }
    let endgame = Endgame { position: position.clone(), line: counts.line(position, stage, side), score };
    (is_wanted(endgame.grade()) && confirmed(&counts, position, stage)).then_some(endgame)
}

/// Whether the rules confirm the score for both sides, also after every first move.
fn confirmed(counts: &Counts, position: &Position, stage: Stage) -> bool {
    let side = position.turn();
    let holds =
        |position: &Position, stage, side| counts.holds(position, stage, side, MOST_CHECKED) == Some(true);
    let refuted = |(point, after): (Point, Stage)| {
        let mut next = position.clone();
        next.play(Move::Place(point)).is_ok() && holds(&next, after, !side)
    };
    holds(position, stage, side) && counts.moves(stage).all(refuted)
}

impl Endgame {
    /// By the number of moves to find.
    fn grade(&self) -> usize {
        self.line.len().div_ceil(2).clamp(1, 4)
    }

    fn json(&self, id: usize) -> String {
        let size = self.position.size();
        let name = |&mv: &Move| match mv {
            Move::Place(point) => format!("\"{}\"", Notation::Go.write(point, size)),
            Move::Pass => "\"pass\"".to_owned(),
        };
        let letter = |point: Point| {
            self.position.stone(point).map_or('.', |c| if c == Color::Black { 'X' } else { 'O' })
        };
        let letters: Vec<char> = Point::all(size).map(letter).collect();
        let rows: Vec<String> = letters.chunks(size).map(|row| row.iter().collect()).collect();
        let side = if self.position.turn() == Color::Black { "black" } else { "white" };
        format!(
            "{{\"id\":{id},\"grade\":{},\"side\":\"{side}\",\"rows\":\"{}\",\"score\":{},\"line\":[{}]}}",
            self.grade(),
            rows.join("/"),
            self.score,
            self.line.iter().map(name).collect::<Vec<_>>().join(","),
        )
    }
}

/// Two sides along an irregular border with gaps; stones are added behind it until both sides live.
fn border(size: usize, random: &mut fastrand::Rng) -> Option<Position> {
    let mut at = random.usize(size / 3..=size - size / 3);
    let mut border = Vec::new();
    for _ in 0..size {
        at = (at + random.usize(..3)).saturating_sub(1).clamp(1, size - 1);
        border.push(at);
    }
    let (turn, swapped) = (random.u32(..8), random.bool());
    let owner = |point: Point| {
        let (mut x, mut y) = (point.x(size), point.y(size));
        if turn & 1 != 0 {
            (x, y) = (y, x);
        }
        x = if turn & 2 != 0 { size - 1 - x } else { x };
        y = if turn & 4 != 0 { size - 1 - y } else { y };
        if (x < border[y]) != swapped { Color::Black } else { Color::White }
    };
    // The distance of a point from the other side's points.
    let distance = |point: Point| {
        let off =
            |other: Point| point.x(size).abs_diff(other.x(size)) + point.y(size).abs_diff(other.y(size));
        Point::all(size).filter(|&other| owner(other) != owner(point)).map(off).min().unwrap_or(size)
    };
    let mut stones = vec![None; size * size];
    let mut behind = Vec::new();
    for point in Point::all(size) {
        let full = match distance(point) {
            1 => 0.7,
            2 => 0.4,
            _ => 0.0,
        };
        if random.f32() < full {
            let strays = random.u32(..20) == 0;
            stones[point.index()] = Some(if strays { !owner(point) } else { owner(point) });
        } else if distance(point) >= 2 {
            behind.push(point);
        }
    }
    random.shuffle(&mut behind);
    let first = if random.bool() { Color::Black } else { Color::White };
    let rules = Rules::new(size, HalfPoints(0), 0).ok()?;
    loop {
        let placed = Point::all(size).filter_map(|point| Some((point, stones[point.index()]?)));
        let position = Position::setup(&rules, &placed.collect::<Vec<_>>(), first).ok()?;
        let life = life::unconditional(&position);
        let owners = life.owners(size);
        let open = owners.iter().filter(|owner| owner.is_none()).count();
        if open <= *OPEN.end() {
            return (OPEN.contains(&open) && life.dead().is_empty()).then_some(position);
        }
        let next = behind.iter().rposition(|point| owners[point.index()].is_none())?;
        let point = behind.swap_remove(next);
        stones[point.index()] = Some(owner(point));
    }
}
