//! The Go player.

mod agreement;
pub(crate) mod analysis;
pub mod area;
mod believed;
pub mod board;
mod characters;
mod classic;
pub(crate) mod features;
pub mod judge;
pub mod ladder;
pub mod life;
pub mod oracle;
mod params;
pub mod player;
pub mod players;
pub(crate) mod ponder;
mod reading;
pub mod samples;
pub mod search;
pub mod shipped;
pub(crate) mod state;
pub mod tree;
mod value_bias;

pub(crate) use classic::{NAMES, REGISTRY};
pub use features::{View, inputs};
pub use state::State;
