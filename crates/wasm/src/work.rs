//! Work that takes time: what the core hands out, and what comes back.

use heibai_table::event::Event;
use heibai_table::line::Line;
use heibai_table::wire::{Game, Hint, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game as it is stored, so that it can be made anew elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    pub id: String,
    pub created: i64,
    pub setup: String,
    /// Number, time and body of each event.
    pub events: Vec<(i64, i64, String)>,
}

/// Something to be done apart from the core.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum Work {
    /// The engine of this side is to move or to choose.
    Think {
        game: StoredGame,
        side: Side,
    },
    /// The stones are to be judged.
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
    /// What the last move was worth, or what threatens.
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
    /// What the opening book says.
    Openings {
        of: Line,
    },
    /// Where a position was met, and how it went on.
    Explore {
        of: Line,
        met: Vec<(i64, i64, i64)>,
        games: Value,
    },
    /// A search of the laboratory, taken apart: `search`, `mcts` or `judgements`, and what was asked.
    Laboratory {
        path: String,
        of: Line,
        asked: Value,
    },
    /// A fixed piece of work, to measure the speed: asked for by tests and `heibai bench wasm`, never by the core.
    Measure {
        name: String,
    },
}

/// What work brought.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answered {
    /// What happens in the game.
    Event(Event),
    /// A suggestion, as the wire has it.
    Hint(Value),
    /// A message for whoever asked.
    Message(String),
    /// The answer to a request: a status and a body.
    Response(u16, String),
    /// The module broke down twice over it.
    Broken,
}

impl From<Hint> for Answered {
    fn from(hint: Hint) -> Answered {
        Answered::Hint(serde_json::to_value(hint).unwrap_or_default())
    }
}
