//! Othello's speed: leaves a second of perft, moves a second of random games, at every level of processor.

use heibai_kernels::cpu;
use heibai_kernels::othello::{perft, playouts};
use std::time::{Duration, Instant};

fn main() {
    let depth: u32 = std::env::args().nth(1).map_or(11, |text| text.parse().expect("a depth"));
    for level in cpu::available() {
        let begun = Timer::new();
        let leaves = perft::perft_at(level, 0x0000_0008_1000_0000, 0x0000_0010_0800_0000, depth, false);
        let seconds = begun.seconds();
        println!("{} perft {depth}: {leaves} leaves, {:.0} M/s", level.name(), leaves as f64 / seconds / 1e6);
        let begun = Timer::new();
        let tally = playouts::playouts_at(level, 1, 200_000);
        let seconds = begun.seconds();
        println!("{} playouts: {tally:?}, {:.1} M moves/s", level.name(), tally.moves as f64 / seconds / 1e6);
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

    fn seconds(&self) -> f64 {
        let busy = self.busy.zip(busy()).map(|(from, to)| to - from);
        busy.unwrap_or_else(|| self.wall.elapsed()).as_secs_f64()
    }
}

fn busy() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
