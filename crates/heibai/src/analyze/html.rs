//! The report of an analysis: one page with the graph of the game and its mistakes, without outside links.

use super::Step;
use crate::words::Lang;
use heibai_games::{AnyPosition, Match};
use std::fmt::Write;

pub fn page(title: &str, game: &Match<AnyPosition>, steps: &[Step], lang: Lang) -> String {
    let position = game.position();
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let name = lang.game(position.kind());
    let mut page = format!(
        "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>{name}: {title}</title>\
         <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color:#222;\
         background:#fdfcf9}}table{{border-collapse:collapse}}td,th{{border:1px solid #ccc;padding:.1rem .6rem}}\
         .bad{{background:#fdd}}svg{{width:100%}}@media(prefers-color-scheme:dark){{body{{color:#ddd;background:#1c1c1c}}\
         .bad{{background:#522}}}}</style><h1>{name}</h1><p>{title}</p>"
    );
    graph(&mut page, steps, lang.pick("value for Black", "黑方评价"));
    let heads = match lang {
        Lang::En => ["#", "side", "played", "value for Black", "lost", "best line"],
        Lang::Zh => ["手数", "行棋方", "着法", "黑方评价", "损失", "最佳变化"],
    };
    page.push_str("<table><tr>");
    for head in heads {
        // Writing to a string cannot fail, here and below.
        let _ = write!(page, "<th>{head}");
    }
    for step in steps {
        let played = step.played.map_or(String::new(), |mv| position.write_move(mv));
        let value = step.value.map_or(String::new(), |value| super::value_text(value, lang));
        let loss = step.loss.filter(|&loss| loss >= 0.05);
        let loss = loss.map_or(String::new(), |loss| super::loss_text(game, loss, lang));
        let bad = step.loss.is_some_and(|loss| loss >= super::threshold(game));
        let line = step
            .analysis
            .candidates
            .first()
            .map_or(String::new(), |c| super::names(position, &c.line).join(" "));
        let class = if bad { " class=bad" } else { "" };
        let _ = write!(
            page,
            "<tr{class}><td>{}<td>{}<td>{played}<td>{value}<td>{loss}<td>{line}",
            step.number + 1,
            lang.color(step.turn)
        );
    }
    page.push_str("</table>");
    page
}

/// A proved win of Gomoku stands at the border of the graph and does not flatten the rest.
const MOST: f64 = 1000.0;

/// The value for Black over the moves, Black's side up.
fn graph(page: &mut String, steps: &[Step], label: &str) {
    let values: Vec<(usize, f64)> =
        steps.iter().filter_map(|step| Some((step.number, step.value?.lead().clamp(-MOST, MOST)))).collect();
    let Some(&(last, _)) = values.last() else { return };
    let reach = values.iter().map(|(_, value)| value.abs()).filter(|v| v.is_finite()).fold(4.0, f64::max);
    let (x, y) =
        (|n: usize| n as f64 / last.max(1) as f64 * 780.0 + 10.0, |v: f64| 120.0 - v / reach * 105.0);
    let points: Vec<String> = values.iter().map(|&(n, v)| format!("{:.1},{:.1}", x(n), y(v))).collect();
    let _ = write!(
        page,
        "<svg viewBox='0 0 800 240' role=img aria-label='{label}'><rect width=800 height=120 fill='#0001'/>\
         <line x1=10 x2=790 y1=120 y2=120 stroke='#999'/><polyline fill=none stroke='#37a' stroke-width=2.5 points='{}'/>",
        points.join(" ")
    );
    for (n, value) in values {
        let _ = write!(
            page,
            "<circle cx={:.1} cy={:.1} r=3 fill='#37a'><title>{}: {value:+.1}</title></circle>",
            x(n),
            y(value),
            n + 1
        );
    }
    page.push_str("</svg>");
}
