//! A game and its rules, before the first move.

use crate::error::{bad_value, board, count, optional};
use crate::state::State;
use heibai_engines::observation::{Layout, action};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Kind, Position, Rules};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game with its rules: what OpenSpiel calls a game.
#[pyclass(module = "heibai", frozen, from_py_object)]
#[derive(Clone)]
pub struct Game {
    pub rules: Rules,
}

impl Game {
    pub fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// The Python expression that makes this game.
    pub fn text(&self) -> String {
        let words: Vec<String> = self.words().iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("heibai.Game({:?}, {})", self.kind().name(), words.join(", "))
    }

    fn words(&self) -> Vec<(&'static str, String)> {
        let Choice { size, rules, komi, handicap } = self.rules.choice();
        let mut words = vec![("size", size.unwrap_or_default().to_string())];
        words.push(("rules", format!("{:?}", rules.unwrap_or_default())));
        words.extend(komi.map(|komi| ("komi", komi.to_string())));
        words.extend(handicap.filter(|&h| h > 0).map(|handicap| ("handicap", handicap.to_string())));
        words
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, size=None, rules=None, komi=None, handicap=None))]
    fn new(
        name: &str,
        #[pyo3(from_py_with = optional)] size: Option<usize>,
        rules: Option<String>,
        komi: Option<f64>,
        #[pyo3(from_py_with = optional)] handicap: Option<u32>,
    ) -> PyResult<Game> {
        let kind: Kind = name.parse().map_err(bad_value)?;
        let rules = kind.rules(&Choice { size, rules, komi, handicap }).map_err(bad_value)?;
        Ok(Game { rules })
    }

    /// `othello`, `go` or `gomoku`.
    #[getter]
    fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// The side of the board.
    #[getter]
    fn size(&self) -> usize {
        self.rules.size()
    }

    /// The rule set's name.
    #[getter]
    fn rules(&self) -> String {
        self.rules.choice().rules.unwrap_or_default()
    }

    /// Komi in points; None where the game has none.
    #[getter]
    fn komi(&self) -> Option<f64> {
        self.rules.choice().komi
    }

    /// How many stones Black begins with; Go only.
    #[getter]
    fn handicap(&self) -> u32 {
        self.rules.choice().handicap.unwrap_or(0)
    }

    /// The keyword arguments that make this game.
    fn parameters(&self) -> BTreeMap<&'static str, Option<Parameter>> {
        let Choice { size, rules, komi, handicap } = self.rules.choice();
        BTreeMap::from([
            ("size", size.map(Parameter::Whole)),
            ("rules", rules.map(Parameter::Text)),
            ("komi", komi.map(Parameter::Number)),
            ("handicap", handicap.map(|h| Parameter::Whole(h as usize))),
        ])
    }

    /// The state in which games begin.
    fn new_initial_state(&self) -> State {
        State::from_start(AnyPosition::start(&self.rules))
    }

    /// How many actions there are, the pass included where there is one.
    fn num_distinct_actions(&self) -> usize {
        action::count(self.kind(), self.rules.size())
    }

    /// Always two.
    fn num_players(&self) -> usize {
        2
    }

    /// (planes, size, size) of an observation.
    #[pyo3(signature = (history=0))]
    fn observation_shape(
        &self,
        #[pyo3(from_py_with = count)] history: usize,
    ) -> PyResult<(usize, usize, usize)> {
        let layout = Layout::new(&self.rules, history).map_err(bad_value)?;
        Ok((layout.planes(), layout.size, layout.size))
    }

    /// What each plane of an observation shows.
    #[pyo3(signature = (history=0))]
    fn plane_names(&self, #[pyo3(from_py_with = count)] history: usize) -> PyResult<Vec<String>> {
        Ok(Layout::new(&self.rules, history).map_err(bad_value)?.names())
    }

    /// A state from stones set up by hand: rows of `X` (Black), `O` (White) and `.`, top row first; or an array as
    /// `State.board` gives it.
    #[pyo3(signature = (board, turn="black"))]
    fn setup(&self, #[pyo3(from_py_with = board)] board: String, turn: &str) -> PyResult<State> {
        State::set_up(&self.rules, &board, turn)
    }

    fn __repr__(&self) -> String {
        self.text()
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.rules == other.rules
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.__repr__().hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs_ex__(&self) -> ((&'static str,), BTreeMap<&'static str, Option<Parameter>>) {
        ((self.name(),), self.parameters())
    }
}

/// The value of a keyword.
#[derive(IntoPyObject)]
pub enum Parameter {
    Whole(usize),
    Number(f64),
    Text(String),
}
