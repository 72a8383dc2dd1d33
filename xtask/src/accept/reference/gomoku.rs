//! Gomoku and Renju by reading the four lines through a point, and wins by fours by brute force.

use super::{AROUND, BLACK, EMPTY, WHITE, other, step};

/// The four lines through a point.
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rules {
    Renju,
    Standard,
    Freestyle,
}

impl Rules {
    pub fn name(self) -> &'static str {
        match self {
            Rules::Renju => "renju",
            Rules::Standard => "standard",
            Rules::Freestyle => "freestyle",
        }
    }
}

#[derive(Clone)]
pub struct GomokuBoard {
    pub size: usize,
    pub rules: Rules,
    pub cells: Vec<u8>,
    pub turn: u8,
}

impl GomokuBoard {
    pub fn start(size: usize, rules: Rules) -> GomokuBoard {
        GomokuBoard { size, rules, cells: vec![EMPTY; size * size], turn: BLACK }
    }

    fn at(&self, point: usize, line: (i32, i32), steps: i32) -> Option<u8> {
        step(point, line, steps, self.size).map(|p| self.cells[p])
    }

    /// The unbroken row of one colour through a stone, from end to end.
    pub fn row(&self, point: usize, line: (i32, i32)) -> Vec<usize> {
        let side = self.cells[point];
        let reach =
            |sign: i32| (1..).take_while(|&k| self.at(point, line, sign * k) == Some(side)).count() as i32;
        (-reach(-1)..=reach(1)).filter_map(|k| step(point, line, k, self.size)).collect()
    }

    fn is_five(&self, length: usize, side: u8) -> bool {
        match self.rules {
            Rules::Freestyle => length >= 5,
            Rules::Standard => length == 5,
            Rules::Renju => length == 5 || side == WHITE && length > 5,
        }
    }

    /// The winning row through the stone on `point`.
    pub fn five(&self, point: usize) -> Option<Vec<usize>> {
        let rows = LINES.into_iter().map(|line| self.row(point, line));
        rows.into_iter().find(|row| self.is_five(row.len(), self.cells[point]))
    }

    fn with(&self, point: usize, side: u8) -> GomokuBoard {
        let mut board = self.clone();
        board.cells[point] = side;
        board
    }

    /// Empty points of one line where `side` would make a five through `point`.
    fn fives_in(&self, point: usize, line: (i32, i32), side: u8) -> Vec<usize> {
        let near = (-5..=5).filter_map(|k| step(point, line, k, self.size));
        near.filter(|&p| self.cells[p] == EMPTY)
            .filter(|&p| {
                let row = self.with(p, side).row(p, line);
                row.contains(&point) && self.is_five(row.len(), side)
            })
            .collect()
    }

    /// Black's fours in one line through a stone: a straight four is one, two fours in one line are two.
    fn fours_in(&self, point: usize, line: (i32, i32)) -> usize {
        let fives = self.fives_in(point, line, BLACK);
        let straight = self.row(point, line).len() == 4 && fives.len() == 2;
        if straight { 1 } else { fives.len() }
    }

    /// Whether a line has a three through Black's stone: one more stone, which Black may play, makes a straight four.
    fn three_in(&self, point: usize, line: (i32, i32)) -> bool {
        let near = (-4..=4).filter_map(|k| step(point, line, k, self.size));
        near.filter(|&p| self.cells[p] == EMPTY).any(|p| {
            let next = self.with(p, BLACK);
            let row = next.row(p, line);
            let straight = row.len() == 4 && row.contains(&point) && next.fives_in(p, line, BLACK).len() == 2;
            straight && next.five(p).is_none() && self.forbidden(p).is_empty()
        })
    }

