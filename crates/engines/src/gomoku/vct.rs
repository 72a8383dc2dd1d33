//! Victory by continuous threats (VCT), fours and open threes, by depth-first proof-number search. The defender answers
//! a four on its one point and a three with every move that stops it or makes a four.

use super::board::{NO_CELL, PatternBoard};
use super::class::Class;
use super::grid::Cells;
use super::order::{self, Threat};
use super::vcf::{Failures, Found, NO_DEPTH_LIMIT, Vcf};
use heibai_games::Color;

const INFINITE: u32 = 1 << 28;
const MAX_PLY: usize = 80;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

const PROVED: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
const DISPROVED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };
const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

/// The transposition table of proof and disproof numbers.
pub struct ProofTable {
    entries: Vec<(u64, ProofNumbers)>,
}

impl ProofTable {
    /// Room for `2^bits` positions.
    pub fn new(bits: u32) -> ProofTable {
        ProofTable { entries: vec![(0, UNKNOWN); 1 << bits] }
    }

    fn slot(&self, key: u64) -> usize {
        (key ^ key >> 29) as usize & (self.entries.len() - 1)
    }

    fn get(&self, key: u64) -> ProofNumbers {
        let slot = self.slot(key);
        let found = [slot, slot ^ 1].into_iter().find(|&slot| self.entries[slot].0 == key);
        found.map_or(UNKNOWN, |slot| self.entries[slot].1)
    }

    /// Always stores: if the numbers of a position were dropped, the search would never end.
    fn put(&mut self, key: u64, numbers: ProofNumbers) {
        let settled = |n: ProofNumbers| n == PROVED || n == DISPROVED;
        let slot = self.slot(key);
        let places = [slot, slot ^ 1];
        let same = places.into_iter().find(|&slot| self.entries[slot].0 == key);
        // Proofs and disproofs are replaced last.
        let free = || places.into_iter().find(|&slot| !settled(self.entries[slot].1));
        let place = same.or_else(free).unwrap_or(slot);
        self.entries[place] = (key, numbers);
    }
}

/// A search for a win by threats of the side to move.
pub struct Vct<'a> {
    board: &'a mut PatternBoard,
    table: &'a mut ProofTable,
    attacker: Color,
    salt: u64,
    pub nodes: u64,
    max_nodes: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
    /// Nodes of the VCF search in each new position of the attacker; 0 for none.
    fours: u64,
    failures: Failures,
}

/// The attacker's threats: fours and open threes, forbidden points included.
pub fn threats(board: &PatternBoard, attacker: Color) -> Cells {
    let mut cells = order::four_points(board, attacker);
    for class in [Class::OpenThree, Class::OpenThreePlus, Class::DoubleThree, Class::Doubtful] {
        cells = cells.or(board.set(attacker, class));
    }
    cells
}

impl<'a> Vct<'a> {
    /// The side to move attacks.
    pub fn new(
        board: &'a mut PatternBoard,
        table: &'a mut ProofTable,
        max_nodes: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Vct<'a> {
        let attacker = board.turn();
        Vct::of(attacker, board, table, max_nodes, stop)
    }

    /// The side to move defends against the threat just made.
    pub fn answering(
        board: &'a mut PatternBoard,
        table: &'a mut ProofTable,
        max_nodes: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Vct<'a> {
        let attacker = !board.turn();
        Vct::of(attacker, board, table, max_nodes, stop)
    }

    fn of(
        attacker: Color,
        board: &'a mut PatternBoard,
        table: &'a mut ProofTable,
        max_nodes: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Vct<'a> {
        let salt = if attacker == Color::Black { 0x51ed_270b_9f1c_7a35 } else { 0x2545_f491_4f6c_dd1d };
        let failures = Failures::new(8);
        Vct { board, table, attacker, salt, nodes: 0, max_nodes, stop, stopped: false, fours: 0, failures }
    }

