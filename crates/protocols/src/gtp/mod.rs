//! The Go Text Protocol, version 2; Othello programs speak it too.

pub mod drive;
