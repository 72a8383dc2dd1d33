//! `heibai play`: a game in the terminal, full-screen on a terminal and in plain lines in a pipe.

mod command;
#[cfg(test)]
mod fourth_game;
mod game;
mod lines;
mod opening;
mod screen;
mod table;

use crate::seat::Seat;
use crate::{Answer, YES};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Kind, Match, Position, TimeControl};
use heibai_words::Language;
use std::io::IsTerminal;
use table::TerminalGame;

/// A game in the terminal: full-screen on a terminal, plain lines in a pipe or with --plain.
///
/// Example: heibai play gomoku --white hard
#[derive(clap::Args)]
pub struct Args {
    /// othello, go or gomoku
    game: Kind,
    /// human, beginner, normal, hard, hell, best, random, minimax:..., alphabeta:..., mcts:..., gtp:COMMAND, ...
    #[arg(long, default_value = "human")]
    black: String,
    /// The same for White.
    #[arg(long, default_value = "normal")]
    white: String,
    /// A rule set: renju, renju-patterns, standard or freestyle for Gomoku, with +swap or +swap2 after it, or with renju
    /// +rif, +yamaguchi, +soosorv8 or +taraguchi10; chinese, japanese, korean, aga, new-zealand or tromp-taylor for Go;
    /// empties-to-winner for Othello.
    #[arg(long)]
    rules: Option<String>,
    /// Board size.
    #[arg(long)]
    size: Option<usize>,
    /// Go: komi in points.
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<f64>,
    /// 5m, 5m+3s, 10m+3x30s or 1s/move
    #[arg(long)]
    clock: Option<TimeControl>,
    /// Go: handicap stones.
    #[arg(long)]
    handicap: Option<u32>,
    /// Plain lines even on a terminal.
    #[arg(long)]
    plain: bool,
    /// Seed of everything random in the engines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let choice = Choice { size: args.size, rules: args.rules, komi: args.komi, handicap: args.handicap };
    let rules = args.game.rules(&choice)?;
    let mut game = Match::new(AnyPosition::start(&rules)).with_opening();
    if let Some(control) = args.clock {
        game = game.with_clocks(control);
    }
    let seats = [
        Seat::parse(&args.black, args.game, args.seed)?,
        Seat::parse(&args.white, args.game, args.seed.wrapping_add(1))?,
    ];
    let table = TerminalGame::new(game, seats, lang)?;
    let full = !args.plain && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if full {
        screen::run(table)?
    } else {
        lines::run(table, std::io::stdin().lock(), &mut std::io::stdout())?
    }
    Ok(YES)
}
