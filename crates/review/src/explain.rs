//! The sentences about a judged move, one for each cause.

use crate::causes::causes;
use crate::judged::Judged;
use heibai_games::{AnyPosition, Match};
use heibai_words::Text;

/// Why a judged move of `game` was bad, or a remark on one that was not; often empty. The proofs of a mistake take up to some
/// tenths of a second.
pub fn explain(game: &Match<AnyPosition>, judged: &Judged) -> Vec<Text> {
    let before = game.position_after(judged.number);
    causes(game, judged).iter().map(|cause| cause.text(&before, judged)).collect()
}
