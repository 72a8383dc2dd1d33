//! The formats, what each can hold, and writing those that are not read only.

use crate::record::{IllegalMove, Record};
use crate::tree::{Step, Tree};
use crate::{bits, diagram, ggf, json, moves, obf, position, psq, renlib, replay, sgf};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Impossible, Kind};
use heibai_words::{Say, Text, display_as_text, names::typed, records as said};
use std::fmt;
use std::str::FromStr;

/// A file format of games or positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Smart Game Format, all games.
    Sgf,
    /// Generic Game Format, Othello.
    Ggf,
    /// Othello positions with scored moves, one per line.
    Obf,
    /// WTHOR, the French Othello Federation's database; read only.
    Wthor,
    /// Gomocup's records.
    Psq,
    /// RenLib's library of Renju openings; binary.
    Lib,
    /// RenjuNet's database of Renju games; read only.
    Rif,
    /// The program's own JSON.
    Json,
    /// The replay JSON of Gomoku.
    Replay,
    /// Moves in one line.
    Moves,
    /// A position in one line.
    Position,
    /// An Othello position as two bitboards.
    Bits,
    /// A drawn board.
    Diagram,
    /// Self-play data; read only.
    Selfplay,
    /// Othello games in chess's PGN; read only.
    Pgn,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 15] = [
        Format::Sgf,
        Format::Ggf,
        Format::Obf,
        Format::Wthor,
        Format::Psq,
        Format::Lib,
        Format::Rif,
        Format::Json,
        Format::Replay,
        Format::Moves,
        Format::Position,
        Format::Bits,
        Format::Diagram,
        Format::Selfplay,
        Format::Pgn,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Ggf => "ggf",
            Format::Obf => "obf",
            Format::Wthor => "wtb",
            Format::Psq => "psq",
            Format::Lib => "lib",
            Format::Rif => "rif",
            Format::Json => "json",
            Format::Replay => "replay",
            Format::Moves => "moves",
            Format::Position => "position",
            Format::Bits => "bits",
            Format::Diagram => "diagram",
            Format::Selfplay => "hbf",
            Format::Pgn => "pgn",
        }
    }

    /// The format of a file name; `None` if only the content decides (`.txt`, `.json`).
    ///
    /// ```
    /// use heibai_records::Format;
    /// assert_eq!(Format::from_file_name("game.sgf"), Some(Format::Sgf));
    /// assert_eq!(Format::from_file_name("notes.doc"), None);
    /// ```
    pub fn from_file_name(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "sgf" | "sgfs" => Some(Format::Sgf),
            "ggf" => Some(Format::Ggf),
            "wtb" => Some(Format::Wthor),
            "psq" => Some(Format::Psq),
            "lib" => Some(Format::Lib),
            "rif" => Some(Format::Rif),
            "hbf" => Some(Format::Selfplay),
            "pgn" => Some(Format::Pgn),
            _ => None,
        }
    }

    /// The format to write to a file of this name.
    pub fn for_file_name(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "obf" => Some(Format::Obf),
            "json" | "jsonl" => Some(Format::Json),
            "txt" | "moves" => Some(Format::Moves),
            "pos" | "position" => Some(Format::Position),
            _ => Format::from_file_name(name),
        }
    }

    /// Whether a file of this format holds only one game.
    pub const fn holds_one(self) -> bool {
        matches!(self, Format::Psq | Format::Lib | Format::Diagram)
    }

    /// Whether the format can only be read.
    pub const fn is_read_only(self) -> bool {
        matches!(self, Format::Wthor | Format::Rif | Format::Selfplay | Format::Pgn)
    }

    /// Whether the format is not text.
    pub const fn is_binary(self) -> bool {
        matches!(self, Format::Wthor | Format::Lib | Format::Selfplay)
    }

    /// The game of a format that has only one.
    pub const fn only_for(self) -> Option<Kind> {
        match self {
            Format::Ggf | Format::Obf | Format::Wthor | Format::Bits | Format::Pgn => Some(Kind::Othello),
            Format::Psq | Format::Lib | Format::Rif | Format::Replay => Some(Kind::Gomoku),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Text;

    fn from_str(text: &str) -> Result<Format, Text> {
        let found = Format::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            said::no_format(text, &names)
        })
    }
}

