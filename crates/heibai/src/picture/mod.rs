//! A board as a picture: a list of plain shapes, which `svg` writes and `png` paints.

mod letters;
mod png;
pub mod stars;
mod svg;

pub use png::png;
pub use svg::svg;

use crate::registry;
use heibai_games::{AnyPosition, Color, Kind, Point, Position};

/// Colours as red, green, blue.
type Rgb = [u8; 3];

const WOOD: Rgb = [0xdc, 0xb3, 0x5c];
const FELT: Rgb = [0x2e, 0x7d, 0x4f];
const INK: Rgb = [0x20, 0x20, 0x20];
const BLACK: Rgb = [0x14, 0x14, 0x14];
const WHITE: Rgb = [0xf6, 0xf6, 0xf2];
const LAST: Rgb = [0xd0, 0x30, 0x30];

/// The distance between two lines.
const STEP: f32 = 40.0;
/// Room for the coordinates.
const MARGIN: f32 = 50.0;

pub enum Primitive {
    Line {
        from: (f32, f32),
        to: (f32, f32),
        width: f32,
        color: Rgb,
    },
    Circle {
        at: (f32, f32),
        radius: f32,
        fill: Rgb,
        edge: Option<Rgb>,
    },
    /// Centred on a point.
    Text {
        at: (f32, f32),
        height: f32,
        text: String,
        color: Rgb,
    },
}

pub struct Picture {
    pub side: f32,
    pub ground: Rgb,
    pub shapes: Vec<Primitive>,
}

/// Draws a position with its coordinates; the last move gets a dot.
pub fn draw(position: &AnyPosition, last: Option<Point>) -> Picture {
    let size = position.size();
    let cells = position.kind() == Kind::Othello;
    // Othello discs lie in the squares, stones on the intersections.
    let lines = if cells { size } else { size - 1 };
    let shift = if cells { STEP / 2.0 } else { 0.0 };
    let side = 2.0 * MARGIN + lines as f32 * STEP;
    let mut shapes = Vec::new();
    for n in 0..=lines {
        let at = MARGIN + n as f32 * STEP;
        let end = MARGIN + lines as f32 * STEP;
        shapes.push(Primitive::Line { from: (at, MARGIN), to: (at, end), width: 1.5, color: INK });
        shapes.push(Primitive::Line { from: (MARGIN, at), to: (end, at), width: 1.5, color: INK });
    }
    let centre = |x: usize, y: usize| (MARGIN + shift + x as f32 * STEP, MARGIN + shift + y as f32 * STEP);
    for (x, y) in (registry::of(position.kind()).stars)(size) {
        let shift = (if cells { STEP } else { 0.0 }) / 2.0;
        let (px, py) = centre(x, y);
        let at = if cells { (px + shift, py + shift) } else { (px, py) };
        shapes.push(Primitive::Circle { at, radius: 4.0, fill: INK, edge: None });
    }
    coordinates(&mut shapes, position, side, &centre);
    for point in Point::all(size) {
        let Some(color) = position.stone(point) else { continue };
        let at = centre(point.x(size), point.y(size));
        let fill = if color == Color::Black { BLACK } else { WHITE };
        shapes.push(Primitive::Circle { at, radius: STEP * 0.46, fill, edge: Some(INK) });
    }
    if let Some(point) = last {
        let at = centre(point.x(size), point.y(size));
        shapes.push(Primitive::Circle { at, radius: STEP * 0.14, fill: LAST, edge: None });
    }
    Picture { side, ground: if cells { FELT } else { WOOD }, shapes }
}

fn coordinates(
    shapes: &mut Vec<Primitive>,
    position: &AnyPosition,
    side: f32,
    centre: &impl Fn(usize, usize) -> (f32, f32),
) {
    let (size, notation) = (position.size(), position.kind().notation());
    let mut label = |at, text| shapes.push(Primitive::Text { at, height: 14.0, text, color: INK });
    for n in 0..size {
        let (x, y) = centre(n, n);
        let column = notation.column(n).to_ascii_uppercase().to_string();
        let row = notation.row(n, size).to_string();
        label((x, MARGIN * 0.36), column.clone());
        label((x, side - MARGIN * 0.36), column);
        label((MARGIN * 0.36, y), row.clone());
        label((side - MARGIN * 0.36, y), row);
    }
}
