//! The instructions for a person while an opening rule asks for stones, choices and points to offer.

use super::game::TerminalPosition;
use heibai_games::{Match, Move};
use heibai_words::{Language, Say, openings};

/// The next task as a sentence, with the offered points; or a game's tip for the first stone; `None` once the opening
/// is over.
pub fn task<P: TerminalPosition>(game: &Match<P>, lang: Language) -> Option<String> {
    let Some(task) = openings::task(game.request()) else { return P::tip(game, lang) };
    let mut text = task.say(lang);
    for &point in game.offered() {
        text.push(' ');
        text.push_str(&game.position().write_move(Move::Place(point)));
    }
    Some(text)
}