/// A part of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The moves of the main line.
    Moves,
    /// Variations beside the main line.
    Variations,
    /// Comments on positions.
    Comments,
    /// Marks and labels on points.
    Marks,
    /// Evaluations of moves.
    Scores,
    /// Time used and time left.
    Times,
    /// The names of the players.
    Players,
    /// Ranks and ratings of the players.
    Ratings,
    /// Event, round, place, name of the game.
    Event,
    /// When the game was played.
    Date,
    /// The time control.
    TimeControl,
    /// Who won, and how.
    Result,
    /// Rule set and komi, if they are not the format's default.
    Rules,
    /// The board size, if it is not the game's usual one.
    Size,
    /// SGF properties that have no field in a record.
    Properties,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 15] = [
        Part::Moves,
        Part::Variations,
        Part::Comments,
        Part::Marks,
        Part::Scores,
        Part::Times,
        Part::Players,
        Part::Ratings,
        Part::Event,
        Part::Date,
        Part::TimeControl,
        Part::Result,
        Part::Rules,
        Part::Size,
        Part::Properties,
    ];

    /// Whether a record has such a part.
    fn is_in(self, record: &Record) -> bool {
        let steps = || record.tree.ids().map(|id| record.tree.step(id));
        let info = &record.info;
        let any = |test: fn(&Step) -> bool| steps().any(test);
        match self {
            Part::Moves => any(|step| step.mv.is_some()),
            Part::Variations => record.tree.has_variations(),
            Part::Comments => any(|step| !step.comment.is_empty()),
            Part::Marks => any(|step| !step.marks.is_empty()),
            Part::Scores => any(|step| step.score.is_some()),
            Part::Times => any(|step| step.spent.is_some() || step.left.iter().any(Option::is_some)),
            Part::Players => !info.black.name.is_empty() || !info.white.name.is_empty(),
            Part::Ratings => !info.black.rating.is_empty() || !info.white.rating.is_empty(),
            Part::Event => {
                [&info.event, &info.round, &info.place, &info.game_name].iter().any(|t| !t.is_empty())
            }
            Part::Date => !info.date.is_empty() || info.started.is_some(),
            Part::TimeControl => !info.time.is_empty(),
            Part::Result => info.result.is_some(),
            Part::Rules => !info.ruleset.is_empty() || !is_default(record),
            Part::Size => {
                record.kind().rules(&Choice::default()).is_ok_and(|rules| rules.size() != record.size())
            }
            Part::Properties => record.tree.ids().any(|id| has_unknown(&record.tree.node(id).sgf)),
        }
    }
}

fn is_default(record: &Record) -> bool {
    let choice = Choice { size: Some(record.size()), ..Default::default() };
    record.kind().rules(&choice).is_ok_and(|rules| rules == record.rules)
}

fn has_unknown(sgf: &str) -> bool {
    sgf::properties(sgf).flatten().any(|property| !sgf::is_understood(&property.name()))
}

display_as_text!(Part, CannotWrite);

impl Say for Part {
    fn text(&self) -> Text {
        match self {
            Part::Moves => said::part_moves(),
            Part::Variations => said::part_variations(),
            Part::Comments => said::part_comments(),
            Part::Marks => said::part_marks(),
            Part::Scores => said::part_scores(),
            Part::Times => said::part_times(),
            Part::Players => said::part_players(),
            Part::Ratings => said::part_ratings(),
            Part::Event => said::part_event(),
            Part::Date => said::part_date(),
            Part::TimeControl => said::part_time_control(),
            Part::Result => said::part_result(),
            Part::Rules => said::part_rules(),
            Part::Size => said::part_size(),
            Part::Properties => said::part_properties(),
        }
    }
}

impl Say for Format {
    fn text(&self) -> Text {
        match self {
            Format::Sgf => Text::same("SGF"),
            Format::Ggf => Text::same("GGF"),
            Format::Obf => said::obf_problem(),
            Format::Wthor => said::wthor_database(),
            Format::Psq => Text::same("Gomocup PSQ"),
            Format::Lib => said::renlib_library(),
            Format::Rif => said::renjunet_database(),
            Format::Json => Text::same("heibai JSON"),
            Format::Replay => said::replay_json(),
            Format::Moves => said::move_string(),
            Format::Position => said::position_line(),
            Format::Bits => said::bitboards(),
            Format::Diagram => said::diagram(),
            Format::Selfplay => said::selfplay_data(),
            Format::Pgn => Text::same("PGN"),
        }
    }
}

impl Format {
    /// Whether the format can hold a part of a record.
    pub fn holds(self, part: Part) -> bool {
        use Part::*;
        // The other formats write the size or refuse the board.
        if part == Size {
            return self != Format::Moves;
        }
        match self {
            Format::Sgf | Format::Json => true,
            Format::Ggf => !matches!(part, Variations | Comments | Marks | Rules),
            Format::Obf => matches!(part, Scores),
            Format::Psq => matches!(part, Moves | Times | Players | Rules),
            Format::Lib => matches!(part, Moves | Variations | Comments | Marks),
            Format::Replay => matches!(part, Moves | Scores | Times | Players | Date | Result | Rules),
            Format::Moves => matches!(part, Moves),
            Format::Position => matches!(part, Rules),
            Format::Selfplay => matches!(part, Moves | Scores | Players | Result | Rules),
            Format::Pgn => matches!(part, Moves | Comments | Players | Ratings | Event | Date | Result),
            Format::Bits | Format::Diagram | Format::Wthor | Format::Rif => false,
        }
    }

