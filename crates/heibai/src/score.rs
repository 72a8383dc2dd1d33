//! `heibai score`: the area score of Go games.

use crate::input::{How, open_file};
use crate::{Answer, NO, YES};
use anyhow::{Context, bail};
use clap::ValueEnum;
use heibai_games::go::{life, score};
use heibai_games::{AnyPosition, Notation, Outcome, Point, Position, Reason};
use heibai_records::{Ending, Record, sgf};
use serde_json::json;

/// Counts Go games: area, neutral points split between both sides.
///
/// Example: heibai score game.sgf --judge benson
#[derive(clap::Args)]
pub struct Args {
    /// A file of games; `-` is standard input.
    file: String,
    /// Who says which stones are dead.
    #[arg(long, default_value = "benson")]
    judge: Judge,
    /// One JSON object a game.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Judge {
    /// Nobody: every stone is alive.
    None,
    /// What lives whatever happens (Benson): stones inside such an area are dead, others are left alone.
    Benson,
}

/// The stones of a finished position, by their fate.
#[derive(Default)]
struct Judgement {
    dead: Vec<Point>,
    seki: Vec<Point>,
    unsure: Vec<Point>,
}

pub fn run(args: Args) -> Answer {
    let mut answer = YES;
    for (index, record) in open_file(&args.file, &args.how)?.enumerate() {
        let here = || format!("{}: game {}", args.file, index + 1);
        let record = record.with_context(here)?;
        let game = match record.replay() {
            Ok(game) => game,
            Err(illegal) => {
                eprintln!("heibai: {}: {illegal}", here());
                answer = NO;
                continue;
            }
        };
        let AnyPosition::Go(position) = game.position() else {
            bail!("{}: a game of {}, and only go is counted by area", here(), record.kind());
        };
        let judgement = judge(position, args.judge);
        let count = score::count(position, &judgement.dead).with_context(here)?;
        let outcome = count.outcome(&position.rules());
        if args.json {
            print_json(&args.file, index + 1, position.size(), &outcome, &judgement);
        } else {
            print_text(index + 1, &record, position.size(), &outcome, &judgement);
        }
    }
    Ok(answer)
}

fn judge(position: &heibai_games::go::Position, judge: Judge) -> Judgement {
    let stones = || Point::all(position.size()).filter(|&point| position.stone(point).is_some());
    match judge {
        Judge::None => Judgement::default(),
        Judge::Benson => {
            let life = life::unconditional(position);
            let open = |point: &Point| life.grounds(*point) == life::Grounds::Open;
            Judgement { dead: life.dead(), seki: Vec::new(), unsure: stones().filter(open).collect() }
        }
    }
}

fn names(points: &[Point], size: usize) -> Vec<String> {
    points.iter().map(|&point| Notation::Go.write(point, size)).collect()
}

fn print_json(file: &str, game: usize, size: usize, outcome: &Outcome, judgement: &Judgement) {
    let Some(score) = outcome.score else { return };
    let line = json!({
        "file": file,
        "game": game,
        "black": score.black.as_f64(),
        "white": score.white.as_f64(),
        "result": sgf::write_result(&Ending::from(*outcome)),
        "dead": names(&judgement.dead, size),
        "seki": names(&judgement.seki, size),
        "unsure": names(&judgement.unsure, size),
    });
    println!("{line}");
}

fn print_text(game: usize, record: &Record, size: usize, outcome: &Outcome, judgement: &Judgement) {
    let Some(score) = outcome.score else { return };
    let result = sgf::write_result(&Ending::from(*outcome));
    println!("game {game}: Black {}, White {}, {result}", score.black, score.white);
    if let Some(recorded) = &record.info.result {
        println!("  recorded: {}", sgf::write_result(recorded));
    }
    for (what, points) in [("dead", &judgement.dead), ("not certain", &judgement.unsure)] {
        if !points.is_empty() {
            println!("  {what}: {}", names(points, size).join(" "));
        }
    }
}

/// The stones a finished position's judge takes as dead.
pub fn judged_dead(position: &AnyPosition) -> Vec<Point> {
    match position {
        AnyPosition::Go(position) => judge(position, Judge::Benson).dead,
        _ => Vec::new(),
    }
}

/// The result with these stones taken off.
pub fn count(position: &AnyPosition, dead: &[Point]) -> Outcome {
    let counted = match position {
        AnyPosition::Go(go) => score::count(go, dead).ok().map(|count| count.outcome(&go.rules())),
        _ => None,
    };
    counted.or_else(|| position.outcome()).unwrap_or(Outcome::draw(Reason::TwoPasses))
}

/// The chain of the stone at a point; empty where there is none.
pub fn chain(position: &AnyPosition, point: Point) -> Vec<Point> {
    match position {
        AnyPosition::Go(go) => go.chain(point).map_or_else(Vec::new, |chain| chain.stones),
        _ => position.stone(point).map(|_| point).into_iter().collect(),
    }
}
