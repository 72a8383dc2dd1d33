//! Proof trees: a winning move in every position of the attacker, for every move of the defender. The solvers and the
//! main search find them; [`check`] verifies them with the rules alone.

mod builder;
mod check;
mod searched;
mod threats;

use super::engine::Spend;
use heibai_games::gomoku::Position;
use heibai_games::{Move, Point, Position as _};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use check::{Escape, check};

/// A move of the attacker and what follows it. Without replies it is a five, or a four that cannot be stopped. Equal
/// parts of a tree may be shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub point: Point,
    /// Defences, each with the attack's next move.
    pub replies: Vec<(Point, Arc<Attack>)>,
    /// The next move after any other reply.
    pub otherwise: Option<Arc<Attack>>,
}

/// The kind of moves in a proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Threats {
    /// Fours alone (VCF).
    Fours,
    /// Fours and threes (VCT).
    FoursAndThrees,
    /// Quiet moves too, which the main search finds.
    AnyMoves,
}

/// A checked proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    pub by: Threats,
    pub tree: Attack,
    pub nodes: u64,
}

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// These threats do not win.
    NoWin,
    /// A limit ended the search, or the tree would be too large.
    Limits,
}

/// Where a part of a tree stands: the position's key and the part's address.
type Place = (u64, *const Attack);

impl Attack {
    fn alone(point: Point) -> Attack {
        Attack { point, replies: Vec::new(), otherwise: None }
    }

    /// What may follow this move.
    fn next(&self) -> impl Iterator<Item = &Arc<Attack>> {
        self.replies.iter().map(|(_, attack)| attack).chain(self.otherwise.as_ref())
    }

    /// The number of attacking moves in the whole tree, shared parts counted wherever they stand.
    pub fn size(&self) -> usize {
        fn of(tree: &Attack, known: &mut HashMap<*const Attack, usize>) -> usize {
            if let Some(&size) = known.get(&std::ptr::from_ref(tree)) {
                return size;
            }
            let size = tree.next().fold(1, |size: usize, next| size.saturating_add(of(next, known)));
            known.insert(tree, size);
            size
        }
        of(self, &mut HashMap::new())
    }

    /// The number of attacking moves on the longest branch, the five included. `position` is the one before this move.
    pub fn length(&self, position: &Position) -> usize {
        fn of(tree: &Attack, position: &Position, known: &mut HashMap<Place, usize>) -> usize {
            let place = (position.key(), std::ptr::from_ref(tree));
            if let Some(&length) = known.get(&place) {
                return length;
            }
            let Some(after) = played(position, tree.point) else { return 0 };
            if after.outcome().is_some() {
                return 1;
            }
            let other = tree.otherwise.as_ref().and_then(|next| {
                let listed = |point: &Point| tree.replies.iter().any(|(reply, _)| reply == point);
                Some((legal_points(&after).into_iter().find(|point| !listed(point))?, next))
            });
            let answered = tree.replies.iter().map(|(reply, next)| (*reply, next)).chain(other);
            let lengths = answered.filter_map(|(reply, next)| Some(of(next, &played(&after, reply)?, known)));
            // A four that cannot be stopped is followed by the five.
            let length = 1 + lengths.max().unwrap_or(1);
            known.insert(place, length);
            length
        }
        of(self, position, &mut HashMap::new())
    }
}

fn played(position: &Position, point: Point) -> Option<Position> {
    let mut after = position.clone();
    after.play(Move::Place(point)).ok()?;
    Some(after)
}

fn legal_points(position: &Position) -> Vec<Point> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let point = |mv: Move| if let Move::Place(point) = mv { Some(point) } else { None };
    moves.into_iter().filter_map(point).collect()
}

/// Proves that the side to move wins by threats, or says why not. Searches at most `nodes`; `stop` is polled. The tree
/// has passed [`check`]. For any moves see [`prove_by_search`].
pub fn prove(start: &Position, by: Threats, nodes: u64, stop: &dyn Fn() -> bool) -> Result<Proof, Unproved> {
    threats::prove(start, None, by, nodes, stop)
}

/// Like [`prove`], for a win that begins with this move.
pub fn prove_from(
    start: &Position,
    first: Point,
    by: Threats,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Proof, Unproved> {
    threats::prove(start, Some(first), by, nodes, stop)
}

/// Proves that the side to move wins: by fours if they win, else by the moves of the main search. The time includes
/// building and checking the tree.
pub fn prove_by_search(start: &Position, spend: Spend, stop: &AtomicBool) -> Result<Proof, Unproved> {
    searched::prove(start, spend, stop)
}
