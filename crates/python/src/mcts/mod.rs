//! Tree search over many games at once with an evaluator from Python.

mod games;

use crate::batch::LEAVE;
use crate::error::{IllegalAction, bad_value, chosen, count, lock};
use crate::game::Game;
use crate::state::State;
use crate::vecenv::{read_actions, seeds_of};
use games::{Answers, Group, SearchedGame, Terms};
use heibai_engines::observation::{Layout, action, mask};
use heibai_engines::search::puct::{Params, Root};
use heibai_games::{AnyPosition, Position, Rules};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, MutexGuard};

/// A larger tree would fill the memory of any machine.
const MOST_VISITS: i64 = 100_000_000;

/// Searches many games at once; the evaluator sees all their leaves together.
#[pyclass(module = "heibai", name = "MCTS", weakref, frozen)]
pub struct Mcts {
    rules: Rules,
    terms: Terms,
    evaluator: Py<PyAny>,
    games: usize,
    /// One group, or two that take turns at the evaluator.
    groups: Mutex<Vec<Group>>,
    pool: Option<ThreadPool>,
    process: u32,
}

/// What a search found, game by game.
#[pyclass(module = "heibai", frozen, get_all)]
pub struct SearchResult {
    /// The chosen action of each game, -1 where it is over or was not searched: (games,).
    actions: Py<PyArray1<i64>>,
    /// Visits of each action: (games, actions).
    visits: Py<PyArray2<i32>>,
    /// What a policy should learn: (games, actions).
    policy: Py<PyArray2<f32>>,
    /// The mean value of each action for the side to move, 0 without visits: (games, actions).
    q: Py<PyArray2<f32>>,
    /// The network's policy over the legal actions: (games, actions).
    priors: Py<PyArray2<f32>>,
    /// The value of each position for the side to move: (games,).
    values: Py<PyArray1<f32>>,
    /// The principal variation of each game, from the chosen action on.
    lines: Vec<Vec<usize>>,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<heibai.SearchResult of {} games>", self.actions.bind(py).len())
    }
}

fn number(name: &str, value: f64, range: std::ops::RangeInclusive<f64>) -> PyResult<f64> {
    if range.contains(&value) {
        return Ok(value);
    }
    Err(bad_value(format!("{name} {value}: expected {} to {}", range.start(), range.end())))
}

fn whole(name: &str, value: usize, range: std::ops::RangeInclusive<usize>) -> PyResult<usize> {
    if range.contains(&value) {
        return Ok(value);
    }
    Err(bad_value(format!("{name} {value}: expected {} to {}", range.start(), range.end())))
}

/// The sizes of an array as Python writes them.
fn shape_of(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({}{})", sizes.join(", "), if shape.len() == 1 { "," } else { "" })
}

/// One of the two arrays that an evaluator returns. A PyTorch tensor may require gradients, have any precision and be on a
/// GPU.
fn floats(found: &Bound<'_, PyAny>, what: &str, allowed: &[&[usize]]) -> PyResult<Vec<f32>> {
    let numpy = found.py().import("numpy")?;
    let array = match found.hasattr("detach")? {
        true => found.call_method0("detach")?.call_method0("float")?.call_method0("cpu")?,
        false => found.clone(),
    };
    let array = numpy.call_method1("ascontiguousarray", (array, "float32"))?;
    let array =
        array.cast::<PyArrayDyn<f32>>().map_err(|_| PyTypeError::new_err(format!("{what}: no numbers")))?;
    if !allowed.contains(&array.shape()) {
        let (found, wanted) = (shape_of(array.shape()), shape_of(allowed[0]));
        return Err(bad_value(format!("the evaluator's {what} of shape {found}: expected {wanted}")));
    }
    Ok(array.to_vec()?)
}

fn tables(groups: &[Group]) -> impl Iterator<Item = &SearchedGame> {
    groups.iter().flat_map(|group| &group.tables)
}

fn tables_mut(groups: &mut [Group]) -> impl Iterator<Item = &mut SearchedGame> {
    groups.iter_mut().flat_map(|group| &mut group.tables)
}

