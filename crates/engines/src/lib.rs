//! How to play well.
//!
//! `search` holds tools and players that work for any game; each game has a folder with its own strong engine.
//! Engines know no protocols, no standard output and no arena: they are asked through [`heibai_games::Player`]. With
//! one thread, the same seed and the same node limit give the same move.

pub mod characters;
pub mod classic;
pub mod data;
pub mod files;
pub mod go;
pub mod gomoku;
pub mod judge;
pub mod laboratory;
pub mod learned;
pub mod level;
pub mod observation;
pub mod openings;
pub mod othello;
pub mod players;
pub(crate) mod registry;
pub mod search;
pub mod speed;
pub mod trained;

pub use level::Level;
