//! The Rust half of the Python package `heibai`: the Rust API in Python's conventions, without rules of its own.

mod arena;
mod batch;
mod error;
mod game;
mod legal;
mod matches;
mod mcts;
mod player;
mod program;
mod record;
mod review;
mod selfplay;
mod solvers;
mod state;
mod vecenv;
mod wait;

#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use crate::arena::{elo, play_game, ratings, selfplay_game};
    #[pymodule_export]
    use crate::error::{IllegalAction, PlayerError, RecordError};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::matches::PyMatch;
    #[pymodule_export]
    use crate::mcts::{Mcts, SearchResult};
    #[pymodule_export]
    use crate::player::PyPlayer;
    #[pymodule_export]
    use crate::program::{network_in_bytes, run_program};
    #[pymodule_export]
    use crate::record::{PyRecord, read_one, read_records};
    #[pymodule_export]
    use crate::review::review;
    #[pymodule_export]
    use crate::selfplay::SelfplayFile;
    #[pymodule_export]
    use crate::solvers::{judge_go, score, solve, vcf};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::vecenv::VecEnv;
    #[pymodule_export]
    use crate::wait::Stop;
}
