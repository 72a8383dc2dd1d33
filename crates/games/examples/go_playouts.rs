//! Measures random games of Go on 19x19: `cargo run --release -p heibai-games --example go_playouts [games]`.

use heibai_games::go::{Position, Rules, playouts};
use heibai_games::{HalfPoints, Position as _};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let start = Position::start(&Rules::new(19, HalfPoints(15), 0).expect("a Go board"));
    let mut rng = fastrand::Rng::with_seed(1);
    let mut position = start.clone();
    let mut empties = playouts::Empties::default();
    let (mut stones, began) = (0u64, seconds());
    for _ in 0..games {
        position.clone_from(&start);
        stones += u64::from(playouts::without_passes(&mut position, &mut empties, &mut |n| rng.u32(..n)));
    }
    report("without passes", games, stones, began);

    let mut moves = Vec::new();
    let (games, mut plies, began) = (games / 10, 0u64, seconds());
    for _ in 0..games {
        position.clone_from(&start);
        plies += u64::from(playouts::with_passes(&mut position, &mut moves, &mut |n| rng.u32(..n)));
    }
    report("uniform over the legal list, passes included", games, plies, began);
}

fn report(name: &str, games: u64, moves: u64, began: f64) {
    let seconds = seconds() - began;
    let (games, moves) = (games as f64, moves as f64);
    println!(
        "{name}: {:.0} games/s, {:.2} M moves/s, {:.1} moves a game",
        games / seconds,
        moves / seconds / 1e6,
        moves / games
    );
}

/// Time this thread has run, where the system tells (Linux), so that a busy machine does not count.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: Option<f64> = text.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.unwrap_or_default() / 1e9
}
