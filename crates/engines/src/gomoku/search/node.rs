//! The state of a node while its moves are tried; singular extensions and late-move reductions.

use super::*;

#[derive(Clone, Copy)]
pub(super) struct NodeState {
    pub ply: usize,
    pub alpha: i32,
    pub beta: i32,
    pub depth: f32,
    /// A cut-off is expected.
    pub cut: bool,
    pub threat: Threat,
    /// The table's entry, and its move or [`NO_CELL`].
    pub known: Option<TableEntry>,
    pub tt_move: usize,
    /// The node is, or once was, on a principal variation.
    pub on_pv: bool,
    /// The mover's evaluation is better than two plies before.
    pub improving: bool,
}

/// A move of a node: its number in the order, and the classes of its point for both sides.
#[derive(Clone, Copy)]
pub(super) struct TriedMove {
    pub cell: usize,
    pub number: usize,
    pub mine: Class,
    pub theirs: Class,
    /// How many nats the network's score lies behind the best one; nothing where the network was not asked.
    pub behind: Option<f32>,
}

impl TriedMove {
    pub(crate) fn is_trivial(self) -> bool {
        self.mine <= Class::Weak && self.theirs <= Class::Weak
    }
}

/// Whether the table's move is the only good one; `Cut` if another one fails high too (multi-cut).
pub(super) enum Singular {
    Yes,
    No,
    Cut(i32),
}

impl Searcher<'_> {
    /// Tests whether the table's move is singular: all others fall short of its value in a shallower search.
    pub(super) fn singular(&mut self, node: &NodeState, cell: usize) -> Singular {
        let &NodeState { ply, beta, depth, .. } = node;
        let frame = BEFORE + ply;
        if ply == 0 || depth < self.tuning.singular || self.frames[frame].skip.is_some() {
            return Singular::No;
        }
        let Some(entry) = node.known else { return Singular::No };
        let value = from_table(entry.value, ply);
        let deep = f32::from(entry.depth) / 8.0 >= depth - self.tuning.singular_stale;
        if !entry.bound.is_lower() || !deep || value.abs() >= PROVED {
            return Singular::No;
        }
        let aim = value - self.tuning.singular_margin as i32;
        self.frames[frame].skip = Some(cell);
        let rest = self.search::<false>(ply, aim - 1, aim, depth * self.tuning.singular_share, node.cut);
        self.frames[frame].skip = None;
        match () {
            _ if self.stopped => Singular::No,
            _ if rest < aim => Singular::Yes,
            _ if aim >= beta => Singular::Cut(aim),
            _ => Singular::No,
        }
    }

    /// By how many plies a late move is reduced.
    pub(super) fn reduction<const PV: bool>(&self, node: &NodeState, tried: TriedMove, own: Color) -> f32 {
        let TriedMove { cell, number, mine, behind, .. } = tried;
        let logs = self.logs[(node.depth as usize).min(511)];
        let mut r = self.tuning.reduction * logs * self.logs[number.min(511)];
        if !PV && !node.improving {
            r += self.tuning.worsening;
        }
        if node.cut {
            r += self.tuning.cut;
        }
        if mine >= Class::OpenThree {
            r -= self.tuning.threat;
        }
        if node.on_pv {
            r -= self.tuning.on_pv;
        }
        if let Some(behind) = behind {
            r += (self.tuning.policy * (behind - self.logs[number.min(511)])).clamp(-0.9, 1.8);
        }
        let before = self.frames[BEFORE + node.ply - 1].cell;
        r - self.history.get(own.index(), before, cell) as f32 / self.tuning.history
    }
}
