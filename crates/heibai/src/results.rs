//! The files of a match or tournament: the report for people, the same as JSON, the games as SGF.

use crate::failure::Context;
use heibai_arena::log::LogEntry;
use heibai_arena::records;
use heibai_arena::report::Report;
use heibai_games::{HalfPoints, Outcome, Rules};
use heibai_words::{Language, Say, Text, failures, names, reports as said, results};
use serde_json::{Value, json};
use std::path::Path;

/// How a game ended, for other programs.
pub fn outcome_json(outcome: &Outcome) -> Value {
    json!({
        "winner": outcome.winner.map(|winner| winner.to_string().to_ascii_lowercase()),
        "reason": outcome.reason.name(),
        "score": outcome.score.map(|score| [score.black.as_f64(), score.white.as_f64()]),
        "margin": outcome.margin.map(HalfPoints::as_f64),
    })
}

/// A condition of a run and its value.
pub type Fact = (Text, Text);

/// A value, or the word for its absence.
pub fn or(value: Option<Text>, none: fn() -> Text) -> Text {
    value.unwrap_or_else(none)
}

/// A number, the same in both languages.
pub fn number(value: impl ToString) -> Text {
    Text::same(value.to_string())
}

/// Where the openings came from.
pub fn openings(file: Option<&Path>, random_plies: usize) -> Text {
    file.map_or_else(|| said::random_plies(random_plies), |path| Text::same(path.display().to_string()))
}

/// How many games were played at once.
pub fn concurrency(games: usize, pinned: bool) -> Text {
    if pinned { said::at_once_pinned(games) } else { said::at_once(games) }
}

/// Facts that every report states: the machine and the program.
pub fn machine() -> Vec<Fact> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    // If the system does not report the processor's name, its architecture has to do.
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let processor = named.map_or(arch, |(_, name)| name.trim());
    vec![
        (said::version(), Text::same(format!("heibai {}", env!("CARGO_PKG_VERSION")))),
        (said::machine(), said::machine_is(processor, cores, &format!("{os} {arch}"))),
    ]
}

/// The rules of a run in words.
pub fn rules(rules: &Rules) -> Vec<Fact> {
    let choice = rules.choice();
    let size = Text { zh: format!("{0}×{0}", rules.size()), en: format!("{0}x{0}", rules.size()) };
    let mut facts = vec![
        (said::game(), rules.kind().text()),
        (said::size(), size),
        (said::rules(), names::rules(&choice.rules.unwrap_or_default())),
    ];
    let label = match results::Unit::from(rules) {
        results::Unit::Territory => said::komi_in_points(),
        _ => said::komi(),
    };
    facts.extend(choice.komi.map(|komi| (label, results::margin(rules, HalfPoints::from_f64(komi)))));
    facts
}

/// Writes `report.html`, `report.json` and `games.sgf`.
pub fn write(folder: &Path, report: &Report<'_>, entries: &[LogEntry], lang: Language) -> anyhow::Result<()> {
    let put = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).told(|| failures::cannot_write(&path.display().to_string()))
    };
    put("report.json", format!("{:#}\n", report.json()))?;
    put("report.html", report.html(lang))?;
    let games: Vec<String> = entries.iter().map(|entry| records::sgf(report.rules, entry)).collect();
    put("games.sgf", games.concat())
}
