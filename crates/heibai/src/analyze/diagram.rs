//! A board of a report as a picture: the stones before a move, the move that was played and the better one.

use crate::registry;
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position};
use std::fmt::Write;

const CELL: usize = 20;
/// Room for the coordinates.
const EDGE: usize = 16;

/// The position before a mistake, with coordinates; the played move has a red ring, the better one a green square.
pub fn board(position: &AnyPosition, played: Move, best: Move, label: &str) -> String {
    let size = position.size();
    let side = (size + 1) * CELL;
    let squares = position.kind() == Kind::Othello;
    let (paper, ink) = if squares { ("#2e7d55", "#1d5238") } else { ("#dcb35c", "#6b4f1d") };
    let mut svg = format!(
        "<svg class=board viewBox='-{EDGE} 0 {whole} {whole}' role=img aria-label='{label}'>\
         <rect width={side} height={side} fill='{paper}'/><g stroke='{ink}'>",
        whole = side + EDGE
    );
    // Lines run between the squares of Othello and through the points of the others.
    let (first, lines) = if squares { (CELL / 2, size + 1) } else { (CELL, size) };
    let last = first + (lines - 1) * CELL;
    for line in 0..lines {
        let at = first + line * CELL;
        // Writing to a string cannot fail, here and below.
        let _ = write!(svg, "<path d='M{at} {first}V{last}M{first} {at}H{last}'/>");
    }
    svg.push_str("</g>");
    // Othello's points lie where the lines cross, below and right of their square.
    let shift = if squares { CELL / 2 } else { 0 };
    for (x, y) in (registry::of(position.kind()).stars)(size) {
        let (x, y) = ((x + 1) * CELL + shift, (y + 1) * CELL + shift);
        let _ = write!(svg, "<circle cx={x} cy={y} r=2.5 fill='{ink}'/>");
    }
    let centre = |point: Point| ((point.x(size) + 1) * CELL, (point.y(size) + 1) * CELL);
    for point in Point::all(size) {
        let Some(color) = position.stone(point) else { continue };
        let ((x, y), fill) = (centre(point), if color == Color::Black { "#16171a" } else { "#f7f5ee" });
        let _ = write!(svg, "<circle cx={x} cy={y} r=9 fill='{fill}' stroke='#0006'/>");
    }
    if let Move::Place(point) = best {
        let (x, y) = centre(point);
        let (x, y) = (x - 7, y - 7);
        let _ =
            write!(svg, "<rect x={x} y={y} width=14 height=14 fill=none stroke='#1fae4b' stroke-width=3 />");
    }
    if let Move::Place(point) = played {
        let (x, y) = centre(point);
        let _ = write!(svg, "<circle cx={x} cy={y} r=7 fill=none stroke='#d3322c' stroke-width=3 />");
    }
    coordinates(&mut svg, position);
    svg + "</svg>"
}

/// The names of the columns below the board and of the rows on its left.
fn coordinates(svg: &mut String, position: &AnyPosition) {
    let (size, notation) = (position.size(), position.kind().notation());
    let below = (size + 1) * CELL + 12;
    svg.push_str("<g font-size=11 fill=currentColor text-anchor=middle>");
    for n in 0..size {
        let (at, row) = ((n + 1) * CELL, notation.row(n, size));
        let column = notation.letter(n);
        let _ = write!(svg, "<text x={at} y={below}>{column}</text><text x=-8 y={}>{row}</text>", at + 4);
    }
    svg.push_str("</g>");
}
