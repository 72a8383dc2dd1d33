//! The midgame on 10x10: principal variation search with iterative deepening, a transposition table, and an
//! evaluation trained on the engine's own games. `endgame` solves the end.

pub mod shapes;
mod table;
pub mod weights;

use super::endgame::{Geometry, Sides};
use super::think::Rated;
use crate::search::meter::Meter;
use heibai_games::othello::Bits;
use shapes::Features;
use std::sync::LazyLock;
use table::{NO_MOVE, Table, TenEntry};
use weights::{UNIT, WEIGHTS, Weights};

/// Above every value.
const MOST: i32 = 30_000;
/// The penalty per reply that a move leaves in move ordering, in units of the evaluation.
const PER_REPLY: i32 = 4;

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new::<10>);

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TenResult {
    /// The root moves, best first.
    pub moves: Vec<Rated>,
    pub depth: u32,
    /// The principal variation; `None` is a forced pass.
    pub line: Vec<Option<u32>>,
}

/// A position with its incremental pattern indices.
#[derive(Clone, Copy)]
struct TenNode {
    sides: Sides,
    features: Features,
    moves: u128,
    empties: u32,
}

impl TenNode {
    fn new(sides: Sides) -> TenNode {
        let empties = 100 - (sides.mover | sides.opponent).count();
        TenNode { sides, features: Features::new(&sides), moves: sides.moves::<10>(), empties }
    }

    #[inline]
    fn after(&self, square: u32) -> TenNode {
        let flips = GEOMETRY.flips(square, self.sides.mover, self.sides.opponent);
        let sides = self.sides.played(square, flips);
        let features = self.features.played(square, flips);
        TenNode { sides, features, moves: sides.moves::<10>(), empties: self.empties - 1 }
    }

    /// The static evaluation.
    #[inline]
    fn value(&self, weights: &Weights) -> i32 {
        let replies = self.sides.passed().moves::<10>();
        weights.value(&self.features, self.moves.count(), replies.count(), self.empties)
    }

    fn passed(&self) -> TenNode {
        let sides = self.sides.passed();
        TenNode { sides, features: self.features.passed(), moves: sides.moves::<10>(), ..*self }
    }
}

/// Searches to `depth` or until the meter stops it. The result is that of the deepest finished iteration. With
/// `every_move`, each move gets its own value. `None` if there is no move or no iteration was finished.
pub fn search(
    sides: Sides,
    depth: u32,
    every_move: bool,
    weights: &Weights,
    meter: &mut Meter<'_>,
) -> Option<TenResult> {
    let root = TenNode::new(sides);
    let mut search = TenSearch { weights, table: Table::new(depth), meter };
    let rated = |square| Rated { square, value: 0, sure: false };
    let mut moves: Vec<Rated> = root.moves.squares().map(rated).collect();
    let mut found = None;
    for depth in 1..=depth.clamp(1, root.empties.max(1)) {
        let mut alpha = -MOST;
        for rated in &mut moves {
            let node = root.after(rated.square);
            (rated.value, rated.sure) =
                search.root_move(&node, depth, if every_move { -MOST } else { alpha });
            alpha = alpha.max(rated.value);
        }
        if search.meter.is_stopped() || moves.is_empty() {
            break;
        }
        moves.sort_by_key(|rated| -rated.value);
        found = Some(TenResult { moves: moves.clone(), depth, line: search.line(&root, moves[0].square) });
    }
    found
}

/// The static evaluation of a position.
pub fn evaluate(sides: Sides) -> i32 {
    TenNode::new(sides).value(&WEIGHTS)
}

struct TenSearch<'a, 'm> {
    weights: &'a Weights,
    table: Table,
    meter: &'a mut Meter<'m>,
}

impl TenSearch<'_, '_> {
    /// The value of the move that led to `node`, and whether it is exact; if it is not above `alpha`, it is only an
    /// upper bound.
    fn root_move(&mut self, node: &TenNode, depth: u32, alpha: i32) -> (i32, bool) {
        if alpha > -MOST {
            let value = -self.node(node, depth - 1, -alpha - 1, -alpha);
            if value <= alpha {
                return (value, false);
            }
        }
        (-self.node(node, depth - 1, -MOST, -alpha), true)
    }

    /// The value for the side to move, a bound if outside the window. Worthless once the meter has stopped.
    fn node(&mut self, node: &TenNode, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        // 1. Stopped? No move. The horizon.
        if self.meter.tick() {
            return alpha;
        }
        if node.moves == 0 {
            let passed = node.passed();
            if passed.moves == 0 {
                return UNIT * node.sides.final_score::<10>();
            }
            return -self.node(&passed, depth, -beta, -alpha);
        }
        if depth == 0 {
            return node.value(self.weights);
        }
        // 2. Transposition table.
        let known = if depth > 1 { self.table.get(&node.sides) } else { None };
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth) {
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        // 3. Make the moves and order them.
        let first = known.map_or(NO_MOVE, |known| known.best);
        let list = self.ordered(node, depth, first);
        // 4. Search them: the first with the full window, the others with a null window first.
        let begun_at = alpha;
        let (mut best, mut best_move) = (-MOST, NO_MOVE);
        for (number, (_, square, next)) in list.iter().enumerate() {
            let mut value = -MOST;
            if number > 0 && beta - alpha > 1 {
                value = -self.node(next, depth - 1, -alpha - 1, -alpha);
            }
            if number == 0 || beta - alpha == 1 || value > alpha && value < beta {
                value = -self.node(next, depth - 1, -beta, -alpha);
            }
            if self.meter.is_stopped() {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, *square as u8);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // 5. Store the result.
        if depth > 1 {
            let lower = if best > begun_at { best } else { -MOST };
            let upper = if best < beta { best } else { MOST };
            let known =
                TenEntry { lower: lower as i16, upper: upper as i16, depth: depth as u8, best: best_move };
            self.table.put(&node.sides, known);
        }
        best
    }

    /// The moves with their positions, most promising first. Those of the last ply are not worth ordering.
    fn ordered(&self, node: &TenNode, depth: u32, first: u8) -> Vec<(i32, u32, TenNode)> {
        let cost = |square: u32, next: &TenNode| match depth {
            1 => 0,
            _ if square == u32::from(first) => i32::MIN,
            2 => next.moves.count() as i32 - 8 * i32::from(GEOMETRY.corners.has(square)),
            _ => next.value(self.weights) + PER_REPLY * next.moves.count() as i32,
        };
        let made = node.moves.squares().map(|square| {
            let next = node.after(square);
            (cost(square, &next), square, next)
        });
        let mut list: Vec<(i32, u32, TenNode)> = made.collect();
        if depth > 1 {
            list.sort_by_key(|&(cost, ..)| cost);
        }
        list
    }

    /// The principal variation as far as the table holds it.
    fn line(&self, root: &TenNode, square: u32) -> Vec<Option<u32>> {
        let (mut line, mut node) = (vec![Some(square)], root.after(square));
        while let Some(known) = self.table.get(&node.sides) {
            let best = u32::from(known.best);
            if !node.moves.has(best) {
                break;
            }
            line.push(Some(best));
            node = node.after(best);
            if node.moves == 0 {
                node = node.passed();
                line.push(None);
            }
        }
        line
    }
}

#[cfg(test)]
mod tests;
