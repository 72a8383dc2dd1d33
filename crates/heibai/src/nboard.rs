//! `heibai nboard`: our Othello players for NBoard and its like.

use crate::seat;
use crate::{Answer, YES};
use heibai_games::Kind;
use heibai_protocols::nboard::serve::{Service, serve};

/// Speaks the NBoard protocol on standard input and output.
///
/// Example: heibai nboard --player best
#[derive(clap::Args)]
pub struct Args {
    /// Which player answers.
    #[arg(long, default_value = "best")]
    player: String,
    /// Decides everything that engines leave to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: Args) -> Answer {
    let player = seat::analyst(&args.player, Kind::Othello, args.seed)?;
    let service = Service { player, name: format!("heibai {}", env!("CARGO_PKG_VERSION")) };
    serve(service, &mut crate::lines_of_stdin(), &mut std::io::stdout().lock())?;
    Ok(YES)
}
