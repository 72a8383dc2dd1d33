//! Why a move is good, in the words of its game: what it does on the board, as sentences for a person.

mod go;
mod go_shape;
mod gomoku;
mod othello;

use heibai_games::{AnyPosition, Changes, Move, Position};
use heibai_words::{Text, hints};

/// What a legal move does. `line` is the engine's line that begins with it, used in Go.
pub fn reasons(position: &AnyPosition, mv: Move, line: &[Move]) -> Vec<Text> {
    let line = if line.first() == Some(&mv) { line } else { &[mv] };
    let mut after = position.clone();
    let mut changes = Changes::default();
    after.play_unchecked(mv, &mut changes);
    let mut said = Vec::new();
    if let Move::Place(point) = mv {
        said.extend(othello::facts(position, &after, point, changes.flipped.len()));
        said.extend(gomoku::facts(position, point));
        said.extend(go::facts(position, point, line));
    } else if position.kind() == heibai_games::Kind::Go {
        said.push(hints::nothing_left());
    }
    if after.outcome().is_some_and(|outcome| outcome.winner == Some(position.turn())) {
        said.push(hints::wins_at_once());
    }
    said
}
