//! Version 1 of our JSON: one line of moves, the players' names, the result in SGF's notation.

use super::parse;
use crate::error::{Place, ReadError};
use crate::moves::Recorder;
use crate::record::Record;
use crate::sgf::read_result;
use heibai_games::kind::Choice;
use heibai_games::kind::UnknownGame;
use heibai_games::{Kind, Move};
use heibai_words::{Say, Text, records as said};
use serde::Deserialize;
use std::time::Duration;

/// The largest game: it is only one line of moves.
const MAX_BYTES: usize = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    game: String,
    size: Option<usize>,
    rules: Option<String>,
    komi: Option<f64>,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default)]
    date: String,
    #[serde(default)]
    result: String,
    moves: Vec<String>,
    /// Milliseconds of each move, if recorded.
    #[serde(default)]
    times: Vec<u64>,
}

pub(super) fn read(text: &str, place: Place) -> Result<Record, ReadError> {
    if text.len() > MAX_BYTES {
        return Err(ReadError::too_large(place, said::large_old_game(MAX_BYTES)));
    }
    let game: Game = parse(text, place)?;
    migrate(game).map_err(|reason| ReadError::malformed(place, reason))
}

fn migrate(game: Game) -> Result<Record, Text> {
    let kind: Kind = game.game.parse().map_err(|bad: UnknownGame| bad.text())?;
    let choice = Choice { size: game.size, rules: game.rules, komi: game.komi, handicap: None };
    let rules = kind.rules(&choice).map_err(|bad| bad.text())?;
    let size = rules.size();
    let mut recorder = Recorder::new(Record::new(rules));
    for (index, name) in game.moves.iter().enumerate() {
        let mv = if name == "pass" {
            Move::Pass
        } else {
            let point = kind.notation().read(name, size);
            Move::Place(point.map_err(|bad| said::in_move(index + 1, bad.text()))?)
        };
        recorder.push(mv).spent = game.times.get(index).map(|&ms| Duration::from_millis(ms));
    }
    let mut record = recorder.finish();
    record.info.black.name = game.black;
    record.info.white.name = game.white;
    record.info.date = game.date;
    record.info.result = read_result(&game.result);
    Ok(record)
}
