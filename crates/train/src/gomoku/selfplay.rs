//! Self-play games: compact records, and their conversion to training rows.
//!
//! A record is: rule set, result (0 Black, 1 White, 2 draw), stones of the opening, number of moves, one byte per move,
//! then the search's value for the mover of every move after the opening, two bytes each, little endian. Boards are
//! 15x15.

use heibai_engines::gomoku::class::CODES;
use heibai_engines::gomoku::search::PROVED;
use heibai_engines::gomoku::{Engine, Net, PatternBoard, Spend, Weights};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Move, Point, Position as _};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) const SIZE: usize = 15;

/// One of `nodes / KEPT_PART` evaluations is kept. A search evaluates about a fifth of its nodes, so about four positions
/// per move are kept.
const KEPT_PART: u64 = 20;

/// A game with the engine's values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub variant: Variant,
    pub winner: Option<Color>,
    /// The number of random stones at the start.
    pub opening: usize,
    pub cells: Vec<u8>,
    /// The value of the position before each move after the opening, for its mover.
    pub values: Vec<i16>,
}

impl Record {
    pub fn write(&self, out: &mut Vec<u8>) {
        let result = self.winner.map_or(2, |winner| winner.index() as u8);
        out.extend([self.variant as u8, result, self.opening as u8, self.cells.len() as u8]);
        out.extend(&self.cells);
        out.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
    }

    /// Reads the record at the front of `bytes`; `None` if there is no complete and valid one.
    pub fn read(bytes: &mut &[u8]) -> Option<Record> {
        let (&[variant, result, opening, count], rest) = bytes.split_first_chunk::<4>()?;
        let variant = *Variant::ALL.get(usize::from(variant))?;
        let winner = match result {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            _ => return None,
        };
        let (cells, rest) = rest.split_at_checked(usize::from(count))?;
        let searched = usize::from(count).checked_sub(usize::from(opening))?;
        let (values, rest) = rest.split_at_checked(2 * searched)?;
        if cells.iter().any(|&cell| usize::from(cell) >= SIZE * SIZE) {
            return None;
        }
        *bytes = rest;
        let values = values.chunks_exact(2).map(|v| i16::from_le_bytes([v[0], v[1]])).collect();
        Some(Record { variant, winner, opening: usize::from(opening), cells: cells.to_vec(), values })
    }
}

/// Called with positions from searches and whether they are labelled.
pub type OnLeaf<'a> = &'a mut dyn FnMut(&[u16; ROW], bool);

/// Plays self-play games of one rule set.
pub struct Author {
    pub(super) engine: Engine,
    pub(super) weights: Arc<Weights>,
    pub(super) rules: Rules,
    pub(super) nodes: u64,
    pub(super) random: fastrand::Rng,
    pub(super) stop: AtomicBool,
}

impl Author {
    pub fn new(variant: Variant, weights: Arc<Weights>, nodes: u64, seed: u64) -> Option<Author> {
        Author::on_board(SIZE, variant, weights, nodes, seed)
    }

    /// Like `new`, for any board size. Records are only possible on 15x15.
    pub fn on_board(
        size: usize,
        variant: Variant,
        weights: Arc<Weights>,
        nodes: u64,
        seed: u64,
    ) -> Option<Author> {
        let rules = Rules::new(size, variant, OpeningRule::Free).ok()?;
        Some(Author {
            engine: Engine::new(2),
            weights,
            rules,
            nodes,
            random: fastrand::Rng::with_seed(seed),
            stop: AtomicBool::new(false),
        })
    }

    /// Searches with this network.
    pub fn use_net(&mut self, net: Option<Arc<Net>>) {
        self.engine.net = net;
    }

    pub(super) fn think(&mut self, position: &Position, nodes: u64) -> Option<(usize, i32)> {
        let board = PatternBoard::of(position, self.weights.clone());
        let thoughts = self.engine.think(&board, Spend::nodes(nodes), 1, &self.stop);
        let line = thoughts.lines.first()?;
        Some((*line.cells.first()?, line.value))
    }

