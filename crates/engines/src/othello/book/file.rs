//! The file format of a book: a header, then every position in the order of its bitboards.
//!
//! ```text
//! head      "HBBOOK" 0 1, positions as u32
//! position  mover u64, opponent u64, value i8, flags u8 (1 proved, 2 a search follows)
//!           search: square u8, value i8, depth u8, certainty u8
//!           moves u8, each: square u8, value i8 (-128: none), games, points
//! ```
//! Numbers are little-endian. Games and points are variable-length: seven bits per byte, lowest first; the eighth bit
//! says that more follow.

use super::super::probcut::EXACT;
use super::super::symmetry::canonical;
use super::{Book, Entry, Key, Played, Searched, board_of};
use heibai_words::{Say, Text, books as said};

const HEAD: [u8; 8] = *b"HBBOOK\0\x01";
const PROVED: u8 = 1;
const SEARCH: u8 = 2;
const NO_VALUE: i8 = -128;

/// Where a book file is invalid, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadBook {
    pub byte: usize,
    pub reason: Text,
}

impl Say for BadBook {
    fn text(&self) -> Text {
        said::bad_book(self.byte).because(self.reason.clone())
    }
}

heibai_words::display_as_text!(BadBook);

impl std::error::Error for BadBook {}

impl Book {
    pub fn read(bytes: &[u8]) -> Result<Book, BadBook> {
        let mut reader = BookReader { bytes, at: 0 };
        if reader.take::<8>()? != HEAD {
            return Err(reader.bad(said::no_book()));
        }
        let count = u32::from_le_bytes(reader.take()?);
        let mut positions: Vec<(Key, Entry)> = Vec::new();
        for _ in 0..count {
            let key = [u64::from_le_bytes(reader.take()?), u64::from_le_bytes(reader.take()?)];
            if positions.last().is_some_and(|last| last.0 >= key) {
                return Err(reader.bad(said::book_order()));
            }
            let board = board_of(&key);
            if board.mover & board.opponent != 0 || board.moves() == 0 || canonical(&board) != key {
                return Err(reader.bad(said::book_position()));
            }
            positions.push((key, reader.entry(board.moves(), board.empties())?));
        }
        match reader.at == bytes.len() {
            true => Ok(Book { positions: positions.into_iter().collect() }),
            false => Err(reader.bad(said::book_tail())),
        }
    }

    pub fn write(&self) -> Vec<u8> {
        let mut out = HEAD.to_vec();
        out.extend((self.positions.len() as u32).to_le_bytes());
        for ([mover, opponent], entry) in &self.positions {
            out.extend(mover.to_le_bytes());
            out.extend(opponent.to_le_bytes());
            let flags = if entry.proved { PROVED } else { 0 } | if entry.rest.is_some() { SEARCH } else { 0 };
            out.extend([entry.value as u8, flags]);
            if let Some(Searched { square, value, depth, certainty }) = entry.rest {
                out.extend([square, value as u8, depth, certainty]);
            }
            out.push(entry.moves.len() as u8);
            for m in &entry.moves {
                out.extend([m.square, m.value.unwrap_or(NO_VALUE) as u8]);
                number(m.games, &mut out);
                number(m.points, &mut out);
            }
        }
        out
    }
}

fn number(mut n: u32, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

struct BookReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl BookReader<'_> {
    fn bad(&self, reason: Text) -> BadBook {
        BadBook { byte: self.at, reason }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadBook> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        let taken = *taken.ok_or_else(|| self.bad(said::book_ends_early()))?;
        self.at += N;
        Ok(taken)
    }

    fn entry(&mut self, legal: u64, empties: u32) -> Result<Entry, BadBook> {
        let [value, flags] = self.take()?;
        let value = self.value(value)?;
        let mut entry = Entry { value, proved: flags & PROVED != 0, ..Entry::default() };
        if flags & SEARCH != 0 {
            let [square, value, depth, certainty] = self.take()?;
            let value = self.value(value)?;
            if !is_in(legal, square) || u32::from(depth) > empties || certainty > EXACT {
                return Err(self.bad(said::book_search()));
            }
            entry.rest = Some(Searched { square, value, depth, certainty });
        }
        for _ in 0..self.take::<1>()?[0] {
            let [square, value] = self.take()?;
            let follows = entry.moves.last().is_none_or(|last| last.square < square);
            if !follows || !is_in(legal, square) {
                return Err(self.bad(said::book_move()));
            }
            let value = if value as i8 == NO_VALUE { None } else { Some(self.value(value)?) };
            let (games, points) = (self.number()?, self.number()?);
            if u64::from(points) > 2 * u64::from(games) {
                return Err(self.bad(said::book_points()));
            }
            entry.moves.push(Played { square, value, games, points });
        }
        Ok(entry)
    }

    fn value(&self, byte: u8) -> Result<i8, BadBook> {
        let value = byte as i8;
        if (-64..=64).contains(&value) { Ok(value) } else { Err(self.bad(said::book_value())) }
    }

    fn number(&mut self) -> Result<u32, BadBook> {
        let mut n = 0u64;
        for shift in (0..35).step_by(7) {
            let [byte] = self.take()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(n).map_err(|_| self.bad(said::book_number()));
            }
        }
        Err(self.bad(said::book_number()))
    }
}

fn is_in(set: u64, square: u8) -> bool {
    square < 64 && set >> square & 1 == 1
}
