//! Capture races: whether a chain inside a wall is captured or lives, whoever begins, by proof-number search on the
//! engine's own board. For regions too large to list every position.
//!
//! Only proofs count. A line that repeats an earlier board proves nothing, so a proof holds after any history. What
//! is not proved within the budget stays unknown.

use super::enclosed::{Enclosed, NotEnclosed, enclosed};
use super::numbers::{FAILED, Numbers, PROVED, UNBOUNDED};
use super::solver::{Claim, Kos};
use crate::go::area::unconditionally_alive;
use crate::go::board::{Cell, FastBoard};
use heibai_games::board::{Color, Point};
use heibai_games::go;
use heibai_games::position::Position as _;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A chain and the region that is read around it.
pub struct Race {
    board: FastBoard,
    target: Cell,
    defender: Color,
    points: Vec<Cell>,
    at_risk: Vec<Cell>,
    stones: usize,
}

impl Race {
    /// The race around a chain, if it has at most `most` points and `empty` empty ones.
    pub fn around(
        position: &go::Position,
        board: &FastBoard,
        target: Point,
        is_wall: &dyn Fn(&go::Chain, usize) -> bool,
        (most, empty): (usize, usize),
    ) -> Result<Option<Race>, NotEnclosed> {
        let found = enclosed(position, target, is_wall, most, usize::MAX)?;
        let free = found.points.iter().filter(|&&point| position.stone(point).is_none()).count();
        Ok(Race::new(board, target, &found).filter(|_| free <= empty))
    }

    /// Whether the attacker has nothing at risk.
    pub fn is_safe(&self) -> bool {
        self.at_risk.is_empty()
    }

    fn new(board: &FastBoard, target: Point, enclosed: &Enclosed) -> Option<Race> {
        let cells = |points: &[Point]| points.iter().map(|&point| board.cell_of(point)).collect();
        let target = board.cell_of(target);
        Some(Race {
            target,
            defender: board.stone(target)?,
            points: cells(&enclosed.points),
            at_risk: cells(&enclosed.at_risk),
            stones: board.stones(target),
            board: board.clone(),
        })
    }

    /// Whether the claim is proved within `most` positions and within those `left`, from which they are deducted.
    pub fn proves(&self, claim: Claim, kos: Kos, most: usize, left: &mut usize) -> bool {
        let most = most.min(*left);
        let winner = if claim == Claim::Killed { !self.defender } else { self.defender };
        let (table, following, path) = (HashMap::new(), HashMap::new(), HashSet::new());
        let mut reading = Reading { race: self, claim, kos, winner, table, following, path, left: most };
        let mut board = self.board.clone();
        board.clear_ko();
        let found = reading.expand(&board, !winner, UNBOUNDED);
        *left -= most - reading.left;
        found.proof == 0
    }

    /// The claim that is decided: the target is captured, or the attacker lost too much.
    fn ended(&self, board: &FastBoard) -> Option<Claim> {
        if !board.is(self.target, self.defender) {
            return Some(Claim::Killed);
        }
        // Capturing at a high price is no success: in a seki both sides could do that.
        let lost = self.at_risk.iter().filter(|&&cell| !board.is(cell, !self.defender)).count();
        (lost * 4 >= self.stones).then_some(Claim::Lives)
    }

    fn is_alive(&self, board: &FastBoard) -> bool {
        unconditionally_alive(board, self.defender).contains(&board.head(self.target))
    }
}

struct Reading<'a> {
    race: &'a Race,
    claim: Claim,
    kos: Kos,
    winner: Color,
    table: HashMap<u64, Numbers>,
    /// The boards on the path to the current one.
    path: HashSet<u64>,
    /// The successors of each position that was read at least once.
    following: HashMap<u64, Rc<[Child]>>,
    left: usize,
}

/// A move, `None` for a pass, and the position after it.
#[derive(Clone, Copy)]
struct Child {
    cell: Option<Cell>,
    key: u64,
}

impl Reading<'_> {
    fn key(&self, board: &FastBoard, turn: Color) -> u64 {
        let ko = board.ko().filter(|_| self.heeds_ko(turn)).map_or(0, u64::from);
        board.hash() ^ (ko * 2 + turn.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn heeds_ko(&self, turn: Color) -> bool {
        self.kos == Kos::NoThreats || turn == self.winner
    }

    /// Initial numbers of an unread position, from the target's liberties. With their third power a race took 10,700
    /// positions; with the first, 33,500.
    fn guess(&self, board: &FastBoard, turn: Color) -> Numbers {
        match self.race.ended(board) {
            Some(end) if end == self.claim => PROVED,
            Some(_) => FAILED,
            None => {
                let liberties = board.liberties(self.race.target) as u32;
                let hard = if self.claim == Claim::Killed { liberties } else { 1 };
                Numbers { proof: hard.pow(3) + u32::from(turn != self.winner), disproof: 1, read: false }
            }
        }
    }

    /// Generates the moves of a position that is read for the first time.
    fn children(&mut self, board: &FastBoard, turn: Color) -> Rc<[Child]> {
        let race = self.race;
        let free = |&&cell: &&Cell| {
            let is_ko = board.ko() == Some(cell) && self.heeds_ko(turn);
            board.is_empty(cell) && !is_ko && !board.is_suicide(cell, turn)
        };
        // The killer never passes: a proof does not need it.
        let passes = turn != self.winner || self.claim != Claim::Killed;
        let cells: Vec<Option<Cell>> =
            race.points.iter().filter(free).map(|&cell| Some(cell)).chain(passes.then_some(None)).collect();
        let mut after = board.clone();
        let mut children = Vec::with_capacity(cells.len());
        for cell in cells {
            after.clone_from(board);
            step(&mut after, cell, turn);
            let key = self.key(&after, !turn);
            if !self.table.contains_key(&key) {
                let guess = self.guess(&after, !turn);
                self.table.insert(key, guess);
            }
            children.push(Child { cell, key });
        }
        children.into()
    }

    fn numbers(&self, child: &Child) -> Numbers {
        if self.path.contains(&child.key) { FAILED } else { self.table[&child.key] }
    }

    /// Reads a position until one of its numbers reaches the bound (df-pn).
    fn expand(&mut self, board: &FastBoard, turn: Color, bound: Numbers) -> Numbers {
        let key = self.key(board, turn);
        self.left = self.left.saturating_sub(1);
        let children = match self.following.get(&key) {
            Some(children) => children.clone(),
            // Life is checked once, and only where reading goes on: it takes longer than a move.
            None if self.race.is_alive(board) => {
                let found = if self.claim == Claim::Lives { PROVED } else { FAILED };
                self.table.insert(key, found);
                return found;
            }
            None => {
                let children = self.children(board, turn);
                self.following.insert(key, children.clone());
                children
            }
        };
        self.path.insert(key);
        let winning = turn == self.winner;
        let found = loop {
            let all: Vec<Numbers> = children.iter().map(|child| self.numbers(child)).collect();
            let found = Numbers::combined(&all, winning);
            if found.reaches(bound) || self.left == 0 {
                break found;
            }
            let Some((best, child_bound)) = found.next(&all, winning, bound) else { break found };
            let mut after = board.clone();
            step(&mut after, children[best].cell, turn);
            self.expand(&after, !turn, child_bound);
        };
        self.path.remove(&key);
        self.table.insert(key, found);
        found
    }
}

fn step(board: &mut FastBoard, cell: Option<Cell>, turn: Color) {
    match cell {
        Some(cell) => board.play(cell, turn, |_| {}),
        None => board.clear_ko(),
    }
}
