//! Othello (Reversi): discs that bracket flip what they bracket.
//!
//! Knows no other game and no file format.

mod rules;

pub use rules::Rules;
