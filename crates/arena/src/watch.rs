//! Follows a running match or tournament: its folder is read, never written. Each time only new data is read; an
//! unfinished line or frame waits for the next time.

use crate::elo::{self, Tally};
use crate::log::LogEntry;
use crate::rating::{Meeting, Rating, rate};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position, Rules};
use heibai_records::selfplay::{self, SelfPlayGame};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// How many of the latest games are kept.
const LATEST: usize = 100;
/// The largest `about.json`: it is a settings file, not a data file.
const LONGEST_ABOUT: u64 = 1 << 20;

/// A match, a tournament or self-play in progress.
pub struct Run {
    folder: PathBuf,
    pub rules: Rules,
    /// Names of the players in order of appearance.
    pub players: Vec<String>,
    /// Whether it is self-play for training.
    pub self_play: bool,
    /// Wins, draws and losses of Black over all games.
    pub black: Tally,
    /// The latest games, the newest last.
    pub latest: VecDeque<LogEntry>,
    /// Black's results by the indices of Black and White.
    encounters: BTreeMap<(usize, usize), Tally>,
    read: u64,
}

/// One player of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunStanding {
    pub player: usize,
    pub tally: Tally,
    /// The 95 % interval of the share of the points.
    pub share: (f64, f64),
    pub rating: Rating,
}

fn invalid(why: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_string())
}

impl Run {
    /// Whether the folder contains a run.
    pub fn is_in(folder: &Path) -> bool {
        folder.join("about.json").is_file()
    }

