//! Measures a fixed-depth search on positions whose moves all have exact scores: how often it finds a best move, what
//! its moves lose, and how far its values are off.

use super::board::Bitboards;
use super::probcut::EXACT;
use super::search::Shared;
use super::think::{Plan, think};
use super::weights::Weights;
use crate::search::table::TranspositionTable;
use std::sync::atomic::AtomicBool;

/// A position and the exact score of each move, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rated {
    pub board: Bitboards,
    pub moves: Vec<(u32, i32)>,
}

/// A line that cannot be read as a rated position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadLine {
    pub line: usize,
}

impl std::fmt::Display for BadLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "line {}: expected 64 squares, the side to move and moves with scores, such as '; A6:+8;'",
            self.line
        )
    }
}

impl std::error::Error for BadLine {}

/// The positions of a problem file (`.obf`) whose lines give a score for every legal move.
pub fn read(text: &str) -> Result<Vec<Rated>, BadLine> {
    let is_remark = |line: &str| line.trim().is_empty() || line.starts_with(['%', '#']);
    let lines = text.lines().enumerate().filter(|(_, line)| !is_remark(line));
    lines.map(|(number, line)| rated(line).ok_or(BadLine { line: number + 1 })).collect()
}

fn rated(line: &str) -> Option<Rated> {
    let (discs, rest) = line.split_at_checked(64)?;
    let turn = rest.trim_start().chars().next().filter(|turn| matches!(turn, 'X' | 'O'))?;
    let set = |own: bool| {
        let is = |disc: char| matches!(disc, 'X' | 'O') && (disc == turn) == own;
        discs.chars().enumerate().map(|(at, disc)| u64::from(is(disc)) << at).sum()
    };
    let score = |text: &str| {
        let (name, score) = text.split_once(':')?;
        let [column @ b'A'..=b'H', row @ b'1'..=b'8'] = name.trim().as_bytes() else { return None };
        Some((u32::from(row - b'1') * 8 + u32::from(column - b'A'), score.trim().parse().ok()?))
    };
    // `--` fills up a list of fixed length.
    let is_entry = |text: &&str| !text.is_empty() && !text.starts_with("--") && !text.starts_with('%');
    let scores = rest.split(';').skip(1).map(str::trim).filter(is_entry);
    let mut moves: Vec<(u32, i32)> = scores.map(score).collect::<Option<_>>()?;
    moves.sort_by_key(|m| -m.1);
    let board = Bitboards { mover: set(true), opponent: set(false) };
    let legal = moves.iter().fold(0, |set, m| set | 1u64 << m.0) == board.moves();
    (legal && !moves.is_empty()).then_some(Rated { board, moves })
}

/// The result of a measurement.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Accuracy {
    pub positions: u32,
    pub right: u32,
    /// Sums over all positions, in discs: loss of the moves chosen, absolute error of the values, signed error.
    pub lost: i32,
    pub off: i32,
    pub above: i32,
    pub nodes: u64,
}

impl Accuracy {
    /// A sum divided by the number of positions.
    pub fn mean(&self, sum: i32) -> f64 {
        f64::from(sum) / f64::from(self.positions.max(1))
    }
}

/// Searches every position to `depth` with this certainty, on one thread.
pub fn measure(positions: &[Rated], depth: u32, certainty: u8, weights: &Weights) -> Accuracy {
    let plan = Plan { depth, end: depth, certainty: certainty.min(EXACT), end_certainty: EXACT };
    let table = TranspositionTable::new(256 << 20);
    let never = AtomicBool::new(false);
    let shared =
        Shared { table: &table, weights, stop: &never, deadline: None, node_limit: u64::MAX, pool: None };
    let mut sum = Accuracy::default();
    for position in positions {
        table.new_search();
        let found = think(position.board, &shared, &plan, 1, &mut |_| ());
        let (best, chosen) = (position.moves[0].1, found.moves[0].square);
        let reached = position.moves.iter().find(|m| m.0 == chosen).map_or(-64, |m| m.1);
        sum.positions += 1;
        sum.right += u32::from(reached == best);
        sum.lost += best - reached;
        sum.off += (found.score - best).abs();
        sum.above += found.score - best;
        sum.nodes += found.nodes;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::weights::WEIGHTS;
    use super::*;

    const LINE: &str = "XXXXXXXXXOOOOXXXXOOOXXXXXOXOXXXXXOOXOXXXXOOOOXXXXOOOOOXX-O-OOOO- X; A8:+64; C8:+0;";

    #[test]
    fn a_line_must_rate_every_legal_move() {
        let board = rated(&LINE.replace(" A8:+64; C8:+0;", "")).map(|r| r.board);
        assert_eq!(board, None, "no move is rated");
        let short = "------------------O--------OO-----XOO------OX------------------- X; C1:+2;";
        assert_eq!(read(&format!("\n{short}")), Err(BadLine { line: 2 }));
        assert!(read("nonsense").is_err());
        assert_eq!(read(""), Ok(vec![]));
    }

    #[test]
    fn entries_without_a_move_are_passed_over() {
        let filled = format!("% from a list\n{LINE} --:-127; --:-127;");
        assert_eq!(read(&filled), read(LINE));
        assert_eq!(read(LINE).unwrap()[0].moves.len(), 2);
    }

    /// A search to the end finds the best moves and their values, with no loss and no error.
    #[test]
    fn a_search_to_the_end_is_always_right() {
        let mut positions = Vec::new();
        for problem in super::super::suite::ffo().iter().filter(|p| p.board.empties() <= 14) {
            let square = problem.best[0];
            let others =
                (0..64).filter(|&s| problem.board.moves() >> s & 1 == 1 && !problem.best.contains(&s));
            let mut moves: Vec<(u32, i32)> = problem.best.iter().map(|&s| (s, problem.score)).collect();
            moves.extend(others.map(|s| (s, -64)));
            assert_eq!(moves[0].0, square);
            positions.push(Rated { board: problem.board, moves });
        }
        let found = measure(&positions, 20, EXACT, &WEIGHTS);
        assert!(found.positions >= 3);
        assert_eq!((found.right, found.lost, found.off), (found.positions, 0, 0));
    }
}
