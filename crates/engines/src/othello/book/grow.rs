//! A book that grows: positions are searched again, deeper, and new ones are opened, in the order of how cheaply they
//! are reached by good play.
//!
//! A searched value is the mean of the last two depths: one flatters the side to move, the other its opponent.

use super::super::board::Bitboards;
use super::super::probcut::EXACT;
use super::super::search::Shared;
use super::super::symmetry::equal_squares;
use super::super::think::{Plan, Root, think_from};
use super::super::weights::WEIGHTS;
use super::{Book, Entry, Key, Searched, after, board_of};
use crate::search::table::TranspositionTable;
use crate::search::threads::at_most;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a move costs, in hundredths of a disc: how the order balances depth and breadth.
const PLY: i32 = 20;
/// Searches of a thread between two passes that back values up, at least; and one of so many positions of the book,
/// because a pass looks at them all.
const BATCH: usize = 64;
const SHARE: usize = 32;
/// Certainty of the midgame searches where none is asked for: that of `best`.
pub const CERTAINTY: u8 = 1;
/// Bytes of a thread's table.
const TABLE: usize = 32 << 20;

/// How far a book is to grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Every position is searched at least so many plies deep.
    pub depth: u32,
    /// And with at least this certainty, unless the search goes to the end.
    pub certainty: u8,
    /// New positions are opened until there are so many.
    pub positions: usize,
    pub threads: usize,
}

/// What was done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Grown {
    pub searched: usize,
    pub opened: usize,
    pub nodes: u64,
}

/// A search to make: of the moves of a position that lead out of the book, or first of the position after one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Expansion {
    key: Key,
    opens: Option<u8>,
}

/// What a task found: entries to keep.
struct Done {
    opened: Option<(Key, Entry)>,
    rest: Option<(Key, Option<Searched>)>,
    nodes: u64,
}

/// Lets a book grow until it is as wanted or `stop` is set. `on_batch` hears of every batch, with the book at rest.
pub fn grow(
    book: &mut Book,
    growth: &Growth,
    stop: &AtomicBool,
    on_batch: &mut dyn FnMut(&Book, Grown),
) -> Grown {
    let searchers = Searchers::new(growth.threads);
    let mut step = Grown::default();
    book.back_up();
    while !stop.load(Ordering::Relaxed) {
        let tasks = book.due(growth, BATCH * searchers.tables.len() + book.len() / SHARE);
        if tasks.is_empty() {
            break;
        }
        let found = searchers.each(&tasks, |task, table| book.work(task, growth, table, stop));
        for done in found.into_iter().flatten() {
            step.nodes += done.nodes;
            if let Some((key, entry)) = done.opened {
                step.opened += usize::from(book.positions.insert(key, entry).is_none());
            }
            if let Some((key, rest)) = done.rest
                && let Some(entry) = book.positions.get_mut(&key)
            {
                entry.rest = rest;
                step.searched += 1;
            }
        }
        book.back_up();
        on_batch(book, step);
    }
    step
}

impl Book {
    /// The searches that come next, at most `count`: first those that positions of the book still need, cheapest
    /// reached first, then new positions.
    fn due(&self, growth: &Growth, count: usize) -> Vec<Expansion> {
        let start = super::canonical(&Bitboards::START);
        let mut seen = BTreeSet::new();
        let mut open = BinaryHeap::from([(0, start)]);
        let (mut needed, mut edge) = (Vec::new(), BinaryHeap::new());
        if !self.positions.contains_key(&start) {
            return vec![Expansion { key: start, opens: None }];
        }
        while let Some((cost, key)) = open.pop() {
            if !seen.insert(key) {
                continue;
            }
            let Some(entry) = self.positions.get(&key) else { continue };
            if entry.is_due(&key, growth) {
                needed.push(Expansion { key, opens: None });
                if needed.len() == count {
                    return needed;
                }
            }
            let board = board_of(&key);
            let price = |value: i8| cost - PLY - 100 * i32::from(entry.value.max(value) - value);
            for m in &entry.moves {
                if let (Some(value), Some((next, _))) = (m.value, after(&board, m.square.into())) {
                    open.push((price(value), next));
                }
            }
            if let Some(leaf) = entry.leaf() {
                edge.push((price(leaf.value), key, leaf.square));
            }
        }
        if needed.is_empty() {
            let room = growth.positions.saturating_sub(self.len()).min(count);
            let tasks = std::iter::from_fn(|| edge.pop());
            needed.extend(tasks.take(room).map(|(_, key, square)| Expansion { key, opens: Some(square) }));
        }
        needed
    }

