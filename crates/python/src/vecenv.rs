//! The batch environment: N games in Rust, their results in numpy arrays that are made once.

use crate::batch;
use crate::batch::{Batch, Games, LEAVE, Out, Terms};
use crate::error::{IllegalAction, bad_value, chosen, count, lock, number_type};
use crate::game::Game;
use crate::state::State;
use heibai_engines::observation::{Layout, Number, action};
use heibai_games::{AnyPosition, Position, Rules, go, gomoku, othello};
use numpy::{
    PyArray, PyArray1, PyArray2, PyArray4, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, MutexGuard};

/// The games, whose observations are of one of the number types.
enum Core {
    Bytes(Box<dyn Batch<i8>>),
    Floats(Box<dyn Batch<f32>>),
}

/// The observations of all games.
enum Observations {
    Bytes(Py<PyArray4<i8>>),
    Floats(Py<PyArray4<f32>>),
}

/// The arrays that every step overwrites.
struct Arrays {
    observations: Observations,
    masks: Py<PyArray2<bool>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    players: Py<PyArray1<i8>>,
}

/// N games advanced by one call.
#[pyclass(module = "heibai", weakref, frozen)]
pub struct VecEnv {
    rules: Rules,
    terms: Terms,
    games: usize,
    core: Mutex<Core>,
    arrays: Arrays,
    sampled: Py<PyArray1<i64>>,
    pool: Option<ThreadPool>,
    /// Threads do not survive a fork.
    process: u32,
}

fn make<T: Number>(rules: &Rules, seeds: &[u64], terms: Terms) -> Box<dyn Batch<T>> {
    match rules {
        Rules::Othello(rules) => match rules.size() {
            4 => Box::new(Games::<othello::Othello4>::new(rules, seeds, terms)),
            6 => Box::new(Games::<othello::Othello6>::new(rules, seeds, terms)),
            10 => Box::new(Games::<othello::Othello10>::new(rules, seeds, terms)),
            _ => Box::new(Games::<othello::Othello8>::new(rules, seeds, terms)),
        },
        Rules::Go(rules) => Box::new(Games::<go::Position>::new(rules, seeds, terms)),
        Rules::Gomoku(rules) => Box::new(Games::<gomoku::Position>::new(rules, seeds, terms)),
    }
}

/// A seed for each game: one number for all, or one number each.
pub fn seeds_of(seed: Option<&Bound<'_, PyAny>>, games: usize) -> PyResult<Vec<u64>> {
    let Some(seed) = seed else { return seeds_of_one(0, games) };
    if let Ok(seed) = seed.extract::<u64>() {
        return seeds_of_one(seed, games);
    }
    let Ok(seeds) = seed.extract::<Vec<u64>>() else {
        let found = seed.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        return Err(PyTypeError::new_err(format!(
            "seed {found}: expected a whole number from 0 to 2**64 - 1, or one for each game"
        )));
    };
    if seeds.len() != games {
        return Err(bad_value(format!("{} seeds for {games} games", seeds.len())));
    }
    Ok(seeds)
}

/// Neighbouring seeds must not give related games.
fn seeds_of_one(seed: u64, games: usize) -> PyResult<Vec<u64>> {
    let mut random = fastrand::Rng::with_seed(seed);
    Ok((0..games).map(|_| random.u64(..)).collect())
}

/// The actions as numbers: an array of int64 or int32 of shape (N,), or a sequence of whole numbers.
pub fn read_actions(actions: &Bound<'_, PyAny>, games: usize) -> PyResult<Vec<i64>> {
    let numbers = if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        array.as_array().to_vec()
    } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
        array.as_array().iter().map(|&a| i64::from(a)).collect()
    } else if let Ok(array) = actions.cast::<PyUntypedArray>() {
        let (shape, dtype) = (array.shape(), array.dtype());
        let found = format!("{:?} of shape {shape:?}", dtype.char() as char);
        let name = dtype.getattr("name").and_then(|name| name.extract::<String>()).unwrap_or(found);
        let expected = format!("expected int64 or int32 of shape ({games},)");
        return Err(PyTypeError::new_err(format!("actions of {name} with shape {shape:?}: {expected}")));
    } else {
        // Lists, and whatever numpy understands: tensors of PyTorch, arrays of JAX.
        let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
        return read_actions(&array, games);
    };
    if numbers.len() != games {
        return Err(bad_value(format!("{} actions for {games} games", numbers.len())));
    }
    Ok(numbers)
}

