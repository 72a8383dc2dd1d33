//! Import and export of records, in every format that can be read or written.

use crate::error::{Answer, Code, Fail};
use crate::library::{MOST_NODES, extension, result_of};
use crate::passages::{Digest, digest};
use crate::plain::is_hidden;
use crate::rows::{GameRow, RecordRow, record_entry};
use crate::texts;
use crate::wire::{Entry, Text};
use heibai_engines::openings;
use heibai_games::Move;
use heibai_records::wthor::Names;
use heibai_records::{Format, Hint, Record, json, read_any, write_bytes};
use heibai_words::{Say, server as said};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most games that one file may import, and how many of them the answer lists.
const MOST_GAMES: usize = 20_000;
const LISTED: usize = 100;
/// The largest exported file in bytes: more than a whole library has.
const MOST_EXPORTED: usize = 64 << 20;
/// The most notes on one file; further problems are only counted.
const MOST_NOTES: usize = 100;

#[derive(Deserialize, IntoParams)]
pub struct Named {
    #[serde(default)]
    name: String,
    /// The folder to import into.
    #[serde(default)]
    folder: String,
    /// WTHOR: the body ends with its files of names; the lengths of the players' and the tournaments' file.
    #[serde(default)]
    players: usize,
    #[serde(default)]
    tournaments: usize,
}

impl Named {
    /// The games of a body, and the names that belong to them.
    fn parts<'a>(&self, body: &'a [u8]) -> Answer<(&'a [u8], Names)> {
        if self.players == 0 && self.tournaments == 0 {
            return Ok((body, Names::default()));
        }
        let bad = || Fail::from(Code::BadRecord);
        let split = |from: &'a [u8], last: usize| {
            from.split_at_checked(from.len().checked_sub(last).ok_or_else(bad)?).ok_or_else(bad)
        };
        let (rest, tournaments) = split(body, self.tournaments)?;
        let (games, players) = split(rest, self.players)?;
        let names = Names::read(players, tournaments);
        Ok((games, names.map_err(|e| Fail::because(Code::BadRecord, e.text()))?))
    }
}

/// What came of a file.
#[derive(Serialize, ToSchema)]
pub struct Imported {
    format: String,
    /// Games that were imported, and those that were not.
    kept: usize,
    left: usize,
    /// The first of the imported games.
    entries: Vec<Entry>,
    /// Notes by game: why one was left out, or what an imported one lacks.
    notes: Vec<Text>,
}

impl Imported {
    pub fn of(found: FileContent) -> Imported {
        let FileContent { format, rows, left, notes } = found;
        let kept = rows.len();
        let entries = rows.into_iter().take(LISTED).map(|r| record_entry(r.row)).collect();
        Imported { format: format.name().to_owned(), kept, left, entries, notes }
    }
}

/// A text in one line: no control characters, limited length.
pub fn short(text: &str) -> String {
    text.chars().filter(|&c| !is_hidden(c)).take(200).collect::<String>().trim().to_owned()
}

/// Tags as they are stored.
pub fn joined(tags: &[String]) -> String {
    let clean = tags.iter().take(20).map(|tag| short(&tag.replace(',', " "))).filter(|tag| !tag.is_empty());
    clean.collect::<Vec<_>>().join(",")
}

/// A record's row, new in the library.
pub fn row_of(record: &Record, title: &str, id: String, now: i64) -> RecordRow {
    let (result, winner) = result_of(&record.rules, record.info.result.as_ref());
    let info = &record.info;
    // The record itself keeps the whole text; a row of a list has no control characters.
    let title = [&info.game_name, &info.event].into_iter().find(|t| !t.is_empty()).map_or(title, |t| t);
    let Digest { board, passages } = digest(record);
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
            folder: String::new(),
            board,
            date: short(&info.date),
            words: words_of(record),
        },
        body: json::write(record),
        passages,
    }
}

/// How many characters of a record's comments can be searched for.
const FOUND: usize = 2000;

/// What a record can be found by besides its head: the name of its opening in both languages, and its comments.
pub fn words_of(record: &Record) -> String {
    let moves: Vec<Move> = record.tree.moves().map(|(_, mv)| mv).collect();
    let opening = record.start().ok().and_then(|start| openings::of(&start, &moves));
    let opening = opening.map(|opening| format!("{} {} ", opening.en, opening.zh)).unwrap_or_default();
    let comments = record.tree.ids().map(|id| record.tree.step(id).comment.as_str());
    let comments = comments.filter(|text| !text.is_empty());
    let comments: String = comments.flat_map(|text| text.chars().chain([' '])).take(FOUND).collect();
    shown(&(opening + &comments.replace(['\n', '\t'], " "))).trim().to_owned()
}

