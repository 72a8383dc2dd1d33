//! Compares searches of several depths with the static value and move order, in positions from search trees. The
//! pruning margins and the move counts of `Tuning` are derived from this.

use super::duel::side;
use super::leaves::board_of;
use super::selfplay::{Author, ROW, SIZE};
use anyhow::Context;
use heibai_engines::gomoku::board::NO_CELL;
use heibai_engines::gomoku::order::{self, History};
use heibai_engines::gomoku::search::PROVED;
use heibai_engines::gomoku::{Accumulator, Class, Net, PatternBoard, Spend, Weights};
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(clap::Args)]
pub struct Args {
    /// freestyle, standard or renju
    #[arg(long, default_value = "renju", value_parser = super::variant)]
    rules: Variant,
    /// Number of positions
    #[arg(long, default_value_t = 500)]
    positions: usize,
    /// Largest depth
    #[arg(long, default_value_t = 6)]
    deepest: u32,
    /// Node limit of a search; positions that need more are left out
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Search parameters, as for `duel`
    #[arg(default_value = "-")]
    numbers: String,
}

/// One of this many positions of a search tree is taken: a few per game.
const EVERY: usize = 40;

/// The results of all searches of one depth.
#[derive(Default)]
struct Depth {
    /// Value minus static value; a proved win is a very large number.
    errors: Vec<i32>,
    /// The absolute change from the previous depth, where neither value is proved.
    changes: Vec<i32>,
    /// The rank of the best move in the static order, from 1.
    ranks: Vec<i32>,
    /// Best moves with a weak class for both sides.
    trivial: usize,
}

/// Positions of search trees without an immediate win for either side.
fn quiet_leaves(args: &Args, net: Option<Arc<Net>>) -> anyhow::Result<Vec<PatternBoard>> {
    let weights = Weights::full(args.rules);
    let rules = Rules::new(SIZE, args.rules, OpeningRule::Free)?;
    let empty = PatternBoard::new(&rules, weights.clone());
    let mut author = Author::new(args.rules, weights, 2000, args.seed).context("no such board")?;
    author.use_net(net);
    let (mut boards, mut seen) = (Vec::new(), 0usize);
    while boards.len() < args.positions {
        author.leaves(1, &mut |row: &[u16; ROW], _| {
            seen += 1;
            if seen.is_multiple_of(EVERY) {
                let board = board_of(row, &empty);
                let open_four = board.count(!board.turn(), Class::OpenFour) > 0;
                if !board.is_decided() && !open_four && !order::four_three_wins(&board, board.turn()) {
                    boards.push(board);
                }
            }
        });
    }
    boards.truncate(args.positions);
    Ok(boards)
}

/// The static value, and the moves in their static order.
fn static_view(board: &PatternBoard, accumulator: &mut Option<Accumulator>) -> (i32, Vec<usize>) {
    let mut value = board.sum() + i32::from(board.weights().tempo[board.turn().index()]);
    let mut moves = Vec::new();
    let before = board.last().unwrap_or(NO_CELL);
    order::score(board, &board.near(), before, &History::new(), &mut moves);
    if let Some(accumulator) = accumulator {
        value += accumulator.value(board);
        order::add_net_scores(accumulator, board, &mut moves);
    }
    let order = std::iter::from_fn(|| order::pick(&mut moves)).map(order::Scored::cell).collect();
    (value, order)
}

fn quantile(sorted: &[i32], share: f64) -> i32 {
    let at = (share * sorted.len() as f64) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0)
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let rules = Rules::new(SIZE, args.rules, OpeningRule::Free)?;
    let net = Net::of(&rules);
    let boards = quiet_leaves(args, net.clone())?;
    let mut accumulator = net.map(|net| Accumulator::new(net, SIZE));
    let mut engine = side(SIZE, args.rules, &args.numbers)?.engine;
    let mut depths: Vec<Depth> = (0..args.deepest).map(|_| Depth::default()).collect();
    for board in &boards {
        let (value, order) = static_view(board, &mut accumulator);
        let mut last = None;
        for (depth, found) in (1..).zip(&mut depths) {
            engine.clear();
            let spend = Spend { nodes: args.nodes, depth, time: None };
            let thoughts = engine.think(board, spend, 1, &AtomicBool::new(false));
            let Some(line) = thoughts.lines.first().filter(|_| thoughts.nodes < args.nodes) else { break };
            let Some(&best) = line.cells.first() else { break };
            found.errors.push(if line.value.abs() >= PROVED { line.value } else { line.value - value });
            let now = Some(line.value).filter(|value| value.abs() < PROVED);
            found.changes.extend(now.zip(last).map(|(now, last): (i32, i32)| (now - last).abs()));
            last = now;
            // In a lost position no move is the best.
            if line.value > -PROVED
                && let Some(rank) = order.iter().position(|&cell| cell == best)
            {
                found.ranks.push(1 + rank as i32);
                let mine = board.class(board.turn(), best).max(board.class(!board.turn(), best));
                found.trivial += usize::from(mine <= Class::Weak);
            }
        }
    }
    println!(
        "value minus static value: quantiles 1, 2, 5, 10, 25, 50, 75, 90, 95, 98, 99 %; change from the previous depth: median; rank of the best move: quantiles 50, 80, 90, 95, 98 %"
    );
    for (depth, found) in (1..).zip(&mut depths) {
        found.errors.sort_unstable();
        found.ranks.sort_unstable();
        found.changes.sort_unstable();
        let errors = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99]
            .map(|share| quantile(&found.errors, share));
        let ranks = [0.5, 0.8, 0.9, 0.95, 0.98].map(|share| quantile(&found.ranks, share));
        println!(
            "depth {depth}: {} positions, errors {errors:?}, change {}, ranks {ranks:?}, trivial {:.1} %",
            found.errors.len(),
            quantile(&found.changes, 0.5),
            100.0 * found.trivial as f64 / found.ranks.len().max(1) as f64,
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_lies_within_its_numbers() {
        let numbers: Vec<i32> = (0..100).collect();
        assert_eq!([0.0, 0.5, 0.95, 1.0].map(|share| quantile(&numbers, share)), [0, 50, 95, 99]);
        assert_eq!(quantile(&[], 0.5), 0);
    }

    #[test]
    fn leaves_are_quiet_and_every_near_point_has_a_rank() {
        let args = Args {
            rules: Variant::Freestyle,
            positions: 4,
            deepest: 1,
            nodes: 1000,
            seed: 1,
            numbers: "-".to_owned(),
        };
        let boards = quiet_leaves(&args, None).unwrap();
        assert_eq!(boards.len(), 4);
        for board in boards {
            assert!(!board.is_decided());
            assert_eq!(static_view(&board, &mut None).1.len(), board.near().len());
        }
    }
}
