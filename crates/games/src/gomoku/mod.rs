//! Gomoku and Renju: five in a row.
//!
//! Knows no other game and no file format.

mod board;
mod candidates;
pub mod explain;
pub mod forbidden;
mod lines;
pub mod opening;
mod patterns;
mod playout;
mod position;
mod rules;
pub mod score;
pub mod shapes;
pub mod symmetry;

pub use board::{Board, Direction};
pub use candidates::{Candidate, candidates};
pub use playout::random_game;
pub use position::Position;
pub use rules::{Forbidden, OpeningRule, Rules, Variant};
pub use shapes::Shape;
