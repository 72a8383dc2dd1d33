//! Proofs by the main search: it finds the win, and its table and further searches name the attacker's moves.

use super::builder::{Builder, Guide, Next};
use super::{Attack, Place, Proof, Threats, Unproved};
use crate::gomoku::board::PatternBoard;
use crate::gomoku::class::Class;
use crate::gomoku::engine::{Engine, Spend};
use crate::gomoku::net::Net;
use crate::gomoku::search::PROVED;
use crate::gomoku::vcf::{Failures, Found, Vcf};
use crate::gomoku::weights::Weights;
use crate::search::moment::Moment;
use heibai_games::gomoku::Position;
use heibai_games::{Color, Position as _};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The table of the search in MiB.
const TABLE: usize = 64;
/// Nodes of the VCF search in the first position.
const FOURS_FIRST: u64 = 50_000;
/// Nodes of the VCF searches in each position of the tree: before the table is asked, and after it.
const FEW_FOURS: u64 = 100;
const FOURS: u64 = 1_000;
/// Nodes of a search where the table names no winning move.
const AGAIN: u64 = 200_000;
/// Moves that are tried in one position.
const TRIES: usize = 3;

pub(super) fn prove(start: &Position, spend: Spend, halt: &AtomicBool) -> Result<Proof, Unproved> {
    if start.outcome().is_some() {
        return Err(Unproved::NoWin);
    }
    let begun = Moment::now();
    let attacker = start.turn();
    let weights = Weights::full(start.rules().variant());
    let mut board = PatternBoard::of(start, weights);
    let mut guide = Searches::new(start, spend, begun, halt);
    if guide.fours(&mut board, FOURS_FIRST).is_none() {
        let mut undecided = board.clone();
        follow_forced(&mut undecided);
        guide.find_win(&undecided, attacker, spend)?;
    }
    guide.clock.building = Some(Moment::now());
    let clock = guide.clock;
    let stop = || halt.load(Relaxed) || clock.left() == Some(Duration::ZERO);
    let mut builder = Builder::new(board.clone(), guide, &stop);
    // That a tree was not built says nothing of the win.
    let tree = builder.prove(start, None).map_err(|_| Unproved::Limits)?;
    let by = kind(&tree, &mut board, &mut HashMap::new());
    Ok(Proof { by, tree, nodes: builder.guide.spent })
}

/// Plays on while there is only one move: where a four is to be stopped, the search tells no value.
fn follow_forced(board: &mut PatternBoard) {
    while board.count(board.turn(), Class::Five) == 0
        && board.count(!board.turn(), Class::Five) == 1
        && let Some(stop) = board.set(!board.turn(), Class::Five).first()
        && !board.is_forbidden(stop)
    {
        board.play(stop);
    }
}

/// A large tree takes about this part of the time for building it to be dropped again.
const DROPPING: u32 = 5;

/// The time of one proof.
#[derive(Clone, Copy)]
struct ProofClock {
    begun: Moment,
    time: Option<Duration>,
    /// When the building of the tree began.
    building: Option<Moment>,
}

impl ProofClock {
    fn left(&self) -> Option<Duration> {
        let kept = self.building.map_or(Duration::ZERO, |building| building.elapsed() / DROPPING);
        self.time.map(|time| time.saturating_sub(self.begun.elapsed() + kept))
    }
}

struct Searches<'a> {
    engine: Engine,
    failures: Failures,
    clock: ProofClock,
    nodes: u64,
    spent: u64,
    stop: &'a AtomicBool,
    /// Positions in which no further search is tried.
    given_up: HashSet<u64>,
}

