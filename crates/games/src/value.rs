//! What a move or a position is worth to the side to move: an amount in a unit, its bound and its certainty.

use crate::gomoku::Shape;
use crate::kind::AnyPosition;
use crate::position::{Outcome, Position};
use std::cmp::Ordering;

/// How a game ends for one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// This side loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// This side wins.
    Win,
}

impl Wdl {
    /// The verdict for a side that is so far ahead at the end.
    fn of_lead(lead: f64) -> Wdl {
        match lead.partial_cmp(&0.0) {
            Some(Ordering::Greater) => Wdl::Win,
            Some(Ordering::Less) => Wdl::Loss,
            _ => Wdl::Draw,
        }
    }

    /// The same end for the other side.
    pub fn turned(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// A win counts 1, a draw a half, a loss nothing.
    pub fn points(self) -> f64 {
        match self {
            Wdl::Loss => 0.0,
            Wdl::Draw => 0.5,
            Wdl::Win => 1.0,
        }
    }

    /// `win`, `draw` or `loss`, as the page and the protocols write it.
    pub fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }
}

/// How much, and of what.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// Othello: discs ahead at the end, empty squares to the winner.
    Discs(f64),
    /// Go: points ahead at the end with komi counted, and the chance to win where the search knows it.
    Points {
        /// Points ahead.
        lead: f64,
        /// The chance to win, 0 to 1.
        win_rate: Option<f64>,
    },
    /// The expected result alone, 0 to 1.
    WinRate(f64),
    /// An evaluation's own units, and the chance to win that they stand for where the evaluation knows it.
    Units {
        /// The evaluation's number.
        units: f64,
        /// The chance to win, 0 to 1.
        win_rate: Option<f64>,
    },
    /// The game ends like this after so many moves, both sides' counted.
    End {
        /// How it ends.
        verdict: Wdl,
        /// After how many moves.
        in_moves: u32,
    },
}

/// Whether the amount is the value itself or a bound on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// The value is no less.
    AtLeast,
    /// The value is no more.
    AtMost,
}

/// How far a value can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Certainty {
    /// A search or an evaluation thinks so.
    #[default]
    Estimated,
    /// No play of either side changes it.
    Proved,
}

/// What a move or a position is worth to the side to move.
///
/// ```
/// use heibai_games::value::{Amount, Value, Wdl};
/// let value = Value::estimated(Amount::Discs(4.0));
/// assert_eq!((value.score(), value.verdict()), (Some(4.0), None));
/// let won = Value::proved(Amount::End { verdict: Wdl::Win, in_moves: 5 });
/// assert_eq!((won.score(), won.turned().expected()), (None, Some(0.0)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// How much, and of what.
    pub amount: Amount,
    /// Whether the value may lie beyond the amount.
    pub bound: Bound,
    /// Whether it is proved.
    pub certainty: Certainty,
}

/// Discs or points per step of the logistic curve of the expected result: in an even game two discs are 8 %. Which
/// differences are noise is decided in `review`.
const LOGISTIC_STEP: f64 = 6.0;

impl Value {
    /// A value that a search or an evaluation estimates.
    pub fn estimated(amount: Amount) -> Value {
        Value { amount, bound: Bound::Exact, certainty: Certainty::Estimated }
    }

    /// A value that no play of either side changes.
    pub fn proved(amount: Amount) -> Value {
        Value { certainty: Certainty::Proved, ..Value::estimated(amount) }
    }

    /// The same amount as a bound.
    pub fn bounded(self, bound: Bound) -> Value {
        Value { bound, ..self }
    }

    /// The value of a finished game for the side that would move.
    pub fn of_end(position: &AnyPosition, outcome: &Outcome) -> Value {
        let verdict = match outcome.winner {
            Some(winner) if winner == position.turn() => Wdl::Win,
            Some(_) => Wdl::Loss,
            None => Wdl::Draw,
        };
        let sign = 2.0 * verdict.points() - 1.0;
        Value::proved(match (position.exact_score(), outcome.margin) {
            (Some(discs), _) => Amount::Discs(f64::from(discs)),
            (None, Some(margin)) => {
                Amount::Points { lead: sign * margin.as_f64(), win_rate: Some(verdict.points()) }
            }
            (None, None) => Amount::End { verdict, in_moves: 0 },
        })
    }