/// Calls `$work` with the games, their observations and the other arrays as slices, the interpreter released.
macro_rules! with_slices {
    ($env:expr, $py:expr, |$batch:ident, $out:ident| $work:expr) => {{
        let mut core = $env.core()?;
        let arrays = &$env.arrays;
        let mut masks = writable(arrays.masks.bind($py))?;
        let mut rewards = writable(arrays.rewards.bind($py))?;
        let mut terminated = writable(arrays.terminated.bind($py))?;
        let mut truncated = writable(arrays.truncated.bind($py))?;
        let mut players = writable(arrays.players.bind($py))?;
        let (masks, rewards) = (masks.as_slice_mut()?, rewards.as_slice_mut()?);
        let (terminated, truncated) = (terminated.as_slice_mut()?, truncated.as_slice_mut()?);
        let players = players.as_slice_mut()?;
        match (&mut *core, &arrays.observations) {
            (Core::Bytes($batch), Observations::Bytes(observations)) => {
                let mut observations = writable(observations.bind($py))?;
                let observations = observations.as_slice_mut()?;
                let $out = Out { observations, masks, rewards, terminated, truncated, players };
                $py.detach(|| $work)
            }
            (Core::Floats($batch), Observations::Floats(observations)) => {
                let mut observations = writable(observations.bind($py))?;
                let observations = observations.as_slice_mut()?;
                let $out = Out { observations, masks, rewards, terminated, truncated, players };
                $py.detach(|| $work)
            }
            _ => return Err(PyRuntimeError::new_err("observations of another number type")),
        }
    }};
}

fn writable<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<numpy::PyReadwriteArray<'py, T, D>> {
    let in_use =
        |error| PyRuntimeError::new_err(format!("an array of this environment cannot be written: {error}"));
    array.try_readwrite().map_err(in_use)
}

/// The five arrays that a step or a reset fills.
type Results<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray2<bool>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
);

