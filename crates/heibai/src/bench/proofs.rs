//! `heibai bench proofs`: which positions from games that were lost are proved in the same time each: by `heibai
//! prove`, whose tree is built and checked within the time, by threats alone, and by the engine's search, which tells a
//! value and no tree. This process's time is CPU time, so that a busy machine proves the same. With `--player` also by
//! another program's own search; it tells its proofs as Rapfi does, `Eval +M` and the plies to the win, and gets as
//! much time by the clock.

use super::{Figure, Setting, cpu_now};
use crate::failure::Context;
use crate::{input, seat};
use heibai_engines::gomoku::Spend;
use heibai_engines::gomoku::prove::{Threats, prove, prove_by_search};
use heibai_engines::search::moment::{Moment, lend_clock};
use heibai_games::gomoku::Position as Gomoku;
use heibai_games::player::{Limits, Thought};
use heibai_games::value::Wdl;
use heibai_games::{AnyPosition, Color, Kind, Match, Move, Player, Position, Reason, Request};
use heibai_words::{Text, measurements as said};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many plies before the end of a game the winner is asked for a proof; odd, so that it is his turn.
const BACK: [usize; 2] = [15, 21];
/// Positions at most.
const MOST: usize = 143;

/// What the other program says of a win that it has proved.
const WON: &str = "Eval +M";

/// What is known of one position.
struct Found {
    /// Where the winner has to answer a four, the engine plays at once and tells no value.
    is_forced: bool,
    by_tree: bool,
    by_threats: bool,
    by_search: bool,
    by_other: bool,
    /// CPU seconds of `heibai prove`.
    seconds: f64,
}

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let Some(file) = &setting.file else { return Err(said::proofs_need_file().into()) };
    let file = file.display().to_string();
    let how = input::How { game: Some(Kind::Gomoku), ..input::How::default() };
    let time = Duration::from_secs(setting.seconds.unwrap_or(1));
    lend_clock(|| Duration::from_nanos(cpu_now().unwrap_or_default()));
    let mut engine = seat::program("engine", Kind::Gomoku, 1)?;
    let mut other = setting.player.as_ref().map(|name| seat::program(name, Kind::Gomoku, 1)).transpose()?;
    let mut found = Vec::new();
    for record in input::open_file(&file, &how)? {
        // A collection may hold games that break a rule.
        let Ok(game) = record.told(|| Text::same(&file))?.replay() else { continue };
        for (moves, position) in lost(&game) {
            if found.len() == setting.games.unwrap_or(MOST) {
                return Ok(figures(&found, other.is_some()));
            }
            let AnyPosition::Gomoku(board) = &position else { continue };
            let theirs = other.as_mut().map(|other| ask(&mut **other, &game, &moves, &position, time));
            found.push(Found {
                by_search: is_win(&ask(&mut *engine, &game, &moves, &position, time)?),
                by_other: theirs.transpose()?.is_some_and(|thought| thought.comment.contains(WON)),
                ..proved(board, time)
            });
        }
    }
    Ok(figures(&found, other.is_some()))
}

/// By `heibai prove`, and by its threats alone.
fn proved(board: &Gomoku, time: Duration) -> Found {
    let begun = Moment::now();
    let spend = Spend { time: Some((time, time)), ..Spend::nodes(u64::MAX) };
    let by_tree = prove_by_search(board, spend, &AtomicBool::new(false)).is_ok();
    let seconds = begun.elapsed().as_secs_f64();
    let end = Moment::now() + time;
    let by = [Threats::Fours, Threats::FoursAndThrees];
    let by_threats = by.into_iter().any(|by| prove(board, by, u64::MAX, &|| end.has_passed()).is_ok());
    let is_forced = !board.fives(!board.turn()).is_empty();
    Found { is_forced, by_tree, by_threats, by_search: false, by_other: false, seconds }
}

fn is_win(thought: &Thought) -> bool {
    thought.value.is_some_and(|value| value.verdict() == Some(Wdl::Win))
}

/// The positions of a game that are asked about, with the moves that led there; none unless it was played to a five.
fn lost(game: &Match<AnyPosition>) -> Vec<(Vec<Move>, AnyPosition)> {
    let outcome = game.position().outcome().filter(|outcome| outcome.reason == Reason::FiveInRow);
    let winner: Option<Color> = outcome.and_then(|outcome| outcome.winner);
    let moves = game.move_list();
    let places = BACK.iter().filter_map(|back| moves.len().checked_sub(*back));
    let before = places.map(|count| (moves[..count].to_vec(), game.position_after(count)));
    before.filter(|(_, position)| winner == Some(position.turn())).collect()
}

fn ask(
    player: &mut dyn Player,
    game: &Match<AnyPosition>,
    moves: &[Move],
    position: &AnyPosition,
    time: Duration,
) -> anyhow::Result<Thought> {
    player.new_game(&position.rules(), position.turn())?;
    player.ready();
    let limits = Limits { move_time: Some(time), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: game.start(), moves, position, limits: &limits, stop: &stop };
    Ok(player.choose(&request)?.thought)
}

fn figures(found: &[Found], against: bool) -> Vec<Figure> {
    let count = |of: &dyn Fn(&Found) -> bool| found.iter().filter(|found| of(found)).count() as f64;
    let figure = |name: &str, value, more_is_better| {
        let name = format!("{name}, of {}", found.len());
        Figure { name, value, unit: "positions", more_is_better }
    };
    let longest = found.iter().map(|found| found.seconds).fold(0.0, f64::max);
    let mut figures = vec![
        figure("proved with a checked tree", count(&|f| f.by_tree), true),
        figure("the winner has to answer a four", count(&|f| f.is_forced), true),
        figure("answering a four, with a checked tree", count(&|f| f.is_forced && f.by_tree), true),
        figure("proved by threats", count(&|f| f.by_threats), true),
        figure("by threats and not with a tree", count(&|f| f.by_threats && !f.by_tree), false),
        figure("proved by the engine's search", count(&|f| f.by_search), true),
        figure("by the search and not with a tree", count(&|f| f.by_search && !f.by_tree), false),
        Figure { name: "longest proof".to_owned(), value: longest, unit: "CPU s", more_is_better: false },
    ];
    if against {
        figures.extend([
            figure("proved by the other program", count(&|f| f.by_other), false),
            figure("with a tree and not by the other", count(&|f| f.by_tree && !f.by_other), true),
            figure("by the other and not with a tree", count(&|f| f.by_other && !f.by_tree), false),
        ]);
    }
    figures
}
