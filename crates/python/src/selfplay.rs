//! Files of self-play games: random access by frames, games as dicts or as columns of numpy.

use crate::error::RecordError;
use crate::game::Game;
use crate::state::outcome_dict;
use heibai_engines::observation::action;
use heibai_games::{HalfPoints, Move, Outcome, Point};
use heibai_records::selfplay::{self, About, Frame, SelfPlayGame as Played};
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A file of self-play games, read one frame at a time. A frame that was incomplete when the file was opened is ignored.
#[pyclass(module = "heibai", name = "SelfplayFile", frozen)]
pub struct SelfplayFile {
    path: PathBuf,
    frames: Vec<Frame>,
    /// The number of games before each frame, and of all.
    first: Vec<usize>,
    about: Option<About>,
    open: Mutex<Open>,
}

struct Open {
    file: BufReader<File>,
    /// The process that opened the file: after a fork, parent and child would share one file offset.
    process: u32,
    /// The frame that was read last.
    last: Option<(usize, Vec<Played>)>,
}

fn unreadable(path: &Path, error: &std::io::Error) -> PyErr {
    PyOSError::new_err((error.raw_os_error(), error.to_string(), path.to_owned()))
}

impl SelfplayFile {
    fn wrong(&self, why: impl std::fmt::Display) -> PyErr {
        RecordError::new_err(format!("{}: {why}", self.path.display()))
    }

    fn size(&self) -> usize {
        self.about.as_ref().map_or(0, |about| about.rules.size())
    }

    /// Calls `work` with the games of a range, frame by frame.
    fn each(
        &self,
        range: std::ops::Range<usize>,
        mut work: impl FnMut(&Played) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut at = range.start;
        while at < range.end {
            let number = self.first.partition_point(|&first| first <= at) - 1;
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            if open.process != std::process::id() {
                let file =
                    BufReader::new(File::open(&self.path).map_err(|error| unreadable(&self.path, &error))?);
                *open = Open { file, process: std::process::id(), last: None };
            }
            if open.last.as_ref().is_none_or(|(last, _)| *last != number) {
                let (about, games) = selfplay::read_frame(&mut open.file, &self.frames[number])
                    .map_err(|error| self.wrong(error))?;
                if self.about.as_ref().is_some_and(|own| own.rules != about.rules) {
                    return Err(self.wrong("its frames are of different rules"));
                }
                open.last = Some((number, games));
            }
            let (_, games) = open.last.as_ref().ok_or_else(|| self.wrong("no frame"))?;
            let from = at - self.first[number];
            let to = games.len().min(range.end - self.first[number]);
            games[from..to].iter().try_for_each(&mut work)?;
            at = self.first[number] + to;
        }
        Ok(())
    }

    fn action(&self, mv: Option<u16>) -> usize {
        action::of(mv.map_or(Move::Pass, |point| Move::Place(Point(point))), self.size())
    }

    fn dict<'py>(&self, py: Python<'py>, game: &Played) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("id", game.number)?;
        let player = self.about.as_ref().map_or("", |about| about.player.as_str());
        dict.set_item("black", player)?;
        dict.set_item("white", player)?;
        dict.set_item("actions", game.moves.iter().map(|&mv| self.action(mv)).collect::<Vec<_>>())?;
        dict.set_item("opening", game.opening)?;
        let margin = game.margin.map(|margin| HalfPoints(margin.0.abs()));
        let outcome = Outcome { winner: game.winner, reason: game.reason, score: None, margin };
        dict.set_item("outcome", outcome_dict(py, &outcome)?)?;
        let scores = game.scores.iter().map(|score| (!score.is_nan()).then_some(*score));
        dict.set_item("scores", scores.collect::<Vec<_>>())?;
        let visited = |list: &Vec<(Option<u16>, u32)>| -> Vec<(usize, u32)> {
            list.iter().map(|&(mv, count)| (self.action(mv), count)).collect()
        };
        dict.set_item("visits", game.visits.iter().map(visited).collect::<Vec<_>>())?;
        Ok(dict)
    }
}

#[pymethods]
impl SelfplayFile {
    #[new]
    fn new(path: PathBuf) -> PyResult<SelfplayFile> {
        let mut file = BufReader::new(File::open(&path).map_err(|error| unreadable(&path, &error))?);
        let wrong =
            |error: heibai_records::ReadError| RecordError::new_err(format!("{}: {error}", path.display()));
        let frames = selfplay::index(&mut file).map_err(wrong)?;
        let mut first = vec![0];
        for frame in &frames {
            first.push(first[first.len() - 1] + frame.games as usize);
        }
        let last = match frames.first() {
            Some(frame) => Some(selfplay::read_frame(&mut file, frame).map_err(wrong)?),
            None => None,
        };
        let (about, last) = last.map_or((None, None), |(about, games)| (Some(about), Some((0, games))));
        let open = Open { file, process: std::process::id(), last };
        Ok(SelfplayFile { path, frames, first, about, open: Mutex::new(open) })
    }