impl VecEnv {
    fn core(&self) -> PyResult<MutexGuard<'_, Core>> {
        lock(&self.core, "environment")
    }

    fn check_index(&self, index: usize) -> PyResult<()> {
        if index < self.games {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("game {index} of {}", self.games)))
    }

    fn check_process(&self) -> PyResult<()> {
        if self.pool.is_some() && self.process != std::process::id() {
            let reason = "this environment's threads did not survive a fork: make it in the child process";
            return Err(PyRuntimeError::new_err(reason));
        }
        Ok(())
    }

    fn results<'py>(&self, py: Python<'py>) -> Results<'py> {
        let arrays = &self.arrays;
        (
            self.observations(py),
            arrays.masks.bind(py).clone(),
            arrays.rewards.bind(py).clone(),
            arrays.terminated.bind(py).clone(),
            arrays.truncated.bind(py).clone(),
        )
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, num_envs, *, seed=None, threads=1, history=0, dtype="int8".to_owned(), autoreset=true,
                        max_moves=0, random_plies=0),
           text_signature = "(game, num_envs, *, seed=None, threads=1, history=0, dtype='int8', autoreset=True, \
                             max_moves=0, random_plies=0)")]
    #[expect(clippy::too_many_arguments, reason = "keywords of a Python constructor")]
    fn new(
        py: Python<'_>,
        game: &Game,
        #[pyo3(from_py_with = count)] num_envs: usize,
        seed: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = count)] threads: usize,
        #[pyo3(from_py_with = count)] history: usize,
        #[pyo3(from_py_with = number_type)] dtype: String,
        autoreset: bool,
        #[pyo3(from_py_with = count)] max_moves: u32,
        #[pyo3(from_py_with = count)] random_plies: u32,
    ) -> PyResult<VecEnv> {
        if !(1..=1 << 20).contains(&num_envs) {
            return Err(bad_value(format!("num_envs {num_envs}: expected 1 to {}", 1 << 20)));
        }
        if !(1..=1024).contains(&threads) {
            return Err(bad_value(format!("threads {threads}: expected 1 to 1024")));
        }
        let layout = Layout::new(&game.rules, history).map_err(bad_value)?;
        let actions = action::count(game.kind(), layout.size);
        let terms = Terms { layout, actions, autoreset, max_moves, random_plies };
        let seeds = seeds_of(seed.as_ref(), num_envs)?;
        let shape = [num_envs, layout.planes(), layout.size, layout.size];
        let (core, observations) = match dtype.as_str() {
            "int8" => {
                let observations = PyArray4::zeros(py, shape, false).unbind();
                (Core::Bytes(make(&game.rules, &seeds, terms)), Observations::Bytes(observations))
            }
            "float32" => {
                let observations = PyArray4::zeros(py, shape, false).unbind();
                (Core::Floats(make(&game.rules, &seeds, terms)), Observations::Floats(observations))
            }
            other => return Err(bad_value(format!("dtype {other:?}: expected 'int8' or 'float32'"))),
        };
        let pool = match threads {
            1 => None,
            n => Some(ThreadPoolBuilder::new().num_threads(n).build().map_err(bad_value)?),
        };
        let arrays = Arrays {
            observations,
            masks: PyArray2::zeros(py, [num_envs, actions], false).unbind(),
            rewards: PyArray2::zeros(py, [num_envs, 2], false).unbind(),
            terminated: PyArray1::zeros(py, [num_envs], false).unbind(),
            truncated: PyArray1::zeros(py, [num_envs], false).unbind(),
            players: PyArray1::zeros(py, [num_envs], false).unbind(),
        };
        let sampled = PyArray1::zeros(py, [num_envs], false).unbind();
        let (rules, process) = (game.rules.clone(), std::process::id());
        let core = Mutex::new(core);
        let env = VecEnv { rules, terms, games: num_envs, core, arrays, sampled, pool, process };
        env.reset(py, None, None)?;
        Ok(env)
    }

    /// Plays one action in every game: `(observations, masks, rewards, terminated, truncated)`, the same
    /// arrays every time. An illegal action raises IllegalAction and changes nothing; -1 leaves a game alone.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Results<'py>> {
        self.check_process()?;
        let actions = read_actions(actions, self.games)?;
        let pool = self.pool.as_ref();
        let stepped = with_slices!(self, py, |batch, out| batch.step(&actions, out, pool));
        stepped.map_err(|batch::Refusal { game, action, reason }| {
            IllegalAction::new_err(format!("game {game}: action {action}: {reason}"))
        })?;
        Ok(self.results(py))
    }

    /// Begins games anew: all of them, or those where `mask` is true. With `seed`, chance begins anew too.
    #[pyo3(signature = (mask=None, *, seed=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        mask: Option<Bound<'py, PyAny>>,
        seed: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Results<'py>> {
        let chosen = chosen(mask.as_ref(), self.games)?;
        let seeds = seed.map(|seed| seeds_of(Some(&seed), self.games)).transpose()?;
        with_slices!(self, py, |batch, out| batch.reset(&chosen, seeds.as_deref(), out));
        Ok(self.results(py))
    }

    /// A random legal action for each game, drawn with the game's own seed; -1 where a game is over. The
    /// same array every time.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let sampled = self.sampled.bind(py).clone();
        let mut core = self.core()?;
        let mut writable = writable(&sampled)?;
        let actions = writable.as_slice_mut()?;
        let core = &mut *core;
        py.detach(|| match core {
            Core::Bytes(batch) => batch.sample(actions),
            Core::Floats(batch) => batch.sample(actions),
        });
        Ok(sampled)
    }

    /// The state of one game.
    fn state(&self, #[pyo3(from_py_with = count)] index: usize) -> PyResult<State> {
        self.check_index(index)?;
        let start = AnyPosition::start(&self.rules);
        Ok(match &*self.core()? {
            Core::Bytes(batch) => batch.state(index, start),
            Core::Floats(batch) => batch.state(index, start),
        })
    }

    /// Puts a state in the place of one game. A finished game can stand only where games do not begin anew by
    /// themselves.
    fn set_state(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = count)] index: usize,
        state: &State,
    ) -> PyResult<()> {
        self.check_index(index)?;
        if state.position.rules() != self.rules {
            let (found, mine) = (state.game().text(), self.game().text());
            return Err(bad_value(format!("a state of {found}: these are games of {mine}")));
        }
        if self.terms.autoreset && state.is_terminal() {
            return Err(bad_value("the state's game is over: with autoreset=True it cannot stand"));
        }
        with_slices!(self, py, |batch, out| batch.set_state(index, state, out));
        Ok(())
    }

    /// A copy with the same states and the same random numbers ahead.
    fn copy(slf: &Bound<'_, VecEnv>) -> PyResult<Py<PyAny>> {
        Ok(slf.py().import("copy")?.call_method1("copy", (slf,))?.unbind())
    }

    /// What pickle and copy need: the options, the states, the random numbers ahead, and the results of the last step.
    fn __reduce__<'py>(slf: &Bound<'py, VecEnv>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let env = slf.get();
        let options = PyDict::new(py);
        options.set_item("threads", env.pool.as_ref().map_or(1, ThreadPool::current_num_threads))?;
        options.set_item("history", env.terms.layout.history)?;
        let dtype = match env.arrays.observations {
            Observations::Bytes(_) => "int8",
            Observations::Floats(_) => "float32",
        };
        options.set_item("dtype", dtype)?;
        options.set_item("autoreset", env.terms.autoreset)?;
        options.set_item("max_moves", env.terms.max_moves)?;
        options.set_item("random_plies", env.terms.random_plies)?;
        let states = (0..env.games).map(|game| env.state(game)).collect::<PyResult<Vec<State>>>()?;
        let chances = match &*env.core()? {
            Core::Bytes(batch) => batch.chances(),
            Core::Floats(batch) => batch.chances(),
        };
        let told = (env.rewards(py), env.terminated(py), env.truncated(py));
        let parts = (env.game(), options, states, chances, told).into_pyobject(py)?;
        Ok((py.get_type::<VecEnv>().getattr("_restored")?, parts))
    }

    /// The environment that `__reduce__` described.
    #[staticmethod]
    fn _restored<'py>(
        game: &Bound<'py, Game>,
        options: &Bound<'py, PyDict>,
        states: Vec<State>,
        chances: Vec<u64>,
        told: (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>),
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = game.py();
        options.set_item("seed", chances)?;
        let env = py.get_type::<VecEnv>().call((game, states.len()), Some(options))?;
        {
            let inner = env.cast::<VecEnv>()?.get();
            for (number, state) in states.iter().enumerate() {
                with_slices!(inner, py, |batch, out| batch.set_state(number, state, out));
            }
            let chances: Vec<u64> =
                options.get_item("seed")?.map_or_else(|| Ok(Vec::new()), |c| c.extract())?;
            match &mut *inner.core()? {
                Core::Bytes(batch) => batch.set_chances(&chances),
                Core::Floats(batch) => batch.set_chances(&chances),
            }
        }
        let copyto = py.import("numpy")?.getattr("copyto")?;
        for (name, values) in [("rewards", told.0), ("terminated", told.1), ("truncated", told.2)] {
            copyto.call1((env.getattr(name)?, values))?;
        }
        Ok(env)
    }

    /// The actions of one running game so far.
    fn actions_of(&self, #[pyo3(from_py_with = count)] index: usize) -> PyResult<Vec<usize>> {
        self.check_index(index)?;
        Ok(match &*self.core()? {
            Core::Bytes(batch) => batch.history(index),
            Core::Floats(batch) => batch.history(index),
        })
    }

    /// The game that all of them are.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// How many games there are.
    #[getter]
    fn num_envs(&self) -> usize {
        self.games
    }

    /// How many actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.terms.actions
    }

    /// Whether a finished game begins anew by itself.
    #[getter]
    fn autoreset(&self) -> bool {
        self.terms.autoreset
    }

    /// The action that leaves a game as it is.
    #[classattr]
    fn leave() -> i64 {
        LEAVE
    }

    /// Planes of every game for its side to move: (games, planes, size, size).
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.arrays.observations {
            Observations::Bytes(array) => array.bind(py).clone().into_any(),
            Observations::Floats(array) => array.bind(py).clone().into_any(),
        }
    }

    /// True for each legal action: (games, actions).
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.arrays.masks.bind(py).clone()
    }

    /// What Black and White got in the last step: (games, 2).
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.arrays.rewards.bind(py).clone()
    }

    /// Which games the last step ended by the rules: (games,).
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.arrays.terminated.bind(py).clone()
    }

    /// Which games were cut off by the last step: (games,).
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.arrays.truncated.bind(py).clone()
    }

    /// Who is to move in each game: 0 Black, 1 White.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.arrays.players.bind(py).clone()
    }

    fn __len__(&self) -> usize {
        self.games
    }
}
