//! Othello on bitboards: which squares a side may take, and which discs a move flips.
//!
//! Square `(x, y)` of an N x N board is bit `y * N + x`, a1 first. `scalar` is the meaning and serves every
//! size.

pub mod bits;
pub mod scalar;

pub use bits::Bits;
