//! Conversations in text, both ends: GTP, Gomocup, NBoard.
//!
//! Lenient in what is read, strict in what is written. Knows no engine: what plays is a
//! [`heibai_games::Player`], and a foreign program becomes one. A program that is slow, silent, crashing or
//! printing garbage gives a [`heibai_games::player::Fault`]; it never hangs or kills us.

#![warn(missing_docs)]

pub mod analysis;
pub mod compliance;
mod go_rules;
pub mod gomocup;
mod group;
pub mod gtp;
pub mod lines;
pub mod nboard;
pub mod process;
mod restrict;
