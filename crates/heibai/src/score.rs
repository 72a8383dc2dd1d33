//! `heibai score`: the area score of Go games.

use crate::failure::Context;
use crate::input::{How, open_file};
use crate::{Answer, NO, YES};
use clap::ValueEnum;
use heibai_engines::go::judge::{Status, Verdict};
use heibai_games::go::{life, score};
use heibai_games::{AnyPosition, Kind, Notation, Outcome, Point, Position, Reason};
use heibai_records::{Ending, Record, sgf};
use heibai_words::names::with_remark;
use heibai_words::{Language, Text, commands as said, players::not_certain, results};
use serde_json::json;

/// Counts Go games: area, neutral points split between both sides.
///
/// Example: heibai score game.sgf --judge benson
#[derive(clap::Args)]
pub struct Args {
    /// A file of games; `-` is standard input.
    file: String,
    /// Who says which stones are dead.
    #[arg(long, default_value = "engine")]
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
    /// The engine: what is certain, and for the rest its network's opinion of every chain.
    Engine,
}

/// The stones of a finished position, by their fate.
#[derive(Default)]
struct Judgement {
    dead: Vec<Point>,
    seki: Vec<Point>,
    unsure: Vec<Point>,
    /// Why chains are dead, in seki or unsure, in words.
    grounds: Vec<String>,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let mut answer = YES;
    for (index, record) in open_file(&args.file, &args.how)?.enumerate() {
        let here = || said::game_of(&args.file, index + 1);
        let record = record.told(here)?;
        let game = match record.replay() {
            Ok(game) => game,
            Err(illegal) => {
                eprintln!("heibai: {}", here().because(illegal).get(lang));
                answer = NO;
                continue;
            }
        };
        let AnyPosition::Go(position) = game.position() else {
            return Err(here().because(said::only_go(record.kind().name())).into());
        };
        let judgement = judge(position, args.judge, lang);
        let count = score::count(position, &judgement.dead).told(here)?;
        let outcome = count.outcome(&position.rules());
        if args.json {
            print_json(&args.file, index + 1, position.size(), &outcome, &judgement);
        } else {
            print_text(index + 1, &record, position.size(), &outcome, &judgement, lang);
        }
    }
    Ok(answer)
}

fn by_engine(position: &heibai_games::go::Position, language: Language) -> Judgement {
    let found = heibai_engines::go::judge::judge(position, Some(&heibai_engines::go::shipped::main()));
    let name = |point: Point| Notation::Go.write(point, position.size());
    let open = found.verdicts.iter().filter(|v| v.status != Status::Alive || v.is_unsure());
    let words = |v: &Verdict| {
        let grounds = v.grounds.words(v.color, name);
        let grounds = if v.is_unsure() { not_certain(grounds) } else { grounds };
        format!("{} {}", name(v.stones[0]), grounds.get(language))
    };
    let grounds = open.map(words).collect();
    Judgement { dead: found.dead(), seki: found.seki(), unsure: found.unsure(), grounds }
}

fn judge(position: &heibai_games::go::Position, judge: Judge, language: Language) -> Judgement {
    let stones = || Point::all(position.size()).filter(|&point| position.stone(point).is_some());
    match judge {
        Judge::None => Judgement::default(),
        Judge::Benson => {
            let life = life::unconditional(position);
            let open = |point: &Point| life.grounds(*point) == life::Grounds::Open;
            let unsure = stones().filter(open).collect();
            Judgement { dead: life.dead(), unsure, ..Judgement::default() }
        }
        Judge::Engine => by_engine(position, language),
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
        "grounds": judgement.grounds,
    });
    println!("{line}");
}

fn print_text(
    game: usize,
    record: &Record,
    size: usize,
    outcome: &Outcome,
    judgement: &Judgement,
    lang: Language,
) {
    let Some(score) = outcome.score else { return };
    // The result as records write it beside the words: the unit of a record is points.
    let written = sgf::write_result(&Ending::from(*outcome));
    let result = with_remark(results::result(Kind::Go, outcome), Text::same(written));
    println!(
        "{}",
        said::score_line(game, &score.black.to_string(), &score.white.to_string(), result).get(lang)
    );
    if let Some(recorded) = &record.info.result {
        println!("  {}", said::recorded(&sgf::write_result(recorded)).get(lang));
    }
    let list = |points: &[Point]| Some(names(points, size).join(" ")).filter(|names| !names.is_empty());
    let dead = list(&judgement.dead).map(|names| said::dead_stones(&names));
    let unsure = list(&judgement.unsure).map(|names| said::uncertain_stones(&names));
    dead.iter().chain(&unsure).for_each(|line| println!("  {}", line.get(lang)));
    judgement.grounds.iter().for_each(|words| println!("  {words}"));
}

/// The stones a finished position's judge takes as dead.
pub fn judged_dead(position: &AnyPosition) -> Vec<Point> {
    match position {
        AnyPosition::Go(position) => judge(position, Judge::Engine, Language::English).dead,
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
