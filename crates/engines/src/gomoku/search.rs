//! The main search: principal variation search with a quiescence search over fours.

mod evaluate;
mod node;
mod quiescence;

use super::accumulator::Accumulator;
use super::board::{NO_CELL, PatternBoard};
use super::class::Class;
use super::grid::Cells;
use super::net::Net;
use super::order::{self, History, Scored, Threat};
use super::table::{Bound, TableEntry, TranspositionTable};
use super::tuning::Tuning;
use super::vcf::{Failures, Found, NO_DEPTH_LIMIT, Vcf};
use crate::search::moment::Moment;
use heibai_games::Color;
use node::{NodeState, Singular, TriedMove};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The value of a win, less the plies to it.
pub const WIN: i32 = 30_000;
/// Values from here on are proved wins.
pub const PROVED: i32 = 29_000;
/// The static evaluation is clamped to this.
const MOST: i32 = 20_000;
const MAX_PLY: usize = 200;

/// Called with every position that is evaluated statically. Training samples the leaves of a search with it.
pub type OnEvaluation = Box<dyn FnMut(&PatternBoard) + Send>;

/// When to stop; shared by all threads of one search.
pub struct Limit<'a> {
    pub nodes: u64,
    pub deadline: Option<Moment>,
    pub stop: &'a AtomicBool,
    /// Set when the main thread is done.
    pub done: AtomicBool,
    /// Nodes of all threads; each thread adds its own in batches.
    pub spent: AtomicU64,
}

impl Limit<'_> {
    fn reached(&self) -> bool {
        self.done.load(Relaxed) || self.stop.load(Relaxed) || self.deadline.is_some_and(Moment::has_passed)
    }
}

/// One ply of the search stack.
#[derive(Clone, Copy, Default)]
struct Frame {
    cell: usize,
    eval: i32,
    /// The move left out by the search for a singular move.
    skip: Option<usize>,
}

pub struct Searcher<'a> {
    pub board: PatternBoard,
    table: &'a TranspositionTable,
    limit: &'a Limit<'a>,
    tuning: Tuning,
    /// Set where there is a network.
    accumulator: Option<Accumulator>,
    /// Whether the network has a value head that is in use.
    net_has_value: bool,
    pub on_evaluation: Option<OnEvaluation>,
    history: History,
    failures: Failures,
    frames: Vec<Frame>,
    /// The principal variation from each ply on.
    pvs: Vec<Vec<u16>>,
    buffers: Vec<Vec<Scored>>,
    logs: Vec<f32>,
    pub nodes: u64,
    counted: u64,
    pub stopped: bool,
    /// The first proved win will do: no shorter one is looked for.
    pub any_win: bool,
    /// Root moves not to search: barred ones, and the first moves of better lines (MultiPV).
    pub excluded: Vec<usize>,
    /// The root moves of the latest search with their values; true where a value is only an upper bound.
    pub weighed: Vec<(usize, i32, bool)>,
    pub deepest: usize,
}

/// Frames before the root's.
const BEFORE: usize = 4;

