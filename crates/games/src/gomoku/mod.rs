//! Gomoku and Renju: five in a row.
//!
//! Knows no other game and no file format.

mod board;
pub mod forbidden;
mod lines;
mod patterns;
mod playout;
mod position;
mod rules;

pub use board::{Board, Direction, MAX_SIZE};
pub use playout::random_game;
pub use position::Position;
pub use rules::{Forbidden, OpeningRule, Rules, Variant};
