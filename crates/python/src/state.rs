//! A position and the actions that led to it, in the habit of OpenSpiel's states.

use crate::error::{IllegalAction, actions, bad_value, count, in_use, number_type, optional};
use crate::game::Game;
use crate::record;
use heibai_engines::observation::{self, Boards, Layout, Number, action};
use heibai_games::{AnyPosition, Color, HalfPoints, Illegal, Kind, Move, Outcome, Point, Position, Rules};
use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// What OpenSpiel says instead of a player when a game is over.
const NOBODY: i32 = -4;

/// One game: its start, its moves and where it stands.
#[pyclass(module = "heibai", from_py_object)]
#[derive(Clone, PartialEq)]
pub struct State {
    pub start: AnyPosition,
    pub position: AnyPosition,
    pub moves: Vec<Move>,
}

impl State {
    pub fn from_start(start: AnyPosition) -> State {
        State { position: start.clone(), start, moves: Vec::new() }
    }

    /// Stones written as rows of `X`, `O` and `.`, the top row first; blanks mean nothing.
    pub fn set_up(rules: &Rules, board: &str, turn: &str) -> PyResult<State> {
        let turn = match turn {
            "black" => Color::Black,
            "white" => Color::White,
            other => return Err(bad_value(format!("turn {other:?}: expected 'black' or 'white'"))),
        };
        let cells: Vec<char> = board.chars().filter(|c| !c.is_whitespace()).collect();
        let points = rules.size() * rules.size();
        if cells.len() != points {
            return Err(bad_value(format!("a board of {} points: expected {points}", cells.len())));
        }
        let mut stones = Vec::new();
        for (point, &cell) in Point::all(rules.size()).zip(&cells) {
            match cell {
                'X' | 'x' => stones.push((point, Color::Black)),
                'O' | 'o' => stones.push((point, Color::White)),
                '.' | '-' => {}
                other => {
                    return Err(bad_value(format!("'{other}' at point {}: expected X, O or .", point.0)));
                }
            }
        }
        AnyPosition::setup(rules, &stones, turn).map(State::from_start).map_err(bad_value)
    }

    pub fn kind(&self) -> Kind {
        self.position.kind()
    }

    pub fn size(&self) -> usize {
        self.position.size()
    }

    /// The move behind an action, if the rules allow it now.
    pub fn legal(&self, action: i64) -> PyResult<Move> {
        let refused = |reason: Illegal| {
            let name = action::read(action, self.kind(), self.size()).map(|mv| self.position.write_move(mv));
            let name = name.map_or(String::new(), |name| format!(" ({name})"));
            IllegalAction::new_err(format!("action {action}{name}: {reason}"))
        };
        let Some(mv) = action::read(action, self.kind(), self.size()) else {
            return Err(refused(Illegal::OffBoard));
        };
        self.position.check(mv).map_err(refused)?;
        Ok(mv)
    }

    pub fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv, &mut ());
        self.moves.push(mv);
    }

    /// To change it: refused while a player of another thread thinks about it.
    fn alone<'py>(slf: &Bound<'py, State>) -> PyResult<PyRefMut<'py, State>> {
        slf.try_borrow_mut().map_err(|_| in_use("state"))
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        moves
    }

    fn mask(&self) -> Vec<bool> {
        observation::mask(&self.position)
    }

    /// The last boards, as many as an observation with this history shows.
    pub fn boards(&self, history: usize) -> Boards {
        if history == 0 {
            return Boards::new(&self.position, history);
        }
        let mut position = self.start.clone();
        let mut boards = Boards::new(&position, history);
        for &mv in &self.moves {
            boards.turn_page();
            position.play_unchecked(mv, &mut boards);
        }
        boards
    }

    fn observe<T: Number>(&self, history: usize, player: Option<usize>) -> PyResult<(Layout, Vec<T>)> {
        let layout = Layout::new(&self.position.rules(), history).map_err(bad_value)?;
        let viewer = match player {
            None => self.position.turn(),
            Some(0) => Color::Black,
            Some(1) => Color::White,
            Some(other) => return Err(bad_value(format!("player {other}: expected 0 or 1"))),
        };
        let mut mask = self.mask();
        if viewer != self.position.turn() {
            mask.fill(false);
        }
        let mut out = vec![T::ZERO; layout.values()];
        layout.write_for(viewer, &self.position, &self.boards(history), &mask, &mut out);
        Ok((layout, out))
    }
}

