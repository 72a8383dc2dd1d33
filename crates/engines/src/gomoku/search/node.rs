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
    pub eval: i32,
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
    pub(crate) fn is_important(self) -> bool {
        self.mine >= Class::DoubleTwo || self.theirs >= Class::OpenThree
    }

    pub(crate) fn is_trivial(self) -> bool {
        self.mine <= Class::Weak && self.theirs <= Class::Weak
    }
}

/// What the table's move deserves, or a cut without it.
pub(super) enum Extension {
    Plies(f32),
    Cut(i32),
}

impl Searcher<'_> {
    /// Extensions of the table's move: more where it is the only good one, less where others are good too.
    pub(super) fn first_extension<const LINE: bool>(&mut self, node: &Node, cell: usize) -> Extension {
        let &Node { ply, beta, depth, .. } = node;
        let frame = BEFORE + ply;
        if ply == 0 || depth < self.tuning.singular || self.frames[frame].skip.is_some() {
            return Extension::Plies(if LINE { self.tuning.first_on_line } else { self.tuning.first });
        }
        let Some(entry) = node.known else { return Extension::Plies(0.0) };
        let value = from_table(entry.value, ply);
        let deep = f32::from(entry.depth) / 8.0 >= depth - self.tuning.singular_stale;
        if !entry.bound.is_lower() || !deep || value.abs() >= PROVED {
            return Extension::Plies(0.0);
        }
        let aim = value - depth as i32 - self.tuning.singular_margin as i32;
        self.frames[frame].skip = Some(cell);
        let rest = self.node::<false>(ply, aim - 1, aim, depth * self.tuning.singular_share, node.cut);
        self.frames[frame].skip = None;
        if self.stopped {
            return Extension::Plies(0.0);
        }
        if rest < aim {
            let far = !LINE && rest < aim - self.tuning.singular_far as i32;
            Extension::Plies(if far { self.tuning.singular_far_plies } else { self.tuning.singular_plies })
        } else if aim >= beta {
            Extension::Cut(aim)
        } else if value >= beta {
            Extension::Plies(-self.tuning.several)
        } else {
            Extension::Plies(0.0)
        }
    }

    /// By how many plies a late move is reduced.
    pub(super) fn reduction<const LINE: bool>(&self, node: &Node, tried: Tried, own: Color) -> f32 {
        let frame = BEFORE + node.ply;
        let Tried { cell, number, mine, theirs } = tried;
        let logs = self.logs[(node.depth as usize).min(511)];
        let mut r = self.tuning.reduction * logs * self.logs[number.min(511)];
        if !LINE && !node.improving && r > 1.0 {
            r += self.tuning.worsening;
        }
        if node.on_line {
            r -= self.tuning.on_line;
        }
        if node.cut {
            r += self.tuning.cut;
        }
        if tried.is_trivial() {
            r += self.tuning.idle;
        }
        if tried.is_important() {
            r -= self.tuning.important;
        }
        if mine >= Class::OpenThree {
            r -= self.tuning.threat;
        }
        let before_own = self.frames[frame - 2].cell;
        let near = before_own != NO_CELL && self.board.grid.distance(before_own, cell) <= 4;
        let attacking = self.frames[frame - 2].class >= Class::OpenThree as u8;
        if attacking && (mine >= Class::OpenThree || near && mine >= Class::DoubleTwo) {
            r -= self.tuning.attack;
        }
        if mine == Class::Doubtful {
            r -= self.tuning.doubtful;
        }
        if node.threat == Threat::OpenFour && theirs < Class::Four {
            r += self.tuning.deaf;
        }
        let before = self.frames[frame - 1].cell;
        r - self.history.get(own.index(), before, cell) as f32 / self.tuning.history
    }
}
