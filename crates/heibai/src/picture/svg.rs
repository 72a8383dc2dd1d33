//! Pictures as SVG.

use super::{Picture, Primitive, Rgb};
use std::fmt::Write;

pub fn svg(picture: &Picture) -> String {
    let side = picture.side;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\">\n\
         <rect width=\"{side}\" height=\"{side}\" fill=\"{}\"/>\n",
        hex(picture.ground)
    );
    for shape in &picture.shapes {
        _ = match shape {
            Primitive::Line { from, to, width, color } => writeln!(
                text,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"/>",
                from.0,
                from.1,
                to.0,
                to.1,
                hex(*color)
            ),
            Primitive::Circle { at, radius, fill, edge } => {
                let edge = edge.map_or_else(String::new, |edge| format!(" stroke=\"{}\"", hex(edge)));
                writeln!(
                    text,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\"{edge}/>",
                    at.0,
                    at.1,
                    hex(*fill)
                )
            }
            Primitive::Text { at, height, text: words, color } => writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{height}\" \
                 text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{}\">{words}</text>",
                at.0,
                at.1,
                hex(*color)
            ),
        };
    }
    text.push_str("</svg>\n");
    text
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
