//! Interprets the root of an SGF game: the game, its rules, the players, the result.

use super::meaning::step;
use super::result::{quarters, read_result};
use super::syntax::{Bad, Property, unescape_line};
use crate::error::{Fault, excerpt};
use crate::record::Info;
use crate::registry;
use crate::tree::Step;
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, HalfPoints, Kind, Position, Rules};
use heibai_words::{Say, records as said};

type Wrong = (usize, Fault);

/// Rules, header and first step of a game. `kind` is assumed if none is named; without it a 15x15 board means Gomoku,
/// because Renju collections often name no game, and any other board Go, the standard's default.
pub(super) fn head(list: &[Property], kind: Option<Kind>) -> Result<(Rules, Info, Step), Wrong> {
    let find = |name: &str| list.iter().find(|property| property.name() == name);
    let at = |name: &str| find(name).map_or(0, |property| property.at);
    let text = |name: &str| find(name).map_or_else(String::new, |p| unescape_line(p.values[0]));
    let size = match find("SZ") {
        Some(property) => Some(size(property.values[0]).map_err(|fault| (property.at, fault))?),
        None => None,
    };
    let kind = named_kind(&text("GM"), kind, size).map_err(|fault| (at("GM"), fault))?;
    let mut info = info(&text);
    let mut choice = Choice { size, ..Choice::default() };
    choice.rules = (registry::of(kind).rules_of)(&info.ruleset, size);
    if kind == Kind::Go {
        choice.komi = komi(&text("KM")).map_err(|fault| (at("KM"), fault))?.map(HalfPoints::as_f64);
    }
    let rules = kind.rules(&choice).map_err(|bad| (at("SZ"), Fault::Unsupported(bad.text())))?;
    let own = rules.choice().rules.unwrap_or_default();
    let written = (registry::of(kind).sgf_rules)(&own).unwrap_or_default();
    if [own.as_str(), written].iter().any(|name| name.eq_ignore_ascii_case(&info.ruleset)) {
        info.ruleset.clear();
    }
    let malformed = |bad: Bad| (bad.at, Fault::Malformed(bad.reason));
    let step = step(list, kind, rules.size()).map_err(malformed)?;
    let (rules, step) = handicap(rules, &choice, &text("HA"), step);
    Ok((rules, info, step))
}

fn info(text: &impl Fn(&str) -> String) -> Info {
    let mut info = Info {
        game_name: text("GN"),
        event: text("EV"),
        round: text("RO"),
        place: text("PC"),
        date: text("DT"),
        ruleset: text("RU"),
        time: time(&text("TM"), &text("OT")),
        started: text("STARTED").parse().ok(),
        ended: text("ENDED").parse().ok(),
        result: read_result(&text("RE")),
        ..Info::default()
    };
    (info.black.name, info.black.rating) = (text("PB"), text("BR"));
    (info.white.name, info.white.rating) = (text("PW"), text("WR"));
    info
}

fn size(value: &str) -> Result<usize, Fault> {
    let value = value.trim();
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|_| text.len() <= 6);
    match (number(width), number(height)) {
        (Some(width), Some(height)) if width == height => Ok(width),
        (Some(width), Some(height)) => Err(Fault::Unsupported(said::not_square(width, height))),
        _ => Err(Fault::Malformed(said::no_size(&excerpt(value)))),
    }
}

fn named_kind(gm: &str, assumed: Option<Kind>, size: Option<usize>) -> Result<Kind, Fault> {
    if gm.is_empty() {
        return Ok(assumed.unwrap_or(if size == Some(15) { Kind::Gomoku } else { Kind::Go }));
    }
    let named = Kind::ALL.into_iter().find(|&kind| registry::of(kind).sgf.to_string() == gm);
    named.ok_or_else(|| Fault::Unsupported(said::other_game(&excerpt(gm))))
}

/// Komi in points. Quarters are Chinese stones (子): 3.75 stones are 7.5 points. Some servers write hundredths.
fn komi(value: &str) -> Result<Option<HalfPoints>, Fault> {
    if value.is_empty() {
        return Ok(None);
    }
    let number = value.parse::<f64>().ok().filter(|komi| komi.is_finite());
    let Some(number) = number else {
        return Err(Fault::Malformed(said::no_komi(&excerpt(value))));
    };
    let number = if number.abs() >= 200.0 { number / 100.0 } else { number };
    quarters(number).map(Some).ok_or_else(|| Fault::Unsupported(said::odd_komi(&excerpt(value))))
}

/// Handicap stones on the fixed points become part of the rules; others stay in the setup.
fn handicap(rules: Rules, choice: &Choice, ha: &str, step: Step) -> (Rules, Step) {
    let count = ha.parse::<u32>().ok().filter(|&count| count >= 2);
    let choice = Choice { handicap: count, komi: choice.komi, ..choice.clone() };
    let (Kind::Go, Some(_), Ok(fixed)) = (rules.kind(), count, Kind::Go.rules(&choice)) else {
        return (rules, step);
    };
    let start = AnyPosition::start(&fixed);
    let expected: Vec<_> = start.stones().into_iter().map(|(point, color)| (point, Some(color))).collect();
    let mut given = step.setup.clone();
    given.sort_by_key(|&(point, _)| point);
    let white_next = step.turn.is_none_or(|turn| turn == Color::White);
    if given != expected || !white_next {
        return (rules, step);
    }
    (fixed, Step { setup: Vec::new(), turn: None, ..step })
}

/// Main time and overtime as one text, in our own notation if possible.
fn time(main: &str, overtime: &str) -> String {
    let seconds = main.parse::<f64>().ok().filter(|s| (0.0..=3.6e6).contains(s));
    let main = match seconds {
        Some(seconds) => format!("{seconds}s"),
        None => main.to_owned(),
    };
    let words: Vec<&str> = overtime.split_whitespace().collect();
    match (main.as_str(), words.as_slice()) {
        (main, []) => main.to_owned(),
        (main, [periods, "byo-yomi"]) if !main.is_empty() => format!("{main}+{periods}s"),
        (main, [increment, "fischer"]) if !main.is_empty() => format!("{main}+{increment}s"),
        ("", _) => overtime.to_owned(),
        (main, _) => format!("{main} {overtime}"),
    }
}
