//! Anything that can be asked for a move: an engine, a foreign program, a person.

use crate::board::Color;
use crate::decision::Decision;
use crate::gomoku::opening::Opening;
use crate::kind::AnyPosition;
use crate::position::{Move, Outcome, Position};
use crate::value::Value;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What may be spent on one move. Several limits may hold at once; the first one reached ends the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Nodes of a search, or visits of a tree.
    pub nodes: Option<u64>,
    /// Plies from the position that is asked about.
    pub depth: Option<u32>,
    /// Exactly this long for this move.
    pub move_time: Option<Duration>,
    /// What the clock says, for a player that divides its own time.
    pub clock: Option<Remaining>,
    /// An analysis considers these moves only; they are legal, and at least one.
    pub only: Option<Vec<Move>>,
}

/// What is left on the clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Main time, before any period.
    pub main: Duration,
    /// What the move adds.
    pub increment: Duration,
    /// Periods and length of byo-yomi; `None` without it.
    pub byo_yomi: Option<(u32, Duration)>,
}

/// A question to a player: the game so far and the limits.
pub struct Request<'a, P = AnyPosition> {
    /// The position before `moves`.
    pub start: &'a P,
    /// The moves so far, from `start`.
    pub moves: &'a [Move],
    /// The position after `moves`; it is this one that is asked about.
    pub position: &'a P,
    /// What may be spent.
    pub limits: &'a Limits,
    /// Set by the asker when the answer is wanted at once.
    pub stop: &'a AtomicBool,
}

// Derived, both would ask for a position that can be copied.
impl<P> Clone for Request<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Request<'_, P> {}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// It moves, or passes.
    Play(Move),
    /// It gives the game up.
    Resign,
}

/// A player's act, and what it thought.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What it does.
    pub act: Act,
    /// What it tells of its search.
    pub thought: Thought,
}

impl Answer {
    /// An act without a thought.
    pub fn of(act: Act) -> Answer {
        Answer { act, thought: Thought::default() }
    }
}

/// What a player tells of its search; every field may be absent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// What the position is worth to the side to move.
    pub value: Option<Value>,
    /// The depth that was finished.
    pub depth: Option<u32>,
    /// Nodes, or visits of a tree, that were searched.
    pub nodes: u64,
    /// The best play for both sides, beginning with the move.
    pub line: Vec<Move>,
    /// A remark in words, as a program gave it.
    pub comment: String,
    /// The moves that were weighed against each other, best first, as far as account was kept of them.
    pub weighed: Vec<Weighed>,
}

/// A move that a player weighed and what it was worth to the side to move. A search that leaves a move as soon as it is
/// known not to be the best has a bound for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed {
    /// The move.
    pub mv: Move,
    /// Its value.
    pub value: Value,
    /// Visits spent on this move, where they are counted.
    pub nodes: u64,
}

/// What an analysis is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How many moves to look at closely; the rest may be rough or absent.
    pub moves: usize,
    /// Go: to whom each point will belong.
    pub ownership: bool,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { moves: 1, ownership: false }
    }
}

/// What a player thinks of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// What the move is worth to the side to move.
    pub value: Option<Value>,
    /// Nodes or visits spent on this move.
    pub nodes: u64,
    /// What a network expected before the search, 0 to 1.
    pub prior: Option<f64>,
    /// The best play for both sides, beginning with `mv`.
    pub line: Vec<Move>,
}

/// What a player thinks of a position, so far or in the end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// Best first.
    pub candidates: Vec<Candidate>,
    /// The depth that was finished.
    pub depth: Option<u32>,
    /// Nodes, or visits of a tree, that were searched.
    pub nodes: u64,
    /// By point: 1 is Black's for sure, -1 White's.
    pub ownership: Option<Vec<f32>>,
    /// How far the final score may lie from the expected one: its standard deviation in points, where a network tells.
    pub deviation: Option<f64>,
}

/// Why a player gave no usable answer. It loses the game; the reason is recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It did not answer in time.
    Silent,
    /// It ended, with what is known of why.
    Crashed(String),
    /// It answered this, which is no move.
    Garbage(String),
    /// There is no legal move.
    NoMove,
    /// It cannot play this game, size or rule set, or cannot be started.
    Unable {
        /// The reason in English.
        english: String,
        /// The reason in Chinese.
        chinese: String,
    },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Silent => f.write_str("did not answer"),
            Fault::Crashed(why) => write!(f, "ended unexpectedly: {why}"),
            Fault::Garbage(text) => write!(f, "answered '{text}', which is no move"),
            Fault::NoMove => f.write_str("there is no legal move"),
            Fault::Unable { english, .. } => f.write_str(english),
        }
    }
}

impl std::error::Error for Fault {}

/// Anything that can be asked for a move, in one of these games or, with another `Position`, in any other.
pub trait Player<P: Position = AnyPosition>: Send {
    /// The name under which results are told.
    fn name(&self) -> String;

    /// A new game begins and this player has `color`; what was learnt of the last one may be dropped.
    fn new_game(&mut self, _rules: &P::Rules, _color: Color) -> Result<(), Fault> {
        Ok(())
    }

    /// Limits the memory of the whole program, in bytes; `None` is no limit. May clear the player's tables.
    fn limit_memory(&mut self, _bytes: Option<u64>) {}

    /// Called before the clock starts for a move, so that waiting until the player is ready costs it no time.
    fn ready(&mut self) {}

    /// Chooses an act in the position of the request.
    fn choose(&mut self, request: &Request<'_, P>) -> Result<Answer, Fault>;

    /// The step of an opening rule that is due: a stone, a choice, or points to offer. The position of the request is the
    /// one that the step begins with.
    fn decide(&mut self, request: &Request<'_, P>, opening: &Opening) -> Result<Decision, Fault> {
        crate::decision::by_analysis(self, request, opening)
    }

    /// Whether it has an analysis of its own that tells of more moves than the one it would choose.
    fn weighs_moves(&self) -> bool {
        false
    }

    /// Analyses the position: `report` is called with every new result, and the last one is returned. A player
    /// without an analysis of its own reports the one move it would choose.
    fn analyze(
        &mut self,
        request: &Request<'_, P>,
        _wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let Answer { act, thought } = self.choose(request)?;
        let candidates = match act {
            Act::Resign => Vec::new(),
            Act::Play(mv) => vec![Candidate {
                mv,
                value: thought.value,
                nodes: thought.nodes,
                prior: None,
                line: if thought.line.is_empty() { vec![mv] } else { thought.line },
            }],
        };
        let analysis =
            Analysis { candidates, depth: thought.depth, nodes: thought.nodes, ..Analysis::default() };
        report(&analysis);
        Ok(analysis)
    }

    /// The game is over.
    fn game_over(&mut self, _outcome: &Outcome) {}
}
