//! Records from files and to files, in every format that can be read or written.

use crate::error::{Answer, Code, Fail};
use crate::library::{extension, result_of};
use crate::rows::{GameRow, RecordRow};
use crate::texts;
use crate::wire::Text;
use heibai_records::{Format, Hint, Record, json, read_any, write_bytes};
use heibai_words::{Say, server as said};

/// Games that one file may bring in.
const MOST_GAMES: usize = 1000;

/// A record's row, new in the library.
pub fn row_of(record: &Record, title: &str, id: String, now: i64) -> RecordRow {
    let (result, winner) = result_of(&record.rules, record.info.result.as_ref());
    let info = &record.info;
    // The whole text stays in the record itself; a line of a list has no control characters.
    let shown = |text: &str| text.chars().filter(|c| !c.is_control()).collect::<String>();
    let title = [&info.game_name, &info.event].into_iter().find(|t| !t.is_empty()).map_or(title, |t| t);
    RecordRow {
        row: GameRow {
            id,
            kind: record.kind().name().to_owned(),
            created: now,
            updated: now,
            status: "over".to_owned(),
            black_name: shown(&info.black.name),
            white_name: shown(&info.white.name),
            rules: texts::rules_name(&record.rules),
            size: record.size() as i64,
            winner: winner.to_owned(),
            result_zh: result.zh,
            result_en: result.en,
            title: shown(title),
            tags: String::new(),
            moves: record.tree.moves().count() as i64,
        },
        body: json::write(record),
    }
}

/// Reads everything that can be read; what cannot is noted with its place.
pub fn read(bytes: &[u8], name: &str) -> Answer<(Format, Vec<Record>, Vec<Text>)> {
    let bad = |why: &heibai_words::Text| Fail::because(Code::BadRecord, why);
    let of_game = |number: usize, what: heibai_words::Text| said::in_game(number + 1, what);
    let games = read_any(bytes, Hint::from_name(name)).map_err(|e| bad(&e.text()))?;
    let format = games.format();
    let (mut records, mut notes) = (Vec::new(), Vec::new());
    for (number, game) in games.enumerate() {
        if records.len() + notes.len() >= MOST_GAMES {
            notes.push(said::first_games(MOST_GAMES));
            break;
        }
        match game {
            Ok(record) => {
                if let Err(illegal) = record.replay() {
                    notes.push(of_game(number, illegal.text()));
                }
                records.push(record);
            }
            Err(e) => notes.push(of_game(number, e.text())),
        }
    }
    match (records.is_empty(), notes.first()) {
        (true, Some(note)) => Err(bad(note)),
        (true, None) => Err(bad(&said::no_game())),
        (false, _) => Ok((format, records, notes.into_iter().map(Text::from).collect())),
    }
}

/// A record as a file.
pub struct Exported {
    pub bytes: Vec<u8>,
    pub content_type: &'static str,
    /// The file's name: `heibai-ID.sgf`.
    pub name: String,
    /// What the format cannot say.
    pub lost: Vec<String>,
}

/// A record in the format of this name.
pub fn export(record: &Record, id: &str, format: &str) -> Answer<Exported> {
    let format: Format = format.parse().map_err(|e| Fail::because(Code::BadRequest, e))?;
    let bytes = write_bytes(record, format).map_err(|e| Fail::because(Code::BadRecord, e))?;
    let binary = format.is_binary();
    Ok(Exported {
        bytes,
        content_type: if binary { "application/octet-stream" } else { "text/plain; charset=utf-8" },
        name: format!("heibai-{id}.{}", extension(format)),
        lost: format.losses(record).iter().map(ToString::to_string).collect(),
    })
}