impl Mcts {
    fn groups(&self) -> PyResult<MutexGuard<'_, Vec<Group>>> {
        lock(&self.groups, "search")
    }

    /// Calls `work` with one game.
    fn with_table<R>(&self, index: usize, work: impl FnOnce(&mut SearchedGame) -> R) -> PyResult<R> {
        let mut groups = self.groups()?;
        let outside = || PyIndexError::new_err(format!("game {index} of {}", self.games));
        tables_mut(&mut groups).nth(index).map(work).ok_or_else(outside)
    }

    /// Asks the evaluator about a batch of observations, if there are any.
    fn evaluate(&self, py: Python<'_>, batch: Vec<f32>) -> PyResult<Option<Answers>> {
        if batch.is_empty() {
            return Ok(None);
        }
        let layout = &self.terms.layout;
        let count = batch.len() / layout.values();
        let array = PyArray1::from_vec(py, batch);
        let array = array.reshape([count, layout.planes(), layout.size, layout.size])?;
        let told = self.evaluator.bind(py).call1((array,))?;
        let pair = told.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>();
        let (logits, values) = pair.map_err(|_| {
            let found = told.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("the evaluator returned {found}: expected (policy logits, values)"))
        })?;
        let logits = floats(&logits, "policy logits", &[&[count, self.terms.actions]])?;
        let values = floats(&values, "values", &[&[count], &[count, 1]])?;
        if logits.iter().any(|x| x.is_nan() || *x == f32::INFINITY) {
            return Err(bad_value("the evaluator's policy logits have one that is NaN or infinite"));
        }
        if let Some(value) = values.iter().find(|value| !(-1.001..=1.001).contains(*value)) {
            return Err(bad_value(format!("the evaluator's values have {value}: expected -1 to 1")));
        }
        Ok(Some(Answers { logits, values }))
    }

    fn result(
        &self,
        py: Python<'_>,
        groups: &mut [Group],
        chosen: &[bool],
        temperatures: &[f64],
    ) -> PyResult<SearchResult> {
        let (games, columns, size) = (self.games, self.terms.actions, self.terms.layout.size);
        let (mut visits, mut policy) = (vec![0; games * columns], vec![0.0; games * columns]);
        let (mut q, mut priors) = (vec![0.0; games * columns], vec![0.0; games * columns]);
        let (mut actions, mut values, mut lines) =
            (vec![LEAVE; games], vec![0.0; games], vec![Vec::new(); games]);
        for (game, table) in tables_mut(groups).enumerate() {
            if !chosen[game] || table.state.is_terminal() {
                continue;
            }
            for told in table.tree.moves() {
                let at = game * columns + action::of(told.mv, size);
                (visits[at], policy[at]) = (told.visits as i32, told.policy);
                (q[at], priors[at]) = (told.mean.unwrap_or(0.0) as f32, told.prior);
            }
            values[game] = table.tree.value() as f32;
            let best = table.tree.choose(temperatures[game]);
            actions[game] = best.map_or(LEAVE, |mv| action::of(mv, size) as i64);
            lines[game] = table.tree.line(best).into_iter().map(|mv| action::of(mv, size)).collect();
        }
        let shape = [games, columns];
        Ok(SearchResult {
            actions: PyArray1::from_vec(py, actions).unbind(),
            visits: PyArray1::from_vec(py, visits).reshape(shape)?.unbind(),
            policy: PyArray1::from_vec(py, policy).reshape(shape)?.unbind(),
            q: PyArray1::from_vec(py, q).reshape(shape)?.unbind(),
            priors: PyArray1::from_vec(py, priors).reshape(shape)?.unbind(),
            values: PyArray1::from_vec(py, values).unbind(),
            lines,
        })
    }

    /// Runs the search that was begun. With two groups, one is evaluated while the other walks its trees.
    fn run(&self, py: Python<'_>, groups: &mut [Group]) -> PyResult<()> {
        let done = self.rounds(py, groups);
        if done.is_err() {
            groups.iter_mut().for_each(Group::cancel);
        }
        done
    }

    fn rounds(&self, py: Python<'_>, groups: &mut [Group]) -> PyResult<()> {
        let (terms, pool) = (&self.terms, self.pool.as_ref());
        let Some((first, second)) = groups.split_first_mut() else { return Ok(()) };
        let mut batch = py.detach(|| first.next(terms, None, pool));
        let Some(second) = second.first_mut() else {
            while let Some(asked) = batch {
                py.check_signals()?;
                let answers = self.evaluate(py, asked)?;
                batch = py.detach(|| first.next(terms, answers.as_ref(), pool));
            }
            return Ok(());
        };
        let (mut asked, mut walking) = (first, second);
        let mut known: Option<Answers> = None;
        loop {
            py.check_signals()?;
            let goes_on = batch.is_some();
            let (told, next) = std::thread::scope(|scope| {
                let walk = scope.spawn(|| walking.next(terms, known.as_ref(), pool));
                let told = self.evaluate(py, batch.unwrap_or_default());
                (told, py.detach(|| walk.join()))
            });
            batch = next.map_err(|_| PyRuntimeError::new_err("a thread of the search failed"))?;
            known = told?;
            if batch.is_none() && !goes_on {
                return Ok(());
            }
            std::mem::swap(&mut asked, &mut walking);
        }
    }
}

