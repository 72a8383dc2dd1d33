//! `heibai vcf`: wins by continuous fours.

use crate::failure::Context;
use crate::{Answer, NO, YES};
use heibai_engines::gomoku::{Failures, Found, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{Position as Gomoku, Rules, Variant};
use heibai_games::kind::Choice;
use heibai_games::{self as games, AnyPosition, Color, Kind, Notation, Point, Position};
use heibai_words::{Language, commands as said};
use serde_json::json;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// Searches for a win by continuous fours in each line of standard input: moves as `h8h9i8...`, then optionally ` b`
/// or ` w` for the attacker (by default the side to move); or a position as printed by `heibai show`.
///
/// A line that cannot be read is answered with the reason, and the others are still solved; the exit status is then
/// 1. The depth of a win is the number of the attacker's moves, including the five.
///
/// Example: echo h8h9i8i9j8j9 | heibai vcf --rules renju --json
#[derive(clap::Args)]
pub struct Args {
    /// renju, renju-patterns, standard or freestyle
    #[arg(long, default_value = "renju")]
    rules: String,
    /// Board size.
    #[arg(long)]
    size: Option<usize>,
    /// Time limit per game in milliseconds.
    #[arg(long, default_value_t = 10_000, value_name = "T")]
    max_ms: u64,
    /// Finds the shortest win instead of any.
    #[arg(long)]
    shortest: bool,
    /// Prints one JSON object per game.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let choice = Choice { size: args.size, rules: Some(args.rules.clone()), ..Choice::default() };
    let games::Rules::Gomoku(rules) = Kind::Gomoku.rules(&choice)? else {
        unreachable!("the rules of Gomoku are asked for")
    };
    let mut failures = Failures::new(20);
    let (mut out, mut all_read) = (std::io::stdout().lock(), true);
    for (number, line) in std::io::stdin().lock().split(b'\n').enumerate() {
        let line = line.told(|| said::input_line(number + 1))?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let solved = read(line, &rules).and_then(|position| solve(&position, &mut failures, &args));
        let answer = match solved.told(|| said::input_line(number + 1)) {
            Ok(solved) if args.json => solved.as_json(line),
            Ok(solved) => solved.as_text(),
            Err(error) => {
                all_read = false;
                refused(line, crate::failure::words(&error).get(lang), args.json)
            }
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(if all_read { YES } else { NO })
}

/// The answer to an invalid line.
fn refused(line: &str, reason: &str, as_json: bool) -> String {
    match as_json {
        true => json!({ "input": line, "status": "error", "error": reason }).to_string(),
        false => format!("error {reason}"),
    }
}

/// The position of one line. Only the final stones count: problems are often given in an order that could not have
/// been played.
fn read(line: &str, rules: &Rules) -> anyhow::Result<Gomoku> {
    if line.contains('/') {
        return read_position(line, rules);
    }
    let mut words = line.split_whitespace();
    let moves = words.next().unwrap_or_default();
    let size = rules.size();
    let mut stones: Vec<(Point, Color)> = Vec::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let column = moves.len() - rest.len() + 1;
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (name, after) = rest
            .split_at_checked(1 + digits)
            .told(|| said::input_column(column).because(said::no_point()))?;
        let point = Notation::Gomoku.read(name, size).told(|| said::input_column(column))?;
        if stones.iter().any(|&(other, _)| other == point) {
            return Err(said::input_column(column).because(said::already_occupied(name)).into());
        }
        stones.push((point, Color::BOTH[stones.len() % 2]));
        rest = after;
    }
    let attacker = match words.next() {
        None => Color::BOTH[stones.len() % 2],
        Some("b" | "B") => Color::Black,
        Some("w" | "W") => Color::White,
        Some(other) => return Err(heibai_words::records::no_side(other, "b, w").into()),
    };
    if let Some(more) = words.next() {
        return Err(said::after_side(more).into());
    }
    Ok(Gomoku::setup(rules, &stones, attacker)?)
}

/// A position in rows. It may name its rules; otherwise the command's rules apply.
fn read_position(line: &str, rules: &Rules) -> anyhow::Result<Gomoku> {
    let position = heibai_records::read_text(line, Some(Kind::Gomoku))?.start()?;
    let AnyPosition::Gomoku(position) = position else {
        return Err(said::not_gomoku(position.kind()).into());
    };
    if line.split_whitespace().any(|word| Variant::from_name(word).is_some()) {
        return Ok(*position);
    }
    let rules = Rules::new(position.size(), rules.variant(), rules.opening())?;
    Ok(Gomoku::setup(&rules, &position.stones(), position.turn())?)
}

struct Solved {
    status: &'static str,
    line: Vec<String>,
    /// Moves of the attacker.
    depth: usize,
    nodes: u64,
    ms: f64,
}

fn solve(position: &Gomoku, failures: &mut Failures, args: &Args) -> anyhow::Result<Solved> {
    let start = Instant::now();
    failures.clear();
    let mut solved = Solved { status: "none", line: Vec::new(), depth: 0, nodes: 0, ms: 0.0 };
    if position.outcome().is_some() {
        return Ok(solved);
    }
    let end = start + Duration::from_millis(args.max_ms);
    let stop = || Instant::now() >= end;
    let mut board = PatternBoard::of(position, Weights::of(position.rules().variant()));
    let mut vcf = Vcf::new(&mut board, failures, u64::MAX, &stop);
    let found = if args.shortest { vcf.shortest() } else { vcf.any() };
    solved.nodes = vcf.nodes;
    match found {
        Found::Win(cells) => {
            let points: Vec<Point> = cells.iter().map(|&cell| Point(cell as u16)).collect();
            if let Err(flaw) = proof::check(position, &points) {
                return Err(said::fails_referee(&format!("{flaw:?}")).into());
            }
            solved.status = "win";
            solved.depth = proof::length(position, &points);
            let size = position.size();
            solved.line = points.iter().map(|&point| Notation::Gomoku.write(point, size)).collect();
        }
        Found::Nothing => {}
        Found::Unknown => solved.status = "unknown",
    }
    solved.ms = start.elapsed().as_secs_f64() * 1000.0;
    Ok(solved)
}

impl Solved {
    fn as_json(&self, input: &str) -> String {
        json!({
            "input": input, "status": self.status, "line": self.line, "depth": self.depth,
            "nodes": self.nodes, "ms": (self.ms * 1000.0).round() / 1000.0,
        })
        .to_string()
    }

    fn as_text(&self) -> String {
        match self.line.is_empty() {
            true => self.status.to_owned(),
            false => format!("{} {}", self.status, self.line.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::gomoku::{OpeningRule, Variant};

    fn rules() -> Rules {
        Rules::new(15, Variant::Renju, OpeningRule::Free).unwrap()
    }

    #[test]
    fn bad_lines_name_the_column() {
        let why = |line: &str| crate::failure::words(&read(line, &rules()).unwrap_err()).en;
        assert!(why("h8h99").contains("column 3"));
        assert!(why("h8h8").contains("column 3"));
        assert!(why("h8é").contains("column 3"));
        assert!(why("h8 x").contains("expected b, w"));
        assert!(why("h8 b w").contains("unexpected 'w'"));
        assert_eq!(read("h8 b", &rules()).unwrap().turn(), Color::Black);
    }
}
