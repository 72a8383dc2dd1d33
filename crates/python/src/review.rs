//! The review of a game, as `heibai_review` decides it.

use crate::error::{PlayerError, bad_value, count, optional};
use crate::player::{candidate_dict, limits};
use crate::state::State;
use crate::wait::thinking;
use heibai_engines::observation::action;
use heibai_engines::players;
use heibai_games::{Color, Match, Position};
use heibai_review::{EachMove, Judged, Review, Summary, explain, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::time::Duration;

/// What the moves of a game were worth: a dict with moves (each with number, side, action, played and best as
/// candidates, lost, class and why), graph (number, expected result for Black) and the accuracy of black and white.
/// `nodes` and `seconds` limit the first look at each position.
#[pyfunction]
#[pyo3(signature = (state, player="best", *, nodes=None, seconds=None, seed=0))]
pub fn review<'py>(
    py: Python<'py>,
    state: &State,
    player: &str,
    #[pyo3(from_py_with = optional)] nodes: Option<u64>,
    seconds: Option<f64>,
    #[pyo3(from_py_with = count)] seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let limits = limits(nodes, None, seconds)?;
    let mut player =
        EachMove::for_review(players::parse(player, state.position.kind(), seed).map_err(bad_value)?);
    let mut game = Match::new(state.start.clone());
    for (number, &mv) in state.moves.iter().enumerate() {
        // The match has made the passes that the rules force.
        if game.moves().len() <= number {
            game.play(mv, Duration::ZERO).map_err(bad_value)?;
        }
    }
    let mut asked = Review::new(game.clone());
    let told = thinking(py, None, |stop| run(&mut asked, &mut player, &limits, 1, stop, &mut |_| {}))?;
    told.map_err(|fault| PlayerError::new_err(fault.to_string()))?;
    let report = asked.report();
    let dict = PyDict::new(py);
    let list = PyList::empty(py);
    for judged in &report.moves {
        list.append(judged_dict(py, &game, judged)?)?;
    }
    dict.set_item("moves", list)?;
    let graph: Vec<_> = report.graph.iter().map(|(number, value)| (*number, value.expected())).collect();
    dict.set_item("graph", graph)?;
    let [black, white] = &report.sides;
    dict.set_item("black", side_dict(py, black)?)?;
    dict.set_item("white", side_dict(py, white)?)?;
    Ok(dict)
}

fn judged_dict<'py>(
    py: Python<'py>,
    game: &Match<heibai_games::AnyPosition>,
    judged: &Judged,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let position = game.position();
    dict.set_item("number", judged.number)?;
    dict.set_item("side", if judged.side == Color::Black { "black" } else { "white" })?;
    dict.set_item("action", action::of(judged.played.mv, position.size()))?;
    dict.set_item("played", candidate_dict(py, &judged.played, position)?)?;
    dict.set_item("best", candidate_dict(py, &judged.best, position)?)?;
    dict.set_item("lost", judged.lost)?;
    dict.set_item("class", judged.class.map(|class| class.name()))?;
    let why: Vec<_> = explain(game, judged).into_iter().map(|text| (text.en, text.zh)).collect();
    dict.set_item("why", why)?;
    Ok(dict)
}

fn side_dict<'py>(py: Python<'py>, summary: &Summary) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let [inaccuracies, mistakes, blunders] = summary.classes;
    let [opening, midgame, endgame] = summary.phases;
    dict.set_item("accuracy", summary.accuracy)?;
    dict.set_item("opening", opening)?;
    dict.set_item("midgame", midgame)?;
    dict.set_item("endgame", endgame)?;
    dict.set_item("inaccuracies", inaccuracies)?;
    dict.set_item("mistakes", mistakes)?;
    dict.set_item("blunders", blunders)?;
    Ok(dict)
}