    fn __len__(&self) -> usize {
        self.first[self.first.len() - 1]
    }

    /// The game and rules; None where the file is empty.
    #[getter]
    fn game(&self) -> Option<Game> {
        self.about.as_ref().map(|about| Game { rules: about.rules.clone() })
    }

    /// Who played both sides.
    #[getter]
    fn player(&self) -> Option<&str> {
        self.about.as_ref().map(|about| about.player.as_str())
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.about.as_ref().map(|about| about.seed)
    }

    /// The games from `start` to before `stop`, each as a dict.
    fn games<'py>(&self, py: Python<'py>, start: usize, stop: usize) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.check(start, stop)?;
        let mut dicts = Vec::with_capacity(stop - start);
        self.each(start..stop, |game| {
            dicts.push(self.dict(py, game)?);
            Ok(())
        })?;
        Ok(dicts)
    }

    /// The games from `start` to before `stop` as flat arrays. Game `i` has the actions from `offsets[i]` to
    /// `offsets[i + 1]`; action `j` the visits from `visit_offsets[j]` to `visit_offsets[j + 1]`.
    fn columns<'py>(&self, py: Python<'py>, start: usize, stop: usize) -> PyResult<Bound<'py, PyDict>> {
        self.check(start, stop)?;
        let mut all = Columns::default();
        py.detach(|| {
            self.each(start..stop, |game| {
                all.push(game, |mv| self.action(mv) as u16);
                Ok(())
            })
        })?;
        let dict = PyDict::new(py);
        dict.set_item("ids", PyArray1::from_vec(py, all.ids))?;
        dict.set_item("results", PyArray1::from_vec(py, all.results))?;
        dict.set_item("reasons", all.reasons)?;
        dict.set_item("margins", PyArray1::from_vec(py, all.margins))?;
        dict.set_item("openings", PyArray1::from_vec(py, all.openings))?;
        dict.set_item("offsets", PyArray1::from_vec(py, all.offsets))?;
        dict.set_item("actions", PyArray1::from_vec(py, all.actions))?;
        dict.set_item("scores", PyArray1::from_vec(py, all.scores))?;
        dict.set_item("visit_offsets", PyArray1::from_vec(py, all.visit_offsets))?;
        dict.set_item("visit_actions", PyArray1::from_vec(py, all.visit_actions))?;
        dict.set_item("visit_counts", PyArray1::from_vec(py, all.visit_counts))?;
        Ok(dict)
    }
}

impl SelfplayFile {
    fn check(&self, start: usize, stop: usize) -> PyResult<()> {
        if start <= stop && stop <= self.__len__() {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("games {start} to {stop} of {}", self.__len__())))
    }
}

struct Columns {
    ids: Vec<u64>,
    results: Vec<i8>,
    reasons: Vec<&'static str>,
    /// In points, from Black's side; NaN where nothing is counted.
    margins: Vec<f32>,
    openings: Vec<u16>,
    offsets: Vec<i64>,
    actions: Vec<u16>,
    scores: Vec<f32>,
    visit_offsets: Vec<i64>,
    visit_actions: Vec<u16>,
    visit_counts: Vec<u32>,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns {
            ids: Vec::new(),
            results: Vec::new(),
            reasons: Vec::new(),
            margins: Vec::new(),
            openings: Vec::new(),
            offsets: vec![0],
            actions: Vec::new(),
            scores: Vec::new(),
            visit_offsets: vec![0],
            visit_actions: Vec::new(),
            visit_counts: Vec::new(),
        }
    }
}

impl Columns {
    fn push(&mut self, game: &Played, action: impl Fn(Option<u16>) -> u16) {
        self.ids.push(game.number);
        self.results.push(game.result());
        self.reasons.push(game.reason.name());
        self.margins.push(game.margin.map_or(f32::NAN, |margin| margin.as_f64() as f32));
        self.openings.push(game.opening);
        self.actions.extend(game.moves.iter().map(|&mv| action(mv)));
        self.offsets.push(self.actions.len() as i64);
        self.scores.extend(&game.scores);
        for visited in &game.visits {
            self.visit_actions.extend(visited.iter().map(|&(mv, _)| action(mv)));
            self.visit_counts.extend(visited.iter().map(|&(_, count)| count));
            self.visit_offsets.push(self.visit_actions.len() as i64);
        }
    }
}
