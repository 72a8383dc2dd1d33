//! WTHOR: the French Othello Federation's database, one binary file per year and two files of names.
//!
//! Games are read one at a time, 68 bytes each.

use crate::error::{Fault, Place, ReadError};
use crate::moves::Recorder;
use crate::record::{Ending, Record};
use heibai_games::{HalfPoints, Move, Outcome, Point, Reason, Rules, Score, othello};
use heibai_words::{failures, records as said};
use std::io::Read;

const HEADER: usize = 16;
const GAME: usize = 68;

/// The names for the numbers in a database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// By number.
    pub players: Vec<String>,
    /// By number.
    pub tournaments: Vec<String>,
}

impl Names {
    /// Reads `WTH.JOU` (players) and `WTH.TRN` (tournaments).
    pub fn read(players: impl Read, tournaments: impl Read) -> Result<Names, ReadError> {
        Ok(Names { players: read_names(players, 20)?, tournaments: read_names(tournaments, 26)? })
    }

    fn name(list: &[String], number: u16) -> String {
        list.get(usize::from(number)).cloned().unwrap_or_else(|| format!("#{number}"))
    }
}

fn read_names(mut reader: impl Read, width: usize) -> Result<Vec<String>, ReadError> {
    let mut header = [0; HEADER];
    fill(&mut reader, &mut header, 0)?;
    // Offset 4 is the number of games, which is 0 here.
    let count = u16_at(&header, 8);
    let mut names = Vec::new();
    let mut entry = vec![0; width];
    for index in 0..u64::from(count) {
        fill(&mut reader, &mut entry, HEADER as u64 + index * width as u64)?;
        let length = entry.iter().position(|&byte| byte == 0).unwrap_or(width);
        // Latin-1: bytes are code points.
        names.push(entry[..length].iter().map(|&byte| char::from(byte)).collect());
    }
    Ok(names)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn fill(reader: &mut impl Read, bytes: &mut [u8], at: u64) -> Result<(), ReadError> {
    reader.read_exact(bytes).map_err(|error| {
        let fault = match error.kind() {
            std::io::ErrorKind::UnexpectedEof => Fault::Malformed(said::cut_short()),
            _ => Fault::Source(failures::system(&error)),
        };
        ReadError::new(Place::Byte(at), fault)
    })
}

/// A game of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseGame {
    /// The year of the tournament.
    pub year: u16,
    /// The tournament's number.
    pub tournament: u16,
    /// Black's number among the players.
    pub black: u16,
    /// White's number among the players.
    pub white: u16,
    /// Black's discs; empty squares count for the winner.
    pub score: u8,
    /// Black's discs under best play from `depth` empty squares on.
    pub best_score: u8,
    /// The number of empty squares from which `best_score` is exact.
    pub depth: u8,
    /// Squares in the order of play, without passes.
    pub moves: Vec<Point>,
}

/// The games of a database.
pub struct Games<R> {
    reader: R,
    year: u16,
    size: u8,
    depth: u8,
    count: u64,
    done: u64,
}

/// Opens a `.wtb` database.
pub fn read<R: Read>(mut reader: R) -> Result<Games<R>, ReadError> {
    let mut header = [0; HEADER];
    fill(&mut reader, &mut header, 0)?;
    let size = if header[12] == 0 { 8 } else { header[12] };
    if size != 8 || header[13] != 0 {
        return Err(ReadError::unsupported(Place::Byte(12), said::other_database(size, header[13])));
    }
    let count = u64::from(u32_at(&header, 4));
    Ok(Games { reader, year: u16_at(&header, 10), size, depth: header[14], count, done: 0 })
}

/// Whether a file begins like a WTHOR database: a date, a count and a plausible year.
pub(crate) fn is_header(head: &[u8]) -> bool {
    head.len() >= HEADER
        && (19..=21).contains(&head[0])
        && head[1] < 100
        && (1..=12).contains(&head[2])
        && (1..=31).contains(&head[3])
        && matches!(head[12], 0 | 8 | 10)
        && head[13] <= 1
        && (1900..=2200).contains(&u16_at(head, 10))
}

