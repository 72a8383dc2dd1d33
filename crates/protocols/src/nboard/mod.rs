//! The NBoard protocol: how Othello boards and engines speak.

pub mod drive;
mod message;
pub mod serve;
