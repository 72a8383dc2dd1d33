//! Evaluations by name: those of the textbooks, and Othello's learned one. They drive the generic searches.

use crate::registry;
use crate::search::{self, Evaluation, alphabeta};
use heibai_games::player::{Thought, Weighed};
use heibai_games::value::{Bound, Value};
use heibai_games::{AnyPosition, Kind, Move, Position};

/// An evaluation for positions of any game.
pub type AnyEvaluation = dyn Evaluation<AnyPosition>;

/// The names of a game's evaluations, the default first.
pub fn names(kind: Kind) -> &'static [&'static str] {
    registry::names(kind).evaluations
}

/// The evaluation called `name`, or the game's default.
pub fn evaluation(kind: Kind, name: Option<&str>) -> Option<Box<AnyEvaluation>> {
    let name = name.unwrap_or(names(kind)[0]);
    let name = *names(kind).iter().find(|&&known| known == name)?;
    Some((registry::of(kind).evaluation)(name))
}

/// Converts a number of the generic searches to a value. It never claims a proof, because a search may leave moves
/// out.
pub(crate) fn value_of(kind: Kind, evaluation: &AnyEvaluation, number: i32) -> Value {
    match search::end_of(number) {
        Some(end) => (registry::of(kind).value_of_end)(end),
        None => Value::estimated(evaluation.amount(number)),
    }
}

/// The result of a generic alpha-beta search.
pub(crate) fn thought_of(
    kind: Kind,
    evaluation: &AnyEvaluation,
    found: alphabeta::AlphaBetaResult,
) -> Thought {
    Thought {
        value: Some(value_of(kind, evaluation, found.value)),
        depth: Some(found.depth),
        line: found.line,
        weighed: weighed(kind, evaluation, found.weighed),
        ..Thought::default()
    }
}

/// The root moves of a generic search, each with its number and whether that number is only an upper bound.
pub(crate) fn weighed(
    kind: Kind,
    evaluation: &AnyEvaluation,
    moves: impl IntoIterator<Item = (Move, i32, bool)>,
) -> Vec<Weighed> {
    let weigh = |(mv, number, at_most)| {
        let value = value_of(kind, evaluation, number);
        Weighed { mv, value: if at_most { value.bounded(Bound::AtMost) } else { value }, nodes: 0 }
    };
    moves.into_iter().map(weigh).collect()
}

/// How many moves an analysis looks at on a large board.
const LOOKED_AT: usize = 40;

/// Every legal move if there are few; otherwise the sensible ones, likeliest first.
pub fn worth_looking_at(position: &AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.len() <= LOOKED_AT {
        return moves;
    }
    (registry::of(position.kind()).likely_moves)(position, &mut moves);
    moves.truncate(LOOKED_AT);
    moves
}

