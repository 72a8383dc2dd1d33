//! Balanced openings for matches: even by a deep search and by another after its best move, and won by both colours in
//! self-play. Most candidates fail, so that each is sieved by cheap tests first: its last stone is the one after which a
//! short search is most even, as under swap2, then come a short search, the deep ones, and the games, which end when
//! their result is proved or can no longer matter.

use super::selfplay::Author;
use anyhow::Context;
use heibai_engines::gomoku::search::PROVED;
use heibai_engines::gomoku::{Engine, Net, PatternBoard, Spend, Weights};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Move, Notation, Point, Position as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(clap::Args)]
pub struct Args {
    /// freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = super::variant)]
    rules: Variant,
    /// Board size
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(7..=20))]
    size: u8,
    /// Number of openings
    #[arg(long, default_value_t = 50)]
    count: usize,
    /// Nodes of the two searches
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// Largest value for either side in these searches
    #[arg(long, default_value_t = 60)]
    even: i32,
    /// Nodes per move in the first game from an opening; each further game has a third more
    #[arg(long, default_value_t = 10_000)]
    play: u64,
    /// Games from each opening; each colour must win at least a quarter of them
    #[arg(long, default_value_t = 4)]
    games: u32,
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The least share of the games that a colour must win.
const SHARE: f64 = 0.25;
/// Size of each thread's transposition table in MiB.
const TABLE: usize = 16;
/// Candidates for the last stone, and the part of the nodes for all of them.
const LAST: usize = 12;
const LAST_PART: u64 = 8;
/// The sieve: its part of the nodes, and how many times the limit a value may be.
const SIEVE_PART: u64 = 10;
const SIEVE_EVEN: i32 = 2;

/// Puts one more stone where a short search finds the position most even.
fn add_stone(author: &mut Author, position: &mut Position, stones: &mut Vec<Point>, nodes: u64) -> bool {
    let board = PatternBoard::of(position, author.weights.clone());
    let thoughts = author.engine.think(&board, Spend::nodes(nodes), LAST, &author.stop);
    let lines = thoughts.lines.iter().filter(|line| line.depth > 0);
    let Some(cell) = lines.min_by_key(|line| line.value.abs()).and_then(|line| line.cells.first()) else {
        return false;
    };
    let point = Point(*cell as u16);
    stones.push(point);
    position.play(Move::Place(point)).is_ok() && position.outcome().is_none()
}

/// Whether searches before and after the best move find a position even.
pub(super) fn is_even(author: &mut Author, position: &Position, nodes: u64, even: i32) -> bool {
    let Some((cell, value)) = author.think(position, nodes) else { return false };
    if value.abs() > even {
        return false;
    }
    let mut after = position.clone();
    after.play(Move::Place(Point(cell as u16))).is_ok()
        && after.outcome().is_none()
        && author.think(&after, nodes).is_some_and(|(_, value)| value.abs() <= even)
}

/// Whether a shallow search may find a position even.
fn passes_sieve(author: &mut Author, position: &Position, nodes: u64, even: i32) -> bool {
    author.think(position, nodes).is_some_and(|(_, value)| value.abs() <= even)
}

/// Black's points in a self-play game; it ends when a win is proved.
fn play(author: &mut Author, opening: &Position, nodes: u64) -> f64 {
    let mut position = opening.clone();
    author.engine.clear();
    while position.outcome().is_none() {
        let Some((cell, value)) = author.think(&position, nodes) else { return 0.5 };
        if value.abs() >= PROVED {
            return if (value > 0) == (position.turn() == Color::Black) { 1.0 } else { 0.0 };
        }
        if position.play(Move::Place(Point(cell as u16))).is_err() {
            return 0.5;
        }
    }
    match position.outcome().and_then(|outcome| outcome.winner) {
        None => 0.5,
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
    }
}

