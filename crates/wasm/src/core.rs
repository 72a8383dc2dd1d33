//! The core: its state, its inputs and outputs.

use crate::games::Room;
use crate::keep::{KeptGame, Me};
use crate::work::{Answered, Work};
use heibai_lessons::Rating;
use heibai_table::error::{Answer, Code};
use heibai_table::opponent::Networks;
use heibai_table::passages::Passage;
use heibai_table::rows::GameRow;
use heibai_table::training::{Mistake, ProgressRow};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

/// An input from the host, with the time in milliseconds since 1970 and a random seed.
#[derive(Deserialize)]
pub struct Input {
    pub now: i64,
    pub seed: u64,
    #[serde(flatten)]
    pub what: What,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Stored rows.
    Load(Vec<(String, String)>),
    /// A request of a tab; its body follows the line.
    Request { tab: String, id: u64, method: String, path: String },
    /// A message on a tab's live connection.
    Frame { tab: String, text: String },
    /// A tab was closed.
    Gone { tab: String },
    /// Time has passed.
    Tick {},
    /// The result of work.
    Answer { job: u64, answer: Answered },
}

/// What the core tells the host.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// A message for a tab's live connection.
    Frame {
        tab: String,
        text: String,
    },
    /// The answer to a request.
    Response(Response),
    /// A row to store or to delete. The rest of the same list is sent after that is done.
    Keep {
        key: String,
        value: Option<String>,
    },
    /// Rows whose keys begin like this are needed: nothing else happened, and the same input must come again after
    /// them.
    Want {
        prefix: String,
    },
    Work {
        job: u64,
        work: Work,
    },
    /// This work is no longer needed.
    Stop {
        job: u64,
    },
    /// Send a tick at this moment, if not before.
    Wake {
        at: i64,
    },
}

/// The answer to a request.
#[derive(Debug, Default, Serialize)]
pub struct Response {
    pub tab: String,
    pub id: u64,
    pub status: u16,
    pub body: String,
    /// A file instead of JSON: its name and bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<(String, Vec<u8>)>,
}

/// What a piece of work is for.
pub(crate) enum Purpose {
    Game(String),
    Request { tab: String, id: u64 },
    Frame { tab: String, re: Option<u64>, hint: Option<(i64, usize)> },
}

/// Everything that the page of one browser may ask for.
#[derive(Default)]
pub struct Core {
    pub(crate) now: i64,
    pub(crate) random: Random,
    pub(crate) me: Me,
    pub(crate) games: BTreeMap<String, KeptGame>,
    pub(crate) records: BTreeMap<String, GameRow>,
    /// Bodies of records and events of games that were requested, until their input is handled.
    pub(crate) bodies: HashMap<String, String>,
    pub(crate) events: HashMap<String, Vec<(i64, i64, String)>>,
    pub(crate) mistakes: Vec<(String, (i64, Mistake))>,
    pub(crate) progress: Vec<ProgressRow>,
    pub(crate) ratings: HashMap<String, Rating>,
    /// Problems solved and failed, by day.
    pub(crate) days: BTreeMap<i64, (i64, i64)>,
    /// The positions of records, as far as they were requested.
    pub(crate) passages: HashMap<String, Vec<Passage>>,
    pub(crate) rooms: BTreeMap<String, Room>,
    pub(crate) jobs: BTreeMap<u64, Purpose>,
    pub(crate) last_job: u64,
    pub(crate) networks: Networks,
    pub(crate) told: Vec<Output>,
    /// The prefixes that were requested and have arrived.
    pub(crate) loaded: HashSet<String>,
    pub(crate) wanted: Option<String>,
}

/// The random source of one input.
pub(crate) struct Random(fastrand::Rng);

impl Default for Random {
    fn default() -> Random {
        Random(fastrand::Rng::with_seed(0))
    }
}

impl Random {
    /// A random text of letters and digits that are not easily confused.
    pub(crate) fn text(&mut self, length: usize) -> String {
        const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        (0..length).map(|_| LETTERS[self.0.usize(..LETTERS.len())] as char).collect()
    }
}

impl Core {
    /// Handles an input and returns what follows from it.
    pub fn hear(&mut self, input: Input, body: &[u8]) -> Vec<Output> {
        self.now = input.now.max(self.now);
        self.random = Random(fastrand::Rng::with_seed(input.seed));
        let is_load = matches!(input.what, What::Load(_));
        match input.what {
            What::Load(rows) => self.load(rows),
            What::Request { tab, id, method, path } => {
                let answer = self.request(&tab, id, &method, &path, body);
                self.respond(tab, id, answer);
            }
            What::Frame { tab, text } => self.frame(&tab, &text),
            What::Gone { tab } => self.gone(&tab),
            What::Tick {} => self.tick(),
            What::Answer { job, answer } => self.answered(job, answer),
        }
        let told = std::mem::take(&mut self.told);
        if let Some(prefix) = self.wanted.take() {
            return vec![Output::Want { prefix }];
        }
        if !is_load {
            self.tidy();
        }
        told
    }

    /// Whether rows with this prefix are loaded; if not, requests them.
    pub(crate) fn has(&mut self, prefix: &str) -> Answer<()> {
        if self.loaded.contains(prefix) {
            return Ok(());
        }
        self.wanted = Some(prefix.to_owned());
        Err(Code::Restarting.into())
    }

    pub(crate) fn begin(&mut self, work: Work, purpose: Purpose) -> u64 {
        self.last_job += 1;
        self.jobs.insert(self.last_job, purpose);
        self.told.push(Output::Work { job: self.last_job, work });
        self.last_job
    }

    pub(crate) fn stop(&mut self, job: u64) {
        if self.jobs.remove(&job).is_some() {
            self.told.push(Output::Stop { job });
        }
    }

    pub(crate) fn send(&mut self, tab: &str, text: String) {
        self.told.push(Output::Frame { tab: tab.to_owned(), text });
    }
}
