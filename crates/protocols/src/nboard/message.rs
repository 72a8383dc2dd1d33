//! Moves with their evaluation and time, clocks and variations as text.

use heibai_games::player::Remaining;
use heibai_games::{AnyPosition, Move, Position};
use std::time::Duration;

/// A move as NBoard writes it: `F5`, or `PA` for a pass.
pub fn write_move(mv: Move, position: &AnyPosition) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        mv => position.write_move(mv).to_uppercase(),
    }
}

/// A move with its evaluation and time.
pub struct MoveInfo {
    pub mv: Move,
    /// Discs, for the side that moves.
    pub value: Option<f64>,
    /// The time it took.
    pub spent: Option<Duration>,
}

/// `F5`, `F5/2.5`, `F5/2.5/1.2`, `F5//1.2`: move, value, seconds. Edax separates them by spaces.
pub fn read_move(text: &str, position: &AnyPosition) -> Result<MoveInfo, String> {
    let mut parts = text.trim().split(['/', ' ']);
    let name = parts.next().unwrap_or("");
    let mv = position.read_move(name).map_err(|bad| bad.to_string())?;
    let mut number = || parts.next().and_then(|value| value.trim().parse::<f64>().ok());
    let (value, seconds) = (number(), number());
    Ok(MoveInfo { mv, value, spent: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) })
}

/// The clock of a game record: `15:00`, `05:00/00:10/02:00` for main time, increment and grace period. `None` if there
/// is no time in it.
pub fn read_clock(text: &str) -> Option<Remaining> {
    let mut parts = text.split('/').map(read_time);
    let (main, increment) = (parts.next()??, parts.next().flatten().unwrap_or_default());
    Some(Remaining { main, increment, byo_yomi: None })
}

/// `90`, `1:30`, `01:01:30`.
fn read_time(text: &str) -> Option<Duration> {
    let mut seconds = 0u64;
    for part in text.trim().split(':') {
        // A limit of a week avoids overflow.
        let part = part.trim().parse::<u64>().ok().filter(|&part| part <= 604_800)?;
        seconds = seconds.checked_mul(60)?.checked_add(part)?;
    }
    Some(Duration::from_secs(seconds.min(604_800)))
}

/// The clock of a game record.
pub fn write_clock(clock: &Remaining) -> String {
    let time = |time: Duration| format!("{:02}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    match clock.increment.as_secs() {
        0 => time(clock.main),
        _ => format!("{}/{}", time(clock.main), time(clock.increment)),
    }
}

/// A variation from a position.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for (text, main, increment) in [
            ("15:00", 900, 0),
            ("05:00/00:10", 300, 10),
            ("05:00//02:00", 300, 0),
            ("5:00/0:10/2:00", 300, 10),
            ("01:00:00", 3600, 0),
            ("90", 90, 0),
        ] {
            let clock = read_clock(text).expect("a clock");
            assert_eq!((clock.main.as_secs(), clock.increment.as_secs()), (main, increment), "{text}");
            assert_eq!(read_clock(&write_clock(&clock)), Some(clock), "{text}");
        }
        for text in ["", "?", "-5:00", "1e9", "five", "99999999999999999999:00"] {
            assert_eq!(read_clock(text), None, "{text}");
        }
    }
}
