//! The number of games of each length: published for 8x8, counted by the slow referee for the other boards.

use crate::reference::Reference;
use heibai_games::othello::{Othello4, Othello6, Othello8, Othello10};
use heibai_games::perft::{Passes, perft, perft_any, perft8};
use heibai_games::{AnyPosition, Color};

/// 8x8, a pass being a ply, depth 1 and on.
const PUBLISHED: [u64; 11] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284, 212_258_800];

#[test]
fn published_counts_on_8x8() {
    for (depth, &leaves) in (1..).zip(&PUBLISHED[..8]) {
        assert_eq!(perft(&Othello8::new(), depth, Passes::Count), leaves, "depth {depth}");
        assert_eq!(perft(&Othello8::new(), depth, Passes::Free), leaves, "depth {depth}");
    }
}

#[test]
fn published_counts_on_8x8_by_the_fast_way() {
    for (depth, &leaves) in (1..).zip(&PUBLISHED) {
        assert_eq!(perft8(&Othello8::new(), depth, Passes::Count), leaves, "depth {depth}");
    }
    assert_eq!(perft8(&Othello8::new(), 11, Passes::Free), 212_260_880);
}

#[test]
fn the_fast_way_counts_what_the_plain_one_counts() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..300 {
        let (stones, black) = (rng.u64(..) | rng.u64(..), rng.u64(..));
        let board = Othello8::from_bits(stones & black, stones & !black, Color::White).unwrap();
        for passes in [Passes::Count, Passes::Free] {
            let any = AnyPosition::Othello8(board);
            assert_eq!(perft_any(&any, 4, passes), perft(&board, 4, passes), "{board:?}");
        }
    }
}

#[test]
fn small_and_large_boards_as_the_reference_counts() {
    for (passes, free) in [(Passes::Count, false), (Passes::Free, true)] {
        for depth in 0..=12 {
            let expected = Reference::start(4).perft(depth, free);
            assert_eq!(perft(&Othello4::new(), depth, passes), expected, "4x4 depth {depth}");
        }
        for depth in 0..=7 {
            let expected = Reference::start(6).perft(depth, free);
            assert_eq!(perft(&Othello6::new(), depth, passes), expected, "6x6 depth {depth}");
        }
        for depth in 0..=6 {
            let expected = Reference::start(10).perft(depth, free);
            assert_eq!(perft(&Othello10::new(), depth, passes), expected, "10x10 depth {depth}");
        }
    }
}
