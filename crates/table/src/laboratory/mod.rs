//! The laboratory: how the textbook searches work on a position, and what evaluations and shapes say of it.
//! Everything here is limited in nodes and time.

mod judgements;
mod search;

pub use judgements::{Judgements, judgements};
pub use search::{Experiment, Grown, Growth, Traced, grow, trace};
