//! What a person is told while an opening rule asks for stones, choices and points to offer.

use heibai_games::{AnyPosition, Match, Move};
use heibai_words::{Language, Say, openings};

/// What is to be done next, as a sentence, with the points that were offered; nothing once the opening is over.
pub fn task(game: &Match<AnyPosition>, lang: Language) -> Option<String> {
    let mut text = openings::task(game.request())?.say(lang);
    for &point in game.offered() {
        text.push(' ');
        text.push_str(&game.position().write_move(Move::Place(point)));
    }
    Some(text)
}
