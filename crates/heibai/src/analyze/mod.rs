//! `heibai analyze`: what each position of a game is worth, the best lines, and the mistakes.

mod html;

use crate::cluster::Job;
use crate::input::{self, How};
use crate::words::Lang;
use crate::{Answer, YES, interrupt};
use anyhow::Context;
use heibai_engines::openings;
use heibai_engines::{Level, players};
use heibai_games::player::{Analysis, Candidate, Wanted};
use heibai_games::value::{Amount, Verdict};
use heibai_games::{AnyPosition, Color, Kind, Limits, Match, Move, Player, Position, Request, Value};
use heibai_review::EachMove;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Values, best lines and mistakes of a game or a position.
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
    /// Which level analyses.
    #[arg(long, default_value = "best", value_parser = |text: &str| text.parse::<Level>().map_err(|()| "no such level"))]
    level: Level,
    /// How many moves to look at in each position.
    #[arg(long, default_value_t = 1)]
    multipv: usize,
    /// Only the last position.
    #[arg(long)]
    last: bool,
    /// Analyses all games of the file on a Ray cluster (host:port, auto, or local), through the Python package; a
    /// line of JSON for each game.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["html", "last"])]
    cluster: Option<String>,
    /// One JSON object a position.
    #[arg(long)]
    json: bool,
    /// Writes a report with the graph of the game.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// One position of the game and what was thought of it.
pub struct Step {
    /// How many moves were made before.
    pub number: usize,
    pub turn: Color,
    pub played: Option<Move>,
    pub analysis: Analysis,
    /// The value for Black.
    pub value: Option<Value>,
    /// How much the move that was played gave away.
    pub loss: Option<f64>,
}

pub fn run(args: Args, lang: Lang) -> Answer {
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
    let steps = analyze(&game, &args)?;
    if let Some(path) = &args.html {
        let page = html::page(&args.input, &game, &steps, lang);
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let moves: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    if let Some(opening) = openings::of(game.start(), &moves).filter(|_| !args.json) {
        println!("{}{}", lang.pick("Opening: ", "开局："), lang.pick(opening.en, opening.zh));
    }
    for step in &steps {
        if args.json {
            println!("{}", to_json(&game, step));
        } else {
            println!("{}", to_text(&game, step, lang));
        }
    }
    if !args.json {
        mistakes(&game, &steps, lang);
    }
    if interrupt::signal().load(Ordering::Relaxed) {
        let (done, of) = (steps.len(), game.moves().len() + 1);
        match lang {
            Lang::En => eprintln!("heibai: stopped after {done} of {of} positions"),
            Lang::Zh => eprintln!("heibai: 已停止：{of} 个局面中完成 {done} 个"),
        }
        return Ok(ExitCode::from(interrupt::CODE));
    }
    Ok(YES)
}

/// A length of time that a person may ask for.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, from 0.001 to 86400".to_owned()),
    }
}

/// What may be spent on a position.
pub fn limits(nodes: Option<u64>, seconds: Option<f64>) -> Limits {
    let time = match (nodes, seconds) {
        (None, None) => Some(0.5),
        _ => seconds,
    };
    let move_time = time.map(Duration::from_secs_f64);
    Limits { nodes, move_time, ..Limits::default() }
}

fn analyze(game: &Match<AnyPosition>, args: &Args) -> anyhow::Result<Vec<Step>> {
    let moves: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    let mut player = EachMove(players::level_player(game.position().kind(), args.level, 1));
    player.new_game(&game.start().rules(), Color::Black)?;
    let limits = limits(args.nodes, args.time);
    let wanted = Wanted { moves: args.multipv.max(1), ownership: false };
    let stop = interrupt::signal();
    let first = if args.last { moves.len() } else { 0 };
    let bar = crate::progress::bar((moves.len() + 1 - first) as u64);
    let mut steps = Vec::new();
    for number in first..=moves.len() {
        let position = game.position_after(number);
        bar.inc(1);
        // Nobody chooses in a finished game or where the rules force a pass.
        if position.outcome().is_some() || position.must_pass() {
            continue;
        }
        let request = Request {
            start: game.start(),
            moves: &moves[..number],
            position: &position,
            limits: &limits,
            stop,
        };
        let analysis = player.analyze(&request, wanted, &mut |_| {})?;
        // What was thought in a hurry is not kept.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let turn = position.turn();
        let value =
            analysis.candidates.first().and_then(|best| best.value).map(|value| for_black(value, turn));
        steps.push(Step { number, turn, played: moves.get(number).copied(), analysis, value, loss: None });
    }
    bar.finish_and_clear();
    let last = game.position();
    let end = game
        .outcome()
        .filter(|outcome| outcome.margin.is_some())
        .map(|outcome| for_black(Value::of_end(last, &outcome), last.turn()));
    for at in 0..steps.len() {
        let after = steps.get(at + 1).map_or(end, |next| next.value);
        let step = &mut steps[at];
        if step.played.is_some()
            && let (Some(before), Some(after)) = (step.value, after)
        {
            step.loss = lost(for_black(before, step.turn), for_black(after, step.turn));
        }
    }
    Ok(steps)
}

/// How much worse one value is than another: in their unit, or in hundredths of the expected result.
fn lost(before: Value, after: Value) -> Option<f64> {
    let loss = match (before.score(), after.score()) {
        (Some(before), Some(after)) => before - after,
        _ => 100.0 * (before.expected()? - after.expected()?),
    };
    Some(loss.max(0.0))
}

