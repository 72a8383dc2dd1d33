//! The corpus: mistakes from games, what an engine thought of them, and the sentences that a strong player would sign.
//!
//! A position brings its values and lines along, so that its sentences do not change with the engines. `BLESS=1` renews
//! the sentences; they are read like code before they are committed.

use crate::false_claims;
use heibai_games::kind::Choice;
use heibai_games::player::{Analysis, Candidate};
use heibai_games::value::{Amount, Value, Wdl};
use heibai_games::{AnyPosition, Kind, Match, Move, Position};
use heibai_review::causes::{Cause, causes};
use heibai_review::{Judged, Loss, class, loss, phase};
use std::path::Path;
use std::time::Duration;

/// A position of the corpus as text: rules, moves, the played and the better line with their values, the sentences.
pub fn write(game: &Match<AnyPosition>, judged: &Judged, told: &[Cause]) -> String {
    let before = game.position_after(judged.number);
    let Choice { size, rules, .. } = before.rules().choice();
    let name = |mv: &Move| before.write_move(*mv);
    let names = |moves: &[Move]| moves.iter().map(name).collect::<Vec<_>>().join(" ");
    let made: Vec<Move> = game.moves()[..judged.number].iter().map(|played| played.mv).collect();
    let line = |candidate: &Candidate| format!("{} {}", value(candidate.value), names(&candidate.line));
    let mut text = format!(
        "{} {} {}\nmoves {}\nplayed {}\nbetter {}\n",
        before.kind(),
        size.unwrap_or(before.size()),
        rules.unwrap_or_default(),
        names(&made),
        line(&judged.played),
        line(&judged.best),
    );
    if let [Some(best), Some(played)] = &judged.ownership {
        text += &format!("owners {} {}\n", owners(best), owners(played));
    }
    for cause in told {
        let said = cause.text(&before, judged);
        text += &format!("en {}\nzh {}\n", said.en, said.zh);
    }
    text
}

/// A value in one word: `discs`, `exact`, `points` with a chance, `rate`, `win` or `loss` in so many moves.
fn value(value: Option<Value>) -> String {
    match value {
        None => "unknown".into(),
        Some(value) => match value.amount {
            Amount::Discs(lead) if value.is_proved() => format!("exact:{lead}"),
            Amount::Discs(lead) => format!("discs:{lead:.1}"),
            Amount::Points { lead, win_rate } => format!("points:{lead:.1}:{:.3}", win_rate.unwrap_or(0.5)),
            Amount::WinRate(rate) | Amount::Units { win_rate: Some(rate), .. } => format!("rate:{rate:.3}"),
            Amount::Units { units, .. } => format!("units:{units}"),
            Amount::End { verdict, in_moves } => format!("{}:{in_moves}", verdict.name()),
        },
    }
}

/// To whom each point belongs, from 0 (White) to 20 (Black) with one digit each.
fn owners(owners: &[f32]) -> String {
    owners.iter().filter_map(|x| char::from_digit((10.0 * x + 10.0).round() as u32, 21)).collect()
}

fn read_owners(digits: &str) -> Option<Vec<f32>> {
    digits.chars().map(|digit| Some((digit.to_digit(21)? as f32 - 10.0) / 10.0)).collect()
}

fn read_value(word: &str) -> Option<Value> {
    let mut parts = word.split(':');
    let (kind, number) = (parts.next()?, parts.next()?.parse::<f64>().ok()?);
    let end = |verdict| Value::proved(Amount::End { verdict, in_moves: number as u32 });
    Some(match kind {
        "exact" => Value::proved(Amount::Discs(number)),
        "discs" => Value::estimated(Amount::Discs(number)),
        "points" => Value::estimated(Amount::Points { lead: number, win_rate: parts.next()?.parse().ok() }),
        "rate" => Value::estimated(Amount::Units { units: 0.0, win_rate: Some(number) }),
        "win" => end(Wdl::Win),
        "draw" => end(Wdl::Draw),
        "loss" => end(Wdl::Loss),
        _ => return None,
    })
}

/// Reads the game and the judgement of a position; the sentences are for the reader.
pub fn read(text: &str) -> Option<(Match<AnyPosition>, Judged)> {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next()?.split_whitespace().collect();
    let kind: Kind = head.first()?.parse().ok()?;
    let choice = Choice {
        size: head.get(1)?.parse().ok(),
        rules: head.get(2).map(|&rules| rules.to_owned()),
        ..Choice::default()
    };
    let mut game = Match::new(AnyPosition::start(&kind.rules(&choice).ok()?));
    let mut fields = lines.filter_map(|line| line.split_once(' ').or(Some((line, ""))));
    for name in fields.next()?.1.split_whitespace() {
        // A forced pass stands in the list, and the game has made it already.
        let mv = game.position().read_move(name).ok()?;
        if game.moves().last().is_none_or(|last| !(last.forced && mv == Move::Pass)) {
            game.play(mv, Duration::ZERO).ok()?;
        }
    }
    let (number, side) = (game.moves().len(), game.position().turn());
    let candidate = |told: &str| {
        let mut words = told.split_whitespace();
        let value = read_value(words.next()?);
        let line: Vec<Move> = words.map_while(|name| game.position().read_move(name).ok()).collect();
        Some(Candidate { mv: *line.first()?, value, nodes: 0, prior: None, line })
    };
    let (played, best) = (candidate(fields.next()?.1)?, candidate(fields.next()?.1)?);
    let both = fields.next().filter(|(name, _)| *name == "owners").and_then(|(_, both)| both.split_once(' '));
    let ownership = both.map_or([None, None], |(best, played)| [read_owners(best), read_owners(played)]);
    let judged = Judged {
        number,
        side,
        phase: phase(game.position(), number),
        lost: loss(&best.value?, &played.value?).map(Loss::share),
        lost_score: None,
        class: class(&best.value?, &played.value?),
        analysis: Analysis::default(),
        ownership,
        is_reply_sure: None,
        played,
        best,
    };
    Some((game, judged))
}

/// Thirty positions of each game have the sentences that stand in the corpus, and all of them hold.
#[test]
fn the_corpus_is_explained() {
    for kind in Kind::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/causes/{kind}.txt"));
        let text = std::fs::read_to_string(&path).unwrap();
        let blocks: Vec<&str> = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()).collect();
        let mut said = Vec::new();
        for block in &blocks {
            let (game, judged) = read(block).unwrap_or_else(|| panic!("{kind}: {block}"));
            let told = causes(&game, &judged);
            assert!(judged.class.is_some() && !told.is_empty(), "{kind}: {block}");
            let wrong = false_claims(&game, &judged, &told, 0);
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            said.push(write(&game, &judged, &told));
        }
        let said = said.join("\n");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &said).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), said, "{kind}: BLESS=1 renews the sentences");
        assert!(blocks.len() >= 30, "{kind}: {} positions", blocks.len());
    }
}
