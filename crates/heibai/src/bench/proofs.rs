//! `heibai bench proofs`: which positions from games that were lost are proved, in the same time each: by `heibai
//! prove`, by the engine's search, and by another program's own search. The other program tells its proofs as Rapfi
//! does, `Eval +M` and the plies to the win.

use super::{Figure, Setting};
use crate::failure::Context;
use crate::{input, seat};
use heibai_engines::gomoku::prove::{Threats, prove};
use heibai_games::player::{Limits, Thought};
use heibai_games::value::Wdl;
use heibai_games::{AnyPosition, Color, Kind, Match, Move, Player, Position, Request};
use heibai_words::{Text, measurements as said};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How many plies before the end of a game the winner is asked for a proof; odd, so that it is his turn.
const BACK: [usize; 2] = [15, 21];
/// Positions at most.
const MOST: usize = 100;

/// What the other program says of a win that it has proved.
const WON: &str = "Eval +M";

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let (Some(file), Some(name)) = (&setting.file, &setting.player) else {
        return Err(said::proofs_need_file_and_player().into());
    };
    let file = file.display().to_string();
    let how = input::How { game: Some(Kind::Gomoku), ..input::How::default() };
    let time = Duration::from_secs(setting.seconds.unwrap_or(1));
    let (mut engine, mut other) =
        (seat::program("engine", Kind::Gomoku, 1)?, seat::program(name, Kind::Gomoku, 1)?);
    let mut found = Vec::new();
    for record in input::open_file(&file, &how)? {
        let game = record.told(|| Text::same(&file))?.replay()?;
        for (moves, position) in lost(&game) {
            if found.len() == setting.games.unwrap_or(MOST) {
                break;
            }
            let AnyPosition::Gomoku(board) = &position else { continue };
            let end = Instant::now() + time;
            let stop = || Instant::now() >= end;
            let by = [Threats::Fours, Threats::FoursAndThrees];
            let proved = by.into_iter().any(|by| prove(board, by, u64::MAX, &stop).is_ok());
            let engine = ask(&mut *engine, &game, &moves, &position, time)?;
            let searched = engine.value.is_some_and(|value| value.verdict() == Some(Wdl::Win));
            let theirs = ask(&mut *other, &game, &moves, &position, time)?.comment.contains(WON);
            found.push([proved, searched, theirs]);
        }
    }
    Ok(figures(&found))
}

/// The positions of a game that are asked about, with the moves that led there.
fn lost(game: &Match<AnyPosition>) -> Vec<(Vec<Move>, AnyPosition)> {
    let winner: Option<Color> = game.position().outcome().and_then(|outcome| outcome.winner);
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

fn figures(found: &[[bool; 3]]) -> Vec<Figure> {
    let count = |of: &dyn Fn(&[bool; 3]) -> bool| found.iter().filter(|found| of(found)).count() as f64;
    let figure = |name: &str, value, more_is_better| {
        let name = format!("{name}, of {}", found.len());
        Figure { name, value, unit: "positions", more_is_better }
    };
    vec![
        figure("proved by threats", count(&|f| f[0]), true),
        figure("proved by the engine's search", count(&|f| f[1]), true),
        figure("proved by either", count(&|f| f[0] || f[1]), true),
        figure("proved by the other program", count(&|f| f[2]), false),
        figure("by threats and not by the other", count(&|f| f[0] && !f[2]), true),
        figure("by the other and not by threats", count(&|f| f[2] && !f[0]), false),
        figure("by the other and by neither", count(&|f| f[2] && !f[0] && !f[1]), false),
    ]
}
