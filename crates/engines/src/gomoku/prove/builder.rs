//! Builds a proof tree: every defence that the rules allow gets an answer. Which moves attack, a [`Guide`] says.

use super::check::{Referee, touched};
use super::{Attack, Unproved, legal_points, played};
use crate::gomoku::Class;
use crate::gomoku::board::PatternBoard;
use heibai_games::gomoku::Position;
use heibai_games::{Point, Position as _};
use std::collections::HashMap;
use std::sync::Arc;

/// So many of the latest answers to other replies are tried where the guide would have to search.
const ANSWERS: usize = 6;

/// How the attacker goes on.
pub(super) enum Next {
    /// Fours up to the win: every second move is the only reply.
    Fours(Vec<usize>),
    /// One move; how to go on is asked again after each reply.
    Move(usize),
}

/// Names the attacker's moves. Each function is asked with the attacker to move.
pub(super) trait Guide {
    /// The largest proof, in positions of the attacker that differ.
    const MOST_MOVES: usize;

    /// How the attacker wins, as far as that is known without a search.
    fn known(&mut self, board: &mut PatternBoard) -> Option<Next>;

    /// How the attacker wins, where the moves that were `tried` do not.
    fn search(&mut self, board: &mut PatternBoard, tried: &[usize]) -> Result<Next, Unproved>;

    /// How the attacker wins if the defender has passed: tried against every reply.
    fn after_pass(&mut self, board: &mut PatternBoard) -> Option<Vec<usize>>;

    /// Whether time or nodes are used up.
    fn is_over(&self) -> bool;

    /// Whether parts are used again: in a position that is met again, and against another reply that they win against.
    fn shares_parts(&self) -> bool;
}

pub(super) struct Builder<'a, G> {
    pub(super) guide: G,
    /// The position in which the tree is being built.
    board: PatternBoard,
    referee: Referee<'a>,
    proved: HashMap<u64, Arc<Attack>>,
    moves: usize,
}

