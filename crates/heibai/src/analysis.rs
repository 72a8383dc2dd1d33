//! `heibai analysis`: our players behind the JSON analysis protocol that tools for Go speak.

use crate::seat;
use crate::{Answer, YES};
use heibai_games::player::Fault;
use heibai_games::{Kind, Limits};
use heibai_protocols::analysis::Perspective;
use heibai_protocols::analysis::serve::{Service, serve};
use heibai_words::{Text, help};

/// Reads queries as JSON, one per line, and answers in JSON Lines, like KataGo's analysis engine.
///
/// Example: echo '{"id":"a","moves":[["B","D4"]],"rules":"chinese","boardXSize":9,"boardYSize":9}' | heibai analysis go
#[derive(clap::Args)]
pub struct Args {
    /// go, othello or gomoku
    game: Kind,
    /// Which player answers.
    #[arg(long, default_value = "best")]
    player: String,
    /// Positions analysed in parallel.
    #[arg(long, default_value_t = 1)]
    workers: usize,
    /// Visits or nodes for a position if the query does not say; by default 500 in Go and 200000 elsewhere.
    #[arg(long)]
    nodes: Option<u64>,
    /// Whose side values are given from.
    #[arg(long, default_value = "black", value_name = "black|white|side-to-move", value_parser = perspective)]
    values: Perspective,
    /// At the end of the input, report what is known instead of finishing every query.
    #[arg(long)]
    quit_without_waiting: bool,
    /// Seed of everything random in the engines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn perspective(text: &str) -> Result<Perspective, Text> {
    Perspective::read(text).ok_or_else(|| help::expected_values("black, white, side-to-move"))
}

pub fn run(args: Args) -> Answer {
    let kind = args.game;
    seat::program(&args.player, kind, args.seed)?;
    let make = || {
        seat::analyst(&args.player, kind, args.seed)
            .map_err(|error| Fault::from(crate::failure::words(&error)))
    };
    let usual = if kind == Kind::Go { 500 } else { 200_000 };
    let service = Service {
        kind,
        make: &make,
        workers: args.workers.min(256),
        limits: Limits { nodes: Some(args.nodes.unwrap_or(usual).max(1)), ..Limits::default() },
        perspective: args.values,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        hurry: args.quit_without_waiting,
    };
    serve(&service, &crate::lines_of_stdin(), &mut std::io::stdout())?;
    Ok(YES)
}
