//! Work that takes time: what the core hands out, and the results.

use heibai_table::event::Event;
use heibai_table::line::Line;
use heibai_table::wire::{Game, Hint, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game as stored, so that it can be rebuilt elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    pub id: String,
    pub created: i64,
    pub setup: String,
    /// Number, time and body of each event.
    pub events: Vec<(i64, i64, String)>,
}

/// Work to be done outside the core.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum Work {
    /// The engine of this side must move or choose.
    Think {
        game: StoredGame,
        side: Side,
    },
    /// The stones must be judged.
    Judge {
        game: StoredGame,
    },
    Hint {
        game: StoredGame,
    },
    Analyse {
        re: Option<u64>,
        of: Line,
        ms: Option<u64>,
        player: Option<String>,
        lines: Option<usize>,
    },
    Review {
        re: Option<u64>,
        of: Line,
        ms_per_move: Option<u64>,
        player: Option<String>,
    },
    /// The value of the last move, or the threats.
    Teach {
        re: Option<u64>,
        of: Line,
        ms_per_move: Option<u64>,
        threats: bool,
    },
    Count {
        of: Line,
    },
    Try {
        set: String,
        id: String,
        moves: Vec<Option<u16>>,
    },
    Help {
        set: String,
        id: String,
        moves: Vec<Option<u16>>,
        step: usize,
    },
    /// A move in a lesson of the first steps.
    Lesson {
        kind: Game,
        id: String,
        moves: Vec<Option<u16>>,
    },
    /// The opening book's entry.
    Openings {
        of: Line,
    },
    /// Where a position occurs, and how the games continued.
    Explore {
        of: Line,
        met: Vec<(i64, i64, i64)>,
        games: Value,
    },
    /// A recorded search of the laboratory (`search`, `mcts` or `judgements`), and its request.
    Laboratory {
        path: String,
        of: Line,
        asked: Value,
    },
    /// A fixed workload to measure the speed: requested by tests and `heibai bench wasm`, never by the core.
    Measure {
        name: String,
    },
}

/// The result of work.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answered {
    /// An event of the game.
    Event(Event),
    /// A hint, in its wire form.
    Hint(Value),
    /// A message for the requester.
    Message(String),
    /// The answer to a request: a status and a body.
    Response(u16, String),
    /// The module crashed twice on it.
    Broken,
}

impl From<Hint> for Answered {
    fn from(hint: Hint) -> Answered {
        Answered::Hint(serde_json::to_value(hint).unwrap_or_default())
    }
}
