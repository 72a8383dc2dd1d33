//! Life and death inside a wall: a region that one side encloses, every position that play there can reach, who wins
//! each of them, and problems made from it.
//!
//! `count` does the same for endgames: what every position is worth that play between living stones can reach.
//!
//! As problems always do, this assumes that the wall lives and counts a play elsewhere as a pass.

mod count;
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

pub use count::{Counts, Stage};
pub use deciding::{Deciding, decide, deciding, read_fate};
pub use fate::{Answers, Fate};
pub use problem::{Goal, Problem};
pub use region::{Local, Region, Role, Walls};
pub use solver::{Claim, Kos, Solver};
