//! `heibai nboard`: our Othello players for NBoard and its like.

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
    /// Decides everything that engines leave to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The opening book that is played from and that learns; by default othello.book among the user's data.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

pub fn run(args: Args) -> Answer {
    // Without a place for the user's data there is nothing to learn into, and still somebody to play.
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

/// Takes a game into the book: its file, and what is played from now on.
fn learn(game: &Match<AnyPosition>, file: &Path) -> anyhow::Result<()> {
    let mut taught = book::read(file)?;
    book::learn_game(&mut taught, game)?;
    book::write(&taught, file)?;
    opening_book::replace(taught);
    Ok(())
}
