//! A board as text, with the coordinates that players of the game use.

use heibai_games::{Color, Move, Notation, Point, Position};

/// What to mark besides the stones.
#[derive(Default)]
pub struct Marks {
    pub last: Option<Point>,
    /// Points to show as playable.
    pub legal: Vec<Move>,
    /// Points to show as forbidden.
    pub forbidden: Vec<Point>,
    /// Points to highlight: a winning line, dead stones.
    pub special: Vec<Point>,
}

/// One point as one character.
pub fn symbol<P: Position>(position: &P, point: Point, marks: &Marks) -> char {
    match position.stone(point) {
        Some(Color::Black) => '●',
        Some(Color::White) => '○',
        None if marks.forbidden.contains(&point) => '×',
        None if marks.legal.contains(&Move::Place(point)) => '*',
        None if is_star(position, point) => '+',
        None => '·',
    }
}

/// Whether a point is a star point.
fn is_star<P: Position>(position: &P, point: Point) -> bool {
    let size = position.size();
    let (x, y) = (point.x(size), point.y(size));
    let edge = if size >= 13 { 3 } else { 2 };
    let on = |v: usize| v == edge || v + edge + 1 == size || (size % 2 == 1 && v == size / 2);
    position.notation() != Notation::Othello && size >= 7 && on(x) && on(y)
}

/// The whole board; special points are followed by `!`, the last move by `)`.
pub fn draw<P: Position>(position: &P, marks: &Marks) -> String {
    let (size, notation) = (position.size(), position.notation());
    let header: String = (0..size).map(|x| format!("{} ", notation.column(x).to_ascii_uppercase())).collect();
    let header = format!("   {}", header.trim_end());
    let mut text = format!("{header}\n");
    for y in 0..size {
        let mut row = format!("{:>2} ", notation.row(y, size));
        for x in 0..size {
            let point = Point((y * size + x) as u16);
            row.push(symbol(position, point, marks));
            row.push(match point {
                _ if marks.special.contains(&point) => '!',
                _ if marks.last == Some(point) => ')',
                _ => ' ',
            });
        }
        text.push_str(row.trim_end());
        text.push_str(&format!(" {}\n", notation.row(y, size)));
    }
    text.push_str(&header);
    text.push('\n');
    text
}
