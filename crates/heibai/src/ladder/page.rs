//! The results of the ladders, as `docs/strength.json` and the page made from it.

use super::scale;
use crate::failure::Context;
use heibai_engines::characters::read_scale;
use heibai_games::Kind;
use heibai_words::{Say, Text, commands as said, failures, players};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;

/// The figures measured before this program was built.
pub const MEASURED: &str = include_str!("../../../../docs/strength.json");

/// The score that a level must reach against the one below.
const BAR: f64 = 0.75;

/// One level against the one below.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rung {
    pub game: String,
    pub size: usize,
    pub rules: String,
    pub upper: String,
    pub lower: String,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Games lost on time, by an illegal move or a crash: there should be none.
    pub faults: u64,
    /// The upper level's score, with its 95 % interval.
    pub score: f64,
    pub score_low: f64,
    pub score_high: f64,
    /// Milliseconds per move.
    pub upper_ms: f64,
    pub lower_ms: f64,
    pub seed: u64,
    /// `even`, or the file they came from.
    pub openings: String,
    pub version: String,
}

impl Rung {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn key(&self) -> (&str, usize, usize) {
        let rank =
            |name: &str| name.parse::<heibai_engines::Level>().map_or(usize::MAX, |level| level as usize);
        (&self.game, self.size, rank(&self.upper))
    }

    /// Whether the bar is reached, as far as these games can tell.
    pub fn verdict(&self) -> Text {
        if self.score_low >= BAR {
            said::bar_reached()
        } else if self.score >= BAR {
            said::bar_likely()
        } else if self.score_high >= BAR {
            said::bar_not_shown()
        } else {
            said::bar_missed()
        }
    }

    /// One line for a person: the game, both levels and the result.
    pub fn told(&self) -> Text {
        said::rung_of(kind_name(&self.game), players::name(&self.upper), self.text())
    }
}

/// The result against the level below.
impl Say for Rung {
    fn text(&self) -> Text {
        let Rung { size, wins, draws, losses, .. } = *self;
        let [score, low, high] = [self.score, self.score_low, self.score_high].map(|share| share * 100.0);
        let rung = said::rung(
            size,
            players::name(&self.lower),
            said::rung_tally(wins, draws, losses),
            score,
            low,
            high,
        );
        said::rung_verdict(rung, self.verdict())
    }
}

fn kind_name(game: &str) -> Text {
    game.parse::<Kind>().map_or_else(|_| Text::same(game), |kind| kind.text())
}

/// What was measured, from its JSON.
pub fn read(text: &str) -> anyhow::Result<Vec<Rung>> {
    Ok(serde_json::from_str(text)?)
}

/// Replaces a rung in a repository's figures and writes the page anew.
pub fn update(repository: &Path, rung: &Rung) -> anyhow::Result<()> {
    let path = repository.join("docs/strength.json");
    let text = std::fs::read_to_string(&path).told(|| failures::cannot_read(&path.display().to_string()))?;
    let mut rungs = read(&text).told(|| Text::same(path.display().to_string()))?;
    rungs.retain(|other| other.key() != rung.key() || other.lower != rung.lower);
    rungs.push(rung.clone());
    rungs.sort_by(|a, b| a.key().cmp(&b.key()));
    std::fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&rungs)?))?;
    renew(repository)
}

/// Writes the page of a repository anew from its figures.
pub fn renew(repository: &Path) -> anyhow::Result<()> {
    let read_text = |path: std::path::PathBuf| {
        std::fs::read_to_string(&path).told(|| failures::cannot_read(&path.display().to_string()))
    };
    let rungs = read(&read_text(repository.join("docs/strength.json"))?)?;
    let places = std::fs::read_to_string(repository.join(scale::SCALE)).unwrap_or_default();
    let text = page(&rungs) + &scale::section(&read_scale(&places));
    std::fs::write(repository.join("docs/strength.md"), text)?;
    Ok(())
}

const HEAD: &str = "# How strong the levels are\n\n\
    Each level plays the one below it, every opening twice with colours swapped, each level as it comes (its own limits,\n\
    one thread). Openings are random ones that our engine calls even: eight moves and two discs in Othello, five stones\n\
    around the centre in Gomoku, four stones in Go. The bar is 75 % of the points. The interval is 95 % (Wilson).\n\n\
    This page and `strength.json` are written by the program; nothing in them is typed by hand:\n\n\
    ```\nheibai ladder othello gomoku go:9 go:19 --games 400 --out local/ladder --write .\n```\n";

/// The page of all rungs.
pub fn page(rungs: &[Rung]) -> String {
    let mut text = HEAD.to_owned();
    if rungs.is_empty() {
        text.push_str("\nNothing has been measured yet.\n");
    }
    let mut ladder = None;
    for rung in rungs {
        let this = (&rung.game, rung.size, &rung.rules);
        if ladder != Some(this) {
            ladder = Some(this);
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n## {} {1}x{1}, {2}\n\n| level | against | games | + | = | - | points | interval | 75 % | ms a move | \
                 openings | version |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
                rung.game, rung.size, rung.rules
            );
        }
        let [score, low, high] = [rung.score, rung.score_low, rung.score_high].map(|share| share * 100.0);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {score:.1} % | {low:.1} to {high:.1} | {} | {:.1} and {:.1} | {} | {} |",
            rung.upper,
            rung.lower,
            rung.games(),
            rung.wins,
            rung.draws,
            rung.losses,
            rung.verdict().en,
            rung.upper_ms,
            rung.lower_ms,
            rung.openings,
            rung.version,
        );
        if rung.faults > 0 {
            let _ = writeln!(text, "\n{} of these games were lost by a fault.\n", rung.faults);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page in the repository matches its figures.
    #[test]
    fn the_page_is_made_from_the_figures() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/strength.md");
        let written = std::fs::read_to_string(root).unwrap();
        let places: Vec<_> = Kind::ALL.into_iter().flat_map(heibai_engines::characters::measured).collect();
        assert_eq!(written, page(&read(MEASURED).unwrap()) + &scale::section(&places));
    }
}