    /// The value for the other side.
    ///
    /// ```
    /// use heibai_games::value::{Amount, Value};
    /// let ahead = Value::estimated(Amount::Discs(6.0));
    /// assert_eq!(ahead.turned().turned(), ahead);
    /// assert_eq!(ahead.turned().score(), Some(-6.0));
    /// ```
    pub fn turned(self) -> Value {
        // Subtracted, because a negated nothing would be written -0.0.
        let other = |win_rate: Option<f64>| win_rate.map(|rate| 1.0 - rate);
        let amount = match self.amount {
            Amount::Discs(discs) => Amount::Discs(0.0 - discs),
            Amount::Points { lead, win_rate } => {
                Amount::Points { lead: 0.0 - lead, win_rate: other(win_rate) }
            }
            Amount::WinRate(rate) => Amount::WinRate(1.0 - rate),
            Amount::Units { units, win_rate } => {
                Amount::Units { units: 0.0 - units, win_rate: other(win_rate) }
            }
            Amount::End { verdict, in_moves } => Amount::End { verdict: verdict.turned(), in_moves },
        };
        let bound = match self.bound {
            Bound::Exact => Bound::Exact,
            Bound::AtLeast => Bound::AtMost,
            Bound::AtMost => Bound::AtLeast,
        };
        Value { amount, bound, certainty: self.certainty }
    }

    /// The value seen `moves` moves earlier in the same line.
    pub fn earlier(self, moves: u32) -> Value {
        match self.amount {
            Amount::End { verdict, in_moves } => {
                Value { amount: Amount::End { verdict, in_moves: in_moves + moves }, ..self }
            }
            _ => self,
        }
    }

    /// Whether no play of either side changes it.
    pub fn is_proved(&self) -> bool {
        self.certainty == Certainty::Proved
    }

    /// Who wins, where that is proved.
    pub fn verdict(&self) -> Option<Wdl> {
        let verdict = match self.amount {
            _ if !self.is_proved() => return None,
            Amount::Discs(lead) | Amount::Points { lead, .. } => Wdl::of_lead(lead),
            Amount::End { verdict, .. } => verdict,
            Amount::WinRate(_) | Amount::Units { .. } => return None,
        };
        // A bound proves only what lies on its own side.
        match (self.bound, verdict) {
            (Bound::Exact, _) | (Bound::AtLeast, Wdl::Win) | (Bound::AtMost, Wdl::Loss) => Some(verdict),
            _ => None,
        }
    }

    /// Discs, points or units; an end by itself and a chance have none.
    pub fn score(&self) -> Option<f64> {
        match self.amount {
            Amount::Discs(score)
            | Amount::Points { lead: score, .. }
            | Amount::Units { units: score, .. } => Some(score),
            Amount::WinRate(_) | Amount::End { .. } => None,
        }
    }

    /// The number that a record keeps beside a move. A won game of Gomoku is worth what a five is.
    pub fn recorded(&self) -> Option<f64> {
        match self.amount {
            Amount::End { verdict, .. } => {
                Some((2.0 * verdict.points() - 1.0) * f64::from(Shape::Five.score()))
            }
            _ => self.score(),
        }
    }

    /// The chance to win as the player itself reported it, 0 to 1.
    pub fn win_rate(&self) -> Option<f64> {
        match self.amount {
            Amount::Discs(_) => None,
            Amount::WinRate(rate) => Some(rate),
            Amount::Points { win_rate, .. } | Amount::Units { win_rate, .. } => win_rate,
            Amount::End { verdict, .. } => Some(verdict.points()),
        }
    }

    /// The expected result for the side to move, 0 to 1; `None` where the units say nothing about it.
    pub fn expected(&self) -> Option<f64> {
        if let Some(verdict) = self.verdict() {
            return Some(verdict.points());
        }
        match self.amount {
            Amount::Discs(lead) | Amount::Points { lead, win_rate: None } => {
                Some(1.0 / (1.0 + (-lead / LOGISTIC_STEP).exp()))
            }
            _ => self.win_rate(),
        }
    }

    /// How far ahead the side to move is, for comparing values of one player: its score, beyond every score at an end,
    /// else its chance over one half.
    pub fn lead(&self) -> f64 {
        match self.amount {
            Amount::Discs(score)
            | Amount::Points { lead: score, .. }
            | Amount::Units { units: score, .. } => score,
            Amount::WinRate(rate) => rate - 0.5,
            Amount::End { verdict: Wdl::Win, .. } => f64::INFINITY,
            Amount::End { verdict: Wdl::Draw, .. } => 0.0,
            Amount::End { verdict: Wdl::Loss, .. } => f64::NEG_INFINITY,
        }
    }

