//! Why a point is forbidden to Black, or why not, as sentences.

use crate::{Language, Say, Text};
use heibai_games::gomoku::Direction;
use heibai_games::gomoku::Forbidden;
use heibai_games::gomoku::explain::{Explanation, LineFacts, ShapeFacts};
use heibai_games::gomoku::forbidden::Verdict;
use heibai_games::{Notation, Point};

catalogue! {
    // A direction.
    row(): "row", "横线";
    column(): "column", "竖线";
    falling(): "falling diagonal", "斜线（左上至右下）";
    rising(): "rising diagonal", "斜线（左下至右上）";

    makes_five(at: &str): "{at} makes exactly five and wins, whatever else it makes.", "{at} 恰成五连，黑胜；五连优先于禁手。";
    is_forbidden(at: &str, kind: Forbidden): "{at} is forbidden to Black: {kind}.", "{at} 是黑棋禁手点：{kind}。";
    /// The verdict, and what was counted.
    is_allowed(at: &str, fours: usize, threes: usize):
        "{at} is allowed: no overline, fours: {fours}, open threes: {threes}.",
        "{at} 可以落子：无长连，四 {fours} 个，活三 {threes} 个。";
    /// The point is allowed in a game without forbidden moves.
    allowed(): "The point is allowed.", "该点可以落子。";

    line(direction: Text, stones: &str, what: Text): "{direction} {stones}: {what}.", "{direction} {stones}：{what}。";
    // A shape.
    five(): "five in a row", "五连";
    too_long(count: usize): "{count} in a row, an overline", "{count} 子相连，长连";
    straight_four(fives: &str): "an open four; {fives} each make five", "活四，{fives} 均可成五";
    four(fives: &str): "a four; {fives} makes five", "四，{fives} 可成五";
    outline(): "an open three by its outline", "活三（按棋型）";
    three(): "an open three", "活三";
    no_three(): "looks like an open three, but does not count", "形似活三，但不算";

    four_allowed(at: &str):
        "{at} would make it an open four, and Black may play there.",
        "下 {at} 即成活四，且黑棋可以下。";
    /// Why a three does not count.
    four_is_five(at: &str):
        "{at} would make the open four, but a five at the same time.",
        "下 {at} 成活四的同时成五，不算活三。";
    /// Why a three does not count; the reason follows.
    four_forbidden(at: &str):
        "{at} would make the open four, but with this three on the board:",
        "下 {at} 可成活四，但在此三之后：";
}

impl Say for Direction {
    fn text(&self) -> Text {
        match self {
            Direction::Row => row(),
            Direction::Column => column(),
            Direction::Falling => falling(),
            Direction::Rising => rising(),
        }
    }
}

/// An explanation as lines for a person; reasons of reasons are indented. `size` is that of the board.
pub fn sentences(explanation: &Explanation, size: usize, language: Language) -> Vec<String> {
    let mut teller = Teller { size, told: Vec::new() };
    teller.tell(explanation, 0);
    teller.told.into_iter().map(|(depth, text)| "  ".repeat(depth) + text.get(language)).collect()
}

/// Writes sentences one after the other, each with its depth.
struct Teller {
    size: usize,
    told: Vec<(usize, Text)>,
}

impl Teller {
    /// In capitals, as the boards and the rules documents write points.
    fn name(&self, point: Point) -> String {
        Notation::Gomoku.write(point, self.size).to_uppercase()
    }

    fn names(&self, points: &[Point]) -> String {
        points.iter().map(|&point| self.name(point)).collect::<Vec<_>>().join(" ")
    }

    fn tell(&mut self, explanation: &Explanation, depth: usize) {
        let at = self.name(explanation.point);
        let threes = explanation.lines.iter().filter(|line| line.is_three()).count();
        let fours = explanation.lines.iter().filter(|line| line.is_four()).count();
        self.told.push((
            depth,
            match explanation.verdict {
                Verdict::Five => makes_five(&at),
                Verdict::Forbidden(kind) => is_forbidden(&at, kind),
                Verdict::Legal => is_allowed(&at, fours, threes),
            },
        ));
        for line in &explanation.lines {
            self.tell_line(line, depth + 1);
        }
    }

    fn tell_line(&mut self, shape: &LineFacts, depth: usize) {
        let what = match &shape.shape {
            ShapeFacts::Five => five(),
            ShapeFacts::Overline => too_long(shape.stones.len()),
            ShapeFacts::Four { fives } if fives.len() == 2 => straight_four(&self.names(fives)),
            ShapeFacts::Four { fives } => four(&self.names(fives)),
            ShapeFacts::Outline => outline(),
            ShapeFacts::Three { .. } if shape.is_three() => three(),
            ShapeFacts::Three { .. } => no_three(),
        };
        self.told.push((depth, line(shape.direction.text(), &self.names(&shape.stones), what).capital()));
        if let ShapeFacts::Three { fours } = &shape.shape {
            self.tell_fours(fours, depth + 1);
        }
    }

    /// For each point that would make a three a straight four, whether Black may play there.
    fn tell_fours(&mut self, fours: &[Explanation], depth: usize) {
        for four in fours {
            let at = self.name(four.point);
            let sentence = match four.verdict {
                Verdict::Legal => four_allowed(&at),
                Verdict::Five => four_is_five(&at),
                Verdict::Forbidden(_) => four_forbidden(&at),
            };
            self.told.push((depth, sentence));
            if matches!(four.verdict, Verdict::Forbidden(_)) {
                self.tell(four, depth + 1);
            }
        }
    }
}
