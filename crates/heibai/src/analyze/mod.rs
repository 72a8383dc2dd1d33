//! `heibai analyze`: the value of each position of a game, the best lines, and the mistakes with their reasons.

mod diagram;
mod html;

use crate::cluster::Job;
use crate::failure::Context;
use crate::input::{self, How};
use crate::{Answer, YES, interrupt};
use heibai_engines::openings;
use heibai_engines::search::threads::lend_threads;
use heibai_engines::{Level, players};
use heibai_games::player::{Analysis, Candidate};
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Color, Limits, Match, Move, Position, Value};
use heibai_review::{
    EachMove, Judged, Report, Review, Summary, USUAL_LOOK, explain, first_look, overview, run as review,
};
use heibai_words::{Language, Say, Text, commands as said, failures, help, reports, values};
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Values, best lines and mistakes of a game or a position.
/// A mistake is an inaccuracy, a mistake or a blunder, depending on how much of the expected result it loses; a
/// second search confirms it. --json prints one object per position with the keys number, turn, played, best, value
/// (for Black, in discs, points or units), expected (for Black, 0 to 1), class, lost (of the expected result), loss
/// (in units), reasons (why the move was bad and what is better), depth, nodes, candidates, opening; and a last
/// object with the accuracy of both sides.
///
/// Example: heibai analyze f5d6c3d3c4 --nodes 100000
#[derive(clap::Args)]
pub struct Args {
    /// A file in any format, a position line, or a string of moves.
    #[arg(allow_hyphen_values = true)]
    input: String,
    #[command(flatten)]
    how: How,
    /// Nodes for each position.
    #[arg(long)]
    nodes: Option<u64>,
    /// Seconds for each position.
    #[arg(long, value_parser = seconds)]
    time: Option<f64>,
    /// The level that analyses.
    #[arg(long, default_value = "best", value_parser = level)]
    level: Level,
    /// How many moves to report for each position.
    #[arg(long, default_value_t = 1)]
    multipv: usize,
    /// Only the last position.
    #[arg(long)]
    last: bool,
    /// Analyses all games of the file on a Ray cluster (host:port, auto, or local), through the Python package;
    /// prints one line of JSON per game.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["html", "last"])]
    cluster: Option<String>,
    /// Prints one JSON object per position.
    #[arg(long)]
    json: bool,
    /// Writes a report with the graph of the game.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn run(args: Args, lang: Language) -> Answer {
    if let Some(address) = &args.cluster {
        let job = Job::new("analyze", address)
            .option("--player", Some(args.level.name()))
            .option("--multipv", Some(args.multipv))
            .option("--nodes", args.nodes)
            .option("--seconds", args.time);
        job.plain([&args.input]).run(|row| {
            println!("{row}");
            Ok(())
        })?;
        return Ok(YES);
    }
    let record = input::first(&args.input, &args.how)?;
    let game = record.replay()?;
    let report = analyze(&game, &args)?;
    if let Some(path) = &args.html {
        let page = html::page(&args.input, &record.info, &game, &report, lang);
        std::fs::write(path, page).told(|| failures::cannot_write(&path.display().to_string()))?;
    }
    if args.json {
        print_json(&game, &report);
    } else {
        print_text(&game, &report, lang);
    }
    if interrupt::signal().load(Ordering::Relaxed) {
        let (done, of) = (report.moves.len(), game.moves().len());
        eprintln!("heibai: {}", said::stopped_moves(done, of).get(lang));
        return Ok(interrupt::CODE);
    }
    Ok(YES)
}

fn level(text: &str) -> Result<Level, Text> {
    text.parse().map_err(|()| help::expected_values(&Level::ALL.map(Level::name).join(", ")))
}

/// A length of time that a person may ask for.
pub fn seconds(text: &str) -> Result<f64, Text> {
    match text.parse() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err(reports::bad_seconds()),
    }
}

/// The limits for one position.
pub fn limits(nodes: Option<u64>, seconds: Option<f64>) -> Limits {
    let move_time = seconds.map(Duration::from_secs_f64);
    Limits { nodes, move_time, ..Limits::default() }
}

