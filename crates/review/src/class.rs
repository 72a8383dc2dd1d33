//! What a mistake is: a part of the chance to win or of the score that a move gave away, beyond the noise of the search.

use heibai_games::value::{Amount, Bound, Value, Wdl};
use heibai_words::results::Unit;
use heibai_words::{Say, Text, values};

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A little was given away.
    Inaccuracy,
    /// Enough was given away to matter.
    Mistake,
    /// Much of the game was given away at once.
    Blunder,
}

impl Class {
    /// All classes, the mildest first.
    pub const ALL: [Class; 3] = [Class::Inaccuracy, Class::Mistake, Class::Blunder];

    /// The least part of the expected result that such a move gives away.
    pub fn least(self) -> f64 {
        match self {
            Class::Inaccuracy => 0.06,
            Class::Mistake => 0.12,
            Class::Blunder => 0.24,
        }
    }

    /// The class of a move that gave this much away. Whole hundredths decide, as they are displayed: equal costs have equal
    /// classes.
    pub fn of_loss(lost: f64) -> Option<Class> {
        let lost = (lost * 100.0).round() / 100.0;
        Class::ALL.into_iter().rev().find(|class| lost >= class.least())
    }

    /// `inaccuracy`, `mistake` or `blunder`: the key of the class in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        }
    }
}

impl Say for Class {
    fn text(&self) -> Text {
        match self {
            Class::Inaccuracy => values::inaccuracy(),
            Class::Mistake => values::mistake(),
            Class::Blunder => values::blunder(),
        }
    }
}

/// Noise: two searches of a position may differ by this much of the expected result.
const NOISE: f64 = 0.05;

/// The same in discs: at depth 15 a value of Othello is off by 1.26 discs (`heibai bench accuracy`, docs/engines/othello.md),
/// and the errors of two values add up to about 1.8.
const NOISE_IN_DISCS: f64 = 2.0;

/// Estimates change by about this much in a longer search: between two of them only a fall beyond it has a class.
/// Without it 90 % of the moves of Gomoku, 92 % of Go and 94 % of Othello had the same class with twice the nodes;
/// 95 % are wanted (docs/review.md, `tests/real_games.rs`).
const UNSETTLED_GOMOKU: f64 = 0.12;
const UNSETTLED: f64 = 0.05;

/// The weight of a disc or a point in the expected result where the winner is decided: twelve are an inaccuracy, twenty-four a
/// mistake. With twice the weight too few classes agree between two reviews (docs/review.md).
const SCORE_WEIGHT: f64 = 0.005;

/// The same for discs of two solved lines, which have no noise.
const COUNTED_WEIGHT: f64 = 0.01;

/// A move without a class is listed if it cost this many discs or points; by estimate, up to ten are noise before
/// that ([`loss`]).
const LISTED: f64 = 6.0;

/// The most that the score alone counts: a mistake but no blunder, because the result stays the same.
const SCORE_MOST: f64 = 0.2;

/// What a move gave away, in the unit that counts most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Loss {
    /// A part of the chance to win, 0 to 1.
    Chance(f64),
    /// Othello: discs of the score.
    Discs(f64),
    /// Othello: the same where both lines are solved.
    Counted(f64),
    /// Go: points of the score.
    Points(f64),
}

impl Loss {
    /// The part of the expected result that was given away, 0 to 1.
    pub fn share(self) -> f64 {
        match self {
            Loss::Chance(chance) => chance,
            Loss::Discs(score) | Loss::Points(score) => (score * SCORE_WEIGHT).min(SCORE_MOST),
            Loss::Counted(score) => (score * COUNTED_WEIGHT).min(SCORE_MOST),
        }
    }

    /// The class of a move that gave this much away, between these values. The number that is shown decides: whole hundredths
    /// of the chance, beyond what a longer search may change, or whole discs or points.
    fn class(self, best: &Value, played: &Value) -> Option<Class> {
        match self {
            Loss::Chance(chance) if is_turning_point(best, played) => {
                Class::of_loss(chance).map(|_| Class::Blunder)
            }
            Loss::Chance(chance) => {
                Class::of_loss((chance * 100.0).round() / 100.0 - unsettled(best, played))
            }
            Loss::Counted(score) => Class::of_loss(Loss::Counted(score).share()),
            Loss::Discs(score) | Loss::Points(score) => {
                let is_enough = |class: &Class| score.round() * SCORE_WEIGHT >= class.least() - 1e-9;
                [Class::Mistake, Class::Inaccuracy].into_iter().find(is_enough)
            }
        }
    }

