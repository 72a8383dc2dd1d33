//! `heibai gtp`: our players for GTP boards such as Sabaki and GoGui.

use crate::failure::{Context, words};
use crate::seat;
use crate::{Answer, YES};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Kind, Match};
use heibai_protocols::gtp::serve::{Service, serve};
use heibai_words::{commands as said, names};
use std::path::Path;

/// Speaks GTP on standard input and output.
///
/// Example: heibai gtp go --player hard
#[derive(clap::Args)]
pub struct Args {
    /// go, othello or gomoku
    game: Kind,
    /// Which player answers.
    #[arg(long, default_value = "best")]
    player: String,
    /// A rule set; by default the game's own.
    #[arg(long)]
    rules: Option<String>,
    /// Board size.
    #[arg(long)]
    size: Option<usize>,
    /// Seed of everything random in the engine.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: Args) -> Answer {
    let kind = args.game;
    let load =
        |path: &str, until: Option<usize>| load(kind, Path::new(path), until).map_err(|e| words(&e).en);
    let draw = |position: &AnyPosition| crate::board_text::draw(position, &Default::default());
    let choice = Choice { size: args.size, rules: args.rules, ..Choice::default() };
    kind.rules(&choice)?;
    let service = Service {
        kind,
        choice,
        player: seat::analyst(&args.player, kind, args.seed)?,
        judge: &heibai_engines::judge::judge,
        load: &load,
        draw: &draw,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let mut lines = crate::lines_of_stdin();
    serve(service, &mut lines, &mut std::io::stdout().lock())?;
    Ok(YES)
}

/// The game in a file, up to a move: `loadsgf FILE 12` is the position before move 12.
fn load(kind: Kind, path: &Path, until: Option<usize>) -> anyhow::Result<Match<AnyPosition>> {
    let file = heibai_engines::files::open(path)?;
    let record = heibai_records::sgf::read(file, Some(kind)).next().told(said::no_game)??;
    let game = record.replay_before(until.unwrap_or(usize::MAX))?;
    if game.position().kind() != kind {
        return Err(said::other_game(names::typed(game.position().kind())).into());
    }
    Ok(game)
}
