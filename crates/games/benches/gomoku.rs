//! Speed of Gomoku: random games, and all forbidden points of Renju boards.
//!
//! `cargo bench -p heibai-games --bench gomoku`

use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant, forbidden, random_game};
use heibai_games::{Move, Position as _};
use std::hint::black_box;
use std::time::Instant;

/// splitmix64: good enough to draw points, and free.
fn generator(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Seconds of processor time where the system tells (Linux), else of the clock: other programs at work on the
/// machine then do not count.
fn seconds(since: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| since.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn playouts(variant: Variant) {
    let rules = Rules::new(15, variant, OpeningRule::Free).expect("15x15 is a board");
    let start = Position::start(&rules);
    let mut random = generator(1);
    let (mut games, mut moves) = (0u64, 0u64);
    let clock = Instant::now();
    let began = seconds(clock);
    while seconds(clock) - began < 1.0 {
        for _ in 0..500 {
            moves += u64::from(random_game(&mut start.clone(), &mut random));
            games += 1;
        }
    }
    let seconds = seconds(clock) - began;
    let name = variant.name();
    println!(
        "playouts {name}: {:.1} M moves/s, {:.0} games/s",
        moves as f64 / seconds / 1e6,
        games as f64 / seconds
    );
}

/// Positions after a number of moves that stay near the stones, as people's games do.
fn midgames(stones: usize, count: usize) -> Vec<Position> {
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free).expect("15x15 is a board");
    let mut random = generator(stones as u64);
    let mut moves = Vec::new();
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut position = Position::start(&rules);
        while position.outcome().is_none() && position.board().stones() < stones {
            position.legal_moves(&mut moves);
            moves.retain(|&mv| is_near(&position, mv));
            let drawn = (random() % moves.len().max(1) as u64) as usize;
            position.play_unchecked(moves[drawn], &mut ());
        }
        if position.outcome().is_none() {
            boards.push(position);
        }
    }
    boards
}

fn is_near(position: &Position, mv: Move) -> bool {
    let Move::Place(point) = mv else { return false };
    let (x, y) = (point.x(15) as i32, point.y(15) as i32);
    if position.board().stones() == 0 {
        return (x, y) == (7, 7);
    }
    let near = |a: i32, b: i32| (a - b).abs() <= 1;
    heibai_games::Point::all(15)
        .filter(|&p| position.stone(p).is_some())
        .any(|p| near(p.x(15) as i32, x) && near(p.y(15) as i32, y))
}

fn forbidden_points(stones: usize) {
    let boards = midgames(stones, 500);
    let mut found = 0;
    let mut rounds = 0;
    let clock = Instant::now();
    let began = seconds(clock);
    while seconds(clock) - began < 1.0 {
        for board in boards.iter().cycle().take(20 * boards.len()) {
            found += black_box(forbidden::points(board.board(), Variant::Renju)).iter().count();
        }
        rounds += 20;
    }
    let calls = (rounds * boards.len()) as f64;
    let seconds = seconds(clock) - began;
    println!(
        "forbidden points, {stones} stones: {:.3} us a board, {:.2} points a board",
        seconds / calls * 1e6,
        found as f64 / calls
    );
}

fn main() {
    for variant in Variant::ALL {
        playouts(variant);
    }
    for stones in [20, 30, 40, 60] {
        forbidden_points(stones);
    }
}
