//! The games of a search and their trees: what happens between two questions to the evaluator, without the interpreter.

use crate::state::State;
use heibai_engines::observation::{self, Boards, Layout, action};
use heibai_engines::search::puct::{Params, Tree, Walk};
use heibai_games::{Move, Position};
use rayon::ThreadPool;
use rayon::prelude::*;

/// How many walks in a row may end in finished games before a pause: a few milliseconds.
const MOST_ENDED: u32 = 1000;

/// The settings that all games share.
#[derive(Clone, Copy)]
pub struct Terms {
    pub layout: Layout,
    pub actions: usize,
    /// How many leaves of one game may wait for the evaluator.
    pub leaves: usize,
    pub params: Params,
    /// The tree below a played move is kept.
    pub reuse: bool,
}

/// A game and the tree of its search.
pub(crate) struct SearchedGame {
    pub state: State,
    pub tree: Tree,
    boards: Boards,
    /// The observations of the leaves that wait for an answer.
    planes: Vec<f32>,
    mask: Vec<bool>,
}

impl SearchedGame {
    pub fn new(state: State, terms: &Terms, seed: u64) -> SearchedGame {
        let boards = state.boards(terms.layout.history);
        let mask = vec![false; terms.actions];
        SearchedGame { state, tree: Tree::new(terms.params, seed), boards, planes: Vec::new(), mask }
    }

    /// Replaces the game; the random numbers go on.
    pub fn set_state(&mut self, state: State, terms: &Terms) {
        self.boards = state.boards(terms.layout.history);
        self.state = state;
        self.tree.clear();
    }

    /// Plays a move that was checked.
    pub fn play(&mut self, mv: Move, terms: &Terms) {
        self.boards.turn_page();
        self.state.position.play_unchecked(mv, &mut self.boards);
        self.state.moves.push(mv);
        self.tree.advance(mv, terms.reuse);
    }

    /// The observation of the game as it stands.
    pub fn observe(&self, layout: &Layout, out: &mut [f32]) {
        layout.write(&self.state.position, &self.boards, &observation::mask(&self.state.position), out);
    }

    /// Selects as many leaves as may wait. Returns true if it paused without any, so that the caller can check for Ctrl-C:
    /// a fully explored tree has no more leaves.
    fn gather(&mut self, terms: &Terms) -> bool {
        self.planes.clear();
        let mut ended = 0;
        while self.tree.waiting() < terms.leaves && self.tree.wants_more() {
            let mut position = self.state.position.clone();
            let mut boards = self.boards.clone();
            let step = self.tree.select(&mut position, |position, mv| {
                boards.turn_page();
                position.play_unchecked(mv, &mut boards);
            });
            match step {
                Walk::Ended => ended += 1,
                Walk::Blocked => break,
                Walk::Leaf => {
                    self.mask.fill(false);
                    let moves = self.tree.leaf_moves();
                    moves.iter().for_each(|&mv| self.mask[action::of(mv, terms.layout.size)] = true);
                    let at = self.planes.len();
                    self.planes.resize(at + terms.layout.values(), 0.0);
                    terms.layout.write(&position, &boards, &self.mask, &mut self.planes[at..]);
                }
            }
            if ended == MOST_ENDED && self.planes.is_empty() {
                return true;
            }
        }
        false
    }
}

/// Games whose leaves are evaluated together.
pub struct Group {
    pub tables: Vec<SearchedGame>,
    /// Which of them are searched now.
    pub chosen: Vec<bool>,
}

/// The evaluator's answers for a batch.
pub struct Answers {
    pub logits: Vec<f32>,
    pub values: Vec<f32>,
}

impl Group {
    pub fn begin(&mut self, visits: u32, chosen: &[bool]) {
        self.chosen = chosen.to_vec();
        self.tables.iter_mut().for_each(|table| table.tree.begin(visits));
    }

    /// Gives the waiting leaves their answers, selects new ones and returns their observations, game by game. `None`: the
    /// search of this group is done; an empty batch is a pause.
    pub fn next(
        &mut self,
        terms: &Terms,
        answers: Option<&Answers>,
        pool: Option<&ThreadPool>,
    ) -> Option<Vec<f32>> {
        let mut at = 0;
        let mut work = Vec::with_capacity(self.tables.len());
        for (table, _) in self.tables.iter_mut().zip(&self.chosen).filter(|(_, chosen)| **chosen) {
            let range = at..at + table.tree.waiting();
            at = range.end;
            work.push((table, range));
        }
        let step = |(table, range): &mut (&mut SearchedGame, std::ops::Range<usize>)| {
            for number in range.clone() {
                let Some(answers) = answers else { break };
                let logits = &answers.logits[number * terms.actions..][..terms.actions];
                table.tree.answer(terms.layout.size, logits, answers.values[number]);
            }
            table.gather(terms)
        };
        let paused = match pool {
            Some(pool) => pool.install(|| work.par_iter_mut().map(step).reduce(|| false, |a, b| a | b)),
            None => work.iter_mut().map(step).fold(false, |a, b| a | b),
        };
        let mut batch = Vec::with_capacity(work.iter().map(|(table, _)| table.planes.len()).sum());
        work.iter().for_each(|(table, _)| batch.extend_from_slice(&table.planes));
        (paused || !batch.is_empty()).then_some(batch)
    }

    /// Drops the waiting leaves, after a failure.
    pub fn cancel(&mut self) {
        self.tables.iter_mut().for_each(|table| table.tree.cancel());
    }
}
