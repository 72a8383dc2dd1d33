//! Players by name: what an engine plays and what it thinks.

use crate::error::{PlayerError, bad_value, count, optional};
use crate::state::State;
use crate::wait::{duration, thinking};
use heibai_engines::observation::action;
use heibai_engines::players;
use heibai_games::player::{Analysis, Candidate, Wanted};
use heibai_games::value::Amount;
use heibai_games::{Act, AnyPosition, Kind, Limits, Move, Player, Position, Request};
use heibai_review::EachMove;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::{Mutex, PoisonError};

/// A player: `random`, `hard`, `alphabeta:depth=6`, `mcts:playouts=1000`, ...
#[pyclass(module = "heibai", name = "Player", frozen)]
pub struct PyPlayer {
    name: String,
    kind: Kind,
    /// One question at a time; a second thread waits.
    player: Mutex<Box<dyn Player>>,
}

impl PyPlayer {
    /// Asks the player with the interpreter released. Ctrl-C stops the search and raises KeyboardInterrupt.
    fn ask<R: Send>(
        &self,
        py: Python<'_>,
        state: &State,
        limits: &Limits,
        work: impl FnOnce(&mut dyn Player, &Request<'_>) -> R + Send,
    ) -> PyResult<R> {
        if state.kind() != self.kind {
            return Err(bad_value(format!(
                "this player plays {}, the state is of {}",
                self.kind,
                state.kind()
            )));
        }
        if state.is_terminal() {
            return Err(bad_value("the game is over"));
        }
        thinking(py, None, |stop| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            let State { start, position, moves } = state;
            work(&mut **player, &Request { start, moves, position, limits, stop })
        })
    }
}

pub fn limits(nodes: Option<u64>, depth: Option<u32>, seconds: Option<f64>) -> PyResult<Limits> {
    Ok(Limits { nodes, depth, move_time: duration(seconds)?, ..Limits::default() })
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (name, game, *, seed=0))]
    fn new(name: &str, game: &str, #[pyo3(from_py_with = count)] seed: u64) -> PyResult<PyPlayer> {
        let kind: Kind = game.parse().map_err(bad_value)?;
        let player = players::parse(name, kind, seed).map_err(bad_value)?;
        Ok(PyPlayer { name: name.to_owned(), kind, player: Mutex::new(Box::new(EachMove::new(player))) })
    }

    /// The name that it was made with.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The game that it plays.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.name()
    }

    /// Starts a new game: the player forgets the last one.
    fn new_game(&self, py: Python<'_>, state: &State) -> PyResult<()> {
        let (rules, color) = (state.position.rules(), state.position.turn());
        let told =
            py.detach(|| self.player.lock().unwrap_or_else(PoisonError::into_inner).new_game(&rules, color));
        told.map_err(|fault| PlayerError::new_err(fault.to_string()))
    }

    /// The action that the player would play; None if it resigns.
    #[pyo3(signature = (state, *, nodes=None, depth=None, seconds=None))]
    fn choose(
        &self,
        py: Python<'_>,
        state: &State,
        #[pyo3(from_py_with = optional)] nodes: Option<u64>,
        #[pyo3(from_py_with = optional)] depth: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Option<usize>> {
        let limits = limits(nodes, depth, seconds)?;
        let answer = self.ask(py, state, &limits, |player, request| player.choose(request))?;
        let answer = answer.map_err(|fault| PlayerError::new_err(format!("{}: {fault}", self.name)))?;
        match answer.act {
            Act::Resign => Ok(None),
            Act::Play(mv) => {
                let action = action::of(mv, state.size());
                state.legal(action as i64)?;
                Ok(Some(action))
            }
        }
    }

    /// What the player thinks: a dict with candidates (best first), depth, nodes and, in Go, ownership.
    #[pyo3(signature = (state, *, moves=1, nodes=None, depth=None, seconds=None, ownership=false))]
    #[expect(clippy::too_many_arguments, reason = "keywords of a Python method")]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        #[pyo3(from_py_with = count)] moves: usize,
        #[pyo3(from_py_with = optional)] nodes: Option<u64>,
        #[pyo3(from_py_with = optional)] depth: Option<u32>,
        seconds: Option<f64>,
        ownership: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let limits = limits(nodes, depth, seconds)?;
        let wanted = Wanted { moves: moves.max(1), ownership };
        let told =
            self.ask(py, state, &limits, |player, request| player.analyze(request, wanted, &mut |_| ()))?;
        let told = told.map_err(|fault| PlayerError::new_err(format!("{}: {fault}", self.name)))?;
        analysis_dict(py, &told, &state.position)
    }

    fn __repr__(&self) -> String {
        format!("heibai.Player({:?}, {:?})", self.name, self.kind.name())
    }
}

fn analysis_dict<'py>(
    py: Python<'py>,
    told: &Analysis,
    position: &AnyPosition,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let candidates = PyList::empty(py);
    for candidate in &told.candidates {
        candidates.append(candidate_dict(py, candidate, position)?)?;
    }
    dict.set_item("candidates", candidates)?;
    dict.set_item("depth", told.depth)?;
    dict.set_item("nodes", told.nodes)?;
    dict.set_item("ownership", told.ownership.clone())?;
    Ok(dict)
}

/// A candidate as a dict.
pub fn candidate_dict<'py>(
    py: Python<'py>,
    told: &Candidate,
    position: &AnyPosition,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let id = |&mv: &Move| action::of(mv, position.size());
    dict.set_item("action", id(&told.mv))?;
    dict.set_item("move", position.write_move(told.mv))?;
    dict.set_item("score", told.value.and_then(|value| value.score()))?;
    dict.set_item("win_rate", told.value.and_then(|value| value.win_rate()))?;
    dict.set_item("exact", told.value.is_some_and(|value| value.is_proved()))?;
    let end = told.value.and_then(|value| match value.amount {
        Amount::End { verdict, in_moves } => Some((verdict.name(), in_moves)),
        _ => None,
    });
    dict.set_item("result", end.map(|(result, _)| result))?;
    dict.set_item("in_moves", end.map(|(_, moves)| moves))?;
    dict.set_item("nodes", told.nodes)?;
    dict.set_item("prior", told.prior)?;
    dict.set_item("line", told.line.iter().map(id).collect::<Vec<_>>())?;
    Ok(dict)
}
