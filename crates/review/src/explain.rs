//! Why a move was a mistake, in words: one sentence for each of its causes.

use crate::causes::causes;
use crate::review::Judged;
use heibai_games::{AnyPosition, Match};
use heibai_words::Text;

/// Why a judged move of `game` was bad; nothing where it was not. Takes up to some tenths of a second, for proofs.
pub fn explain(game: &Match<AnyPosition>, judged: &Judged) -> Vec<Text> {
    let before = game.position_after(judged.number);
    causes(game, judged).iter().map(|cause| cause.text(&before, judged)).collect()
}
