//! Counts how many life-and-death problems are solved by the engine's search alone, by the local solver alone, and by
//! the engine with its solver.

use anyhow::Context;
use heibai_engines::go::life::{Region, deciding};
use heibai_engines::go::player::{GoPlayer, GoSettings};
use heibai_engines::go::search::Budget;
use heibai_engines::go::shipped;
use heibai_games::go::{Position, Rules};
use heibai_games::player::{Limits, Wanted};
use heibai_games::{AnyPosition, Color, Move, Notation, Player, Point, Position as _, Request};
use serde::Deserialize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The solver's limit when it is alone, in positions.
const MOST_READ: usize = 200_000;

#[derive(Deserialize)]
struct Problem {
    size: usize,
    side: String,
    black: Vec<String>,
    white: Vec<String>,
    target: String,
    answers: Vec<String>,
}

impl Problem {
    fn point(&self, name: &str) -> anyhow::Result<Point> {
        Notation::Go.read(name, self.size).map_err(|_| anyhow::anyhow!("{name} is no point of the board"))
    }

    fn position(&self) -> anyhow::Result<Position> {
        let mut stones = Vec::new();
        for (names, color) in [(&self.black, Color::Black), (&self.white, Color::White)] {
            for name in names {
                stones.push((self.point(name)?, color));
            }
        }
        let turn = if self.side == "white" { Color::White } else { Color::Black };
        Ok(Position::setup(&Rules::new(self.size, Rules::KOMI, 0)?, &stones, turn)?)
    }
}

pub fn run(problems: &Path, seconds: f64, every: usize) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(problems).with_context(|| problems.display().to_string())?;
    let problems: Vec<Problem> = serde_json::from_str(&text)?;
    let time = Duration::try_from_secs_f64(seconds)?;
    let [mut reader, mut engine, mut alone, mut asked] = [0; 4];
    for problem in problems.iter().step_by(every.max(1)) {
        let (position, target) = (problem.position()?, problem.point(&problem.target)?);
        let (region, _) = Region::around(&position, target)?;
        let free = |point: &&Point| position.check(Move::Place(**point)).is_ok();
        let area: Vec<Move> = region.points().iter().filter(free).map(|&point| Move::Place(point)).collect();
        let right = |point: Point| problem.answers.contains(&Notation::Go.write(point, problem.size));
        asked += 1;
        let read = deciding(&position, target, &mut { MOST_READ });
        reader += usize::from(read.is_some_and(|found| found.moves.first().is_some_and(|&p| right(p))));
        engine += usize::from(first(&position, &area, time)?.is_some_and(right));
        alone += usize::from(searched(&position, &area, time).is_some_and(right));
    }
    println!("{asked} problems, {seconds} s each, play limited to their areas");
    for (who, found) in [("solver alone", reader), ("engine", engine), ("engine without reading", alone)] {
        println!("{who}: {found} right ({:.1} %)", 100.0 * f64::from(found as u32) / f64::from(asked as u32));
    }
    Ok(())
}

fn player() -> GoPlayer {
    GoPlayer::new("engine", shipped::main(), GoSettings::BEST, 1)
}

/// The engine's first move by an analysis limited to the area.
fn first(position: &Position, area: &[Move], time: Duration) -> anyhow::Result<Option<Point>> {
    let start = AnyPosition::Go(Box::new(position.clone()));
    let limits = Limits { move_time: Some(time), only: Some(area.to_vec()), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: &start, position: &start, moves: &[], limits: &limits, stop: &stop };
    let found = player().analyze(&request, Wanted { moves: 1, ownership: false }, &mut |_| {})?;
    Ok(found.candidates.first().and_then(|best| placed(best.mv)))
}

/// The first move by the search alone, without the solver.
fn searched(position: &Position, area: &[Move], time: Duration) -> Option<Point> {
    let stop = AtomicBool::new(false);
    let deadline = Some(heibai_engines::search::moment::Moment::now() + time);
    let budget = Budget { visits: u32::MAX, deadline, stop: &stop };
    let found = player().analyse_among(area, position, &[], &budget);
    found.candidates.first().and_then(|best| placed(best.mv))
}

fn placed(mv: Move) -> Option<Point> {
    match mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    }
}