impl<'a> Searcher<'a> {
    pub fn new(
        board: PatternBoard,
        table: &'a TranspositionTable,
        limit: &'a Limit<'a>,
        tuning: Tuning,
        net: Option<Arc<Net>>,
    ) -> Searcher<'a> {
        let accumulator = net.map(|net| Accumulator::new(net, board.size()));
        let net_has_value =
            tuning.net_value > 0.0 && accumulator.as_ref().is_some_and(Accumulator::has_value);
        let empty = Frame { cell: NO_CELL, ..Frame::default() };
        let mut frames = vec![empty; MAX_PLY + BEFORE + 4];
        frames[BEFORE - 1].cell = board.last().unwrap_or(NO_CELL);
        Searcher {
            board,
            table,
            limit,
            tuning,
            accumulator,
            net_has_value,
            on_evaluation: None,
            history: History::new(),
            failures: Failures::new(14),
            frames,
            pvs: vec![Vec::new(); MAX_PLY + 4],
            buffers: (0..MAX_PLY + 4).map(|_| Vec::with_capacity(128)).collect(),
            logs: (0..512).map(|i| (i.max(1) as f32).ln()).collect(),
            nodes: 0,
            counted: 0,
            stopped: false,
            any_win: false,
            excluded: Vec::new(),
            weighed: Vec::new(),
            deepest: 0,
        }
    }

    /// Searches the root; the principal variation is in `pv()`. The value is meaningless once `stopped` is set.
    pub fn root(&mut self, alpha: i32, beta: i32, depth: f32) -> i32 {
        self.weighed.clear();
        self.search::<true>(0, alpha, beta, depth, false)
    }

    pub fn tuning(&self) -> Tuning {
        self.tuning
    }

    pub fn pv(&self) -> &[u16] {
        &self.pvs[0]
    }

    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) || self.nodes >= self.limit.nodes {
            let spent = self.limit.spent.fetch_add(self.nodes - self.counted, Relaxed);
            let total = spent + self.nodes - self.counted;
            self.counted = self.nodes;
            self.stopped |= total >= self.limit.nodes || self.limit.reached();
        }
        self.stopped
    }

    fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        mut depth: f32,
        cut: bool,
    ) -> i32 {
        if depth <= 0.0 {
            return self.quiescence::<PV>(ply, alpha, beta, 0);
        }
        // 1. Limits, the end of the game, and immediate wins and losses.
        let root = ply == 0;
        if PV {
            self.pvs[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        if self.count_node() {
            return 0;
        }
        if self.board.empty().is_empty() {
            return 0;
        }
        let threat = match self.at_once(ply) {
            Ok(value) if !root => return value,
            Ok(_) => Threat::None,
            Err(threat) => threat,
        };
        if ply + 1 >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        if !root {
            alpha = alpha.max(ply as i32 - WIN);
            beta = beta.min(WIN - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        // 2. Transposition table.
        let frame = BEFORE + ply;
        let skip = self.frames[frame].skip;
        let key = self.board.key() ^ skip_key(skip);
        let known = self.table.get(key);
        let mut tt_move = NO_CELL;
        if let Some(entry) = known {
            let value = from_table(entry.value, ply);
            if entry.best != u16::MAX {
                tt_move = entry.best as usize;
            }
            let deep = f32::from(entry.depth) / 8.0 >= depth;
            let cuts = if value >= beta { entry.bound.is_lower() } else { entry.bound.is_upper() };
            if !PV && deep && cuts && (value >= beta || value <= alpha) {
                return value;
            }
        }
        if tt_move != NO_CELL && self.board.stone(tt_move).is_some() {
            tt_move = NO_CELL;
        }
        // 3. A win by continuous fours (VCF).
        let looked = !PV && known.is_some_and(|entry| f32::from(entry.depth) / 8.0 >= self.tuning.vcf);
        if !root
            && skip.is_none()
            && depth >= self.tuning.vcf
            && !matches!(threat, Threat::Five(_))
            && !looked
            && let Some(value) = self.win_by_fours(ply)
        {
            self.frames[frame].eval = self.evaluate(alpha, beta);
            self.store(key, ply, value, NO_CELL, 99.0, Bound::Lower, PV);
            return value;
        }
        let on_pv = PV || known.is_some_and(|entry| entry.on_pv);
        // 4. The evaluation. It is unaware of threats: under a four or the threat of an open four the previous ply's
        // is taken, and nothing is pruned by it.
        let forced = matches!(threat, Threat::Five(_));
        let threatened = forced || threat == Threat::OpenFour;
        let mut eval;
        if threatened {
            eval = -self.frames[frame - 1].eval;
            self.frames[frame].eval = eval;
        } else {
            eval = known.map_or_else(|| self.evaluate(alpha, beta), |entry| i32::from(entry.eval));
            self.frames[frame].eval = eval;
            if let Some(entry) = known {
                let value = from_table(entry.value, ply);
                let better = if value > eval { entry.bound.is_lower() } else { entry.bound.is_upper() };
                if better {
                    eval = value;
                }
            }
        }
        let improving = eval > self.frames[frame - 2].eval;
        // 5. Razoring, futility pruning and null move.
        if !PV && !threatened && skip.is_none() {
            let razor = self.tuning.razor * (depth + 1.0);
            if depth < self.tuning.razor_depth && eval + (razor as i32) < alpha {
                return self.quiescence::<false>(ply, alpha, beta, 0);
            }
            let margin = self.tuning.futility * (depth - 1.0 - f32::from(u8::from(improving))).max(0.0);
            if eval < PROVED && beta > -PROVED && eval - margin as i32 >= beta {
                return eval;
            }
            let nullable = threat == Threat::None && self.frames[frame - 1].cell != NO_CELL;
            let null = self.frames[frame].eval >= beta + self.tuning.null as i32;
            if nullable && depth >= self.tuning.null_depth && null && beta.abs() < PROVED {
                self.board.pass();
                self.frames[frame].cell = NO_CELL;
                let reduced = depth - self.tuning.null_plies - depth * self.tuning.null_share;
                let value = -self.search::<false>(ply + 1, -beta, 1 - beta, reduced, !cut);
                self.board.undo();
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    return value.min(PROVED - 1);
                }
            }
        }
        // 6. Internal iterative reduction: the table's entry is shallow, or has no move.
        if PV
            && !root
            && let Some(entry) = known
            && tt_move != NO_CELL
        {
            let stale = (depth - f32::from(entry.depth) / 8.0) * self.tuning.pv_iir;
            depth -= stale.clamp(0.0, self.tuning.pv_iir_most);
        }
        if !root && tt_move == NO_CELL && !forced && depth >= self.tuning.iir_depth {
            depth -= self.tuning.iir;
        }
        // 7. The moves.
        let node = NodeState { ply, alpha, beta, depth, cut, threat, known, tt_move, on_pv, improving };
        self.search_moves::<PV>(node)
    }

    fn search_moves<const PV: bool>(&mut self, node: NodeState) -> i32 {
        let NodeState { ply, mut alpha, beta, depth, cut, threat, tt_move, on_pv, improving, .. } = node;
        let root = ply == 0;
        let frame = BEFORE + ply;
        let (own, other) = (self.board.turn(), !self.board.turn());
        let skip = self.frames[frame].skip;
        let key = self.board.key() ^ skip_key(skip);
        let forced = matches!(threat, Threat::Five(_));
        let before = self.frames[frame - 1].cell;
        let cells = order::candidates(&self.board, threat);
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        // The table's move is tried before the others are scored: often it causes a cut-off.
        let mut first = (tt_move != NO_CELL && cells.contains(tt_move)).then_some(tt_move);
        let mut rest = cells;
        first.iter().for_each(|&cell| rest.flip(cell));
        // Moves that make no shape for either side are tried only when all others lose.
        let mut idle = Cells::NONE;
        if !root && threat == Threat::None {
            idle = rest.and(&self.board.idle());
            rest = rest.without(&idle);
        }
        let mut scored = false;
        // The best of the network's scores, and how far the move lies behind it.
        let mut top = None;
        let mut behind = None;
        let mut best = -WIN;
        let mut best_cell = NO_CELL;
        let mut tried = 0usize;
        let old_alpha = alpha;
        let calm = matches!(threat, Threat::None | Threat::FourThree | Threat::DoubleThree);
        let renju_black = own == Color::Black && self.board.variant().is_renju();
        let most = self.tuning.count + self.tuning.count_slope * depth;
        let most = if improving { most } else { most / 2.0 };
        let mut quiet: [u16; 32] = [0; 32];
        let mut quiets = 0;
        loop {
            let next = first.take().or_else(|| {
                if !scored {
                    order::score(&self.board, &rest, before, &self.history, &mut moves);
                    if let Some(accumulator) = &mut self.accumulator
                        && depth >= self.tuning.net_order
                        && calm
                    {
                        order::add_net_scores(accumulator, &self.board, &mut moves);
                        top = moves.iter().max().map(|best| best.score());
                    }
                    scored = true;
                }
                if moves.is_empty() && best <= -PROVED && !idle.is_empty() {
                    let idle = std::mem::take(&mut idle);
                    order::score(&self.board, &idle, before, &self.history, &mut moves);
                }
                let picked = order::pick(&mut moves)?;
                behind = top.map(|top| (top - picked.score()) as f32 / 100.0);
                Some(picked.cell())
            });
            let Some(cell) = next else { break };
            if Some(cell) == skip || root && self.excluded.contains(&cell) {
                continue;
            }
            if renju_black && self.board.is_forbidden(cell) {
                continue;
            }
            tried += 1;
            let (mine, theirs) = (self.board.class(own, cell), self.board.class(other, cell));
            let this = TriedMove { cell, number: tried, mine, theirs, behind };
            // 8. Late-move pruning, once some move does not lose.
            if !root && best > -PROVED {
                if tried as f32 >= most && !forced {
                    break;
                }
                if this.is_trivial() {
                    continue;
                }
            }
            // 9. Extensions: forced replies and singular moves.
            let mut next = depth - 1.0;
            if forced {
                next += 1.0;
            } else if cell == tt_move {
                match self.singular(&node, cell) {
                    Singular::Yes => next += 1.0,
                    Singular::No => {}
                    Singular::Cut(value) => {
                        self.buffers[ply] = moves;
                        return value;
                    }
                }
                if self.stopped {
                    break;
                }
            }
            // 10. The move: reduced, then null window, then full window.
            self.frames[frame].cell = cell;
            self.table.prefetch(self.board.key_after(cell));
            self.board.play(cell);
            let mut value;
            let mut full = true;
            value = 0;
            if depth >= self.tuning.reduced && tried > 1 + usize::from(root) {
                let r = self.reduction::<PV>(&node, this, own);
                let d = (next - r).min(next + 1.0).max(1.0);
                value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, d, true);
                full = value > alpha && d < next;
            }
            if full && (!PV || tried > 1) {
                value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, next, !cut);
            }
            if PV && (tried == 1 || value > alpha && (root || value < beta)) {
                value = -self.search::<true>(ply + 1, -beta, -alpha, next, false);
            }
            self.board.undo();
            if self.stopped {
                break;
            }
            if root {
                self.weighed.push((cell, value, value <= alpha));
            }
            // 11. A better move.
            if value > best {
                best = value;
                if value > alpha {
                    best_cell = cell;
                    if PV {
                        self.update_pv(ply, cell);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            if cell != best_cell && quiets < quiet.len() {
                quiet[quiets] = cell as u16;
                quiets += 1;
            }
        }
        moves.clear();
        self.buffers[ply] = moves;
        if self.stopped {
            return 0;
        }
        if tried == 0 {
            return match threat {
                _ if skip.is_some() => alpha,
                // Every candidate is forbidden: nothing is known to be decided.
                Threat::None => 0,
                Threat::FourThree | Threat::DoubleThree => ply as i32 + 6 - WIN,
                _ => ply as i32 + 4 - WIN,
            };
        }
        // 12. History and transposition table.
        if best_cell != NO_CELL && !forced {
            let bonus = (depth * depth * self.tuning.bonus).min(self.tuning.bonus_most) as i32;
            self.history.learn(own.index(), before, best_cell, bonus);
            for &cell in &quiet[..quiets] {
                self.history.learn(own.index(), before, usize::from(cell), -bonus / 2);
            }
        }
        if skip.is_none() && (!root || self.excluded.is_empty()) {
            let bound = match () {
                _ if best >= beta => Bound::Lower,
                _ if PV && best > old_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            // If all moves fail low, the earlier best move stays the first to try.
            let kept = if best_cell == NO_CELL { tt_move } else { best_cell };
            self.store(key, ply, best, kept, depth, bound, on_pv);
        }
        best
    }

    #[allow(clippy::too_many_arguments)]
    fn store(&self, key: u64, ply: usize, value: i32, cell: usize, depth: f32, bound: Bound, on_pv: bool) {
        let entry = TableEntry {
            value: to_table(value, ply),
            eval: self.frames[BEFORE + ply].eval as i16,
            best: cell as u16,
            depth: (depth * 8.0) as i16,
            bound,
            on_pv,
        };
        self.table.put(key, entry);
    }

    fn update_pv(&mut self, ply: usize, cell: usize) {
        let (now, next) = self.pvs.split_at_mut(ply + 1);
        let line = &mut now[ply];
        line.clear();
        line.push(cell as u16);
        line.extend_from_slice(&next[0]);
    }
}

/// Keeps the search without one move (singular extension) apart in the table.
fn skip_key(skip: Option<usize>) -> u64 {
    skip.map_or(0, |cell| (cell as u64 + 1).wrapping_mul(0xa24b_aed4_963e_e407))
}

/// A proved value counts plies from the root in the search and from the position in the table.
fn to_table(value: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (match value {
        PROVED.. => value + ply,
        v if v <= -PROVED => value - ply,
        _ => value,
    }) as i16
}

fn from_table(value: i16, ply: usize) -> i32 {
    let (value, ply) = (i32::from(value), ply as i32);
    match value {
        PROVED.. => value - ply,
        v if v <= -PROVED => value + ply,
        _ => value,
    }
}
