//! Counting the games of a given length: the oldest test of a move generator.

use crate::kind::AnyPosition;
use crate::othello::Othello8;
use crate::position::{Move, Position};

/// Whether a pass is a ply of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// A pass is a ply.
    Count,
    /// A pass and the move after it are one ply.
    Free,
}

/// The count for any game, by the fastest way there is.
pub fn perft_any(position: &AnyPosition, depth: u32, passes: Passes) -> u64 {
    match position {
        AnyPosition::Othello8(board) => perft8(board, depth, passes),
        other => perft(other, depth, passes),
    }
}

/// The count for Othello on 8x8, by the vector unit of the processor.
pub fn perft8(board: &Othello8, depth: u32, passes: Passes) -> u64 {
    heibai_kernels::othello::perft(board.mover(), board.opponent(), depth, passes == Passes::Free)
}

/// The number of move sequences of `depth` plies; a game that ends earlier counts once where it ends.
///
/// ```
/// use heibai_games::othello::Othello8;
/// use heibai_games::perft::{Passes, perft};
/// assert_eq!(perft(&Othello8::new(), 4, Passes::Count), 244);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32, passes: Passes) -> u64 {
    if depth == 0 || position.outcome().is_some() {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let is_ply = |mv: &Move| *mv != Move::Pass || passes == Passes::Count;
    if depth == 1 && moves.iter().all(is_ply) {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv, &mut ());
            perft(&next, if is_ply(&mv) { depth - 1 } else { depth }, passes)
        })
        .sum()
}
