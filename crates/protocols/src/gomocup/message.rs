//! Points, stones and settings as text.

use heibai_games::Point;

/// `7,8`: column and row from the top-left corner.
pub(crate) fn read_point(text: &str, size: usize) -> Option<Point> {
    let (x, y) = text.trim().split_once(',')?;
    Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?, size)
}

pub fn write_point(point: Point, size: usize) -> String {
    format!("{},{}", point.x(size), point.y(size))
}

/// A stone of a `BOARD` list: `7,8,1` is the program's own, `7,8,2` its opponent's.
pub(crate) fn read_stone(text: &str, size: usize) -> Option<(Point, bool)> {
    let (point, who) = text.trim().rsplit_once(',')?;
    let own = match who.trim() {
        "1" => true,
        "2" => false,
        _ => return None,
    };
    Some((read_point(point, size)?, own))
}

/// The settings of `INFO` that we use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Info {
    TimeoutTurn(u64),
    TimeoutMatch(u64),
    TimeLeft(i64),
    Rule(u32),
    /// In bytes; 0 is no limit.
    MaxMemory(u64),
    /// Nodes of a move, which Yixin's board and Rapfi know; 0 is no limit.
    MaxNode(u64),
    Other,
}

/// Reads `INFO key value`. Keys are case-insensitive; unknown ones are ignored.
pub(crate) fn read_info(text: &str) -> Result<Info, String> {
    let (key, value) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let value = value.trim();
    let bad = || format!("INFO {key}: '{value}' is not a number");
    Ok(match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => Info::TimeoutTurn(value.parse().map_err(|_| bad())?),
        "timeout_match" => Info::TimeoutMatch(value.parse().map_err(|_| bad())?),
        "time_left" => Info::TimeLeft(value.parse().map_err(|_| bad())?),
        "rule" => Info::Rule(value.parse().map_err(|_| bad())?),
        "max_memory" => Info::MaxMemory(value.parse().map_err(|_| bad())?),
        "max_node" => Info::MaxNode(value.parse().map_err(|_| bad())?),
        _ => Info::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_protocol() {
        assert_eq!(read_point(" 7 , 8 ", 15), Point::new(7, 8, 15));
        assert_eq!(read_point("15,0", 15), None);
        assert_eq!(read_stone("0,1,2", 15), Some((Point(15), false)));
        assert_eq!(read_stone("0,1,3", 15), None);
        assert_eq!(read_info("RULE 4"), Ok(Info::Rule(4)));
        assert_eq!(read_info("max_node 5000"), Ok(Info::MaxNode(5000)));
        assert_eq!(read_info("evaluate 3,4"), Ok(Info::Other));
        assert!(read_info("timeout_turn soon").is_err());
    }
}
