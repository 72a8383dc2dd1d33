//! The search: threads grow one tree until the limit, then the root's moves are ranked.

use super::area::area;
use super::board::Cell;
use super::oracle::{Opinion, Oracle};
use super::state::State;
use super::tree::{Path, SearchParams, Tree};
use super::value_bias;
use crate::search::moment::Moment;
use crate::search::threads::at_most;
use heibai_games::board::Color;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// When to stop.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Root visits, including those kept from an earlier search.
    pub visits: u32,
    pub deadline: Option<Moment>,
    pub stop: &'a AtomicBool,
}

/// A tree and the evaluation of its root.
pub struct Search {
    pub state: State,
    pub tree: Tree,
    /// By the evaluation of the root, from the side to move, by point.
    pub ownership: Vec<f32>,
    /// The standard deviation of the final score, in points.
    pub deviation: f32,
    /// The count on which both would agree if nobody played on from the root, if it is known.
    pub agreed: Option<Agreed>,
}

/// The count of a board without its dead stones, as players agree on it after two passes.
#[derive(Clone, Copy)]
pub struct Agreed {
    pub board: u64,
    /// Black's lead in points, including komi.
    pub lead: f32,
}

/// The largest tree: about 3 GB on 19x19.
pub const MOST_VISITS: u32 = 500_000;

impl Search {
    /// Evaluates a position and makes it the root.
    pub fn new(state: State, params: SearchParams, oracle: &mut dyn Oracle) -> Search {
        let opinion = oracle.judge(&state);
        let tree = Tree::new(state.size(), params, &opinion);
        Search::of(state, tree, &opinion)
    }

    /// Continues from a root that was searched before.
    pub fn resume(state: State, mut tree: Tree, oracle: &mut dyn Oracle) -> Search {
        let opinion = oracle.judge(&state);
        tree.renew_root(&opinion);
        Search::of(state, tree, &opinion)
    }

    fn of(state: State, tree: Tree, opinion: &Opinion) -> Search {
        let (ownership, deviation) = (opinion.ownership.to_vec(), opinion.deviation);
        Search { state, tree, ownership, deviation, agreed: None }
    }

    /// Grows the tree until the budget is spent, with one thread per oracle; the calling thread is the first.
    pub fn run(&mut self, budget: &Budget<'_>, oracles: &mut [Box<dyn Oracle>]) {
        let shared = Mutex::new(&mut self.tree);
        let (state, agreed, shared) = (&self.state, self.agreed, &shared);
        let threads = at_most(oracles.len()).min(oracles.len());
        let [first, others @ ..] = &mut oracles[..threads] else { return };
        std::thread::scope(|scope| {
            for oracle in others {
                scope.spawn(move || work(state, agreed, shared, budget, oracle.as_mut()));
            }
            work(state, agreed, shared, budget, first.as_mut());
        });
    }
}

fn lock<'a, T>(shared: &'a Mutex<T>) -> MutexGuard<'a, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(
    root: &State,
    agreed: Option<Agreed>,
    shared: &Mutex<&mut Tree>,
    budget: &Budget<'_>,
    oracle: &mut dyn Oracle,
) {
    loop {
        let (path, moves): (Path, Vec<Option<Cell>>) = {
            let mut tree = lock(shared);
            let late = budget.deadline.is_some_and(Moment::has_passed);
            let full = tree.root().visits >= budget.visits.min(MOST_VISITS);
            if late || full || budget.stop.load(Ordering::Relaxed) {
                return;
            }
            let path = tree.descend();
            let moves = path.moves(&tree);
            (path, moves)
        };
        let mut state = root.clone();
        moves.into_iter().for_each(|cell| state.play_cell(cell));
        let over = state.is_over();
        let opinion = match agreed.filter(|agreed| over && agreed.board == state.board.hash()) {
            Some(agreed) => ended(&state, agreed.lead),
            None if over => counted(&state, oracle),
            None => oracle.judge(&state),
        };
        lock(shared).grow(&path, &opinion, bias_key(&state), over);
    }
}

/// The value-bias key of the last move and its surroundings (see `Tree::grow`).
pub fn bias_key(state: &State) -> Option<u64> {
    match *state.recent() {
        [.., (_, before), (color, Some(cell))] => Some(value_bias::key(&state.board, color, cell, before)),
        _ => None,
    }
}

/// Points with less ownership than this belong to nobody.
const HELD: f32 = 0.4;

/// The value of a finished game: the count with every stone alive that is not unconditionally dead. Under territory
/// scoring, dead stones are not captured by play, so the oracle's ownership decides who holds a point.
fn counted(state: &State, oracle: &mut dyn Oracle) -> Opinion {
    let board = &state.board;
    let worth = |color| if color == Color::Black { 2 } else { -2 };
    let sum: i32 = if state.counts_territory() {
        let own = worth(state.turn());
        let held = oracle.judge(state).ownership;
        let side = |&share: &f32| if share.abs() < HELD { 0 } else { own * share.signum() as i32 };
        held.iter().map(side).sum()
    } else {
        let held = area(board);
        board.cells().filter_map(|cell| held.at(cell)).map(worth).sum()
    };
    ended(state, (sum - state.komi()) as f32 / 2.0)
}

/// The value of a finished game in which Black is this many points ahead.
fn ended(state: &State, black: f32) -> Opinion {
    let lead = if state.turn() == Color::Black { black } else { -black };
    let value = if lead == 0.0 { 0.0 } else { lead.signum() };
    Opinion { value, lead, ..Opinion::default() }
}