/// Whether both colours win their share of games from a position.
fn is_open(author: &mut Author, position: &Position, args: &Args) -> bool {
    let games = f64::from(args.games);
    let mut points = 0.0;
    let mut nodes = args.play;
    for left in (0..args.games).rev() {
        points += play(author, position, nodes);
        nodes += nodes / 3;
        let played = games - f64::from(left);
        if points + f64::from(left) < SHARE * games || played - points + f64::from(left) < SHARE * games {
            return false;
        }
        if points >= SHARE * games && played - points >= SHARE * games {
            return true;
        }
    }
    true
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let size = usize::from(args.size);
    let rules = Rules::new(size, args.rules, OpeningRule::Free)?;
    let found = Mutex::new(0);
    let [seen, sieved, even] = [const { AtomicU64::new(0) }; 3];
    std::thread::scope(|scope| {
        for thread in 0..u64::from(args.threads) {
            let (found, seen, sieved, even) = (&found, &seen, &sieved, &even);
            let seed = args.seed.wrapping_mul(1000).wrapping_add(thread);
            let author = Author::on_board(size, args.rules, Weights::full(args.rules), 2000, seed);
            scope.spawn(move || {
                let Some(mut author) = author else { return };
                author.engine = Engine::new(TABLE);
                author.use_net(Net::of(&rules));
                while found.lock().is_ok_and(|count| *count < args.count) {
                    let (mut position, mut stones) = author.opening();
                    seen.fetch_add(1, Relaxed);
                    if !add_stone(&mut author, &mut position, &mut stones, args.nodes / LAST_PART)
                        || !passes_sieve(
                            &mut author,
                            &position,
                            args.nodes / SIEVE_PART,
                            SIEVE_EVEN * args.even,
                        )
                    {
                        continue;
                    }
                    sieved.fetch_add(1, Relaxed);
                    if !is_even(&mut author, &position, args.nodes, args.even) {
                        continue;
                    }
                    even.fetch_add(1, Relaxed);
                    if !is_open(&mut author, &position, args) {
                        continue;
                    }
                    let Ok(mut count) = found.lock() else { return };
                    if *count < args.count {
                        *count += 1;
                        let names = stones.iter().map(|&point| Notation::Gomoku.write(point, size));
                        println!("{}", names.collect::<String>());
                    }
                }
            });
        }
    });
    let count = found.into_inner().ok().context("a thread panicked")?;
    let [seen, sieved, even] = [seen, sieved, even].map(AtomicU64::into_inner);
    eprintln!(
        "{seen} openings, {sieved} through the sieve, {even} even by search, {count} won by both colours"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(games: u32) -> Args {
        let (rules, size, seed, threads, count) = (Variant::Freestyle, 15, 1, 1, 1);
        Args { rules, size, count, nodes: 3000, even: 60, play: 300, games, threads, seed }
    }

    fn position(moves: &[(usize, usize)]) -> Position {
        let mut position = Position::start(&Rules::new(15, Variant::Freestyle, OpeningRule::Free).unwrap());
        for &(x, y) in moves {
            position.play(Move::Place(Point::new(x, y, 15).unwrap())).unwrap();
        }
        position
    }

    #[test]
    fn an_opening_won_for_black_is_neither_even_nor_open() {
        // Three in a row with both ends open, and Black to move.
        let won = position(&[(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)]);
        let weights = Weights::of(Variant::Freestyle);
        let mut author = Author::new(Variant::Freestyle, weights, 2000, 1).unwrap();
        assert!(!is_even(&mut author, &won, 3000, 60));
        assert_eq!(play(&mut author, &won, 300), 1.0);
        assert!(!is_open(&mut author, &won, &args(2)));
    }

    #[test]
    fn the_last_stone_makes_the_position_more_even() {
        let weights = Weights::of(Variant::Freestyle);
        let mut author = Author::new(Variant::Freestyle, weights, 2000, 1).unwrap();
        // Black to move is far ahead, and gets a move that keeps less of it.
        let start = position(&[(7, 7), (0, 0)]);
        let (_, best) = author.think(&start, 4000).unwrap();
        let (mut after, mut stones) = (start, Vec::new());
        author.engine.clear();
        assert!(add_stone(&mut author, &mut after, &mut stones, 4000));
        assert_eq!((stones.len(), after.stone(stones[0])), (1, Some(Color::Black)));
        author.engine.clear();
        let (_, value) = author.think(&after, 4000).unwrap();
        assert!(value.abs() < best.abs(), "{value} {best}");
    }

    #[test]
    fn a_value_above_the_limit_is_not_even() {
        let start = position(&[(7, 7), (8, 8)]);
        let weights = Weights::of(Variant::Freestyle);
        let mut author = Author::new(Variant::Freestyle, weights, 2000, 1).unwrap();
        let (_, value) = author.think(&start, 3000).unwrap();
        author.engine.clear();
        assert!(is_even(&mut author, &start, 3000, 5000));
        author.engine.clear();
        assert!(!is_even(&mut author, &start, 3000, value.abs() - 1));
    }
}
