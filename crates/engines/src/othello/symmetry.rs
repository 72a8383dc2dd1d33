//! The eight symmetries of the board, and the canonical form of a position.

use super::board::Bitboards;

/// The number of symmetries; 0 is the identity.
pub const COUNT: usize = 8;

/// The least of the eight symmetric positions, and the symmetry that leads to it.
pub fn least(board: &Bitboards) -> ([u64; 2], usize) {
    let plain = [board.mover, board.opponent];
    let turns = (1..COUNT).map(|turn| (plain.map(|set| turned(set, turn)), turn));
    turns.fold((plain, 0), |least, turned| least.min(turned))
}

/// The canonical position: one for the eight symmetric ones.
pub fn canonical(board: &Bitboards) -> [u64; 2] {
    least(board).0
}

/// A set of squares under one of the eight symmetries.
pub fn turned(set: u64, turn: usize) -> u64 {
    let set = if turn & 1 != 0 { transposed(set) } else { set };
    let set = if turn & 2 != 0 { set.swap_bytes() } else { set };
    if turn & 4 != 0 { mirrored(set) } else { set }
}

/// The inverse of `turned`.
pub fn turned_back(set: u64, turn: usize) -> u64 {
    let set = if turn & 4 != 0 { mirrored(set) } else { set };
    let set = if turn & 2 != 0 { set.swap_bytes() } else { set };
    if turn & 1 != 0 { transposed(set) } else { set }
}

/// A square under one of the eight symmetries.
pub fn turned_square(square: u32, turn: usize) -> u8 {
    turned(1 << square, turn).trailing_zeros() as u8
}

/// The squares that are equal to `square` by the position's own symmetries, including itself.
pub fn equal_squares(board: &Bitboards, square: u32) -> u64 {
    let keeps = |turn: &usize| {
        turned(board.mover, *turn) == board.mover && turned(board.opponent, *turn) == board.opponent
    };
    (0..COUNT).filter(keeps).fold(0, |set, turn| set | turned(1 << square, turn))
}

/// Mirrors the columns.
fn mirrored(x: u64) -> u64 {
    x.reverse_bits().swap_bytes()
}

/// Swaps rows and columns, by three swaps of growing blocks.
fn transposed(mut x: u64) -> u64 {
    for (by, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let swap = (x ^ x >> by) & mask;
        x ^= swap ^ swap << by;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Bitboards = Bitboards { mover: 0x0000_1028_0410_0000, opponent: 0x0000_0410_3008_0000 };

    #[test]
    fn turned_boards_are_one() {
        for turn in 0..COUNT {
            let board =
                Bitboards { mover: turned(BOARD.mover, turn), opponent: turned(BOARD.opponent, turn) };
            assert_eq!(canonical(&board), canonical(&BOARD));
            assert_eq!(turned_back(board.mover, turn), BOARD.mover);
        }
        assert_eq!(transposed(1 << 8), 1 << 1);
        assert_eq!(mirrored(1), 1 << 7);
    }

    #[test]
    fn the_four_first_moves_are_one() {
        let moves = Bitboards::START.moves();
        assert_eq!(moves.count_ones(), 4);
        assert_eq!(equal_squares(&Bitboards::START, moves.trailing_zeros()), moves);
        assert_eq!(equal_squares(&BOARD, 3), 1 << 3);
    }
}
