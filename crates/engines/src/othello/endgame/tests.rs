//! Values against plain minimax by the referee, stable discs against the referee's own proof, on every size.

use super::*;
use heibai_games::othello::Othello;
use heibai_games::{Limits, Move, Position};
use std::sync::atomic::AtomicBool;

/// A position of a random game where the side to move can move, with this many empty squares.
fn random_position<B: Bits, const N: usize>(
    random: &mut fastrand::Rng,
    empties: u32,
) -> Option<Othello<B, N>> {
    let mut board = Othello::<B, N>::new();
    let mut moves = Vec::new();
    while board.outcome().is_none() {
        if board.empties().count() == empties && !board.must_pass() {
            return Some(board);
        }
        board.legal_moves(&mut moves);
        board.play(moves[random.usize(..moves.len())]).expect("a legal move");
    }
    None
}

fn sides<B: Bits, const N: usize>(board: &Othello<B, N>) -> Sides {
    Sides { mover: board.mover().to_u128(), opponent: board.opponent().to_u128() }
}

fn solved<const N: usize>(sides: Sides) -> Solved {
    let never = AtomicBool::new(false);
    let mut meter = Meter::new(&Limits::default(), &never);
    solve::<N>(sides, 1 << 22, &mut meter, &mut |_, _, _| ()).expect("nothing stops it")
}

fn minimax<B: Bits, const N: usize>(board: &Othello<B, N>) -> i32 {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let value = |&mv: &Move| {
        let mut next = *board;
        next.play_unchecked(mv, &mut ());
        -minimax(&next)
    };
    moves.iter().map(value).max().unwrap_or_else(|| board.exact_score())
}

/// Plays the line with the referee; it ends with the value.
fn assert_reached<B: Bits, const N: usize>(board: &Othello<B, N>, solved: &Solved) {
    let mut end = *board;
    for square in &solved.line {
        let mv = square.map_or(Move::Pass, |square| Move::Place(heibai_games::Point(square as u16)));
        end.play(mv).expect("a legal move of the line");
    }
    assert!(end.outcome().is_some(), "the line goes to the end");
    let sign = if end.turn() == board.turn() { 1 } else { -1 };
    assert_eq!(sign * end.exact_score(), solved.score);
}

fn equals_minimax<B: Bits, const N: usize>(empties: std::ops::RangeInclusive<u32>, count: usize) {
    let mut random = fastrand::Rng::with_seed(100 + N as u64);
    let mut done = 0;
    while done < count {
        let left = random.u32(empties.clone());
        let Some(board) = random_position::<B, N>(&mut random, left) else { continue };
        let solved = solved::<N>(sides(&board));
        assert_eq!(solved.score, minimax(&board), "{board:?}");
        assert_reached(&board, &solved);
        done += 1;
    }
}

#[test]
fn values_are_minimax_values_on_every_size() {
    equals_minimax::<u64, 4>(1..=9, 100);
    equals_minimax::<u64, 6>(1..=8, 60);
    equals_minimax::<u64, 8>(1..=8, 40);
    equals_minimax::<u128, 10>(1..=8, 40);
}

/// With transposition table, move ordering and stable discs all in use: the same values as the 6x6 solver, and lines
/// on 10x10 that end with their value.
#[test]
fn deeper_values_agree_with_the_solver_of_small_boards() {
    let mut random = fastrand::Rng::with_seed(610);
    for _ in 0..10 {
        let Some(board) = random_position::<u64, 6>(&mut random, 15) else { continue };
        let position = heibai_games::AnyPosition::Othello6(board);
        let table = crate::search::table::TranspositionTable::new(1 << 22);
        let small = crate::othello::solve::solve(&position, &table, 1, &AtomicBool::new(false));
        assert_eq!(small.map(|small| small.score), Ok(solved::<6>(sides(&board)).score));
    }
    for _ in 0..6 {
        let Some(board) = random_position::<u128, 10>(&mut random, 14) else { continue };
        assert_reached(&board, &solved::<10>(sides(&board)));
    }
}

fn stable_is_stable<B: Bits, const N: usize>() {
    let mut random = fastrand::Rng::with_seed(3);
    let geometry = Geometry::new::<N>();
    let mut found = 0;
    for empties in 1..(N * N / 2) as u32 {
        let Some(board) = random_position::<B, N>(&mut random, empties) else { continue };
        let Sides { mover, opponent } = sides(&board);
        let stable = geometry.stable(mover, opponent) | geometry.stable(opponent, mover);
        assert_eq!(stable & !board.stable().to_u128(), 0, "{board:?}");
        found += stable.count();
    }
    assert!(found > 0);
}

#[test]
fn discs_called_stable_are_so_by_the_referee() {
    stable_is_stable::<u64, 4>();
    stable_is_stable::<u64, 6>();
    stable_is_stable::<u64, 8>();
    stable_is_stable::<u128, 10>();
}

fn flips_are_right<B: Bits, const N: usize>() {
    let mut random = fastrand::Rng::with_seed(4);
    let geometry = Geometry::new::<N>();
    for empties in 1..(N * N - 4) as u32 {
        let Some(board) = random_position::<B, N>(&mut random, empties) else { continue };
        for square in board.empties().squares() {
            let Sides { mover, opponent } = sides(&board);
            assert_eq!(geometry.flips(square, mover, opponent), board.flips(square).to_u128());
        }
    }
}

#[test]
fn flips_are_the_referees() {
    flips_are_right::<u64, 4>();
    flips_are_right::<u64, 6>();
    flips_are_right::<u64, 8>();
    flips_are_right::<u128, 10>();
}