    /// The parts of a record that this format would lose.
    pub fn losses(self, record: &Record) -> Vec<Part> {
        let obf_moves = self == Format::Obf
            && record.tree.children(Tree::ROOT).all(|id| record.tree.children(id).next().is_none());
        Part::ALL
            .into_iter()
            .filter(|&part| !self.holds(part) && part.is_in(record))
            .filter(|part| !(obf_moves && matches!(part, Part::Moves | Part::Variations)))
            .collect()
    }
}

/// Why a record cannot be written in a format.
#[derive(Clone, PartialEq, Debug)]
pub enum CannotWrite {
    /// The format is for another game.
    OtherGame {
        /// The format.
        format: Format,
        /// The only game of the format.
        only_for: Kind,
    },
    /// The format can only be read.
    ReadOnly(Format),
    /// The format is binary: use `write_bytes`.
    Binary(Format),
    /// The format cannot hold a start position that was set up.
    NoStart(Format),
    /// The record's start position is invalid.
    Start(Impossible),
    /// The format holds a position, and a move before it is illegal.
    Unplayable(IllegalMove),
}

impl Say for CannotWrite {
    fn text(&self) -> Text {
        match self {
            CannotWrite::OtherGame { format, only_for } => said::format_of(format.name(), typed(*only_for)),
            CannotWrite::ReadOnly(format) => said::read_only(format.name()),
            CannotWrite::Binary(format) => said::binary_format(format.name()),
            CannotWrite::NoStart(format) => said::no_setup(format.name()),
            CannotWrite::Start(reason) => reason.text(),
            CannotWrite::Unplayable(reason) => reason.text(),
        }
    }
}

impl std::error::Error for CannotWrite {}

/// A record in a format, with a final newline. Formats of positions get the end of the main line.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_records::{Format, read_text, write};
/// let record = read_text("h8h9i8", Some(Kind::Gomoku)).unwrap();
/// let sgf = write(&record, Format::Sgf).unwrap();
/// assert_eq!(read_text(&sgf, None).unwrap().tree.moves().count(), 3);
/// ```
pub fn write(record: &Record, format: Format) -> Result<String, CannotWrite> {
    check(record, format)?;
    let line = |text: String| format!("{text}\n");
    Ok(match format {
        Format::Sgf => sgf::write(record),
        Format::Ggf => ggf::write(record).map_err(CannotWrite::Start)?,
        Format::Obf => line(obf::write(record).map_err(CannotWrite::Start)?),
        Format::Wthor | Format::Rif | Format::Selfplay | Format::Pgn => {
            return Err(CannotWrite::ReadOnly(format));
        }
        Format::Lib => return Err(CannotWrite::Binary(format)),
        Format::Psq => psq::write(record),
        Format::Json => line(json::write(record)),
        Format::Replay => line(replay::write(record)),
        Format::Moves => line(moves::write(record, false)),
        Format::Position => line(position::write(&end(record)?)),
        Format::Bits => line(bits::write(&end(record)?, bits::Order::A1First)),
        Format::Diagram => diagram::write(&end(record)?),
    })
}

/// Like `write`, for binary formats too.
pub fn write_bytes(record: &Record, format: Format) -> Result<Vec<u8>, CannotWrite> {
    if format != Format::Lib {
        return write(record, format).map(String::into_bytes);
    }
    check(record, format)?;
    if record.size() != 15 {
        return Err(CannotWrite::Start(Impossible::Size(record.size())));
    }
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    renlib::write(record, &mut bytes).ok();
    Ok(bytes)
}

/// Checks that the format supports the record's game and start.
fn check(record: &Record, format: Format) -> Result<(), CannotWrite> {
    if let Some(only_for) = format.only_for().filter(|&kind| kind != record.kind()) {
        return Err(CannotWrite::OtherGame { format, only_for });
    }
    let set_up = |step: &Step| !step.setup.is_empty() || step.turn.is_some();
    let own_start = || record.tree.main_line().any(|id| set_up(record.tree.step(id)));
    let no_start = match format {
        Format::Psq | Format::Lib | Format::Replay | Format::Moves => own_start(),
        Format::Ggf => record.starts_anew(),
        _ => false,
    };
    if no_start {
        return Err(CannotWrite::NoStart(format));
    }
    Ok(())
}

fn end(record: &Record) -> Result<AnyPosition, CannotWrite> {
    let game = record.replay_to(record.tree.end()).map_err(CannotWrite::Unplayable)?;
    Ok(game.position().clone())
}
