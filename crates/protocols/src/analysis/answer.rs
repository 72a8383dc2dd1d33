//! The result for a position as a JSON object.

use super::query::QueryOptions;
use heibai_games::player::{Analysis, Candidate};
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Color, Move, Point, Position};
use serde_json::{Map, Value, json};

/// The side that values are given for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perspective {
    /// For Black.
    #[default]
    Black,
    /// For White.
    White,
    /// For the side to move.
    SideToMove,
}

impl Perspective {
    /// Reads `BLACK`, `WHITE` or `SIDETOMOVE`, in any case.
    pub fn read(text: &str) -> Option<Perspective> {
        match text.to_ascii_lowercase().as_str() {
            "black" => Some(Perspective::Black),
            "white" => Some(Perspective::White),
            "sidetomove" | "side-to-move" => Some(Perspective::SideToMove),
            _ => None,
        }
    }

    /// The factor for values of the side to move: 1 or -1.
    fn sign(self, turn: Color) -> f64 {
        match (self, turn) {
            (Perspective::SideToMove, _)
            | (Perspective::Black, Color::Black)
            | (Perspective::White, Color::White) => 1.0,
            _ => -1.0,
        }
    }
}

fn head(id: &str, turn: usize, during: bool) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("id".to_owned(), json!(id));
    map.insert("isDuringSearch".to_owned(), json!(during));
    map.insert("turnNumber".to_owned(), json!(turn));
    map
}

/// The answer for a position whose query was terminated before its analysis.
pub(crate) fn no_results(id: &str, turn: usize) -> Value {
    let mut map = head(id, turn, false);
    map.insert("noResults".to_owned(), json!(true));
    Value::Object(map)
}

/// The query and turn of an answer, and its options.
pub struct AnswerTo<'a> {
    pub id: &'a str,
    pub turn: usize,
    pub options: &'a QueryOptions,
    pub perspective: Perspective,
    /// Ownership after each move for Black, if requested.
    pub after: &'a [(Move, Vec<f32>)],
}

impl AnswerTo<'_> {
    /// The answer for an analysis, partial if `during`.
    pub fn tell(&self, position: &AnyPosition, analysis: &Analysis, during: bool) -> Value {
        let sign = self.perspective.sign(position.turn());
        let view = View { position, sign, options: self.options, deviation: analysis.deviation };
        let mut map = head(self.id, self.turn, during);
        // A move without visits has only a prior; that is part of the policy.
        let tried = analysis.candidates.iter().filter(|c| c.nodes > 0 || c.prior.is_none());
        let info = |(order, c): (usize, &Candidate)| {
            let mut info = view.info(order, c);
            if let Some((_, ownership)) = self.after.iter().find(|(mv, _)| *mv == c.mv) {
                info["ownership"] = json!(view.ownership(ownership));
            }
            info
        };
        let infos: Vec<Value> = tried.clone().enumerate().map(info).collect();
        map.insert("moveInfos".to_owned(), json!(infos));
        map.insert("rootInfo".to_owned(), view.root(tried.clone().next(), analysis.nodes));
        if let (true, Some(ownership)) = (self.options.ownership, &analysis.ownership) {
            map.insert("ownership".to_owned(), json!(view.ownership(ownership)));
        }
        if let (true, Some(policy)) = (self.options.policy, policy(position, &analysis.candidates)) {
            map.insert("policy".to_owned(), json!(policy));
        }
        Value::Object(map)
    }

    /// The answer for a finished game: its result.
    pub(crate) fn tell_end(&self, position: &AnyPosition) -> Value {
        let mut map = head(self.id, self.turn, false);
        let mut root =
            json!({"currentPlayer": letter(position.turn()), "visits": 0, "thisHash": hash(position)});
        if let Some(outcome) = position.outcome() {
            let side = match self.perspective {
                Perspective::Black => Color::Black,
                Perspective::White => Color::White,
                Perspective::SideToMove => position.turn(),
            };
            root["winrate"] = json!(outcome.points(side));
            if let Some(margin) = outcome.margin {
                let sign = if outcome.winner == Some(side) { 1.0 } else { -1.0 };
                root["scoreLead"] = json!(margin.as_f64() * sign);
            }
        }
        map.insert("moveInfos".to_owned(), json!([]));
        map.insert("rootInfo".to_owned(), root);
        Value::Object(map)
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn hash(position: &AnyPosition) -> String {
    format!("{:016X}", position.key())
}

/// Rounds to six digits.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

struct View<'a> {
    position: &'a AnyPosition,
    sign: f64,
    options: &'a QueryOptions,
    deviation: Option<f64>,
}

