//! Many games and what they prove: fair pairing, honest statistics, runs that can be resumed.
//!
//! The caller passes players as factories; this crate does not know how they think.

pub mod adjudication;
pub mod elo;
pub mod game;
pub mod log;
pub mod openings;
pub mod pairing;
pub mod rating;
pub mod records;
pub mod registry;
mod replay;
pub mod report;
pub mod runner;
pub mod selfplay;
pub mod sprt;
pub mod standings;
pub mod tournament;
pub mod watch;
