//! Life and death inside a wall: a region that one side encloses, every position that play there can reach,
//! and who wins each of them; problems made of it.
//!
//! The wall is taken as living, and play elsewhere as a pass, as problems always do.

pub mod fate;
pub(crate) mod problem;
pub mod proof;
pub(crate) mod race;
pub mod region;

pub use fate::{Answers, Fate};
pub use problem::{Goal, Problem};
pub use race::{Claim, Kos, Race};
pub use region::{Enclosed, Local, Region, Role, enclosed};