#[pymethods]
impl Mcts {
    #[new]
    #[pyo3(signature = (game, num_games, evaluator, *, root="puct", c_puct=1.25, fpu=0.2, noise=0.0, alpha=0.3,
                        considered=16, gumbel=1.0, scale=1.0, leaves=1, virtual_loss=1, reuse=true, seed=None,
                        history=0, threads=1, overlap=false))]
    #[expect(clippy::too_many_arguments, reason = "keywords of a Python constructor")]
    fn new(
        game: &Game,
        #[pyo3(from_py_with = count)] num_games: usize,
        evaluator: Bound<'_, PyAny>,
        root: &str,
        c_puct: f64,
        fpu: f64,
        noise: f64,
        alpha: f64,
        #[pyo3(from_py_with = count)] considered: usize,
        gumbel: f64,
        scale: f64,
        #[pyo3(from_py_with = count)] leaves: usize,
        #[pyo3(from_py_with = count)] virtual_loss: usize,
        reuse: bool,
        seed: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = count)] history: usize,
        #[pyo3(from_py_with = count)] threads: usize,
        overlap: bool,
    ) -> PyResult<Mcts> {
        whole("num_games", num_games, 1..=1 << 16)?;
        whole("threads", threads, 1..=1024)?;
        if !evaluator.is_callable() {
            return Err(PyTypeError::new_err("the evaluator cannot be called"));
        }
        let root = match root {
            "puct" => {
                let (share, alpha) =
                    (number("noise", noise, 0.0..=1.0)?, number("alpha", alpha, 1e-3..=1e3)?);
                Root::Puct { share, alpha }
            }
            "gumbel" => Root::Gumbel {
                considered: whole("considered", considered, 1..=1000)?,
                noise: number("gumbel", gumbel, 0.0..=100.0)?,
                scale: number("scale", scale, 0.0..=100.0)?,
            },
            other => return Err(bad_value(format!("root {other:?}: expected 'puct' or 'gumbel'"))),
        };
        let params = Params {
            exploration: number("c_puct", c_puct, 0.0..=100.0)?,
            reduction: number("fpu", fpu, -2.0..=2.0)?,
            virtual_loss: whole("virtual_loss", virtual_loss, 0..=100)? as u32,
            root,
        };
        let layout = Layout::new(&game.rules, history).map_err(bad_value)?;
        let actions = action::count(game.kind(), layout.size);
        let leaves = whole("leaves", leaves, 1..=1024)?;
        let terms = Terms { layout, actions, leaves, params, reuse };
        let start = State::from_start(AnyPosition::start(&game.rules));
        let table = |&seed: &u64| SearchedGame::new(start.clone(), &terms, seed);
        let share = if overlap { num_games.div_ceil(2) } else { num_games };
        let seeds = seeds_of(seed.as_ref(), num_games)?;
        let group = |seeds: &[u64]| Group { tables: seeds.iter().map(table).collect(), chosen: Vec::new() };
        let groups = Mutex::new(seeds.chunks(share).map(group).collect());
        let pool = match threads {
            1 => None,
            n => Some(ThreadPoolBuilder::new().num_threads(n).build().map_err(bad_value)?),
        };
        let (rules, process) = (game.rules.clone(), std::process::id());
        Ok(Mcts { rules, terms, evaluator: evaluator.unbind(), games: num_games, groups, pool, process })
    }

    /// Searches every game, or those where `mask` is true, with `visits` new visits each. The actions are chosen by
    /// `temperature`: 0 if not given, one number, or one a game.
    #[pyo3(signature = (visits, *, temperature=None, mask=None))]
    fn search(
        &self,
        py: Python<'_>,
        visits: i64,
        temperature: Option<Bound<'_, PyAny>>,
        mask: Option<Bound<'_, PyAny>>,
    ) -> PyResult<SearchResult> {
        if self.pool.is_some() && self.process != std::process::id() {
            let reason = "this search's threads did not survive a fork: make it in the child process";
            return Err(PyRuntimeError::new_err(reason));
        }
        if !(0..=MOST_VISITS).contains(&visits) {
            return Err(bad_value(format!("visits {visits}: expected 0 to {MOST_VISITS}")));
        }
        let temperatures = temperatures_of(temperature.as_ref(), self.games)?;
        let chosen = chosen(mask.as_ref(), self.games)?;
        let mut groups = self.groups()?;
        let mut rest = &chosen[..];
        for group in groups.iter_mut() {
            let (mine, others) = rest.split_at(group.tables.len());
            group.begin(visits as u32, mine);
            rest = others;
        }
        self.run(py, &mut groups)?;
        self.result(py, &mut groups, &chosen, &temperatures)
    }

    /// Plays one action in every game and keeps the tree below it; -1 leaves a game as it is. All actions are checked
    /// first: an illegal one raises IllegalAction and changes nothing.
    fn play(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = read_actions(actions, self.games)?;
        let mut groups = self.groups()?;
        let mut moves = Vec::with_capacity(actions.len());
        for (game, (table, &action)) in tables(&groups).zip(&actions).enumerate() {
            let mv = if action == LEAVE { None } else { Some(table.state.legal(action)) };
            let refused = |error: PyErr| IllegalAction::new_err(format!("game {game}: {}", error.value(py)));
            moves.push(mv.transpose().map_err(refused)?);
        }
        for (table, mv) in tables_mut(&mut groups).zip(moves) {
            mv.into_iter().for_each(|mv| table.play(mv, &self.terms));
        }
        Ok(())
    }

    /// Begins games anew: all of them, or those where `mask` is true.
    #[pyo3(signature = (mask=None))]
    fn reset(&self, mask: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let chosen = chosen(mask.as_ref(), self.games)?;
        let start = State::from_start(AnyPosition::start(&self.rules));
        for (table, _) in tables_mut(&mut self.groups()?).zip(chosen).filter(|(_, chosen)| *chosen) {
            table.set_state(start.clone(), &self.terms);
        }
        Ok(())
    }

    /// The state of one game.
    fn state(&self, #[pyo3(from_py_with = count)] index: usize) -> PyResult<State> {
        self.with_table(index, |table| table.state.clone())
    }

    /// Puts a state in the place of one game; its tree begins anew.
    fn set_state(&self, #[pyo3(from_py_with = count)] index: usize, state: State) -> PyResult<()> {
        if state.position.rules() != self.rules {
            let mine = Game { rules: self.rules.clone() };
            return Err(bad_value(format!(
                "a state of {}: this search plays {}",
                state.game().text(),
                mine.text()
            )));
        }
        self.with_table(index, |table| table.set_state(state, &self.terms))
    }

    /// The observations of all games for the side to move: (games, planes, size, size).
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let layout = self.terms.layout;
        let mut out = vec![0.0; self.games * layout.values()];
        for (table, out) in tables(&self.groups()?).zip(out.chunks_exact_mut(layout.values())) {
            table.observe(&layout, out);
        }
        PyArray1::from_vec(py, out).reshape([self.games, layout.planes(), layout.size, layout.size])
    }

    /// True for each legal action: (games, actions).
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let out: Vec<bool> = tables(&self.groups()?).flat_map(|table| mask(&table.state.position)).collect();
        PyArray1::from_vec(py, out).reshape([self.games, self.terms.actions])
    }

    /// Who is to move in each game: 0 Black, 1 White.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let groups = self.groups()?;
        let players = tables(&groups).map(|table| table.state.position.turn().index() as i8);
        Ok(PyArray1::from_iter(py, players))
    }

    /// Which games are over.
    #[getter]
    fn terminal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_iter(py, tables(&self.groups()?).map(|table| table.state.is_terminal())))
    }

    /// What Black and White got in each game, 0 while it goes on: (games, 2).
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let groups = self.groups()?;
        let pairs = tables(&groups).flat_map(|table| <[f64; 2]>::from(table.state.returns()));
        let out: Vec<f32> = pairs.map(|points| points as f32).collect();
        PyArray1::from_vec(py, out).reshape([self.games, 2])
    }

    /// The game that is searched.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// How many games are searched together.
    #[getter]
    fn num_games(&self) -> usize {
        self.games
    }

    /// How many actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.terms.actions
    }

    fn __len__(&self) -> usize {
        self.games
    }
}

/// A temperature for all games, or one each.
fn temperatures_of(temperature: Option<&Bound<'_, PyAny>>, games: usize) -> PyResult<Vec<f64>> {
    let Some(temperature) = temperature else { return Ok(vec![0.0; games]) };
    let each = match temperature.extract::<f64>() {
        Ok(one) => vec![one; games],
        Err(_) => temperature.extract::<Vec<f64>>().map_err(|_| {
            let found = temperature.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
            PyTypeError::new_err(format!("temperature {found}: expected a number, or one for each game"))
        })?,
    };
    if each.len() != games {
        return Err(bad_value(format!("{} temperatures for {games} games", each.len())));
    }
    each.into_iter().map(|temperature| number("temperature", temperature, 0.0..=1000.0)).collect()
}
