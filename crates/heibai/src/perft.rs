//! `heibai perft`: counts the games of a given length.

use crate::{Answer, YES};
use clap::ValueEnum;
use heibai_games::kind::Choice;
use heibai_games::perft::{Passes, perft_any};
use heibai_games::{AnyPosition, Kind, Position};

/// Counts the move sequences of a given length; the count is the last line.
///
/// Example: heibai perft othello --depth 9
#[derive(clap::Args)]
pub struct Args {
    /// othello, go or gomoku
    game: Kind,
    /// Length of the sequences, in plies.
    #[arg(long)]
    depth: u32,
    /// Board size.
    #[arg(long)]
    size: Option<usize>,
    /// A rule set; by default the game's own.
    #[arg(long)]
    rules: Option<String>,
    /// Whether a pass is a ply of its own.
    #[arg(long, default_value = "count")]
    pass: Pass,
}

#[derive(Clone, Copy, ValueEnum)]
enum Pass {
    Count,
    Free,
}

pub fn run(args: Args) -> Answer {
    let choice = Choice { size: args.size, rules: args.rules, ..Choice::default() };
    let start = AnyPosition::start(&args.game.rules(&choice)?);
    let passes = match args.pass {
        Pass::Count => Passes::Count,
        Pass::Free => Passes::Free,
    };
    for depth in 1..args.depth {
        println!("{depth} {}", perft_any(&start, depth, passes));
    }
    println!("{}", perft_any(&start, args.depth, passes));
    Ok(YES)
}