impl<'a> Searches<'a> {
    fn new(start: &Position, spend: Spend, begun: Moment, stop: &'a AtomicBool) -> Searches<'a> {
        let mut engine = Engine::new(TABLE);
        engine.net = Net::of(&start.rules());
        engine.any_win = true;
        let (failures, given_up) = (Failures::new(16), HashSet::new());
        let time = spend.time.map(|(_, hard)| hard);
        let clock = ProofClock { begun, time, building: None };
        Searches { engine, failures, clock, nodes: spend.nodes, spent: 0, stop, given_up }
    }

    fn fours(&mut self, board: &mut PatternBoard, nodes: u64) -> Option<Vec<usize>> {
        let (halt, clock) = (self.stop, self.clock);
        let stop = || halt.load(Relaxed) || clock.left() == Some(Duration::ZERO);
        let mut vcf = Vcf::new(board, &mut self.failures, nodes, &stop);
        let found = vcf.any();
        self.spent += vcf.nodes;
        if let Found::Win(line) = found { Some(line) } else { None }
    }

    /// Searches until the side to move has won or lost, as the attacker wants it; the table then knows how.
    fn find_win(&mut self, board: &PatternBoard, attacker: Color, spend: Spend) -> Result<usize, Unproved> {
        let time = self.clock.left().map(|left| (left, left));
        let nodes = spend.nodes.min(self.nodes.saturating_sub(self.spent)).max(1);
        let thoughts = self.engine.think(board, Spend { nodes, time, ..spend }, 1, self.stop);
        self.spent += thoughts.nodes;
        let best = thoughts.lines.first().ok_or(Unproved::NoWin)?;
        let value = if board.turn() == attacker { best.value } else { -best.value };
        match value {
            PROVED.. => best.cells.first().copied().ok_or(Unproved::Limits),
            _ if value <= -PROVED => Err(Unproved::NoWin),
            _ => Err(Unproved::Limits),
        }
    }

    /// The table's winning move.
    fn in_table(&self, board: &PatternBoard) -> Option<usize> {
        let entry = self.engine.known(board.key())?;
        let wins = entry.bound.is_lower() && i32::from(entry.value) >= PROVED;
        let cell = usize::from(entry.best);
        (wins && entry.best != u16::MAX && board.stone(cell).is_none()).then_some(cell)
    }
}

impl Guide for Searches<'_> {
    const MOST_MOVES: usize = 200_000;

    fn known(&mut self, board: &mut PatternBoard) -> Option<Next> {
        let attacker = board.turn();
        if let Some(five) = board.set(attacker, Class::Five).first() {
            return Some(Next::Fours(vec![five]));
        }
        if let Some(stop) = board.set(!attacker, Class::Five).first() {
            return Some(Next::Move(stop));
        }
        let few = self.fours(board, FEW_FOURS).map(Next::Fours);
        let known = few.or_else(|| self.in_table(board).map(Next::Move));
        known.or_else(|| self.fours(board, FOURS).map(Next::Fours))
    }

    fn search(&mut self, board: &mut PatternBoard, tried: &[usize]) -> Result<Next, Unproved> {
        let (attacker, key) = (board.turn(), board.key());
        let must_stop = board.count(!attacker, Class::Five) > 0;
        if must_stop || tried.len() >= TRIES || self.given_up.contains(&key) {
            return Err(Unproved::NoWin);
        }
        self.engine.barred = tried.to_vec();
        let found = self.find_win(board, attacker, Spend::nodes(AGAIN));
        self.engine.barred.clear();
        found.map(Next::Move).map_err(|_| {
            self.given_up.insert(key);
            if self.is_over() { Unproved::Limits } else { Unproved::NoWin }
        })
    }

    fn after_pass(&mut self, board: &mut PatternBoard) -> Option<Vec<usize>> {
        self.fours(board, FOURS)
    }

    fn is_over(&self) -> bool {
        self.clock.left() == Some(Duration::ZERO) || self.spent >= self.nodes || self.stop.load(Relaxed)
    }

    fn shares_parts(&self) -> bool {
        true
    }
}

/// The least kind of moves that a tree is made of. `board` is the position before it.
fn kind(tree: &Attack, board: &mut PatternBoard, known: &mut HashMap<Place, Threats>) -> Threats {
    let place = (board.key(), std::ptr::from_ref(tree));
    if let Some(&kind) = known.get(&place) {
        return kind;
    }
    let attacker = board.turn();
    let is_five = board.class(attacker, tree.point.index()) == Class::Five;
    board.play(tree.point.index());
    let mut most = match () {
        _ if is_five || board.count(attacker, Class::Five) > 0 => Threats::Fours,
        _ if board.count(attacker, Class::OpenFour) > 0 => Threats::FoursAndThrees,
        _ => Threats::AnyMoves,
    };
    for (reply, next) in &tree.replies {
        board.play(reply.index());
        most = most.max(kind(next, board, known));
        board.undo();
    }
    if let Some(next) = &tree.otherwise {
        board.pass();
        most = most.max(kind(next, board, known));
        board.undo();
    }
    board.undo();
    known.insert(place, most);
    most
}