fn analyze(game: &Match<AnyPosition>, args: &Args) -> anyhow::Result<Report> {
    let kind = game.position().kind();
    // One thread finds the same each time.
    if players::varies_with_threads(kind) {
        lend_threads(|| 1);
    }
    let mut player = EachMove::for_review(players::level_player(kind, args.level, 1));
    let mut asked = if args.last { Review::of_last(game.clone()) } else { Review::new(game.clone()) };
    // Two passes over the moves.
    let bar = crate::progress::bar(2 * asked.moves() as u64);
    // By default, the nodes of the page's review, without its limit of time: a slow machine reports the same.
    let limits = match (args.nodes, args.time) {
        (None, None) => Limits { move_time: None, ..first_look(kind, USUAL_LOOK) },
        (nodes, time) => limits(nodes, time),
    };
    let moves = args.multipv.max(1);
    let mut on_answer = |review: &Review| {
        bar.set_position((review.first_pass().len() + review.judged().len()) as u64);
    };
    review(&mut asked, &mut player, &limits, moves, interrupt::signal(), &mut on_answer)?;
    bar.finish_and_clear();
    Ok(asked.report())
}

fn names(position: &AnyPosition, line: &[Move]) -> Vec<String> {
    line.iter().map(|&mv| position.write_move(mv)).collect()
}

/// A value of the side `turn`, from Black's side.
pub fn for_black(value: Value, turn: Color) -> Value {
    if turn == Color::Black { value } else { value.turned() }
}

/// The end of the game that a value implies: its name and the number of moves until then.
fn end(value: Option<Value>) -> (Option<&'static str>, Option<u32>) {
    match value.map(|value| value.amount) {
        Some(Amount::End { verdict, in_moves }) => (Some(verdict.name()), Some(in_moves)),
        _ => (None, None),
    }
}

fn print_json(game: &Match<AnyPosition>, report: &Report) {
    let position = game.position();
    let played = game.move_list();
    let candidate = |c: &Candidate| {
        let (result, in_moves) = end(c.value);
        json!({
            "move": position.write_move(c.mv), "score": c.value.and_then(|v| v.score()),
            "win_rate": c.value.and_then(|v| v.win_rate()), "exact": c.value.is_some_and(|v| v.is_proved()),
            "result": result, "in_moves": in_moves, "nodes": c.nodes, "line": names(position, &c.line),
        })
    };
    let object = |number: usize, turn: Color, best: Option<&Candidate>, analysis: &Analysis| {
        let value = best.and_then(|best| best.value).map(|value| for_black(value, turn));
        let (result, in_moves) = end(value);
        let opening = openings::of(game.start(), &played[..number]);
        json!({
            "opening": opening.map(|opening| json!({"en": opening.en, "zh": opening.zh})),
            "number": number, "turn": color_key(turn), "played": null, "class": null, "lost": null, "loss": null,
            "best": best.map(|best| position.write_move(best.mv)), "value": value.and_then(|value| value.score()),
            "expected": value.and_then(|value| value.expected()), "result": result, "in_moves": in_moves,
            "depth": analysis.depth, "nodes": analysis.nodes,
            "candidates": analysis.candidates.iter().map(candidate).collect::<Vec<_>>(),
        })
    };
    for judged in &report.moves {
        let mut told = object(judged.number, judged.side, Some(&judged.best), &judged.analysis);
        told["played"] = json!(position.write_move(judged.played.mv));
        told["class"] = json!(judged.class.map(|class| class.name()));
        told["lost"] = json!(judged.lost);
        told["loss"] = json!(judged.lost_score);
        told["reasons"] = explain(game, judged).into_iter().map(both).collect();
        println!("{told}");
    }
    if let Some(last) = &report.last {
        println!("{}", object(game.moves().len(), position.turn(), last.candidates.first(), last));
    }
    if !report.moves.is_empty() {
        let side = |summary: &Summary| {
            let [inaccuracies, mistakes, blunders] = summary.classes;
            let [opening, midgame, endgame] = summary.phases;
            json!({
                "accuracy": summary.accuracy, "opening": opening, "midgame": midgame, "endgame": endgame,
                "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
            })
        };
        let [black, white] = &report.sides;
        let overview: Vec<_> = overview(game, report).into_iter().map(both).collect();
        let summary = json!({ "black": side(black), "white": side(white), "overview": overview });
        println!("{}", json!({ "summary": summary }));
    }
}

/// A sentence in both languages.
fn both(text: Text) -> serde_json::Value {
    json!({"en": text.en, "zh": text.zh})
}

