//! The JSON of a forbidden-move check: `isForbidden`, `type`, and the lines that decide.

use heibai_games::gomoku::explain::{Explanation, LineFacts, ShapeFacts};
use heibai_words::Say;
use serde_json::{Value, json};

/// The check as JSON. `directions` lists the lines that count, each with its direction (`dx`, `dy`; `y` grows downwards)
/// and its stones.
pub fn check(explanation: &Explanation, size: usize) -> Value {
    let listed = |counts: fn(&LineFacts) -> bool| -> Vec<Value> {
        explanation.lines.iter().filter(|&l| counts(l)).map(|l| line(l, size)).collect()
    };
    let threes = listed(LineFacts::is_three);
    let fours = listed(LineFacts::is_four);
    let long = listed(|l| l.shape == ShapeFacts::Overline);
    let kind = explanation.verdict.forbidden();
    json!({
        "isForbidden": kind.is_some(),
        // The format has the kinds in Chinese.
        "type": kind.map(|kind| kind.text().zh),
        "details": {
            "openThrees": { "total": threes.len(), "directions": threes },
            "openFours": { "total": fours.len(), "directions": fours },
            "longLine": { "hasLongLine": !long.is_empty(), "directions": long },
        },
    })
}

fn line(line: &LineFacts, size: usize) -> Value {
    let (dx, dy) = line.direction.step();
    let stones: Vec<Value> =
        line.stones.iter().map(|point| json!({ "x": point.x(size), "y": point.y(size) })).collect();
    json!({ "dx": dx, "dy": dy, "stones": stones })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::gomoku::{Board, Variant, explain::explain};
    use heibai_games::{Color, Notation};

    fn check_at(black: &str, point: &str) -> Value {
        let read = |name| Notation::Gomoku.read(name, 15).unwrap();
        let mut board = Board::new(15);
        black.split_whitespace().for_each(|name| board.put(read(name), Color::Black));
        check(&explain(&board, read(point), Variant::Renju), 15)
    }

    #[test]
    fn a_double_three_as_the_document_writes_it() {
        let value = check_at("h10 h9 i8 j8", "h8");
        assert_eq!((&value["isForbidden"], &value["type"]), (&json!(true), &json!("三三禁手")));
        let details = &value["details"];
        assert_eq!(details["openThrees"]["total"], 2);
        assert_eq!(
            details["openThrees"]["directions"][0],
            json!({ "dx": 1, "dy": 0, "stones": [{ "x": 7, "y": 7 }, { "x": 8, "y": 7 }, { "x": 9, "y": 7 }] })
        );
        assert_eq!(details["openFours"]["total"], 0);
        assert_eq!(details["longLine"]["hasLongLine"], false);
    }

    #[test]
    fn the_other_answers() {
        let six = check_at("d8 e8 f8 g8 i8", "h8");
        assert_eq!(
            (&six["type"], &six["details"]["longLine"]["hasLongLine"]),
            (&json!("长连禁手"), &json!(true))
        );
        let fours = check_at("e8 g8 i8 k8", "h8");
        assert_eq!(
            (&fours["type"], &fours["details"]["openFours"]["total"]),
            (&json!("四四禁手"), &json!(2))
        );
        let allowed = check_at("e8 f8 g8", "h8");
        assert_eq!((&allowed["isForbidden"], &allowed["type"]), (&json!(false), &Value::Null));
    }
}
