//! The input of a command: a file in any format, standard input (`-`), a position line, or a string of moves.

use crate::failure::Context;
use heibai_games::Kind;
use heibai_records::{Format, Hint, ReadError, Record, read_any, wthor};
use heibai_words::{Say, Text, commands as said, failures};
use std::fs::File;
use std::io::{BufReader, Error, ErrorKind, Read};
use std::path::Path;

/// How to read the input, if it does not tell by itself.
#[derive(clap::Args, Default)]
pub struct How {
    /// Format of the input; by default detected from its name and content.
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// The game, if the input does not name it: othello, go, gomoku.
    #[arg(long, value_name = "GAME")]
    pub game: Option<Kind>,
}

pub type RecordStream = Box<dyn Iterator<Item = Result<Record, ReadError>>>;

/// Opens a file, or standard input for `-`.
pub fn open_file(name: &str, how: &How) -> anyhow::Result<RecordStream> {
    let mut hint = Hint::from_name(name);
    hint.format = how.from.or(hint.format);
    hint.kind = how.game;
    let source: Box<dyn Read> = if name == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        if Path::new(name).is_dir() {
            return Err(Error::from(ErrorKind::IsADirectory)).told(|| failures::cannot_read(name));
        }
        hint.names = wthor_names(Path::new(name));
        Box::new(BufReader::new(File::open(name).told(|| failures::cannot_open(name))?))
    };
    let games = read_any(source, hint).told(|| Text::same(name))?;
    Ok(Box::new(games))
}

/// The files of names beside a WTHOR database, as it is distributed.
fn wthor_names(database: &Path) -> wthor::Names {
    let is_database = database.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"));
    let open = |name: &str| File::open(database.with_file_name(name)).map(BufReader::new);
    match (is_database, open("WTH.JOU"), open("WTH.TRN")) {
        (true, Ok(players), Ok(tournaments)) => wthor::Names::read(players, tournaments).unwrap_or_default(),
        _ => wthor::Names::default(),
    }
}

/// The first game of an INPUT: of the file with that name if it exists, else of the text itself.
pub fn first(input: &str, how: &How) -> anyhow::Result<Record> {
    if input == "-" || Path::new(input).exists() {
        let mut games = open_file(input, how)?;
        return games.next().told(|| said::no_game_in(input))?.told(|| Text::same(input));
    }
    match heibai_records::read_text(input, how.game) {
        Ok(record) => Ok(record),
        Err(error) => Err(said::neither_file_nor_moves(input, error.text()).into()),
    }
}
