//! The engine: iterative deepening on one or more threads.

use super::board::{NO_CELL, PatternBoard};
use super::class::Class;
use super::net::Net;
use super::search::{Limit, OnEvaluation, PROVED, Searcher, WIN};
use super::table::{TableEntry, TranspositionTable};
use super::tuning::Tuning;
use super::vcf::{Failures, Found, NO_DEPTH_LIMIT, Vcf};
use crate::search::moment::Moment;
use crate::search::threads::at_most;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The limits of one search, for all threads together.
#[derive(Clone, Copy, Debug)]
pub struct Spend {
    pub nodes: u64,
    pub depth: u32,
    /// Soft and hard limit: after the first no new depth is begun, after the second the search ends.
    pub time: Option<(Duration, Duration)>,
}

impl Spend {
    pub fn nodes(nodes: u64) -> Spend {
        Spend { nodes, depth: 99, time: None }
    }

    /// What is left of the time after `gone`.
    pub(super) fn less(self, gone: Duration) -> Spend {
        let left = |time: Duration| time.saturating_sub(gone);
        Spend { time: self.time.map(|(soft, hard)| (left(soft), left(hard))), ..self }
    }
}

/// A principal variation and its value for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    pub value: i32,
    pub depth: u32,
    pub cells: Vec<usize>,
}

/// The result of a search: lines from best to worst, at least one unless there is no legal move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thoughts {
    pub lines: Vec<Variation>,
    pub nodes: u64,
    /// The nodes of the helper threads among them.
    pub helped: u64,
    /// The root moves of the last finished depth, best first; true where a value is only an upper bound.
    pub weighed: Vec<(usize, i32, bool)>,
    /// The values of the lines at each depth, best first; at the end those of an unfinished depth if they are new.
    pub depths: Vec<Vec<i32>>,
}

pub struct Engine {
    table: TranspositionTable,
    failures: Failures,
    pub threads: usize,
    /// Replaces the rule set's parameters, for tuning matches.
    pub tuning: Option<Tuning>,
    pub net: Option<Arc<Net>>,
    /// Moves not to play at the root.
    pub barred: Vec<usize>,
    /// Ends a search at the first win that is proved, without looking for a shorter one.
    pub any_win: bool,
    /// Called with every position that the main thread evaluates statically.
    pub on_evaluation: Option<OnEvaluation>,
}

impl Engine {
    /// An engine with a transposition table of `mebibytes`.
    pub fn new(mebibytes: usize) -> Engine {
        Engine {
            table: TranspositionTable::new(mebibytes),
            failures: Failures::new(18),
            threads: 1,
            tuning: None,
            net: None,
            barred: Vec::new(),
            any_win: false,
            on_evaluation: None,
        }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.failures.clear();
    }

    /// What the latest searches know about the position with this key.
    pub(super) fn known(&self, key: u64) -> Option<TableEntry> {
        self.table.get(key)
    }

    /// The best lines in a position, at most `count`, best first.
    pub fn think(&mut self, board: &PatternBoard, spend: Spend, count: usize, stop: &AtomicBool) -> Thoughts {
        let start = Moment::now();
        let mut board = board.clone();
        board.forget_history();
        let free = count == 1 && self.barred.is_empty();
        if free && let Some(thoughts) = at_once(&mut board) {
            return thoughts;
        }
        self.table.next_search();
        let mut thoughts = Thoughts::default();
        if let Some(won) = self.win_by_fours(&mut board, &spend, start, stop, &mut thoughts.nodes)
            && free
        {
            thoughts.lines.push(won);
            return thoughts;
        }
        let limit = Limit {
            nodes: spend.nodes.saturating_sub(thoughts.nodes).max(1),
            deadline: spend.time.map(|(_, hard)| start + hard),
            stop,
            done: AtomicBool::new(false),
            spent: AtomicU64::new(0),
        };
        let tuning = self.tuning.unwrap_or_else(|| Tuning::of(board.variant()));
        let soft = spend.time.map(|(soft, _)| start + soft);
        let (table, barred) = (&self.table, &self.barred[..]);
        std::thread::scope(|scope| {
            for helper in 1..at_most(self.threads) {
                let mut searcher = Searcher::new(board.clone(), table, &limit, tuning, self.net.clone());
                scope.spawn(move || {
                    deepen(&mut searcher, (1 + helper as u32 % 2, spend.depth), 1, barred, None)
                });
            }
            let mut searcher = Searcher::new(board.clone(), table, &limit, tuning, self.net.clone());
            searcher.any_win = self.any_win;
            searcher.on_evaluation = self.on_evaluation.take();
            let found = deepen(&mut searcher, (1, spend.depth), count, barred, soft);
            self.on_evaluation = searcher.on_evaluation.take();
            limit.done.store(true, Relaxed);
            thoughts.nodes += found.nodes;
            (thoughts.lines, thoughts.weighed, thoughts.depths) = (found.lines, found.weighed, found.depths);
        });
        if self.threads > 1 {
            thoughts.helped = limit.spent.load(Relaxed).saturating_sub(thoughts.nodes);
            thoughts.nodes += thoughts.helped;
        }
        if thoughts.lines.is_empty() {
            thoughts.lines.extend(any_move(&mut board));
        }
        thoughts
    }

