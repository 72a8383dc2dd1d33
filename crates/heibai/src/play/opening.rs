//! Swap and swap2 at the table: whose hand acts, what a person is told, how a program decides.

use super::table::Decision;
use crate::words::Lang;
use heibai_games::gomoku::OpeningRule;
use heibai_games::gomoku::opening::{Choice, Opening, Seat, Task};
use heibai_games::player::{Candidate, Fault, Wanted};
use heibai_games::value::Amount;
use heibai_games::{Act, Answer, AnyPosition, Color, Player, Position, Request};

/// The opening that these rules ask for.
pub fn of(position: &AnyPosition) -> Opening {
    Opening::new(match position {
        AnyPosition::Gomoku(board) => board.rules().opening(),
        _ => OpeningRule::Free,
    })
}

/// The chair of a player before the colours are settled: the first sits where Black was asked for.
pub fn chair(who: Seat) -> Color {
    match who {
        Seat::First => Color::Black,
        Seat::Second => Color::White,
    }
}

/// What is to be done next, as a sentence; nothing once the colours are settled.
pub fn task(opening: &Opening, lang: Lang) -> Option<String> {
    Some(match (opening.task(), lang) {
        (Task::Settled { .. }, _) => return None,
        (Task::Place { color, left, .. }, Lang::En) => {
            format!("Opening: {left} to place, now a stone for {}.", lang.color(color))
        }
        (Task::Place { color, left, .. }, Lang::Zh) => {
            format!("开局：还要放 {left} 子，现在放{}的子。", lang.color(color))
        }
        (Task::Choose { two_more: true, .. }, _) => lang
            .pick(
                "Choose: black, white, or more to place two stones.",
                "请选择：black 执黑，white 执白，more 再放两子。",
            )
            .to_owned(),
        (Task::Choose { two_more: false, .. }, _) => {
            lang.pick("Choose: black or white.", "请选择：black 执黑，white 执白。").to_owned()
        }
    })
}

/// Values this close to even are called even.
const EVEN: f64 = 60.0;

/// A program's step of the opening. It aims at an even game when the other side will choose, and takes the
/// better colour when it may choose itself.
pub fn decide(player: &mut dyn Player, task: Task, request: &Request<'_>) -> Result<Decision, Fault> {
    let closely = match task {
        Task::Place { left: 1, .. } => Wanted { moves: 12, ..Wanted::default() },
        Task::Choose { .. } => Wanted::default(),
        Task::Place { .. } | Task::Settled { .. } => return player.choose(request).map(Decision::Play),
    };
    let thoughts = player.analyze(request, closely, &mut |_| {})?;
    if let Task::Choose { two_more, .. } = task {
        let value = thoughts.candidates.first().map_or(0.0, value);
        return Ok(Decision::Choose(match request.position.turn() {
            _ if two_more && value.abs() < EVEN => Choice::TwoMore,
            Color::Black if value >= 0.0 => Choice::Black,
            Color::White if value <= 0.0 => Choice::Black,
            _ => Choice::White,
        }));
    }
    let evenest = thoughts.candidates.iter().min_by(|a, b| value(a).abs().total_cmp(&value(b).abs()));
    Ok(match evenest {
        Some(candidate) => Decision::Play(Answer::of(Act::Play(candidate.mv))),
        None => Decision::Play(player.choose(request)?),
    })
}

/// What a move is worth to its side; a player without scores tells its chances.
fn value(candidate: &Candidate) -> f64 {
    match candidate.value.map(|value| value.amount) {
        Some(Amount::WinRate(rate)) => (rate - 0.5) * 1000.0,
        _ => candidate.value.map_or(0.0, |value| value.lead()),
    }
}
