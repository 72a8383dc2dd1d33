//! Quiescence search: only fours and their forced replies.

use super::*;

impl Searcher<'_> {
    /// The side to move may stand pat or play a four; `done` counts the fours so far.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        done: usize,
    ) -> i32 {
        if PV {
            self.pvs[ply].clear();
        }
        if self.count_node() {
            return 0;
        }
        if self.board.empty().is_empty() {
            return 0;
        }
        let must = match self.at_once(ply) {
            Ok(value) => return value,
            Err(Threat::Five(cell)) => Some(cell),
            Err(_) => None,
        };
        if ply + 4 >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        if let Some(cell) = must {
            self.frames[BEFORE + ply].eval = -self.frames[BEFORE + ply - 1].eval;
            self.table.prefetch(self.board.key_after(cell));
            self.board.play(cell);
            let value = -self.quiescence::<PV>(ply + 1, -beta, -alpha, done);
            self.board.undo();
            if PV && !self.stopped {
                self.update_pv(ply, cell);
            }
            return value;
        }
        let key = self.board.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && !PV
        {
            let value = from_table(entry.value, ply);
            let deep = f32::from(entry.depth) / 8.0 >= -(done as f32) / 8.0;
            if deep && (value >= beta && entry.bound.is_lower() || value <= alpha && entry.bound.is_upper()) {
                return value;
            }
        }
        let eval = known.map_or_else(|| self.evaluate(alpha, beta), |entry| i32::from(entry.eval));
        self.frames[BEFORE + ply].eval = eval;
        let mut best = eval;
        if let Some(entry) = known {
            let value = from_table(entry.value, ply);
            let better = if value > eval { entry.bound.is_lower() } else { entry.bound.is_upper() };
            if better {
                best = value;
            }
        }
        if best >= beta {
            if known.is_none() {
                self.store(key, ply, best, NO_CELL, -1.0, Bound::Lower, false);
            }
            return best;
        }
        let old_alpha = alpha;
        alpha = alpha.max(best);
        let mut best_cell = NO_CELL;
        let own = self.board.turn();
        let last = self.last_own(ply);
        'moves: for class in [Class::FourThree, Class::FourPlus, Class::Doubtful, Class::Four] {
            if done >= self.tuning.qs_fours as usize && class == Class::Four {
                break;
            }
            let cells = *self.board.set(own, class);
            for cell in cells.iter() {
                if class == Class::Doubtful && !self.playable_four(cell) {
                    continue;
                }
                if last != NO_CELL && self.board.grid.distance(last, cell) > self.tuning.qs_distance as usize
                {
                    continue;
                }
                let value = self.four::<PV>(ply, cell, alpha, beta, done);
                if self.stopped {
                    return 0;
                }
                if value > best {
                    best = value;
                    if value > alpha {
                        best_cell = cell;
                        alpha = value;
                        if PV {
                            self.update_pv(ply, cell);
                        }
                    }
                    if value >= beta {
                        break 'moves;
                    }
                }
            }
        }
        let bound = match () {
            _ if best >= beta => Bound::Lower,
            _ if PV && best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(key, ply, best, best_cell, -(done.min(8) as f32) / 8.0, bound, false);
        best
    }

    /// The value of a win by continuous fours, if a short search finds one.
    pub(super) fn win_by_fours(&mut self, ply: usize) -> Option<i32> {
        let own = self.board.turn();
        let some = [Class::Four, Class::FourPlus, Class::FourThree, Class::Doubtful];
        if some.iter().all(|&class| self.board.count(own, class) == 0) {
            return None;
        }
        let never = || false;
        let most = self.tuning.vcf_nodes as u64;
        let mut vcf = Vcf::new(&mut self.board, &mut self.failures, most, &never);
        let found = vcf.solve(NO_DEPTH_LIMIT);
        self.nodes += vcf.nodes;
        let Found::Win(line) = found else { return None };
        self.pvs[ply].clear();
        self.pvs[ply].extend(line.iter().map(|&cell| cell as u16));
        Some(WIN - (ply + line.len()) as i32)
    }

    pub(super) fn playable_four(&mut self, cell: usize) -> bool {
        let own = self.board.turn();
        (0..4).any(|d| self.board.shape(own, cell, d).is_four()) && !self.board.is_forbidden(cell)
    }

    /// The mover's previous move.
    pub(super) fn last_own(&self, ply: usize) -> usize {
        if ply >= 2 { self.frames[BEFORE + ply - 2].cell } else { NO_CELL }
    }

    /// Plays one four and searches on.
    pub(super) fn four<const PV: bool>(
        &mut self,
        ply: usize,
        cell: usize,
        alpha: i32,
        beta: i32,
        done: usize,
    ) -> i32 {
        self.frames[BEFORE + ply].cell = cell;
        self.board.play(cell);
        if PV {
            self.pvs[ply + 1].clear();
        }
        let value = -self.quiescence::<PV>(ply + 1, -beta, -alpha, done + 1);
        self.board.undo();
        value
    }
}
