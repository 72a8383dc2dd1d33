//! The NBoard protocol: how Othello boards and engines speak.

pub mod drive;
pub(crate) mod message;
pub mod serve;
