//! How good a move was that is no mistake, by what is known of it and of the others.

use crate::class::{Class, class};
use crate::judged::Judged;
use crate::reasons::reasons;
use heibai_games::value::{Amount, Wdl};
use heibai_games::{AnyPosition, Move, Position, Value};
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
    /// Every other move is a mistake: it leaves a five to the other side, or was looked at and found one.
    OnlyMove,
    /// The engine would play it too.
    Best,
    /// Another move comes first, but is not better.
    Equal,
    /// Another move is better, within the noise of the search.
    Good,
}

impl Merit {
    /// How good a judged move was. `None` for a mistake, for a move that cost much of the score or is proved to
    /// lose, and where nothing is known.
    pub fn of(position: &AnyPosition, judged: &Judged) -> Option<Merit> {
        let (best, played) = (judged.best.value?, judged.played.value?);
        let lost = judged.lost?;
        if judged.is_listed() || is_end(&played, Wdl::Loss) {
            return None;
        }
        let is_best = judged.best.mv == judged.played.mv;
        let is_equal = lost < EQUAL && judged.lost_score.is_none_or(|lost| lost < EQUAL_IN_SCORE);
        Some(match () {
            () if is_end(&played, Wdl::Win) => Merit::Wins,
            () if is_best
                && !is_end(&best, Wdl::Loss)
                && (stops_five(position, judged.played.mv) || is_only(judged)) =>
            {
                Merit::OnlyMove
            }
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

/// Gomoku: whether the move takes the one point where the other side would make five.
fn stops_five(position: &AnyPosition, mv: Move) -> bool {
    let (AnyPosition::Gomoku(gomoku), Move::Place(point)) = (position, mv) else { return false };
    gomoku.fives(gomoku.turn()).is_empty() && gomoku.fives(!gomoku.turn()) == [point]
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
    let word = match Merit::of(position, judged)? {
        Merit::Wins => values::wins_by_force(played),
        Merit::OnlyMove => values::only_move(played),
        Merit::Best => values::best_move(played),
        Merit::Equal => values::equal_move(played, best),
        Merit::Good => values::good_move(played, best),
    };
    let reason = reasons(position, mv, line).into_iter().next();
    Some(reason.map_or(word.clone(), |reason| values::praised(word, reason)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EachMove, Review, run};
    use heibai_engines::players;
    use heibai_games::kind::Choice;
    use heibai_games::{Kind, Limits, Match};
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// The merits of the last moves of some games, and what is said of them.
    fn last(kind: Kind, moves: &[&str]) -> (Option<Merit>, Option<Text>) {
        let rules = (kind == Kind::Gomoku).then(|| "freestyle".to_owned());
        let rules = kind.rules(&Choice { rules, ..Choice::default() }).unwrap();
        let mut game = Match::new(AnyPosition::start(&rules));
        for name in moves {
            game.play(game.position().read_move(name).unwrap(), Duration::ZERO).unwrap();
        }
        let mut player = EachMove::for_review(players::parse("engine:nodes=1500", kind, 1).unwrap());
        let limits = Limits { nodes: Some(1500), ..Limits::default() };
        let mut review = Review::of_last_move(game.clone());
        run(&mut review, &mut player, &limits, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let report = review.report();
        let judged = report.moves.last().unwrap();
        let before = game.position_after(judged.number);
        (Merit::of(&before, judged), praise(&before, judged))
    }

    /// The same word on every good move says nothing.
    #[test]
    fn good_moves_are_told_apart() {
        let open_four = last(Kind::Gomoku, &["h8", "a1", "h9", "c1", "h10", "e1", "h11"]);
        assert_eq!(open_four.0, Some(Merit::Wins));
        let stop = last(Kind::Gomoku, &["h8", "h4", "h9", "h5", "a1", "h6", "o15", "h7", "h3"]);
        assert_eq!(stop.0, Some(Merit::OnlyMove));
        assert!(stop.1.unwrap().en.starts_with("h3 is the only good move."));
        // All four first moves of Othello are the same.
        let first = last(Kind::Othello, &["c4"]);
        assert!(matches!(first.0, Some(Merit::Best | Merit::Equal)), "{first:?}");
    }

    #[test]
    fn a_mistake_is_not_praised() {
        let looks_away = last(Kind::Gomoku, &["h8", "g8", "h9", "g7", "h10", "a1"]);
        assert_eq!(looks_away, (None, None));
    }
}
