//! Why a move was a mistake, in words: what it missed, what it allowed, and what the better move does. Each sentence says
//! what a search proved, what its best line begins with, or what the referee sees on the board.

use crate::reasons::reasons;
use crate::review::Judged;
use heibai_games::value::{Amount, Wdl};
use heibai_games::{AnyPosition, Color, Match, Move, Position};
use heibai_words::{Text, values};

/// Moves of a line that a sentence shows.
const SHOWN: usize = 9;
/// Facts about a move that a sentence tells.
const FACTS: usize = 2;

/// Why a judged move of `game` was bad; nothing where it was not.
pub fn explain(game: &Match<AnyPosition>, judged: &Judged) -> Vec<Text> {
    if judged.class.is_none() {
        return Vec::new();
    }
    let before = game.position_after(judged.number);
    let (best, played) = (&judged.best, &judged.played);
    let mut said = Vec::new();
    match (won(judged.side, best.value), won(!judged.side, played.value.map(|value| value.turned()))) {
        (_, Some((side, moves))) => {
            said.push(values::allows_win(side, moves.saturating_sub(1), &names(&before, &played.line[1..])));
        }
        (Some((side, moves)), None) => {
            said.push(values::misses_win(side, moves, &names(&before, &best.line)));
        }
        (None, None) => said.extend(proved(judged)),
    }
    let mut after = before.clone();
    after.play_unchecked(played.mv, &mut ());
    // What the opponent's best answer does, unless it is told already.
    if let (true, Some(&reply)) = (said.is_empty(), played.line.get(1))
        && after.check(reply).is_ok()
        && reply != Move::Pass
    {
        let name = before.write_move(reply);
        said.extend(facts(&after, reply).map(|facts| values::answer_is(&name, facts)));
    }
    let name = before.write_move(best.mv);
    said.extend(facts(&before, best.mv).map(|facts| values::better_is(&name, facts)));
    said
}

/// What a move does, in a few sentences.
fn facts(position: &AnyPosition, mv: Move) -> Option<Text> {
    let said = reasons(position, mv).into_iter().take(FACTS);
    said.reduce(|one, other| Text { zh: one.zh + &other.zh, en: format!("{} {}", one.en, other.en) })
}

/// The side and the moves of a proved win without a count.
fn won(side: Color, value: Option<heibai_games::Value>) -> Option<(Color, u32)> {
    match value?.amount {
        Amount::End { verdict: Wdl::Win, in_moves } if value?.is_proved() => Some((side, in_moves)),
        _ => None,
    }
}

/// Both results are proved, and they differ.
fn proved(judged: &Judged) -> Option<Text> {
    let (best, played) = (judged.best.value?, judged.played.value?);
    let differ = best.verdict()? != played.verdict()?;
    differ
        .then(|| values::proved_fall(values::value(&best, judged.side), values::value(&played, judged.side)))
}

fn names(position: &AnyPosition, line: &[Move]) -> String {
    let names: Vec<String> = line.iter().take(SHOWN).map(|&mv| position.write_move(mv)).collect();
    names.join(" ")
}
