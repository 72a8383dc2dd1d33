//! What a match or tournament leaves in its folder: the report for people, the same as JSON, the games as SGF.

use anyhow::Context;
use heibai_arena::log::Entry;
use heibai_arena::records;
use heibai_arena::report::Report;
use heibai_games::Rules;
use std::path::Path;

/// Settings that every report names: where and with what it was played.
pub fn machine() -> Vec<(&'static str, String)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    // Where the system does not tell the processor's name, its kind has to do.
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let processor = named.map_or(arch, |(_, name)| name.trim());
    vec![
        ("version", format!("heibai {}", env!("CARGO_PKG_VERSION"))),
        ("machine", format!("{processor}, {cores} cores, {os} {arch}")),
    ]
}

/// The rules of a run in words.
pub fn rules(rules: &Rules) -> Vec<(&'static str, String)> {
    let choice = rules.choice();
    let mut facts = vec![
        ("game", rules.kind().name().to_owned()),
        ("size", format!("{0}x{0}", rules.size())),
        ("rules", choice.rules.unwrap_or_default()),
    ];
    facts.extend(choice.komi.map(|komi| ("komi", komi.to_string())));
    facts
}

/// Writes `report.html`, `report.json` and `games.sgf`.
pub fn write(folder: &Path, report: &Report<'_>, entries: &[Entry]) -> anyhow::Result<()> {
    let put = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    put("report.json", format!("{:#}\n", report.json()))?;
    put("report.html", report.html())?;
    let games: Vec<String> = entries.iter().map(|entry| records::sgf(report.rules, entry)).collect();
    put("games.sgf", games.concat())
}
