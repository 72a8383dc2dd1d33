//! Results in SGF: `B+1.5`, `W+R`, `Draw`; and in Chinese records: `黑胜`.

use crate::record::Ending;
use heibai_games::{Color, HalfPoints, Reason};

/// Reads a result; `None` if it is unknown (empty, `?`).
///
/// ```
/// use heibai_games::Color;
/// use heibai_records::sgf::{read_result, write_result};
/// let ending = read_result("B+1.5").unwrap();
/// assert_eq!(ending.winner, Some(Color::Black));
/// assert_eq!(write_result(&ending), "B+1.5");
/// ```
pub fn read_result(text: &str) -> Option<Ending> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    if ["0", "draw", "jigo"].contains(&lower.as_str()) || text.starts_with('和') || text.starts_with("平局")
    {
        return Some(Ending::new(None, None));
    }
    if ["void", "no result"].contains(&lower.as_str()) || text.starts_with("无胜负") {
        return Some(Ending::new(None, Some(Reason::CutOff)));
    }
    if let Some(ending) = chinese(text) {
        return Some(ending);
    }
    let (side, how) = lower.split_once('+')?;
    let winner = match side.trim() {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    let mut ending = Ending::new(Some(winner), None);
    match how.trim() {
        "r" | "resign" | "resignation" => ending.reason = Some(Reason::Resignation),
        "t" | "time" | "timeout" => ending.reason = Some(Reason::Timeout),
        "f" | "forfeit" => ending.reason = Some(Reason::Forfeit),
        number => {
            let number = number.parse::<f64>().ok().filter(|n| n.is_finite() && (0.0..1e6).contains(n));
            ending.margin = number.and_then(quarters);
        }
    }
    Some(ending)
}

fn chinese(text: &str) -> Option<Ending> {
    let winner = match text.chars().next()? {
        '黑' => Color::Black,
        '白' => Color::White,
        _ => return None,
    };
    let winner = match (text.contains('胜'), text.contains('负')) {
        (true, false) => winner,
        (false, true) => !winner,
        _ => return None,
    };
    let reason = if text.contains("中盘") || text.contains("认输") {
        Some(Reason::Resignation)
    } else if text.contains("超时") {
        Some(Reason::Timeout)
    } else {
        None
    };
    Some(Ending::new(Some(winner), reason))
}

/// A number of points; one with quarters counts stones (子), each of which is two points.
pub(super) fn quarters(number: f64) -> Option<HalfPoints> {
    let near = |halves: f64| (halves - halves.round()).abs() < 1e-3 && halves.abs() <= 2000.0;
    if near(number * 2.0) {
        return Some(HalfPoints((number * 2.0).round() as i32));
    }
    near(number * 4.0).then(|| HalfPoints((number * 4.0).round() as i32))
}

/// A result in SGF's notation.
pub fn write_result(ending: &Ending) -> String {
    let side = match ending.winner {
        None if matches!(ending.reason, Some(Reason::Cycle | Reason::CutOff)) => return "Void".to_owned(),
        None => return "Draw".to_owned(),
        Some(Color::Black) => "B",
        Some(Color::White) => "W",
    };
    let how = match (ending.reason, ending.margin) {
        (Some(Reason::Resignation), _) => "R".to_owned(),
        (Some(Reason::Timeout), _) => "T".to_owned(),
        (Some(Reason::Forfeit | Reason::IllegalMove), _) => "F".to_owned(),
        (_, Some(margin)) => margin.to_string(),
        _ => String::new(),
    };
    format!("{side}+{how}")
}
