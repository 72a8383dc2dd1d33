//! Othello's speed on one core: leaves a second of perft and moves a second of random games at every level
//! of processor, and the library magpie's random games in the same run. `cargo bench -p heibai-games
//! --bench othello [-- DEPTH]`; processor time where the system tells it.

use heibai_games::othello::Othello8;
use heibai_games::{Move, Point, Position};
use heibai_kernels::cpu;
use heibai_kernels::othello::{Bits, perft, playouts};
use std::time::{Duration, Instant};

const GAMES: u64 = 200_000;

fn main() {
    let depth = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(11);
    let start = Othello8::new();
    for level in cpu::available() {
        let timer = Timer::new();
        let leaves = perft::perft_at(level, start.mover(), start.opponent(), depth, false);
        timer.report(&format!("perft {depth}, {}", level.name()), leaves, "leaves");
    }
    for level in cpu::available() {
        let timer = Timer::new();
        let tally = playouts::playouts_at(level, 1, GAMES);
        timer.report(&format!("random games, {}", level.name()), tally.moves, "moves");
    }
    let timer = Timer::new();
    timer.report("random games, one referee", (0..GAMES / 4).map(referee_game).sum(), "moves");
    let timer = Timer::new();
    timer.report("random games, magpie 0.12", (0..GAMES / 4).map(magpie_game).sum(), "moves");
}

/// A random game through the checked position that every surface uses; returns its moves without passes.
fn referee_game(seed: u64) -> u64 {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut board = Othello8::new();
    let (mut moves, mut passed) = (0, false);
    loop {
        let legal = board.placements(board.turn());
        if legal == 0 {
            if passed {
                return moves;
            }
            passed = true;
            board.play_unchecked(Move::Pass, &mut ());
            continue;
        }
        passed = false;
        let square = legal.squares().nth(rng.usize(..legal.count_ones() as usize)).expect("in range");
        board.play_unchecked(Move::Place(Point(square as u16)), &mut ());
        moves += 1;
    }
}

/// The same by magpie's board without its checks.
fn magpie_game(seed: u64) -> u64 {
    use magpie::othello::{Board, Stone};
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut board = Board::standard();
    let mut stone = Stone::Black;
    let (mut moves, mut passed) = (0, false);
    loop {
        let legal = board.moves_for(stone);
        if legal.is_empty() {
            if passed {
                return moves;
            }
            passed = true;
            stone = stone.flip();
            continue;
        }
        passed = false;
        let rank = rng.usize(..usize::from(legal.count_set()));
        board.play(stone, legal.hot_bits().nth(rank).expect("in range"));
        stone = stone.flip();
        moves += 1;
    }
}

/// Processor time of this thread where the system tells it (Linux), so that other programs do not count.
struct Timer {
    wall: Instant,
    busy: Option<Duration>,
}

impl Timer {
    fn new() -> Timer {
        Timer { wall: Instant::now(), busy: busy() }
    }

    fn report(&self, name: &str, count: u64, unit: &str) {
        let taken = self.busy.zip(busy()).map_or_else(|| self.wall.elapsed(), |(from, to)| to - from);
        let rate = count as f64 / taken.as_secs_f64() / 1e6;
        println!("{name}: {count} {unit} in {:.3} s, {rate:.1} M {unit}/s", taken.as_secs_f64());
    }
}

fn busy() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
