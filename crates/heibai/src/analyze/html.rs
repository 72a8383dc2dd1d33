//! The report of an analysis: one page with the graph of the game and its mistakes with reasons, without external
//! links.

use super::diagram::board;
use crate::results::rules as facts;
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Color, Match, Position, Value};
use heibai_records::Info;
use heibai_review::{Class, Judged, Report, explain, overview};
use heibai_words::{Language, Say, reports, results, values};
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;\
    background:#fdfcf9}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.1rem .6rem}\
    section{display:flex;gap:1rem;flex-wrap:wrap;margin:1.5rem 0}section>div{flex:1 1 20rem}h2{margin:.2rem 0;font-size:1.1rem}\
    .graph{width:100%}.graph text{font-size:13px}@media(max-width:640px){.graph text{font-size:26px}}.board{width:18rem;height:18rem;max-width:100%;flex:none}.moves{overflow-x:auto}td:nth-child(4){white-space:nowrap}\
    td:last-child{min-width:14rem}.line{color:#666}\
    .inaccuracy{background:#fff3c4}.mistake{background:#ffdfc0}.blunder{background:#fcc}\
    @media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1c1c}.line{color:#aaa}.inaccuracy{background:#443a10}\
    .mistake{background:#553214}.blunder{background:#5a1f1f}}";

pub fn page(title: &str, info: &Info, game: &Match<AnyPosition>, report: &Report, lang: Language) -> String {
    let title = escaped(title);
    let name = game.position().kind().say(lang);
    let code = if lang == Language::Chinese { "zh-CN" } else { "en" };
    let mut page = format!(
        "<!doctype html><html lang={code}><meta charset=utf-8><meta name=viewport content='width=device-width'>\
         <title>{name}: {title}</title>\
         <style>{STYLE}</style><h1>{name}</h1><p>{title}</p>"
    );
    for (side, player) in [(Color::Black, &info.black.name), (Color::White, &info.white.name)] {
        if !player.is_empty() {
            // Writing to a string cannot fail, here and below.
            let _ = write!(page, "<p>{}", escaped(values::played_by(side, player).get(lang)));
        }
    }
    about(&mut page, info, game, lang);
    graph(&mut page, game.position(), report, lang);
    let told = super::accuracies(game.position(), report).into_iter().chain(overview(game, report));
    for text in told {
        let _ = write!(page, "<p>{}", escaped(text.get(lang)));
    }
    let listed: Vec<&Judged> = report.moves.iter().filter(|judged| judged.is_listed()).collect();
    if !listed.is_empty() {
        let _ = write!(page, "<p class=line>{}", values::marks_on_board().get(lang));
    }
    listed.into_iter().for_each(|judged| mistake(&mut page, game, judged, lang));
    moves(&mut page, game.position(), report, lang);
    page
}

/// The rules and the result of the game.
fn about(page: &mut String, info: &Info, game: &Match<AnyPosition>, lang: Language) {
    let rules = game.position().rules();
    let facts = facts(&rules).into_iter().map(|(label, text)| reports::fact(label, text));
    let written = info.result.as_ref().map(|ending| ending.text(&rules));
    let counted = game.outcome().map(|outcome| results::result(&rules, &outcome));
    let result = counted.or(written).map(results::result_is);
    for text in facts.skip(1).map(|text| text.capital()).chain(result) {
        let _ = write!(page, "<p>{}", escaped(text.get(lang)));
    }
}

/// A mistake: the board, the better move, the reason, and both continuations.
fn mistake(page: &mut String, game: &Match<AnyPosition>, judged: &Judged, lang: Language) {
    let before = game.position_after(judged.number);
    let line = super::mistake_line(&before, judged);
    let (class, line) = (judged.class.map_or("", Class::name), escaped(line.get(lang)));
    let _ = write!(
        page,
        "<section>{}<div><h2><span class='{class}'>{line}</span></h2><ul>",
        board(&before, judged.played.mv, judged.best.mv, &line)
    );
    for text in explain(game, judged) {
        let _ = write!(page, "<li>{}", escaped(text.get(lang)));
    }
    page.push_str("</ul>");
    for (head, candidate) in
        [(values::played_heading(), &judged.played), (values::better_heading(), &judged.best)]
    {
        // Values are given from the side that made the mistake.
        let value = candidate.value.map(|value| match value.amount {
            Amount::End { .. } => values::value(&value, judged.side, &before.rules()),
            _ => values::seen_by(values::value(&value, judged.side, &before.rules()), judged.side),
        });
        let line = super::names(&before, &candidate.line).join(" ");
        let told = values::continuation(head, value.unwrap_or_default(), &line);
        let _ = write!(page, "<p class=line>{}", escaped(told.get(lang)));
    }
    page.push_str("</div></section>");
}

fn moves(page: &mut String, position: &AnyPosition, report: &Report, lang: Language) {
    page.push_str("<div class=moves><table><tr>");
    for head in super::headings() {
        let _ = write!(page, "<th>{}", head.get(lang));
    }
    for judged in &report.moves {
        let class = judged.class.map_or("", Class::name);
        let said = judged.class.map_or(String::new(), |class| class.say(lang));
        let line = super::names(position, &judged.best.line).join(" ");
        let _ = write!(
            page,
            "<tr class='{class}'><td>{}<td>{}<td>{}<td>{}<td>{said}<td>{line}",
            judged.number + 1,
            judged.side.say(lang),
            position.write_move(judged.played.mv),
            super::value_text(position, &judged.best, judged.side, lang),
        );
    }
    page.push_str("</table></div>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('\'', "&#39;")
}

/// Moves between two marks of the axis of a game of so many moves: about ten marks.
fn marks(moves: usize) -> usize {
    match moves {
        ..=100 => 10,
        101..=200 => 20,
        _ => 50,
    }
}

/// The colour of a class.
fn colour(class: Class) -> &'static str {
    match class {
        Class::Inaccuracy => "#e0b21c",
        Class::Mistake => "#e5762a",
        Class::Blunder => "#d3322c",
    }
}

/// The expected result for Black by move, with Black's side up; mistakes are dots in the colour of their class.
fn graph(page: &mut String, position: &AnyPosition, report: &Report, lang: Language) {
    let expected = |value: &Value| value.expected();
    let values: Vec<(usize, f64)> =
        report.graph.iter().filter_map(|(number, value)| Some((*number, expected(value)?))).collect();
    let (Some(&(first, _)), Some(&(last, _))) = (values.first(), values.last()) else { return };
    let x = |n: usize| (n - first) as f64 / (last - first).max(1) as f64 * 700.0 + 75.0;
    let y = |v: f64| 225.0 - v * 210.0;
    let points: Vec<String> = values.iter().map(|&(n, v)| format!("{:.1},{:.1}", x(n), y(v))).collect();
    let _ = write!(
        page,
        "<p>{label}<svg class=graph viewBox='0 0 800 284' role=img aria-label='{label}'><rect x=75 y=15 width=700 height=105 \
         fill='#8882'/><line x1=75 x2=775 y1=120 y2=120 stroke='#999'/><polyline fill=none stroke='#37a' stroke-width=2.5 \
         points='{}'/><g fill=currentColor>",
        points.join(" "),
        label = escaped(values::chance_of_black().get(lang)),
    );
    for percent in [0, 50, 100] {
        let at = y(f64::from(percent) / 100.0) + 4.0;
        let _ = write!(page, "<text x=70 y={at:.0} text-anchor=end>{percent}%</text>");
    }
    for number in (first..=last).filter(|number| number % marks(last) == 0) {
        let _ = write!(page, "<text x={:.0} y=251 text-anchor=middle>{number}</text>", x(number));
    }
    let _ = write!(page, "<text x=775 y=278 text-anchor=end>{}</text></g>", values::moves_axis().get(lang));
    for judged in &report.moves {
        let Some(&(n, v)) = values.iter().find(|(n, _)| *n == judged.number) else { continue };
        let Some(class) = judged.class else { continue };
        let _ = write!(
            page,
            "<circle cx={:.1} cy={:.1} r=5 fill='{}'><title>{}</title></circle>",
            x(n),
            y(v),
            colour(class),
            escaped(super::mistake_line(position, judged).get(lang)),
        );
    }
    page.push_str("</svg><p class=line>");
    for class in Class::ALL {
        let _ = write!(page, "<span style='color:{}'>●</span> {} ", colour(class), class.say(lang));
    }
    let _ = write!(page, "· {}", values::above_the_line().get(lang));
}
