//! The weights of the evaluation: their file format, and the value of a position.
//!
//! There are three sets of tables, for stages of the game, and a head for each number of empty squares. The file is
//! compressed (zlib) after its first word. It holds the heads. Then, for each set, only the rows not given by their
//! mirror images: one bit per row that says whether it is non-zero, and the numbers of the non-zero rows, column by
//! column, because numbers of one column are alike and compress best together.

use super::pattern::{Features, PATTERNS};
use crate::data::File;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use heibai_kernels::othello::net::{BLOCKS, Block, Head, LIMIT, Row, VALUE_PLACES, WIDTH};
use std::io::Write;
use std::sync::LazyLock;

/// Units of a value in one disc.
pub const UNIT: i32 = 32;
/// A phase covers two plies.
pub const PHASES: usize = 30;
/// A head for each number of empty squares.
pub const HEADS: usize = 61;
pub(crate) const SETS: usize = 3;
/// The number of empty squares from which the second and the third set of tables are used.
const LATER: [u32; SETS - 1] = [24, 12];
/// Rows that are read in one block.
const PART: usize = 64;
const MAGIC: &[u8; 8] = b"heibaiO5";

/// The shipped weights.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(File::Othello.bytes()).expect("the weights in the program were checked when it was built")
});

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

/// Why a file holds no valid weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadWeights {
    /// The byte where reading stopped: of the file, or of its uncompressed content.
    pub at: usize,
    pub packed: bool,
}

impl std::fmt::Display for BadWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let of = if self.packed { " of what is packed in them" } else { "" };
        write!(f, "no Othello weights of this version: byte {}{of} is wrong", self.at)
    }
}

impl std::error::Error for BadWeights {}

/// The phase of a position with this many empty squares.
#[inline]
pub fn phase(empties: u32) -> usize {
    (60u32.saturating_sub(empties) / 2).min(PHASES as u32 - 1) as usize
}

/// The set of tables for this many empty squares.
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

    /// Weights that value every position at 0: the start of training.
    pub fn zero() -> Weights {
        Weights { sets: [no_tables(), no_tables(), no_tables()], heads: vec![Head::ZERO; HEADS] }
    }

    /// Replaces the tables and heads of a set.
    pub fn replace(&mut self, number: usize, tables: Tables, heads: &[Head]) {
        self.sets[number] = tables;
        for empties in (0..HEADS).filter(|&empties| set(empties as u32) == number) {
            self.heads[empties] = heads[empties];
        }
    }

    /// Scales all values of a head and shifts them, in units of 1/32 disc.
    pub fn adjust(&mut self, empties: u32, factor: f32, shift: f32) {
        let head = &mut self.heads[empties as usize];
        let parts = head.straight.iter_mut().flatten().chain(&mut head.out);
        parts.for_each(|weight| *weight = (f32::from(*weight) * factor).round() as i16);
        head.value = (head.value as f32 * factor + shift * (1 << VALUE_PLACES) as f32).round() as i32;
    }

    /// Rounds the numbers of each row to multiples of its step. `step` gets the set and the indices of the row and of
    /// its mirror image among all rows.
    pub fn round(&mut self, mut step: impl FnMut(usize, [usize; 2]) -> u8) {
        let entries = entries();
        for (number, tables) in self.sets.iter_mut().enumerate() {
            for &(block, entry, mirrored) in &entries {
                let step = i16::from(step(number, [entry, mirrored].map(|entry| (block << 16) + entry)));
                let round = |number: i8| {
                    let steps = (2 * i16::from(number.abs()) + step) / (2 * step);
                    (steps * step * i16::from(number.signum())) as i8
                };
                let row = Row::new(tables[block][entry].numbers().map(round));
                tables[block][entry] = row;
                tables[block][mirrored] = row;
            }
        }
    }

    /// The expected result for the side to move, in units of 1/32 disc.
    #[inline]
    pub fn value(&self, features: &Features, empties: u32) -> i32 {
        features.value(&self.sets[set(empties)], &self.heads[(empties as usize).min(HEADS - 1)])
    }

    /// The value in whole discs, never that of a finished game.
    #[inline]
    pub fn discs(&self, features: &Features, empties: u32) -> i32 {
        ((self.value(features, empties) + UNIT / 2) >> 5).clamp(-62, 62)
    }

    /// Prefetches what the value needs.
    #[inline]
    pub fn prefetch(&self, features: &Features, empties: u32) {
        features.prefetch(&self.sets[set(empties)]);
    }

    pub fn write(&self) -> Vec<u8> {
        let mut content = Vec::new();
        for mut head in self.heads.iter().copied() {
            shorts(&mut head).for_each(|number| content.extend(number.to_le_bytes()));
            longs(&mut head).for_each(|number| content.extend(number.to_le_bytes()));
        }
        let entries = entries();
        for tables in &self.sets {
            let rows: Vec<&Row> = entries.iter().map(|entry| &tables[entry.0][entry.1]).collect();
            let bit = |(n, row): (usize, &&Row)| u8::from(**row != Row::ZERO) << n;
            content.extend(rows.chunks(8).map(|rows| rows.iter().enumerate().map(bit).sum::<u8>()));
            let used: Vec<_> =
                rows.iter().filter(|row| ***row != Row::ZERO).map(|row| row.numbers()).collect();
            (0..WIDTH).for_each(|n| content.extend(used.iter().map(|numbers| numbers[n] as u8)));
        }
        let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        let packed = packer.write_all(&content).and_then(|()| packer.finish());
        packed.expect("memory takes whatever is written")
    }

    pub fn read(bytes: &[u8]) -> Result<Weights, BadWeights> {
        let entries = entries();
        let content = unpack(bytes, &entries)?;
        let mut input = WeightsReader { rest: &content };
        let bad = |input: &WeightsReader| BadWeights { at: content.len() - input.rest.len(), packed: true };
        let mut heads = vec![Head::ZERO; HEADS];
        let mut sets = [(); SETS].map(|()| no_tables());
        let mut fill = || {
            for head in &mut heads {
                for number in shorts(head) {
                    *number = i16::from_le_bytes(input.bytes()?);
                }
                for number in longs(head) {
                    *number = i32::from_le_bytes(input.bytes()?);
                }
            }
            sets.iter_mut().try_for_each(|tables| input.tables(&entries, tables))
        };
        match fill() {
            Some(()) if input.rest.is_empty() => Ok(Weights { sets, heads }),
            _ => Err(bad(&input)),
        }
    }
}

