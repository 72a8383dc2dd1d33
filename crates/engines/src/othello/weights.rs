//! The weights of the evaluation: their file, and the value of a position.
//!
//! The file holds, for each phase of two plies, the values of the two biases and then of every entry that
//! its mirror image does not already give, in units of 1/32 disc: zigzag numbers in groups of seven bits,
//! and a 0 followed by the number of further zeros.

use super::pattern::{BLOCKS, Features, PATTERNS};
use std::sync::LazyLock;

/// Units of a weight in one disc.
pub const UNIT: i32 = 32;
/// A phase covers two plies.
pub const PHASES: usize = 30;
const MAGIC: &[u8; 8] = b"heibaiO1";

static FILE: &[u8] = include_bytes!("../../../../data/othello/weights.bin");

/// The weights that ship with the program.
pub static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(FILE).expect("the weights in the program were checked when it was built"));

/// The tables of one phase.
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    pub tables: Box<[[i16; 1 << 16]; BLOCKS]>,
    /// For an even and an odd number of empty squares.
    pub bias: [i16; 2],
}

impl Phase {
    pub fn zero() -> Phase {
        let tables = vec![[0; 1 << 16]; BLOCKS].into_boxed_slice();
        Phase { tables: tables.try_into().expect("as many blocks as asked for"), bias: [0; 2] }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    phases: Vec<Phase>,
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

impl Weights {
    /// `phases` has one entry for each phase.
    pub fn new(phases: Vec<Phase>) -> Weights {
        assert_eq!(phases.len(), PHASES);
        Weights { phases }
    }

    /// Puts new tables in the place of a phase's.
    pub fn set(&mut self, number: usize, phase: Phase) {
        self.phases[number] = phase;
    }

    /// Multiplies all weights of a phase.
    pub fn scale(&mut self, number: usize, factor: f64) {
        let phase = &mut self.phases[number];
        for weight in phase.tables.iter_mut().flatten().chain(&mut phase.bias) {
            *weight = (f64::from(*weight) * factor).round().clamp(-32000.0, 32000.0) as i16;
        }
    }

    /// The expected result for the side to move, in units of 1/32 disc.
    #[inline]
    pub fn value(&self, features: &Features, empties: u32) -> i32 {
        let phase = &self.phases[phase(empties)];
        features.sum(&phase.tables) + i32::from(phase.bias[(empties & 1) as usize])
    }

    /// The same in whole discs; a finished game is never claimed.
    #[inline]
    pub fn discs(&self, features: &Features, empties: u32) -> i32 {
        ((self.value(features, empties) + UNIT / 2) >> 5).clamp(-62, 62)
    }

    pub fn write(&self) -> Vec<u8> {
        let entries = entries();
        let mut out = Writer { bytes: MAGIC.to_vec(), zeros: 0 };
        for phase in &self.phases {
            phase.bias.iter().for_each(|&bias| out.number(bias));
            entries.iter().for_each(|&(block, entry, _)| out.number(phase.tables[block][entry]));
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
        let mut phases = Vec::with_capacity(PHASES);
        for _ in 0..PHASES {
            let mut phase = Phase::zero();
            phase.bias = [input.number(), input.number()];
            for &(block, entry, mirrored) in &entries {
                let weight = input.number();
                phase.tables[block][entry] = weight;
                phase.tables[block][mirrored] = weight;
            }
            phases.push(phase);
        }
        if input.bad || input.zeros > 0 || input.at != bytes.len() {
            return Err(BadWeights { at: input.at });
        }
        Ok(Weights { phases })
    }
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
    fn number(&mut self, value: i16) {
        if value == 0 {
            self.zeros += 1;
            return;
        }
        self.flush();
        self.groups((i32::from(value) << 1 ^ i32::from(value) >> 31) as u32);
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
    fn number(&mut self) -> i16 {
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
                number.try_into().unwrap_or_else(|_| self.refuse())
            }
        }
    }

    fn groups(&mut self) -> u32 {
        let mut value = 0;
        for shift in (0..28).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at).filter(|_| !self.bad) else {
                self.refuse();
                return 0;
            };
            self.at += 1;
            value |= u32::from(byte & 127) << shift;
            if byte < 128 {
                return value;
            }
        }
        self.refuse();
        0
    }

    fn refuse(&mut self) -> i16 {
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
        let mut phases = vec![Phase::zero(); PHASES];
        for phase in &mut phases {
            phase.bias = [random.i16(..), random.i16(..)];
            for (block, entry, mirrored) in entries() {
                if random.u8(..) < 40 {
                    let weight = random.i16(-300..300);
                    phase.tables[block][entry] = weight;
                    phase.tables[block][mirrored] = weight;
                }
            }
        }
        let weights = Weights::new(phases);
        assert!(Weights::read(&weights.write()) == Ok(weights));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        assert!(Weights::read(FILE).is_ok());
        assert_eq!(Weights::read(&FILE[1..]), Err(BadWeights { at: 0 }));
        assert!(Weights::read(&FILE[..FILE.len() - 1]).is_err());
        assert!(Weights::read(&FILE[..FILE.len() / 2]).is_err());
        let mut longer = FILE.to_vec();
        longer.push(1);
        assert!(Weights::read(&longer).is_err());
    }
}
