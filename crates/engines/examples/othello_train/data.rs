//! Positions with the result that follows from them: from WTHOR databases and from self-play.

use heibai_engines::othello::board::Board;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// A position and the result for the side to move, in discs.
#[derive(Clone, Copy, Debug)]
pub struct Labelled {
    pub mover: u64,
    pub opponent: u64,
    pub score: i8,
    /// Belongs to the test set.
    pub held_back: bool,
}

/// One game of twenty is held back.
pub const HELD_BACK: usize = 20;

/// Appends the positions of a file, or of all files of a folder.
pub fn read(path: &Path, positions: &mut Vec<Labelled>) -> Result<()> {
    if path.is_dir() {
        for file in std::fs::read_dir(path)? {
            read(&file?.path(), positions)?;
        }
        return Ok(());
    }
    let bytes = std::fs::read(path)?;
    let short = || Error::new(ErrorKind::InvalidData, format!("{}: cut off", path.display()));
    if path.extension().is_some_and(|e| e == "wtb") {
        let (header, games) = bytes.split_at_checked(16).ok_or_else(short)?;
        // Games on other boards are not for this evaluation; the twelfth byte is the size, 0 meaning 8.
        if matches!(header[12], 0 | 8) {
            for (number, game) in games.chunks_exact(68).enumerate() {
                read_wthor(game, number % HELD_BACK == 0, positions);
            }
        }
    } else {
        for record in bytes.chunks_exact(RECORD) {
            positions.push(Labelled::from_bytes(record));
        }
    }
    Ok(())
}

/// Bytes of a position in a `.pos` file: both sets of squares, the score, the test set.
pub const RECORD: usize = 18;

impl Labelled {
    pub fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&self.mover.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.opponent.to_le_bytes());
        (bytes[16], bytes[17]) = (self.score as u8, u8::from(self.held_back));
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Labelled {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let (mover, opponent) = (word(0), word(8));
        Labelled { mover, opponent, score: bytes[16] as i8, held_back: bytes[17] != 0 }
    }
}

/// The header's search depth is 24 in every database: with more empty squares the result is the one of
/// perfect play from there. Later positions count only in games that were then played almost perfectly,
/// because the result of the others says little about them.
const PERFECT: u32 = 24;
const ALMOST: i32 = 4;

fn read_wthor(game: &[u8], held_back: bool, positions: &mut Vec<Labelled>) {
    let (real, perfect) = (2 * i32::from(game[6]) - 64, 2 * i32::from(game[7]) - 64);
    let mut board = Board::START;
    let mut black = true;
    for &code in &game[8..] {
        let (row, column) = (u32::from(code) / 10, u32::from(code) % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            break;
        }
        if board.moves() == 0 {
            board = board.passed();
            black = !black;
        }
        let score = match board.empties() {
            PERFECT.. => perfect,
            _ if (perfect - real).abs() <= ALMOST => real,
            _ => break,
        };
        let score = (if black { score } else { -score }) as i8;
        positions.push(Labelled { mover: board.mover, opponent: board.opponent, score, held_back });
        let square = (row - 1) * 8 + column - 1;
        let flips = board.flips(square);
        if flips == 0 || board.empty() >> square & 1 == 0 {
            break;
        }
        board = board.played(square, flips);
        black = !black;
    }
}
