//! Our own JSON: everything a record holds, with a version.
//!
//! A file holds one game, or one game per line. The tree is a flat list of nodes: a node's parent is the previous node
//! unless it names another. Older versions are migrated; newer ones are refused.

mod model;
mod v1;

use crate::error::{MAX_GAME_BYTES, Place, ReadError};
use crate::record::Record;
use crate::text::Text;
use heibai_words::records as said;
use serde::Deserialize;
use std::io::Read;

pub(crate) use model::{reason_name, reason_named};

/// The version that is written.
pub const VERSION: u32 = 2;

/// The fields that identify the format.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u32>,
}

/// Writes a game as one line.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_records::{Place, json, read_text};
/// let record = read_text("f5d6c3", Some(Kind::Othello)).unwrap();
/// let text = json::write(&record);
/// assert_eq!(json::read_game(&text, Place::START).unwrap().tree.moves().count(), 3);
/// ```
pub fn write(record: &Record) -> String {
    serde_json::to_string(&model::GameModel::from_record(record)).expect("a record has no map with odd keys")
}

/// Reads one game. `place` is where the text begins.
pub fn read_game(text: &str, place: Place) -> Result<Record, ReadError> {
    let head: Head = parse(text, place)?;
    if head.format.as_deref() != Some("heibai") {
        return Err(ReadError::unsupported(place, said::foreign_json()));
    }
    match head.version {
        Some(1) => v1::read(text, place),
        Some(VERSION) => {
            let game: model::GameModel = parse(text, place)?;
            game.into_record().map_err(|reason| ReadError::malformed(place, reason))
        }
        Some(newer) => Err(ReadError::unsupported(place, said::newer_version(newer, VERSION))),
        None => Err(ReadError::malformed(place, said::no_version())),
    }
}

pub(crate) fn parse<'a, T: Deserialize<'a>>(text: &'a str, place: Place) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line() as u64, error.column() as u64);
        let first = if line <= 1 { place.column() - 1 } else { 0 };
        let at = Place::Text { line: place.line() + line.saturating_sub(1), column: (first + column).max(1) };
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        ReadError::malformed(at, said::bad_json(reason))
    })
}

/// The JSON values of a text, one by one: the whole text if it is one value, else one value per line.
pub(crate) struct Values<R> {
    text: Text<R>,
    /// Whether each line is a value; decided by the first line.
    lines: Option<bool>,
    /// The remaining games of a list.
    listed: std::vec::IntoIter<String>,
    listed_at: Place,
}

/// The games of a list, as in the page's autosave; a list of moves is one game. `None` for anything else.
fn list(text: &str) -> Option<Vec<String>> {
    let items: Vec<serde_json::Value> =
        text.trim_start().starts_with('[').then(|| serde_json::from_str(text).ok())??;
    let has = |field: &str| !items.is_empty() && items.iter().all(|item| item.get(field).is_some());
    if has("step") && has("player") {
        return Some(vec![serde_json::json!({"moves": items}).to_string()]);
    }
    has("moves").then(|| items.iter().map(ToString::to_string).collect())
}

impl<R: Read> Values<R> {
    pub(crate) fn new(text: Text<R>) -> Values<R> {
        Values { text, lines: None, listed: Vec::new().into_iter(), listed_at: Place::START }
    }

    fn next_value(&mut self) -> Result<Option<(Place, String)>, ReadError> {
        loop {
            if let Some(game) = self.listed.next() {
                return Ok(Some((self.listed_at, game)));
            }
            if self.lines == Some(false) {
                return Ok(None);
            }
            let Some((place, mut line)) = self.text.line(MAX_GAME_BYTES)? else { return Ok(None) };
            if line.trim().is_empty() {
                continue;
            }
            if self.lines.is_none() {
                let whole = serde_json::from_str::<serde::de::IgnoredAny>(&line).is_ok();
                self.lines = Some(whole);
                if !whole {
                    line.push('\n');
                    line.push_str(&self.text.rest(MAX_GAME_BYTES)?);
                }
            }
            match list(&line) {
                Some(games) => (self.listed, self.listed_at) = (games.into_iter(), place),
                None => return Ok(Some((place, line))),
            }
        }
    }
}

impl<R: Read> Iterator for Values<R> {
    type Item = Result<(Place, String), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let value = self.next_value();
        if value.is_err() {
            self.lines = Some(false);
        }
        value.transpose()
    }
}
