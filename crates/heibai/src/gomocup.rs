//! `heibai gomocup`: our Gomoku players for Piskvork and Yixin's board.

use crate::seat;
use crate::{Answer, YES};
use heibai_games::Kind;
use heibai_protocols::gomocup::serve::{Service, serve};

/// Speaks the Gomocup protocol on standard input and output. Writes no files.
///
/// Example: heibai gomocup --player hell
#[derive(clap::Args)]
pub struct Args {
    /// Which player answers.
    #[arg(long, default_value = "best")]
    player: String,
    /// Seed of everything random in the engine.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: Args) -> Answer {
    let player = seat::program(&args.player, Kind::Gomoku, args.seed)?;
    let service = Service { player, version: env!("CARGO_PKG_VERSION").to_owned() };
    serve(service, &mut crate::lines_of_stdin(), &mut std::io::stdout().lock())?;
    Ok(YES)
}
