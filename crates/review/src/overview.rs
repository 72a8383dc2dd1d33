//! What is said of a game as a whole: stretches in which a side fell behind little by little, and points that both sides
//! left open.

use crate::judged::Judged;
use crate::review::Report;
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Color, Match, Position, Value};
use heibai_words::results::Unit;
use heibai_words::{Text, causes as words, values};

/// A stretch of at least this many moves without a listed one is reported if the score falls by `FALLS` discs or
/// points in it.
const STRETCH: usize = 6;
const FALLS: f64 = 12.0;
/// At most this many of its costliest moves are named, each of at least `LEAST` discs or points.
const NAMED: usize = 3;
const LEAST: f64 = 3.0;
/// A point is reported if it was the better move this many times.
const TIMES: usize = 3;

/// Sentences about the whole game that the list of mistakes does not say.
pub fn overview(game: &Match<AnyPosition>, report: &Report) -> Vec<Text> {
    let mut said: Vec<(usize, Text)> = stretches(game, report);
    said.extend(left_open(game, report));
    said.sort_by_key(|(number, _)| *number);
    said.into_iter().map(|(_, text)| text).collect()
}

/// The lead of Black, where values have one.
fn lead(value: &Value) -> Option<f64> {
    match value.amount {
        Amount::Discs(_) | Amount::Points { .. } => value.score(),
        _ => None,
    }
}

/// A lead as text, for the side that has it.
fn told(value: &Value, black_leads_by: f64, side: Color, unit: Unit) -> Text {
    let lead = if side == Color::Black { black_leads_by } else { -black_leads_by };
    let amount = match value.amount {
        Amount::Discs(_) => Amount::Discs(lead.round()),
        _ => Amount::Points { lead: lead.round(), win_rate: None },
    };
    values::value(&Value { amount, ..*value }, side, unit)
}

/// Stretches without a listed move in which the score falls all the same, each with the number of its first move.
fn stretches(game: &Match<AnyPosition>, report: &Report) -> Vec<(usize, Text)> {
    let unit = Unit::from(&game.position().rules());
    let mut found = Vec::new();
    for part in report.moves.split(|judged| judged.is_listed()).filter(|part| part.len() >= STRETCH) {
        let (first, last) = (&part[0], &part[part.len() - 1]);
        let at = |number: usize| report.graph.iter().find(|(at, _)| *at == number).map(|(_, value)| value);
        let after = report.graph.iter().find(|(at, _)| *at > last.number).map(|(_, value)| value);
        let (Some(from), Some(to)) = (at(first.number), after) else { continue };
        let (Some(start), Some(end)) = (lead(from), lead(to)) else { continue };
        if (start - end).abs() < FALLS {
            continue;
        }
        let side = if end < start { Color::Black } else { Color::White };
        let mut said = words::little_by_little(
            first.number + 1,
            last.number + 1,
            side,
            told(from, start, side, unit),
            told(to, end, side, unit),
        );
        let costly = costliest(part, side);
        if !costly.is_empty() {
            let name = |judged: &&Judged| {
                let move_made = game.position().write_move(judged.played.mv);
                format!("{} {move_made}", judged.number + 1)
            };
            let names: Vec<String> = costly.iter().map(name).collect();
            said = words::follow(said, words::most_of_it(words::squares(&names, false)));
        }
        found.push((first.number, said));
    }
    found
}

/// The moves of a side that cost most of the score, in the order of the game.
fn costliest(part: &[Judged], side: Color) -> Vec<&Judged> {
    let cost = |judged: &Judged| {
        let score = |value: Option<Value>| value.filter(|value| lead(value).is_some())?.score();
        Some(score(judged.best.value)? - score(judged.played.value)?)
    };
    let own = part.iter().filter(|judged| judged.side == side);
    let mut costly: Vec<(&Judged, f64)> = own.filter_map(|judged| Some((judged, cost(judged)?))).collect();
    costly.retain(|(_, cost)| *cost >= LEAST);
    costly.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    costly.truncate(NAMED);
    costly.sort_by_key(|(judged, _)| judged.number);
    costly.into_iter().map(|(judged, _)| judged).collect()
}

