//! The network's weights and their file. Its state for a position is in `accumulator.rs`.
//!
//! Each cell sums four embedding rows, one per direction, indexed by the nine cells around it on that line. A depthwise
//! 3x3 convolution ("mixing") follows. From a cell's features a linear layer for each side to move scores a move there.
//! The features are also summed over nine regions of the board, and a head for each side to move and phase of the game
//! maps the sums to a value, which is added to the linear evaluation; a network may lack the heads. Made by
//! `train/gomoku/net.py`.

use crate::data::File;
use heibai_games::gomoku::{Rules, Variant};
use heibai_kernels::gomoku::{Head, LAST, Mixing, REGIONS, Row, Slots, Sums, TABLE, UNITS, WIDTH};
use std::sync::{Arc, OnceLock};

/// The board size that the shipped networks were trained on.
const SIZE: usize = 15;
const WALL: u32 = super::shape::KEY_WALL as u32;
/// A network that only orders moves, and one that has heads as well.
const MAGIC: &[u8] = b"heibai gomoku net 2\n";
const MAGIC_WITH_HEADS: &[u8] = b"heibai gomoku net 3\n";
/// The numbers of stones at which the second, third and fourth phase of a game begin.
const PHASES: [usize; 3] = [15, 23, 33];
/// The largest weight of the mixing: no sum may exceed sixteen bits.
const MOST_MIXING: u8 = 28;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    pub table: Box<[Row; TABLE]>,
    pub mixing: Mixing,
    /// The move-ordering weights, with Black and with White to move.
    pub order: [Sums; 2],
    /// The value heads, with Black and with White to move: one pair for the whole game, or one per phase.
    pub heads: Option<Vec<[Head; 2]>>,
}

/// The phase of a game with so many stones.
fn phase(stones: usize) -> usize {
    PHASES.iter().filter(|&&start| stones >= start).count()
}

/// A window in reverse.
fn mirror(window: u32) -> u32 {
    (0..9).fold(0, |all, i| all << 2 | window >> (2 * i) & 3)
}

/// Whether a window can occur: walls are only at its ends.
fn is_valid(window: u32) -> bool {
    let wall = |i: u32| window >> (2 * i) & 3 == WALL;
    !wall(4) && (1..4).all(|i| !wall(i) || wall(i - 1)) && (5..8).all(|i| !wall(i) || wall(i + 1))
}

/// The windows that have a row in the file, in its order; their mirror images share it.
fn windows() -> impl Iterator<Item = u32> {
    (0..TABLE as u32).filter(|&window| is_valid(window) && window <= mirror(window))
}

/// The unread rest of a file.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self, what: &str) -> Result<[u8; N], String> {
        let (bytes, rest) =
            self.0.split_first_chunk().ok_or(format!("the Gomoku network ends before its {what}"))?;
        self.0 = rest;
        Ok(*bytes)
    }
}

impl Net {
    /// The shipped network for these rules, if there is one. Those of freestyle and Standard serve boards from 15x15 to
    /// 20x20, that of Renju 15x15: other sizes were not measured (docs/lab/gomoku.md).
    pub fn of(rules: &Rules) -> Option<Arc<Net>> {
        type BySize = [OnceLock<Option<Arc<Net>>>; 6];
        static NETS: [BySize; 3] = [const { [const { OnceLock::new() }; 6] }; 3];
        let (file, nets, sizes) = match rules.variant() {
            Variant::Freestyle => (File::FreestyleNet, &NETS[0], 6),
            Variant::Standard => (File::StandardNet, &NETS[1], 6),
            Variant::Renju | Variant::RenjuPatterns => (File::RenjuNet, &NETS[2], 1),
        };
        let learnt = || nets[0].get_or_init(|| Net::read(file.bytes()).ok().map(Arc::new)).clone();
        match rules.size().checked_sub(SIZE)? {
            0 => learnt(),
            more => {
                let resized = || Some(Arc::new(learnt()?.resized(SIZE + more)));
                nets[..sizes].get(more)?.get_or_init(resized).clone()
            }
        }
    }

    /// The network for another board size. Only the heads depend on the size: larger regions have larger sums even when
    /// they are empty. The heads' bias corrects for that, so that an empty board gives the same value on every size.
    pub fn resized(&self, size: usize) -> Net {
        let mut net = self.clone();
        let empty = |size| *Slots::new(size, &self.table, &self.mixing).sums();
        let (learnt, here) = (empty(SIZE), empty(size));
        for head in net.heads.iter_mut().flatten().flatten() {
            for (unit, input) in all(UNITS, REGIONS * WIDTH) {
                let (region, number) = (input / WIDTH, input % WIDTH);
                let surplus = i32::from(here[region].0[number]) - i32::from(learnt[region].0[number]);
                head.first_bias[unit] -= surplus * i32::from(*head.first(unit, input));
            }
        }
        net
    }

    /// The phase of a board with this many stones, and its heads.
    pub fn heads(&self, stones: usize) -> Option<(usize, &[Head; 2])> {
        let heads = self.heads.as_deref()?;
        let phase = phase(stones).min(heads.len().checked_sub(1)?);
        Some((phase, &heads[phase]))
    }

