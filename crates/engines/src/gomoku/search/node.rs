//! What is known of a node when its moves are tried, and how deep each of them is searched.

use super::*;

/// What is known of a node when its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub ply: usize,
    pub alpha: i32,
    pub beta: i32,
    pub depth: f32,
    /// A cut is expected.
    pub cut: bool,
    pub threat: Threat,
    /// What the table has, and its move or [`NO_CELL`].
    pub known: Option<TableEntry>,
    pub best_known: usize,
    /// This is, or once was, a principal variation.
    pub on_line: bool,
    /// The mover stands better than two plies before.
    pub improving: bool,
}

/// A move of a node: its number in the order, and what it makes or stops.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    pub cell: usize,
    pub number: usize,
    pub mine: Class,
    pub theirs: Class,
}

impl Tried {
    pub(crate) fn is_trivial(self) -> bool {
        self.mine <= Class::Weak && self.theirs <= Class::Weak
    }
}

/// Whether the table's move is the only good one, or a cut without it.
pub(super) enum Singular {
    Yes,
    No,
    Cut(i32),
}

impl Searcher<'_> {
    /// Tests whether the table's move is the only good one: the others fall short of its value in a shallower search.
    pub(super) fn singular(&mut self, node: &Node, cell: usize) -> Singular {
        let &Node { ply, beta, depth, .. } = node;
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
        let rest = self.node::<false>(ply, aim - 1, aim, depth * self.tuning.singular_share, node.cut);
        self.frames[frame].skip = None;
        match () {
            _ if self.stopped => Singular::No,
            _ if rest < aim => Singular::Yes,
            _ if aim >= beta => Singular::Cut(aim),
            _ => Singular::No,
        }
    }

    /// By how many plies a late move is reduced.
    pub(super) fn reduction<const LINE: bool>(&self, node: &Node, tried: Tried, own: Color) -> f32 {
        let Tried { cell, number, mine, .. } = tried;
        let logs = self.logs[(node.depth as usize).min(511)];
        let mut r = self.tuning.reduction * logs * self.logs[number.min(511)];
        if !LINE && !node.improving {
            r += self.tuning.worsening;
        }
        if node.cut {
            r += self.tuning.cut;
        }
        if mine >= Class::OpenThree {
            r -= self.tuning.threat;
        }
        if node.on_line {
            r -= self.tuning.on_line;
        }
        let before = self.frames[BEFORE + node.ply - 1].cell;
        r - self.history.get(own.index(), before, cell) as f32 / self.tuning.history
    }
}
