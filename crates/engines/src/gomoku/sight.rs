//! What the network sees of a position. It looks at the board only when asked about moves, and then renews what
//! changed since the last time: moves that were played and taken back in between cost nothing.

use super::board::Board;
use super::grid::{Cells, Grid};
use super::net::{self, Net};
use super::shape::KEY_WALL;
use heibai_kernels::gomoku::{SLOTS, Slots};
use std::sync::{Arc, OnceLock};

/// The board's cells lie in slots with a border of one around them.
const BORDER: usize = 1;

/// What a stone on a slot changes.
struct Reach {
    /// Windows by direction and slot, and where in them the stone stands.
    windows: Vec<(u16, u8)>,
    /// The slots of these windows.
    seen: Cells,
}

/// The slots of one board size.
struct Layout {
    grid: &'static Grid,
    stride: usize,
    /// By cell.
    reach: Vec<Reach>,
    slots: Vec<u16>,
    all: Cells,
}

impl Layout {
    /// The slots of a board of `size`, laid out on first use.
    fn of(size: usize) -> &'static Layout {
        static LAYOUTS: [OnceLock<Layout>; 21] = [const { OnceLock::new() }; 21];
        LAYOUTS[size].get_or_init(|| Layout::build(Grid::of(size)))
    }

    fn build(grid: &'static Grid) -> Layout {
        let stride = grid.size + 2 * BORDER;
        let slot = |cell: usize| (cell / grid.size + BORDER) * stride + cell % grid.size + BORDER;
        let slots = (0..grid.cells).map(|cell| slot(cell) as u16).collect();
        let mut all = Cells::NONE;
        (0..grid.cells).for_each(|cell| all.insert(slot(cell)));
        let reach = |cell: usize| {
            let (mut windows, mut seen) = (Vec::new(), Cells::NONE);
            for (d, place) in grid.places[cell].iter().enumerate() {
                for ahead in -(place.before.min(4) as isize)..=place.after.min(4) as isize {
                    let slot = slot((cell as isize + ahead * grid.step[d]) as usize);
                    windows.push(((d * SLOTS + slot) as u16, net::place(ahead) as u8));
                    seen.insert(slot);
                }
            }
            Reach { windows, seen }
        };
        Layout { grid, stride, reach: (0..grid.cells).map(reach).collect(), slots, all }
    }
}

pub struct Sight {
    net: Arc<Net>,
    layout: &'static Layout,
    slots: Box<Slots>,
    /// The board's rows when it was last looked at.
    rows: Vec<u64>,
    /// What must be renewed: first everything, and from then on nothing between two looks.
    seen: Cells,
}

impl Sight {
    /// The sight of an empty board.
    pub fn new(net: Arc<Net>, size: usize) -> Sight {
        let layout = Layout::of(size);
        let grid = layout.grid;
        let mut slots = Box::new(Slots::new(layout.stride));
        for cell in 0..grid.cells {
            let slot = usize::from(layout.slots[cell]);
            for (d, place) in grid.places[cell].iter().enumerate() {
                let wall = |ahead: isize| match ahead {
                    ahead if -ahead > isize::from(place.before) || ahead > isize::from(place.after) => {
                        (KEY_WALL as u32) << net::place(-ahead)
                    }
                    _ => 0,
                };
                slots.index[d][slot] = (-4..=4).map(wall).sum();
            }
        }
        let rows = grid.empty_lines[..size].to_vec();
        Sight { net, layout, slots, rows, seen: layout.all }
    }

    /// Notes every stone that came or went since the last look.
    fn look(&mut self, board: &Board) {
        let size = self.layout.grid.size;
        for (y, (row, old)) in board.rows().iter().zip(&mut self.rows).enumerate() {
            let mut change = *row ^ *old;
            *old = *row;
            while change != 0 {
                let at = change.trailing_zeros() / 2;
                let code = (change >> (2 * at) & 3) as u32;
                change &= !(3 << (2 * at));
                let reach = &self.layout.reach[y * size + Grid::column(at)];
                for &(window, shift) in &reach.windows {
                    let window = usize::from(window) & (4 * SLOTS - 1);
                    self.slots.index[window / SLOTS][window % SLOTS] ^= code << (shift & 31);
                }
                self.seen = self.seen.or(&reach.seen);
            }
        }
    }

    /// How promising the network finds moves on these cells, in the units of the fitted order; at most 512 of them.
    pub fn promise(
        &mut self,
        board: &Board,
        cells: impl Iterator<Item = usize>,
        tell: impl FnMut((usize, i32)),
    ) {
        self.look(board);
        self.slots.renew(&self.net.table, &self.net.mixing, self.seen.words());
        self.seen = Cells::NONE;
        let (mut list, mut found, mut count) = ([0; SLOTS], [0; SLOTS], 0);
        for (place, cell) in list.iter_mut().zip(cells) {
            *place = self.layout.slots[cell];
            count += 1;
        }
        let order = &self.net.order[board.turn().index()];
        self.slots.weigh(&self.net.mixing, order, &list[..count], &mut found);
        found[..count].iter().map(|sum| sum >> 6).enumerate().for_each(tell);
    }
}
