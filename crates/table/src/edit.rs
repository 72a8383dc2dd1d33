//! Changes that a client makes in a library: records edited, copied, created.

use crate::error::{Answer, Code, Fail};
use crate::files::{joined, row_of, short, shown, words_of};
use crate::library::{NodeView, add_to, tree_from};
use crate::line::Line;
use crate::passages::{Digest, digest};
use crate::plain::is_hidden;
use crate::rows::{GameRow, RecordRow};
use crate::wire::Entry;
use heibai_records::{Info, Record, json};
use heibai_words::server as said;
use serde::Deserialize;
use utoipa::ToSchema;

/// What a client writes at the head of a record; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct InfoEdit {
    black: Option<String>,
    white: Option<String>,
    black_rank: Option<String>,
    white_rank: Option<String>,
    title: Option<String>,
    event: Option<String>,
    round: Option<String>,
    place: Option<String>,
    date: Option<String>,
}

/// The longest line in the head of a record, in characters.
const LONGEST_INFO: usize = 400;

impl InfoEdit {
    pub fn apply(self, info: &mut Info) {
        for (to, from) in [
            (&mut info.black.name, self.black),
            (&mut info.white.name, self.white),
            (&mut info.black.rating, self.black_rank),
            (&mut info.white.rating, self.white_rank),
            (&mut info.game_name, self.title),
            (&mut info.event, self.event),
            (&mut info.round, self.round),
            (&mut info.place, self.place),
            (&mut info.date, self.date),
        ] {
            if let Some(text) = from {
                *to = text.chars().filter(|&c| !is_hidden(c)).take(LONGEST_INFO).collect();
            }
        }
    }
}

/// What a client changes about a game or record.
#[derive(Default, Deserialize, ToSchema)]
pub struct Edit {
    pub title: Option<String>,
    pub tags: Option<Vec<String>>,
    pub folder: Option<String>,
    pub tree: Option<Vec<NodeView>>,
    pub info: Option<InfoEdit>,
    /// The time of change that the client knows; if the record has changed since, the edit is refused as stale.
    pub seen: Option<i64>,
}

impl Edit {
    /// The changed record and its row in lists.
    pub fn apply(self, mut row: GameRow, mut record: Record) -> Answer<RecordRow> {
        if (self.tree.is_some() || self.info.is_some()) && record.starts_anew() {
            return Err(Fail::because(Code::BadRecord, said::starts_anew()));
        }
        if let Some(nodes) = self.tree {
            record.tree = tree_from(&nodes, &record)?;
        }
        if let Some(info) = self.info {
            info.apply(&mut record.info);
            row.black_name = shown(&record.info.black.name);
            row.white_name = shown(&record.info.white.name);
            if !record.info.game_name.is_empty() {
                row.title = shown(&record.info.game_name);
            }
        }
        row.title = self.title.map_or(row.title, |title| short(&title));
        row.tags = self.tags.map_or(row.tags, |tags| joined(&tags));
        row.folder = self.folder.map_or(row.folder, |folder| short(&folder));
        row.moves = record.tree.moves().count() as i64;
        let Digest { board, passages } = digest(&record);
        row.board = board;
        row.date = short(&record.info.date);
        row.words = words_of(&record);
        Ok(RecordRow { row, body: json::write(&record), passages })
    }

    /// Changes the row of a game; its moves stay.
    pub fn label(self, row: &mut GameRow) -> Answer<()> {
        if self.tree.is_some() || self.info.is_some() {
            return Err(Code::GameFinished.into());
        }
        if let Some(title) = self.title {
            row.title = short(&title);
        }
        if let Some(tags) = self.tags {
            row.tags = joined(&tags);
        }
        Ok(())
    }
}

/// What a copy has beyond the original.
#[derive(Default, Deserialize, ToSchema)]
pub struct Copied {
    /// Moves that were added; a parent is the number of a node of the original, followed by the indices of this list.
    #[serde(default)]
    add: Vec<NodeView>,
    /// A whole tree that replaces the original's.
    tree: Option<Vec<NodeView>>,
    info: Option<InfoEdit>,
    #[serde(default)]
    folder: String,
}

impl Copied {
    /// The copy of a record, as a new row with this id and time.
    pub fn apply(self, from: &Entry, record: &Record, id: String, now: i64) -> Answer<RecordRow> {
        let mut record = record.since_last_start();
        if let Some(nodes) = &self.tree {
            record.tree = tree_from(nodes, &record)?;
        }
        add_to(&mut record, &self.add)?;
        if let Some(info) = self.info {
            info.apply(&mut record.info);
        }
        let mut row = row_of(&record, &from.title, id, now);
        row.row.tags = from.tags.join(",");
        row.row.folder = short(&self.folder);
        Ok(row)
    }
}

/// A study that begins with a position, or with a line of moves.
#[derive(Deserialize, ToSchema)]
pub struct NewStudy {
    line: Line,
    tree: Option<Vec<NodeView>>,
    info: Option<InfoEdit>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    folder: String,
}

impl NewStudy {
    /// The study as a new row with this id and time.
    pub fn begin(self, id: String, now: i64) -> Answer<RecordRow> {
        let mut record = Record::from_match(&self.line.play()?);
        if let Some(nodes) = &self.tree {
            record.tree = tree_from(nodes, &record)?;
        }
        if let Some(info) = self.info {
            info.apply(&mut record.info);
        }
        let mut row = row_of(&record, &short(&self.title), id, now);
        row.row.folder = short(&self.folder);
        Ok(row)
    }
}