    /// Does a task; `None` if it was stopped.
    fn work(
        &self,
        task: &Expansion,
        growth: &Growth,
        table: &TranspositionTable,
        stop: &AtomicBool,
    ) -> Option<Done> {
        let board = board_of(&task.key);
        let Some(entry) = self.positions.get(&task.key) else {
            let (entry, nodes) = fresh(&board, growth.depth, growth.certainty, table, stop)?;
            return Some(Done { opened: Some((task.key, entry)), rest: None, nodes });
        };
        let known = entry.moves.iter().filter(|m| m.value.is_some()).map(|m| m.square);
        let without = known.chain(task.opens).fold(0, |set, s| set | equal_squares(&board, s.into()));
        let mut done = Done { opened: None, rest: None, nodes: 0 };
        // Where the game ends after the move there is no position to open.
        if let Some(square) = task.opens
            && let Some((key, _)) = after(&board, square.into())
        {
            let (opened, nodes) = fresh(&board_of(&key), growth.depth, growth.certainty, table, stop)?;
            done = Done { opened: Some((key, opened)), rest: None, nodes };
        }
        // What was found before is not replaced by less.
        let (depth, certainty) = entry.leaf().map_or((growth.depth, growth.certainty), |leaf| {
            (growth.depth.max(leaf.depth.into()), growth.certainty.max(leaf.certainty))
        });
        let (rest, nodes) = search(&board, without, depth, certainty, table, stop)?;
        Some(Done { rest: Some((task.key, rest)), nodes: done.nodes + nodes, ..done })
    }
}

impl Entry {
    /// Whether the moves that lead out of the book must be searched: not yet, not so deep or certain, or the best of them
    /// leads to a position of the book by now.
    fn is_due(&self, key: &Key, growth: &Growth) -> bool {
        let board = board_of(key);
        let inside = self.moves.iter().filter(|m| m.value.is_some());
        let inside = inside.fold(0, |set, m| set | equal_squares(&board, m.square.into()));
        match self.leaf() {
            None => board.moves() & !inside != 0,
            Some(leaf) => {
                let depth = growth.depth.min(board.empties());
                u32::from(leaf.depth) < depth || leaf.certainty < growth.certainty
            }
        }
    }
}

/// A new position of the book and the nodes that it took; `None` if it was stopped.
pub(super) fn fresh(
    board: &Bitboards,
    depth: u32,
    certainty: u8,
    table: &TranspositionTable,
    stop: &AtomicBool,
) -> Option<(Entry, u64)> {
    let (rest, nodes) = search(board, 0, depth, certainty, table, stop)?;
    let value = rest.map_or(0, |rest| rest.value);
    Some((Entry { value, rest, ..Entry::default() }, nodes))
}

/// Searches all moves but those to some squares; the best of them, if there is one, and the nodes that it took. `None` if
/// it was stopped.
fn search(
    board: &Bitboards,
    without: u64,
    depth: u32,
    certainty: u8,
    table: &TranspositionTable,
    stop: &AtomicBool,
) -> Option<(Option<Searched>, u64)> {
    if board.moves() & !without == 0 {
        return Some((None, 0));
    }
    let depth = depth.clamp(2, 60);
    let plan = Plan { depth, end: depth, certainty, end_certainty: EXACT };
    table.new_search();
    let shared = Shared { table, weights: &WEIGHTS, stop, deadline: None, node_limit: u64::MAX, pool: None };
    let mut last = [0; 2];
    let root = Root::new(*board).without(without);
    let found = think_from(root, &shared, &plan, 1, &mut |found| last = [last[1], found.score]);
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let to_end = found.depth >= board.empties();
    let value = if to_end { found.score } else { (last[0] + last[1]).div_euclid(2) };
    let square = found.moves.first()?.square as u8;
    let certainty = if found.exact { EXACT } else { found.certainty };
    Some((Some(Searched { square, value: value as i8, depth: found.depth as u8, certainty }), found.nodes))
}

/// Threads with a table each.
pub(super) struct Searchers {
    tables: Vec<TranspositionTable>,
}

impl Searchers {
    pub(super) fn new(threads: usize) -> Searchers {
        Searchers { tables: (0..at_most(threads)).map(|_| TranspositionTable::new(TABLE)).collect() }
    }

    /// Does something with every item, side by side; the results in the order of the items.
    pub(super) fn each<I: Sync, R: Send>(
        &self,
        items: &[I],
        act: impl Fn(&I, &TranspositionTable) -> R + Sync,
    ) -> Vec<R> {
        let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
        let work = |table: &TranspositionTable| {
            while let Some((number, item)) = take(items, &next) {
                let result = act(item, table);
                results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
            }
        };
        std::thread::scope(|scope| {
            for table in &self.tables[1..] {
                let work = &work;
                scope.spawn(move || work(table));
            }
            work(&self.tables[0]);
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|result| result.0);
        results.into_iter().map(|result| result.1).collect()
    }
}

fn take<'i, I>(items: &'i [I], next: &AtomicUsize) -> Option<(usize, &'i I)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    items.get(number).map(|item| (number, item))
}
