//! `heibai score`: the area score of Go games.

use crate::failure::Context;
use crate::input::{How, open_file};
use crate::{Answer, NO, YES};
use clap::ValueEnum;
use heibai_engines::judge::worth_telling;
use heibai_games::counting::{Grounds, Judgement};
use heibai_games::{AnyPosition, Kind, Move, Notation, Outcome, Point, Position};
use heibai_records::{Ending, Record, sgf};
use heibai_words::names::with_remark;
use heibai_words::{Language, Say, Text, commands as said, names, results};
use serde_json::json;

/// Scores Go games by area, with neutral points split between both sides.
///
/// Example: heibai score game.sgf --judge benson
#[derive(clap::Args)]
pub struct Args {
    /// A file of games; `-` is standard input.
    file: String,
    /// Who decides which stones are dead.
    #[arg(long, default_value = "engine")]
    judge: Judge,
    /// Prints one JSON object per game.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Judge {
    /// Nobody: every stone is alive.
    None,
    /// Unconditional life (Benson), and stones inside such walls that are proved dead; no others.
    Benson,
    /// The engine: certain verdicts, and its network's opinion for the rest.
    Engine,
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
        if record.kind() != Kind::Go {
            return Err(here().because(said::only_go(names::typed(record.kind()))).into());
        }
        let judgement = judge(game.position(), args.judge);
        let Some(count) = game.position().count(&judgement.dead, &judgement.seki) else {
            return Err(here().because(said::nothing_to_count()).into());
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
        (Judge::Benson, AnyPosition::Go(board)) => heibai_engines::judge::proved(board),
        (Judge::Benson | Judge::None, _) => Judgement::default(),
    }
}

/// Why chains are dead, in seki or unsure, in words.
fn grounds(position: &AnyPosition, judgement: &Judgement, lang: Language) -> Vec<String> {
    let told = worth_telling(judgement);
    let words = |why: &Grounds| Text { zh: why.chinese.clone(), en: why.english.clone() }.say(lang);
    told.map(|why| format!("{} {}", position.write_move(Move::Place(why.stone)), words(why))).collect()
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
    lang: Language,
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
    lang: Language,
) {
    let Some(score) = outcome.score else { return };
    // The result as records write it, besides the words; records count in points.
    let written = sgf::write_result(&Ending::from(*outcome));
    let result = with_remark(results::result(&position.rules(), outcome), Text::same(written));
    println!(
        "{}",
        said::score_line(game, &score.black.to_string(), &score.white.to_string(), result).get(lang)
    );
    if let Some(recorded) = &record.info.result {
        println!("  {}", said::recorded(&sgf::write_result(recorded)).get(lang));
    }
    let size = position.size();
    let list = |points: &[Point]| Some(names(points, size).join(" ")).filter(|names| !names.is_empty());
    let dead = list(&judgement.dead).map(|names| said::dead_stones(&names));
    let unsure = list(&judgement.unsure).map(|names| said::uncertain_stones(&names));
    dead.iter().chain(&unsure).for_each(|line| println!("  {}", line.get(lang)));
    grounds(position, judgement, lang).iter().for_each(|words| println!("  {words}"));
}
