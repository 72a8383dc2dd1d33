//! A game in progress, as the page and the terminal drive it: opening rule, moves, clocks, the count, the end.

use crate::error::{IllegalAction, bad_value, count, optional_points};
use crate::game::Game;
use crate::state::{State, outcome_dict};
use crate::wait::duration;
use heibai_engines::observation::action;
use heibai_games::counting::{Counting, Judgement, Status};
use heibai_games::gomoku::opening::Choice;
use heibai_games::matches::Step;
use heibai_games::{AnyPosition, Color, Due, Illegal, Match, Move, Phase, Point, Position, TimeControl};
use heibai_words::openings;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A game in progress. `request()` says what it waits for; seats are 0 for the one who opens and 1 for the other, sides are
/// 0 for Black and 1 for White. A pass that the rules force is made by itself.
#[pyclass(module = "heibai", name = "Match")]
pub struct PyMatch {
    game: Match<AnyPosition>,
}

fn color(side: usize) -> PyResult<Color> {
    Color::BOTH.get(side).copied().ok_or_else(|| bad_value(format!("side {side}: expected 0 or 1")))
}

fn points(numbers: Vec<u16>) -> Vec<Point> {
    numbers.into_iter().map(Point).collect()
}

fn numbers(points: impl Iterator<Item = Point>) -> Vec<u16> {
    points.map(|point| point.0).collect()
}

#[pymethods]
impl PyMatch {
    #[new]
    #[pyo3(signature = (game, *, clock=None))]
    fn new(game: &Game, clock: Option<&str>) -> PyResult<PyMatch> {
        let mut begun = Match::new(AnyPosition::start(&game.rules)).with_opening();
        if let Some(clock) = clock {
            begun = begun.with_clocks(clock.parse::<TimeControl>().map_err(bad_value)?);
        }
        Ok(PyMatch { game: begun })
    }

