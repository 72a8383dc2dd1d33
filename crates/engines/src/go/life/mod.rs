//! Life and death inside a wall: a region that one side encloses, every position that play there can reach,
//! and who wins each of them; problems made of it.
//!
//! The wall is taken as living, and play elsewhere as a pass, as problems always do.

pub(crate) mod deciding;
mod enclosed;
pub mod fate;
mod numbers;
pub(crate) mod problem;
pub mod proof;
pub(crate) mod race;
pub mod region;
pub(crate) mod solver;
pub(crate) mod urgent;

pub use deciding::{Deciding, decide, deciding, read_fate};
pub use fate::{Answers, Fate};
pub use problem::{Goal, Problem};
pub use region::{Local, Region, Role};
pub use solver::{Claim, Kos, Solver};
