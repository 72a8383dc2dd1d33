//! States as text, and games in every format that records knows.

use crate::error::{RecordError, bad_value, content};
use crate::game::Game;
use crate::state::{State, outcome_dict};
use crate::wait::thinking;
use heibai_engines::observation::action;
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Match, Move, Point, Position, Reason};
use heibai_records::{Format, Hint, Record, read_any};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::Ordering;
use std::time::Duration;

const HEAD: &str = "heibai-state 1";

/// Three lines: what this is; game and rules, with the stones where they were set up by hand; the actions.
pub fn write_state(state: &State) -> String {
    let rules = state.position.rules();
    let Choice { size, rules: name, komi, handicap } = rules.choice();
    let mut head = format!("{} {} {}", rules.kind(), size.unwrap_or_default(), name.unwrap_or_default());
    let komi = komi.map_or("-".to_owned(), |komi| komi.to_string());
    head += &format!(" {komi} {}", handicap.unwrap_or(0));
    if state.start != AnyPosition::start(&rules) {
        let letter = |point| match state.start.stone(point) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        };
        let turn = if state.start.turn() == Color::Black { "black" } else { "white" };
        let stones: String = Point::all(state.size()).map(letter).collect();
        head += &format!(" {turn} {stones}");
    }
    let actions: Vec<String> = state.history().iter().map(usize::to_string).collect();
    format!("{HEAD}\n{head}\n{}\n", actions.join(" "))
}

pub fn read_state(text: &str) -> PyResult<State> {
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return Err(RecordError::new_err(format!("line 1: expected '{HEAD}'")));
    }
    let head = lines.next().unwrap_or_default();
    let words: Vec<&str> = head.split_whitespace().collect();
    let bad = |what: &str| RecordError::new_err(format!("line 2: {what} in '{head}'"));
    let &[kind, size, rules, komi, handicap, ref setup @ ..] = &words[..] else {
        return Err(bad("expected game, size, rules, komi and handicap"));
    };
    let kind: Kind = kind.parse().map_err(bad_value)?;
    let komi = match komi {
        "-" => None,
        number => Some(number.parse().map_err(|_| bad("no komi"))?),
    };
    let choice = Choice {
        size: Some(size.parse().map_err(|_| bad("no size"))?),
        rules: Some(rules.to_owned()),
        komi,
        handicap: Some(handicap.parse().map_err(|_| bad("no handicap"))?),
    };
    let rules = kind.rules(&choice).map_err(bad_value)?;
    let mut state = match setup {
        [] => State::from_start(AnyPosition::start(&rules)),
        [turn, stones] => State::set_up(&rules, stones, turn)?,
        _ => return Err(bad("too many words")),
    };
    for (number, word) in lines.next().unwrap_or_default().split_whitespace().enumerate() {
        let place = |reason: String| RecordError::new_err(format!("line 3, action {}: {reason}", number + 1));
        let action = word.parse().map_err(|_| place(format!("'{word}' is no number")))?;
        let mv = state.legal(action).map_err(|error| place(error.to_string()))?;
        state.play(mv);
    }
    Ok(state)
}

/// A finished or unfinished game as it was written down.
#[pyclass(module = "heibai", name = "Record", frozen, from_py_object)]
#[derive(Clone)]
pub struct PyRecord(pub Record);

impl PyRecord {
    fn replayed(&self) -> PyResult<Match<AnyPosition>> {
        self.0.replay().map_err(|error| RecordError::new_err(error.to_string()))
    }

    /// The moves of a game as actions.
    fn numbered(&self, game: &Match<AnyPosition>) -> Vec<usize> {
        game.moves().iter().map(|played| action::of(played.mv, self.0.size())).collect()
    }
}

#[pymethods]
impl PyRecord {
    /// The record of a state; `black` and `white` are the players' names.
    #[new]
    #[pyo3(signature = (state, *, black="", white=""))]
    fn new(state: &State, black: &str, white: &str) -> PyResult<PyRecord> {
        let mut game = Match::new(state.start.clone());
        for &mv in &state.moves {
            let forced = game.moves().last().is_some_and(|last| last.forced);
            // The match has already made the pass that it forced.
            if mv == Move::Pass && forced && game.position().check(mv).is_err() {
                continue;
            }
            game.play(mv, Duration::ZERO).map_err(bad_value)?;
        }
        let mut record = Record::from_match(&game);
        record.info.result = state.position.outcome().map(Into::into);
        record.info.black.name = black.to_owned();
        record.info.white.name = white.to_owned();
        Ok(PyRecord(record))
    }

