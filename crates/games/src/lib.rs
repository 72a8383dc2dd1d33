//! The referee: what is legal, what happens, who won.
//!
//! Deterministic, small and exact. It knows no files, threads, ticking clocks, networks or engines, and
//! draws no random number it was not handed. Every surface (terminal, page, protocols, Python) asks this
//! crate and decides nothing itself.
//!
//! ```
//! use heibai_games::kind::Choice;
//! use heibai_games::{AnyPosition, Color, Kind, Match, Position};
//! use std::time::Duration;
//!
//! let rules = Kind::Othello.rules(&Choice::default()).unwrap();
//! let mut game = Match::new(AnyPosition::start(&rules));
//! let first = game.position().read_move("f5").unwrap();
//! let turn = game.play(first, Duration::ZERO).unwrap();
//! assert_eq!(turn.changes.flipped.len(), 1);
//! assert_eq!(game.position().turn(), Color::White);
//! // A refused move says why and changes nothing.
//! assert!(game.play(first, Duration::ZERO).is_err());
//! game.undo().unwrap();
//! assert_eq!(game.position(), game.start());
//! ```

#![warn(missing_docs)]

pub mod board;
pub mod clock;
pub mod counting;
mod decision;
pub mod due;
pub mod go;
pub mod gomoku;
pub mod kind;
pub mod matches;
pub mod othello;
pub mod perft;
pub mod player;
pub mod position;
pub mod symmetry;
pub mod value;

pub use board::{Color, Notation, Point};
pub use clock::{Clock, TimeControl};
pub use decision::{Decision, by_analysis};
pub use due::{Due, Seat};
pub use kind::{AnyPosition, Kind, Rules};
pub use matches::{Match, Phase};
pub use player::{Act, Answer, Limits, Player, Request};
pub use position::{
    Changes, HalfPoints, Illegal, Impossible, Move, Observer, Outcome, Position, Reason, Score,
};
pub use value::Value;