    /// A network of zeros without heads.
    pub fn zero() -> Net {
        let mut rows = Vec::with_capacity(TABLE);
        heibai_kernels::prefer_large_pages(&mut rows);
        rows.resize(TABLE, Row::ZERO);
        let table = rows.try_into().unwrap_or_else(|_| unreachable!("one row for each window"));
        let mixing = Mixing { weights: [Sums::ZERO; 9], bias: Sums::ZERO };
        Net { table, mixing, order: [Sums::ZERO; 2], heads: None }
    }

    /// Sets the row of a window and its mirror image.
    pub fn set_row(&mut self, window: u32, row: [i8; WIDTH]) {
        for window in [window, mirror(window)] {
            self.table[window as usize & (TABLE - 1)] = Row(row);
        }
    }

    /// Reads a file. The layout is the order of the reads below.
    pub fn read(file: &[u8]) -> Result<Net, String> {
        let with_heads = file.strip_prefix(MAGIC_WITH_HEADS);
        let mut bytes = Bytes(with_heads.or(file.strip_prefix(MAGIC)).ok_or("this is no Gomoku network")?);
        let mut size = [0; 2];
        if with_heads.is_some() {
            size = bytes.take("head's size")?;
        }
        let mut net = Net::zero();
        for window in windows() {
            net.set_row(window, bytes.take("last row")?.map(|byte: u8| byte as i8));
        }
        for weight in net.mixing.weights.iter_mut().flat_map(|sums| &mut sums.0) {
            let [byte] = bytes.take("mixing")?.map(|byte: u8| byte as i8);
            if byte.unsigned_abs() > MOST_MIXING {
                return Err(format!("the Gomoku network mixes by {byte}, and {MOST_MIXING} is the most"));
            }
            *weight = i16::from(byte);
        }
        for number in net.mixing.bias.0.iter_mut().chain(net.order.iter_mut().flat_map(|sums| &mut sums.0)) {
            *number = i16::from_le_bytes(bytes.take("order of moves")?);
        }
        if with_heads.is_some() {
            net.heads = Some(read_heads(&mut bytes, size)?);
        }
        match bytes.0.len() {
            0 => Ok(net),
            more => Err(format!("the Gomoku network goes on for {more} bytes after its end")),
        }
    }

    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = match &self.heads {
            None => MAGIC.to_vec(),
            Some(heads) => [MAGIC_WITH_HEADS, &[UNITS as u8, heads.len().saturating_sub(1) as u8]].concat(),
        };
        for window in windows() {
            bytes.extend(self.table[window as usize].0.map(|number| number as u8));
        }
        bytes.extend(self.mixing.weights.iter().flat_map(|sums| sums.0.map(|weight| weight as u8)));
        for sums in [&self.mixing.bias, &self.order[0], &self.order[1]] {
            bytes.extend(sums.0.iter().flat_map(|number| number.to_le_bytes()));
        }
        for head in self.heads.iter().flatten().flatten() {
            write_head(&mut bytes, head);
        }
        bytes
    }
}

/// Every pair of unit and input of a layer, in the file's order.
fn all(units: usize, inputs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..units).flat_map(move |unit| (0..inputs).map(move |input| (unit, input)))
}

/// Reads the heads. Units that the file lacks stay zero.
fn read_heads(bytes: &mut Bytes<'_>, [units, more_phases]: [u8; 2]) -> Result<Vec<[Head; 2]>, String> {
    let units = usize::from(units);
    if units > UNITS {
        return Err(format!("the Gomoku network's head has {units} units, and {UNITS} is the most"));
    }
    let phases = usize::from(more_phases) + 1;
    if phases != 1 && phases != PHASES.len() + 1 {
        return Err(format!(
            "the Gomoku network has heads for {phases} phases, not one or {}",
            PHASES.len() + 1
        ));
    }
    let mut heads = vec![[Head::ZERO, Head::ZERO]; phases];
    for head in heads.iter_mut().flatten() {
        read_head(bytes, units, head)?;
    }
    Ok(heads)
}

fn read_head(bytes: &mut Bytes<'_>, units: usize, head: &mut Head) -> Result<(), String> {
    for bias in &mut head.first_bias[..units] {
        *bias = i32::from_le_bytes(bytes.take("head")?);
    }
    for (unit, input) in all(units, REGIONS * WIDTH) {
        *head.first(unit, input) = i16::from_le_bytes(bytes.take("head")?);
    }
    for bias in &mut head.second_bias {
        *bias = i32::from_le_bytes(bytes.take("head")?);
    }
    for (unit, input) in all(LAST, units) {
        *head.second(unit, input) = i16::from_le_bytes(bytes.take("head")?);
    }
    head.out_bias = i32::from_le_bytes(bytes.take("head")?);
    for weight in &mut head.out {
        *weight = i16::from_le_bytes(bytes.take("head")?);
    }
    Ok(())
}

fn write_head(bytes: &mut Vec<u8>, head: &Head) {
    let mut head = Box::new(head.clone());
    bytes.extend(head.first_bias.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes.extend(all(UNITS, REGIONS * WIDTH).flat_map(|(unit, input)| head.first(unit, input).to_le_bytes()));
    bytes.extend(head.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes.extend(all(LAST, UNITS).flat_map(|(unit, input)| head.second(unit, input).to_le_bytes()));
    bytes.extend(head.out_bias.to_le_bytes());
    bytes.extend(head.out.iter().flat_map(|weight| weight.to_le_bytes()));
}
