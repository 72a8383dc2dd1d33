//! Why a move is good, in the words of its game: what it does on the board, as sentences for a person.

mod go;
mod gomoku;
mod othello;

pub use gomoku::shape_names;
use heibai_games::gomoku::explain::Language;
use heibai_games::{AnyPosition, Changes, Move, Position};

fn pick<'w>(language: Language, english: &'w str, chinese: &'w str) -> &'w str {
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

/// What a legal move does.
pub fn reasons(position: &AnyPosition, mv: Move, language: Language) -> Vec<String> {
    let mut after = position.clone();
    let mut changes = Changes::default();
    after.play_unchecked(mv, &mut changes);
    let mut said = Vec::new();
    if let Move::Place(point) = mv {
        said.extend(othello::facts(position, &after, point, changes.flipped.len(), language));
        said.extend(gomoku::facts(position, point, language));
        said.extend(go::facts(position, &after, changes.removed.len(), language));
    }
    if after.outcome().is_some_and(|outcome| outcome.winner == Some(position.turn())) {
        said.push(pick(language, "It wins at once.", "立即获胜。").to_owned());
    }
    said
}
