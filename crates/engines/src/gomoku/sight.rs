//! What the network sees of a position. It looks at the board only when asked, and then renews what changed since the
//! last time: moves that were played and taken back in between cost nothing, and one that was seen and then taken back
//! is undone from what was saved before it.

use super::board::{Board, NO_CELL};
use super::grid::Grid;
use super::net::{self, Net};
use super::shape::KEY_WALL;
use heibai_kernels::gomoku::{Gathered, SLOTS, Saved, Slots};
use std::sync::{Arc, OnceLock};

/// The board's cells lie in slots with a border of one around them.
const BORDER: usize = 1;

/// What a stone on a slot changes.
struct Reach {
    /// Windows by direction and slot, and where in them the stone stands.
    windows: Vec<(u16, u8)>,
    /// The slots of these windows.
    seen: Vec<u16>,
}

/// The slots of one board size.
struct Layout {
    grid: &'static Grid,
    stride: usize,
    /// By cell.
    reach: Vec<Reach>,
    slots: Vec<u16>,
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
        let reach = |cell: usize| {
            let (mut windows, mut seen) = (Vec::new(), vec![slot(cell) as u16]);
            for (d, place) in grid.places[cell].iter().enumerate() {
                for ahead in -(place.before.min(4) as isize)..=place.after.min(4) as isize {
                    let slot = slot((cell as isize + ahead * grid.step[d]) as usize);
                    windows.push(((d * SLOTS + slot) as u16, net::place(ahead) as u8));
                    if ahead != 0 {
                        seen.push(slot as u16);
                    }
                }
            }
            Reach { windows, seen }
        };
        Layout { grid, stride, reach: (0..grid.cells).map(reach).collect(), slots }
    }
}

/// A move that was seen.
struct Step {
    /// The position after it.
    key: u64,
    /// `NO_CELL` for a pass.
    cell: usize,
    /// The stone's bits in a window.
    code: u32,
    /// What was before.
    saved: Saved,
}

pub struct Sight {
    net: Arc<Net>,
    layout: &'static Layout,
    slots: Box<Slots>,
    /// What the heads for Black and for White to move made of the sums.
    gathered: Option<Box<[Gathered; 2]>>,
    /// The board's rows when it was last looked at as a whole.
    rows: Vec<u64>,
    /// How many moves the board had then, and its key.
    start: (usize, u64),
    /// The moves seen since then, and room for more.
    steps: Vec<Step>,
    count: usize,
    /// The latest value and its position.
    latest: Option<(u64, i32)>,
}

/// No value of the network goes beyond this.
const MOST: i32 = 1500;
/// In place of the number of moves: the board was not yet looked at.
const NEVER: usize = usize::MAX;

impl Sight {
    pub fn new(net: Arc<Net>, size: usize) -> Sight {
        let layout = Layout::of(size);
        let grid = layout.grid;
        let mut slots = Box::new(Slots::new(layout.stride, net.values()));
        for cell in 0..grid.cells {
            let (x, y) = (cell % size, cell / size);
            let slot = usize::from(layout.slots[cell]);
            slots.region[slot] = (3 * net::third(y, size) + net::third(x, size)) as u8;
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
        let gathered =
            net.heads.as_ref().map(|heads| Box::new([0, 1].map(|turn: usize| heads.by_turn[turn].nothing())));
        let steps = Vec::new();
        Sight { net, layout, slots, gathered, rows, start: (NEVER, 0), steps, count: 0, latest: None }
    }

    /// Brings everything up to date.
    fn look(&mut self, board: &Board) {
        let (first, key) = self.start;
        if board.key_at(first) != Some(key) {
            return self.look_anew(board);
        }
        let moves = board.moves_made() - first;
        while self.count > moves || self.count > 0 && !self.is_at(board, first + self.count) {
            self.count -= 1;
            let Step { cell, code, saved, .. } = &self.steps[self.count];
            if *cell != NO_CELL {
                let reach = &self.layout.reach[*cell];
                toggle(&mut self.slots, reach, *code);
                self.slots.restore(&reach.seen, saved);
            }
        }
        while self.count < moves {
            self.step(board, first + self.count + 1);
        }
    }

    /// Whether the latest step led to the board's position after so many moves.
    fn is_at(&self, board: &Board, moves: usize) -> bool {
        board.key_at(moves) == Some(self.steps[self.count - 1].key)
    }

    /// Looks at the move that made this many.
    fn step(&mut self, board: &Board, moves: usize) {
        if self.count == self.steps.len() {
            self.steps.push(Step { key: 0, cell: NO_CELL, code: 0, saved: Saved::NOTHING });
        }
        let step = &mut self.steps[self.count];
        self.count += 1;
        step.key = board.key_at(moves).unwrap_or_default();
        step.cell = board.move_at(moves);
        if step.cell == NO_CELL {
            return;
        }
        step.code = board.stone(step.cell).map_or(0, |color| color.index() as u32 + 1);
        let reach = &self.layout.reach[step.cell];
        self.slots.save(&reach.seen, &mut step.saved);
        toggle(&mut self.slots, reach, step.code);
        self.slots.renew(&self.net.table, &reach.seen);
    }

    /// Compares every cell of the board with what was seen when it was last looked at as a whole.
    fn look_anew(&mut self, board: &Board) {
        for Step { cell, code, .. } in self.steps[..self.count].iter().filter(|step| step.cell != NO_CELL) {
            toggle(&mut self.slots, &self.layout.reach[*cell], *code);
        }
        self.count = 0;
        self.start = (board.moves_made(), board.key());
        let size = self.layout.grid.size;
        for (y, (row, old)) in board.rows().iter().zip(&mut self.rows).enumerate() {
            let mut change = *row ^ *old;
            *old = *row;
            while change != 0 {
                let at = change.trailing_zeros() / 2;
                let code = (change >> (2 * at) & 3) as u32;
                change &= !(3 << (2 * at));
                toggle(&mut self.slots, &self.layout.reach[y * size + Grid::column(at)], code);
            }
        }
        self.slots.renew(&self.net.table, &self.layout.slots);
    }

    /// Whether the network has a value at all.
    pub fn has_value(&self) -> bool {
        self.gathered.is_some()
    }

    /// What the network adds to the value of the position for the side to move.
    pub fn value(&mut self, board: &Board) -> i32 {
        if let Some((key, value)) = self.latest
            && key == board.key()
        {
            return value;
        }
        self.look(board);
        let turn = board.turn().index();
        let (Some(heads), Some(gathered)) = (&self.net.heads, &mut self.gathered) else { return 0 };
        let sums = self.slots.sums(&self.net.mixing);
        let value = heads.by_turn[turn].value(&mut gathered[turn], sums).clamp(-MOST, MOST);
        self.latest = Some((board.key(), value));
        value
    }

    /// How promising the network finds moves on these cells, in the units of the fitted order; at most 512 of them.
    pub fn promise(
        &mut self,
        board: &Board,
        cells: impl Iterator<Item = usize>,
        tell: impl FnMut((usize, i32)),
    ) {
        self.look(board);
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

/// Puts a stone into its windows or takes it out.
#[inline(always)]
fn toggle(slots: &mut Slots, reach: &Reach, code: u32) {
    for &(window, shift) in &reach.windows {
        let window = usize::from(window) & (4 * SLOTS - 1);
        slots.index[window / SLOTS][window % SLOTS] ^= code << (shift & 31);
    }
}
