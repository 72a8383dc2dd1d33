//! The NBoard protocol of Othello GUIs and engines.

pub mod drive;
pub(crate) mod message;
pub mod serve;
