//! How well short searches predict a long one, for several sets of search parameters on the same positions. This is far
//! less noisy than the results of games, so many sets can be compared; the best of them then play duels.

use super::duel::side;
use super::selfplay::{Record, SIZE};
use anyhow::{Context, anyhow, bail};
use heibai_engines::gomoku::player::win_rate;
use heibai_engines::gomoku::search::PROVED;
use heibai_engines::gomoku::{PatternBoard, Spend, Weights};
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

#[derive(clap::Args)]
pub struct Args {
    /// A file of `games`; one position per game is taken
    #[arg(long)]
    games: PathBuf,
    /// Number of positions
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// Nodes of the long search, which has the shipped parameters
    #[arg(long, default_value_t = 1_000_000)]
    reference: u64,
    /// Nodes of the short searches
    #[arg(long, default_value_t = 40_000)]
    nodes: u64,
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Search parameters, as for `duel`; the others are compared with the first
    #[arg(required = true)]
    sides: Vec<String>,
}

/// Positions that a search of this many nodes decides are left out.
const PLAIN: u64 = 3000;

/// The result of a search.
#[derive(Clone, Copy, Default)]
struct Said {
    value: i32,
    cell: usize,
    nodes: u64,
}

/// Undecided positions of one rule set, one per game.
fn positions(games: &[u8], wanted: usize, seed: u64) -> anyhow::Result<(Variant, Vec<PatternBoard>)> {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut rest, mut boards, mut rules) = (games, Vec::new(), None);
    while let Some(record) = Record::read(&mut rest) {
        let variant = *rules.get_or_insert(record.variant);
        if variant != record.variant || record.opening >= record.cells.len() {
            continue;
        }
        let start = PatternBoard::new(&Rules::new(SIZE, variant, OpeningRule::Free)?, Weights::full(variant));
        let mut board = start;
        for &cell in &record.cells[..random.usize(record.opening..record.cells.len())] {
            board.play(usize::from(cell));
        }
        let mut plain = side(SIZE, variant, "-")?.engine;
        let thoughts = plain.think(&board, Spend::nodes(PLAIN), 1, &AtomicBool::new(false));
        if thoughts.lines.first().is_some_and(|line| line.value.abs() < PROVED) {
            boards.push(board);
        }
        if boards.len() == wanted {
            break;
        }
    }
    Ok((rules.context("no games")?, boards))
}

fn ask(text: &str, variant: Variant, board: &PatternBoard, nodes: u64) -> anyhow::Result<Said> {
    let mut side = side(SIZE, variant, text)?;
    let thoughts = side.engine.think(board, Spend::nodes(nodes), 1, &AtomicBool::new(false));
    let line = thoughts.lines.first().context("no move")?;
    Ok(Said { value: line.value, cell: *line.cells.first().context("no move")?, nodes: thoughts.nodes })
}

/// The results of one set of parameters for all positions.
fn ask_all(
    text: &str,
    variant: Variant,
    boards: &[PatternBoard],
    nodes: u64,
    threads: u16,
) -> anyhow::Result<Vec<Said>> {
    let next = AtomicUsize::new(0);
    let said: Vec<Mutex<anyhow::Result<Said>>> =
        boards.iter().map(|_| Mutex::new(Err(anyhow!("a thread panicked")))).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((board, said)) =
                    Some(next.fetch_add(1, Relaxed)).and_then(|at| Some((boards.get(at)?, said.get(at)?)))
                {
                    *said.lock().unwrap_or_else(PoisonError::into_inner) = ask(text, variant, board, nodes);
                }
            });
        }
    });
    said.into_iter().map(|said| said.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Mean and standard error.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let spread = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    (mean, (spread / n).sqrt())
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let games = std::fs::read(&args.games).with_context(|| args.games.display().to_string())?;
    let (variant, boards) = positions(&games, args.positions, args.seed)?;
    if boards.is_empty() {
        bail!("{}: no position that is worth a search", args.games.display());
    }
    let reference = ask_all("-", variant, &boards, args.reference, args.threads)?;
    let errors = |said: &[Said]| -> Vec<f64> {
        let error = |(a, b): (&Said, &Said)| 1000.0 * (win_rate(a.value) - win_rate(b.value)).powi(2);
        said.iter().zip(&reference).map(error).collect()
    };
    println!("{} positions, searches of {} nodes against {}", boards.len(), args.nodes, args.reference);
    let mut first = None;
    for text in &args.sides {
        let said = ask_all(text, variant, &boards, args.nodes, args.threads)?;
        let error = errors(&said);
        let first = first.get_or_insert_with(|| error.clone());
        let (change, doubt) = mean(&error.iter().zip(first).map(|(a, b)| a - *b).collect::<Vec<_>>());
        let same = said.iter().zip(&reference).filter(|(a, b)| a.cell == b.cell).count();
        let proved = said.iter().filter(|said| said.value.abs() >= PROVED).count();
        let nodes =
            mean(&said.iter().map(|said| (said.nodes.max(1) as f64).ln()).collect::<Vec<_>>()).0.exp();
        println!(
            "{text}: error {:.2}, {change:+.2} +- {doubt:.2}; same move {same}, proved {proved}, nodes {nodes:.0}",
            mean(&error).0,
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::selfplay::Author;
    use super::*;

    #[test]
    fn answers_do_not_depend_on_the_threads_and_equal_searches_agree() {
        let weights = Weights::of(Variant::Standard);
        let mut author = Author::new(Variant::Standard, weights, 200, 1).unwrap();
        let mut games = Vec::new();
        (0..6).for_each(|_| author.game(None).write(&mut games));
        let (variant, boards) = positions(&games, 3, 1).unwrap();
        assert_eq!((variant, boards.len()), (Variant::Standard, 3));
        let of = |text: &str, nodes, threads| -> Vec<(i32, usize)> {
            let said = ask_all(text, variant, &boards, nodes, threads).unwrap();
            said.iter().map(|said| (said.value, said.cell)).collect()
        };
        assert_eq!(of("-", 2000, 1), of("-", 2000, 3));
        assert_ne!(of("-", 2000, 1), of("net=none", 500, 1));
        assert!(ask_all("nonsense=1", variant, &boards, 100, 1).is_err());
    }

    #[test]
    fn a_mean_and_its_error() {
        assert_eq!(mean(&[1.0, 3.0]), (2.0, 0.5f64.sqrt()));
        assert_eq!(mean(&[]), (0.0, 0.0));
    }
}