    /// Starts following a run; reads no game yet.
    pub fn follow(folder: &Path) -> io::Result<Run> {
        let path = folder.join("about.json");
        if path.metadata()?.len() > LONGEST_ABOUT {
            return Err(invalid("about.json is too large"));
        }
        let about: Value = serde_json::from_slice(&std::fs::read(&path)?).map_err(invalid)?;
        let kind: Kind = about["game"].as_str().unwrap_or_default().parse().map_err(invalid)?;
        let choice = Choice {
            size: about["size"].as_u64().map(|size| size as usize),
            rules: about["rules"].as_str().map(str::to_owned),
            komi: about["komi"].as_f64(),
            handicap: None,
        };
        let rules = kind.rules(&choice).map_err(invalid)?;
        let player = about["player"].as_str();
        Ok(Run {
            folder: folder.to_owned(),
            rules,
            players: player.map(str::to_owned).into_iter().collect(),
            self_play: player.is_some(),
            black: Tally::default(),
            latest: VecDeque::new(),
            encounters: BTreeMap::new(),
            read: 0,
        })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads what was finished since the last time.
    pub fn look(&mut self) -> io::Result<()> {
        let name = if self.self_play { "games.hbf" } else { "games.jsonl" };
        let path = self.folder.join(name);
        match path.metadata() {
            Ok(about) if about.is_file() => {}
            // A run that has just begun has no games.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
            // A pipe would block for ever.
            Ok(_) => return Err(invalid("its games are in no file")),
        }
        let mut file = File::open(path)?;
        if file.metadata()?.len() < self.read {
            // The log was started anew.
            *self = Run::follow(&self.folder)?;
        }
        if self.self_play { self.look_at_frames(&mut file) } else { self.look_at_lines(file) }
    }

    fn look_at_lines(&mut self, mut file: File) -> io::Result<()> {
        file.seek(SeekFrom::Start(self.read))?;
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 && line.last() == Some(&b'\n') {
            let entry = serde_json::from_slice(&line).map_err(invalid)?;
            self.read += line.len() as u64;
            self.add(entry);
            line.clear();
        }
        Ok(())
    }

    fn look_at_frames(&mut self, file: &mut File) -> io::Result<()> {
        let frames = selfplay::index(file).map_err(invalid)?;
        let start = AnyPosition::start(&self.rules);
        let read = self.read;
        for frame in frames.iter().filter(|frame| frame.offset >= read) {
            for game in selfplay::read_frame(file, frame).map_err(invalid)?.1 {
                let entry = entry(&start, &self.players[0], &game);
                self.add(entry);
            }
        }
        self.read = selfplay::end(&frames);
        Ok(())
    }

    fn index(&mut self, name: &str) -> usize {
        self.players.iter().position(|player| player == name).unwrap_or_else(|| {
            self.players.push(name.to_owned());
            self.players.len() - 1
        })
    }

    fn add(&mut self, entry: LogEntry) {
        let (a, b) = (self.index(&entry.black), self.index(&entry.white));
        let points = entry.points(Color::Black);
        self.black.add(points);
        if a != b {
            self.encounters.entry((a, b)).or_default().add(points);
        }
        if self.latest.len() == LATEST {
            self.latest.pop_front();
        }
        self.latest.push_back(entry);
    }

    /// The players, most points first.
    pub fn rows(&self) -> Vec<RunStanding> {
        let mut tallies = vec![Tally::default(); self.players.len()];
        let mut meetings = Vec::new();
        for (&(a, b), tally) in &self.encounters {
            for (player, wins, losses) in [(a, tally.wins, tally.losses), (b, tally.losses, tally.wins)] {
                tallies[player].wins += wins;
                tallies[player].draws += tally.draws;
                tallies[player].losses += losses;
            }
            meetings.push(Meeting { a, b, points: tally.points(), games: tally.games() as f64 });
        }
        let ratings = rate(self.players.len(), &meetings);
        let row = |(player, (tally, rating)): (usize, (Tally, Rating))| RunStanding {
            player,
            tally,
            share: elo::share(&tally),
            rating,
        };
        let mut rows: Vec<RunStanding> = tallies.into_iter().zip(ratings).enumerate().map(row).collect();
        rows.sort_by(|a, b| b.tally.points().total_cmp(&a.tally.points()));
        rows
    }
}

/// A self-play game as a log entry.
fn entry(start: &AnyPosition, player: &str, game: &SelfPlayGame) -> LogEntry {
    let move_of = |point: &Option<u16>| point.map_or(Move::Pass, |point| Move::Place(Point(point)));
    LogEntry {
        game: game.number,
        black: player.to_owned(),
        white: player.to_owned(),
        winner: match game.winner {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "draw",
        }
        .to_owned(),
        reason: game.reason.name().to_owned(),
        margin: game.margin.map(|margin| margin.as_f64().abs()),
        moves: game.moves.iter().map(|point| start.write_move(move_of(point))).collect(),
        opening: game.opening.into(),
        choices: Vec::new(),
        swapped: false,
        scores: game.scores.iter().map(|score| score.is_finite().then_some(f64::from(*score))).collect(),
        nodes: [0, 0],
        ms: [0, 0],
        fault: None,
        adjudicated: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{HalfPoints, Reason};
    use std::io::Write;

    const LINE: &str = r#"{"game":0,"black":"a","white":"b","winner":"black","reason":"five_in_row","moves":["h8"],"opening":1,"scores":[null],"nodes":[0,0],"ms":[0,0]}"#;

    #[test]
    fn a_growing_log_is_followed_and_never_touched() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!Run::is_in(folder.path()) && Run::follow(folder.path()).is_err());
        std::fs::write(folder.path().join("about.json"), r#"{"game":"gomoku","size":15}"#).unwrap();
        let mut run = Run::follow(folder.path()).unwrap();
        run.look().unwrap();
        assert_eq!(run.black.games(), 0);
        let path = folder.path().join("games.jsonl");
        let torn = &LINE[..40];
        std::fs::write(
            &path,
            format!("{LINE}\n{}\n{torn}", LINE.replace("black\",\"reason", "draw\",\"reason")),
        )
        .unwrap();
        run.look().unwrap();
        run.look().unwrap();
        assert_eq!((run.black.wins, run.black.draws, run.players.len()), (1, 1, 2));
        assert!(std::fs::read_to_string(&path).unwrap().ends_with(torn), "the torn line stays");
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        writeln!(file, "{}", &LINE[40..]).unwrap();
        run.look().unwrap();
        assert_eq!((run.black.wins, run.latest.len()), (2, 3));
        let rows = run.rows();
        assert_eq!((rows[0].player, rows[0].tally.points(), rows[1].tally.points()), (0, 2.5, 0.5));
        assert!(rows[0].share.0 < 2.5 / 3.0 && rows[0].share.1 > 2.5 / 3.0);
        // A log that begins anew is read anew; a line that is no game is an error.
        std::fs::write(&path, format!("{LINE}\n")).unwrap();
        run.look().unwrap();
        assert_eq!(run.black.games(), 1);
        std::fs::write(&path, format!("{LINE}\n{{\"other\": 1}}\n")).unwrap();
        assert!(run.look().is_err());
    }

    #[test]
    fn self_play_is_followed_frame_by_frame() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("about.json"), r#"{"game":"othello","size":8,"player":"normal"}"#)
            .unwrap();
        let game = |number, winner| SelfPlayGame {
            number,
            winner,
            reason: Reason::BoardFull,
            margin: Some(HalfPoints(-7)),
            opening: 1,
            moves: vec![Some(37), Some(45), None],
            scores: vec![f32::NAN, 1.5, 0.0],
            ..SelfPlayGame::default()
        };
        let rules = Kind::Othello.rules(&Choice::default()).unwrap();
        let about = selfplay::About { rules, player: "normal".to_owned(), seed: 1 };
        let mut bytes = Vec::new();
        let first = [game(0, Some(Color::Black)), game(1, Some(Color::White))];
        selfplay::write_frame(&mut bytes, &about, &first).unwrap();
        let path = folder.path().join("games.hbf");
        std::fs::write(&path, &bytes).unwrap();
        let mut run = Run::follow(folder.path()).unwrap();
        run.look().unwrap();
        selfplay::write_frame(&mut bytes, &about, &[game(2, None)]).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        run.look().unwrap();
        assert_eq!(run.black.games(), 2, "half a frame waits");
        std::fs::write(&path, &bytes).unwrap();
        run.look().unwrap();
        assert!(run.self_play);
        assert_eq!((run.black.wins, run.black.draws, run.black.losses), (1, 1, 1));
        let last = run.latest.back().unwrap();
        assert_eq!((last.moves[0].as_str(), last.scores[1], last.margin), ("f5", Some(1.5), Some(3.5)));
    }
}