/// A board small enough for full-width searches in tests.
#[cfg(test)]
pub(crate) fn small_gomoku() -> heibai_games::Rules {
    let choice = heibai_games::kind::Choice {
        size: Some(6),
        rules: Some("freestyle".to_owned()),
        ..Default::default()
    };
    Kind::Gomoku.rules(&choice).expect("freestyle has a 6x6 board")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;
    use heibai_games::kind::Choice;
    use heibai_games::value::Amount;
    use heibai_games::{Act, Color, Limits, Player, Point, Request};
    use std::sync::atomic::AtomicBool;

    fn choose(player: &mut dyn Player, position: &AnyPosition) -> (Move, Thought) {
        let (limits, stop) = (Limits::default(), AtomicBool::new(false));
        let request = Request { start: position, moves: &[], position, limits: &limits, stop: &stop };
        let answer = player.choose(&request).expect("an answer");
        let Act::Play(mv) = answer.act else { panic!("nobody resigns") };
        (mv, answer.thought)
    }

    /// The points of `name` in games against random moves, colours alternating.
    fn points_against_random(name: &str, kind: Kind, size: usize, games: u64) -> f64 {
        let rules = Some("freestyle".to_owned()).filter(|_| kind == Kind::Gomoku);
        let rules = kind.rules(&Choice { size: Some(size), rules, ..Choice::default() }).unwrap();
        let mut points = 0.0;
        for game in 0..games {
            let color = Color::BOTH[game as usize % 2];
            let mut position = AnyPosition::start(&rules);
            let mut players = [name, "random"].map(|name| players::parse(name, kind, game).unwrap());
            let mut moves = 0;
            while position.outcome().is_none() && moves < 4 * size * size {
                let player = &mut players[usize::from(position.turn() != color)];
                position.play(choose(&mut **player, &position).0).expect("a legal move");
                moves += 1;
            }
            points += position.outcome().map_or(0.5, |outcome| outcome.points(color));
        }
        points
    }

    /// For each move that is worth a playout: the side to move's expected result by the evaluation.
    fn chances(position: &AnyPosition, evaluation: &AnyEvaluation) -> Vec<(Move, f64)> {
        let mut moves = Vec::new();
        (registry::of(position.kind()).sensible_moves)(position, &mut moves);
        let chance = |&mv: &Move| {
            let (mut after, own) = (position.clone(), position.turn());
            after.play(mv).unwrap();
            let steps = f64::from(evaluation.evaluate(&after)) / evaluation.units_per_step();
            let mover = 1.0 / (1.0 + (-steps).exp());
            let expected = if after.turn() == own { mover } else { 1.0 - mover };
            (mv, after.outcome().map_or(expected, |outcome| outcome.points(own)))
        };
        moves.iter().map(chance).collect()
    }

    /// Any evaluation can drive any search. Minimax and alpha-beta find the same value and beat random moves; a tree
    /// search that visits each move once reports the evaluation of each.
    #[test]
    fn every_evaluation_drives_every_search() {
        for (kind, size) in [(Kind::Othello, 8), (Kind::Go, 5), (Kind::Gomoku, 7)] {
            for eval in names(kind) {
                let mut random = fastrand::Rng::with_seed(8);
                let mut searches = ["minimax", "alphabeta"]
                    .map(|search| players::parse(&format!("{search}:depth=2,eval={eval}"), kind, 1).unwrap());
                let start = AnyPosition::start(
                    &kind
                        .rules(&Choice { size: Some(size), ..Choice::default() })
                        .unwrap_or_else(|_| small_gomoku()),
                );
                let mut position = start.clone();
                for _ in 0..20 {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    if moves.len() > 1 {
                        let [plain, pruned] =
                            searches.each_mut().map(|player| choose(&mut **player, &position).1);
                        let number = |thought: &Thought| thought.value.map(|value| value.amount);
                        assert_eq!(number(&plain), number(&pruned), "{kind} {eval}");
                        let expected = chances(&position, &*evaluation(kind, Some(eval)).unwrap());
                        let name = format!("mcts:playouts={},eval={eval}", expected.len());
                        let (_, told) = choose(&mut *players::parse(&name, kind, 1).unwrap(), &position);
                        assert_eq!(told.weighed.len(), expected.len(), "{kind} {eval}");
                        for weighed in told.weighed {
                            let Amount::WinRate(found) = weighed.value.amount else { panic!("a chance") };
                            let expected = expected.iter().find(|(mv, _)| *mv == weighed.mv).unwrap().1;
                            assert!((found - expected).abs() < 1e-9, "{kind} {eval}: {found} {expected}");
                        }
                    }
                    position.play(moves[random.usize(..moves.len())]).unwrap();
                    if position.outcome().is_some() {
                        position = start.clone();
                    }
                }
                for search in ["minimax:depth=2", "alphabeta:depth=2"] {
                    let name = format!("{search},eval={eval}");
                    let points = points_against_random(&name, kind, size, 40);
                    assert!(points >= 25.0, "{kind} {name}: {points} of 40");
                }
            }
        }
        assert!(players::parse("mcts:eval=nothing", Kind::Go, 1).is_err());
    }

    /// With any evaluation, a search that reaches the end reports discs; the learned evaluation reports discs before
    /// the end too.
    #[test]
    fn values_near_the_end_are_discs() {
        let mut random = fastrand::Rng::with_seed(9);
        for size in [4, 6, 8, 10] {
            let rules = Kind::Othello.rules(&Choice { size: Some(size), ..Choice::default() }).unwrap();
            for eval in names(Kind::Othello) {
                for search in ["minimax", "alphabeta"] {
                    let player = |depth| {
                        let name = format!("{search}:depth={depth},eval={eval}");
                        players::parse(&name, Kind::Othello, 1).unwrap()
                    };
                    // Three squares are filled after six plies at most: each may be followed by a pass.
                    let (mut early, mut late) = (player(3), player(6));
                    let mut position = AnyPosition::start(&rules);
                    while position.outcome().is_none() {
                        let mut moves = Vec::new();
                        position.legal_moves(&mut moves);
                        let empty = Point::all(size).filter(|&point| position.stone(point).is_none()).count();
                        if moves.len() > 1 && (empty <= 3 || *eval == "learned" && empty % 10 == 0) {
                            let player = if empty <= 3 { &mut late } else { &mut early };
                            let value = choose(&mut **player, &position).1.value.expect("a value");
                            // A drawn game is 0, which these searches cannot tell from an estimate of 0.
                            if matches!(value.amount, Amount::Units { units: 0.0, .. }) {
                                position.play(moves[random.usize(..moves.len())]).unwrap();
                                continue;
                            }
                            let Amount::Discs(discs) = value.amount else { panic!("{eval}: {value:?}") };
                            assert!(discs.abs() <= (size * size) as f64, "{eval}: {discs}");
                            assert_eq!(value.is_proved(), empty <= 3, "{eval}: {value:?}");
                        }
                        position.play(moves[random.usize(..moves.len())]).unwrap();
                    }
                }
            }
        }
    }
}
