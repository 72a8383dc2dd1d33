//! A judged move: its value beside that of the best one, and how two looks at it are combined.

use crate::class::{Class, Loss, class, is_estimated, loss};
use crate::phase::Phase;
use heibai_games::player::{Analysis, Candidate};
use heibai_games::value::{Amount, Wdl};
use heibai_games::{Color, Move, Value};

/// A played move with its judgement. Values are for the side that moved.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The number of moves before it, forced passes included.
    pub number: usize,
    /// The side that moved.
    pub side: Color,
    /// The part of the game that the move belongs to.
    pub phase: Phase,
    /// The move that was played, its value and what followed at best.
    pub played: Candidate,
    /// The best move that was found; it may be the one that was played.
    pub best: Candidate,
    /// The part of the expected result that was given away, 0 to 1; [`Judged::loss`] gives the unit.
    pub lost: Option<f64>,
    /// The same in discs, points or units, where both values have the unit.
    pub lost_score: Option<f64>,
    /// The class of the mistake; `None` if it was none.
    pub class: Option<Class>,
    /// The analysis of the first look.
    pub analysis: Analysis,
    /// Go: the ownership after the best move and after the played one; 1 is Black's for sure, -1 White's. With
    /// several looks, each point has the value that is worst for the mover after the best move, and best after the
    /// played one.
    pub ownership: [Option<Vec<f32>>; 2],
    /// Go: whether a third look clearly expects the same answer to the played move as the second; `None` without one.
    pub is_reply_sure: Option<bool>,
}

impl Judged {
    /// What was given away, in the unit that counts most; `None` if nothing, or unknown.
    pub fn loss(&self) -> Option<Loss> {
        loss(&self.best.value?, &self.played.value?).filter(|loss| loss.share() > 0.0)
    }

    /// Whether a list of mistakes names the move: it has a class, or it cost many discs or points without changing the
    /// result.
    pub fn is_listed(&self) -> bool {
        self.class.is_some() || self.loss().is_some_and(Loss::is_worth_a_line)
    }
}

/// Both results are proved: a second look would find the same.
pub(crate) fn is_settled(judged: &Judged) -> bool {
    let proved = |candidate: &Candidate| candidate.value.is_some_and(|value| value.verdict().is_some());
    proved(&judged.best) && proved(&judged.played)
}

/// Gomoku: this move is proved to lose. That proves nothing about other moves.
pub(crate) fn loses(candidate: &Candidate) -> bool {
    matches!(candidate.value, Some(Value { amount: Amount::End { verdict: Wdl::Loss, .. }, .. }))
}

/// A judgement without a better move. Nothing is proved about the position: another move may hold.
pub(crate) fn without_better(judged: Judged, value: Option<Value>) -> Judged {
    let best = Candidate { value, ..judged.played.clone() };
    Judged { best, lost: Some(0.0), lost_score: None, class: None, ..judged }
}

/// Compares the played move with the best one. The played move may turn out better than the best of a shorter look.
pub(crate) fn weigh(mut judged: Judged) -> Judged {
    let (best, played) = (judged.best.value, judged.played.value);
    if judged.best.mv == judged.played.mv && loses(&judged.played) && !loses(&judged.best) {
        return without_better(judged, best);
    }
    let is_best = judged.best.mv == judged.played.mv
        || matches!((&best, &played), (Some(best), Some(played)) if played.compare(best).is_ge());
    if is_best {
        let proved = |value: &Option<Value>| value.is_some_and(|value| value.verdict().is_some());
        if played.is_some() && (proved(&played) || !proved(&best)) {
            judged.best = judged.played.clone();
        } else {
            judged.played = judged.best.clone();
        }
        let known = judged.best.value.is_some_and(|value| value.expected().is_some());
        (judged.lost, judged.lost_score, judged.class) = (known.then_some(0.0), None, None);
        return judged;
    }
    if let (Some(best), Some(played)) = (best, played) {
        judged.lost = loss(&best, &played).map(Loss::share);
        judged.class = class(&best, &played);
        judged.lost_score = best.score().zip(played.score()).map(|(best, played)| best - played);
    }
    judged
}

/// Combines both looks: where values are estimates, the milder class counts.
pub(crate) fn settle(first: &Judged, second: Judged) -> Judged {
    let values = second.best.value.zip(second.played.value);
    let is_open = values.is_some_and(|(best, played)| is_estimated(&best, &played));
    let is_milder = first.class < second.class;
    let are_same = first.best.mv == second.best.mv && first.played.mv == second.played.mv;
    if is_open && is_milder && are_same {
        // Its values go with the class, so that class and cost match.
        let best = Candidate { value: first.best.value, ..second.best };
        let played = Candidate { value: first.played.value, ..second.played };
        let (lost, lost_score, class) = (first.lost, first.lost_score, first.class);
        return Judged { best, played, lost, lost_score, class, ..second };
    }
    // The ownership belongs to the moves of the second look.
    if is_open && is_milder {
        return Judged { ownership: [None, None], is_reply_sure: Some(false), ..first.clone() };
    }
    second
}

/// The same where the value of the played move is fixed: the value of the best move is that of the look with the milder class.
pub(crate) fn settle_best(first: &Judged, second: Judged) -> Judged {
    let told = first.analysis.candidates.iter().find(|told| told.mv == second.best.mv);
    let values = second.best.value.zip(second.played.value);
    let is_open = values.is_some_and(|(best, played)| is_estimated(&best, &played));
    let Some(value) = told.and_then(|told| told.value).filter(|_| is_open) else { return second };
    let milder =
        weigh(Judged { best: Candidate { value: Some(value), ..second.best.clone() }, ..second.clone() });
    if milder.class < second.class { milder } else { second }
}

/// The value of a move, from the best one in the position after it.
pub(crate) fn before(mv: Move, best: Candidate) -> Candidate {
    let line = std::iter::once(mv).chain(best.line).collect();
    Candidate { mv, value: best.value.map(|value| value.turned().earlier(1)), line, ..best }
}

/// Combines two ownership maps: by point the lower value or the higher one.
pub(crate) fn outer(one: &[f32], other: &[f32], is_lower: bool) -> Vec<f32> {
    one.iter().zip(other).map(|(&a, &b)| if is_lower { a.min(b) } else { a.max(b) }).collect()
}

/// The value seen `moves` moves later in the same line.
pub(crate) fn later(value: Value, moves: u32) -> Value {
    let Amount::End { verdict, in_moves } = value.amount else { return value };
    Value { amount: Amount::End { verdict, in_moves: in_moves.saturating_sub(moves) }, ..value }
}
