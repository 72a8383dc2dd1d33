//! The JSON analysis engine: queries in, JSON Lines out, in the shape that KataGo documented and tools for Go speak; the
//! same shape serves Othello and Gomoku.

mod answer;
mod field;
pub(crate) mod query;
mod queue;
pub mod serve;

pub use answer::Perspective;