    /// A VCF search with an eighth of the limits, at most 200,000 nodes.
    fn win_by_fours(
        &mut self,
        board: &mut PatternBoard,
        spend: &Spend,
        start: Moment,
        stop: &AtomicBool,
        nodes: &mut u64,
    ) -> Option<Variation> {
        let deadline = spend.time.map(|(soft, hard)| start + soft.min(hard) / 8);
        let stop = || stop.load(Relaxed) || deadline.is_some_and(Moment::has_passed);
        let mut vcf = Vcf::new(board, &mut self.failures, (spend.nodes / 8).min(200_000), &stop);
        let found = vcf.solve(NO_DEPTH_LIMIT);
        *nodes += vcf.nodes;
        match found {
            Found::Win(cells) => {
                Some(Variation { value: WIN - cells.len() as i32, depth: cells.len() as u32, cells })
            }
            _ => None,
        }
    }
}

/// Moves that need no search: a five, the only defence against one, an open four.
fn at_once(board: &mut PatternBoard) -> Option<Thoughts> {
    let (own, other) = (board.turn(), !board.turn());
    let line = |value, cell| {
        let line = Variation { value, depth: 1, cells: vec![cell] };
        Some(Thoughts { lines: vec![line], nodes: 1, ..Thoughts::default() })
    };
    if let Some(cell) = board.set(own, Class::Five).first() {
        return line(WIN - 1, cell);
    }
    let fives = *board.set(other, Class::Five);
    if let Some(cell) = fives.iter().find(|&cell| !board.is_forbidden(cell)) {
        let lost = fives.len() > 1;
        return line(if lost { 2 - WIN } else { 0 }, cell);
    }
    if fives.is_empty()
        && let Some(cell) = board.set(own, Class::OpenFour).first()
    {
        return line(WIN - 3, cell);
    }
    None
}

/// Any legal move, near other stones if possible: for positions where every move loses.
fn any_move(board: &mut PatternBoard) -> Option<Variation> {
    let near = board.near();
    let cells = near.iter().chain(board.empty().iter()).collect::<Vec<_>>();
    let cell = cells.into_iter().find(|&cell| !board.is_forbidden(cell))?;
    Some(Variation { value: 0, depth: 0, cells: vec![cell] })
}

/// Iterative deepening. Returns the lines of the last finished depth, or a better move of an unfinished one.
fn deepen(
    searcher: &mut Searcher<'_>,
    (first, last): (u32, u32),
    count: usize,
    barred: &[usize],
    soft: Option<Moment>,
) -> Thoughts {
    let mut lines: Vec<Variation> = Vec::new();
    let (mut weighed, mut depths) = (Vec::new(), Vec::new());
    let values = |lines: &[Variation]| lines.iter().map(|line| line.value).collect::<Vec<i32>>();
    for depth in first..=last {
        searcher.excluded.clear();
        searcher.excluded.extend_from_slice(barred);
        let mut found = Vec::new();
        for index in 0..count {
            let guess = lines.get(index).map_or(0, |line| line.value);
            let line = aspire(searcher, guess, depth);
            if let Some(line) = line {
                searcher.excluded.push(line.cells[0]);
                found.push(line);
            }
            if searcher.stopped || found.len() <= index {
                break;
            }
        }
        found.sort_by_key(|line| -line.value);
        if searcher.stopped {
            // Several lines are comparable only at one depth: the last that was finished.
            if count > 1 && !lines.is_empty() || found.is_empty() {
                found = lines;
            } else if values(&found) != values(&lines) {
                depths.push(values(&found));
            }
            return Thoughts { lines: found, nodes: searcher.nodes, helped: 0, weighed, depths };
        }
        lines = found;
        depths.push(values(&lines));
        if count == 1 {
            weighed.clone_from(&searcher.weighed);
            weighed.sort_by_key(|&(_, value, _)| -value);
        }
        let decided = lines.iter().all(|line| line.value.abs() >= PROVED);
        if decided || soft.is_some_and(Moment::has_passed) {
            break;
        }
    }
    Thoughts { lines, nodes: searcher.nodes, helped: 0, weighed, depths }
}

/// One depth with an aspiration window.
fn aspire(searcher: &mut Searcher<'_>, guess: i32, depth: u32) -> Option<Variation> {
    let tuning = searcher.tuning();
    let mut delta = tuning.window as i32;
    let (mut alpha, mut beta) = match depth {
        0..=4 => (-WIN, WIN),
        _ => ((guess - delta).max(-WIN), (guess + delta).min(WIN)),
    };
    let mut best: Option<Variation> = None;
    loop {
        let value = searcher.root(alpha, beta, depth as f32);
        let cells: Vec<usize> = searcher.pv().iter().map(|&cell| usize::from(cell)).collect();
        if !cells.is_empty() && cells[0] != NO_CELL {
            let value = if searcher.stopped { best.as_ref().map_or(guess, |b| b.value) } else { value };
            best = Some(Variation { value, depth, cells });
        }
        if searcher.stopped || searcher.any_win && value >= PROVED {
            return best;
        }
        delta *= 2;
        if value <= alpha && alpha > -WIN {
            beta = (alpha + beta) / 2;
            alpha = if value <= -PROVED { -WIN } else { (value - delta).max(-WIN) };
        } else if value >= beta && beta < WIN {
            beta = if value >= PROVED { WIN } else { (value + delta).min(WIN) };
        } else {
            return best;
        }
    }
}
