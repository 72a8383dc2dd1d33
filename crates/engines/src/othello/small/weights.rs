//! A pattern evaluation for 6x6: good enough to order moves and to see what is decided.

use super::shapes::{ENTRIES, Features, ROOM};
use crate::data::File;
use crate::othello::tables::{read_set, write_set};
use std::sync::LazyLock;

/// Units of the evaluation in one disc.
pub const UNIT: i32 = 8;
/// How many sets of tables there are, by number of empty squares.
pub const SETS: usize = 5;

const HEAD: [u8; 8] = *b"HBSIX\0\0\x01";

/// The shipped weights.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(File::OthelloSix.bytes())
        .expect("the weights in the program were checked when it was built")
});

/// The set for positions with this many empty squares.
pub fn set(empties: u32) -> usize {
    (empties.saturating_sub(10) as usize / 2).min(SETS - 1)
}

/// The values of each entry, of each move, and of having the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub table: Box<[i8; ROOM]>,
    pub per_move: i16,
    pub turn: i16,
}

/// ```text
/// file  "HBSIX" 0 0 1, then each set
/// set   worth of a move i16, of the turn i16, one i8 for each entry; little-endian
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub sets: [Tables; SETS],
}

impl Weights {
    pub fn zero() -> Weights {
        Weights { sets: std::array::from_fn(|_| Tables { table: Box::new([0; ROOM]), per_move: 0, turn: 0 }) }
    }

    /// `None` if the bytes are not such a file.
    pub fn read(bytes: &[u8]) -> Option<Weights> {
        let mut weights = Weights::zero();
        let mut rest = bytes.strip_prefix(&HEAD)?;
        for set in &mut weights.sets {
            [set.per_move, set.turn] = read_set(&mut rest, &mut set.table[..ENTRIES])?;
        }
        rest.is_empty().then_some(weights)
    }

    pub fn write(&self) -> Vec<u8> {
        let mut out = HEAD.to_vec();
        for set in &self.sets {
            write_set(&mut out, [set.per_move, set.turn], &set.table[..ENTRIES]);
        }
        out
    }

    /// The expected result for the side to move, whose legal moves are `moves`.
    #[inline]
    pub fn value(&self, features: &Features, moves: u64, empties: u32) -> i32 {
        let Tables { table, per_move, turn } = &self.sets[set(empties)];
        let sum: i32 = features.entries().iter().map(|&entry| i32::from(table[usize::from(entry)])).sum();
        sum + i32::from(*turn) + i32::from(*per_move) * moves.count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{meter, random_position};
    use super::super::{area, solve};
    use super::*;
    use crate::search::table::TranspositionTable;

    /// On positions of random games, the evaluation explains at least four fifths of the results' variance.
    #[test]
    fn it_sees_who_is_ahead() {
        let mut random = fastrand::Rng::with_seed(6);
        let table = TranspositionTable::new(1 << 22);
        let (mut variance, mut error, mut count) = (0, 0, 0);
        while count < 200 {
            let Some(board) = random_position(&mut random, 12) else { continue };
            let solved = solve::<6>(board, &table, &mut meter(), &mut |_| ()).expect("not stopped");
            let value = UNIT * solved.score;
            variance += value * value;
            error += (WEIGHTS.value(&Features::new(&board), board.moves() & area(6), 12) - value).pow(2);
            count += 1;
        }
        assert!(5 * error < variance, "{error} of {variance}");
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_others_are_refused() {
        let file = File::OthelloSix.bytes();
        let weights = Weights::read(file).expect("our own file");
        assert_eq!(weights.write(), file);
        assert_eq!(Weights::read(&file[..file.len() - 1]), None);
        assert_eq!(Weights::read(&[file, &[0]].concat()), None);
        assert_eq!(Weights::read(&[b"HBSIX\0\0\x02", &file[8..]].concat()), None);
    }
}
