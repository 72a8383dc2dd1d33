//! Victory by continuous fours (VCF): every attacking move is a four, so every reply is forced, until a five can no
//! longer be stopped. White also wins by forcing Black onto a forbidden point.

use super::board::{NO_CELL, PatternBoard};
use super::class::Class;
use heibai_games::Color;

/// The result of a search for a forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The line, attacker first; the last move makes five or leaves no legal defence.
    Win(Vec<usize>),
    /// There is none.
    Nothing,
    /// A limit ended the search.
    Unknown,
}

/// Positions in which the attack failed, with the depth searched.
pub struct Failures {
    entries: Vec<(u32, u8)>,
}

impl Failures {
    /// Room for `2^bits` positions.
    pub fn new(bits: u32) -> Failures {
        Failures { entries: vec![(0, 0); 1 << bits] }
    }

    pub fn clear(&mut self) {
        self.entries.fill((0, 0));
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// To which depth the attack failed here; 255 is any depth.
    fn get(&self, key: u64) -> Option<u8> {
        let (check, searched) = self.entries[self.slot(key)];
        (check == (key >> 32) as u32 && searched > 0).then_some(searched)
    }

    fn add(&mut self, key: u64, depth: u8) {
        let slot = self.slot(key);
        self.entries[slot] = ((key >> 32) as u32, depth);
    }
}

/// A search for a win by fours.
pub struct Vcf<'a> {
    board: &'a mut PatternBoard,
    failures: &'a mut Failures,
    attacker: Color,
    line: Vec<usize>,
    pub nodes: u64,
    max_nodes: u64,
    /// Polled: whether to give up.
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
    /// Some branch was cut by the depth limit.
    cut: bool,
    /// At the last depth all fours are tried for one without a defence, not only open fours: slower, but then the depth
    /// at which a win is found is its length.
    by_length: bool,
}

/// Keeps the failures of searches by length apart from the others.
const BY_LENGTH: u64 = 0x6a09_e667_f3bc_c908;

/// Deeper than any line of fours on a board.
pub const NO_DEPTH_LIMIT: u8 = 120;

impl<'a> Vcf<'a> {
    /// The side to move attacks. `failures` may be kept between searches of the same attacker and rules.
    pub fn new(
        board: &'a mut PatternBoard,
        failures: &'a mut Failures,
        max_nodes: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Vcf<'a> {
        let attacker = board.turn();
        let line = Vec::new();
        let (nodes, by_length) = (0, false);
        Vcf { board, failures, attacker, line, nodes, max_nodes, stop, stopped: false, cut: false, by_length }
    }

    /// Searches for a win with at most `depth` fours that have a defence.
    pub fn solve(&mut self, depth: u8) -> Found {
        self.cut = false;
        self.line.clear();
        match self.attack(depth, NO_CELL) {
            true => Found::Win(self.line.clone()),
            false if self.stopped || self.cut => Found::Unknown,
            false => Found::Nothing,
        }
    }

    /// A win, not always the shortest: depth is raised in four large steps.
    pub fn any(&mut self) -> Found {
        for depth in [5, 10, 20, NO_DEPTH_LIMIT] {
            let found = self.solve(depth);
            if found != Found::Unknown || self.stopped {
                return found;
            }
        }
        Found::Unknown
    }

    /// The shortest win, by iterative deepening.
    pub fn shortest(&mut self) -> Found {
        self.by_length = true;
        for depth in 0..=NO_DEPTH_LIMIT {
            let found = self.solve(depth);
            if found != Found::Unknown || self.stopped {
                return found;
            }
        }
        Found::Unknown
    }

