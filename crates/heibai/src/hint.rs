//! `heibai hint`: the best move and why.

use crate::words::Lang;
use heibai_games::{Act, AnyPosition, Match};
use std::sync::atomic::AtomicBool;

/// A hint in one or two lines, for a person at the board.
pub fn short(game: &Match<AnyPosition>, lang: Lang) -> Vec<String> {
    let position = game.position();
    let mut player = heibai_engines::players::level_player(position.kind(), heibai_engines::Level::Hard, 1);
    match crate::play::ask(&mut *player, game, &AtomicBool::new(false)) {
        Ok(answer) => match answer.act {
            Act::Play(mv) => vec![format!("{} {}", lang.pick("Try", "试试"), position.write_move(mv))],
            Act::Resign => vec![lang.pick("The engine would resign.", "引擎会认输。").to_owned()],
        },
        Err(fault) => vec![fault.to_string()],
    }
}
