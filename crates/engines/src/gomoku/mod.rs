//! The Gomoku and Renju engine: a fast board, solvers for forced wins, the search and its players.
//!
//! The rules are those of `heibai_games::gomoku`. What is implemented again here for speed is fuzzed against it.

mod accumulator;
pub mod board;
pub mod book;
mod characters;
pub mod class;
mod classic;
pub(crate) mod engine;
pub(crate) mod forbidden;
pub(crate) mod grid;
pub mod level;
pub(crate) mod net;
mod opening;
pub mod openings;
pub mod order;
pub mod player;
pub mod proof;
pub mod prove;
pub mod search;
pub(crate) mod shape;
pub mod table;
pub(crate) mod tuning;
pub(crate) mod vcf;
pub mod vct;
pub mod weights;

pub use accumulator::Accumulator;
pub use board::PatternBoard;
pub use class::Class;
pub(crate) use classic::{NAMES, REGISTRY};
pub use engine::{Engine, Spend, Thoughts, Variation};
pub use net::Net;
pub use player::{Settings, Strong};
pub use tuning::Tuning;
pub use vcf::{Failures, Found, NO_DEPTH_LIMIT, Vcf};
pub use weights::Weights;
