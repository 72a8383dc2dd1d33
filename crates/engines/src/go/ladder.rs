//! Reads ladders: chains that can be captured by giving atari move after move.

use super::board::{Cell, FastBoard};
use heibai_games::board::Color;
use std::collections::HashMap;

/// Node limit for one chain; beyond it the ladder is taken not to work.
const MOST_NODES: usize = 25_000;

/// How many boards the cache of ladders holds; a search keeps returning to the same few.
const REMEMBERED: usize = 4096;

/// A stone of a chain that is caught in a ladder, and the moves that catch it if it has two liberties.
pub type Ladder = (Cell, Vec<Cell>);

/// A ladder reader with scratch memory, so that reading allocates nothing.
#[derive(Default)]
pub struct Reader {
    boards: Vec<FastBoard>,
    nodes: usize,
    /// Keyed by the board's stones and ko.
    known: HashMap<(u64, Option<Cell>), Vec<Ladder>>,
}

impl Reader {
    /// All ladders that work on a board.
    pub fn ladders(&mut self, board: &FastBoard) -> &[Ladder] {
        let key = (board.hash() ^ board.size() as u64, board.ko());
        if !self.known.contains_key(&key) {
            if self.known.len() >= REMEMBERED {
                self.known.clear();
            }
            let found = self.read_all(board);
            self.known.insert(key, found);
        }
        &self.known[&key]
    }

    fn read_all(&mut self, board: &FastBoard) -> Vec<Ladder> {
        let mut found = Vec::new();
        for chain in Color::BOTH.into_iter().flat_map(|color| board.chains(color)) {
            match board.liberties(chain) {
                1 if self.is_caught(board, chain) => found.push((chain, Vec::new())),
                2 => {
                    let moves = self.catching(board, chain);
                    if !moves.is_empty() {
                        found.push((chain, moves));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Whether a chain in atari is captured whatever it does.
    pub(crate) fn is_caught(&mut self, board: &FastBoard, stone: Cell) -> bool {
        let Some(color) = board.stone(stone) else { return false };
        if board.liberties(stone) > 1 {
            return false;
        }
        self.nodes = 0;
        self.set(0, board);
        self.caught(color, stone)
    }

    /// The liberties of a chain with two liberties where the attacker can start a working ladder.
    pub(crate) fn catching(&mut self, board: &FastBoard, stone: Cell) -> Vec<Cell> {
        let Some(color) = board.stone(stone) else { return Vec::new() };
        let mut liberties = Vec::new();
        board.liberties_of(stone, &mut liberties);
        if liberties.len() != 2 {
            return Vec::new();
        }
        liberties.retain(|&liberty| {
            if !board.allows(liberty, !color) {
                return false;
            }
            self.nodes = 0;
            self.set(0, board);
            self.boards[0].play(liberty, !color, |_| {});
            self.boards[0].liberties(stone) == 1 && self.caught(color, stone)
        });
        liberties
    }

    fn set(&mut self, depth: usize, board: &FastBoard) {
        match self.boards.get_mut(depth) {
            Some(place) => place.clone_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// The defender moves on board 0; its ko is assumed to go the defender's way.
    fn caught(&mut self, color: Color, stone: Cell) -> bool {
        self.boards[0].clear_ko();
        self.defend(0, color, stone)
    }

    /// The defender's chain has one liberty; true if nothing saves it.
    fn defend(&mut self, depth: usize, color: Color, stone: Cell) -> bool {
        let board = &self.boards[depth];
        // A ladder that leaves a ko counts as failed; it could also go round for ever.
        if board.liberties(stone) >= 2 || board.ko().is_some() {
            return false;
        }
        let mut moves = captures(board, stone, color);
        let mut liberties = Vec::with_capacity(1);
        board.liberties_of(stone, &mut liberties);
        moves.retain(|cell| !liberties.contains(cell));
        moves.extend(liberties);
        for cell in moves {
            if self.step(depth, cell, color) && !self.attack(depth + 1, color, stone) {
                return false;
            }
            if self.nodes >= MOST_NODES {
                return false;
            }
        }
        true
    }

    /// The attacker moves; true if the chain is caught.
    fn attack(&mut self, depth: usize, color: Color, stone: Cell) -> bool {
        let board = &self.boards[depth];
        match board.liberties(stone) {
            0 | 1 => return true,
            2 => {}
            _ => return false,
        }
        let mut moves = Vec::with_capacity(2);
        board.liberties_of(stone, &mut moves);
        let room: Vec<usize> = moves.iter().map(|&cell| board.empty_neighbours(cell)).collect();
        if room == [0, 0] && is_double_ko_death(board, stone, color, &moves) {
            return true;
        }
        if !board.neighbours(moves[0]).contains(&moves[1]) {
            match (room[0] >= 3, room[1] >= 3) {
                (true, true) => return false,
                (true, false) => moves.truncate(1),
                (false, true) => drop(moves.remove(0)),
                (false, false) => {}
            }
        }
        // Try the side with more room first, because the defender wants to go there.
        if moves.len() == 2 && room[1] > room[0] {
            moves.swap(0, 1);
        }
        moves.into_iter().any(|cell| self.step(depth, cell, !color) && self.defend(depth + 1, color, stone))
    }

    /// Plays on the next deeper board, if the stone is allowed.
    fn step(&mut self, depth: usize, cell: Cell, color: Color) -> bool {
        if !self.boards[depth].allows(cell, color) {
            return false;
        }
        self.nodes += 1;
        if self.boards.len() <= depth + 1 {
            let copy = self.boards[depth].clone();
            self.boards.push(copy);
        } else {
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
        }
        self.boards[depth + 1].play(cell, color, |_| {});
        true
    }
}

/// The points that capture a chain next to this one.
fn captures(board: &FastBoard, stone: Cell, color: Color) -> Vec<Cell> {
    let mut found: Vec<Cell> = Vec::new();
    for cell in board.chain(stone) {
        for near in board.neighbours(cell) {
            if board.is(near, !color) && board.liberties(near) == 1 {
                let last = board.chain(near).flat_map(|s| board.neighbours(s)).find(|&n| board.is_empty(n));
                found.extend(last.filter(|last| !found.contains(last)));
            }
        }
    }
    found
}

/// Whether both liberties are kos that the attacker takes, connecting gains nothing, and nothing adjacent can be
/// captured: then the attacker always wins one of the two kos.
fn is_double_ko_death(board: &FastBoard, stone: Cell, color: Color, liberties: &[Cell]) -> bool {
    let connects_to_little = |cell: Cell| {
        let mut copy = board.clone();
        if copy.is_suicide(cell, color) {
            return true;
        }
        copy.play(cell, color, |_| {});
        copy.liberties(cell) <= 2
    };
    liberties.iter().all(|&cell| takes_a_ko(board, cell, !color))
        && liberties.iter().all(|&cell| connects_to_little(cell))
        && captures(board, stone, color).is_empty()
}

/// A stone of `color` here would capture exactly one stone and be alone among enemies.
fn takes_a_ko(board: &FastBoard, cell: Cell, color: Color) -> bool {
    let near = board.neighbours(cell);
    let enclosed = near.iter().all(|&near| board.is_wall(near) || board.is(near, !color));
    let mut caught = near.iter().filter(|&&near| board.is(near, !color) && board.liberties(near) == 1);
    enclosed && matches!((caught.next(), caught.next()), (Some(&one), None) if board.stones(one) == 1)
}