fn names(position: &AnyPosition, line: &[Move]) -> Vec<String> {
    line.iter().map(|&mv| position.write_move(mv)).collect()
}

fn to_json(game: &Match<AnyPosition>, step: &Step) -> serde_json::Value {
    let position = game.position();
    let candidate = |c: &Candidate| {
        json!({
            "move": position.write_move(c.mv), "score": c.value.and_then(|v| v.score()),
            "win_rate": c.value.and_then(|v| v.win_rate()), "exact": is_proved(c),
            "nodes": c.nodes, "line": names(position, &c.line),
        })
    };
    let moves: Vec<Move> = game.moves().iter().take(step.number).map(|played| played.mv).collect();
    let opening = openings::of(game.start(), &moves);
    json!({
        "opening": opening.map(|opening| json!({"en": opening.en, "zh": opening.zh})),
        "number": step.number,
        "turn": if step.turn == Color::Black { "black" } else { "white" },
        "played": step.played.map(|mv| position.write_move(mv)),
        "best": step.analysis.candidates.first().map(|c| position.write_move(c.mv)),
        "value": step.value.and_then(|value| value.recorded()),
        "loss": step.loss,
        "depth": step.analysis.depth,
        "nodes": step.analysis.nodes,
        "candidates": step.analysis.candidates.iter().map(candidate).collect::<Vec<_>>(),
    })
}

fn to_text(game: &Match<AnyPosition>, step: &Step, lang: Lang) -> String {
    let position = game.position();
    let played = step.played.map_or("-".to_owned(), |mv| position.write_move(mv));
    let best = step.analysis.candidates.first();
    let line = best.map_or(String::new(), |c| names(position, &c.line).join(" "));
    let value = step.value.map_or(String::new(), |value| value_text(value, lang));
    let exact = if best.is_some_and(is_proved) { "=" } else { "~" };
    let loss = step.loss.filter(|&loss| loss >= 0.05);
    let loss = loss.map_or(String::new(), |loss| format!("-{}", loss_text(game, loss, lang)));
    let mut text = format!(
        "{:>3} {} {played:<5} {exact}{value:<7} {loss:<7} {line}",
        step.number + 1,
        lang.color(step.turn)
    );
    for other in step.analysis.candidates.iter().skip(1) {
        let value = other.value.map(|value| for_black(value, step.turn));
        let value = value.map_or(String::new(), |value| value_text(value, lang));
        let exact = if is_proved(other) { "=" } else { "~" };
        let line = names(position, &other.line).join(" ");
        text += &format!("\n{:>16} {exact}{value:<15} {line}", "");
    }
    text
}

fn is_proved(candidate: &Candidate) -> bool {
    candidate.value.is_some_and(|value| value.is_proved())
}

/// A value of the side `turn` as Black sees it, and the other way round.
fn for_black(value: Value, turn: Color) -> Value {
    if turn == Color::Black { value } else { value.turned() }
}

/// A value for Black: discs, points, a chance, or who wins in how many moves.
fn value_text(value: Value, lang: Lang) -> String {
    match value.amount {
        Amount::WinRate(rate) => format!("{:.0} %", rate * 100.0),
        _ => end_text(value, lang).unwrap_or_else(|| format!("{:+.1}", value.lead())),
    }
}

/// Who wins and in how many moves, by a value for Black that says so.
pub fn end_text(value: Value, lang: Lang) -> Option<String> {
    let Amount::End { verdict, in_moves } = value.amount else { return None };
    let winner = match verdict {
        Verdict::Draw => return Some(lang.pick("a draw", "和棋").to_owned()),
        Verdict::Win => lang.color(Color::Black),
        Verdict::Loss => lang.color(Color::White),
    };
    Some(match lang {
        Lang::En => format!("{winner} in {in_moves}"),
        Lang::Zh => format!("{winner}胜（{in_moves} 手）"),
    })
}

/// What a move gave away.
fn loss_text(game: &Match<AnyPosition>, loss: f64, lang: Lang) -> String {
    if game.position().kind() == Kind::Gomoku && loss >= 99.5 {
        return lang.pick("the game", "胜负").to_owned();
    }
    format!("{loss:.1}")
}

/// The moves that gave most away.
fn mistakes(game: &Match<AnyPosition>, steps: &[Step], lang: Lang) {
    let mut worst: Vec<&Step> =
        steps.iter().filter(|step| step.loss.is_some_and(|loss| loss >= threshold(game))).collect();
    worst.sort_by(|a, b| b.loss.unwrap_or(0.0).total_cmp(&a.loss.unwrap_or(0.0)));
    if worst.is_empty() {
        return;
    }
    println!("{}", lang.pick("largest mistakes:", "最大的失误："));
    let position = game.position();
    for step in worst.iter().take(10) {
        let name = |mv: Option<Move>| mv.map_or("-".to_owned(), |mv| position.write_move(mv));
        let best = name(step.analysis.candidates.first().map(|c| c.mv));
        let (played, loss) = (name(step.played), step.loss.unwrap_or(0.0));
        println!(
            "{:>3} {} {played} ({}: {best}) -{}",
            step.number + 1,
            lang.color(step.turn),
            lang.pick("better", "更好"),
            loss_text(game, loss, lang)
        );
    }
}

/// A loss that is worth a line, in the unit of the game.
fn threshold(game: &Match<AnyPosition>) -> f64 {
    match game.position().kind() {
        Kind::Othello | Kind::Go => 2.0,
        Kind::Gomoku => 10.0,
    }
}
