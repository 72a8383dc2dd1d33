//! `heibai score`: the area score of Go games.

use crate::input::{How, open_file};
use crate::words::Lang;
use crate::{Answer, NO, YES};
use anyhow::{Context, bail};
use clap::ValueEnum;
use heibai_engines::go::judge::{Status, Verdict};
use heibai_games::go::{life, score};
use heibai_games::{AnyPosition, Notation, Outcome, Point, Position, Reason};
use heibai_records::{Ending, Record, sgf};
use heibai_words::{Language, players::not_certain};
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

pub fn run(args: Args, lang: Lang) -> Answer {
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
        let judgement = judge(position, args.judge, lang.language());
        let count = score::count(position, &judgement.dead).with_context(here)?;
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
    lang: Lang,
) {
    let Some(score) = outcome.score else { return };
    let result = sgf::write_result(&Ending::from(*outcome));
    match lang {
        Lang::En => println!("game {game}: Black {}, White {}, {result}", score.black, score.white),
        Lang::Zh => println!("第 {game} 局：黑 {}，白 {}，{result}", score.black, score.white),
    }
    if let Some(recorded) = &record.info.result {
        println!("  {}{}", lang.pick("recorded: ", "棋谱结果："), sgf::write_result(recorded));
    }
    let (dead, unsure) = (lang.pick("dead: ", "死子："), lang.pick("not certain: ", "不确定："));
    for (what, points) in [(dead, &judgement.dead), (unsure, &judgement.unsure)] {
        if !points.is_empty() {
            println!("  {what}{}", names(points, size).join(" "));
        }
    }
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
