//! The evaluation functions of the textbooks, by name: they drive the generic searches.

use crate::registry;
use crate::search::{self, Evaluation, alphabeta};
use heibai_games::player::{Thought, Weighed};
use heibai_games::value::{Amount, Bound, Value};
use heibai_games::{AnyPosition, Kind, Move, Position};

/// An evaluation for positions of any game.
pub type AnyEvaluation = dyn Evaluation<AnyPosition>;

/// The names of a game's evaluations, the default first.
pub fn names(kind: Kind) -> &'static [&'static str] {
    registry::of(kind).evaluations
}

/// The evaluation called `name`, or the game's default.
pub fn evaluation(kind: Kind, name: Option<&str>) -> Option<Box<AnyEvaluation>> {
    let name = name.unwrap_or(names(kind)[0]);
    let name = *names(kind).iter().find(|&&known| known == name)?;
    Some((registry::of(kind).evaluation)(name))
}

/// What a number of the generic searches stands for. A search that leaves moves out proves nothing.
pub fn value_of(kind: Kind, number: i32) -> Value {
    let game = registry::of(kind);
    match search::end_of(number) {
        Some(end) => (game.value_of_end)(end),
        None => {
            let step = game.units_per_step;
            let win_rate = step.map(|step| 1.0 / (1.0 + (-f64::from(number) / step).exp()));
            Value::estimated(Amount::Units { units: f64::from(number), win_rate })
        }
    }
}

/// What a generic alpha-beta search found.
pub fn thought_of(kind: Kind, found: alphabeta::Found) -> Thought {
    Thought {
        value: Some(value_of(kind, found.value)),
        depth: Some(found.depth),
        line: found.line,
        weighed: weighed(kind, found.weighed),
        ..Thought::default()
    }
}

/// The first moves of a generic search, each with its number and whether that is an upper bound.
pub fn weighed(kind: Kind, moves: impl IntoIterator<Item = (Move, i32, bool)>) -> Vec<Weighed> {
    let weigh = |(mv, number, at_most)| {
        let value = value_of(kind, number);
        Weighed { mv, value: if at_most { value.bounded(Bound::AtMost) } else { value }, nodes: 0 }
    };
    moves.into_iter().map(weigh).collect()
}

/// Moves that an analysis looks at where they are many.
const LOOKED_AT: usize = 40;

/// Every legal move where they are few; elsewhere those that make sense, the likely ones first.
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
pub fn small_gomoku() -> heibai_games::Rules {
    let choice = heibai_games::kind::Choice {
        size: Some(6),
        rules: Some("freestyle".to_owned()),
        ..Default::default()
    };
    Kind::Gomoku.rules(&choice).expect("freestyle has a 6x6 board")
}
