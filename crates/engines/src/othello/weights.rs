//! The weights of the evaluation: their file, and the value of a position.
//!
//! Three sets of tables, for parts of the game, and a head for each number of empty squares. The file holds
//! the heads, then the rows of each set that their mirror images do not already give, all in zigzag numbers in groups of
//! seven bits, and a 0 followed by the number of further zeros.

use super::pattern::{Features, PATTERNS};
use heibai_kernels::othello::net::{BLOCKS, Block, Head, LIMIT, Row, VALUE_PLACES};
use std::sync::LazyLock;

/// Units of a value in one disc.
pub const UNIT: i32 = 32;
/// A phase covers two plies.
pub const PHASES: usize = 30;
/// A head for each number of empty squares.
pub const HEADS: usize = 61;
pub const SETS: usize = 3;
/// With at most this many empty squares the second set of tables is used, and the third.
const LATER: [u32; SETS - 1] = [24, 12];
const MAGIC: &[u8; 8] = b"heibaiO4";

static FILE: &[u8] = include_bytes!("../../../../data/othello/weights.bin");

/// The weights that ship with the program.
pub static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(FILE).expect("the weights in the program were checked when it was built"));

pub type Tables = Box<[Block; BLOCKS]>;

/// Tables of zeros.
pub fn no_tables() -> Tables {
    vec![[Row::ZERO; 1 << 16]; BLOCKS].try_into().expect("as many blocks as asked for")
}

#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    sets: [Tables; SETS],
    heads: Vec<Head>,
}

/// Why a file holds no weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadWeights {
    /// The byte where reading stopped.
    pub at: usize,
}

impl std::fmt::Display for BadWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no Othello weights of this version: byte {} is wrong", self.at)
    }
}

impl std::error::Error for BadWeights {}

/// The phase of a position with this many empty squares.
#[inline]
pub fn phase(empties: u32) -> usize {
    (60u32.saturating_sub(empties) / 2).min(PHASES as u32 - 1) as usize
}

/// The set of tables that serves this many empty squares.
#[inline]
pub fn set(empties: u32) -> usize {
    LATER.iter().filter(|&&from| empties <= from).count()
}

impl Weights {
    /// `heads` has one entry for each number of empty squares.
    pub fn new(sets: [Tables; SETS], heads: Vec<Head>) -> Weights {
        assert_eq!(heads.len(), HEADS);
        Weights { sets, heads }
    }

    /// Every position is worth 0: where training begins.
    pub fn zero() -> Weights {
        Weights { sets: [no_tables(), no_tables(), no_tables()], heads: vec![Head::ZERO; HEADS] }
    }

    /// Puts new tables and heads in the place of a set's.
    pub fn replace(&mut self, number: usize, tables: Tables, heads: &[Head]) {
        self.sets[number] = tables;
        for empties in (0..HEADS).filter(|&empties| set(empties as u32) == number) {
            self.heads[empties] = heads[empties];
        }
    }

    /// Multiplies all values of a head and adds to them, in units of 1/32 disc.
    pub fn adjust(&mut self, empties: u32, factor: f32, shift: f32) {
        let head = &mut self.heads[empties as usize];
        let parts = head.straight.iter_mut().flatten().chain(&mut head.out);
        parts.for_each(|weight| *weight = (f32::from(*weight) * factor).round() as i16);
        head.value = (head.value as f32 * factor + shift * (1 << VALUE_PLACES) as f32).round() as i32;
    }

    /// The expected result for the side to move, in units of 1/32 disc.
    #[inline]
    pub fn value(&self, features: &Features, empties: u32) -> i32 {
        features.value(&self.sets[set(empties)], &self.heads[(empties as usize).min(HEADS - 1)])
    }

    /// The same in whole discs; a finished game is never claimed.
    #[inline]
    pub fn discs(&self, features: &Features, empties: u32) -> i32 {
        ((self.value(features, empties) + UNIT / 2) >> 5).clamp(-62, 62)
    }

    pub fn write(&self) -> Vec<u8> {
        let entries = entries();
        let mut out = Writer { bytes: MAGIC.to_vec(), zeros: 0 };
        for head in &self.heads {
            let mut head = *head;
            shorts(&mut head).for_each(|&mut number| out.number(number.into()));
            longs(&mut head).for_each(|&mut number| out.number(number));
        }
        for tables in &self.sets {
            for &(block, entry, _) in &entries {
                tables[block][entry].numbers().iter().for_each(|&weight| out.number(weight.into()));
            }
        }
        out.flush();
        out.bytes
    }

