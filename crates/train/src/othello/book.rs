//! Makes the opening book with the engine itself.
//!
//! Best first: of all positions at the edge of the book, the one is opened next that is reached with the least loss, a move
//! costing as much as a fifth of a disc; all its moves are searched, and values are backed up. A searched value is the mean
//! of the last two depths: one flatters the side to move, the other its opponent. What the file holds already is read
//! again, so that a book grows with every run.

use anyhow::{Context, anyhow};
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::book::{Book, Moves};
use heibai_engines::othello::pattern::turned;
use heibai_engines::othello::suite::search_with;
use heibai_engines::othello::think::Plan;
use heibai_engines::search::table::TranspositionTable;
use std::collections::{BTreeMap, BinaryHeap};
use std::path::Path;
use std::time::{Duration, Instant};

/// What a move costs, in hundredths of a disc: how the book balances depth and breadth.
const PLY: i32 = 20;

type Positions = BTreeMap<[u64; 2], Moves>;

pub fn run(out: &Path, seconds: u64, depth: u32) -> anyhow::Result<()> {
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut positions = Positions::new();
    if let Ok(text) = std::fs::read_to_string(out) {
        let book = Book::read(&text).map_err(|error| anyhow!("{}: {error}", out.display()))?;
        collect(&book, Bitboards::START, &mut positions);
    }
    let plan = Plan { depth, end: 20, certainty: 1, end_certainty: 4 };
    let table = TranspositionTable::new(128 << 20);
    while Instant::now() < end {
        back_up(Bitboards::START, &mut positions, &mut BTreeMap::new());
        for board in edge(&positions, 16) {
            let value = |square| (square, value_after(&board, square, &plan, &table));
            positions.insert(key(&board), squares(board.moves()).map(value).collect());
        }
    }
    back_up(Bitboards::START, &mut positions, &mut BTreeMap::new());
    let mut text = format!(
        "# heibai's opening book: heibai-train othello book, means of searches of {} and {depth} plies.\n",
        depth - 1
    );
    for (&[mover, opponent], moves) in &mut positions {
        moves.sort_by_key(|&(square, value)| (-value, square));
        text += &(Book::line(&Bitboards { mover, opponent }, moves) + "\n");
    }
    std::fs::write(out, text).with_context(|| out.display().to_string())?;
    println!("{} positions", positions.len());
    Ok(())
}

fn squares(set: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

/// The position under one of the eight symmetries.
fn turn(board: &Bitboards, symmetry: usize) -> Bitboards {
    let turn =
        |set: u64| squares(set).fold(0, |turned_set, s| turned_set | 1u64 << turned(s as u8, symmetry));
    Bitboards { mover: turn(board.mover), opponent: turn(board.opponent) }
}

/// The smallest of the eight positions that symmetry makes equal.
fn canonical(board: &Bitboards) -> Bitboards {
    let least = (0..8).map(|symmetry| turn(board, symmetry)).min_by_key(key);
    least.expect("there are eight")
}

fn key(board: &Bitboards) -> [u64; 2] {
    [board.mover, board.opponent]
}

/// The position after a move, a forced pass included, and the sign that its value has for the side that moved; `None`
/// where the game is over.
fn after(board: &Bitboards, square: u32) -> Option<(Bitboards, i32)> {
    let next = board.played(square, board.flips(square));
    match (next.moves(), next.passed().moves()) {
        (0, 0) => None,
        (0, _) => Some((canonical(&next.passed()), 1)),
        _ => Some((canonical(&next), -1)),
    }
}

fn value_after(board: &Bitboards, square: u32, plan: &Plan, table: &TranspositionTable) -> i32 {
    match after(board, square) {
        Some((next, sign)) => sign * searched(next, plan, table),
        None => -board.played(square, board.flips(square)).final_score(),
    }
}

/// The mean of the last two depths, or of the end of the game alone.
fn searched(board: Bitboards, plan: &Plan, table: &TranspositionTable) -> i32 {
    let mut last = [0; 2];
    let found = search_with(board, plan, table, 1, &mut |found| last = [last[1], found.score]);
    if found.depth >= board.empties() { found.score } else { (last[0] + last[1]).div_euclid(2) }
}

/// The positions of an earlier book, each in its smallest form.
fn collect(book: &Book, board: Bitboards, positions: &mut Positions) {
    let board = canonical(&board);
    let Some(moves) = book.moves(&board) else { return };
    if positions.insert(key(&board), moves.to_vec()).is_none() {
        for &(square, _) in moves {
            if let Some((next, _)) = after(&board, square) {
                collect(book, next, positions);
            }
        }
    }
}

/// Sets every move's value to what its position is worth, where the book has that; returns the value of `board`.
fn back_up(board: Bitboards, positions: &mut Positions, done: &mut BTreeMap<[u64; 2], i32>) -> Option<i32> {
    let board = canonical(&board);
    if let Some(&value) = done.get(&key(&board)) {
        return Some(value);
    }
    let mut moves = positions.get(&key(&board))?.clone();
    for (square, value) in &mut moves {
        if let Some((next, sign)) = after(&board, *square)
            && let Some(deeper) = back_up(next, positions, done)
        {
            *value = sign * deeper;
        }
    }
    let best = moves.iter().map(|m| m.1).max()?;
    positions.insert(key(&board), moves);
    done.insert(key(&board), best);
    Some(best)
}

/// The `count` positions at the edge of the book that are cheapest to reach.
fn edge(positions: &Positions, count: usize) -> Vec<Bitboards> {
    let mut edge = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let start = canonical(&Bitboards::START);
    let mut open = BinaryHeap::from([(0, key(&start))]);
    while let Some((cost, [mover, opponent])) = open.pop() {
        if !seen.insert([mover, opponent]) {
            continue;
        }
        let board = Bitboards { mover, opponent };
        let Some(moves) = positions.get(&[mover, opponent]) else {
            edge.push(board);
            if edge.len() == count {
                break;
            }
            continue;
        };
        let best = moves.iter().map(|m| m.1).max().unwrap_or(0);
        for &(square, value) in moves {
            if let Some((next, _)) = after(&board, square) {
                open.push((cost - PLY - 100 * (best - value), key(&next)));
            }
        }
    }
    edge
}
