//! The games of a report as data for its boards: the changes of each move, computed by the referee, so that the page
//! needs no rules.

use crate::log::LogEntry;
use heibai_games::{AnyPosition, Changes, Color, Move, Point, Position, Rules};
use serde_json::{Value, json};

/// Everything the page's script reads.
pub fn data(rules: &Rules, entries: &[LogEntry]) -> Value {
    let start = AnyPosition::start(rules);
    let (size, notation) = (start.size(), start.kind().notation());
    let columns: Vec<String> = (0..size).map(|x| notation.column(x).to_string()).collect();
    let rows: Vec<usize> = (0..size).map(|y| notation.row(y, size)).collect();
    let stones: Vec<u8> = Point::all(size).map(|point| start.stone(point).map_or(0, number)).collect();
    let games: Vec<Value> = entries.iter().map(|entry| game(&start, entry)).collect();
    json!({
        "size": size, "squares": matches!(rules, Rules::Othello(_)), "columns": columns, "rows": rows,
        "start": stones, "games": games,
    })
}

fn number(color: Color) -> u8 {
    color.index() as u8 + 1
}

/// A game: each move as its name, its side, the point, the points flipped and the points emptied. A move that cannot be
/// replayed ends it.
fn game(start: &AnyPosition, entry: &LogEntry) -> Value {
    let mut position = start.clone();
    let mut plies = Vec::new();
    for name in &entry.moves {
        let Ok(mv) = position.read_move(name) else { break };
        if position.check(mv).is_err() {
            break;
        }
        let side = number(position.turn());
        let mut changes = Changes::default();
        position.play_unchecked(mv, &mut changes);
        let placed = match mv {
            Move::Place(point) => i32::from(point.0),
            Move::Pass => -1,
        };
        let points = |list: &[(Point, Color)]| list.iter().map(|(point, _)| point.0).collect::<Vec<u16>>();
        plies.push(json!([name, side, placed, points(&changes.flipped), points(&changes.removed)]));
    }
    // Two decimals are enough to read; proved wins are whole numbers and stay whole.
    let scores: Vec<Option<f64>> =
        entry.scores.iter().map(|score| score.map(|score| (score * 100.0).round() / 100.0)).collect();
    let title = format!("{}. {} – {}", entry.game + 1, entry.black, entry.white);
    json!({"title": title, "plies": plies, "scores": scores})
}

/// JSON that is safe inside a script element: no text in it can end the element.
pub(crate) fn embed(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Kind;
    use heibai_games::kind::Choice;

    fn entry(moves: &[&str]) -> LogEntry {
        LogEntry {
            game: 0,
            black: "a</script>".to_owned(),
            white: "b".to_owned(),
            winner: "draw".to_owned(),
            reason: "agreement".to_owned(),
            margin: None,
            moves: moves.iter().map(|name| (*name).to_owned()).collect(),
            opening: 0,
            choices: Vec::new(),
            swapped: false,
            scores: vec![None, Some(1.234_567)],
            nodes: [0; 2],
            ms: [0; 2],
            fault: None,
            adjudicated: None,
        }
    }

    #[test]
    fn what_the_moves_changed_rebuilds_the_board() {
        let rules = Kind::Othello.rules(&Choice::default()).unwrap();
        let data = data(&rules, &[entry(&["f5", "d6", "c3", "zz"])]);
        let plies = data["games"][0]["plies"].as_array().unwrap();
        assert_eq!(plies.len(), 3, "what is no move ends the replay");
        assert_eq!(plies[0], json!(["f5", 1, 37, [36], []]));
        let mut points: Vec<u64> =
            data["start"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let mut position = AnyPosition::start(&rules);
        for ply in plies {
            position.play(position.read_move(ply[0].as_str().unwrap()).unwrap()).unwrap();
            let who = ply[1].as_u64().unwrap();
            points[ply[2].as_u64().unwrap() as usize] = who;
            ply[3].as_array().unwrap().iter().for_each(|p| points[p.as_u64().unwrap() as usize] = who);
        }
        let real: Vec<u64> =
            Point::all(8).map(|point| position.stone(point).map_or(0, |c| u64::from(number(c)))).collect();
        assert_eq!(points, real);
    }

    #[test]
    fn captures_leave_the_board_and_text_cannot_leave_its_element() {
        let rules = Kind::Go.rules(&Choice { size: Some(5), ..Choice::default() }).unwrap();
        let data = data(&rules, &[entry(&["A2", "A1", "B1", "pass"])]);
        assert_eq!(data["games"][0]["plies"][2], json!(["B1", 1, 21, [], [20]]));
        assert_eq!(data["games"][0]["plies"][3], json!(["pass", 2, -1, [], []]));
        assert!(!embed(&data).contains('<'));
        assert_eq!(serde_json::from_str::<Value>(&embed(&data)).unwrap(), data);
    }
}
