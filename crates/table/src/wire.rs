//! The wire types: what clients see of a game. Described in docs/protocols/server.md.

use crate::registry;
use heibai_games::value::{self, Amount, Bound};
use heibai_games::{AnyPosition, Changes, Color, Kind, Move, Point};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A sentence or a name in both languages.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, ToSchema)]
pub struct Text {
    pub zh: String,
    pub en: String,
}

impl From<heibai_words::Text> for Text {
    fn from(text: heibai_words::Text) -> Text {
        Text { zh: text.zh, en: text.en }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// One value for each side.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, ToSchema)]
pub struct Both<T> {
    pub black: T,
    pub white: T,
}

impl<T> Both<T> {
    pub fn of(mut make: impl FnMut(Color) -> T) -> Both<T> {
        Both { black: make(Color::Black), white: make(Color::White) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    Othello,
    Go,
    Gomoku,
}

impl From<Kind> for Game {
    fn from(kind: Kind) -> Game {
        registry::of(kind).game
    }
}

impl From<Game> for Kind {
    fn from(game: Game) -> Kind {
        match game {
            Game::Othello => Kind::Othello,
            Game::Go => Kind::Go,
            Game::Gomoku => Kind::Gomoku,
        }
    }
}

/// A point on the wire; `None` is a pass.
pub fn point_of(mv: Move) -> Option<u16> {
    match mv {
        Move::Place(point) => Some(point.0),
        Move::Pass => None,
    }
}

pub fn move_of(point: Option<u16>) -> Move {
    point.map_or(Move::Pass, |p| Move::Place(Point(p)))
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesView {
    pub name: String,
    pub size: usize,
    #[schema(required)]
    pub komi: Option<f64>,
    /// Komi in the unit of the rules.
    #[schema(required)]
    pub komi_text: Option<Text>,
    pub handicap: u32,
    pub label: Text,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatView {
    pub who: &'static str,
    pub name: String,
    #[schema(required)]
    pub player: Option<String>,
    pub online: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct You {
    pub id: String,
    pub seats: Vec<Side>,
    #[schema(required)]
    pub invite: Option<String>,
    pub watch: String,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedView {
    pub n: usize,
    pub side: Side,
    #[schema(required)]
    pub point: Option<u16>,
    pub name: String,
    pub forced: bool,
    pub at: i64,
    pub spent_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Value>,
}

/// A move that an engine looked at.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, ToSchema)]
pub struct Candidate {
    #[schema(required)]
    pub point: Option<u16>,
    pub name: String,
    /// Discs, points or units; absent for a won or lost game without a count.
    #[schema(required)]
    pub score: Option<f64>,
    #[schema(required)]
    pub win_rate: Option<f64>,
    /// Whether the value is proved.
    pub exact: bool,
    /// Whether the value is only an upper bound: the search dropped the move once it could not be the best.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
    /// The proved result (`win`, `draw`, `loss`) ...
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// ... after this many moves of both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_moves: Option<u32>,
    #[schema(required)]
    pub depth: Option<u32>,
    pub nodes: u64,
    pub line: Vec<Option<u16>>,
    pub names: Vec<String>,
}

impl Candidate {
    /// Whether the engine gave a value; a forced move often has none.
    pub fn has_value(&self) -> bool {
        self.score.is_some() || self.win_rate.is_some() || self.result.is_some()
    }

    /// A move of `position` with its value and principal variation.
    pub fn new(position: &AnyPosition, mv: Move, value: Option<value::Value>, line: &[Move]) -> Candidate {
        let value = value.filter(value::Value::is_finite);
        let end = value.and_then(|value| match value.amount {
            Amount::End { verdict, in_moves } => Some((verdict.name().to_owned(), in_moves)),
            _ => None,
        });
        let (result, in_moves) = end.unzip();
        Candidate {
            point: point_of(mv),
            name: position.write_move(mv),
            score: value.and_then(|value| value.score()),
            win_rate: value.and_then(|value| value.win_rate()),
            exact: value.is_some_and(|value| value.is_proved()),
            at_most: value.is_some_and(|value| value.bound == Bound::AtMost),
            result,
            in_moves,
            depth: None,
            nodes: 0,
            line: line.iter().map(|&mv| point_of(mv)).collect(),
            names: line.iter().map(|&mv| position.write_move(mv)).collect(),
        }
    }
}

/// A move that is suggested, and why.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Hint {
    #[serde(flatten)]
    pub candidate: Candidate,
    pub why: Vec<Text>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ChangesView {
    #[schema(required)]
    pub placed: Option<u16>,
    pub flipped: Vec<u16>,
    pub removed: Vec<u16>,
}

impl From<&Changes> for ChangesView {
    fn from(changes: &Changes) -> ChangesView {
        let points = |list: &[(Point, Color)]| list.iter().map(|(p, _)| p.0).collect();
        ChangesView {
            placed: changes.placed.map(|(p, _)| p.0),
            flipped: points(&changes.flipped),
            removed: points(&changes.removed),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Waiting,
    Opening,
    Playing,
    Counting,
    Over,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClockView {
    pub main_ms: u64,
    pub periods: u32,
    pub period_ms: u64,
    /// The used part of the running period.
    pub used_ms: u64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClocksView {
    pub black: ClockView,
    pub white: ClockView,
    #[schema(required)]
    pub running: Option<Side>,
    pub at: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ForbiddenView {
    pub point: u16,
    pub kind: &'static str,
    pub zh: String,
    pub en: String,
    /// The lines that make it forbidden, one sentence each.
    pub why: Vec<Text>,
    /// The stones of these lines.
    pub stones: Vec<u16>,
    pub check: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    Undo,
    Draw,
    /// The same game with colours swapped, after the end.
    Rematch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Offer {
    pub what: OfferKind,
    pub by: Side,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpeningView {
    pub rule: &'static str,
    pub left: usize,
    pub options: Vec<String>,
    /// The points offered for the fifth stone.
    pub offered: Vec<u16>,
    /// The pending task, for all who watch.
    pub text: Text,
    /// The pending task, for the one who has it.
    pub yours: Text,
}

/// Why a group is judged as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ground {
    pub point: u16,
    pub zh: String,
    pub en: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountingView {
    pub dead: Vec<u16>,
    pub seki: Vec<u16>,
    pub unsure: Vec<u16>,
    pub owner: Vec<u8>,
    pub grounds: Vec<Ground>,
    pub score: Both<f64>,
    pub result: Text,
    /// How the count makes the result; absent where points are counted as they are told.
    #[schema(required)]
    pub explained: Option<Text>,
    pub agreed: Both<bool>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OutcomeView {
    #[schema(required)]
    pub winner: Option<Side>,
    pub reason: &'static str,
    #[schema(required)]
    pub score: Option<Both<f64>>,
    #[schema(required)]
    pub margin: Option<f64>,
    pub text: Text,
    /// The referee's announcement at the end, the count first.
    pub announced: Text,
}

/// Everything that a move changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Live {
    pub seq: i64,
    pub ply: usize,
    pub phase: Phase,
    #[schema(required)]
    pub turn: Option<Side>,
    pub board: Vec<u8>,
    pub legal: Vec<u16>,
    pub can_pass: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flips: Option<Vec<Vec<u16>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Vec<ForbiddenView>>,
    pub suggestion: Vec<u16>,
    #[schema(required)]
    pub last: Option<u16>,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<Text>,
    pub win_line: Vec<u16>,
    pub counts: Both<u32>,
    pub empties: u32,
    #[schema(required)]
    pub clocks: Option<ClocksView>,
    pub undo: Both<bool>,
    pub redo: Both<bool>,
    #[schema(required)]
    pub offer: Option<Offer>,
    #[schema(required)]
    pub thinking: Option<Side>,
    /// While the engine waits for one of the server's threads.
    #[schema(required)]
    pub queue: Option<QueueView>,
    #[schema(required)]
    pub opening: Option<OpeningView>,
    #[schema(required)]
    pub counting: Option<CountingView>,
    #[schema(required)]
    pub outcome: Option<OutcomeView>,
    /// The game that followed this one.
    #[schema(required)]
    pub next: Option<String>,
    /// When the game ended, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<i64>,
}

/// Where an engine's move stands that waits for a thread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct QueueView {
    /// Searches ahead of it.
    pub ahead: usize,
    /// The expected wait.
    pub wait_ms: u64,
}

/// What a player said to the other.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Said {
    pub by: Side,
    pub text: String,
    pub at: i64,
}

/// Games of the same two after one another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeriesView {
    /// The number of this game, from 1.
    pub number: u32,
    /// The number of games; 0 for as many as both like.
    pub of: u32,
    /// Points so far, including this game once it is over.
    pub points: Both<f64>,
    /// The 95 % interval of Black's share of the points.
    pub low: f64,
    pub high: f64,
}

/// A game as one client may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    pub id: String,
    pub kind: Game,
    pub created: i64,
    pub rules: RulesView,
    pub seats: Both<SeatView>,
    pub you: You,
    #[schema(required)]
    pub clock: Option<String>,
    pub pace_ms: u64,
    pub paused: bool,
    pub public: bool,
    pub start: Vec<u8>,
    pub start_turn: Side,
    /// Whether the game starts from a set-up position.
    pub set_up: bool,
    /// Two people play each other; until the end neither gets an engine's help.
    pub between_people: bool,
    /// The chat, for the players alone.
    pub chat: Vec<Said>,
    #[schema(required)]
    pub series: Option<SeriesView>,
    pub moves: Vec<PlayedView>,
    pub live: Live,
}

/// An event of a watched game.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event<'a> {
    Moved {
        game: &'a str,
        seq: i64,
        #[serde(rename = "move")]
        played: PlayedView,
        changes: ChangesView,
        passed: Option<PlayedView>,
        live: Live,
    },
    Changed {
        game: &'a str,
        seq: i64,
        what: &'static str,
        by: Option<Side>,
        #[serde(skip_serializing_if = "Option::is_none")]
        moves: Option<Vec<PlayedView>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        seats: Option<Both<SeatView>>,
        live: Live,
    },
    Said {
        game: &'a str,
        #[serde(flatten)]
        said: Said,
    },
}

/// A row of the library, of the list of games, or of the live matches.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Entry {
    pub id: String,
    pub source: &'static str,
    pub kind: String,
    pub title: String,
    pub black: String,
    pub white: String,
    pub result: Text,
    pub over: bool,
    #[schema(required)]
    pub winner: Option<Side>,
    pub moves: i64,
    pub size: i64,
    pub rules: String,
    pub created: i64,
    pub updated: i64,
    pub tags: Vec<String>,
    /// The folder of a record in the library.
    pub folder: String,
    /// The board at the end, one digit per point; empty if unknown.
    pub board: String,
    /// The date of a record's game, as the record writes it; often empty.
    pub date: String,
}
