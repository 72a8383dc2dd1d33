//! Measuring the engine: the FFO endgame suite, a fixed search for speed, and the signature.

use super::board::Bitboards;
use super::probcut::EXACT;
use super::search::Shared;
use super::think::{Plan, SearchResult, think_with, worth_keeping};
use super::weights::WEIGHTS;
use crate::search::table::TranspositionTable;
use std::sync::atomic::AtomicBool;

static FFO: &str = include_str!("../../../../data/othello/ffo.txt");

/// A position of the FFO suite with its published solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FfoProblem {
    pub number: u32,
    pub board: Bitboards,
    pub score: i32,
    pub best: Vec<u32>,
}

/// All problems, 1 to 79.
pub fn ffo() -> Vec<FfoProblem> {
    FFO.lines().filter(|line| !line.starts_with('#')).filter_map(problem).collect()
}

fn problem(line: &str) -> Option<FfoProblem> {
    let mut words = line.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let (discs, turn) = (words.next()?, words.next()?);
    let set = |own: bool| {
        let square =
            |(at, disc): (usize, char)| u64::from(disc != '.' && turn.starts_with(disc) == own) << at;
        discs.chars().enumerate().map(square).sum()
    };
    let board = Bitboards { mover: set(true), opponent: set(false) };
    let score = words.next()?.parse().ok()?;
    let square = |name: &str| match name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
            Some(u32::from(row - b'1') * 8 + u32::from(column - b'a'))
        }
        _ => None,
    };
    Some(FfoProblem { number, board, score, best: words.filter_map(square).collect() })
}

/// Solves a problem; returns whether score and move are right, and the result of the search.
pub fn check(problem: &FfoProblem, table: &TranspositionTable, threads: usize) -> (bool, SearchResult) {
    check_with(problem, table, threads, &mut |_| ())
}

/// Like [`check`], with a callback after every finished stage.
pub fn check_with(
    problem: &FfoProblem,
    table: &TranspositionTable,
    threads: usize,
    on_stage: &mut dyn FnMut(&SearchResult),
) -> (bool, SearchResult) {
    table.use_for(worth_keeping(problem.board.empties()));
    let found = search_with(problem.board, &Plan::SOLVE, table, threads, on_stage);
    table.use_for(usize::MAX);
    let right = found.exact
        && found.score == problem.score
        && found.moves.first().is_some_and(|best| problem.best.contains(&best.square));
    (right, found)
}

/// The nodes of a fixed set of midgame and endgame searches: the same on every processor.
pub fn signature() -> u64 {
    let table = TranspositionTable::new(4 << 20);
    let midgame = Plan { depth: 9, end: 0, certainty: 1, end_certainty: EXACT };
    let problems = ffo();
    let midgames = problems.iter().step_by(13).map(|problem| (problem.board, midgame));
    let endgames = problems.iter().filter(|p| p.board.empties() <= 16).map(|p| (p.board, Plan::SOLVE));
    midgames
        .chain(endgames)
        .map(|(board, plan)| {
            table.clear();
            search(board, &plan, &table, 1).nodes
        })
        .sum()
}

/// A search limited only by its plan.
pub fn search(board: Bitboards, plan: &Plan, table: &TranspositionTable, threads: usize) -> SearchResult {
    search_with(board, plan, table, threads, &mut |_| ())
}

/// Like [`search`], with a callback after every finished stage.
pub fn search_with(
    board: Bitboards,
    plan: &Plan,
    table: &TranspositionTable,
    threads: usize,
    on_stage: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    table.new_search();
    let never = AtomicBool::new(false);
    let shared =
        Shared { table, weights: &WEIGHTS, stop: &never, deadline: None, node_limit: u64::MAX, pool: None };
    think_with(threads, board, &shared, plan, 1, on_stage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_kernels::cpu;

    #[test]
    fn the_suite_is_complete() {
        let problems = ffo();
        assert!(problems.iter().map(|problem| problem.number).eq(1..=79));
        for problem in &problems {
            assert_eq!(problem.board.mover & problem.board.opponent, 0);
            assert!(problem.best.iter().all(|&square| problem.board.moves() >> square & 1 == 1));
        }
    }

    #[test]
    fn the_first_problems_are_solved_right() {
        let table = TranspositionTable::new(16 << 20);
        for problem in ffo().iter().filter(|problem| problem.board.empties() <= 16) {
            assert!(check(problem, &table, 1).0, "FFO {}", problem.number);
        }
    }

    /// Every CPU level searches the same tree.
    #[test]
    fn the_signature_is_equal_on_every_level() {
        let signatures: Vec<u64> = cpu::available()
            .map(|level| {
                cpu::limit(level);
                signature()
            })
            .collect();
        cpu::limit(cpu::Level::Avx512);
        assert!(signatures.iter().all(|signature| *signature == signatures[0]), "{signatures:?}");
    }
}