impl View<'_> {
    /// Converts ownership, which is for Black.
    fn ownership(&self, values: &[f32]) -> Vec<f64> {
        let sign = if self.position.turn() == Color::Black { self.sign } else { -self.sign };
        values.iter().map(|&value| round(f64::from(value) * sign)).collect()
    }

    /// Adds fields that clients of KataGo expect: the utility, here the win rate scaled to -1..1, and the network's
    /// standard deviation of the score in the root position.
    fn utility(&self, info: &mut Value, rate: f64) {
        info["utility"] = json!(round(2.0 * rate - 1.0));
        if let Some(deviation) = self.deviation {
            info["scoreStdev"] = json!(round(deviation));
        }
    }

    fn win_rate(&self, candidate: &Candidate) -> f64 {
        let rate = candidate.value.and_then(|value| value.expected()).unwrap_or(0.5);
        round(if self.sign > 0.0 { rate } else { 1.0 - rate })
    }

    fn info(&self, order: usize, candidate: &Candidate) -> Value {
        let rate = self.win_rate(candidate);
        let line: Vec<String> = candidate
            .line
            .iter()
            .take(self.options.line.saturating_add(1))
            .map(|&mv| self.position.write_move(mv))
            .collect();
        let mut info = json!({
            "move": self.position.write_move(candidate.mv), "order": order, "visits": candidate.nodes,
            "edgeVisits": candidate.nodes, "weight": candidate.nodes, "edgeWeight": candidate.nodes, "winrate": rate,
            "lcb": rate, "pv": line,
        });
        self.utility(&mut info, rate);
        info["utilityLcb"] = info["utility"].clone();
        if let Some(score) = score(candidate) {
            info["scoreLead"] = json!(round(score * self.sign));
            info["scoreMean"] = info["scoreLead"].clone();
        }
        if let Some(prior) = candidate.prior {
            info["prior"] = json!(round(prior));
        }
        if candidate.value.is_some_and(|value| value.is_proved()) {
            info["exact"] = json!(true);
        }
        if let Some(Amount::End { verdict, in_moves }) = candidate.value.map(|value| value.amount) {
            let verdict = if self.sign > 0.0 { verdict } else { verdict.turned() };
            info["result"] = json!(verdict.name());
            info["inMoves"] = json!(in_moves);
        }
        info
    }

    fn root(&self, best: Option<&Candidate>, nodes: u64) -> Value {
        let mut root = json!({
            "currentPlayer": letter(self.position.turn()), "visits": nodes, "weight": nodes,
            "thisHash": hash(self.position),
        });
        if let Some(best) = best {
            let rate = self.win_rate(best);
            root["winrate"] = json!(rate);
            self.utility(&mut root, rate);
            if let Some(score) = score(best) {
                root["scoreLead"] = json!(round(score * self.sign));
            }
        }
        root
    }
}

/// Discs, points or units; a proved win has none.
fn score(candidate: &Candidate) -> Option<f64> {
    candidate.value.and_then(|value| value.score())
}

/// The prior of each point and of the pass, -1 for illegal moves.
fn policy(position: &AnyPosition, candidates: &[Candidate]) -> Option<Vec<f64>> {
    if candidates.iter().all(|candidate| candidate.prior.is_none()) {
        return None;
    }
    let prior = |mv: Move| match position.check(mv) {
        Err(_) => -1.0,
        Ok(()) => candidates.iter().find(|c| c.mv == mv).and_then(|c| c.prior).map_or(0.0, round),
    };
    let places = Point::all(position.size()).map(Move::Place);
    Some(places.chain([Move::Pass]).map(prior).collect())
}
