//! What a person is told while an opening rule asks for stones and choices.

use heibai_games::Due;
use heibai_games::gomoku::opening::Choice;
use heibai_words::{Language, Say, names};

/// What is to be done next, as a sentence; nothing once the colours are settled.
pub fn task(due: Due, lang: Language) -> Option<String> {
    let text = match due {
        Due::Stone { color, left, .. } => names::place_stones(left, color),
        Due::Choice { options, .. } if options.contains(&Choice::TwoMore) => names::choose_or_more(),
        Due::Choice { .. } => names::choose_colour(),
        _ => return None,
    };
    Some(text.say(lang))
}
