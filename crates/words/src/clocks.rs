//! Time controls and durations as people say them: `5 分 + 3 秒`.

use crate::{Say, Text};
use heibai_games::TimeControl;
use std::time::Duration;

catalogue! {
    hours(n: u64): "{n} h", "{n} 小时";
    minutes(n: u64): "{n} min", "{n} 分";
    seconds(n: f64): "{n} s", "{n} 秒";
    /// Main time and what each move adds.
    fischer(main: Text, increment: Text): "{main} + {increment}", "{main} + {increment}";
    /// Main time, then periods of byo-yomi.
    byo_yomi(main: Text, periods: u32, period: Text):
        "{main} + {periods} x {period}",
        "{main} + {periods} 次 {period}读秒";
    per_move(time: Text): "{time} a move", "每手 {time}";
    none(): "no clock", "不计时";
}

/// A duration in its largest whole unit.
///
/// ```
/// use heibai_words::{Language, clocks};
/// use std::time::Duration;
/// let text = clocks::duration(Duration::from_secs(300));
/// assert!(text.get(Language::Chinese).starts_with('5'));
/// ```
pub fn duration(time: Duration) -> Text {
    let ms = time.as_millis() as u64;
    match ms {
        _ if ms > 0 && ms.is_multiple_of(3_600_000) => hours(ms / 3_600_000),
        _ if ms > 0 && ms.is_multiple_of(60_000) => minutes(ms / 60_000),
        _ => seconds(ms as f64 / 1000.0),
    }
}

impl Say for TimeControl {
    fn text(&self) -> Text {
        match *self {
            TimeControl::SuddenDeath { main } => duration(main),
            TimeControl::Fischer { main, increment } => fischer(duration(main), duration(increment)),
            TimeControl::ByoYomi { main, periods, period } => {
                byo_yomi(duration(main), periods, duration(period))
            }
            TimeControl::PerMove { time } => per_move(duration(time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn controls_are_said_in_minutes_and_seconds() {
        let said = |text: &str| text.parse::<TimeControl>().unwrap().say(Language::Chinese);
        assert_eq!(said("5m+3s"), "5 分 + 3 秒");
        assert_eq!(said("10m+3x30s"), "10 分 + 3 次 30 秒读秒");
        assert_eq!(said("1500ms/move"), "每手 1.5 秒");
        assert_eq!(said("2h"), "2 小时");
    }
}
