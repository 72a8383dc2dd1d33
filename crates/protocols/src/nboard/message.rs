//! The words of the protocol: moves with their evaluation and time, and lines of moves.

use heibai_games::{AnyPosition, Move, Position};

/// A move as NBoard writes it: `F5`, or `PA` for a pass.
pub fn write_move(mv: Move, position: &AnyPosition) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        mv => position.write_move(mv).to_uppercase(),
    }
}

/// `F5`, `F5/2.5`, `F5/2.5/1.2`, `F5//1.2`: the move, what it is worth, the seconds it took. Edax puts blanks between them.
pub fn read_move(text: &str, position: &AnyPosition) -> Result<(Move, Option<f64>), String> {
    let mut parts = text.trim().split(['/', ' ']);
    let name = parts.next().unwrap_or("");
    let mv = position.read_move(name).map_err(|bad| bad.to_string())?;
    Ok((mv, parts.next().and_then(|value| value.trim().parse().ok())))
}

/// Plays moves one after another and writes them: the position decides how a pass is named.
pub(crate) fn write_line(moves: &[Move], position: &AnyPosition) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for &mv in moves {
        text.push_str(&write_move(mv, &position));
        if position.play(mv).is_err() {
            break;
        }
    }
    text
}
