//! Messages on a live connection: questions with a number, and answers that carry it back.

use crate::act::Action;
use crate::error::{Answer, Code, Fail};
use crate::line::{Line, PositionAnswer};
use crate::opponent::{Networks, Opponent};
use heibai_engines::Level;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
/// What a client says over the socket.
pub enum Ask {
    Watch {
        game: String,
    },
    Leave {
        game: String,
    },
    Act {
        game: String,
        #[serde(flatten)]
        action: Action,
    },
    Say {
        game: String,
        text: String,
    },
    Analyse {
        of: Line,
        ms: Option<u64>,
        player: Option<String>,
        lines: Option<usize>,
    },
    Review {
        of: Line,
        ms_per_move: Option<u64>,
        player: Option<String>,
        /// Ask only for a stored review; the answer is `unreviewed` if there is none.
        #[serde(default)]
        stored: bool,
    },
    /// Ask for the value of a game's last move, or for the threats after it.
    Teach {
        of: Line,
        ms_per_move: Option<u64>,
        #[serde(default)]
        threats: bool,
    },
    Stop {},
    Position {
        of: Line,
    },
    Ping {},
}

#[derive(Deserialize)]
/// A question with its number.
pub struct Frame {
    pub re: Option<u64>,
    #[serde(flatten)]
    pub ask: Ask,
}

impl Frame {
    /// Reads a question; the refusal of an unreadable one still carries its number, if that can be read.
    pub fn read(text: &str) -> Result<Frame, Value> {
        serde_json::from_str(text).map_err(|e| {
            let fail = Fail::because(Code::BadRequest, heibai_words::server::unreadable(&e.to_string()));
            error_message(number_of(text), &fail)
        })
    }
}

#[derive(Deserialize)]
struct OnlyRe {
    re: Option<u64>,
}

/// The number of a question, even if the rest is invalid.
pub fn number_of(text: &str) -> Option<u64> {
    serde_json::from_str::<OnlyRe>(text).ok().and_then(|m| m.re)
}

/// Where a game stands after an accepted action.
#[derive(Serialize)]
pub struct Doing {
    #[serde(rename = "type")]
    kind: &'static str,
    re: Option<u64>,
    seq: i64,
    ply: usize,
}

impl Doing {
    pub fn done(re: Option<u64>, seq: i64, ply: usize) -> Doing {
        Doing { kind: "done", re, seq, ply }
    }
}

/// A position, for the one who asked.
#[derive(Serialize)]
pub struct PositionReply {
    #[serde(rename = "type")]
    kind: &'static str,
    re: Option<u64>,
    #[serde(flatten)]
    answer: PositionAnswer,
}

impl PositionReply {
    pub fn new(re: Option<u64>, of: &Line) -> Answer<PositionReply> {
        Ok(PositionReply { kind: "position", re, answer: of.view()? })
    }
}

/// The answer if a stored review was asked for and there is none.
pub fn unreviewed(re: Option<u64>) -> Value {
    json!({ "type": "unreviewed", "re": re })
}

pub fn error_message(re: Option<u64>, fail: &Fail) -> Value {
    json!({ "type": "error", "re": re, "error": fail })
}

/// The player that analyses a line: the strongest unless the client asks for another.
pub fn analyst(name: Option<&str>, of: &Line, networks: &Networks) -> Answer<Opponent> {
    match name {
        Some(name) => Opponent::read(name, of.kind.into(), networks),
        None => Ok(Opponent::level(Level::Best, of.kind.into())),
    }
}
