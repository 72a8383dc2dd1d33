//! Go (Weiqi): Chinese area scoring, no suicide, positional superko.
//!
//! Knows no other game and no file format.

mod rules;

pub use rules::Rules;
crate::scaffold::scaffold!(Position, Rules);
