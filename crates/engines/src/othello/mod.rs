//! Othello: the evaluation, the exact endgame solver and the midgame search.

pub mod board;
pub mod pattern;
pub mod probcut;
pub mod search;
pub mod solve;
pub mod weights;
