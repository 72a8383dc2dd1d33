//! Whole games between players by name, and what their results prove.

use crate::error::{bad_value, count, optional, shown};
use crate::game::Game;
use crate::player::limits;
use crate::state::outcome_dict;
use crate::wait::thinking;
use heibai_arena::elo::{Tally, from_games};
use heibai_arena::game::{Finished, Referees, Terms, play};
use heibai_arena::openings;
use heibai_arena::rating::{Meeting, rate};
use heibai_arena::selfplay::SelfPlayPlan;
use heibai_engines::observation::action;
use heibai_engines::players;
use heibai_games::counting::Judgement;
use heibai_games::{AnyPosition, Color, Move, Position, Seat};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Plays one game; the same arguments give the same game, except under a limit of time. The opening is
/// `random_plies` random moves drawn with `opening_seed`.
#[pyfunction]
#[pyo3(signature = (game, black, white, *, seed=0, random_plies=0, opening_seed=None, nodes=None, depth=None,
                    seconds=None, longest=0))]
#[expect(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub fn play_game<'py>(
    py: Python<'py>,
    game: &Game,
    black: &str,
    white: &str,
    #[pyo3(from_py_with = count)] seed: u64,
    #[pyo3(from_py_with = count)] random_plies: usize,
    #[pyo3(from_py_with = optional)] opening_seed: Option<u64>,
    #[pyo3(from_py_with = optional)] nodes: Option<u64>,
    #[pyo3(from_py_with = optional)] depth: Option<u32>,
    seconds: Option<f64>,
    #[pyo3(from_py_with = count)] longest: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let kind = game.kind();
    let mut seeds = fastrand::Rng::with_seed(seed);
    let black = players::parse(black, kind, seeds.u64(..)).map_err(bad_value)?;
    let white = players::parse(white, kind, seeds.u64(..)).map_err(bad_value)?;
    let terms = Terms { limits: limits(nodes, depth, seconds)?, longest, ..Terms::default() };
    let mut random = fastrand::Rng::with_seed(opening_seed.unwrap_or(seed));
    let rules = game.rules.clone();
    let opening = openings::random(&rules, random_plies, &mut random);
    let opened = opening.len();
    let (mut black, mut white) = (black, white);
    // A player that cannot play this game at all is a mistake of the caller's, not a lost game.
    for (player, color) in [(&mut black, Color::Black), (&mut white, Color::White)] {
        player.new_game(&rules, color).map_err(bad_value)?;
    }
    let finished = thinking(py, None, move |stop| {
        let start = AnyPosition::start(&rules);
        let referees = Referees { judge: &|_| Judgement::default(), prover: None };
        play(&start, &opening, [black.as_mut(), white.as_mut()], &terms, referees, stop)
    })?;
    let finished = finished.ok_or_else(|| bad_value("the game was stopped"))?;
    finished_dict(py, &finished, opened, game.rules.size())
}

/// Plays game number `number` of a self-play run: the game that `heibai selfplay` writes for the same seed.
#[pyfunction]
#[pyo3(signature = (game, player, number, *, seed=1, random_plies=8, nodes=None, depth=None, seconds=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub fn selfplay_game<'py>(
    py: Python<'py>,
    game: &Game,
    player: &str,
    #[pyo3(from_py_with = count)] number: u64,
    #[pyo3(from_py_with = count)] seed: u64,
    #[pyo3(from_py_with = count)] random_plies: usize,
    #[pyo3(from_py_with = optional)] nodes: Option<u64>,
    #[pyo3(from_py_with = optional)] depth: Option<u32>,
    seconds: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let plan = SelfPlayPlan {
        rules: game.rules.clone(),
        seed,
        random_plies,
        limits: limits(nodes, depth, seconds)?,
    };
    let referees = Referees { judge: &heibai_engines::judge::judge, prover: None };
    let make = |seed| players::parse(player, game.kind(), seed);
    let played = thinking(py, None, |stop| plan.play(number, make, referees, stop))?.map_err(bad_value)?;
    let played = played.ok_or_else(|| bad_value("the game was stopped"))?;
    let dict = finished_dict(py, &played.finished, played.game.opening.into(), game.rules.size())?;
    dict.set_item("seed", plan.seed_of(number))?;
    Ok(dict)
}

