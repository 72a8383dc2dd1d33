//! Pictures as PNG, painted with tiny-skia: a small rasteriser in Rust, with the encoder it needs.

use super::letters::{points, strokes};
use super::{Picture, Primitive, Rgb};
use crate::failure::Context;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

pub fn png(picture: &Picture) -> anyhow::Result<Vec<u8>> {
    let side = picture.side.ceil() as u32;
    let mut map = Pixmap::new(side, side).told(heibai_words::failures::no_picture)?;
    let [red, green, blue] = picture.ground;
    map.fill(Color::from_rgba8(red, green, blue, 255));
    for shape in &picture.shapes {
        match shape {
            Primitive::Line { from, to, width, color } => line(&mut map, &[*from, *to], *width, *color),
            Primitive::Circle { at, radius, fill, edge } => {
                let Some(circle) = PathBuilder::from_circle(at.0, at.1, *radius) else { continue };
                map.fill_path(&circle, &paint(*fill), FillRule::Winding, Transform::identity(), None);
                if let Some(edge) = edge {
                    stroke(&mut map, &circle, 1.0, *edge);
                }
            }
            Primitive::Text { at, height, text, color } => write(&mut map, *at, *height, text, *color),
        }
    }
    map.encode_png().told(heibai_words::failures::no_picture)
}

fn paint([red, green, blue]: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn stroke(map: &mut Pixmap, path: &Path, width: f32, color: Rgb) {
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    map.stroke_path(path, &paint(color), &stroke, Transform::identity(), None);
}

fn line(map: &mut Pixmap, points: &[(f32, f32)], width: f32, color: Rgb) {
    let mut builder = PathBuilder::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    if let Some(path) = builder.finish() {
        stroke(map, &path, width, color);
    }
}

/// Writes a short text, centred on a point.
fn write(map: &mut Pixmap, at: (f32, f32), height: f32, text: &str, color: Rgb) {
    // Capitals are seven tenths of the font height; a letter is six units wide with its gap.
    let unit = height * 0.7 / 6.0;
    let width = (text.chars().count() * 6 - 2) as f32 * unit;
    for (index, c) in text.chars().enumerate() {
        let left = at.0 - width / 2.0 + index as f32 * 6.0 * unit;
        let top = at.1 - 3.0 * unit;
        for letter in strokes(c) {
            let path: Vec<_> = points(letter).map(|(x, y)| (left + x * unit, top + y * unit)).collect();
            line(map, &path, 1.4, color);
        }
    }
}
