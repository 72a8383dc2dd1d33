//! Every fast path of Othello equals its scalar twin, on random and on edge inputs, at every level that
//! this processor has.

use heibai_kernels::cpu;
use heibai_kernels::othello::lanes::{self, WIDTH};
use heibai_kernels::othello::{Kernel, Task, perft, playouts, run_at, scalar};

/// Pairs of disjoint disc sets: random densities, and the extremes that shifts and rotations could carry
/// over an edge.
fn boards(random: usize) -> Vec<(u64, u64)> {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut boards = Vec::new();
    let columns = (0..8).map(|x| 0x0101_0101_0101_0101 << x);
    let rows = (0..8).map(|y| 0xff << (8 * y));
    let border = 0xff81_8181_8181_81ff;
    let special = [0, u64::MAX, border, !border, 0x8040_2010_0804_0201, 0x0102_0408_1020_4080];
    let edges: Vec<u64> = columns.chain(rows).chain(special).collect();
    for &a in &edges {
        for &b in &edges {
            boards.push((a & !b, b));
        }
    }
    for _ in 0..random {
        let mut thin = |times| (0..times).fold(rng.u64(..), |set, _| set & rng.u64(..));
        let (occupied, black) = (!thin(2), thin(0));
        let occupied = if black & 1 == 0 { occupied } else { thin(1) };
        boards.push((occupied & black, occupied & !black));
    }
    boards
}

struct Twins<'a>(&'a [(u64, u64)]);

impl Task for Twins<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        for &(mover, opponent) in self.0 {
            let expected = scalar::mobility::<u64, 8>(mover, opponent);
            let level = K::LEVEL;
            assert_eq!(kernel.mobility(mover, opponent), expected, "{level:?} {mover:#x} {opponent:#x}");
            for square in (0..64).filter(|square| (mover | opponent) >> square & 1 == 0) {
                let expected = scalar::flips::<u64, 8>(square, mover, opponent);
                let flips = kernel.flips(square, mover, opponent);
                assert_eq!(flips, expected, "{level:?} {square} {mover:#x} {opponent:#x}");
            }
            for rank in [0, 1, 2, 5, 31, 62, 63, 64, 200] {
                assert_eq!(kernel.ranked(mover, rank), scalar::ranked(mover, rank), "{level:?} {mover:#x}");
            }
        }
    }
}

#[test]
fn one_position_at_a_time() {
    let boards = boards(100_000);
    for level in cpu::available() {
        run_at(level, Twins(&boards));
    }
}

struct ManyTwins<'a>(&'a [(u64, u64)]);

impl Task for ManyTwins<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        for batch in self.0.chunks_exact(WIDTH) {
            let mover = std::array::from_fn(|i| batch[i].0);
            let opponent = std::array::from_fn(|i| batch[i].1);
            let moves = lanes::mobility(&mover, &opponent);
            let discs = std::array::from_fn(|i| kernel.ranked(!(mover[i] | opponent[i]), i as u32));
            let flips = lanes::flips(&discs, &mover, &opponent);
            for i in 0..WIDTH {
                assert_eq!(moves[i], scalar::mobility::<u64, 8>(mover[i], opponent[i]));
                let expected = match discs[i] {
                    0 => 0,
                    disc => scalar::flips::<u64, 8>(disc.trailing_zeros(), mover[i], opponent[i]),
                };
                assert_eq!(flips[i], expected, "{:?} {:#x} {:#x}", K::LEVEL, mover[i], opponent[i]);
            }
        }
    }
}

#[test]
fn many_positions_at_once() {
    let boards = boards(200_000);
    for level in cpu::available() {
        run_at(level, ManyTwins(&boards));
    }
}

#[test]
fn the_set_bit_of_a_rank() {
    assert_eq!([0, 1, 2, 3].map(|rank| scalar::ranked(0b1010_0100, rank)), [4, 32, 128, 0]);
}

#[test]
fn every_level_plays_the_same_random_games() {
    let expected = playouts::playouts_at(cpu::Level::Scalar, 7, 1000);
    assert_eq!(expected.games, 1000);
    assert_eq!(expected.black_wins + expected.white_wins + expected.draws, 1000);
    for level in cpu::available() {
        assert_eq!(playouts::playouts_at(level, 7, 1000), expected, "{level:?}");
        assert_ne!(playouts::playouts_at(level, 8, 1000), expected, "another seed, other games");
    }
    for games in [0, 1, 15, 17] {
        assert_eq!(playouts::playouts_at(cpu::best(), 7, games).games, games);
    }
}

/// The counting of leaves, one position at a time and without batches.
fn plain_perft(mover: u64, opponent: u64, depth: u32, free: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = scalar::mobility::<u64, 8>(mover, opponent);
    if moves == 0 {
        if scalar::mobility::<u64, 8>(opponent, mover) == 0 {
            return 1;
        }
        return plain_perft(opponent, mover, if free { depth } else { depth - 1 }, free);
    }
    let after = |square: u32| {
        let flips = scalar::flips::<u64, 8>(square, mover, opponent);
        plain_perft(opponent ^ flips, mover ^ flips ^ 1 << square, depth - 1, free)
    };
    (0..64).filter(|square| moves >> square & 1 == 1).map(after).sum()
}

#[test]
fn batches_count_what_single_positions_count_where_passes_abound() {
    for &(mover, opponent) in boards(300).iter().rev().take(400) {
        for depth in 0..=4 {
            for free in [false, true] {
                let expected = plain_perft(mover, opponent, depth, free);
                for level in cpu::available() {
                    let leaves = perft::perft_at(level, mover, opponent, depth, free);
                    assert_eq!(leaves, expected, "{level:?} {depth} {free} {mover:#x} {opponent:#x}");
                }
            }
        }
    }
}