    /// Whether this much of the score is worth a line in a list, even if the result stays the same.
    pub(crate) fn is_worth_a_line(self) -> bool {
        match self {
            Loss::Chance(_) => false,
            Loss::Discs(score) | Loss::Counted(score) | Loss::Points(score) => score >= LISTED,
        }
    }

    /// The fall of the score; `None` in Gomoku, which has no score, and where a bound leaves it open.
    fn of_score(best: &Value, played: &Value) -> Option<Loss> {
        if best.bound == Bound::AtMost || played.bound == Bound::AtLeast {
            return None;
        }
        match (best.amount, played.amount) {
            (Amount::Discs(from), Amount::Discs(to)) => {
                let counted =
                    [best, played].iter().all(|value| value.is_proved() && value.bound == Bound::Exact);
                Some(if counted { Loss::Counted(from - to) } else { Loss::Discs(from - to) })
            }
            (Amount::Points { lead: best, .. }, Amount::Points { lead: played, .. }) => {
                Some(Loss::Points(best - played))
            }
            _ => None,
        }
    }
}

impl Loss {
    /// What the move cost, after "it", in the unit of the rules.
    pub fn text(self, unit: impl Into<Unit>) -> Text {
        match self {
            Loss::Chance(share) => values::costs_chance(&values::percent(share)),
            // An estimate is not known to a tenth.
            Loss::Discs(discs) => values::costs_about_discs(&values::amount(discs.round())),
            Loss::Counted(discs) => values::costs_discs(&values::amount(discs)),
            Loss::Points(points) => values::costs_go(points.round(), unit),
        }
    }
}

/// What a move worth `played` gave away where the best was worth `best`; both values are for the side that moved. `None` if
/// the values say nothing about the result.
///
/// It is the fall of the chance to win or the fall of the score, whichever has the worse class, or else counts more
/// ([`Loss::share`]). In an open game that is the chance. In a decided game the chance stays the same and the score counts.
/// Proved values count exactly; a small difference between estimates is noise.
pub fn loss(best: &Value, played: &Value) -> Option<Loss> {
    let chance = best.expected()? - played.expected()?;
    let proved = best.verdict().is_some() && played.verdict().is_some();
    // Points given up for a surer win are no loss.
    let score = Loss::of_score(best, played).filter(|_| chance >= -NOISE);
    let few_discs = matches!(score, Some(Loss::Discs(discs)) if discs <= NOISE_IN_DISCS);
    let weight = |loss: Loss| (loss.class(best, played), loss.share());
    let chance = Loss::Chance(chance);
    let found = score.filter(|&score| weight(score) > weight(chance)).unwrap_or(chance);
    let counts = found.share() > 0.0 && (proved || found.share() > NOISE && !few_discs);
    Some(if counts { found } else { Loss::Chance(0.0) })
}

/// The class of a move worth `played` where the best was worth `best`; none if every move is proved to lose or the played
/// move is proved to win. There its cost in discs is shown without a class.
pub fn class(best: &Value, played: &Value) -> Option<Class> {
    if best.verdict() == Some(Wdl::Loss) || played.verdict() == Some(Wdl::Win) {
        return None;
    }
    loss(best, played)?.class(best, played)
}

/// Whether a forced win was thrown away or allowed.
fn is_turning_point(best: &Value, played: &Value) -> bool {
    let ends = |value: &Value, wanted| match value.amount {
        Amount::End { verdict, .. } => value.is_proved() && verdict == wanted,
        _ => false,
    };
    ends(best, Wdl::Win) || ends(played, Wdl::Loss)
}

/// Whether the first look calls for a second one.
pub(crate) fn is_suspect(best: &Value, played: &Value) -> bool {
    let fall = || Some(loss(best, played)?.share() >= Class::Inaccuracy.least());
    class(best, played).is_some() || (is_unsettled(best, played) && fall() == Some(true))
}

/// Whether a longer search may change the values by much: one of them at least is an estimate.
pub(crate) fn is_unsettled(best: &Value, played: &Value) -> bool {
    unsettled(best, played) > 0.0
}