fn finished_dict<'py>(
    py: Python<'py>,
    finished: &Finished,
    opening: usize,
    size: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let actions: Vec<usize> =
        finished.game.moves().iter().map(|played| action::of(played.mv, size)).collect();
    dict.set_item("actions", actions)?;
    let given = finished.game.choices().first().map_or(opening, |first| opening.min(first.after));
    dict.set_item("opening", given)?;
    let choices: Vec<String> = finished.game.choices().iter().map(|chosen| chosen.choice.name()).collect();
    dict.set_item("choices", choices)?;
    dict.set_item("swapped", finished.game.seat(Color::Black) == Seat::Second)?;
    dict.set_item("outcome", outcome_dict(py, &finished.outcome)?)?;
    dict.set_item("scores", &finished.scores)?;
    let visited = |list: &Vec<(Move, u64)>| -> Vec<(usize, u64)> {
        list.iter().map(|&(mv, count)| (action::of(mv, size), count)).collect()
    };
    dict.set_item("visits", finished.visits.iter().map(visited).collect::<Vec<_>>())?;
    dict.set_item("nodes", finished.nodes)?;
    dict.set_item("seconds", finished.time.map(|time| time.as_secs_f64()))?;
    dict.set_item("fault", &finished.fault)?;
    Ok(dict)
}

/// The difference in Elo that a score means: (elo, low, high, likelihood of superiority), with 95 % bars.
#[pyfunction]
pub fn elo(
    #[pyo3(from_py_with = count)] wins: usize,
    #[pyo3(from_py_with = count)] draws: usize,
    #[pyo3(from_py_with = count)] losses: usize,
) -> PyResult<(f64, f64, f64, f64)> {
    let [wins, draws, losses] = [wins, draws, losses].map(|games| games as u64);
    // Beyond this the difference of one game is lost.
    if wins.max(draws).max(losses) > 1 << 50 {
        return Err(bad_value(format!("{wins}, {draws}, {losses}: expected at most 2**50 games of each")));
    }
    let estimate = from_games(&Tally { wins, draws, losses }).ok_or_else(|| bad_value("no games"))?;
    Ok((estimate.elo, estimate.low, estimate.high, estimate.superiority))
}

/// Meetings as Python writes them.
fn read_meetings(value: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, usize, f64, f64)>> {
    let expected = "expected a list of meetings (a, b, points of a, games)";
    value.extract().map_err(|_| PyTypeError::new_err(format!("{}: {expected}", shown(value))))
}

/// Ratings of many players, by maximum likelihood, from meetings (a, b, points of a, games): a list of
/// (elo, half the width of the 95 % interval).
#[pyfunction]
pub fn ratings(
    #[pyo3(from_py_with = count)] players: usize,
    #[pyo3(from_py_with = read_meetings)] meetings: Vec<(usize, usize, f64, f64)>,
) -> PyResult<Vec<(f64, f64)>> {
    if players > 10_000 {
        return Err(bad_value(format!("{players} players: expected at most 10000")));
    }
    if meetings.iter().any(|&(a, b, ..)| a >= players || b >= players) {
        return Err(bad_value(format!("a meeting of a player that is not among {players}")));
    }
    let sane = |&(a, b, points, games): &(usize, usize, f64, f64)| {
        a != b && games.is_finite() && (0.0..=games).contains(&points)
    };
    if let Some((a, b, points, games)) = meetings.iter().find(|meeting| !sane(meeting)) {
        let why = "expected two different players, and points from 0 to the number of games";
        return Err(bad_value(format!("the meeting ({a}, {b}, {points}, {games}): {why}")));
    }
    let meeting = |&(a, b, points, games): &(usize, usize, f64, f64)| Meeting { a, b, points, games };
    let meetings: Vec<Meeting> = meetings.iter().map(meeting).collect();
    Ok(rate(players, &meetings).iter().map(|rating| (rating.elo, rating.error)).collect())
}
