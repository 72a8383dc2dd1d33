//! What a person is told while an opening rule asks for stones and choices.

use crate::words::Lang;
use heibai_games::Due;
use heibai_games::gomoku::opening::Choice;

/// What is to be done next, as a sentence; nothing once the colours are settled.
pub fn task(due: Due, lang: Lang) -> Option<String> {
    Some(match (due, lang) {
        (Due::Stone { color, left, .. }, Lang::En) => {
            format!("Opening: {left} to place, now a stone for {}.", lang.color(color))
        }
        (Due::Stone { color, left, .. }, Lang::Zh) => {
            format!("开局：还要放 {left} 子，现在放{}的子。", lang.color(color))
        }
        (Due::Choice { options, .. }, _) if options.contains(&Choice::TwoMore) => lang
            .pick(
                "Choose: black, white, or more to place two stones.",
                "请选择：black 执黑，white 执白，more 再放两子。",
            )
            .to_owned(),
        (Due::Choice { .. }, _) => {
            lang.pick("Choose: black or white.", "请选择：black 执黑，white 执白。").to_owned()
        }
        _ => return None,
    })
}
