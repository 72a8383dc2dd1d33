//! The memory layout of a board: cells in slots with a border of one, and a window for each cell along each line.

use super::{DIRECTIONS, SLOTS, WINDOWS};
use std::sync::OnceLock;

/// The bits of a cell outside the board.
const WALL: u32 = 3;
/// Unused windows before and after each line.
const MARGIN: usize = 4;

/// What a stone on a cell changes.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// The first of the nine windows that contain it, in each direction.
    pub(super) first: [u16; 4],
    /// The slots of those windows that are cells of the board.
    pub(super) slots: Vec<u16>,
    /// Those slots and their neighbours, grouped by region, and where each region ends in this list.
    pub(super) around: Vec<u16>,
    pub(super) regions: Vec<(u8, u8)>,
}

#[derive(PartialEq, Eq, Debug)]
pub struct Layout {
    /// The distance from a slot to the one below it.
    pub(super) stride: usize,
    /// The slot of each cell.
    pub slots: Vec<u16>,
    /// The windows of a slot.
    pub(super) windows: [[u16; 4]; SLOTS],
    /// By cell.
    pub(super) reach: Vec<Reach>,
    /// The windows of the empty board.
    pub(super) empty: Box<[u32; WINDOWS]>,
}

impl Layout {
    /// The layout of a board of at most twenty lines, made on first use.
    pub fn of(size: usize) -> &'static Layout {
        static LAYOUTS: [OnceLock<Layout>; 21] = [const { OnceLock::new() }; 21];
        LAYOUTS[size].get_or_init(|| Layout::build(size))
    }

    fn build(size: usize) -> Layout {
        let stride = size + 2;
        let mut layout = Layout {
            stride,
            slots: Vec::new(),
            windows: [[0; 4]; SLOTS],
            reach: Vec::new(),
            empty: Box::new([0; WINDOWS]),
        };
        let slot_of = |(x, y): (usize, usize)| (y + 1) * stride + x + 1;
        for (x, y) in cells(size) {
            let slot = slot_of((x, y));
            layout.slots.push(slot as u16);
            layout.windows[slot] = windows(size, x, y);
            let mut seen = vec![(x, y)];
            for (d, i) in (0..4).flat_map(|d| (0..9).map(move |i| (d, i))) {
                match along(size, (x, y), d, i) {
                    None => layout.empty[usize::from(layout.windows[slot][d])] |= WALL << (2 * i),
                    Some(cell) if i != 4 => seen.push(cell),
                    Some(_) => {}
                }
            }
            let mut around: Vec<_> =
                cells(size).filter(|&cell| seen.iter().any(|&at| next(at, cell))).collect();
            around.sort_by_key(|&cell| region(size, cell));
            let ends = around.iter().enumerate().map(|(i, &cell)| (region(size, cell), i as u8 + 1));
            let mut regions: Vec<(u8, u8)> = Vec::new();
            for (region, end) in ends {
                match regions.last_mut() {
                    Some(last) if last.0 == region => last.1 = end,
                    _ => regions.push((region, end)),
                }
            }
            layout.reach.push(Reach {
                first: layout.windows[slot].map(|window| window - MARGIN as u16),
                slots: seen.into_iter().map(|cell| slot_of(cell) as u16).collect(),
                around: around.into_iter().map(|cell| slot_of(cell) as u16).collect(),
                regions,
            });
        }
        layout
    }
}

/// The region of a cell: the board is divided into three by three.
pub(super) fn region(size: usize, (x, y): (usize, usize)) -> u8 {
    (3 * (3 * y / size) + 3 * x / size) as u8
}

fn next(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
}

pub(super) fn cells(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |y| (0..size).map(move |x| (x, y)))
}

/// The i-th of the nine cells around a cell in a direction, if it is on the board.
fn along(size: usize, (x, y): (usize, usize), d: usize, i: usize) -> Option<(usize, usize)> {
    let (dx, dy) = DIRECTIONS[d];
    let at = |start: usize, step: isize| start.checked_add_signed(step * (i as isize - 4));
    Some((at(x, dx)?, at(y, dy)?)).filter(|&(x, y)| x < size && y < size)
}

/// The index of a cell's window in each direction: one line after the other, with margins at both ends.
fn windows(size: usize, x: usize, y: usize) -> [u16; 4] {
    let room = size + 2 * MARGIN;
    // Rows, columns, and both kinds of diagonals.
    let lines = [(y, x), (size + x, y), (2 * size + size - 1 + y - x, x), (4 * size - 1 + x + y, x)];
    lines.map(|(line, at)| (line * room + MARGIN + at) as u16)
}

#[cfg(test)]
mod tests {
    use super::super::AROUND;
    use super::*;

    #[test]
    fn every_window_has_its_place_next_to_its_line() {
        for size in [5, 15, 20] {
            let mut seen = vec![false; WINDOWS];
            for (x, y) in cells(size) {
                for (d, &place) in windows(size, x, y).iter().enumerate() {
                    assert!(!std::mem::replace(&mut seen[usize::from(place)], true));
                    assert!(usize::from(place) + 9 < WINDOWS);
                    if let Some((x, y)) = along(size, (x, y), d, 5) {
                        assert_eq!(windows(size, x, y)[d], place + 1);
                    }
                }
            }
        }
    }

    #[test]
    fn a_stone_is_seen_from_four_cells_away() {
        let layout = Layout::of(15);
        let sizes = [0, 7 * 15 + 7].map(|cell: usize| layout.reach[cell].slots.len());
        assert_eq!(sizes, [13, 33]);
        // The corner's window along the row: four walls, then the board.
        assert_eq!(layout.empty[usize::from(layout.windows[17 + 1][0])], 0xff);
        let reach = &layout.reach[7 * 15 + 7];
        assert_eq!((reach.around.len(), reach.regions.len()), (AROUND, 9));
        assert_eq!(reach.regions.last(), Some(&(8, AROUND as u8)));
    }
}
