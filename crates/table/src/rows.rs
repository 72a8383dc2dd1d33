//! Games and records as rows of lists: what is stored of them, and what a list shows.

use crate::event::Seat;
use crate::passages::{Passage, digits};
use crate::table::Table;
use crate::wire::{Entry, Side, Text};
use heibai_games::{Color, Position};
use serde::{Deserialize, Serialize};

/// A game's line in lists, written when it changes.
#[derive(Clone, Debug)]
pub struct Summary {
    pub status: &'static str,
    pub black: String,
    pub white: String,
    pub black_name: String,
    pub white_name: String,
    pub winner: &'static str,
    pub result_zh: String,
    pub result_en: String,
    /// One digit per point.
    pub board: String,
}

/// The line of a game in lists.
pub fn summary(table: &Table) -> Summary {
    let outcome = table.game.outcome();
    let result = outcome.map(|o| heibai_words::results::result(&table.game.position().rules(), &o));
    let holder = |seat: &Seat| seat.holder().unwrap_or_default().to_owned();
    let name = |seat: &Seat| seat.name().to_owned();
    let [black, white] = Color::BOTH.map(|side| table.seat(side));
    Summary {
        status: match () {
            () if outcome.is_some() => "over",
            () if table.is_waiting() => "waiting",
            () => "running",
        },
        black: holder(black),
        white: holder(white),
        black_name: name(black),
        white_name: name(white),
        winner: match outcome.map(|o| o.winner) {
            Some(Some(Color::Black)) => "black",
            Some(Some(Color::White)) => "white",
            Some(None) => "draw",
            None => "",
        },
        result_zh: result.as_ref().map(|r| r.zh.clone()).unwrap_or_default(),
        result_en: result.map(|r| r.en).unwrap_or_default(),
        board: digits(&table.game),
    }
}

/// A game in a list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameRow {
    pub id: String,
    pub kind: String,
    pub created: i64,
    pub updated: i64,
    pub status: String,
    pub black_name: String,
    pub white_name: String,
    pub rules: String,
    pub size: i64,
    pub winner: String,
    pub result_zh: String,
    pub result_en: String,
    pub title: String,
    pub tags: String,
    pub moves: i64,
    /// The folder of a record in the library; games have none.
    #[serde(default)]
    pub folder: String,
    /// The board at the end, or when the row was last written; one digit per point.
    #[serde(default)]
    pub board: String,
    /// The date of a record's game, as the record writes it.
    #[serde(default)]
    pub date: String,
    /// Further words a record can be found by: the name of its opening, and its comments.
    #[serde(default)]
    pub words: String,
}

/// A record of the library.
#[derive(Clone, Debug)]
pub struct RecordRow {
    pub row: GameRow,
    pub body: String,
    /// The positions it goes through; empty if it was read from the store.
    pub passages: Vec<Passage>,
}

/// A stored game as a row of a list.
pub fn entry(row: GameRow) -> Entry {
    Entry {
        id: row.id,
        source: "game",
        kind: row.kind,
        title: row.title,
        black: row.black_name,
        white: row.white_name,
        result: Text { zh: row.result_zh, en: row.result_en },
        over: row.status == "over",
        winner: match row.winner.as_str() {
            "black" => Some(Side::Black),
            "white" => Some(Side::White),
            _ => None,
        },
        moves: row.moves,
        size: row.size,
        rules: row.rules,
        created: row.created,
        updated: row.updated,
        tags: tags(&row.tags),
        folder: row.folder,
        board: row.board,
        date: row.date,
    }
}

pub fn tags(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect()
}

/// A record as a row of a list.
pub fn record_entry(row: GameRow) -> Entry {
    Entry { source: "record", ..entry(row) }
}
