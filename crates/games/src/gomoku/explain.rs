//! Why a point is forbidden to Black, or why not: which lines, which stones, which threes count.
//!
//! The facts are a plain structure; the sentences below it say them in English or Chinese.

use super::board::{Board, Direction};
use super::forbidden::{HERE, Stones, Verdict, verdict};
use super::patterns;
use super::rules::{Forbidden, Variant};
use crate::board::{Notation, Point};

/// How deep the reasons of reasons are told; deeper down only the verdict is.
const DEPTH: u32 = 4;

/// What a Black stone on a point would make, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    pub point: Point,
    pub verdict: Verdict,
    /// Every shape that matters, by direction; two fours in one direction are two entries.
    pub lines: Vec<Line>,
}

/// One shape with the stone on the point in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub direction: Direction,
    /// The stones of the shape along the line, the new one among them.
    pub stones: Vec<Point>,
    pub shape: Shape,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    Five,
    Overline,
    /// The points that make it five: two for a straight four.
    Four {
        fives: Vec<Point>,
    },
    /// The points that would make it a straight four, each with what a stone there would be once the
    /// three is on the board. The three counts if one of them is allowed and makes no five.
    Three {
        fours: Vec<Explanation>,
    },
    /// A three by its outline, which always counts (`renju-patterns`).
    Outline,
}

impl Line {
    /// Whether this is a three that counts.
    pub fn is_three(&self) -> bool {
        match &self.shape {
            Shape::Three { fours } => fours.iter().any(|four| four.verdict == Verdict::Legal),
            Shape::Outline => true,
            Shape::Five | Shape::Overline | Shape::Four { .. } => false,
        }
    }

    pub fn is_four(&self) -> bool {
        matches!(self.shape, Shape::Four { .. })
    }
}

/// Explains a Black stone on the empty `point`; rule sets without forbidden moves are told as Renju would.
pub fn explain(board: &Board, point: Point, variant: Variant) -> Explanation {
    let (x, y) = board.xy(point);
    let mut explanation = explain_stone(&mut Stones::new(board), x, y, DEPTH);
    if variant == Variant::RenjuPatterns {
        explanation.verdict = verdict(board, point, variant);
        explanation.lines.retain(|line| !matches!(line.shape, Shape::Three { .. }));
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            if let Some(steps) = patterns::three(board, point, d) {
                let (dx, dy) = direction.step();
                let at = |k: i32| (y as i32 + k * dy) * board.size() as i32 + x as i32 + k * dx;
                let stones = steps.map(|k| Point(at(k) as u16)).to_vec();
                explanation.lines.push(Line { direction, stones, shape: Shape::Outline });
            }
        }
        explanation.lines.sort_by_key(|line| line.direction);
    }
    explanation
}

fn explain_stone(stones: &mut Stones, x: usize, y: usize, depth: u32) -> Explanation {
    let made = stones.look(x, y);
    let verdict = stones.verdict(x, y);
    let mut lines = Vec::new();
    if depth > 0 {
        stones.toggle(x, y);
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            let here = (HERE & 0xffff) << (16 * d);
            let mut add = |stones, shape| lines.push(Line { direction, stones, shape });
            if made.five & here != 0 {
                add(stones.row(x, y, d), Shape::Five);
            } else if made.overline & here != 0 {
                add(stones.row(x, y, d), Shape::Overline);
            } else if made.straight & here != 0 {
                let ends = [-1, 1].map(|sign| stones.nearest_empty(x, y, d, sign));
                let fives = ends.map(|(x, y)| stones.point(x, y)).to_vec();
                add(stones.row(x, y, d), Shape::Four { fives });
            } else {
                for (set, sign) in [(made.four_back, -1), (made.four_ahead, 1)] {
                    if set & here != 0 {
                        let (row, five) = stones.row_with(x, y, d, sign);
                        add(row, Shape::Four { fives: vec![five] });
                    }
                }
                let sides = [(made.three_back, -1), (made.three_ahead, 1)];
                let (mut three, mut fours) = (Vec::new(), Vec::new());
                for (_, sign) in sides.into_iter().filter(|(set, _)| set & here != 0) {
                    three = stones.row_with(x, y, d, sign).0;
                    let (x, y) = stones.nearest_empty(x, y, d, sign);
                    fours.push(explain_stone(stones, x, y, depth - 1));
                }
                if !fours.is_empty() {
                    add(three, Shape::Three { fours });
                }
            }
        }
        stones.toggle(x, y);
    }
    Explanation { point: stones.point(x, y), verdict, lines }
}

