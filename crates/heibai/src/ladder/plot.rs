//! The scale as a picture: one row per player, strongest on top, with error bars.

use heibai_engines::Level;
use heibai_engines::characters::{Character, Strength};
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 60.0;
const ROW: f64 = 24.0;
const TOP: f64 = 14.0;

/// The picture of ratings, given weakest first.
pub fn svg(places: &[Strength]) -> String {
    let height = TOP + ROW * places.len() as f64 + 30.0;
    let low = places.iter().map(|p| p.elo - p.error).fold(f64::INFINITY, f64::min);
    let high = places.iter().map(|p| p.elo + p.error).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = ((low / 200.0).floor() * 200.0, (high / 200.0).ceil() * 200.0);
    let x = |elo: f64| LEFT + (WIDTH - LEFT - RIGHT) * (elo - low) / (high - low).max(1.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fffdf9\"/>\n"
    );
    let bottom = height - 24.0;
    let mut mark = low;
    while mark <= high {
        let at = x(mark);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<path d=\"M{at:.1} {TOP}V{bottom:.1}\" stroke=\"#ded7c8\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#645e53\">{mark:.0}</text>",
            height - 8.0
        );
        mark += 200.0;
    }
    for (row, place) in places.iter().rev().enumerate() {
        let y = TOP + ROW * (row as f64 + 0.5);
        let colour = match place.player.as_str() {
            name if name.parse::<Character>().is_ok() => "#17673f",
            name if name.parse::<Level>().is_ok() => "#2374b8",
            _ => "#8a6d3b",
        };
        let (from, to, at) = (x(place.elo - place.error), x(place.elo + place.error), x(place.elo));
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#23211d\">{}</text>\
             <path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"{colour}\" stroke-width=\"3\" opacity=\"0.45\"/>\
             <circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#645e53\">{:.0}</text>",
            LEFT - 14.0,
            y + 4.0,
            place.player,
            to + 8.0,
            y + 4.0,
            place.elo
        );
    }
    text.push_str("</svg>\n");
    text
}