    pub fn read(bytes: &[u8]) -> Result<Weights, BadWeights> {
        if !bytes.starts_with(MAGIC) {
            return Err(BadWeights { at: 0 });
        }
        let entries = entries();
        let mut input = Reader { bytes, at: MAGIC.len(), zeros: 0, bad: false };
        let mut heads = vec![Head::ZERO; HEADS];
        for head in &mut heads {
            shorts(head).for_each(|number| *number = input.number(i16::MAX.into()) as i16);
            longs(head).for_each(|number| *number = input.number(i32::MAX));
        }
        let sets = [(); SETS].map(|()| {
            let mut tables = no_tables();
            for &(block, entry, mirrored) in &entries {
                let row = Row::new(std::array::from_fn(|_| input.number(LIMIT.into()) as i8));
                tables[block][entry] = row;
                tables[block][mirrored] = row;
            }
            tables
        });
        if input.bad || input.zeros > 0 || input.at != bytes.len() {
            return Err(BadWeights { at: input.at });
        }
        Ok(Weights { sets, heads })
    }
}

/// The short numbers of a head, in the order of the file.
fn shorts(head: &mut Head) -> impl Iterator<Item = &mut i16> {
    let rows = head.rows.as_flattened_mut().as_flattened_mut();
    rows.iter_mut().chain(head.straight.as_flattened_mut()).chain(&mut head.start).chain(&mut head.out)
}

/// The long ones, which follow.
fn longs(head: &mut Head) -> impl Iterator<Item = &mut i32> {
    head.units.iter_mut().chain([&mut head.value])
}

/// Every entry that stands in the file, with its mirror image: `(block, entry, mirrored)`.
fn entries() -> Vec<(usize, usize, usize)> {
    let mut entries = Vec::new();
    for shape in &PATTERNS.shapes {
        for index in -shape.reach()..=shape.reach() {
            let mirrored = shape.mirrored(index);
            if index <= mirrored {
                let place = |index: i32| (shape.centre as i32 + index) as usize;
                entries.push((shape.block, place(index), place(mirrored)));
            }
        }
    }
    entries
}

struct Writer {
    bytes: Vec<u8>,
    zeros: u32,
}

impl Writer {
    fn number(&mut self, value: i32) {
        if value == 0 {
            self.zeros += 1;
            return;
        }
        self.flush();
        self.groups((value << 1 ^ value >> 31) as u32);
    }

    fn flush(&mut self) {
        if self.zeros > 0 {
            self.bytes.push(0);
            self.groups(self.zeros - 1);
            self.zeros = 0;
        }
    }

    fn groups(&mut self, mut value: u32) {
        while value >= 128 {
            self.bytes.push(value as u8 | 128);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    zeros: u32,
    bad: bool,
}

impl Reader<'_> {
    /// A number that is at most this far from 0.
    fn number(&mut self, limit: i32) -> i32 {
        if self.zeros > 0 {
            self.zeros -= 1;
            return 0;
        }
        match self.groups() {
            0 => {
                self.zeros = self.groups();
                0
            }
            value => {
                let number = (value >> 1) as i32 ^ -((value & 1) as i32);
                if number.unsigned_abs() > limit.unsigned_abs() {
                    self.refuse();
                }
                number
            }
        }
    }

    fn groups(&mut self) -> u32 {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at).filter(|_| !self.bad) else { break };
            self.at += 1;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return value.try_into().unwrap_or_else(|_| self.refuse());
            }
        }
        self.refuse()
    }

    fn refuse(&mut self) -> u32 {
        self.bad = true;
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut heads = vec![Head::ZERO; HEADS];
        for head in &mut heads {
            shorts(head).for_each(|number| *number = random.i16(-i16::MAX..));
            longs(head).for_each(|number| *number = random.i32(-i32::MAX..));
        }
        let sets = [(); SETS].map(|()| {
            let mut tables = no_tables();
            for (block, entry, mirrored) in entries() {
                if random.u8(..) < 40 {
                    let row = Row::new(std::array::from_fn(|_| random.i8(-LIMIT..=LIMIT)));
                    tables[block][entry] = row;
                    tables[block][mirrored] = row;
                }
            }
            tables
        });
        let weights = Weights::new(sets, heads);
        assert!(Weights::read(&weights.write()) == Ok(weights));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        assert!(Weights::read(FILE).is_ok());
        assert_eq!(Weights::read(&FILE[1..]), Err(BadWeights { at: 0 }));
        assert!(Weights::read(&FILE[..FILE.len() - 1]).is_err());
        assert!(Weights::read(&FILE[..FILE.len() / 2]).is_err());
        // A weight of a head that does not fit.
        let mut large = FILE.to_vec();
        large[8..12].copy_from_slice(&[255, 255, 255, 127]);
        assert!(Weights::read(&large).is_err());
        let mut longer = FILE.to_vec();
        longer.push(1);
        assert!(Weights::read(&longer).is_err());
    }
}
