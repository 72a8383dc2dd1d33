//! Positions as a search meets them: leaves of small searches that start at training positions. They have no labels;
//! a teacher evaluates them.

use super::data::{self, SolvedGame};
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::search::Node;
use heibai_engines::othello::weights::{PHASES, Weights, phase};
use heibai_kernels::othello::endgame::{self, Reply};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The least and greatest depth of the searches, so that leaves have either side to move.
const DEPTHS: std::ops::RangeInclusive<u32> = 3..=6;
/// One leaf in this many is kept; at most `MOST` of a whole search.
const ONE_OF: u32 = 12;
const MOST: usize = 96;
/// Half the width of the aspiration window around the evaluation, in discs.
const WINDOW: i32 = 3;
/// Upper limit on the moves of a position.
const MOST_MOVES: usize = 34;

/// Writes `each` leaves for every number of empty squares from `first` to `last`: both sides' discs, 16 bytes per
/// leaf.
pub fn run(
    out: &Path,
    (first, last): (u32, u32),
    each: usize,
    threads: usize,
    weights: &Weights,
    games: &[SolvedGame],
) -> std::io::Result<()> {
    let file = Mutex::new(std::io::BufWriter::new(std::fs::File::create(out)?));
    let failed = Mutex::new(None);
    for empties in first..=last {
        let (next, kept) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    // A phase that few games reach ends after a number of tries.
                    while kept.load(Ordering::Relaxed) < each && next.load(Ordering::Relaxed) < 64 * each {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let leaves = of_one(games, weights, empties, number);
                        kept.fetch_add(leaves.len(), Ordering::Relaxed);
                        let bytes: Vec<u8> = leaves
                            .iter()
                            .flat_map(|b| [b.mover.to_le_bytes(), b.opponent.to_le_bytes()])
                            .flatten()
                            .collect();
                        if let Err(error) = file.lock().expect("no thread panicked").write_all(&bytes) {
                            *failed.lock().expect("no thread panicked") = Some(error);
                            return;
                        }
                    }
                });
            }
        });
        println!("{empties:2} empty: {} leaves of {} searches", kept.into_inner(), next.into_inner());
    }
    if let Some(error) = failed.into_inner().expect("no thread panicked") {
        return Err(error);
    }
    file.into_inner().expect("no thread panicked").flush()
}

/// The leaves with `empties` empty squares of search number `number`.
pub fn of_one(games: &[SolvedGame], weights: &Weights, empties: u32, number: usize) -> Vec<Bitboards> {
    let mut random = fastrand::Rng::with_seed(u64::from(empties) << 40 | number as u64);
    let depth = random.u32(DEPTHS).min(60 - empties);
    let root = phase(empties + depth).min(PHASES - 1);
    let Some(board) = data::position(games, weights, root, number, false) else { return Vec::new() };
    // A phase covers two plies.
    let depth = board.empties().saturating_sub(empties);
    let mut sample = Sample { weights, random, leaves: Vec::new() };
    let node = Node::new(board);
    let guess = weights.discs(&node.features, board.empties());
    sample.search(&node, guess - WINDOW, guess + WINDOW, depth);
    sample.random.shuffle(&mut sample.leaves);
    sample.leaves.truncate(MOST);
    sample.leaves
}

struct Sample<'a> {
    weights: &'a Weights,
    random: fastrand::Rng,
    leaves: Vec<Bitboards>,
}

impl Sample<'_> {
    /// A plain search with moves ordered by the evaluation.
    fn search(&mut self, node: &Node, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        let empties = node.board.empties();
        if depth == 0 {
            if self.random.u32(..ONE_OF) == 0 && (node.moves != 0 || node.board.passed().moves() != 0) {
                self.leaves.push(node.board);
            }
            return self.weights.discs(&node.features, empties);
        }
        if node.moves == 0 {
            let board = node.board.passed();
            let passed = Node::new(board);
            if passed.moves == 0 {
                return node.board.final_score();
            }
            return -self.search(&passed, -beta, -alpha, depth);
        }
        let mut list = [Reply::default(); MOST_MOVES];
        let length = endgame::expand(node.board.mover, node.board.opponent, node.moves, &mut list);
        let mut children: Vec<(i32, Node)> = list[..length]
            .iter()
            .map(|reply| {
                let child = node.after(reply);
                let cost = if depth > 1 { self.weights.value(&child.features, empties - 1) } else { 0 };
                (cost + 8 * reply.replies.count_ones() as i32, child)
            })
            .collect();
        children.sort_by_key(|child| child.0);
        let mut best = -i32::MAX;
        for (_, child) in &children {
            best = best.max(-self.search(child, -beta, -alpha, depth - 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
