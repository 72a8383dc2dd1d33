//! The Go player.

pub mod area;
pub mod board;
pub mod features;
pub mod judge;
pub mod ladder;
pub mod samples;
pub mod state;

pub use features::{View, inputs};
pub use state::State;