    /// A few random stones near each other that a short search finds roughly even.
    pub fn opening(&mut self) -> (Position, Vec<Point>) {
        loop {
            let mut position = Position::start(&self.rules);
            let mut cells = Vec::new();
            let size = self.rules.size();
            let centre = (self.random.usize(3..size - 3), self.random.usize(3..size - 3));
            let stones = self.random.usize(2..8);
            for _ in 0..200 {
                if cells.len() == stones {
                    break;
                }
                let spread = 2 + cells.len() / 2;
                let x = (centre.0 + self.random.usize(0..=2 * spread)).wrapping_sub(spread);
                let y = (centre.1 + self.random.usize(0..=2 * spread)).wrapping_sub(spread);
                let Some(point) = Point::new(x, y, size) else { continue };
                if position.play(Move::Place(point)).is_ok() {
                    cells.push(point);
                }
            }
            let even = self.random.i32(100..350);
            let value = self.think(&position, self.nodes / 2).map_or(0, |(_, value)| value);
            if value.abs() < even {
                return (position, cells);
            }
        }
    }

    /// Plays one game to its end or until the result is clear. `leaves` is called with positions that the searches
    /// evaluated: after each move, one of them labelled by a search of so many nodes, the others unlabelled.
    pub fn game(&mut self, leaves: Option<(u64, OnLeaf<'_>)>) -> Record {
        self.engine.clear();
        let (mut position, stones) = self.opening();
        let every = (self.nodes / KEPT_PART) as u32;
        let mut leaves = leaves.map(|(nodes, row)| (self.keep_leaves(every), nodes, row));
        let mut cells: Vec<u8> = stones.iter().map(|point| point.0 as u8).collect();
        let opening = cells.len();
        let mut values = Vec::new();
        let mut plain = 0;
        let mut winner = None;
        while position.outcome().is_none() && cells.len() < 200 {
            let Some((cell, value)) = self.think(&position, self.nodes) else { break };
            let mover = position.turn();
            if position.play(Move::Place(Point(cell as u16))).is_err() {
                break;
            }
            cells.push(cell as u8);
            values.push(value.clamp(-32_000, 32_000) as i16);
            if let Some((kept, nodes, row)) = &mut leaves {
                self.give_leaves(kept, *nodes, *row);
            }
            plain = if value.abs() > 1800 { plain + 1 } else { 0 };
            if value.abs() >= PROVED || plain >= 6 {
                winner = Some(if value > 0 { mover } else { !mover });
                break;
            }
        }
        self.engine.on_evaluation = None;
        if let Some(outcome) = position.outcome() {
            winner = outcome.winner;
        }
        Record { variant: self.rules.variant(), winner, opening, cells, values }
    }
}

/// The length of a training row: the codes of all points for the mover, then for the opponent (for a stone `CODES` in
/// both, or `CODES + 1` in the second if it is the opponent's), then value, result for the mover (2 win, 1 draw, 0
/// loss), move, colour, state of threats.
pub const ROW: usize = 2 * SIZE * SIZE + 5;

/// The row of a position.
pub(super) fn row_of(board: &PatternBoard, value: u16, result: u16, cell: u16) -> [u16; ROW] {
    let (own, other) = (board.turn(), !board.turn());
    let mut numbers = [0u16; ROW];
    for c in 0..SIZE * SIZE {
        (numbers[c], numbers[SIZE * SIZE + c]) = match board.stone(c) {
            None => (board.code(own, c), board.code(other, c)),
            Some(color) => (CODES as u16, CODES as u16 + u16::from(color == other)),
        };
    }
    let tail = [value, result, cell, own.index() as u16, board.state() as u16];
    numbers[2 * SIZE * SIZE..].copy_from_slice(&tail);
    numbers
}

/// Emits the rows of a game, without positions decided by threats. With `ahead` above 0 the values are lambda returns,
/// see [`lambda_returns`].
pub fn rows(record: &Record, ahead: f64, row: &mut dyn FnMut(&[u16; ROW])) {
    let Ok(rules) = Rules::new(SIZE, record.variant, OpeningRule::Free) else { return };
    let mut board = PatternBoard::new(&rules, Weights::of(record.variant));
    let mut found = Vec::new();
    for (i, &cell) in record.cells.iter().enumerate() {
        let cell = usize::from(cell);
        if board.stone(cell).is_some() {
            return;
        }
        if i >= record.opening {
            let result = record.winner.map_or(1, |winner| if winner == board.turn() { 2 } else { 0 });
            let quiet = !board.is_decided();
            found
                .push((quiet, row_of(&board, record.values[i - record.opening] as u16, result, cell as u16)));
        }
        board.play(cell);
    }
    if ahead > 0.0 {
        lambda_returns(&mut found, ahead);
    }
    found.iter().filter(|(quiet, _)| *quiet).for_each(|(_, numbers)| row(numbers));
}

/// The value of a win rate of 73 % (the scale of the logistic function), as in `fit.py`.
const SCALE: f64 = 200.0;

/// Replaces each value by its lambda return: a mean over it, the values of the following positions with weights falling
/// by `ahead`, and the result. Positions under a four were not searched and are passed over; proved values stay.
fn lambda_returns(found: &mut [(bool, [u16; ROW])], ahead: f64) {
    let mut next: Option<f64> = None;
    for (quiet, numbers) in found.iter_mut().rev() {
        let [value, result] = [2 * SIZE * SIZE, 2 * SIZE * SIZE + 1];
        let own = f64::from(numbers[value] as i16);
        let proved = own.abs() >= f64::from(PROVED);
        // The next position belongs to the other side.
        let later = next.map_or(f64::from(numbers[result]) / 2.0, |chance| 1.0 - chance);
        let chance = match (*quiet, proved) {
            (false, _) => later,
            (true, true) => f64::from(u8::from(own > 0.0)),
            (true, false) => (1.0 - ahead) / (1.0 + (-own / SCALE).exp()) + ahead * later,
        };
        next = Some(chance);
        if *quiet && !proved {
            let odds = (chance / (1.0 - chance)).clamp(1e-6, 1e6);
            numbers[value] = (SCALE * odds.ln()).round() as i16 as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back_and_give_rows() {
        let mut author = Author::new(Variant::Renju, Weights::of(Variant::Renju), 200, 1).unwrap();
        let records = [author.game(None), author.game(None)];
        let mut bytes = Vec::new();
        records.iter().for_each(|record| record.write(&mut bytes));
        let mut rest = &bytes[..];
        for record in &records {
            assert_eq!(Record::read(&mut rest).as_ref(), Some(record));
            let mut count = 0;
            rows(record, 0.0, &mut |row| {
                count += 1;
                let (own, other) = row[..2 * SIZE * SIZE].split_at(SIZE * SIZE);
                for (&own, &other) in own.iter().zip(other) {
                    assert_eq!(own == CODES as u16, other >= CODES as u16);
                    assert!(own <= CODES as u16 && other <= CODES as u16 + 1);
                }
            });
            assert!(count > 0 && count <= record.values.len());
        }
        assert!(rest.is_empty());
        assert_eq!(Record::read(&mut &bytes[..bytes.len() / 2 - 1].to_vec()[..5]), None);
    }

    #[test]
    fn values_become_lambda_returns() {
        let number = |value: i16, result: u16| {
            let mut numbers = [0u16; ROW];
            (numbers[2 * SIZE * SIZE], numbers[2 * SIZE * SIZE + 1]) = (value as u16, result);
            numbers
        };
        // The first mover wins in the end; the third search says nothing, as a five threatened.
        let proved = PROVED as i16 + 5;
        let mut found = [
            (true, number(0, 2)),
            (true, number(-200, 0)),
            (false, number(0, 2)),
            (true, number(-proved, 0)),
        ];
        lambda_returns(&mut found, 0.5);
        let values = found.map(|(_, numbers)| numbers[2 * SIZE * SIZE] as i16);
        let chance = |value: i16| 1.0 / (1.0 + (-f64::from(value) / SCALE).exp());
        assert_eq!(values[3], -proved);
        assert_eq!(values[2], 0);
        assert!((chance(values[1]) - 0.5 * chance(-200)).abs() < 0.003);
        assert!((chance(values[0]) - (0.25 + 0.5 * (1.0 - chance(values[1])))).abs() < 0.003);
    }
}
