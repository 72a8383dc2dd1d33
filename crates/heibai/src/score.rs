//! `heibai score`: the area score of Go games.

use crate::input::{How, open_file};
use crate::words::Lang;
use crate::{Answer, NO, YES};
use anyhow::{Context, bail};
use clap::ValueEnum;
use heibai_engines::judge::worth_telling;
use heibai_games::counting::{Grounds, Judgement};
use heibai_games::go::life;
use heibai_games::{AnyPosition, Kind, Move, Notation, Outcome, Point, Position};
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
        if record.kind() != Kind::Go {
            bail!("{}: a game of {}, and only go is counted by area", here(), record.kind());
        }
        let judgement = judge(game.position(), args.judge);
        let Some(count) = game.position().count(&judgement.dead) else {
            bail!("{}: no stones to count", here())
        };
        if args.json {
            print_json(&args.file, index + 1, game.position(), &count.outcome, &judgement, lang);
        } else {
            print_text(index + 1, &record, game.position(), &count.outcome, &judgement, lang);
        }
    }
    Ok(answer)
}

fn judge(position: &AnyPosition, judge: Judge) -> Judgement {
    match (judge, position) {
        (Judge::Engine, position) => heibai_engines::judge::judge(position),
        (Judge::Benson, AnyPosition::Go(board)) => {
            let life = life::unconditional(board);
            let stones = Point::all(board.size()).filter(|&point| board.stone(point).is_some());
            let unsure = stones.filter(|&point| life.grounds(point) == life::Grounds::Open).collect();
            Judgement { dead: life.dead(), unsure, ..Judgement::default() }
        }
        (Judge::Benson | Judge::None, _) => Judgement::default(),
    }
}

/// Why chains are dead, in seki or unsure, in words.
fn grounds(position: &AnyPosition, judgement: &Judgement, lang: Lang) -> Vec<String> {
    let told = worth_telling(judgement);
    let words = |said: &Grounds| lang.pick(&said.english, &said.chinese).to_owned();
    told.map(|said| format!("{} {}", position.write_move(Move::Place(said.stone)), words(said))).collect()
}

fn names(points: &[Point], size: usize) -> Vec<String> {
    points.iter().map(|&point| Notation::Go.write(point, size)).collect()
}

fn print_json(
    file: &str,
    game: usize,
    position: &AnyPosition,
    outcome: &Outcome,
    judgement: &Judgement,
    lang: Lang,
) {
    let size = position.size();
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
        "grounds": grounds(position, judgement, lang),
    });
    println!("{line}");
}

fn print_text(
    game: usize,
    record: &Record,
    position: &AnyPosition,
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
            println!("  {what}{}", names(points, position.size()).join(" "));
        }
    }
    grounds(position, judgement, lang).iter().for_each(|words| println!("  {words}"));
}
