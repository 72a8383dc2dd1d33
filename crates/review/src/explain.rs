//! What is said of a judged move, in words: one sentence for each of its causes.

use crate::causes::causes;
use crate::judged::Judged;
use heibai_games::{AnyPosition, Match};
use heibai_words::Text;

/// Why a judged move of `game` was bad, or what a learner must know of one that was not; often nothing. Takes up to some
/// tenths of a second for the proofs of a mistake.
pub fn explain(game: &Match<AnyPosition>, judged: &Judged) -> Vec<Text> {
    let before = game.position_after(judged.number);
    causes(game, judged).iter().map(|cause| cause.text(&before, judged)).collect()
}