impl<R: Read> Games<R> {
    fn next_game(&mut self, at: u64) -> Result<DatabaseGame, ReadError> {
        let mut bytes = [0; GAME];
        fill(&mut self.reader, &mut bytes, at)?;
        let mut moves = Vec::with_capacity(60);
        for (index, &square) in bytes[8..].iter().enumerate() {
            if square == 0 {
                break;
            }
            let (row, column) = (square / 10, square % 10);
            let point = (row > 0 && column > 0)
                .then(|| Point::new(usize::from(column) - 1, usize::from(row) - 1, usize::from(self.size)))
                .flatten();
            moves.push(point.ok_or_else(|| {
                let place = Place::Byte(at + 8 + index as u64);
                ReadError::malformed(place, said::no_square(square))
            })?);
        }
        Ok(DatabaseGame {
            year: self.year,
            tournament: u16_at(&bytes, 0),
            black: u16_at(&bytes, 2),
            white: u16_at(&bytes, 4),
            score: bytes[6],
            best_score: bytes[7],
            depth: self.depth,
            moves,
        })
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<DatabaseGame, ReadError>;

    fn next(&mut self) -> Option<Result<DatabaseGame, ReadError>> {
        if self.done >= self.count {
            return None;
        }
        let at = HEADER as u64 + self.done * GAME as u64;
        let game = self.next_game(at);
        self.done += 1;
        // After a bad square the next game follows; after a read error there is none.
        if game.as_ref().is_err_and(|error| error.place == Place::Byte(at)) {
            self.done = self.count;
        }
        Some(game)
    }
}

impl DatabaseGame {
    /// The game as a record, with the players' names.
    pub fn record(&self, names: &Names) -> Record {
        let mut rules = othello::Rules::new(8).expect("Othello has an 8x8 board");
        rules.empties_to_winner = true;
        let mut recorder = Recorder::new(Record::new(Rules::Othello(rules)));
        for &point in &self.moves {
            recorder.push(Move::Place(point));
        }
        let mut record = recorder.finish();
        let info = &mut record.info;
        info.black.name = Names::name(&names.players, self.black);
        info.white.name = Names::name(&names.players, self.white);
        info.event = Names::name(&names.tournaments, self.tournament);
        info.date = self.year.to_string();
        info.result = Some(self.ending());
        record
    }

    fn ending(&self) -> Ending {
        let black = i32::from(self.score);
        let score = Score { black: HalfPoints::whole(black), white: HalfPoints::whole(64 - black) };
        let counted = Outcome::counted(score, HalfPoints(0), Reason::BoardFull);
        Ending { winner: counted.winner, reason: None, margin: counted.margin, score: Some(score) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(games: u32, bodies: &[&[u8]]) -> Vec<u8> {
        let mut bytes = vec![20, 26, 11, 15];
        bytes.extend(games.to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(2026u16.to_le_bytes());
        bytes.extend([8, 0, 22, 0]);
        for body in bodies {
            let mut game = [0; GAME];
            game[..body.len()].copy_from_slice(body);
            bytes.extend(game);
        }
        bytes
    }

    #[test]
    fn a_game_is_read() {
        let bytes = database(1, &[&[1, 0, 0, 0, 1, 0, 40, 33, 56, 64, 33]]);
        assert!(is_header(&bytes));
        let games: Vec<DatabaseGame> = read(&bytes[..]).unwrap().collect::<Result<_, _>>().unwrap();
        let names = Names {
            players: vec!["Black".to_owned(), "White".to_owned()],
            tournaments: vec!["One".to_owned(), "Two".to_owned()],
        };
        let record = games[0].record(&names);
        assert_eq!(crate::moves::write(&record, false), "f5d6c3");
        assert_eq!((record.info.white.name.as_str(), record.info.event.as_str()), ("White", "Two"));
        assert_eq!(record.info.result.unwrap().margin, Some(HalfPoints::whole(16)));
    }

    #[test]
    fn bad_databases_are_refused_with_the_byte() {
        let cut = &database(2, &[&[0; 8], &[0; 8]])[..HEADER + GAME + 10];
        let games: Vec<_> = read(cut).unwrap().collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].clone().unwrap_err().place, Place::Byte((HEADER + GAME) as u64));
        let promises = database(u32::MAX, &[&[0; 8]]);
        assert_eq!(read(&promises[..]).unwrap().collect::<Vec<_>>().len(), 2);
        let square = database(1, &[&[0, 0, 0, 0, 0, 0, 32, 32, 99]]);
        let error = read(&square[..]).unwrap().next().unwrap().unwrap_err();
        assert_eq!(error.place, Place::Byte(HEADER as u64 + 8));
        assert!(read(&b"short"[..]).is_err());
    }

    #[test]
    fn names_end_at_their_zero() {
        let mut players = vec![20, 26, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
        players.extend(b"Andr\xe9\0".iter().chain(&[0; 14]));
        let empty = [20, 26, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let names = Names::read(&players[..], &empty[..]).unwrap();
        assert_eq!(names.players, ["André"]);
        assert!(Names::read(&players[..20], &empty[..]).is_err());
    }
}