impl<'a, G: Guide> Builder<'a, G> {
    /// `board` is the start for the guide, with the weights that it needs; `stop` is polled.
    pub(super) fn new(board: PatternBoard, guide: G, stop: &'a dyn Fn() -> bool) -> Builder<'a, G> {
        Builder { guide, board, referee: Referee::new(stop), proved: HashMap::new(), moves: 0 }
    }

    /// Builds the tree, from `first` if that is named, and checks it.
    pub(super) fn prove(&mut self, start: &Position, first: Option<Point>) -> Result<Attack, Unproved> {
        let tree = match first {
            Some(first) => Arc::new(self.beginning(start, first)?),
            None => self.attack(start, &mut Vec::new())?,
        };
        // A tree that fails the check would be a bug; it is no proof.
        self.referee.check(start, &tree).map_err(|_| Unproved::Limits)?;
        Ok(Arc::unwrap_or_clone(tree))
    }

    /// The tree of a position with the attacker to move. Where it has to be searched for, answers to other replies are
    /// tried first.
    fn attack(
        &mut self,
        position: &Position,
        others: &mut Vec<Arc<Attack>>,
    ) -> Result<Arc<Attack>, Unproved> {
        let shares = self.guide.shares_parts();
        let known = self.proved.get(&position.key()).filter(|_| shares);
        if let Some(tree) = known {
            return Ok(tree.clone());
        }
        self.moves += 1;
        if self.moves > G::MOST_MOVES || self.guide.is_over() {
            return Err(Unproved::Limits);
        }
        let mut tried = Vec::new();
        let mut next = self.guide.known(&mut self.board);
        if next.is_none() {
            for other in others.iter().rev().take(ANSWERS) {
                if self.referee.wins(position, other) {
                    return Ok(other.clone());
                }
            }
        }
        let tree = loop {
            let named = match next.take() {
                Some(next) => next,
                None => self.guide.search(&mut self.board, &tried)?,
            };
            let cell = match named {
                Next::Fours(line) => break self.along(&line),
                Next::Move(cell) => cell,
            };
            match self.beginning(position, Point(cell as u16)) {
                Ok(tree) => break Arc::new(tree),
                Err(Unproved::NoWin) => tried.push(cell),
                Err(limits) => return Err(limits),
            }
        };
        if shares {
            self.proved.insert(position.key(), tree.clone());
            others.push(tree.clone());
        }
        Ok(tree)
    }

    /// A line of fours as a tree: every four but the last has one reply.
    fn along(&mut self, line: &[usize]) -> Arc<Attack> {
        let mut tree = Attack::alone(Point(line[0] as u16));
        if let [four, stop, rest @ ..] = line
            && !rest.is_empty()
        {
            let attacker = self.board.turn();
            self.board.play(*four);
            let fives = *self.board.set(attacker, Class::Five);
            if fives.len() == 1 && fives.contains(*stop) {
                self.board.play(*stop);
                tree.replies.push((Point(*stop as u16), self.along(rest)));
                self.board.undo();
            }
            self.board.undo();
        }
        Arc::new(tree)
    }

    /// The tree that begins with the attacker's move on `first`.
    fn beginning(&mut self, position: &Position, first: Point) -> Result<Attack, Unproved> {
        let after = played(position, first).ok_or(Unproved::NoWin)?;
        self.board.play(first.index());
        let tree = self.defences(&after, first);
        self.board.undo();
        tree
    }

    /// `after` is the position after the attacker's move on `first`.
    fn defences(&mut self, after: &Position, first: Point) -> Result<Attack, Unproved> {
        let attacker = !after.turn();
        let mut tree = Attack::alone(first);
        if let Some(outcome) = after.outcome() {
            return if outcome.winner == Some(attacker) { Ok(tree) } else { Err(Unproved::NoWin) };
        }
        if !after.fives(!attacker).is_empty() {
            return Err(Unproved::NoWin);
        }
        match after.fives(attacker)[..] {
            [] => self.answer_all(after, &mut tree)?,
            [stop] => {
                if let Some(next) = played(after, stop) {
                    tree.replies.push((stop, self.answer(&next, stop, &mut Vec::new())?));
                }
            }
            _ => {}
        }
        Ok(tree)
    }

    fn answer(
        &mut self,
        next: &Position,
        reply: Point,
        others: &mut Vec<Arc<Attack>>,
    ) -> Result<Arc<Attack>, Unproved> {
        if next.outcome().is_some() {
            return Err(Unproved::NoWin);
        }
        self.board.play(reply.index());
        let answer = self.attack(next, others);
        self.board.undo();
        answer
    }

    /// Answers every legal reply: what wins after a pass wins against most of them.
    fn answer_all(&mut self, after: &Position, tree: &mut Attack) -> Result<(), Unproved> {
        self.board.pass();
        let line = self.guide.after_pass(&mut self.board);
        tree.otherwise = line.map(|line| self.along(&line));
        self.board.undo();
        let touched = tree.otherwise.as_ref().and_then(|usual| touched(after, usual));
        let mut others = Vec::new();
        for reply in legal_points(after) {
            if touched.as_ref().is_some_and(|touched| !touched[reply.index()]) {
                continue;
            }
            let next = played(after, reply).ok_or(Unproved::Limits)?;
            if tree.otherwise.as_ref().is_none_or(|usual| !self.referee.wins(&next, usual)) {
                tree.replies.push((reply, self.answer(&next, reply, &mut others)?));
            }
        }
        if tree.otherwise.is_none() {
            merge(tree);
        }
        Ok(())
    }
}

/// Makes the answer to most replies the one after any other reply.
fn merge(tree: &mut Attack) {
    let count = |of: &Arc<Attack>| tree.replies.iter().filter(|(_, answer)| Arc::ptr_eq(answer, of)).count();
    let usual = tree.replies.iter().map(|(_, answer)| answer).max_by_key(|answer| count(answer)).cloned();
    if let Some(usual) = usual {
        tree.replies.retain(|(_, answer)| !Arc::ptr_eq(answer, &usual));
        tree.otherwise = Some(usual);
    }
}
