//! Go (Weiqi): Chinese area scoring, no suicide, positional superko; and the other rule sets that players use.
//!
//! Knows no other game and no file format.

mod board;
mod chain;
pub mod handicap;
mod ko;
pub mod life;
mod past;
pub mod playouts;
mod position;
mod rows;
mod rules;
pub mod score;
mod territory;
mod touches;

pub use chain::Chain;
pub use position::Position;
pub use rules::{KoRule, RuleSet, Rules};
