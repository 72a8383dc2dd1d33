//! The games of a log as records (SGF).

use crate::log::LogEntry;
use heibai_games::gomoku::opening::Choice;
use heibai_games::{AnyPosition, Color, Due, HalfPoints, Match, Move, Position, Reason, Rules};
use heibai_records::{Ending, Record, sgf as format};
use std::time::Duration;

/// A finished game as a record.
pub fn record(rules: &Rules, entry: &LogEntry) -> Record {
    let mut game = Match::new(AnyPosition::start(rules));
    let mut choices = entry.choices.iter().filter_map(|name| Choice::from_name(name)).peekable();
    if choices.peek().is_some() {
        game = game.with_opening();
    }
    let choose = |game: &mut Match<AnyPosition>, choices: &mut dyn Iterator<Item = Choice>| {
        while matches!(game.request(), Due::Choice { .. } | Due::Offer { .. })
            && let Some(choice) = choices.next()
        {
            if game.choose(choice, Duration::ZERO).is_err() {
                break;
            }
        }
    };
    for name in &entry.moves {
        choose(&mut game, &mut choices);
        let Ok(mv) = game.position().read_move(name) else { break };
        // The match makes forced passes itself.
        if game.play(mv, Duration::ZERO).is_err() && mv != Move::Pass {
            break;
        }
    }
    choose(&mut game, &mut choices);
    let mut record = Record::from_match(&game);
    record.info.black.name = entry.black.clone();
    record.info.white.name = entry.white.clone();
    record.info.round = (entry.game + 1).to_string();
    let winner = match entry.winner.as_str() {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    };
    let mut ending = Ending::new(winner, Reason::from_name(&entry.reason));
    ending.margin = entry.margin.map(HalfPoints::from_f64);
    record.info.result = Some(ending);
    record
}

/// The record as SGF text.
pub fn sgf(rules: &Rules, entry: &LogEntry) -> String {
    format::write(&record(rules, entry))
}