    /// Runs a VCF search of at most `nodes` in each new position of the attacker, and answers an open three with threats
    /// that stop it too: slower, but proves far more.
    pub fn with_fours(mut self, nodes: u64) -> Vct<'a> {
        self.fours = nodes;
        self.failures = Failures::new(14);
        self
    }

    fn win_by_fours(&mut self) -> Option<Vec<usize>> {
        let mut vcf = Vcf::new(self.board, &mut self.failures, self.fours, self.stop);
        let found = vcf.solve(NO_DEPTH_LIMIT);
        self.nodes += vcf.nodes;
        if let Found::Win(cells) = found { Some(cells) } else { None }
    }

    /// Proves or disproves a win by threats. The line is the winning attack against one of the defences.
    pub fn solve(&mut self) -> Found {
        let limit = ProofNumbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.search(limit, 0);
        match numbers {
            PROVED => Found::Win(self.line()),
            DISPROVED if !self.stopped => Found::Nothing,
            _ => Found::Unknown,
        }
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.salt
    }

    /// Expands the position until its numbers reach the limit.
    fn search(&mut self, limit: ProofNumbers, ply: usize) -> ProofNumbers {
        self.nodes += 1;
        if self.nodes >= self.max_nodes || self.nodes.is_multiple_of(512) && (self.stop)() {
            self.stopped = true;
        }
        let key = self.key();
        if let Some(numbers) = self.settled(ply) {
            self.table.put(key, numbers);
            return numbers;
        }
        let attacking = self.board.turn() == self.attacker;
        let new = self.table.get(key) == UNKNOWN;
        if attacking && new && self.fours > 0 && self.win_by_fours().is_some() {
            self.table.put(key, PROVED);
            return PROVED;
        }
        let cells: Vec<usize> = self.moves(attacking).iter().collect();
        let mut moves = Vec::with_capacity(cells.len());
        for cell in cells {
            if !self.board.is_forbidden(cell) {
                moves.push(cell);
            }
        }
        if moves.is_empty() {
            let numbers = if attacking { DISPROVED } else { PROVED };
            self.table.put(key, numbers);
            return numbers;
        }
        loop {
            let (numbers, best, second) = self.summary(&moves, attacking);
            self.table.put(key, numbers);
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof || self.stopped {
                return numbers;
            }
            let child_limit = child_limit(numbers, limit, attacking, best.1, second);
            self.board.play(best.0);
            self.search(child_limit, ply + 1);
            self.board.undo();
        }
    }

    /// The numbers of a position from those of its moves, the most promising move, and the second best number.
    fn summary(&mut self, moves: &[usize], attacking: bool) -> (ProofNumbers, (usize, ProofNumbers), u32) {
        let (mut least, mut second, mut sum) = (INFINITE + 1, INFINITE, 0u32);
        let mut best = (moves[0], UNKNOWN);
        for &cell in moves {
            let numbers = self.table.get(self.board.key_after(cell) ^ self.salt);
            let (choice, other) = match attacking {
                true => (numbers.proof, numbers.disproof),
                false => (numbers.disproof, numbers.proof),
            };
            sum = (sum + other).min(INFINITE);
            if choice < least {
                second = least;
                least = choice;
                best = (cell, numbers);
            } else if choice < second {
                second = choice;
            }
        }
        let least = least.min(INFINITE);
        let numbers = match attacking {
            true => ProofNumbers { proof: least, disproof: sum },
            false => ProofNumbers { proof: sum, disproof: least },
        };
        (numbers, best, second.min(INFINITE))
    }

    /// The numbers of a position that needs no search.
    fn settled(&mut self, ply: usize) -> Option<ProofNumbers> {
        let (own, other) = (self.board.turn(), !self.board.turn());
        let attacking = own == self.attacker;
        let (win, loss) = if attacking { (PROVED, DISPROVED) } else { (DISPROVED, PROVED) };
        if self.board.count(own, Class::Five) > 0 {
            return Some(win);
        }
        match self.board.count(other, Class::Five) {
            0 => {}
            1 => {
                let cell = self.board.set(other, Class::Five).first().unwrap_or(NO_CELL);
                if self.board.is_forbidden(cell) {
                    return Some(if self.board.has_legal_point() { loss } else { DISPROVED });
                }
                return (ply >= MAX_PLY).then_some(DISPROVED);
            }
            _ => return Some(if self.board.has_legal_point() { loss } else { DISPROVED }),
        }
        if self.board.count(own, Class::OpenFour) > 0 {
            return Some(win);
        }
        // A defender without a threat to answer has escaped; so has one on a full board.
        let threatened = self.board.count(other, Class::OpenFour) > 0;
        let quiet = !attacking && !threatened;
        (quiet || ply >= MAX_PLY || self.board.empty().is_empty()).then_some(DISPROVED)
    }

    /// The attacker's threats, or the defender's answers.
    fn moves(&mut self, attacking: bool) -> Cells {
        let (own, other) = (self.board.turn(), !self.board.turn());
        if let Some(cell) = self.board.set(other, Class::Five).first() {
            return order::candidates(self.board, Threat::Five(cell));
        }
        if !attacking {
            return order::candidates(self.board, Threat::OpenFour);
        }
        let threats = threats(self.board, own);
        match self.board.count(other, Class::OpenFour) {
            0 => threats,
            // Against the other side's open three: a four, or a threat that stops the three.
            _ if self.fours > 0 => threats.and(&order::candidates(self.board, Threat::OpenFour)),
            _ => order::four_points(self.board, own),
        }
    }

    /// The moves of a proved win: the attacker's proved moves, and the defender's first answer to each.
    fn line(&mut self) -> Vec<usize> {
        let mut line = Vec::new();
        while line.len() < MAX_PLY {
            let own = self.board.turn();
            let attacking = own == self.attacker;
            if attacking
                && self.fours > 0
                && let Some(cells) = self.win_by_fours()
            {
                cells.iter().for_each(|&cell| self.board.play(cell));
                line.extend(cells);
                break;
            }
            let at_once = [Class::Five, Class::OpenFour].map(|class| self.board.set(own, class).first());
            let must = self.board.set(!own, Class::Five).first();
            let next = match (at_once, must) {
                ([Some(five), _], _) if attacking => Some(five),
                ([_, Some(four)], None) if attacking => Some(four),
                _ => self.proved_move(attacking),
            };
            let Some(cell) = next else { break };
            line.push(cell);
            self.board.play(cell);
            if at_once[0].is_some() {
                break;
            }
        }
        for _ in 0..line.len() {
            self.board.undo();
        }
        line
    }

    fn proved_move(&mut self, attacking: bool) -> Option<usize> {
        let cells: Vec<usize> = self.moves(attacking).iter().collect();
        cells.into_iter().find(|&cell| {
            if self.board.is_forbidden(cell) {
                return false;
            }
            self.board.play(cell);
            let proved = self.table.get(self.key()) == PROVED || self.settled(0) == Some(PROVED);
            self.board.undo();
            proved
        })
    }
}

/// The limits of the best child: it is searched until another move becomes more promising.
fn child_limit(
    now: ProofNumbers,
    limit: ProofNumbers,
    attacking: bool,
    child: ProofNumbers,
    second: u32,
) -> ProofNumbers {
    // A quarter more than the second best avoids switching back and forth.
    let turn = (second + second / 4 + 1).min(INFINITE);
    match attacking {
        true => ProofNumbers {
            proof: limit.proof.min(turn),
            disproof: (limit.disproof - now.disproof.min(limit.disproof) + child.disproof).min(INFINITE),
        },
        false => ProofNumbers {
            proof: (limit.proof - now.proof.min(limit.proof) + child.proof).min(INFINITE),
            disproof: limit.disproof.min(turn),
        },
    }
}
