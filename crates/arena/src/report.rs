//! The report of a tournament: one HTML file without external links, and the same as JSON.

use crate::log::LogEntry;
use crate::rating::{Meeting, Rating, rate};
use crate::replay;
use crate::standings::{Result, StandingsRow, TieBreak, table};
use heibai_games::{Color, HalfPoints, Reason, Rules};
use heibai_words::{Language, Say, Text, reports as said, results};
use serde_json::{Value, json};
use std::fmt::Write;

/// The content of a report.
pub struct Report<'a> {
    pub title: &'a str,
    pub rules: &'a Rules,
    pub players: &'a [String],
    pub entries: &'a [LogEntry],
    pub breaks: &'a [TieBreak],
    /// Settings, seeds, versions, machine: name and value.
    pub facts: &'a [(Text, Text)],
    /// Whether draws count half a point; otherwise they do not affect the rating.
    pub draws_count: bool,
    /// Points from byes, by player; may be empty.
    pub free: &'a [f64],
}

impl Report<'_> {
    fn index(&self, name: &str) -> usize {
        self.players.iter().position(|player| player == name).unwrap_or(usize::MAX)
    }

    fn results(&self) -> Vec<Result> {
        let result = |entry: &LogEntry| {
            let winner = match entry.winner.as_str() {
                "black" => Some(Color::Black),
                "white" => Some(Color::White),
                _ => None,
            };
            let margin = entry.margin.unwrap_or(0.0);
            let net = if winner == Some(Color::White) { -margin } else { margin };
            Result { black: self.index(&entry.black), white: self.index(&entry.white), winner, net }
        };
        self.entries.iter().map(result).filter(|r| r.black.max(r.white) < self.players.len()).collect()
    }

    pub fn standings(&self) -> Vec<StandingsRow> {
        table(self.players.len(), &self.results(), self.free, self.breaks)
    }

    /// Ratings over all games, by player.
    pub fn ratings(&self) -> Vec<Rating> {
        let meetings: Vec<Meeting> = self
            .results()
            .iter()
            .filter(|result| self.draws_count || result.winner.is_some())
            .map(|result| {
                let points = match result.winner {
                    None => 0.5,
                    Some(winner) => f64::from(u8::from(winner == Color::Black)),
                };
                Meeting { a: result.black, b: result.white, points, games: 1.0 }
            })
            .collect();
        rate(self.players.len(), &meetings)
    }

    pub fn json(&self) -> Value {
        let ratings = self.ratings();
        let rows: Vec<Value> = self
            .standings()
            .iter()
            .map(|row| {
                json!({
                    "rank": row.rank, "player": self.players[row.player], "points": row.points,
                    "wins": row.wins, "draws": row.draws, "losses": row.losses, "ties": row.ties,
                    "elo": ratings[row.player].elo, "elo_error": ratings[row.player].error,
                })
            })
            .collect();
        let facts: serde_json::Map<String, Value> =
            self.facts.iter().map(|(name, value)| (name.en.clone(), json!(value.en))).collect();
        json!({
            "title": self.title, "standings": rows, "tie_breaks": self.breaks, "games": self.entries,
            "draws": self.draws().en, "facts": facts,
        })
    }

    fn draws(&self) -> Text {
        if self.draws_count { said::half_a_point() } else { said::ignored() }
    }

    /// The page in this language.
    pub fn html(&self, language: Language) -> String {
        let mut page = format!(
            "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>{0}</title>\
             <style>{STYLE}</style><h1>{0}</h1>",
            escape(self.title)
        );
        self.table(&mut page, language);
        self.plot(&mut page, language);
        self.cross_table(&mut page, language);
        self.games(&mut page, language);
        // Writing to a string cannot fail, here and below.
        let _ = write!(page, "<h2>{}</h2><table>", said::conditions().get(language));
        for (name, value) in self.facts.iter().chain([&(said::draws(), self.draws())]) {
            let _ = write!(page, "<tr><th>{}<td>{}", name.get(language), escape(value.get(language)));
        }
        page.push_str("</table>");
        page
    }

    fn table(&self, page: &mut String, language: Language) {
        let ratings = self.ratings();
        let [head, player, points] = [said::standings(), said::player(), said::points()];
        let _ = write!(
            page,
            "<h2>{}</h2><table><tr><th>#<th>{}<th>{}<th>+<th>=<th>−",
            head.get(language),
            player.get(language),
            points.get(language)
        );
        for tie_break in self.breaks {
            let _ = write!(page, "<th>{}", tie_break.say(language));
        }
        page.push_str("<th>Elo");
        for row in self.standings() {
            let name = escape(&self.players[row.player]);
            let StandingsRow { rank, points, wins, draws, losses, .. } = row;
            let _ = write!(page, "<tr><td>{rank}<td>{name}<td>{points}<td>{wins}<td>{draws}<td>{losses}");
            for tie in &row.ties {
                let _ = write!(page, "<td>{tie}");
            }
            let Rating { elo, error } = ratings[row.player];
            let _ = write!(page, "<td>{elo:+.0} ± {error:.0}");
        }
        page.push_str("</table>");
    }

    /// Ratings with their error bars, the strongest on top.
    fn plot(&self, page: &mut String, language: Language) {
        let ratings = self.ratings();
        let rows = self.standings();
        let reach = ratings.iter().map(|r| r.elo.abs() + r.error).fold(50.0, f64::max);
        let x = |elo: f64| 380.0 + elo / reach * 220.0;
        let height = rows.len() * 26 + 30;
        let head = said::ratings();
        let head = head.get(language);
        let _ = write!(page, "<h2>{head}</h2><svg viewBox='0 0 640 {height}' role=img aria-label='{head}'>");
        let _ = write!(page, "<line x1=380 x2=380 y1=0 y2={} class=axis />", height - 24);
        for (at, row) in rows.iter().enumerate() {
            let (y, Rating { elo, error }) = (at * 26 + 16, ratings[row.player]);
            let (low, high, mid) = (x(elo - error), x(elo + error), x(elo));
            let name = escape(&self.players[row.player]);
            let _ = write!(
                page,
                "<text x=150 y={} text-anchor=end>{name}</text><line x1={low:.1} x2={high:.1} y1={y} y2={y} class=bar />\
                 <circle cx={mid:.1} cy={y} r=5 class=dot />",
                y + 4
            );
        }
        let _ = write!(page, "<text x=380 y={} text-anchor=middle>0</text></svg>", height - 8);
    }

    fn cross_table(&self, page: &mut String, language: Language) {
        let _ = write!(page, "<h2>{}</h2><table><tr><th>", said::cross_table().get(language));
        for name in self.players {
            let _ = write!(page, "<th>{}", escape(name));
        }
        let results = self.results();
        for (a, name) in self.players.iter().enumerate() {
            let _ = write!(page, "<tr><th>{}", escape(name));
            for b in 0..self.players.len() {
                let points: Vec<f64> = results
                    .iter()
                    .filter_map(|r| match (r.black == a && r.white == b, r.black == b && r.white == a) {
                        (true, _) => Some(r.winner.map_or(0.5, |w| f64::from(u8::from(w == Color::Black)))),
                        (_, true) => Some(r.winner.map_or(0.5, |w| f64::from(u8::from(w == Color::White)))),
                        _ => None,
                    })
                    .collect();
                let games = points.len();
                page.push_str("<td>");
                if games > 0 {
                    let _ = write!(page, "{} / {games}", points.iter().sum::<f64>());
                }
            }
        }
        page.push_str("</table>");
    }

    /// A margin with the unit of the game.
    fn margin(&self, margin: f64, language: Language) -> String {
        let margin = HalfPoints::from_f64(margin);
        results::margin(self.rules, margin).say(language)
    }

    /// A list of all games; clicking one shows it on a board, move by move.
    fn games(&self, page: &mut String, language: Language) {
        let _ = write!(
            page,
            "<h2>{}</h2><section id=viewer hidden aria-label='{}'><div id=board></div><div><p id=caption aria-live=polite></p>\
             <p class=keys><button id=first aria-label='{}'>«</button> <button id=back aria-label='{}'>◀</button> \
             <button id=next aria-label='{}'>▶</button> <button id=end aria-label='{}'>»</button></p>\
             <input id=at type=range min=0 value=0 aria-label='{}'><div id=moves></div></div></section><table><tr><th>#",
            said::games().get(language),
            said::replay().get(language),
            said::to_start().get(language),
            said::one_back().get(language),
            said::one_on().get(language),
            said::to_end().get(language),
            said::slider().get(language),
        );
        let heads = [
            said::black(),
            said::white(),
            said::winner(),
            said::reason(),
            said::margin(),
            said::moves(),
            said::nodes(),
            said::milliseconds(),
        ];
        for head in heads {
            let _ = write!(page, "<th>{}", head.get(language));
        }
        page.push_str("<th>");
        for (index, entry) in self.entries.iter().enumerate() {
            let margin = entry.margin.map_or(String::new(), |margin| self.margin(margin, language));
            // Why it ended other than by the game's own rules.
            let word = entry.fault.as_deref().or(entry.adjudicated.as_deref()).map_or(String::new(), escape);
            let _ = write!(
                page,
                "<tr><td><button data-game={index}>{}</button><td>{}<td>{}<td>{}<td>{}<td>{margin}<td>{}<td>{} / {}<td>{} / {}<td>{word}",
                entry.game + 1,
                escape(&entry.black),
                escape(&entry.white),
                winner(entry).say(language),
                Reason::from_name(&entry.reason).map_or(entry.reason.clone(), |reason| reason.say(language)),
                entry.moves.len(),
                entry.nodes[0],
                entry.nodes[1],
                entry.ms[0],
                entry.ms[1],
            );
        }
        let data = replay::embed(&replay::data(self.rules, self.entries));
        let _ = write!(
            page,
            "</table><script type=application/json id=replay>{data}</script><script>{}</script>",
            include_str!("replay.js")
        );
    }
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222;\
    background:#fdfcf9}table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #bbb;padding:.2rem .6rem;\
    text-align:left}svg{max-width:100%;font-size:13px}.axis{stroke:#999}.bar{stroke:#37a;stroke-width:3}.dot{fill:#222}\
    button{font:inherit;min-width:2.4rem;min-height:2rem;color:inherit;background:transparent;border:1px solid #999;\
    border-radius:.3rem;cursor:pointer}button[aria-current=true]{background:#37a;color:#fff}\
    #viewer{display:grid;grid-template-columns:minmax(16rem,30rem) 1fr;gap:1rem;margin-bottom:1rem}#viewer[hidden]{display:none}\
    #board svg{width:100%;font-size:.36px}#board text{text-anchor:middle;fill:currentColor}#at{width:100%}\
    #moves{max-height:18rem;overflow-y:auto}#moves button{border:0;padding:0 .4rem}.felt{fill:#2f7d50}.wood{fill:#dcb35c}\
    .grid{stroke:#222;stroke-width:.03}.black{fill:#111}.white{fill:#fff;stroke:#333;stroke-width:.03}.last{fill:#d33}\
    @media(max-width:45rem){#viewer{grid-template-columns:1fr}}\
    @media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1c1c}.dot,text{fill:#ddd}td,th{border-color:#555}}";

fn winner(entry: &LogEntry) -> Text {
    match entry.winner.as_str() {
        "black" => said::black(),
        "white" => said::white(),
        _ => said::draw(),
    }
}

/// Escapes text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
