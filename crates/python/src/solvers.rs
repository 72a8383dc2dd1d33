//! What is proved rather than guessed: exact Othello endgames, Gomoku wins by fours, life and death in Go.

use crate::error::{bad_value, count, optional_points, points};
use crate::state::{State, outcome_dict};
use crate::wait::{abandoning, deadline, thinking};
use heibai_engines::go::{judge, shipped};
use heibai_engines::gomoku::{Failures, Found, PatternBoard, Vcf, Weights};
use heibai_engines::observation::action;
use heibai_engines::othello::solve::{Unsolved, solve as solve_exactly};
use heibai_engines::search::table::TranspositionTable;
use heibai_games::go::{life, score as counting};
use heibai_games::{AnyPosition, Color, Notation, Point, Position};
use heibai_words::Language;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::Ordering;

/// The exact value of an Othello position: a dict with score (discs for the side to move, the empty squares
/// going to the winner), best, line and nodes; None if `seconds` were not enough.
#[pyfunction]
#[pyo3(signature = (state, *, threads=1, hash=64, seconds=None))]
pub fn solve<'py>(
    py: Python<'py>,
    state: &State,
    #[pyo3(from_py_with = count)] threads: usize,
    #[pyo3(from_py_with = count)] hash: usize,
    seconds: Option<f64>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    if !(1..=1 << 20).contains(&hash) {
        return Err(bad_value(format!("hash {hash}: expected 1 to {} MiB", 1 << 20)));
    }
    let solved = thinking(py, deadline(seconds)?, |stop| {
        solve_exactly(&state.position, &TranspositionTable::new(hash << 20), threads, stop)
    })?;
    let solution = match solved {
        Ok(solution) => solution,
        Err(Unsolved::Stopped) => return Ok(None),
        Err(reason) => return Err(bad_value(reason)),
    };
    let id = |mv| action::of(mv, state.size());
    let dict = PyDict::new(py);
    dict.set_item("score", solution.score)?;
    dict.set_item("best", solution.best.map(id))?;
    dict.set_item("line", solution.line.into_iter().map(id).collect::<Vec<_>>())?;
    dict.set_item("nodes", solution.nodes)?;
    Ok(Some(dict))
}

/// Whether the side to move wins by making four after four (VCF): a dict with status (`win`, `none` or
/// `unknown`), line (the shortest win, attacker first) and nodes.
#[pyfunction]
#[pyo3(signature = (state, *, nodes=10_000_000, seconds=None))]
pub fn vcf<'py>(
    py: Python<'py>,
    state: &State,
    #[pyo3(from_py_with = count)] nodes: u64,
    seconds: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let AnyPosition::Gomoku(position) = &state.position else {
        return Err(bad_value(format!("wins by fours belong to gomoku, not to {}", state.kind())));
    };
    if state.is_terminal() {
        return Err(bad_value("the game is over"));
    }
    let (found, spent) = thinking(py, deadline(seconds)?, |stop| {
        let mut board = PatternBoard::of(position, Weights::guess(position.rules().variant()));
        let mut failures = Failures::new(18);
        let halt = || stop.load(Ordering::Relaxed);
        let mut search = Vcf::new(&mut board, &mut failures, nodes, &halt);
        (search.shortest(), search.nodes)
    })?;
    let (status, line) = match found {
        Found::Win(line) => ("win", line),
        Found::Nothing => ("none", Vec::new()),
        Found::Unknown => ("unknown", Vec::new()),
    };
    let dict = PyDict::new(py);
    dict.set_item("status", status)?;
    dict.set_item("line", line)?;
    dict.set_item("nodes", spent)?;
    Ok(dict)
}

/// Counts a Go position as it stands: a dict with outcome, dead (the stones that were taken off) and owners
/// (by point: 0, 1, or None for a neutral point). `dead` names points of dead stones; without it, those are
/// taken off that no play can save (Benson). `seki` names stones in seki, where Japanese and Korean rules count nothing.
#[pyfunction]
#[pyo3(signature = (state, dead=None, seki=Vec::new()))]
pub fn score<'py>(
    py: Python<'py>,
    state: &State,
    #[pyo3(from_py_with = optional_points)] dead: Option<Vec<u16>>,
    #[pyo3(from_py_with = points)] seki: Vec<u16>,
) -> PyResult<Bound<'py, PyDict>> {
    let AnyPosition::Go(position) = &state.position else {
        return Err(bad_value(format!("areas are counted in go, not in {}", state.kind())));
    };
    let dead = match dead {
        Some(points) => points.into_iter().map(Point).collect(),
        None => life::unconditional(position).dead(),
    };
    let seki: Vec<Point> = seki.into_iter().map(Point).collect();
    let count = counting::count(position, &dead, &seki).map_err(bad_value)?;
    let dict = PyDict::new(py);
    dict.set_item("outcome", outcome_dict(py, &count.outcome)?)?;
    dict.set_item("dead", dead.iter().map(|point| point.0).collect::<Vec<_>>())?;
    dict.set_item("owners", count.owners.iter().map(|owner| owner.map(Color::index)).collect::<Vec<_>>())?;
    Ok(dict)
}

/// The engine's judgement of a finished Go position: a dict with outcome, dead, seki and unsure (points), and
/// chains, a list of dicts with stones, color, status ("alive", "dead", "seki"), certainty (0 to 1) and the
/// grounds in words.
#[pyfunction]
#[pyo3(name = "judge", signature = (state, *, chinese=false))]
pub fn judge_go<'py>(py: Python<'py>, state: &State, chinese: bool) -> PyResult<Bound<'py, PyDict>> {
    let AnyPosition::Go(position) = &state.position else {
        return Err(bad_value(format!("dead stones are judged in go, not in {}", state.kind())));
    };
    let judged = position.clone();
    let found = abandoning(py, move || judge::judge(&judged, Some(&shipped::judge())))?;
    let numbers = |points: &[Point]| points.iter().map(|point| point.0).collect::<Vec<_>>();
    let language = if chinese { Language::Chinese } else { Language::English };
    let name = |point: Point| Notation::Go.write(point, position.size());
    let mut chains = Vec::with_capacity(found.verdicts.len());
    for verdict in &found.verdicts {
        let chain = PyDict::new(py);
        chain.set_item("stones", numbers(&verdict.stones))?;
        chain.set_item("color", verdict.color.index())?;
        chain.set_item(
            "status",
            match verdict.status {
                judge::Status::Alive => "alive",
                judge::Status::Dead => "dead",
                judge::Status::Seki => "seki",
            },
        )?;
        chain.set_item("certainty", verdict.certainty)?;
        chain.set_item("grounds", verdict.grounds.words(verdict.color, name).get(language))?;
        chains.push(chain);
    }
    let dict = PyDict::new(py);
    dict.set_item("outcome", outcome_dict(py, &found.outcome)?)?;
    dict.set_item("dead", numbers(&found.dead()))?;
    dict.set_item("seki", numbers(&found.seki()))?;
    dict.set_item("unsure", numbers(&found.unsure()))?;
    dict.set_item("chains", chains)?;
    Ok(dict)
}
