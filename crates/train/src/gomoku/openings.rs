//! Balanced openings for matches: even by a deep search and by another after its best move, and won by both colours in
//! self-play.

use super::selfplay::Author;
use anyhow::Context;
use heibai_engines::gomoku::{Net, Weights};
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

/// Black's points in a self-play game.
fn play(author: &mut Author, opening: &Position, nodes: u64) -> f64 {
    let mut position = opening.clone();
    author.engine.clear();
    while position.outcome().is_none() {
        let Some((cell, _)) = author.think(&position, nodes) else { return 0.5 };
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
    }
    true
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let size = usize::from(args.size);
    let rules = Rules::new(size, args.rules, OpeningRule::Free)?;
    let found = Mutex::new(0);
    let [seen, even] = [const { AtomicU64::new(0) }; 2];
    std::thread::scope(|scope| {
        for thread in 0..u64::from(args.threads) {
            let (found, seen, even) = (&found, &seen, &even);
            let seed = args.seed.wrapping_mul(1000).wrapping_add(thread);
            let author = Author::on_board(size, args.rules, Weights::full(args.rules), 2000, seed);
            scope.spawn(move || {
                let Some(mut author) = author else { return };
                author.use_net(Net::of(&rules));
                while found.lock().is_ok_and(|count| *count < args.count) {
                    let (position, stones) = author.opening();
                    seen.fetch_add(1, Relaxed);
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
    let [seen, even] = [seen, even].map(AtomicU64::into_inner);
    eprintln!("{seen} random openings, {even} even by search, {count} won by both colours");
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
