//! Growing a book: positions are searched again, deeper, and new ones are added. Those that good play reaches most
//! cheaply come first.
//!
//! A searched value is the mean of the last two depths, because odd and even depths favour different sides.

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

/// What each ply costs, in hundredths of a disc. It balances depth against breadth.
const PLY: i32 = 20;
/// The fewest searches per thread between two passes of backing values up. A large book does more per pass, one for
/// this many of its positions, because a pass looks at all of them.
const BATCH: usize = 64;
const SHARE: usize = 32;
/// Default certainty of the midgame searches: that of the player `best`.
pub const CERTAINTY: u8 = 1;
/// Size of each thread's transposition table in bytes.
const TABLE: usize = 32 << 20;

/// How far to grow a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// The least depth every position is searched to, in plies.
    pub depth: u32,
    /// The least certainty of these searches, unless they reach the end.
    pub certainty: u8,
    /// New positions are added until there are this many.
    pub positions: usize,
    pub threads: usize,
}

/// Progress so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Grown {
    pub searched: usize,
    pub opened: usize,
    pub nodes: u64,
}

/// A search to make: of the moves of a position that leave the book, or, with `opens`, of the position after one of
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Expansion {
    key: Key,
    opens: Option<u8>,
}

/// The result of an expansion: entries to keep.
struct Done {
    opened: Option<(Key, Entry)>,
    rest: Option<(Key, Option<Searched>)>,
    nodes: u64,
}

/// Grows a book until it is as wanted or `stop` is set. `on_batch` is called after every batch, when no thread works
/// on the book.
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
    /// The next searches, at most `count`: first those that positions of the book still need, cheapest first, then
    /// new positions.
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

    /// Makes one search; `None` if it was stopped.
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
        // If the game ends after the move, there is no position to add.
        if let Some(square) = task.opens
            && let Some((key, _)) = after(&board, square.into())
        {
            let (opened, nodes) = fresh(&board_of(&key), growth.depth, growth.certainty, table, stop)?;
            done = Done { opened: Some((key, opened)), rest: None, nodes };
        }
        // A deeper search found before is not replaced by a shallower one.
        let (depth, certainty) = entry.leaf().map_or((growth.depth, growth.certainty), |leaf| {
            (growth.depth.max(leaf.depth.into()), growth.certainty.max(leaf.certainty))
        });
        let (rest, nodes) = search(&board, without, depth, certainty, table, stop)?;
        Some(Done { rest: Some((task.key, rest)), nodes: done.nodes + nodes, ..done })
    }
}

impl Entry {
    /// Whether the moves that leave the book must be searched: they never were, or not deep or certain enough, or the
    /// best of them now leads to a position of the book.
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

/// Searches a new position of the book; also returns the nodes it took. `None` if it was stopped.
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

/// Searches all moves except those to `without`; returns the best of them, if any, and the nodes it took. `None` if
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

/// Threads, each with a transposition table.
pub(super) struct Searchers {
    tables: Vec<TranspositionTable>,
}

impl Searchers {
    pub(super) fn new(threads: usize) -> Searchers {
        Searchers { tables: (0..at_most(threads)).map(|_| TranspositionTable::new(TABLE)).collect() }
    }

    /// Applies a function to every item in parallel; results are in the order of the items.
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