/// Points that were the better move of several mistakes while nobody played there, each with the number of the first.
fn left_open(game: &Match<AnyPosition>, report: &Report) -> Vec<(usize, Text)> {
    let mistakes: Vec<&Judged> = report.moves.iter().filter(|judged| judged.class.is_some()).collect();
    let mut found = Vec::new();
    for (at, first) in mistakes.iter().enumerate() {
        let point = first.best.mv;
        let is_open = |from: usize, to: usize| !game.moves()[from..to].iter().any(|made| made.mv == point);
        let of_point = |judged: &&&Judged| judged.best.mv == point;
        // It begins with the first such mistake since anybody played there.
        let is_first =
            !mistakes[..at].iter().filter(of_point).any(|earlier| is_open(earlier.number, first.number));
        let same: Vec<&&Judged> = mistakes[at..]
            .iter()
            .filter(of_point)
            .take_while(|later| is_open(first.number, later.number))
            .collect();
        if is_first && same.len() >= TIMES {
            let (last, name) = (same[same.len() - 1].number, game.position().write_move(point));
            found.push((first.number, words::left_open(&name, first.number + 1, last + 1, same.len())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::{Class, class};
    use crate::phase::Phase;
    use heibai_games::player::{Analysis, Candidate};
    use heibai_games::{Kind, Move, kind::Choice};
    use std::time::Duration;

    /// A game of 9x9 whose moves lead to these leads of Black; F5 would have kept each.
    fn reviewed(leads: &[f64]) -> (Match<AnyPosition>, Report) {
        let choice = Choice { size: Some(9), rules: Some("japanese".into()), ..Choice::default() };
        let mut game = Match::new(AnyPosition::start(&Kind::Go.rules(&choice).unwrap()));
        for name in ["C3", "G7", "C7", "G3", "E8", "E2", "B5", "H5"].iter().take(leads.len() - 1) {
            game.play(game.position().read_move(name).unwrap(), Duration::ZERO).unwrap();
        }
        let value =
            |lead: f64| Value::estimated(Amount::Points { lead, win_rate: Some(0.5 + lead.signum() * 0.49) });
        let best = game.position().read_move("F5").unwrap();
        let judged = |number: usize| {
            let side = game.moves()[number].color;
            let sign = if side == Color::Black { 1.0 } else { -1.0 };
            let of = |mv: Move, lead: f64| {
                let value = Some(value(sign * lead));
                Candidate { mv, value, nodes: 0, prior: None, line: vec![mv] }
            };
            let best = of(best, leads[number]);
            let played = of(game.moves()[number].mv, leads[number + 1]);
            let class = class(&best.value.unwrap(), &played.value.unwrap());
            let (analysis, phase) = (Analysis::default(), Phase::Opening);
            let (lost, lost_score, ownership) = (Some(0.0), None, [None, None]);
            Judged {
                number,
                side,
                phase,
                played,
                best,
                lost,
                lost_score,
                class,
                analysis,
                ownership,
                is_reply_sure: None,
            }
        };
        let moves = (0..game.moves().len()).map(judged).collect();
        let graph = leads.iter().map(|&lead| value(lead)).enumerate().collect();
        (game, Report { moves, graph, ..Report::default() })
    }

    fn said(leads: &[f64]) -> Vec<String> {
        let (game, report) = reviewed(leads);
        overview(&game, &report).into_iter().map(|text| text.en).collect()
    }

    #[test]
    fn many_small_losses_are_told_as_one() {
        assert_eq!(
            said(&[-4.0, -10.0, -10.0, -14.0, -14.0, -19.0, -19.0]),
            [
                "Moves 1 to 6: no single large mistake, but little by little Black falls from -4 points to -19 points. The \
              costliest: 1 C3, 3 C7, 5 E8."
            ]
        );
        assert!(said(&[-4.0, -8.0, -8.0, -10.0, -10.0, -12.0, -12.0]).is_empty());
    }

    #[test]
    fn a_point_that_both_sides_leave_open_is_told_once() {
        let (game, report) = reviewed(&[40.0, 10.0, 40.0, 10.0, 10.0]);
        assert_eq!(report.moves.iter().filter(|judged| judged.class == Some(Class::Mistake)).count(), 3);
        let told: Vec<String> = overview(&game, &report).into_iter().map(|text| text.zh).collect();
        assert_eq!(told, ["第 1 至 3 手：3 次更好的一手都是 F5，双方却都没有下。"]);
    }
}
