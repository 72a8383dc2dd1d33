//! The network's accumulator. It is updated lazily: a move that is played and undone between two evaluations costs
//! nothing, and one that was accumulated and then undone is restored from a saved copy.

use super::board::{NO_CELL, PatternBoard};
use super::grid::Grid;
use super::net::Net;
use heibai_kernels::gomoku::{Gathered, Head, SLOTS, Saved, Slots};
use std::sync::Arc;

/// A move that has been accumulated.
struct SeenMove {
    /// The key of the position after it.
    key: u64,
    /// `NO_CELL` for a pass.
    cell: usize,
    /// The stone's code in a window.
    bits: u32,
    /// The state before it.
    saved: Saved,
}

pub struct Accumulator {
    net: Arc<Net>,
    slots: Box<Slots>,
    /// The first layer's state in the heads of each phase, for Black and for White to move.
    gathered: Vec<[Gathered; 2]>,
    /// The board's rows at the last rebuild.
    rows: Vec<u64>,
    /// The number of moves at the last rebuild, and the key.
    start: (usize, u64),
    /// The moves since then; only the first `count` are valid.
    seen: Vec<SeenMove>,
    count: usize,
    /// The latest value and its position.
    latest: Option<(u64, i32)>,
}

/// The network's value is clamped to this.
const MOST: i32 = 1500;
/// In place of the number of moves: nothing was accumulated yet.
const NEVER: usize = usize::MAX;

impl Accumulator {
    pub fn new(net: Arc<Net>, size: usize) -> Accumulator {
        let slots = Box::new(Slots::new(size, &net.table, &net.mixing));
        let rows = Grid::of(size).empty_lines[..size].to_vec();
        let gathered = net.heads.iter().flatten().map(|both| both.each_ref().map(Head::nothing)).collect();
        let seen = Vec::new();
        Accumulator { net, slots, gathered, rows, start: (NEVER, 0), seen, count: 0, latest: None }
    }

    /// Undoes moves that the board no longer has and adds its new ones.
    fn update(&mut self, board: &PatternBoard) {
        let (first, key) = self.start;
        if board.key_at(first) != Some(key) {
            return self.rebuild(board);
        }
        let moves = board.moves_made() - first;
        while self.count > moves || self.count > 0 && !self.is_at(board, first + self.count) {
            self.count -= 1;
            let SeenMove { cell, bits, saved, .. } = &self.seen[self.count];
            if *cell != NO_CELL {
                self.slots.leave(*cell, *bits, saved);
            }
        }
        while self.count < moves {
            self.push(board, first + self.count + 1);
        }
    }

    /// Whether the last accumulated move led to the board's position after `moves` moves.
    fn is_at(&self, board: &PatternBoard, moves: usize) -> bool {
        board.key_at(moves) == Some(self.seen[self.count - 1].key)
    }

    /// Adds the board's move number `moves`.
    fn push(&mut self, board: &PatternBoard, moves: usize) {
        if self.count == self.seen.len() {
            self.seen.push(SeenMove { key: 0, cell: NO_CELL, bits: 0, saved: Saved::NOTHING });
        }
        let seen = &mut self.seen[self.count];
        self.count += 1;
        seen.key = board.key_at(moves).unwrap_or_default();
        seen.cell = board.move_at(moves);
        if seen.cell == NO_CELL {
            return;
        }
        seen.bits = board.stone(seen.cell).map_or(0, |color| color.index() as u32 + 1);
        self.slots.enter(&self.net.table, &self.net.mixing, seen.cell, seen.bits, &mut seen.saved);
    }

    /// Starts again from the board as it is.
    fn rebuild(&mut self, board: &PatternBoard) {
        for seen in self.seen[..self.count].iter().filter(|seen| seen.cell != NO_CELL) {
            self.slots.toggle(seen.cell, seen.bits);
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

    /// Whether the network has a value head.
    pub(crate) fn has_value(&self) -> bool {
        !self.gathered.is_empty()
    }

    /// What the network adds to the linear value, for the side to move.
    pub fn value(&mut self, board: &PatternBoard) -> i32 {
        if let Some((key, value)) = self.latest
            && key == board.key()
        {
            return value;
        }
        self.update(board);
        let turn = board.turn().index();
        let stones = board.size() * board.size() - board.empty().len();
        let Some((phase, heads)) = self.net.heads(stones) else { return 0 };
        let value = heads[turn].value(&mut self.gathered[phase][turn], self.slots.sums()).clamp(-MOST, MOST);
        self.latest = Some((board.key(), value));
        value
    }

    /// The network's move-ordering scores for these cells (at most 512), in the units of the linear order.
    pub fn score_moves(
        &mut self,
        board: &PatternBoard,
        cells: impl Iterator<Item = usize>,
        tell: impl FnMut((usize, i32)),
    ) {
        self.update(board);
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
