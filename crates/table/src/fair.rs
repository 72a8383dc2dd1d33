//! Whether a question is about a running game: while two people play each other, engines do not help either of them.

use crate::texts;
use heibai_games::{AnyPosition, Match, Position};
use std::collections::HashSet;

/// A line through the running game's position counts as part of it from this many moves on; shorter games have much
/// in common.
const OWN: usize = 4;

/// The board in the first of its eight orientations, ignoring the side to move.
fn board(position: &AnyPosition) -> Vec<u8> {
    let (cells, n) = (texts::cells(position), position.size());
    let turned = |which: u8| {
        let at = |x: usize, y: usize| {
            let (x, y) = if which & 1 == 0 { (x, y) } else { (y, x) };
            let x = if which & 2 == 0 { x } else { n - 1 - x };
            let y = if which & 4 == 0 { y } else { n - 1 - y };
            cells[y * n + x]
        };
        (0..n * n).map(|i| at(i % n, i / n)).collect::<Vec<u8>>()
    };
    (0..8).map(turned).max().unwrap_or_default()
}

/// The boards of a game after each of its moves.
fn boards(game: &Match<AnyPosition>) -> impl Iterator<Item = Vec<u8>> {
    let mut position = game.start().clone();
    game.moves().iter().map(move |played| {
        position.play_unchecked(played.mv, &mut ());
        board(&position)
    })
}

/// Whether help with `asked` would be help with `running`: it is one of its positions, or continues from the current
/// one.
pub fn is_about(asked: &Match<AnyPosition>, running: &Match<AnyPosition>) -> bool {
    let (one, other) = (asked.position(), running.position());
    if one.kind() != other.kind() || one.size() != other.size() || running.moves().is_empty() {
        return false;
    }
    let past: HashSet<Vec<u8>> = boards(running).collect();
    if past.contains(&board(one)) {
        return true;
    }
    let now = board(other);
    running.moves().len() >= OWN && (board(asked.start()) == now || boards(asked).any(|board| board == now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;
    use crate::wire::Game;

    fn game(moves: &[u16]) -> Match<AnyPosition> {
        let moves = moves.iter().map(|&point| Some(point)).collect();
        let line = Line {
            kind: Game::Gomoku,
            rules: None,
            size: Some(15),
            komi: None,
            handicap: None,
            stones: Vec::new(),
            turn: None,
            moves,
        };
        line.play().expect("legal moves")
    }

    #[test]
    fn a_turned_copy_and_a_line_on_belong_to_the_game_but_another_game_does_not() {
        let running = game(&[112, 113, 97, 98, 82]);
        assert!(is_about(&game(&[112, 113, 97, 98, 82]), &running));
        // An earlier position, a mirrored one, and a continuation.
        assert!(is_about(&game(&[112, 113]), &running));
        assert!(is_about(&game(&[112, 111, 97, 96, 82]), &running));
        assert!(is_about(&game(&[112, 113, 97, 98, 82, 67, 81]), &running));
        // The same stones in another order are the same position.
        assert!(is_about(&game(&[97, 98, 112, 113, 82]), &running));
        assert!(!is_about(&game(&[]), &running));
        assert!(!is_about(&game(&[112, 113, 97, 99]), &running));
        assert!(!is_about(&game(&[112]), &game(&[])));
    }

    #[test]
    fn a_first_move_that_many_games_share_belongs_to_none() {
        let running = game(&[112]);
        assert!(is_about(&game(&[112]), &running));
        assert!(!is_about(&game(&[112, 113, 97]), &running));
    }
}
