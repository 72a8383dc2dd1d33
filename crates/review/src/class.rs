//! What a mistake is: a part of the expected result that a move gave away, beyond the noise of two searches.

use heibai_games::value::{Amount, Value, Wdl};
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

    /// The class of a move that gave so much away.
    pub fn of_loss(lost: f64) -> Option<Class> {
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

/// Noise: two searches of one position may differ by this much of the expected result without disagreeing.
const NOISE: f64 = 0.05;

/// The same in discs: at depth 15 a value of Othello is off by 1.26 discs (`heibai bench accuracy`, docs/engines/othello.md),
/// and the errors of two values add up to about 1.8.
const NOISE_IN_DISCS: f64 = 2.0;

/// The part of the expected result that a move worth `played` gave away where another was worth `best`; both values are
/// for the side that moved. `None` where the values say nothing about the result.
///
/// A result that is proved for both counts exactly; where every move loses nothing is given away, and a win is a win
/// however long it takes.
pub fn loss(best: &Value, played: &Value) -> Option<f64> {
    if best.verdict() == Some(Wdl::Loss) || played.verdict() == Some(Wdl::Win) {
        return Some(0.0);
    }
    let lost = best.expected()? - played.expected()?;
    let proved = best.verdict().is_some() && played.verdict().is_some();
    let few_discs = match (best.amount, played.amount) {
        (Amount::Discs(best), Amount::Discs(played)) => best - played <= NOISE_IN_DISCS,
        _ => false,
    };
    Some(if proved || lost > NOISE && !few_discs { lost.max(0.0) } else { 0.0 })
}

/// The class of a move worth `played` where another was worth `best`.
pub fn class(best: &Value, played: &Value) -> Option<Class> {
    Class::of_loss(loss(best, played)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::value::Bound;

    fn discs(discs: f64) -> Value {
        Value::estimated(Amount::Discs(discs))
    }

    fn chance(rate: f64) -> Value {
        Value::estimated(Amount::WinRate(rate))
    }

    fn end(verdict: Wdl, in_moves: u32) -> Value {
        Value::proved(Amount::End { verdict, in_moves })
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
    }

    #[test]
    fn a_difference_within_the_noise_of_two_looks_is_none() {
        for (best, played) in [(0.5, 0.46), (0.02, 0.0), (1.0, 0.96)] {
            assert_eq!(loss(&chance(best), &chance(played)), Some(0.0));
        }
        assert_eq!(class(&discs(1.0), &discs(0.2)), None);
        // The diagonal opening beside the perpendicular one.
        assert_eq!(class(&discs(1.0), &discs(-1.0)), None);
        assert!(class(&discs(2.0), &discs(-1.0)).is_some());
        // A worse look at the best move than at the played one is no loss either.
        assert_eq!(loss(&chance(0.4), &chance(0.9)), Some(0.0));
    }

    #[test]
    fn what_is_proved_counts_exactly() {
        assert_eq!(class(&end(Wdl::Win, 5), &end(Wdl::Loss, 4)), Some(Class::Blunder));
        let (draw, lost) = (Value::proved(Amount::Discs(0.0)), Value::proved(Amount::Discs(-2.0)));
        assert_eq!(loss(&draw, &lost), Some(0.5));
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
        assert!(Class::ALL.windows(2).all(|pair| pair[0].least() < pair[1].least()));
        assert!(NOISE < Class::Inaccuracy.least());
    }

    #[test]
    fn units_that_say_nothing_about_the_result_have_no_class() {
        let units = |units| Value::estimated(Amount::Units { units, win_rate: None });
        assert_eq!(loss(&units(90.0), &units(-900.0)), None);
    }
}