/// The 16-bit numbers of a head, in file order.
fn shorts(head: &mut Head) -> impl Iterator<Item = &mut i16> {
    let rows = head.rows.as_flattened_mut().as_flattened_mut();
    rows.iter_mut().chain(head.straight.as_flattened_mut()).chain(&mut head.start).chain(&mut head.out)
}

/// The 32-bit numbers, which follow.
fn longs(head: &mut Head) -> impl Iterator<Item = &mut i32> {
    head.units.iter_mut().chain([&mut head.value])
}

/// A row in the file, with its mirror image: `(block, entry, mirrored)`.
type FileRow = (usize, usize, usize);

fn entries() -> Vec<FileRow> {
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

/// Decompresses the file's content, up to the size of the largest possible weights.
fn unpack(bytes: &[u8], entries: &[FileRow]) -> Result<Vec<u8>, BadWeights> {
    let Some(packed) = bytes.strip_prefix(MAGIC) else { return Err(BadWeights { at: 0, packed: false }) };
    let mut head = Head::ZERO;
    let head = 2 * shorts(&mut head).count() + 4 * longs(&mut head).count();
    let most = HEADS * head + SETS * (entries.len().div_ceil(8) + WIDTH * entries.len());
    let mut content = vec![0; most];
    let mut unpacker = Decompress::new(true);
    // In one piece, straight into place.
    let status = unpacker.decompress(packed, &mut content, FlushDecompress::Finish);
    let (taken, given) = (unpacker.total_in() as usize, unpacker.total_out() as usize);
    if !matches!(status, Ok(Status::StreamEnd)) || taken != packed.len() {
        return Err(BadWeights { at: MAGIC.len() + taken, packed: false });
    }
    content.truncate(given);
    Ok(content)
}

struct WeightsReader<'a> {
    rest: &'a [u8],
}