/// A text as a row of a list shows it.
pub fn shown(text: &str) -> String {
    text.chars().filter(|&c| !is_hidden(c)).collect()
}

/// What a file holds.
pub struct FileContent {
    pub format: Format,
    pub rows: Vec<RecordRow>,
    pub left: usize,
    pub notes: Vec<Text>,
}

/// Reads everything it can and notes the rest with its place. Each record gets an id of its own.
pub fn read(body: &[u8], named: &Named, mut id: impl FnMut() -> String, now: i64) -> Answer<FileContent> {
    let bad = |why: &heibai_words::Text| Fail::because(Code::BadRecord, why);
    let name: String = named.name.chars().take(200).collect();
    let folder = short(&named.folder);
    let (bytes, names) = named.parts(body)?;
    let games = read_any(bytes, Hint { names, ..Hint::from_name(&name) }).map_err(|e| bad(&e.text()))?;
    let mut found = FileContent { format: games.format(), rows: Vec::new(), left: 0, notes: Vec::new() };
    let mut notes = Vec::new();
    for (number, game) in games.enumerate() {
        if number >= MOST_GAMES {
            notes.push(said::first_games(MOST_GAMES));
            break;
        }
        let odd = match game {
            Ok(record) if record.tree.len() > MOST_NODES => {
                found.left += 1;
                Some(said::record_nodes(MOST_NODES))
            }
            Ok(record) => {
                let mut row = row_of(&record, &name, id(), now);
                row.row.folder = folder.clone();
                found.rows.push(row);
                record.replay().err().map(|illegal| illegal.text())
            }
            Err(e) => {
                found.left += 1;
                Some(e.text())
            }
        };
        if let Some(what) = odd.filter(|_| notes.len() < MOST_NOTES) {
            notes.push(said::in_game(number + 1, what));
        }
    }
    match (found.rows.is_empty(), notes.first()) {
        (true, Some(note)) => Err(bad(note)),
        (true, None) => Err(bad(&said::no_game())),
        (false, _) => {
            found.notes = notes.into_iter().map(Text::from).collect();
            Ok(found)
        }
    }
}

/// Records as a file.
pub struct Exported {
    format: Format,
    pub bytes: Vec<u8>,
    /// The file's name: `heibai-ID.sgf`.
    pub name: String,
    /// What the format cannot represent.
    pub lost: Vec<String>,
}

impl Exported {
    /// An empty file in the format of this name.
    pub fn new(name: &str, format: &str) -> Answer<Exported> {
        let format: Format = format.parse().map_err(|e| Fail::because(Code::BadRequest, e))?;
        let name = format!("{name}.{}", extension(format));
        Ok(Exported { format, bytes: Vec::new(), name, lost: Vec::new() })
    }

    /// Refuses more records than the format can hold.
    pub fn check_count(&self, count: usize) -> Answer<()> {
        match self.format.holds_one() && count > 1 {
            true => Err(Fail::because(Code::BadRequest, said::one_game(self.format.name()))),
            false => Ok(()),
        }
    }

    pub fn add(&mut self, record: &Record) -> Answer<()> {
        let bytes = write_bytes(record, self.format).map_err(|e| Fail::because(Code::BadRecord, e))?;
        if self.bytes.len() + bytes.len() > MOST_EXPORTED {
            return Err(Fail::because(Code::TooLarge, said::export_bytes(MOST_EXPORTED)));
        }
        self.bytes.extend(bytes);
        for part in self.format.losses(record).iter().map(ToString::to_string) {
            if !self.lost.contains(&part) {
                self.lost.push(part);
            }
        }
        Ok(())
    }

    pub fn content_type(&self) -> &'static str {
        if self.format.is_binary() { "application/octet-stream" } else { "text/plain; charset=utf-8" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_has_an_end() {
        let text = format!("(;GM[1]SZ[9]C[{}];B[cc])", "x".repeat(MOST_EXPORTED / 4));
        let mut games = read_any(text.as_bytes(), Hint::from_name("x.sgf")).expect("a format");
        let record = games.next().expect("a game").expect("a record");
        let mut file = Exported::new("x", "sgf").expect("a format");
        assert!((0..3).all(|_| file.add(&record).is_ok()));
        assert!(file.add(&record).is_err_and(|fail| fail.code == Code::TooLarge));
    }
}
