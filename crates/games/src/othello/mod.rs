//! Othello (Reversi): discs that bracket flip what they bracket.
//!
//! Knows no other game and no file format.

mod rules;

pub use rules::Rules;
crate::scaffold::scaffold!(Othello4, Rules);
crate::scaffold::scaffold!(Othello6, Rules);
crate::scaffold::scaffold!(Othello8, Rules);
crate::scaffold::scaffold!(Othello10, Rules);
