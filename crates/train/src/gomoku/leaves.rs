//! Training positions from inside the search: those that it evaluated statically, some of them labelled with the value
//! and move of a longer search. The network is evaluated in such positions, which differ much from those of games.

use super::selfplay::{Author, ROW, SIZE, row_of};
use heibai_engines::gomoku::class::CODES;
use heibai_engines::gomoku::search::PROVED;
use heibai_engines::gomoku::{PatternBoard, Spend};
use heibai_games::Color;
use std::sync::{Arc, Mutex, PoisonError};

const CELLS: usize = SIZE * SIZE;
/// The value, result and move of an unlabelled row.
const NO_VALUE: u16 = 0x8000;
const NO_RESULT: u16 = 9;
const NO_MOVE: u16 = 0xffff;
/// One of this many evaluated positions is kept on average.
const KEPT: u32 = 110;
/// Games are cut off here: long ones add little.
const MOST_MOVES: usize = 110;

/// A random sample of the positions that a search evaluates.
pub(super) struct Leaves {
    random: fastrand::Rng,
    /// One of this many evaluations is kept on average.
    every: u32,
    /// Evaluations until the next position is kept.
    wait: u32,
    rows: Vec<[u16; ROW]>,
}

impl Leaves {
    fn new(seed: u64, every: u32) -> Leaves {
        let every = every.max(1);
        Leaves { random: fastrand::Rng::with_seed(seed), every, wait: every, rows: Vec::new() }
    }

    /// Called for each evaluated position.
    fn offer(&mut self, board: &PatternBoard) {
        self.wait -= 1;
        if self.wait == 0 {
            self.wait = self.random.u32(1..2 * self.every);
            self.rows.push(unlabelled(board));
        }
    }
}

fn unlabelled(board: &PatternBoard) -> [u16; ROW] {
    row_of(board, NO_VALUE, NO_RESULT, NO_MOVE)
}

/// The board of a row.
pub(super) fn board_of(row: &[u16; ROW], empty: &PatternBoard) -> PatternBoard {
    let mut board = empty.clone();
    let turn = if row[2 * CELLS + 3] == 0 { Color::Black } else { Color::White };
    for cell in 0..CELLS {
        if row[cell] == CODES as u16 {
            board.give_turn(if row[CELLS + cell] == CODES as u16 { turn } else { !turn });
            board.play(cell);
        }
    }
    board.give_turn(turn);
    board
}

impl Author {
    /// Samples one of `every` evaluated positions until `on_evaluation` is unset.
    pub(super) fn keep_leaves(&mut self, every: u32) -> Arc<Mutex<Leaves>> {
        let kept = Arc::new(Mutex::new(Leaves::new(self.random.u64(..), every)));
        let shared = kept.clone();
        self.engine.on_evaluation =
            Some(Box::new(move |board| shared.lock().unwrap_or_else(PoisonError::into_inner).offer(board)));
        kept
    }

    /// Emits the sampled rows; the last one is labelled by a search of `nodes`.
    pub(super) fn give_leaves(
        &mut self,
        kept: &Mutex<Leaves>,
        nodes: u64,
        row: &mut dyn FnMut(&[u16; ROW], bool),
    ) {
        let mut rows = std::mem::take(&mut kept.lock().unwrap_or_else(PoisonError::into_inner).rows);
        let Some(last) = rows.pop() else { return };
        rows.iter().for_each(|kept| row(kept, false));
        // The labelling search is not sampled.
        let hook = self.engine.on_evaluation.take();
        let empty = PatternBoard::new(&self.rules, self.weights.clone());
        self.label(&last, nodes, &empty, row);
        self.engine.on_evaluation = hook;
    }

