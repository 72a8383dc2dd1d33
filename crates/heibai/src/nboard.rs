//! `heibai nboard`: our Othello players for NBoard and similar programs.

use crate::{Answer, YES, book, seat};
use heibai_engines::othello::book as opening_book;
use heibai_games::{AnyPosition, Kind, Match};
use heibai_protocols::nboard::serve::{Service, serve};
use std::path::{Path, PathBuf};

/// Speaks the NBoard protocol on standard input and output.
///
/// Example: heibai nboard --player best
#[derive(clap::Args)]
pub struct Args {
    /// Which player answers.
    #[arg(long, default_value = "best")]
    player: String,
    /// Seed of everything random in the engine.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The opening book to play from and to learn into; by default othello.book in the user's data folder.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

pub fn run(args: Args) -> Answer {
    // Without a folder for the user's data it cannot learn, but it can still play.
    let file = args.book.or_else(|| book::own_file().ok());
    if let Some(file) = &file {
        opening_book::replace(book::read(file)?);
    }
    let player = seat::analyst(&args.player, Kind::Othello, args.seed)?;
    let learn = move |game: &Match<AnyPosition>| {
        let taught = match &file {
            Some(file) => learn(game, file),
            None => book::own_file().map(|_| ()),
        };
        taught.map_err(|error| crate::failure::words(&error).en)
    };
    let name = format!("heibai {}", env!("CARGO_PKG_VERSION"));
    let service = Service { player, name, learn: Box::new(learn) };
    serve(service, &mut crate::lines_of_stdin(), &mut std::io::stdout().lock())?;
    Ok(YES)
}

/// Adds a game to the book: in its file, and for the games from now on.
fn learn(game: &Match<AnyPosition>, file: &Path) -> anyhow::Result<()> {
    let mut taught = book::read(file)?;
    book::learn_game(&mut taught, game)?;
    book::write(&taught, file)?;
    opening_book::replace(taught);
    Ok(())
}
