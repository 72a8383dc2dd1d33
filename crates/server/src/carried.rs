//! Search results in the form in which they travel from a worker to the server.

use crate::wire::{move_of, point_of};
use heibai_games::player::{Analysis, Candidate};
use heibai_games::value::{Amount, Bound, Certainty, Value, Wdl};
use heibai_games::{AnyPosition, Color, Move, Position};
use heibai_review::{Class, Judged, Phase};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Wdl")]
enum WdlDef {
    Loss,
    Draw,
    Win,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Bound")]
enum BoundDef {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Certainty")]
enum CertaintyDef {
    Estimated,
    Proved,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Amount")]
enum AmountDef {
    Discs(f64),
    Points {
        lead: f64,
        win_rate: Option<f64>,
    },
    WinRate(f64),
    Units {
        units: f64,
        win_rate: Option<f64>,
    },
    End {
        #[serde(with = "WdlDef")]
        verdict: Wdl,
        in_moves: u32,
    },
}

#[derive(Clone, Serialize, Deserialize)]
struct CarriedValue {
    #[serde(with = "AmountDef")]
    amount: Amount,
    #[serde(with = "BoundDef")]
    bound: Bound,
    #[serde(with = "CertaintyDef")]
    certainty: Certainty,
}

#[derive(Clone, Serialize, Deserialize)]
struct CarriedCandidate {
    point: Option<u16>,
    value: Option<CarriedValue>,
    nodes: u64,
    prior: Option<f64>,
    line: Vec<Option<u16>>,
}

/// An analysis in this form.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Carried {
    candidates: Vec<CarriedCandidate>,
    depth: Option<u32>,
    nodes: u64,
    ownership: Option<Vec<f32>>,
    deviation: Option<f64>,
}

/// Whether an analysis fits this position: a worker's answer is shown to people and used further.
pub(crate) fn is_about(told: &Analysis, position: &AnyPosition) -> bool {
    let points = position.size() * position.size();
    let on_board = |mv: &Move| matches!(mv, Move::Pass) || matches!(mv, Move::Place(p) if p.index() < points);
    let legal =
        |candidate: &Candidate| position.check(candidate.mv).is_ok() && candidate.line.iter().all(on_board);
    let has_owners = told.ownership.as_ref().is_none_or(|owners| owners.len() == points);
    !told.candidates.is_empty() && told.candidates.iter().all(legal) && has_owners
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Phase")]
enum PhaseDef {
    Opening,
    Midgame,
    Endgame,
}

/// A judged move in this form.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct CarriedJudged {
    number: usize,
    black: bool,
    #[serde(with = "PhaseDef")]
    phase: Phase,
    played: CarriedCandidate,
    best: CarriedCandidate,
    lost: Option<f64>,
    lost_score: Option<f64>,
    class: Option<String>,
    analysis: Carried,
    ownership: [Option<Vec<f32>>; 2],
    #[serde(default)]
    is_reply_sure: Option<bool>,
}

impl From<Judged> for CarriedJudged {
    fn from(judged: Judged) -> CarriedJudged {
        CarriedJudged {
            number: judged.number,
            black: judged.side == Color::Black,
            phase: judged.phase,
            played: judged.played.into(),
            best: judged.best.into(),
            lost: judged.lost,
            lost_score: judged.lost_score,
            class: judged.class.map(|class| class.name().to_owned()),
            analysis: judged.analysis.into(),
            ownership: judged.ownership,
            is_reply_sure: judged.is_reply_sure,
        }
    }
}

impl CarriedJudged {
    /// The judged move; `None` if its class is unknown.
    pub(crate) fn judged(self) -> Option<Judged> {
        let known = |name: String| Class::ALL.into_iter().find(|class| class.name() == name);
        Some(Judged {
            number: self.number,
            side: if self.black { Color::Black } else { Color::White },
            phase: self.phase,
            played: self.played.into(),
            best: self.best.into(),
            lost: self.lost,
            lost_score: self.lost_score,
            class: match self.class {
                Some(name) => Some(known(name)?),
                None => None,
            },
            analysis: self.analysis.into(),
            ownership: self.ownership,
            is_reply_sure: self.is_reply_sure,
        })
    }
}

impl From<Candidate> for CarriedCandidate {
    fn from(told: Candidate) -> CarriedCandidate {
        let value = |Value { amount, bound, certainty }| CarriedValue { amount, bound, certainty };
        CarriedCandidate {
            point: point_of(told.mv),
            value: told.value.map(value),
            nodes: told.nodes,
            prior: told.prior,
            line: told.line.into_iter().map(point_of).collect(),
        }
    }
}

impl From<CarriedCandidate> for Candidate {
    fn from(told: CarriedCandidate) -> Candidate {
        let value = |CarriedValue { amount, bound, certainty }| Value { amount, bound, certainty };
        Candidate {
            mv: move_of(told.point),
            value: told.value.map(value),
            nodes: told.nodes,
            prior: told.prior,
            line: told.line.into_iter().map(move_of).collect(),
        }
    }
}

impl From<Analysis> for Carried {
    fn from(told: Analysis) -> Carried {
        let Analysis { candidates, depth, nodes, ownership, deviation } = told;
        let candidates = candidates.into_iter().map(CarriedCandidate::from).collect();
        Carried { candidates, depth, nodes, ownership, deviation }
    }
}

impl From<Carried> for Analysis {
    fn from(told: Carried) -> Analysis {
        let Carried { candidates, depth, nodes, ownership, deviation } = told;
        let candidates = candidates.into_iter().map(Candidate::from).collect();
        Analysis { candidates, depth, nodes, ownership, deviation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Point;

    #[test]
    fn an_analysis_arrives_as_it_was_sent() {
        let amounts = [
            Amount::Discs(-4.0),
            Amount::Points { lead: 3.5, win_rate: Some(0.625) },
            Amount::WinRate(0.25),
            Amount::Units { units: 120.0, win_rate: None },
            Amount::End { verdict: Wdl::Draw, in_moves: 7 },
        ];
        let bounds = [Bound::Exact, Bound::AtLeast, Bound::AtMost];
        let candidates = amounts.into_iter().enumerate().map(|(n, amount)| Candidate {
            mv: if n == 2 { Move::Pass } else { Move::Place(Point(n as u16)) },
            value: Some(Value {
                amount,
                bound: bounds[n % 3],
                certainty: if n == 4 { Certainty::Proved } else { Certainty::Estimated },
            }),
            nodes: n as u64,
            prior: (n > 2).then_some(0.5),
            line: vec![Move::Place(Point(360)), Move::Pass],
        });
        let told = Analysis {
            candidates: candidates.collect(),
            depth: Some(9),
            nodes: 1 << 60,
            ownership: Some(vec![-1.0, 0.5]),
            deviation: Some(12.5),
        };
        let text = serde_json::to_string(&Carried::from(told.clone())).unwrap();
        assert_eq!(Analysis::from(serde_json::from_str::<Carried>(&text).unwrap()), told);
        assert!(serde_json::from_str::<Carried>("{\"candidates\":[{}]}").is_err());
    }
}