#[pymethods]
impl State {
    /// The game that is played.
    #[getter]
    pub fn game(&self) -> Game {
        Game { rules: self.position.rules() }
    }

    /// 0 for Black, 1 for White, -4 when the game is over.
    pub fn current_player(&self) -> i32 {
        if self.is_terminal() { NOBODY } else { self.position.turn().index() as i32 }
    }

    /// All legal actions, in order; none when the game is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let size = self.size();
        PyList::new(py, self.legal_moves().into_iter().map(|mv| action::of(mv, size)))
    }

    /// True for each legal action.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.mask().into_pyarray(py)
    }

    /// The state before the first action.
    fn initial_state(&self) -> State {
        State::from_start(self.start.clone())
    }

    /// Plays an action; an illegal one changes nothing and raises IllegalAction.
    fn apply_action(slf: &Bound<'_, State>, action: i64) -> PyResult<()> {
        let mut state = State::alone(slf)?;
        let mv = state.legal(action)?;
        state.play(mv);
        Ok(())
    }

    /// Plays several actions; if one is illegal, nothing has changed.
    fn apply_actions(
        slf: &Bound<'_, State>,
        #[pyo3(from_py_with = actions)] actions: Vec<i64>,
    ) -> PyResult<()> {
        let py = slf.py();
        let mut state = State::alone(slf)?;
        let mut after = state.clone();
        for (number, action) in actions.into_iter().enumerate() {
            let mv = after
                .legal(action)
                .map_err(|error| IllegalAction::new_err(format!("number {number}: {}", error.value(py))))?;
            after.play(mv);
        }
        *state = after;
        Ok(())
    }

    /// The state after an action; this one stays as it is.
    fn child(&self, action: i64) -> PyResult<State> {
        let mut child = self.clone();
        let mv = child.legal(action)?;
        child.play(mv);
        Ok(child)
    }

    /// Takes back the last action and returns it.
    fn undo(slf: &Bound<'_, State>) -> PyResult<usize> {
        let mut state = State::alone(slf)?;
        let size = state.size();
        let last = state.moves.pop().ok_or_else(|| PyIndexError::new_err("there is no action to undo"))?;
        let mut position = state.start.clone();
        state.moves.iter().for_each(|&mv| position.play_unchecked(mv, &mut ()));
        state.position = position;
        Ok(action::of(last, size))
    }

    /// Whether the game is over.
    pub fn is_terminal(&self) -> bool {
        match &self.position {
            AnyPosition::Go(position) => position.awaits_judgement(),
            position => position.outcome().is_some(),
        }
    }

    /// What Black and White got: 1 for a win, -1 for a loss, 0 for a draw or while the game goes on.
    pub fn returns(&self) -> (f64, f64) {
        let black = returns(self.position.outcome().as_ref());
        (black, -black)
    }

    /// How the game ended: a dict with winner (0, 1 or None), reason, score and margin; None while it goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.position.outcome().map(|outcome| outcome_dict(py, &outcome)).transpose()
    }

    /// The same game, free to go another way.
    #[pyo3(name = "clone")]
    fn copy(&self) -> State {
        self.clone()
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// The actions played so far.
    pub fn history(&self) -> Vec<usize> {
        let size = self.size();
        self.moves.iter().map(|&mv| action::of(mv, size)).collect()
    }

    /// How many actions were played.
    fn move_number(&self) -> usize {
        self.moves.len()
    }

    /// An action as the players write it: `action_to_string(action)` or, as in OpenSpiel,
    /// `action_to_string(player, action)`.
    #[pyo3(signature = (*args))]
    fn action_to_string(&self, args: &Bound<'_, PyTuple>) -> PyResult<String> {
        let action: i64 = match args.len() {
            1 => args.get_item(0)?.extract()?,
            2 => args.get_item(1)?.extract()?,
            n => {
                return Err(bad_value(format!(
                    "{n} arguments: expected an action, or a player and an action"
                )));
            }
        };
        let mv = action::read(action, self.kind(), self.size());
        mv.map(|mv| self.position.write_move(mv))
            .ok_or_else(|| bad_value(format!("there is no action {action} on this board")))
    }

    /// The action that a text such as `d3`, `Q16` or `pass` names.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        let mv = self.position.read_move(text).map_err(bad_value)?;
        Ok(action::of(mv, self.size()))
    }

    /// Why an action is refused now, as a sentence; None if it is legal.
    fn why_illegal(&self, action: i64) -> Option<String> {
        match action::read(action, self.kind(), self.size()) {
            None => Some(Illegal::OffBoard.to_string()),
            Some(mv) => self.position.check(mv).err().map(|reason| reason.to_string()),
        }
    }

    /// The stones: 0 empty, 1 Black, 2 White; the top row first.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.size();
        let stone = |point| self.position.stone(point).map_or(0, |color| color.index() as u8 + 1);
        let cells: Vec<u8> = Point::all(size).map(stone).collect();
        cells.into_pyarray(py).reshape([size, size])
    }

    /// The observation of the side to move, or of `player`: numpy planes of shape (planes, size, size). The side
    /// that is not to move has no legal points.
    #[pyo3(signature = (history=0, dtype="float32".to_owned(), *, player=None),
           text_signature = "($self, history=0, dtype='float32', *, player=None)")]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count)] history: usize,
        #[pyo3(from_py_with = number_type)] dtype: String,
        #[pyo3(from_py_with = optional)] player: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        fn shaped<'py, T: Element>(py: Python<'py>, seen: (Layout, Vec<T>)) -> PyResult<Bound<'py, PyAny>> {
            let (layout, values) = seen;
            let shape = [layout.planes(), layout.size, layout.size];
            Ok(values.into_pyarray(py).reshape(shape)?.into_any())
        }
        match dtype.as_str() {
            "float32" => shaped(py, self.observe::<f32>(history, player)?),
            "int8" => shaped(py, self.observe::<i8>(history, player)?),
            other => Err(bad_value(format!("dtype {other:?}: expected 'float32' or 'int8'"))),
        }
    }

    /// A hash of board and side to move: equal positions have equal keys.
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// Black's forbidden points in Renju, as actions with their kind (`33`, `44`, `6`).
    fn forbidden(&self) -> Vec<(usize, &'static str)> {
        match &self.position {
            AnyPosition::Gomoku(position) => {
                position.forbidden_points().iter().map(|(point, kind)| (point.index(), kind.code())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The winning row of Gomoku as actions; empty if nobody has five.
    fn winning_line(&self) -> Vec<usize> {
        match &self.position {
            AnyPosition::Gomoku(position) => {
                position.winning_line().iter().map(|point| point.index()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Everything about this state as text; `State.deserialize` reads it.
    fn serialize(&self) -> String {
        record::write_state(self)
    }

    /// The state that `serialize` wrote.
    #[staticmethod]
    fn deserialize(text: &str) -> PyResult<State> {
        record::read_state(text)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let read = py.get_type::<State>().getattr("deserialize")?;
        Ok((read.unbind(), (self.serialize(),)))
    }

    fn __eq__(&self, other: &State) -> bool {
        self == other
    }

    fn __str__(&self) -> String {
        heibai_records::diagram::write(&self.position)
    }

    fn __repr__(&self) -> String {
        let turn =
            if self.is_terminal() { "over".to_owned() } else { format!("{} to move", self.position.turn()) };
        format!(
            "<heibai.State {} {}x{}, {} moves, {turn}>",
            self.kind(),
            self.size(),
            self.size(),
            self.moves.len()
        )
    }
}

/// 1 if Black won, -1 if White did, else 0.
pub fn returns(outcome: Option<&Outcome>) -> f64 {
    outcome.map_or(0.0, |outcome| 2.0 * outcome.points(Color::Black) - 1.0)
}

pub fn outcome_dict<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("winner", outcome.winner.map(Color::index))?;
    dict.set_item("reason", outcome.reason.name())?;
    let points = |half: HalfPoints| half.as_f64();
    dict.set_item("score", outcome.score.map(|score| (points(score.black), points(score.white))))?;
    dict.set_item("margin", outcome.margin.map(points))?;
    Ok(dict)
}