    fn out_of_limits(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.max_nodes || self.nodes.is_multiple_of(1024) && (self.stop)() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Whether the attacker, to move, wins. If so, `line` holds the moves.
    fn attack(&mut self, depth: u8, last: usize) -> bool {
        if self.out_of_limits() {
            return false;
        }
        let (own, other) = (self.attacker, !self.attacker);
        if let Some(cell) = self.board.set(own, Class::Five).first() {
            self.line.push(cell);
            return true;
        }
        let must = match self.board.count(other, Class::Five) {
            0 => None,
            1 => self.board.set(other, Class::Five).first(),
            _ => return false,
        };
        if must.is_none()
            && let Some(cell) = self.board.set(own, Class::OpenFour).first()
            && self.open_four(cell)
        {
            return true;
        }
        if depth == 0 {
            let (moves, count) = self.fours(must);
            self.cut |= count > 0;
            return self.by_length && moves[..count].iter().any(|&(_, cell)| self.four(usize::from(cell), 0));
        }
        let key = self.board.key() ^ if self.by_length { BY_LENGTH } else { 0 };
        if let Some(searched) = self.failures.get(key)
            && searched >= depth
        {
            self.cut |= searched < u8::MAX;
            return false;
        }
        let cut_elsewhere = std::mem::take(&mut self.cut);
        let (mut moves, count) = self.fours(must);
        self.order(&mut moves[..count], last);
        for &(_, cell) in &moves[..count] {
            if self.four(usize::from(cell), depth) {
                return true;
            }
            if self.stopped {
                return false;
            }
        }
        // A failure without a depth cut holds for every depth.
        self.failures.add(key, if self.cut { depth } else { u8::MAX });
        self.cut |= cut_elsewhere;
        false
    }

    /// The attacker's fours; only that on `must` if the attacker has to block there.
    fn fours(&mut self, must: Option<usize>) -> ([(i16, u16); 64], usize) {
        let mut moves = [(0, 0); 64];
        let mut count = 0;
        let classes: &[Class] = match self.attacker {
            Color::Black => {
                &[Class::FourThree, Class::FourPlus, Class::Four, Class::OpenFour, Class::Doubtful]
            }
            Color::White => &[Class::FourThree, Class::FourPlus, Class::Four, Class::OpenFour],
        };
        for &class in classes {
            for cell in self.board.set(self.attacker, class).iter() {
                if must.is_some_and(|must| must != cell) || count == moves.len() {
                    continue;
                }
                if class == Class::Doubtful {
                    let four = (0..4).any(|d| self.board.shape(self.attacker, cell, d).is_four());
                    if !four || self.board.forbidden_for_black(cell) {
                        continue;
                    }
                }
                moves[count] = (class as i16, cell as u16);
                count += 1;
            }
        }
        (moves, count)
    }

    /// Orders by class, then by distance from the last four.
    fn order(&self, moves: &mut [(i16, u16)], last: usize) {
        for (score, cell) in moves.iter_mut() {
            *score *= 4;
            if last != NO_CELL {
                *score -= self.board.grid.distance(last, usize::from(*cell)).min(8) as i16;
            }
        }
        moves.sort_unstable_by_key(|&(score, _)| -score);
    }

    /// Plays one four and its forced reply and searches on. At depth 0 only a four without a defence wins.
    fn four(&mut self, cell: usize, depth: u8) -> bool {
        self.board.play(cell);
        self.line.push(cell);
        let won = match self.board.count(self.attacker, Class::Five) {
            0 => false,
            1 => self.reply(cell, depth),
            // Two points of five: only one can be stopped.
            _ => self.write_end(),
        };
        self.board.undo();
        if !won {
            self.line.pop();
        }
        won
    }

    fn reply(&mut self, four: usize, depth: u8) -> bool {
        let Some(reply) = self.board.set(self.attacker, Class::Five).first() else { return false };
        if self.board.is_forbidden(reply) {
            return self.board.has_legal_point();
        }
        if depth == 0 {
            return false;
        }
        self.board.play(reply);
        self.line.push(reply);
        let won = self.attack(depth - 1, four);
        self.board.undo();
        if !won {
            self.line.pop();
        }
        won
    }

    fn open_four(&mut self, cell: usize) -> bool {
        self.board.play(cell);
        self.line.push(cell);
        let won = self.write_end();
        self.board.undo();
        if !won {
            self.line.pop();
        }
        won
    }

    /// Adds the moves after a straight or double four to the line: a legal defence and the five that remains, or none
    /// if every defence is forbidden. False if Black has no legal move at all, which is a draw.
    fn write_end(&mut self) -> bool {
        let fives = *self.board.set(self.attacker, Class::Five);
        let Some(defence) = fives.iter().find(|&cell| !self.board.is_forbidden(cell)) else {
            return self.board.has_legal_point();
        };
        self.line.push(defence);
        self.line.extend(fives.iter().find(|&cell| cell != defence));
        true
    }
}