/// Whether a longer search may change the class: one of the values at least is an estimate.
pub(crate) fn is_estimated(best: &Value, played: &Value) -> bool {
    let is_discs = |value: &Value| matches!(value.amount, Amount::Discs(_));
    let are_discs = is_discs(best) && is_discs(played) && !(best.is_proved() && played.is_proved());
    are_discs || is_unsettled(best, played)
}

/// How much of a fall of the chance may be noise of the search.
fn unsettled(best: &Value, played: &Value) -> f64 {
    match (best.amount, played.amount) {
        (Amount::Units { .. }, Amount::Units { .. }) => UNSETTLED_GOMOKU,
        (Amount::Points { .. }, Amount::Points { .. }) | (Amount::Discs(_), Amount::Discs(_))
            if !(best.is_proved() && played.is_proved()) =>
        {
            UNSETTLED
        }
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discs(discs: f64) -> Value {
        Value::estimated(Amount::Discs(discs))
    }

    fn chance(rate: f64) -> Value {
        Value::estimated(Amount::WinRate(rate))
    }

    fn end(verdict: Wdl, in_moves: u32) -> Value {
        Value::proved(Amount::End { verdict, in_moves })
    }

    fn points(lead: f64, rate: f64) -> Value {
        Value::estimated(Amount::Points { lead, win_rate: Some(rate) })
    }

    #[test]
    fn a_proved_lost_position_has_no_mistakes() {
        let lost = [end(Wdl::Loss, 4), end(Wdl::Loss, 30), Value::proved(Amount::Discs(-2.0))];
        let others = [end(Wdl::Loss, 1), Value::proved(Amount::Discs(-60.0)), discs(-12.0), chance(0.0)];
        for best in &lost {
            for played in &others {
                assert_eq!(class(best, played), None, "{best:?} {played:?}");
            }
        }
    }

    #[test]
    fn a_win_is_a_win_however_long_it_takes_or_how_small() {
        assert_eq!(class(&end(Wdl::Win, 3), &end(Wdl::Win, 41)), None);
        assert_eq!(class(&Value::proved(Amount::Discs(40.0)), &Value::proved(Amount::Discs(2.0))), None);
        let at_least = Value::proved(Amount::Discs(2.0)).bounded(Bound::AtLeast);
        assert_eq!(class(&end(Wdl::Win, 3), &at_least), None);
        assert_eq!(class(&Value::proved(Amount::Discs(40.0)), &at_least), None);
    }

    #[test]
    fn a_decided_game_still_has_its_score_to_lose() {
        for from in [-30.0, 50.0] {
            let of = |lost: f64| class(&discs(from), &discs(from - lost));
            assert_eq!(of(8.0), None);
            assert_eq!(of(12.0), Some(Class::Inaccuracy));
            assert_eq!(of(24.0), Some(Class::Mistake));
        }
        // What is proved has its cost, too.
        let exact = |discs| Value::proved(Amount::Discs(discs));
        assert_eq!(loss(&exact(-10.0), &exact(-12.0)), Some(Loss::Counted(2.0)));
        assert!(loss(&exact(30.0), &exact(6.0)).unwrap().is_worth_a_line());
        assert!(!loss(&exact(30.0), &exact(26.0)).unwrap().is_worth_a_line());
        // However many they are, they are no blunder while the result stays the same.
        assert_eq!(class(&discs(-30.0), &discs(-64.0)), Some(Class::Mistake));
        assert_eq!(class(&points(-20.0, 0.01), &points(-90.0, 0.0)), Some(Class::Mistake));
        assert_eq!(loss(&points(-20.0, 0.01), &points(-40.0, 0.0)), Some(Loss::Points(20.0)));
        // In an open game the chance to win counts more.
        assert!(matches!(loss(&discs(4.0), &discs(-8.0)), Some(Loss::Chance(_))));
        // A surer win by less is none.
        assert_eq!(class(&points(30.0, 0.9), &points(12.0, 0.99)), None);
    }

    #[test]
    fn a_difference_within_the_noise_of_two_looks_is_none() {
        for (best, played) in [(0.5, 0.46), (0.02, 0.0), (1.0, 0.96)] {
            assert_eq!(loss(&chance(best), &chance(played)), Some(Loss::Chance(0.0)));
        }
        assert_eq!(class(&discs(1.0), &discs(0.2)), None);
        // The diagonal opening beside the perpendicular one.
        assert_eq!(class(&discs(1.0), &discs(-1.0)), None);
        assert!(class(&discs(2.0), &discs(-1.0)).is_some());
        // A worse look at the best move than at the played one is no loss either.
        assert_eq!(loss(&chance(0.4), &chance(0.9)), Some(Loss::Chance(0.0)));
        // Ten discs or points of two estimates are noise in a decided game.
        assert_eq!(class(&discs(-30.0), &discs(-40.0)), None);
        assert_eq!(class(&points(40.0, 1.0), &points(30.0, 1.0)), None);
    }

    #[test]
    fn a_fall_of_gos_estimates_counts_beyond_what_a_longer_search_moves() {
        assert_eq!(class(&points(2.0, 0.6), &points(1.0, 0.5)), None);
        assert!(is_suspect(&points(2.0, 0.6), &points(1.0, 0.5)));
        assert_eq!(class(&points(2.0, 0.6), &points(1.0, 0.49)), Some(Class::Inaccuracy));
        assert_eq!(class(&points(2.0, 0.6), &points(-1.0, 0.31)), Some(Class::Blunder));
        // Points count as they do.
        assert_eq!(class(&points(20.0, 0.99), &points(7.0, 0.9)), Some(Class::Inaccuracy));
    }

    #[test]
    fn a_fall_of_othellos_estimates_counts_beyond_what_a_longer_search_moves() {
        assert_eq!(class(&discs(2.0), &discs(0.0)), None);
        assert_eq!(class(&discs(2.0), &discs(-1.0)), Some(Class::Inaccuracy));
        assert_eq!(class(&discs(2.0), &discs(-3.0)), Some(Class::Mistake));
        assert_eq!(class(&discs(4.0), &discs(-4.0)), Some(Class::Blunder));
        // What is solved counts by the table.
        let exact = |discs| Value::proved(Amount::Discs(discs));
        assert_eq!(class(&exact(2.0), &exact(0.0)), Some(Class::Blunder));
    }

    #[test]
    fn a_fall_of_gomokus_estimates_counts_beyond_what_a_longer_search_moves() {
        let rate = |rate| Value::estimated(Amount::Units { units: 0.0, win_rate: Some(rate) });
        assert_eq!(class(&rate(0.6), &rate(0.43)), None);
        assert!(is_suspect(&rate(0.6), &rate(0.43)) && !is_suspect(&rate(0.6), &rate(0.57)));
        assert_eq!(class(&rate(0.6), &rate(0.42)), Some(Class::Inaccuracy));
        assert_eq!(class(&rate(0.6), &rate(0.36)), Some(Class::Mistake));
        assert_eq!(class(&rate(0.6), &rate(0.24)), Some(Class::Blunder));
        // What is proved lost cost all that there was.
        assert_eq!(class(&rate(0.25), &end(Wdl::Loss, 9)), Some(Class::Blunder));
        // Nothing was to be lost in a game that was proved lost.
        assert!(!is_suspect(&end(Wdl::Loss, 9), &rate(0.1)));
    }

    #[test]
    fn what_is_proved_counts_exactly() {
        assert_eq!(class(&end(Wdl::Win, 5), &end(Wdl::Loss, 4)), Some(Class::Blunder));
        let (draw, lost) = (Value::proved(Amount::Discs(0.0)), Value::proved(Amount::Discs(-2.0)));
        assert_eq!(loss(&draw, &lost), Some(Loss::Chance(0.5)));
    }

    #[test]
    fn the_class_grows_with_the_loss() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let (a, b, c) = (random.f64(), random.f64(), random.f64());
            let mut rates = [a, b, c];
            rates.sort_by(f64::total_cmp);
            let [worst, middle, best] = rates.map(chance);
            assert!(class(&best, &worst) >= class(&best, &middle));
            assert!(class(&best, &worst) >= class(&middle, &worst));
        }
        assert_eq!(
            [Class::of_loss(0.1155), Class::of_loss(0.114)],
            [Some(Class::Mistake), Some(Class::Inaccuracy)]
        );
        assert!(Class::ALL.windows(2).all(|pair| pair[0].least() < pair[1].least()));
        assert!(NOISE < Class::Inaccuracy.least() && SCORE_MOST < Class::Blunder.least());
    }

    #[test]
    fn units_that_say_nothing_about_the_result_have_no_class() {
        let units = |units| Value::estimated(Amount::Units { units, win_rate: None });
        assert_eq!(loss(&units(90.0), &units(-900.0)), None);
    }
}