impl Stones {
    fn point(&self, x: usize, y: usize) -> Point {
        Point((y * self.size() + x) as u16)
    }

    /// The unbroken row of Black stones through a Black stone.
    fn row(&self, x: usize, y: usize, d: usize) -> Vec<Point> {
        let (dx, dy) = Direction::ALL[d].step();
        let at = |k: i32| Point(((y as i32 + k * dy) * self.size() as i32 + x as i32 + k * dx) as u16);
        let (back, ahead) = (self.run(x, y, d, -1), self.run(x, y, d, 1));
        (1 - back..ahead).map(at).collect()
    }

    /// The row that fills the nearest gap on one side, without the stone in the gap; and the gap.
    fn row_with(&mut self, x: usize, y: usize, d: usize, sign: i32) -> (Vec<Point>, Point) {
        let (gap_x, gap_y) = self.nearest_empty(x, y, d, sign);
        self.toggle(gap_x, gap_y);
        let mut row = self.row(x, y, d);
        self.toggle(gap_x, gap_y);
        let gap = self.point(gap_x, gap_y);
        row.retain(|&stone| stone != gap);
        (row, gap)
    }
}

/// The language of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    English,
    Chinese,
}

impl Explanation {
    /// The explanation as lines for a person; reasons of reasons are indented.
    pub fn sentences(&self, size: usize, language: Language) -> Vec<String> {
        let mut teller = Teller { size, language, told: Vec::new() };
        teller.tell(self, 0);
        teller.told
    }
}

/// Writes sentences one after the other.
struct Teller {
    size: usize,
    language: Language,
    told: Vec<String>,
}

impl Teller {
    fn pick<'w>(&self, english: &'w str, chinese: &'w str) -> &'w str {
        match self.language {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    fn name(&self, point: Point) -> String {
        Notation::Gomoku.write(point, self.size)
    }

    fn names(&self, points: &[Point]) -> String {
        points.iter().map(|&point| self.name(point)).collect::<Vec<_>>().join(" ")
    }

    fn kind(&self, kind: Forbidden) -> &'static str {
        match (kind, self.language) {
            (Forbidden::DoubleThree, Language::English) => "double three",
            (Forbidden::DoubleFour, Language::English) => "double four",
            (Forbidden::Overline, Language::English) => "overline",
            (Forbidden::DoubleThree, Language::Chinese) => "三三禁手",
            (Forbidden::DoubleFour, Language::Chinese) => "四四禁手",
            (Forbidden::Overline, Language::Chinese) => "长连禁手",
        }
    }

    fn direction(&self, direction: Direction) -> &'static str {
        match direction {
            Direction::Row => self.pick("row", "横线"),
            Direction::Column => self.pick("column", "竖线"),
            Direction::Falling => self.pick("falling diagonal", "斜线（左上至右下）"),
            Direction::Rising => self.pick("rising diagonal", "斜线（左下至右上）"),
        }
    }

    fn say(&mut self, depth: usize, sentence: String) {
        self.told.push("  ".repeat(depth) + &sentence);
    }