    /// The game with its rules.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.0.rules.clone() }
    }

    /// Black's name, if the record tells it.
    #[getter]
    fn black(&self) -> &str {
        &self.0.info.black.name
    }

    /// White's name, if the record tells it.
    #[getter]
    fn white(&self) -> &str {
        &self.0.info.white.name
    }

    /// The event, if the record tells it.
    #[getter]
    fn event(&self) -> &str {
        &self.0.info.event
    }

    /// The date, if the record tells it.
    #[getter]
    fn date(&self) -> &str {
        &self.0.info.date
    }

    /// Black's rank or rating as the record spells it; empty if unknown.
    #[getter]
    fn black_rank(&self) -> &str {
        &self.0.info.black.rating
    }

    /// White's rank or rating as the record spells it; empty if unknown.
    #[getter]
    fn white_rank(&self) -> &str {
        &self.0.info.white.rating
    }

    /// What the record says of the end: a dict with winner (0, 1 or None), reason and margin, each None where it does
    /// not say; None if it says nothing.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(ending) = &self.0.info.result else { return Ok(None) };
        let dict = PyDict::new(py);
        dict.set_item("winner", ending.winner.map(Color::index))?;
        dict.set_item("reason", ending.reason.map(Reason::name))?;
        dict.set_item("margin", ending.margin.map(|margin| margin.as_f64()))?;
        Ok(Some(dict))
    }

    /// Comments of the main line: (moves before it, text).
    fn comments(&self) -> Vec<(usize, String)> {
        let (tree, mut moves, mut told) = (&self.0.tree, 0, Vec::new());
        for node in tree.main_line() {
            let step = tree.step(node);
            moves += usize::from(step.mv.is_some());
            if !step.comment.is_empty() {
                told.push((moves, step.comment.clone()));
            }
        }
        told
    }

    /// Whether the record has lines beside the main one.
    #[getter]
    fn has_variations(&self) -> bool {
        self.0.tree.has_variations()
    }

    /// The lines beside the main one, each as actions from the first move to its end, forced passes included.
    fn variations(&self) -> PyResult<Vec<Vec<usize>>> {
        let (tree, main) = (&self.0.tree, self.0.tree.end());
        let ends = tree.ids().filter(|&id| id != main && tree.children(id).next().is_none());
        let line = |id| {
            let game = self.0.replay_to(id).map_err(|error| RecordError::new_err(error.to_string()))?;
            Ok(self.numbered(&game))
        };
        ends.map(line).collect()
    }

    /// The main line as actions, forced passes included.
    fn actions(&self) -> PyResult<Vec<usize>> {
        Ok(self.numbered(&self.replayed()?))
    }

    /// The end of the main line, checked by the referee move by move.
    fn state(&self) -> PyResult<State> {
        let game = self.replayed()?;
        let mut state = State::from_start(game.start().clone());
        game.moves().iter().for_each(|played| state.play(played.mv));
        Ok(state)
    }

    /// How the game ended: by its moves, or as the record says (resignation, time); None if neither tells.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.replayed()?.outcome().map(|outcome| outcome_dict(py, &outcome)).transpose()
    }

    /// The record in a format: sgf, ggf, obf, psq, json, replay, moves, position, bits, diagram.
    fn write(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(bad_value)?;
        heibai_records::write(&self.0, format).map_err(bad_value)
    }

    /// What the format cannot hold of this record.
    fn losses(&self, format: &str) -> PyResult<Vec<String>> {
        let format: Format = format.parse().map_err(bad_value)?;
        Ok(format.losses(&self.0).iter().map(ToString::to_string).collect())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, &'static str))> {
        let read = py.import("heibai._native")?.getattr("read_one")?;
        Ok((read.unbind(), (self.write("json")?, "json")))
    }

    fn __repr__(&self) -> String {
        let moves = self.0.tree.moves().count();
        format!("<heibai.Record {} {}x{}, {moves} moves>", self.0.kind(), self.0.size(), self.0.size())
    }
}

/// Reads all games of a file's content. Without `format` and `game`, the content decides. A game that
/// cannot be read raises RecordError, or is left out with `skip_bad`.
#[pyfunction]
#[pyo3(signature = (data, *, format=None, game=None, skip_bad=false))]
pub fn read_records(
    py: Python<'_>,
    #[pyo3(from_py_with = content)] data: Vec<u8>,
    format: Option<&str>,
    game: Option<&str>,
    skip_bad: bool,
) -> PyResult<Vec<PyRecord>> {
    let format: Option<Format> = format.map(str::parse).transpose().map_err(bad_value)?;
    let kind: Option<Kind> = game.map(str::parse).transpose().map_err(bad_value)?;
    let read = thinking(py, None, |stop| {
        let wrong = |error: heibai_records::ReadError| RecordError::new_err(error.to_string());
        let games = read_any(&data[..], Hint { format, kind, ..Hint::default() }).map_err(wrong)?;
        let mut records = Vec::new();
        for game in games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match game {
                Ok(record) => records.push(PyRecord(record)),
                Err(_) if skip_bad => {}
                Err(error) => return Err(wrong(error)),
            }
        }
        Ok(records)
    });
    read?
}

/// Reads the one game of a text.
#[pyfunction]
#[pyo3(signature = (text, format=None))]
pub fn read_one(py: Python<'_>, text: String, format: Option<&str>) -> PyResult<PyRecord> {
    let games = read_records(py, text.into_bytes(), format, None, false)?;
    games.into_iter().next().ok_or_else(|| RecordError::new_err("the text holds no game"))
}
