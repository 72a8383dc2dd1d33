//! What is stored of a game: its setup, then one event for everything that happened. A game is the fold of its
//! events, so a restart restores it exactly.

use crate::error::{Answer, Code, Fail};
use crate::wire::{Candidate, Game, Ground, OfferKind, Side};
use heibai_games::counting::Status;
use heibai_games::gomoku::opening::Choice;
use heibai_games::kind;
use heibai_games::{AnyPosition, Color, Kind, Point, Position, Rules};
use serde::{Deserialize, Serialize};

/// Who sits on one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "lowercase")]
pub enum Seat {
    Person { id: String, name: String },
    Bot { id: String, name: String },
    Engine { player: String },
    Open,
}

impl Seat {
    /// The person or bot who may act for this seat.
    pub fn holder(&self) -> Option<&str> {
        match self {
            Seat::Person { id, .. } | Seat::Bot { id, .. } => Some(id),
            Seat::Engine { .. } | Seat::Open => None,
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Seat::Person { name, .. } | Seat::Bot { name, .. } => name,
            Seat::Engine { player } => player,
            Seat::Open => "",
        }
    }

    pub fn is_engine(&self) -> bool {
        matches!(self, Seat::Engine { .. })
    }
}

/// What was agreed before the first move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub kind: Game,
    pub rules: Option<String>,
    pub size: Option<usize>,
    pub komi: Option<f64>,
    pub handicap: Option<u32>,
    /// Stones set up by hand, and who moves then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<(u16, u8)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// Moves already on the board when the game begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Option<u16>>,
    pub black: Seat,
    pub white: Seat,
    pub clock: Option<String>,
    /// The pause between moves when engines play each other; by default it depends on the level of the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_ms: Option<u64>,
    pub public: bool,
    pub invite: String,
    pub maker: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
}

/// Games of the same two, colours changed each time; the results so far as Black of this game sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// The number of games; 0 for as many as both like.
    pub of: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Setup {
    pub fn start(&self) -> Answer<AnyPosition> {
        let choice = kind::Choice {
            size: self.size,
            rules: self.rules.clone(),
            komi: self.komi,
            handicap: self.handicap,
        };
        start(self.kind.into(), &choice, &self.stones, self.turn)
    }
}

/// A starting position from a client's choices.
pub fn start(
    kind: Kind,
    choice: &kind::Choice,
    stones: &[(u16, u8)],
    turn: Option<Side>,
) -> Answer<AnyPosition> {
    let rules: Rules = kind.rules(choice).map_err(|e| Fail::because(Code::BadRules, e))?;
    if stones.is_empty() && turn.is_none() {
        return Ok(AnyPosition::start(&rules));
    }
    let area = rules.size() * rules.size();
    let mut placed = Vec::with_capacity(stones.len().min(area));
    for &(point, cell) in stones {
        let color = match cell {
            1 => Color::Black,
            2 => Color::White,
            _ => return Err(Fail::because(Code::BadPosition, heibai_words::server::stone_number(cell))),
        };
        if usize::from(point) >= area {
            return Err(Fail::because(
                Code::BadPosition,
                heibai_words::refusals::point_off_board(u32::from(point)),
            ));
        }
        placed.push((Point(point), color));
    }
    let turn = turn.map_or(Color::Black, Color::from);
    AnyPosition::setup(&rules, &placed, turn).map_err(|e| Fail::because(Code::BadPosition, e))
}

/// How a group is marked in a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Dead,
    Alive,
    Seki,
}

/// What happened. An event contains the times that clocks need, so the fold reads no clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "lowercase")]
pub enum Event {
    Move {
        p: Option<u16>,
        spent: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        win: Option<f64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tried: Vec<Candidate>,
    },
    Timeout {
        side: Side,
    },
    /// Takes back chosen moves.
    Undo {
        count: usize,
        by: Side,
    },
    Redo {
        count: usize,
        by: Side,
    },
    Resign {
        side: Side,
    },
    Forfeit {
        side: Side,
        illegal: bool,
    },
    Offer {
        what: OfferKind,
        side: Side,
    },
    Answer {
        accept: bool,
        side: Side,
        /// The number of moves taken back by an accepted undo.
        count: usize,
    },
    Join {
        side: Side,
        id: String,
        name: String,
        bot: bool,
    },
    Choose {
        option: Pick,
        #[serde(default, skip_serializing_if = "is_zero")]
        spent: u64,
    },
    Judge {
        dead: Vec<u16>,
        seki: Vec<u16>,
        unsure: Vec<u16>,
        grounds: Vec<Ground>,
    },
    Mark {
        p: u16,
        mark: Mark,
        side: Side,
    },
    Agree {
        side: Side,
    },
    Resume {
        side: Side,
    },
    Pace {
        ms: u64,
    },
    Pause {
        paused: bool,
    },
    /// The game that follows: a rematch, or the next of a series.
    Next {
        game: String,
    },
}

fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

/// What the chooser of an opening may say: `black`, `white`, `more`, `offer8`, or a point to offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String)]
pub struct Pick(pub Choice);

impl TryFrom<String> for Pick {
    type Error = String;

    fn try_from(name: String) -> Result<Pick, String> {
        Choice::from_name(&name).map(Pick).ok_or_else(|| format!("'{name}' is no choice of an opening"))
    }
}

impl From<Pick> for String {
    fn from(pick: Pick) -> String {
        pick.0.name()
    }
}

impl From<Mark> for Status {
    fn from(mark: Mark) -> Status {
        match mark {
            Mark::Dead => Status::Dead,
            Mark::Alive => Status::Alive,
            Mark::Seki => Status::Seki,
        }
    }
}
