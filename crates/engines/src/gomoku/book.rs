//! The first moves by theory: the named Renju openings and their replies by shape, and the balance search
//! that swap2 and opening books rest on.

use super::board::Board;
use super::engine::{Engine, Spend};
use heibai_games::Color;
use heibai_games::gomoku::opening::Choice;
use std::sync::atomic::AtomicBool;

/// The named two-stone starts and third stones of Renju, as steps (right, up) from the centre: White's
/// second stone above the centre (direct) or to its upper right (indirect), and the thirteen third stones
/// of each.
const DIRECT: [(i32, i32); 13] = [
    (0, 2),
    (1, 2),
    (2, 2),
    (1, 1),
    (2, 1),
    (1, 0),
    (2, 0),
    (0, -1),
    (1, -1),
    (2, -1),
    (0, -2),
    (1, -2),
    (2, -2),
];
const INDIRECT: [(i32, i32); 13] = [
    (2, 2),
    (2, 1),
    (2, 0),
    (2, -1),
    (2, -2),
    (1, 0),
    (1, -1),
    (1, -2),
    (0, -1),
    (0, -2),
    (-1, -1),
    (-1, -2),
    (-2, -2),
];

fn cell(size: usize, (right, up): (i32, i32)) -> usize {
    let middle = (size / 2) as i32;
    ((middle - up) * size as i32 + middle + right) as usize
}

/// A move of theory for the first three stones: the centre, a stone next to it, and one of the 26 named
/// third stones. `None` when the game has left the named openings.
pub fn move_of(board: &Board, random: &mut fastrand::Rng) -> Option<usize> {
    let size = board.size();
    if size < 9 {
        return None;
    }
    let stones: Vec<usize> = (0..size * size).filter(|&c| board.stone(c).is_some()).collect();
    let centre = cell(size, (0, 0));
    match stones.len() {
        0 => Some(centre),
        1 if board.stone(centre) == Some(Color::Black) => {
            let second = [(0, 1), (1, 1)][random.usize(..2)];
            Some(cell(size, second))
        }
        2 if board.stone(centre) == Some(Color::Black) => {
            let at = |step| board.stone(cell(size, step)) == Some(Color::White);
            let thirds = match () {
                _ if at((0, 1)) => &DIRECT,
                _ if at((1, 1)) => &INDIRECT,
                _ => return None,
            };
            Some(cell(size, thirds[random.usize(..thirds.len())]))
        }
        _ => None,
    }
}

/// The value of a position for Black.
fn value_for_black(engine: &mut Engine, board: &Board, spend: Spend, stop: &AtomicBool) -> i32 {
    let thoughts = engine.think(board, spend, 1, stop);
    let value = thoughts.lines.first().map_or(0, |line| line.value);
    if board.turn() == Color::Black { value } else { -value }
}

/// The move, among the likeliest, after which the position is nearest to even.
pub fn balanced_move(engine: &mut Engine, board: &Board, spend: Spend, stop: &AtomicBool) -> Option<usize> {
    let tries = 12;
    let thoughts = engine.think(board, Spend { nodes: spend.nodes / 3, ..spend }, tries, stop);
    let mut board = board.clone();
    let mut best = None;
    for line in &thoughts.lines {
        let &cell = line.cells.first()?;
        board.play(cell);
        let each = Spend { nodes: (spend.nodes / (2 * tries as u64)).max(500), ..spend };
        let value = value_for_black(engine, &board, each, stop).abs();
        board.undo();
        if best.is_none_or(|(least, _)| value < least) {
            best = Some((value, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// What to choose when colours are offered: the better side, or two more stones where that is allowed and
/// neither side is clearly better.
pub fn choose(engine: &mut Engine, board: &Board, two_more: bool, spend: Spend, stop: &AtomicBool) -> Choice {
    let value = value_for_black(engine, board, spend, stop);
    match value {
        -60..=60 if two_more => Choice::TwoMore,
        1.. => Choice::Black,
        _ => Choice::White,
    }
}