    /// "opening", "playing", "counting" or "over".
    #[getter]
    fn phase(&self) -> &'static str {
        match self.game.phase() {
            Phase::Opening(_) => "opening",
            Phase::Playing => "playing",
            Phase::Counting(_) => "counting",
            Phase::Over(_) => "over",
        }
    }

    /// What the game waits for: a dict with what ("stone", "choice", "offer", "pick", "move", "judgement", "agreement",
    /// "nothing") and, where they mean something, seat, side, left (stones to place or points to offer in the opening),
    /// within (the side of the central square that the stone has to lie in), options, offered (points for the fifth stone),
    /// missing (sides that have not agreed), and text, what an opening rule asks for in Chinese and English.
    fn request<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, due) = (PyDict::new(py), self.game.request());
        if let Some(seat) = due.by() {
            dict.set_item("seat", seat.index())?;
        }
        let what = match due {
            Due::Stone { color, left, within, .. } => {
                dict.set_item("side", color.index())?;
                dict.set_item("left", left)?;
                dict.set_item("within", within)?;
                "stone"
            }
            Due::Offer { left, .. } => {
                dict.set_item("left", left)?;
                dict.set_item("offered", numbers(self.game.offered().iter().copied()))?;
                "offer"
            }
            Due::Pick { .. } => {
                dict.set_item("offered", numbers(self.game.offered().iter().copied()))?;
                "pick"
            }
            Due::Choice { options, .. } => {
                dict.set_item("options", options.iter().map(|c| c.name()).collect::<Vec<_>>())?;
                "choice"
            }
            Due::Move { color, .. } => {
                dict.set_item("side", color.index())?;
                "move"
            }
            Due::Judgement => "judgement",
            Due::Agreement { missing } => {
                let sides: Vec<usize> = (0..2).filter(|&side| missing[side]).collect();
                dict.set_item("missing", sides)?;
                "agreement"
            }
            Due::Nothing => "nothing",
        };
        dict.set_item("what", what)?;
        if let Some(text) = openings::task(due) {
            dict.set_item("text", (text.zh, text.en))?;
        }
        Ok(dict)
    }

    /// Plays an action that took `seconds`; an illegal one changes nothing and raises IllegalAction. Where points are to be
    /// offered for the fifth stone the action offers one.
    #[pyo3(signature = (action, *, seconds=None))]
    fn play(&mut self, action: i64, seconds: Option<f64>) -> PyResult<()> {
        let (kind, size) = (self.game.position().kind(), self.game.position().size());
        let illegal = |why: Illegal| IllegalAction::new_err(format!("action {action}: {why}"));
        let mv = action::read(action, kind, size).ok_or_else(|| illegal(Illegal::OffBoard))?;
        self.game.play(mv, duration(seconds)?.unwrap_or_default()).map(|_| ()).map_err(illegal)
    }

    /// Makes the choice of an opening that is due, one of the options of `request()`.
    #[pyo3(signature = (choice, *, seconds=None))]
    fn choose(&mut self, choice: &str, seconds: Option<f64>) -> PyResult<()> {
        let choice = Choice::from_name(choice).ok_or_else(|| {
            bad_value(format!("choice {choice:?}: expected one of the options of request()"))
        })?;
        self.game.choose(choice, duration(seconds)?.unwrap_or_default()).map(|_| ()).map_err(bad_value)
    }

    /// Takes back what a player did last: a move with the pass it forced, or a choice of the opening. True for a move.
    fn undo(&mut self) -> PyResult<bool> {
        self.game.undo().map(|step| matches!(step, Step::Played(_))).map_err(bad_value)
    }

    /// Redoes what was undone last.
    fn redo(&mut self) -> PyResult<()> {
        self.game.redo().map(|_| ()).map_err(bad_value)
    }

    /// Proposes which stones of Go are dead, and which live in seki; without `dead` the engine judges.
    #[pyo3(signature = (dead=None, seki=None))]
    fn propose(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional_points)] dead: Option<Vec<u16>>,
        #[pyo3(from_py_with = optional_points)] seki: Option<Vec<u16>>,
    ) -> PyResult<()> {
        let judgement = match dead {
            Some(dead) => {
                let seki = points(seki.unwrap_or_default());
                Judgement { dead: points(dead), seki, ..Judgement::default() }
            }
            None => {
                let position = self.game.position();
                py.detach(|| heibai_engines::judge::judge(position))
            }
        };
        self.game.propose(judgement).map(|_| ()).map_err(bad_value)
    }

    /// Marks the chain on a point as "dead", "alive" or "seki"; both sides have to agree anew.
    fn mark(&mut self, #[pyo3(from_py_with = count)] point: u16, status: &str) -> PyResult<()> {
        let status = match status {
            "dead" => Status::Dead,
            "alive" => Status::Alive,
            "seki" => Status::Seki,
            other => return Err(bad_value(format!("{other:?}: expected 'dead', 'alive' or 'seki'"))),
        };
        self.game.mark(Point(point), status).map(|_| ()).map_err(bad_value)
    }

    /// A side agrees to the count; the game is over once both have.
    fn agree(&mut self, #[pyo3(from_py_with = count)] side: usize) -> PyResult<()> {
        self.game.agree_to_count(color(side)?).map(|_| ()).map_err(bad_value)
    }

    /// Takes both passes back instead of agreeing to a count.
    fn resume(&mut self) -> PyResult<()> {
        self.game.resume().map_err(bad_value)
    }

    /// A side resigns.
    fn resign(&mut self, #[pyo3(from_py_with = count)] side: usize) -> PyResult<()> {
        self.game.resign(color(side)?).map(|_| ()).map_err(bad_value)
    }

    /// The count under discussion or agreed to: a dict with outcome, dead, seki, unsure and owners; None without one.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let told = |counting: &Counting| -> PyResult<Bound<'py, PyDict>> {
            let dict = PyDict::new(py);
            dict.set_item("outcome", outcome_dict(py, &counting.outcome())?)?;
            dict.set_item("dead", numbers(counting.dead()))?;
            dict.set_item("seki", numbers(counting.seki()))?;
            dict.set_item("unsure", numbers(counting.unsure()))?;
            let owners = counting.count().owners.iter().map(|owner| owner.map(Color::index));
            dict.set_item("owners", owners.collect::<Vec<_>>())?;
            Ok(dict)
        };
        self.game.counting().map(told).transpose()
    }

    /// How the game ended, as `State.outcome` tells it; None while it goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.game.outcome().map(|outcome| outcome_dict(py, &outcome)).transpose()
    }

    /// The seat that plays a side.
    fn seat(&self, #[pyo3(from_py_with = count)] side: usize) -> PyResult<usize> {
        Ok(self.game.seat(color(side)?).index())
    }

    /// The seconds that a side may still spend on its next move; None without a clock.
    fn clock(&self, #[pyo3(from_py_with = count)] side: usize) -> PyResult<Option<f64>> {
        let color = color(side)?;
        Ok(self.game.clock(color).map(|clock| clock.available().as_secs_f64()))
    }

    /// The actions played so far, forced passes among them.
    fn history(&self) -> Vec<usize> {
        let number = |mv: Move| action::of(mv, self.game.position().size());
        self.game.moves().iter().map(|played| number(played.mv)).collect()
    }

    /// The choices of the opening so far.
    fn choices(&self) -> Vec<String> {
        self.game.choices().iter().map(|chosen| chosen.choice.name()).collect()
    }

    /// The current position as a `State` of its own.
    fn state(&self) -> State {
        let mut state = State::from_start(self.game.start().clone());
        self.game.moves().iter().for_each(|played| state.play(played.mv));
        state
    }

    fn __repr__(&self) -> String {
        let position = self.game.position();
        let (kind, size, moves) = (position.kind(), position.size(), self.game.moves().len());
        format!("<heibai.Match {kind} {size}x{size}, {moves} moves, {}>", self.phase())
    }
}
