//! The Go Text Protocol (GTP), version 2; Othello programs use it too.

pub mod analysis;
pub mod drive;
mod kata;
mod message;
pub mod serve;
mod state;
