//! What the network sees of a position. It looks at the board only when asked, and then renews what changed since the
//! last time: moves that were played and taken back in between cost nothing, and one that was seen and then taken back
//! is undone from what was saved before it.

use super::board::{NO_CELL, PatternBoard};
use super::grid::Grid;
use super::net::Net;
use heibai_kernels::gomoku::{Gathered, Head, SLOTS, Saved, Slots};
use std::sync::Arc;

/// A move that was seen.
struct Step {
    /// The position after it.
    key: u64,
    /// `NO_CELL` for a pass.
    cell: usize,
    /// The stone in a window.
    bits: u32,
    /// What was before.
    saved: Saved,
}

pub struct Sight {
    net: Arc<Net>,
    slots: Box<Slots>,
    /// What the heads of each phase for Black and for White to move made of the sums.
    gathered: Vec<[Gathered; 2]>,
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
        let slots = Box::new(Slots::new(size, &net.table, &net.mixing));
        let rows = Grid::of(size).empty_lines[..size].to_vec();
        let gathered = net.heads.iter().flatten().map(|both| both.each_ref().map(Head::nothing)).collect();
        let steps = Vec::new();
        Sight { net, slots, gathered, rows, start: (NEVER, 0), steps, count: 0, latest: None }
    }

    /// Brings everything up to date.
    fn look(&mut self, board: &PatternBoard) {
        let (first, key) = self.start;
        if board.key_at(first) != Some(key) {
            return self.look_anew(board);
        }
        let moves = board.moves_made() - first;
        while self.count > moves || self.count > 0 && !self.is_at(board, first + self.count) {
            self.count -= 1;
            let Step { cell, bits, saved, .. } = &self.steps[self.count];
            if *cell != NO_CELL {
                self.slots.leave(*cell, *bits, saved);
            }
        }
        while self.count < moves {
            self.step(board, first + self.count + 1);
        }
    }

    /// Whether the latest step led to the board's position after so many moves.
    fn is_at(&self, board: &PatternBoard, moves: usize) -> bool {
        board.key_at(moves) == Some(self.steps[self.count - 1].key)
    }

    /// Looks at the move that made this many.
    fn step(&mut self, board: &PatternBoard, moves: usize) {
        if self.count == self.steps.len() {
            self.steps.push(Step { key: 0, cell: NO_CELL, bits: 0, saved: Saved::NOTHING });
        }
        let step = &mut self.steps[self.count];
        self.count += 1;
        step.key = board.key_at(moves).unwrap_or_default();
        step.cell = board.move_at(moves);
        if step.cell == NO_CELL {
            return;
        }
        step.bits = board.stone(step.cell).map_or(0, |color| color.index() as u32 + 1);
        self.slots.enter(&self.net.table, &self.net.mixing, step.cell, step.bits, &mut step.saved);
    }

    /// Compares every cell of the board with what was seen when it was last looked at as a whole.
    fn look_anew(&mut self, board: &PatternBoard) {
        for step in self.steps[..self.count].iter().filter(|step| step.cell != NO_CELL) {
            self.slots.toggle(step.cell, step.bits);
        }
        self.count = 0;
        self.start = (board.moves_made(), board.key());
        for (y, (row, old)) in board.rows().iter().zip(&mut self.rows).enumerate() {
            let mut change = *row ^ *old;
            *old = *row;
            while change != 0 {
                let at = change.trailing_zeros() / 2;
                self.slots.toggle(y * board.size() + Grid::column(at), (change >> (2 * at) & 3) as u32);
                change &= !(3 << (2 * at));
            }
        }
        self.slots.renew(board.size(), &self.net.table, &self.net.mixing);
    }

    /// Whether the network has a value at all.
    pub(crate) fn has_value(&self) -> bool {
        !self.gathered.is_empty()
    }

    /// What the network adds to the value of the position for the side to move.
    pub fn value(&mut self, board: &PatternBoard) -> i32 {
        if let Some((key, value)) = self.latest
            && key == board.key()
        {
            return value;
        }
        self.look(board);
        let turn = board.turn().index();
        let stones = board.size() * board.size() - board.empty().len();
        let Some((phase, heads)) = self.net.heads(stones) else { return 0 };
        let value = heads[turn].value(&mut self.gathered[phase][turn], self.slots.sums()).clamp(-MOST, MOST);
        self.latest = Some((board.key(), value));
        value
    }

    /// How promising the network finds moves on these cells, in the units of the fitted order; at most 512 of them.
    pub fn promise(
        &mut self,
        board: &PatternBoard,
        cells: impl Iterator<Item = usize>,
        tell: impl FnMut((usize, i32)),
    ) {
        self.look(board);
        let (mut list, mut found, mut count) = ([0; SLOTS], [0; SLOTS], 0);
        for (place, cell) in list.iter_mut().zip(cells) {
            *place = self.slots.slot(cell);
            count += 1;
        }
        let order = &self.net.order[board.turn().index()];
        self.slots.weigh(&self.net.mixing, order, &list[..count], &mut found);
        found[..count].iter().map(|sum| sum >> 6).enumerate().for_each(tell);
    }
}
