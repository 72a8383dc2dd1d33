//! The sentences about a judged move, one for each cause, and the lesson that teaches what it missed.

use crate::causes::causes;
use crate::judged::Judged;
use heibai_games::{AnyPosition, Kind, Match, Move};
use heibai_words::{Text, first_steps};

/// What is said of a judged move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explained {
    /// Why it was bad, or a remark on one that was not; often empty.
    pub why: Vec<Text>,
    /// A mistake: the lesson of the game's first steps about the weightiest cause that has one.
    pub lesson: Option<&'static str>,
}

/// Why a judged move of `game` was bad, or a remark on one that was not; often empty. The proofs of a mistake take up to some
/// tenths of a second.
pub fn explain(game: &Match<AnyPosition>, judged: &Judged) -> Vec<Text> {
    explained(game, judged).why
}

/// The same with the lesson to go back to.
pub fn explained(game: &Match<AnyPosition>, judged: &Judged) -> Explained {
    let before = game.position_after(judged.number);
    let kind = before.kind();
    let causes = causes(game, judged);
    let why = causes.iter().map(|cause| cause.text(&before, judged)).collect();
    // A pass while there is something to take has no other cause.
    let passed = (kind == Kind::Go && judged.played.mv == Move::Pass).then_some("border");
    let lesson = passed.or_else(|| causes.iter().find_map(|cause| cause.lesson(judged.side)));
    // A cause of every game may lead to a lesson of one.
    let is_there = |id: &&str| judged.class.is_some() && first_steps::find(kind, id).is_some();
    Explained { why, lesson: lesson.filter(is_there) }
}
