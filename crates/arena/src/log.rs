//! The log of a run: one JSON line for each finished game, on disk before the next one counts. A killed run reads it
//! back and continues; at most the line being written is lost, and its game is played again.

use crate::game::Finished;
use heibai_games::{Color, Outcome, Position, Seat};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::Path;

/// One finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// The number of the game in the run's schedule.
    pub game: u64,
    /// Names of the players by the colours they played.
    pub black: String,
    pub white: String,
    /// `black`, `white` or `draw`.
    pub winner: String,
    pub reason: String,
    /// In points, where the game is counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub margin: Option<f64>,
    /// All moves from the start, the first `opening` of them given.
    pub moves: Vec<String>,
    pub opening: usize,
    /// Swap and swap2: what was chosen, in order: `black`, `white`, `more`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub choices: Vec<String>,
    /// Swap and swap2: the player who was to open the game as Black had White in the end.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub swapped: bool,
    /// The mover's value of each move, if it reported one.
    pub scores: Vec<Option<f64>>,
    pub nodes: [u64; 2],
    pub ms: [u64; 2],
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<String>,
    /// Why the game was adjudicated: by both players' agreement, or by a proof.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub adjudicated: Option<String>,
}

impl LogEntry {
    /// `names` are those of the first and the second player.
    pub fn new<P: Position>(game: u64, names: [&str; 2], opening: usize, finished: &Finished<P>) -> LogEntry {
        let position = finished.game.position();
        let moves = finished.game.moves();
        let name = |color| names[finished.game.seat(color).index()].to_owned();
        let given = match finished.game.choices().first() {
            Some(first) => opening.min(first.after),
            None => opening,
        };
        LogEntry {
            game,
            black: name(Color::Black),
            white: name(Color::White),
            winner: winner_name(&finished.outcome).to_owned(),
            reason: finished.outcome.reason.name().to_owned(),
            margin: finished.outcome.margin.map(|margin| margin.as_f64()),
            moves: moves.iter().map(|played| position.write_move(played.mv)).collect(),
            opening: given.min(moves.len()),
            choices: finished.game.choices().iter().map(|chosen| chosen.choice.name()).collect(),
            swapped: finished.game.seat(Color::Black) == Seat::Second,
            scores: finished.scores.clone(),
            nodes: finished.nodes,
            ms: finished.time.map(|time| time.as_millis() as u64),
            fault: finished.fault.clone(),
            adjudicated: finished.adjudicated.clone(),
        }
    }

    /// Points of the side: 1, ½ or 0.
    pub fn points(&self, side: Color) -> f64 {
        match (self.winner.as_str(), side) {
            ("draw", _) => 0.5,
            ("black", Color::Black) | ("white", Color::White) => 1.0,
            _ => 0.0,
        }
    }
}

fn winner_name(outcome: &Outcome) -> &'static str {
    match outcome.winner {
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
        None => "draw",
    }
}

/// An open log.
pub struct Log {
    file: File,
}

impl Log {
    /// Opens a log, reads its games and cuts off an unfinished last line. A complete line that is no game is an
    /// error, and nothing is cut: the file is not a log, or damaged.
    pub fn open(path: &Path) -> io::Result<(Log, Vec<LogEntry>)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut entries = Vec::new();
        let mut whole = 0;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        loop {
            line.clear();
            // A torn line may not even be UTF-8.
            if reader.read_until(b'\n', &mut line)? == 0 || line.last() != Some(&b'\n') {
                break;
            }
            entries.push(serde_json::from_slice(&line).map_err(|error| {
                let (number, path) = (entries.len() + 1, path.display());
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("{path}: line {number} is no game of a log: {error}"),
                )
            })?);
            whole += line.len() as u64;
        }
        file.set_len(whole)?;
        file.seek(io::SeekFrom::End(0))?;
        Ok((Log { file }, entries))
    }

    /// Appends one game; it is on disk when this returns.
    pub fn append(&mut self, entry: &LogEntry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An unfinished line at the end is cut off; a file that is not a log is left unchanged.
    #[test]
    fn only_an_unfinished_line_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let game = r#"{"game":0,"black":"a","white":"b","winner":"draw","reason":"agreement","moves":[],"opening":0,"scores":[],"nodes":[0,0],"ms":[0,0]}"#;
        std::fs::write(&path, format!("{game}\n{game}\n{}", &game[..30])).unwrap();
        assert_eq!(Log::open(&path).unwrap().1.len(), 2);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{game}\n{game}\n"));
        let foreign = format!("{game}\n{{\"other\":1}}\n{game}\n");
        std::fs::write(&path, &foreign).unwrap();
        let error = Log::open(&path).err().unwrap().to_string();
        assert!(error.contains("line 2"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
    }
}
