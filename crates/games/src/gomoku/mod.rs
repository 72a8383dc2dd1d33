//! Gomoku and Renju: five in a row.
//!
//! Knows no other game and no file format.

mod rules;

pub use rules::{Forbidden, OpeningRule, Rules, Variant};
crate::scaffold::scaffold!(Position, Rules);