    fn tell(&mut self, explanation: &Explanation, depth: usize) {
        let at = self.name(explanation.point);
        let threes = explanation.lines.iter().filter(|line| line.is_three()).count();
        let fours = explanation.lines.iter().filter(|line| line.is_four()).count();
        let sentence = match (explanation.verdict, self.language) {
            (Verdict::Five, Language::English) => {
                format!("{at} makes exactly five and wins, whatever else it makes.")
            }
            (Verdict::Five, Language::Chinese) => format!("{at} 恰成五连，黑胜；五连优先于禁手。"),
            (Verdict::Forbidden(kind), Language::English) => {
                format!("{at} is forbidden to Black: {}.", self.kind(kind))
            }
            (Verdict::Forbidden(kind), Language::Chinese) => {
                format!("{at} 是黑棋禁手点：{}。", self.kind(kind))
            }
            (Verdict::Legal, Language::English) => {
                format!("{at} is allowed: no overline, fours: {fours}, threes that count: {threes}.")
            }
            (Verdict::Legal, Language::Chinese) => {
                format!("{at} 可以落子：无长连，四 {fours} 个，有效活三 {threes} 个。")
            }
        };
        self.say(depth, sentence);
        for line in &explanation.lines {
            self.tell_line(line, depth + 1);
        }
    }

    fn tell_line(&mut self, line: &Line, depth: usize) {
        let (direction, stones) = (self.direction(line.direction), self.names(&line.stones));
        let count = line.stones.len();
        let what = match (&line.shape, self.language) {
            (Shape::Five, Language::English) => "five in a row".to_owned(),
            (Shape::Five, Language::Chinese) => "五连".to_owned(),
            (Shape::Overline, Language::English) => format!("{count} in a row, an overline"),
            (Shape::Overline, Language::Chinese) => format!("{count} 子相连，长连"),
            (Shape::Four { fives }, Language::English) if fives.len() == 2 => {
                format!("a straight four; {} each make five", self.names(fives))
            }
            (Shape::Four { fives }, Language::English) => {
                format!("a four; {} makes five", self.names(fives))
            }
            (Shape::Four { fives }, Language::Chinese) if fives.len() == 2 => {
                format!("活四，{} 均可成五", self.names(fives))
            }
            (Shape::Four { fives }, Language::Chinese) => format!("四，{} 可成五", self.names(fives)),
            (Shape::Outline, Language::English) => "a three by its outline".to_owned(),
            (Shape::Outline, Language::Chinese) => "活三（按棋型）".to_owned(),
            (Shape::Three { fours }, _) => return self.tell_three(line, fours, depth),
        };
        let mark = self.pick(": ", "：");
        self.say(depth, format!("{direction} {stones}{mark}{what}{}", self.pick(".", "。")));
    }

    /// A three, and for each point that would make it a straight four whether Black may play there.
    fn tell_three(&mut self, line: &Line, fours: &[Explanation], depth: usize) {
        let (direction, stones) = (self.direction(line.direction), self.names(&line.stones));
        let sentence = match (line.is_three(), self.language) {
            (true, Language::English) => format!("{direction} {stones}: a three that counts."),
            (true, Language::Chinese) => format!("{direction} {stones}：有效活三。"),
            (false, Language::English) => {
                format!("{direction} {stones}: looks like a three, but does not count.")
            }
            (false, Language::Chinese) => format!("{direction} {stones}：形似活三，但不算。"),
        };
        self.say(depth, sentence);
        for four in fours {
            let at = self.name(four.point);
            let sentence = match (four.verdict, self.language) {
                (Verdict::Legal, Language::English) => {
                    format!("{at} would make it a straight four, and Black may play there.")
                }
                (Verdict::Legal, Language::Chinese) => format!("下 {at} 即成活四，且黑棋可以下。"),
                (Verdict::Five, Language::English) => {
                    format!("{at} would make the straight four, but a five at the same time.")
                }
                (Verdict::Five, Language::Chinese) => format!("下 {at} 成活四的同时成五，不算活三。"),
                (Verdict::Forbidden(_), Language::English) => {
                    format!("{at} would make the straight four, but with this three on the board:")
                }
                (Verdict::Forbidden(_), Language::Chinese) => {
                    format!("下 {at} 可成活四，但在此三之后：")
                }
            };
            self.say(depth + 1, sentence);
            if matches!(four.verdict, Verdict::Forbidden(_)) {
                self.tell(four, depth + 2);
            }
        }
    }
}
