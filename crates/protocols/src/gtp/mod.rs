//! The Go Text Protocol, version 2; Othello programs speak it too.

pub mod analysis;
pub mod drive;
mod kata;
mod message;
pub mod serve;
mod state;
