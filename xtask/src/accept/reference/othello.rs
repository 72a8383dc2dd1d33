//! Othello by walking along eight lines.

use super::{AROUND, BLACK, Chance, EMPTY, WHITE, other, step};

#[derive(Clone, PartialEq, Debug)]
pub struct OthelloBoard {
    pub size: usize,
    pub cells: Vec<u8>,
    pub turn: u8,
}

impl OthelloBoard {
    /// White on the diagonal from the top left, Black on the other; Black begins.
    pub fn start(size: usize) -> OthelloBoard {
        let mut cells = vec![EMPTY; size * size];
        let (low, high) = (size / 2 - 1, size / 2);
        for (x, y, side) in [(low, low, WHITE), (high, high, WHITE), (high, low, BLACK), (low, high, BLACK)] {
            cells[y * size + x] = side;
        }
        OthelloBoard { size, cells, turn: BLACK }
    }

    /// The discs that `side` would flip from `point`; none if the point is occupied.
    pub fn flips(&self, point: usize, side: u8) -> Vec<usize> {
        let mut flipped = Vec::new();
        if self.cells[point] != EMPTY {
            return flipped;
        }
        for direction in AROUND {
            let mut line = Vec::new();
            let mut steps = 1;
            while let Some(next) = step(point, direction, steps, self.size) {
                if self.cells[next] == other(side) {
                    line.push(next);
                } else {
                    if self.cells[next] == side {
                        flipped.append(&mut line);
                    }
                    break;
                }
                steps += 1;
            }
        }
        flipped
    }

    pub fn legal(&self, side: u8) -> Vec<usize> {
        (0..self.cells.len()).filter(|&point| !self.flips(point, side).is_empty()).collect()
    }

    pub fn is_over(&self) -> bool {
        self.legal(BLACK).is_empty() && self.legal(WHITE).is_empty()
    }

    /// Plays, and passes if the other side must; returns whether it had to pass while the game goes on.
    pub fn play(&mut self, point: usize) -> bool {
        let flipped = self.flips(point, self.turn);
        assert!(!flipped.is_empty(), "the reference plays legal moves only");
        self.cells[point] = self.turn;
        flipped.into_iter().for_each(|at| self.cells[at] = self.turn);
        let passes = self.legal(other(self.turn)).is_empty() && !self.is_over();
        if !passes {
            self.turn = other(self.turn);
        }
        passes
    }

    pub fn count(&self, side: u8) -> usize {
        self.cells.iter().filter(|&&cell| cell == side).count()
    }

    /// Discs ahead for `side`, with the empty squares going to the winner.
    fn exact(&self, side: u8) -> i32 {
        let (own, theirs) = (self.count(side) as i32, self.count(other(side)) as i32);
        let empty = self.cells.len() as i32 - own - theirs;
        own - theirs + empty * (own - theirs).signum()
    }

    /// The value of best play for the side to move, by exhaustive search.
    pub fn minimax(&self) -> i32 {
        if self.is_over() {
            return self.exact(self.turn);
        }
        let value = |&point: &usize| {
            let mut next = self.clone();
            next.play(point);
            if next.turn == self.turn { next.minimax() } else { -next.minimax() }
        };
        self.legal(self.turn).iter().map(value).max().expect("who moves can move")
    }

    /// The number of games of this many plies; a pass is a ply.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal(self.turn);
        let after = |point: Option<usize>| {
            let mut next = self.clone();
            if let Some(point) = point {
                let flipped = self.flips(point, self.turn);
                next.cells[point] = self.turn;
                flipped.into_iter().for_each(|at| next.cells[at] = self.turn);
            }
            next.turn = other(self.turn);
            next.perft(depth - 1)
        };
        match moves.is_empty() {
            true if self.is_over() => 0,
            true => after(None),
            false => moves.into_iter().map(|point| after(Some(point))).sum(),
        }
    }

    /// `d3`: rows count from the top.
    pub fn name(&self, point: usize) -> String {
        format!("{}{}", (b'a' + (point % self.size) as u8) as char, point / self.size + 1)
    }

    /// The position as a line: `3xo3/... x`.
    pub fn line(&self) -> String {
        let side = if self.turn == BLACK { "x" } else { "o" };
        format!("othello {} {side} standard", rows(&self.cells, self.size))
    }

    /// A position after random moves with at most this many empty squares, in which the side to move can move.
    pub fn with_empties(size: usize, empties: usize, chance: &mut Chance) -> OthelloBoard {
        loop {
            let mut board = OthelloBoard::start(size);
            while !board.is_over() && board.count(EMPTY) > empties {
                let moves = board.legal(board.turn);
                board.play(chance.of(&moves));
            }
            if !board.is_over() {
                return board;
            }
        }
    }
}

/// Rows from the top with `x`, `o` and numbers for empty points.
pub fn rows(cells: &[u8], size: usize) -> String {
    let row = |cells: &[u8]| {
        let (mut text, mut empty) = (String::new(), 0);
        for &cell in cells {
            if cell == EMPTY {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(if cell == BLACK { 'x' } else { 'o' });
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    cells.chunks(size).map(row).collect::<Vec<_>>().join("/")
}