fn color_key(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn print_text(game: &Match<AnyPosition>, report: &Report, language: Language) {
    let position = game.position();
    let moves = game.move_list();
    if let Some(opening) = openings::of(game.start(), &moves) {
        let name = Text { zh: opening.zh.to_owned(), en: opening.en.to_owned() };
        println!("{}", values::opening_is(name).get(language));
    }
    let print = |cells: [&str; 6]| {
        let [number, rest @ ..] = cells;
        let widths = [WIDTHS[0], WIDTHS[1], WIDTHS[2], WIDTHS[3], 0];
        let rest: Vec<String> = rest.iter().zip(widths).map(|(cell, width)| padded(cell, width)).collect();
        let gap = " ".repeat(4_usize.saturating_sub(columns(number)));
        println!("{}", format!("{gap}{number} {}", rest.join(" ")).trim_end());
    };
    let row = |number: usize, turn: Color, name: &str, class: &str, best: &Candidate| {
        let line = names(position, &best.line).join(" ");
        let value = value_text(position, best, turn, language);
        print([&(number + 1).to_string(), &turn.say(language), name, &value, class, &line]);
    };
    let others = |turn: Color, analysis: &Analysis| {
        for other in analysis.candidates.iter().skip(1) {
            let line = names(position, &other.line).join(" ");
            print(["", "", "", &value_text(position, other, turn, language), "", &line]);
        }
    };
    let heads = headings().map(|head| head.get(language).to_owned());
    print(heads.each_ref().map(String::as_str));
    for judged in &report.moves {
        let class = judged.class.map_or(String::new(), |class| class.say(language));
        let name = position.write_move(judged.played.mv);
        row(judged.number, judged.side, &name, &class, &judged.best);
        others(judged.side, &judged.analysis);
    }
    if let Some(last) = &report.last
        && let Some(best) = last.candidates.first()
    {
        row(game.moves().len(), position.turn(), "-", "", best);
        others(position.turn(), last);
    }
    summary(game, report).iter().for_each(|text| println!("{}", text.get(language)));
}

/// Columns of the table, without the number and the line.
const WIDTHS: [usize; 4] = [6, 6, 29, 10];

/// The headings of the table of moves.
fn headings() -> [Text; 6] {
    [
        values::move_number(),
        values::side_heading(),
        values::played_heading(),
        values::value_for_black(),
        values::class_heading(),
        values::line_heading(),
    ]
}

/// The width of a text on a terminal, where Chinese characters take two columns.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{1100}' { 2 } else { 1 }).sum()
}

/// A text with spaces behind it.
fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(columns(text)))
}

/// The value of a move for Black; `=` marks a proof, `~` an estimate.
pub fn value_text(position: &AnyPosition, candidate: &Candidate, turn: Color, language: Language) -> String {
    let Some(value) = candidate.value else { return String::new() };
    let sure = if value.is_proved() { "=" } else { "~" };
    format!("{sure}{}", values::for_black(&for_black(value, turn), &position.rules()).get(language))
}

/// The mistakes of the game with their reasons, what is said of the whole game, and the accuracy of both sides.
pub fn summary(game: &Match<AnyPosition>, report: &Report) -> Vec<Text> {
    let mut said = Vec::new();
    for judged in report.moves.iter().filter(|judged| judged.is_listed()) {
        if said.is_empty() {
            said.push(values::mistakes());
        }
        said.push(mistake_line(game.position(), judged));
        said.extend(
            explain(game, judged)
                .into_iter()
                .map(|text| Text { zh: format!("    {}", text.zh), en: format!("    {}", text.en) }),
        );
    }
    said.extend(overview(game, report));
    said.extend(accuracies(game.position(), report));
    said
}

/// A mistake: its class, what it lost, and what was better.
fn mistake_line(position: &AnyPosition, judged: &Judged) -> Text {
    let (played, best) = (position.write_move(judged.played.mv), position.write_move(judged.best.mv));
    let cost = judged.loss().map(|loss| loss.text(&position.rules())).unwrap_or_default();
    match judged.class {
        Some(class) => {
            values::mistake_line(judged.number + 1, judged.side, &played, class.text(), &best, cost)
        }
        None => values::cost_line(judged.number + 1, judged.side, &played, &best, cost),
    }
}

/// The accuracy of both sides, in the whole game and by phase.
fn accuracies(position: &AnyPosition, report: &Report) -> Vec<Text> {
    let mut said = Vec::new();
    for (side, summary) in Color::BOTH.into_iter().zip(&report.sides) {
        if let Some(accuracy) = summary.accuracy {
            let [inaccuracies, mistakes, blunders] = summary.classes;
            let percent = values::percent(accuracy);
            let whole = values::accuracy_is(side, &percent, inaccuracies, mistakes, blunders);
            let phases = values::accuracy_by_phase(&position.rules(), summary.phases).unwrap_or_default();
            said.push(heibai_words::causes::follow(whole, phases));
        }
    }
    said
}