impl<'a> WeightsReader<'a> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*first)
    }

    /// Reads `count` bytes if all of them are `good`.
    fn all(&mut self, count: usize, good: impl Fn(u8) -> bool) -> Option<&'a [u8]> {
        let (all, rest) = self.rest.split_at_checked(count)?;
        // Without an early exit, the compiler vectorizes this loop.
        if !all.iter().fold(true, |so_far, &byte| so_far & good(byte)) {
            let at = all.iter().position(|&byte| !good(byte))?;
            self.rest = &self.rest[at..];
            return None;
        }
        self.rest = rest;
        Some(all)
    }

    fn tables(&mut self, entries: &[FileRow], tables: &mut Tables) -> Option<()> {
        let bits = self.all(entries.len().div_ceil(8), |_| true)?;
        let used = entries.iter().enumerate().filter(|(n, _)| bits[n / 8] >> (n % 8) & 1 == 1);
        let used: Vec<FileRow> = used.map(|(_, entry)| *entry).collect();
        let limit = LIMIT.unsigned_abs();
        let numbers = self.all(WIDTH * used.len(), |byte| (byte as i8).unsigned_abs() <= limit)?;
        // Many rows at a time, because reading single numbers down a column is slow.
        for (part, entries) in used.chunks(PART).enumerate() {
            let mut rows = [[0; WIDTH]; PART];
            for n in 0..WIDTH {
                let column = &numbers[n * used.len() + part * PART..][..entries.len()];
                rows.iter_mut().zip(column).for_each(|(row, &byte)| row[n] = byte as i8);
            }
            for (row, &(block, entry, mirrored)) in rows.into_iter().zip(entries) {
                tables[block][entry] = Row::new(row);
                tables[block][mirrored] = tables[block][entry];
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> &'static [u8] {
        File::Othello.bytes()
    }

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
    fn rows_are_rounded_to_their_steps_and_mirror_images_stay_equal() {
        let mut weights = Weights::zero();
        let numbers = |weights: &Weights, block: usize, entry: usize| weights.sets[1][block][entry].numbers();
        let (block, entry, mirrored) = *entries().iter().find(|entry| entry.1 != entry.2).unwrap();
        let row = Row::new(std::array::from_fn(|n| n as i8 - 31));
        weights.sets[1][block][entry] = row;
        weights.sets[1][block][mirrored] = row;
        weights.round(|_, _| 1);
        assert_eq!(numbers(&weights, block, entry), row.numbers(), "whole numbers stay");
        let places = [entry, mirrored].map(|entry| (block << 16) + entry);
        weights.round(|set, rows| if set == 1 && rows == places { 9 } else { 1 });
        let rounded = numbers(&weights, block, entry);
        assert_eq!(rounded, numbers(&weights, block, mirrored));
        for (n, number) in rounded.into_iter().enumerate() {
            let before = (n as i8 - 31).min(LIMIT);
            assert!(number % 9 == 0 && (number - before).abs() <= 4, "{before} became {number}");
        }
        assert!(Weights::read(&weights.write()) == Ok(weights));
    }

    fn packed(content: &[u8]) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::fast());
        packer.write_all(content).and_then(|()| packer.finish()).unwrap()
    }

    #[test]
    fn a_damaged_file_is_refused() {
        assert!(Weights::read(file()).is_ok());
        assert_eq!(Weights::read(&file()[1..]), Err(BadWeights { at: 0, packed: false }));
        let last = file().len() - 1;
        for end in [0, 7, 8, 9, last / 2, last - 4, last] {
            assert!(Weights::read(&file()[..end]).is_err(), "{end} bytes");
        }
        // The checksum at the end finds what decompression does not.
        for at in [8, 9, 1000, last / 2, last - 3, last] {
            let mut wrong = file().to_vec();
            wrong[at] ^= 16;
            assert!(Weights::read(&wrong).is_err(), "byte {at}");
        }
        let longer = [file(), &[1]].concat();
        assert_eq!(Weights::read(&longer), Err(BadWeights { at: file().len(), packed: false }));
    }

    #[test]
    fn bad_content_is_refused_where_it_is_bad() {
        let content = unpack(&Weights::zero().write(), &entries()).unwrap();
        assert_eq!(Weights::read(&packed(&content)), Ok(Weights::zero()));
        let at = |content: &[u8]| Weights::read(&packed(content)).unwrap_err();
        assert_eq!(at(&[]), BadWeights { at: 0, packed: true });
        assert_eq!(at(&[&content[..], &[0]].concat()), BadWeights { at: content.len(), packed: true });
        assert!(at(&content[..content.len() - 1]).packed);
        // One row of the last set has something in it, and its fourth number is too large.
        let bits = entries().len().div_ceil(8);
        let mut large = content.clone();
        large[content.len() - bits] = 1;
        large.extend([1; WIDTH]);
        assert!(Weights::read(&packed(&large)).is_ok());
        large[content.len() + 3] = LIMIT as u8 + 1;
        assert_eq!(at(&large), BadWeights { at: content.len() + 3, packed: true });
        // Content that decompresses to more than any weights.
        assert!(!at(&vec![0; 1 << 26]).packed);
    }
}