    /// Orders values of one player from worst to best: a sooner win and a later loss are better.
    pub fn compare(&self, other: &Value) -> Ordering {
        let tempo = |value: &Value| match value.amount {
            Amount::End { verdict: Wdl::Win, in_moves } => -i64::from(in_moves),
            Amount::End { verdict: Wdl::Loss, in_moves } => i64::from(in_moves),
            _ => 0,
        };
        let by_lead = match (self.score(), other.score()) {
            // Of two kinds of amount, an end excepted, only the expected results compare.
            (Some(_), None) | (None, Some(_)) if !self.is_end() && !other.is_end() => {
                let half = |value: &Value| value.expected().unwrap_or(0.5);
                half(self).total_cmp(&half(other))
            }
            _ => self.lead().total_cmp(&other.lead()),
        };
        by_lead.then(tempo(self).cmp(&tempo(other)))
    }

    fn is_end(&self) -> bool {
        matches!(self.amount, Amount::End { .. })
    }

    /// Whether every number in it is finite; a foreign program may send others.
    pub fn is_finite(&self) -> bool {
        let finite = |rate: Option<f64>| rate.is_none_or(f64::is_finite);
        match self.amount {
            Amount::Discs(x) | Amount::WinRate(x) => x.is_finite(),
            Amount::Points { lead: x, win_rate } | Amount::Units { units: x, win_rate } => {
                x.is_finite() && finite(win_rate)
            }
            Amount::End { .. } => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(verdict: Wdl, in_moves: u32) -> Value {
        Value::proved(Amount::End { verdict, in_moves })
    }

    #[test]
    fn turning_twice_gives_the_same_value() {
        let amounts = [
            Amount::Discs(3.0),
            Amount::Points { lead: -2.5, win_rate: Some(0.25) },
            Amount::WinRate(0.75),
            Amount::Units { units: 40.0, win_rate: None },
            Amount::End { verdict: Wdl::Loss, in_moves: 4 },
        ];
        for amount in amounts {
            for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                let value = Value::estimated(amount).bounded(bound);
                assert_eq!(value.turned().turned(), value);
                if let Some(expected) = value.expected() {
                    assert!((expected + value.turned().expected().unwrap() - 1.0).abs() < 1e-9);
                }
                assert_eq!(value.compare(&value), Ordering::Equal);
            }
        }
    }

    #[test]
    fn ends_are_beyond_every_score_and_sooner_wins_are_better() {
        let order = [
            ends(Wdl::Loss, 2),
            ends(Wdl::Loss, 9),
            Value::estimated(Amount::Units { units: -1e6, win_rate: None }),
            ends(Wdl::Draw, 3),
            Value::estimated(Amount::Units { units: 90.0, win_rate: None }),
            ends(Wdl::Win, 7),
            ends(Wdl::Win, 1),
        ];
        for pair in order.windows(2) {
            assert_eq!(pair[0].compare(&pair[1]), Ordering::Less, "{pair:?}");
        }
    }

    #[test]
    fn nothing_is_written_without_a_sign() {
        let nothing = Value::estimated(Amount::Discs(0.0)).turned();
        assert_eq!(format!("{:?}", nothing.score()), "Some(0.0)");
    }

    #[test]
    fn a_bound_proves_only_its_own_side() {
        let won = Value::proved(Amount::Discs(2.0));
        assert_eq!(won.verdict(), Some(Wdl::Win));
        assert_eq!(won.bounded(Bound::AtLeast).verdict(), Some(Wdl::Win));
        assert_eq!(won.bounded(Bound::AtMost).verdict(), None);
        assert_eq!(won.bounded(Bound::AtMost).turned().verdict(), None);
        assert_eq!(Value::estimated(Amount::Discs(60.0)).verdict(), None);
    }

    #[test]
    fn a_proved_win_is_no_number_that_looks_like_discs() {
        let won = ends(Wdl::Win, 3);
        assert_eq!((won.score(), won.expected(), won.recorded()), (None, Some(1.0), Some(1_000_000.0)));
        assert_eq!(won.turned().earlier(2), ends(Wdl::Loss, 5));
    }
}
