//! Storage between visits: rows of text by key. Lists are loaded when the page opens, the rest on demand.

use crate::core::{Core, Output};
use heibai_lessons::{Progress, Rating};
use heibai_table::rows::GameRow;
use heibai_table::training::{MISTAKES, Mistake};
use serde::{Deserialize, Serialize};

/// The person who plays here.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Me {
    pub id: String,
    pub name: String,
}

/// A game's row: its setup, and its row in lists.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptGame {
    pub setup: String,
    pub row: GameRow,
    /// Hidden from the lists.
    #[serde(default)]
    pub hidden: bool,
    /// Already sent to a server.
    #[serde(default)]
    pub given: bool,
}

/// Keys are sorted, so that the events of a game are together.
pub fn event_key(game: &str, seq: i64) -> String {
    format!("event/{game}/{seq:06}")
}

#[derive(Serialize, Deserialize)]
struct KeptEvent {
    at: i64,
    body: String,
}

pub fn event_row(at: i64, body: &str) -> String {
    to_text(&KeptEvent { at, body: body.to_owned() })
}

pub fn to_text(value: &impl Serialize) -> String {
    heibai_table::view::to_json(value)
}

#[derive(Serialize, Deserialize)]
struct KeptProgress {
    solved: i64,
    failed: i64,
    streak: i64,
    due: i64,
}

pub fn progress_row(p: Progress) -> String {
    to_text(&KeptProgress { solved: p.solved, failed: p.failed, streak: p.streak, due: p.due })
}

impl Core {
    /// Loads stored rows, and `loaded/PREFIX` for a prefix that was requested. An unreadable row is ignored and stays
    /// stored.
    pub(crate) fn load(&mut self, rows: Vec<(String, String)>) {
        for (key, value) in rows {
            let Some((what, id)) = key.split_once('/') else {
                if key == "me"
                    && let Ok(me) = serde_json::from_str(&value)
                {
                    self.me = me;
                }
                continue;
            };
            match what {
                "game" => drop(read(&value).map(|game| self.games.insert(id.to_owned(), game))),
                "record" => drop(read(&value).map(|row| self.records.insert(id.to_owned(), row))),
                "body" => drop(self.bodies.insert(id.to_owned(), value)),
                "mistake" => self.mistakes.extend(read::<(i64, Mistake)>(&value).map(|m| (id.to_owned(), m))),
                "progress" => self.load_progress(id, &value),
                "rating" => self.ratings.extend(
                    read(&value).map(|(rating, deviation)| (id.to_owned(), Rating { rating, deviation })),
                ),
                "day" => self.days.extend(id.parse::<i64>().ok().zip(read::<(i64, i64)>(&value))),
                "event" => self.load_event(id, &value),
                "loaded" => drop(self.loaded.insert(id.to_owned())),
                _ => {}
            }
        }
        self.mistakes.sort_by_key(|(_, (at, _))| std::cmp::Reverse(*at));
    }

    fn load_progress(&mut self, id: &str, value: &str) {
        let Some((set, problem)) = id.split_once('/') else { return };
        let Some(KeptProgress { solved, failed, streak, due }) = read(value) else { return };
        self.progress.push((set.to_owned(), problem.to_owned(), Progress { solved, failed, streak, due }));
    }

    fn load_event(&mut self, id: &str, value: &str) {
        let Some((game, seq)) = id.split_once('/') else { return };
        if let (Ok(seq), Some(KeptEvent { at, body })) = (seq.parse(), read(value)) {
            self.events.entry(game.to_owned()).or_default().push((seq, at, body));
        }
    }

    pub(crate) fn keep(&mut self, key: String, value: String) {
        self.told.push(Output::Keep { key, value: Some(value) });
    }

    pub(crate) fn forget(&mut self, key: String) {
        self.told.push(Output::Keep { key, value: None });
    }

    /// Stores a game's row.
    pub(crate) fn keep_game(&mut self, id: &str) {
        if let Some(text) = self.games.get(id).map(to_text) {
            self.keep(format!("game/{id}"), text);
        }
    }

    pub(crate) fn all_mistakes(&self) -> Vec<(String, Mistake)> {
        self.mistakes.iter().map(|(id, (_, mistake))| (id.clone(), mistake.clone())).collect()
    }

    pub(crate) fn mistake(&self, id: &str) -> Option<Mistake> {
        self.mistakes.iter().find(|(known, _)| known == id).map(|(_, (_, mistake))| mistake.clone())
    }

    /// Whether there is such a problem.
    pub(crate) fn is_problem(&self, set: &str, id: &str) -> bool {
        match set {
            MISTAKES => self.mistake(id).is_some(),
            set => heibai_table::problems::find(set, id).is_ok(),
        }
    }
}

fn read<T: serde::de::DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_str(value).ok()
}
