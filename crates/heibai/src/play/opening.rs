//! What a person is told while an opening rule asks for stones, choices and points to offer.

use heibai_engines::gomoku::player::first_move;
use heibai_games::{AnyPosition, Match, Move};
use heibai_words::{Language, Say, openings};

/// What is to be done next, as a sentence, with the points that were offered; for Gomoku's first stone a tip; nothing
/// once the opening is over.
pub fn task(game: &Match<AnyPosition>, lang: Language) -> Option<String> {
    let Some(task) = openings::task(game.request()) else { return tip(game, lang) };
    let mut text = task.say(lang);
    for &point in game.offered() {
        text.push(' ');
        text.push_str(&game.position().write_move(Move::Place(point)));
    }
    Some(text)
}

fn tip(game: &Match<AnyPosition>, lang: Language) -> Option<String> {
    let AnyPosition::Gomoku(board) = game.position() else { return None };
    let centre = first_move(board).filter(|_| game.outcome().is_none())?;
    Some(openings::begin_in_centre(&game.position().write_move(centre)).say(lang))
}
