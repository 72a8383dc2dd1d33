//! Go with a list of all earlier boards.

use super::{BLACK, EMPTY, WHITE, other, step};
use std::collections::BTreeSet;

const BESIDE: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

#[derive(Clone)]
pub struct GoBoard {
    pub size: usize,
    pub cells: Vec<u8>,
    pub turn: u8,
    /// Every board so far, including the empty one.
    seen: Vec<Vec<u8>>,
    pub passes: u32,
    /// Stones that each side lost.
    pub lost: [usize; 3],
}

impl GoBoard {
    pub fn start(size: usize) -> GoBoard {
        let cells = vec![EMPTY; size * size];
        GoBoard { size, seen: vec![cells.clone()], cells, turn: BLACK, passes: 0, lost: [0; 3] }
    }

    fn beside(&self, point: usize) -> impl Iterator<Item = usize> {
        let size = self.size;
        BESIDE.into_iter().filter_map(move |way| step(point, way, 1, size))
    }

    /// All points connected to `point` with the same content.
    fn area(&self, cells: &[u8], point: usize) -> BTreeSet<usize> {
        let (mut found, mut open) = (BTreeSet::from([point]), vec![point]);
        while let Some(here) = open.pop() {
            for next in self.beside(here) {
                if cells[next] == cells[point] && found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }

    fn has_liberty(&self, cells: &[u8], chain: &BTreeSet<usize>) -> bool {
        chain.iter().any(|&stone| self.beside(stone).any(|next| cells[next] == EMPTY))
    }

    /// The board after a stone, or why it is illegal. Chinese rules: no suicide, positional superko.
    pub fn after(&self, point: usize) -> Result<Vec<u8>, &'static str> {
        if self.cells[point] != EMPTY {
            return Err("occupied");
        }
        let mut cells = self.cells.clone();
        cells[point] = self.turn;
        for next in self.beside(point) {
            if cells[next] == other(self.turn) {
                let chain = self.area(&cells, next);
                if !self.has_liberty(&cells, &chain) {
                    chain.into_iter().for_each(|stone| cells[stone] = EMPTY);
                }
            }
        }
        let own = self.area(&cells, point);
        if !self.has_liberty(&cells, &own) {
            return Err("suicide");
        }
        if self.seen.contains(&cells) { Err("repetition") } else { Ok(cells) }
    }

    /// Whether every stone has a liberty.
    #[cfg(test)]
    pub fn is_settled(&self) -> bool {
        let stones = (0..self.cells.len()).filter(|&point| self.cells[point] != EMPTY);
        stones.into_iter().all(|stone| self.has_liberty(&self.cells, &self.area(&self.cells, stone)))
    }

    pub fn legal(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&point| self.after(point).is_ok()).collect()
    }

    /// A stone, or a pass.
    pub fn play(&mut self, point: Option<usize>) {
        match point {
            None => self.passes += 1,
            Some(point) => {
                let cells = self.after(point).expect("the reference plays legal moves only");
                let count = |cells: &[u8]| cells.iter().filter(|&&c| c == other(self.turn)).count();
                self.lost[other(self.turn) as usize] += count(&self.cells) - count(&cells);
                self.cells = cells;
                self.passes = 0;
            }
        }
        self.seen.push(self.cells.clone());
        self.turn = other(self.turn);
    }

    /// Area count of Black and White: stones and surrounded points, neutral points halved.
    pub fn count(&self, dead: &[usize]) -> (f64, f64) {
        let mut cells = self.cells.clone();
        dead.iter().for_each(|&stone| cells[stone] = EMPTY);
        let mut score = [0.0; 3];
        for point in 0..cells.len() {
            if cells[point] != EMPTY {
                score[cells[point] as usize] += 1.0;
                continue;
            }
            let area = self.area(&cells, point);
            let touches =
                |side: u8| area.iter().any(|&empty| self.beside(empty).any(|next| cells[next] == side));
            match (touches(BLACK), touches(WHITE)) {
                (true, false) => score[1] += 1.0,
                (false, true) => score[2] += 1.0,
                _ => {
                    score[1] += 0.5;
                    score[2] += 0.5;
                }
            }
        }
        (score[1], score[2])
    }

    /// Territory: points that only one side surrounds, without stones.
    pub fn territory(&self) -> (f64, f64) {
        let (mut black, mut white) = (0.0, 0.0);
        for point in (0..self.cells.len()).filter(|&point| self.cells[point] == EMPTY) {
            let area = self.area(&self.cells, point);
            let touches =
                |side: u8| area.iter().any(|&empty| self.beside(empty).any(|n| self.cells[n] == side));
            match (touches(BLACK), touches(WHITE)) {
                (true, false) => black += 1.0,
                (false, true) => white += 1.0,
                _ => {}
            }
        }
        (black, white)
    }

    /// `Q16`: no column I, rows count from the bottom.
    pub fn name(&self, point: usize) -> String {
        let columns = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
        format!("{}{}", columns[point % self.size] as char, self.size - point / self.size)
    }

    /// `dp`: SGF's letters from the top left.
    pub fn sgf(&self, point: usize) -> String {
        let letter = |v: usize| (b'a' + v as u8) as char;
        format!("{}{}", letter(point % self.size), letter(point / self.size))
    }
}
