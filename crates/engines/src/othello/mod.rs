//! Othello: the evaluation, the exact endgame solver and the midgame search.

pub mod accuracy;
pub mod board;
pub mod book;
mod characters;
mod classic;
mod clock;
pub mod endgame;
mod line;
pub mod openings;
pub(crate) mod parallel;
pub mod pattern;
pub mod player;
pub(crate) mod ponder;
mod principal;
pub mod probcut;
pub mod search;
pub mod small;
pub mod solve;
pub mod suite;
pub mod symmetry;
mod tables;
pub mod ten;
pub mod think;
pub mod weights;

pub(crate) use classic::{NAMES, REGISTRY};
pub use player::{Engine, Settings, level};