    /// Why Black may not play on an empty point: `6`, `44`, `33`; empty if allowed.
    pub fn forbidden(&self, point: usize) -> Vec<&'static str> {
        let board = self.with(point, BLACK);
        let rows: Vec<usize> = LINES.iter().map(|&line| board.row(point, line).len()).collect();
        if rows.contains(&5) {
            return Vec::new();
        }
        let mut kinds = Vec::new();
        if rows.iter().any(|&length| length > 5) {
            kinds.push("6");
        }
        let fours: Vec<usize> = LINES.iter().map(|&line| board.fours_in(point, line)).collect();
        if fours.iter().sum::<usize>() >= 2 {
            kinds.push("44");
        }
        let threes =
            LINES.iter().zip(&fours).filter(|&(&line, &fours)| fours == 0 && board.three_in(point, line));
        if threes.count() >= 2 {
            kinds.push("33");
        }
        kinds
    }

    pub fn may_play(&self, point: usize) -> bool {
        self.cells[point] == EMPTY
            && (self.rules != Rules::Renju || self.turn == WHITE || self.forbidden(point).is_empty())
    }

    /// Plays; returns the winning row if there is one.
    pub fn play(&mut self, point: usize) -> Option<Vec<usize>> {
        assert!(self.may_play(point), "the reference plays legal moves only");
        self.cells[point] = self.turn;
        self.turn = other(self.turn);
        self.five(point)
    }

    /// Points where `side` makes a five at once.
    pub fn wins_at(&self, side: u8) -> Vec<usize> {
        let empty = (0..self.cells.len()).filter(|&p| self.cells[p] == EMPTY);
        // A row of five has another of its stones next to the last one.
        let beside = |&p: &usize| AROUND.iter().any(|&way| self.at(p, way, 1) == Some(side));
        empty.filter(beside).filter(|&p| self.with(p, side).five(p).is_some()).collect()
    }

    /// Whether a stone could make a four: three more of its colour are near it on one line.
    fn may_make_four(&self, point: usize) -> bool {
        let near = |line| (-4..=4).filter(|&k| self.at(point, line, k) == Some(self.turn)).count();
        LINES.into_iter().any(|line| near(line) >= 3)
    }

    /// The longest row that the side to move would have through a point; 0 if it may not play there.
    pub fn longest(&self, point: usize) -> usize {
        if !self.may_play(point) {
            return 0;
        }
        let board = self.with(point, self.turn);
        LINES.into_iter().map(|line| board.row(point, line).len()).max().unwrap_or(0)
    }

    /// Whether the side to move wins by fours alone with at most this many own stones, including the five.
    pub fn wins_by_fours(&self, stones: u32) -> bool {
        if !self.wins_at(self.turn).is_empty() {
            return stones >= 1;
        }
        if stones < 2 {
            return false;
        }
        let threats = self.wins_at(other(self.turn));
        let tries = match threats[..] {
            [] => {
                let tries =
                    (0..self.cells.len()).filter(|&p| self.cells[p] == EMPTY && self.may_make_four(p));
                tries.filter(|&p| self.may_play(p)).collect()
            }
            [only] if self.may_play(only) => vec![only],
            _ => return false,
        };
        tries.into_iter().any(|point| {
            let mut next = self.clone();
            next.play(point);
            let fives = next.wins_at(self.turn);
            let stops: Vec<usize> = fives.iter().copied().filter(|&p| next.may_play(p)).collect();
            match (fives.len(), &stops[..]) {
                (0, _) => false,
                // One stone cannot stop two fives, nor one on a point forbidden to it. A five of the defender's own
                // could, but there was none before this four.
                (2.., _) | (_, []) => next.wins_at(next.turn).is_empty(),
                (_, &[stop]) => {
                    let mut after = next;
                    after.play(stop).is_none() && after.wins_by_fours(stones - 1)
                }
                _ => false,
            }
        })
    }

    /// `h8`: rows count from the bottom.
    pub fn name(&self, point: usize) -> String {
        format!("{}{}", (b'a' + (point % self.size) as u8) as char, self.size - point / self.size)
    }

    /// 225 characters, row 15 first.
    pub fn flat(&self) -> String {
        self.cells.iter().map(|&cell| [".", "X", "O"][cell as usize]).collect()
    }
}
