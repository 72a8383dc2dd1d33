//! Values and lines of small boards.

use super::super::symmetry::turned;
use super::*;
use heibai_games::Limits;
use std::sync::atomic::AtomicBool;

/// A meter that never stops a search.
pub(super) fn meter() -> Meter<'static> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Meter::new(&Limits::default(), &NEVER)
}

#[test]
fn four_by_four_is_won_by_white_by_ten() {
    let mut reported = None;
    let solved =
        solve::<4>(Bitboards::START, &TranspositionTable::new(1 << 20), &mut meter(), &mut |bounds| {
            reported = Some(bounds)
        })
        .expect("not stopped");
    assert_eq!(solved.score, -10);
    assert_eq!(reported.map(|bounds| (bounds.low, bounds.high)), Some((-10, -10)));
    let mut board = Bitboards::START;
    for &square in &solved.line {
        board = if square == 64 { board.passed() } else { board.played(square, board.flips(square)) };
    }
    // The line ends with White or Black to move; either way the score is the same game's.
    assert_eq!(finished::<4>(&board).abs(), 10);
}

/// A position of a random game on 6x6 with this many empty squares where the side to move can move.
pub(super) fn random_position(random: &mut fastrand::Rng, empties: u32) -> Option<Bitboards> {
    let mut board = Bitboards::START;
    loop {
        let mut moves = board.moves() & area(6);
        if moves == 0 {
            board = board.passed();
            moves = board.moves() & area(6);
        }
        if moves == 0 {
            return None;
        }
        if (area(6) & board.empty()).count_ones() == empties {
            return Some(board);
        }
        for _ in 0..random.u32(..moves.count_ones()) {
            moves &= moves - 1;
        }
        let square = moves.trailing_zeros();
        board = board.played(square, board.flips(square));
    }
}

/// Plain minimax.
fn minimax(board: Bitboards) -> i32 {
    let mut moves = board.moves() & area(6);
    if moves == 0 {
        let passed = board.passed();
        return if passed.moves() & area(6) == 0 { finished::<6>(&board) } else { -minimax(passed) };
    }
    let mut best = -127;
    while moves != 0 {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        best = best.max(-minimax(board.played(square, board.flips(square))));
    }
    best
}

/// The values equal minimax, and the line leads to them: from sizes that `kernels` searches alone up to those where
/// symmetric positions are one.
#[test]
fn values_and_lines_of_six_by_six_are_right() {
    let mut random = fastrand::Rng::with_seed(66);
    let table = TranspositionTable::new(1 << 22);
    let mut counts = [0; 2];
    while counts.iter().any(|count| *count < 40) {
        let deep = usize::from(counts[0] >= 40);
        let Some(board) = random_position(&mut random, if deep == 1 { 17 } else { 7 }) else { continue };
        let solved = solve::<6>(board, &table, &mut meter(), &mut |_| ()).expect("not stopped");
        if deep == 0 {
            assert_eq!(solved.score, minimax(board));
        }
        let (mut end, mut sign) = (board, 1);
        for &square in &solved.line {
            end = if square == 64 { end.passed() } else { end.played(square, end.flips(square)) };
            sign = -sign;
        }
        assert_eq!(sign * finished::<6>(&end), solved.score);
        // A rotated position has the same value.
        let turned = Bitboards { mover: turned(board.mover, 1), opponent: turned(board.opponent, 1) };
        let again = solve::<6>(turned, &TranspositionTable::new(1 << 20), &mut meter(), &mut |_| ());
        assert_eq!(again.map(|again| again.score), Some(solved.score));
        counts[deep] += 1;
    }
}
