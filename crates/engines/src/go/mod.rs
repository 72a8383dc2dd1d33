//! The Go player.

pub mod analysis;
pub mod area;
pub mod board;
mod classic;
pub mod features;
mod habit;
pub mod judge;
pub mod ladder;
pub mod life;
pub mod oracle;
pub mod player;
pub mod players;
pub mod ponder;
mod reading;
pub mod samples;
pub mod search;
pub mod shipped;
pub mod state;
pub mod tree;

pub(crate) use classic::REGISTRY;
pub use features::{View, inputs};
pub use state::State;
