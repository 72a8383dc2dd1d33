//! How good a move was that is no mistake, by what is known of it and of the others.

use crate::class::{Class, class};
use crate::judged::Judged;
use crate::reasons::reasons;
use heibai_games::value::{Amount, Wdl};
use heibai_games::{AnyPosition, Move, Value};
use heibai_words::names::move_name;
use heibai_words::{Text, values};

/// A move that costs this little of the expected result, and this little of the score, is as good as the best one.
const EQUAL: f64 = 0.015;
const EQUAL_IN_SCORE: f64 = 1.0;

/// How good a move was that is no mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merit {
    /// It is proved to win, in a game without a margin.
    Wins,
    /// Every other move that was looked at is a mistake.
    OnlyMove,
    /// The engine would play it too.
    Best,
    /// Another move comes first, but is not better.
    Equal,
    /// Another move is better, within the noise of the search.
    Good,
}

impl Merit {
    /// How good a judged move was; `None` for a mistake, for a move that cost much of the score, and where nothing is known
    /// or every move was proved to lose.
    pub fn of(judged: &Judged) -> Option<Merit> {
        let (best, played) = (judged.best.value?, judged.played.value?);
        let lost = judged.lost?;
        if judged.is_listed() || is_end(&played, Wdl::Loss) {
            return None;
        }
        let is_best = judged.best.mv == judged.played.mv;
        let is_equal = lost < EQUAL && judged.lost_score.is_none_or(|lost| lost < EQUAL_IN_SCORE);
        Some(match () {
            () if is_end(&played, Wdl::Win) => Merit::Wins,
            () if is_best && !is_end(&best, Wdl::Loss) && is_only(judged) => Merit::OnlyMove,
            () if is_best => Merit::Best,
            () if is_equal => Merit::Equal,
            () => Merit::Good,
        })
    }
}

/// A forced end, in games without a margin.
fn is_end(value: &Value, wanted: Wdl) -> bool {
    matches!(value.amount, Amount::End { verdict, .. } if verdict == wanted) && value.is_proved()
}

/// Whether the look that saw every move found all others to be mistakes beside the played one.
fn is_only(judged: &Judged) -> bool {
    let told = &judged.analysis.candidates;
    let value = |mv: Move| told.iter().find(|candidate| candidate.mv == mv).and_then(|found| found.value);
    let Some(best) = value(judged.played.mv) else { return false };
    let mut others = told.iter().filter(|candidate| candidate.mv != judged.played.mv).peekable();
    let fails = |value: &Value| class(&best, value) >= Some(Class::Mistake);
    others.peek().is_some() && others.all(|other| other.value.as_ref().is_some_and(fails))
}

/// The word on a move that is no mistake, and what it does on the board; `None` where there is nothing to praise.
pub fn praise(position: &AnyPosition, judged: &Judged) -> Option<Text> {
    let (mv, line) = (judged.played.mv, &judged.played.line);
    let [played, best] = [mv, judged.best.mv].map(|mv| move_name(position, mv));
    let word = match Merit::of(judged)? {
        Merit::Wins => values::wins_by_force(played),
        Merit::OnlyMove => values::only_move(played),
        Merit::Best => values::best_move(played),
        Merit::Equal => values::equal_move(played, best),
        Merit::Good => values::good_move(played, best),
    };
    let reason = reasons(position, mv, line).into_iter().next();
    Some(reason.map_or(word.clone(), |reason| values::praised(word, reason)))
}
