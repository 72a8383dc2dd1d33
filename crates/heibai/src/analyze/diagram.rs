//! A board of a report as a picture: the stones before a move, the move that was played and the better one.

use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position};
use std::fmt::Write;

const CELL: usize = 20;

/// The position before a mistake; the played move has a red ring, the better one a green one.
pub fn board(position: &AnyPosition, played: Move, best: Move, label: &str) -> String {
    let size = position.size();
    let side = (size + 1) * CELL;
    let squares = position.kind() == Kind::Othello;
    let (paper, ink) = if squares { ("#2e7d55", "#1d5238") } else { ("#dcb35c", "#6b4f1d") };
    let mut svg = format!(
        "<svg class=board viewBox='0 0 {side} {side}' role=img aria-label='{label}'>\
         <rect width={side} height={side} fill='{paper}'/><g stroke='{ink}'>"
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
    let centre = |point: Point| ((point.x(size) + 1) * CELL, (point.y(size) + 1) * CELL);
    for point in Point::all(size) {
        let Some(color) = position.stone(point) else { continue };
        let ((x, y), fill) = (centre(point), if color == Color::Black { "#16171a" } else { "#f7f5ee" });
        let _ = write!(svg, "<circle cx={x} cy={y} r=9 fill='{fill}' stroke='#0006'/>");
    }
    for (mv, ring) in [(best, "#1fae4b"), (played, "#d3322c")] {
        if let Move::Place(point) = mv {
            let (x, y) = centre(point);
            let _ = write!(svg, "<circle cx={x} cy={y} r=7 fill=none stroke='{ring}' stroke-width=3 />");
        }
    }
    svg + "</svg>"
}
