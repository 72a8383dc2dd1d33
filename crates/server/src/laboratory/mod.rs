//! The laboratory: how the textbook searches think about a position, what evaluations and shapes say of it, and small
//! tournaments. Everything here is bounded: nodes, time, games, and how many tournaments run at once.

mod judgements;
mod search;
mod tournament;

pub(crate) use judgements::{Judgements, judgements};
pub(crate) use search::{Experiment, Grown, Growth, Traced, grow, trace};
pub(crate) use tournament::{NewTournament, TournamentView, Tournaments, run};
