//! KataGo's JSON analysis protocol: queries in, JSON Lines out. Othello and Gomoku use the same format.

mod answer;
mod field;
pub(crate) mod query;
mod queue;
pub mod serve;

pub use answer::Perspective;
