//! A pattern evaluation for 10x10.

use super::shapes::{ENTRIES, Features};
use crate::data::File;
use crate::othello::tables::{read_set, write_set};
use std::sync::LazyLock;

/// Units of the evaluation in one disc.
pub const UNIT: i32 = 8;
/// How many sets of tables there are, by number of empty squares.
pub const SETS: usize = 3;

const HEAD: [u8; 8] = *b"HBTEN\0\0\x01";

/// The shipped weights. If the file is missing, as in a browser that has not fetched it, only mobility counts.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let read = |file: File| {
        Weights::read(file.bytes()).expect("the weights in the program were checked when it was built")
    };
    if File::OthelloTen.is_here() { read(File::OthelloTen) } else { Weights::mobility() }
});

/// The set for positions with this many empty squares.
pub fn set(empties: u32) -> usize {
    match empties {
        0..=30 => 0,
        31..=58 => 1,
        _ => 2,
    }
}

/// The values of each entry, of each own move, of each move of the other side, and of having the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub table: Vec<i8>,
    pub per_move: i16,
    pub per_reply: i16,
    pub turn: i16,
}

/// ```text
/// file  "HBTEN" 0 0 1, then each set
/// set   worth of an own move i16, of the other side's i16, of the turn i16, one i8 for each entry; little-endian
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub sets: [Tables; SETS],
}

impl Weights {
    /// One disc per move more than the other side, and nothing else.
    pub fn mobility() -> Weights {
        let worth = UNIT as i16;
        let tables = || Tables { table: vec![0; ENTRIES], per_move: worth, per_reply: -worth, turn: 0 };
        Weights { sets: std::array::from_fn(|_| tables()) }
    }

    /// `None` if the bytes are not such a file.
    pub fn read(bytes: &[u8]) -> Option<Weights> {
        let mut weights = Weights::mobility();
        let mut rest = bytes.strip_prefix(&HEAD)?;
        for set in &mut weights.sets {
            [set.per_move, set.per_reply, set.turn] = read_set(&mut rest, &mut set.table)?;
        }
        rest.is_empty().then_some(weights)
    }

    pub fn write(&self) -> Vec<u8> {
        let mut out = HEAD.to_vec();
        for set in &self.sets {
            write_set(&mut out, [set.per_move, set.per_reply, set.turn], &set.table);
        }
        out
    }

    /// The expected result for the side to move, given the number of moves of both sides.
    #[inline]
    pub fn value(&self, features: &Features, moves: u32, replies: u32, empties: u32) -> i32 {
        let Tables { table, per_move, per_reply, turn } = &self.sets[set(empties)];
        let sum: i32 = features.entries().iter().map(|&entry| i32::from(table[entry as usize])).sum();
        sum + i32::from(*turn) + i32::from(*per_move) * moves as i32 + i32::from(*per_reply) * replies as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written_and_others_are_refused() {
        let file = File::OthelloTen.bytes();
        let weights = Weights::read(file).expect("our own file");
        assert_eq!(weights.write(), file);
        assert!(file.len() <= 500_000);
        assert_eq!(Weights::read(&file[..file.len() - 1]), None);
        assert_eq!(Weights::read(&[file, &[0]].concat()), None);
        assert_eq!(Weights::read(&[b"HBTEN\0\0\x02", &file[8..]].concat()), None);
    }
}