    /// Plays one game and emits every second of its positions and a sample of those that its searches evaluated. For
    /// one move in five a sampled position is labelled by a search of `nodes` and emitted with `true`.
    pub fn leaves(&mut self, nodes: u64, row: &mut dyn FnMut(&[u16; ROW], bool)) {
        self.engine.clear();
        let (position, _) = self.opening();
        let mut board = PatternBoard::of(&position, self.weights.clone());
        let empty = PatternBoard::new(&self.rules, self.weights.clone());
        let mut plain = 0;
        let kept = self.keep_leaves(KEPT);
        let lock = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        for stones in 0..MOST_MOVES {
            let thoughts = self.engine.think(&board, Spend::nodes(self.nodes), 1, &self.stop);
            let Some(line) = thoughts.lines.first().filter(|line| !line.cells.is_empty()) else { break };
            plain = if line.value.abs() > 1800 { plain + 1 } else { 0 };
            if line.value.abs() >= PROVED || plain >= 6 {
                break;
            }
            if stones % 2 == 0 && !board.is_decided() {
                row(&unlabelled(&board), false);
            }
            board.play(line.cells[0]);
            if self.random.u32(..5) == 0
                && let Some(last) = { lock().rows.pop() }
            {
                self.label(&last, nodes, &empty, row);
            }
        }
        self.engine.on_evaluation = None;
        lock().rows.iter().for_each(|kept| row(kept, false));
    }

    /// Emits a row labelled by a search.
    fn label(
        &mut self,
        kept: &[u16; ROW],
        nodes: u64,
        empty: &PatternBoard,
        row: &mut dyn FnMut(&[u16; ROW], bool),
    ) {
        let board = board_of(kept, empty);
        let thoughts = self.engine.think(&board, Spend::nodes(nodes), 1, &self.stop);
        if let Some(line) = thoughts.lines.first().filter(|line| !line.cells.is_empty()) {
            let value = line.value.clamp(-32_000, 32_000) as i16;
            row(&row_of(&board, value as u16, NO_RESULT, line.cells[0] as u16), true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_engines::gomoku::Weights;
    use heibai_games::gomoku::{OpeningRule, Rules, Variant};

    #[test]
    fn leaves_are_quiet_positions_and_come_again_with_the_seed() {
        let variant = Variant::Renju;
        let rules = Rules::new(SIZE, variant, OpeningRule::Free).unwrap();
        let empty = PatternBoard::new(&rules, Weights::of(variant));
        let gather = || {
            let mut author = Author::new(variant, Weights::of(variant), 300, 3).unwrap();
            let mut rows = Vec::new();
            for _ in 0..3 {
                author.leaves(1000, &mut |row, labelled| rows.push((*row, labelled)));
            }
            rows
        };
        let rows = gather();
        assert!(rows == gather());
        for (row, labelled) in &rows {
            let board = board_of(row, &empty);
            assert!(!board.is_decided());
            let tail = &row[2 * CELLS..];
            assert_eq!(*row, row_of(&board, tail[0], tail[1], tail[2]));
            assert_eq!(*labelled, tail[0] != NO_VALUE);
            assert!(!labelled || board.stone(usize::from(tail[2])).is_none());
        }
        let labelled = rows.iter().filter(|(_, labelled)| *labelled).count();
        assert!(labelled > 0 && labelled < rows.len() / 2, "{labelled} of {}", rows.len());
    }

    #[test]
    fn a_game_gives_leaves_of_its_searches() {
        let variant = Variant::Standard;
        let author = || Author::new(variant, Weights::of(variant), 300, 5).unwrap();
        let (mut labelled, mut plain) = (0, 0);
        let record = author().game(Some((200, &mut |row, label| {
            let counted = if label { &mut labelled } else { &mut plain };
            *counted += 1;
            assert_eq!(row[2 * CELLS] != NO_VALUE, label);
        })));
        let moves = record.values.len();
        assert!(
            labelled > moves / 3 && labelled <= moves && plain > labelled,
            "{labelled} and {plain} of {moves}"
        );
        let (cells, opening) = (author().game(None).cells, record.opening);
        assert_eq!(record.cells[..=opening], cells[..=opening]);
    }
}
