//! T-1 to T-6: engines against each other, and what is measured.

use super::{Play, same, says};
use crate::accept::stage::Stage;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::BTreeMap;

pub const PLAYS: &[(&str, Play)] = &[
    ("T-1", deterministic),
    ("T-2", matches),
    ("T-3", tournaments),
    ("T-4", self_play),
    ("T-5", benchmarks),
];

/// The games of a run without what a clock decides.
fn games(folder: &str) -> Result<Vec<Value>> {
    let text = std::fs::read_to_string(format!("{folder}/games.jsonl"))?;
    let mut games: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    games.iter_mut().for_each(|game| game["ms"] = Value::Null);
    games.sort_by_key(|game| game["game"].as_u64());
    Ok(games)
}

fn path(stage: &Stage, name: &str) -> Result<String> {
    Ok(stage.folder(name)?.display().to_string())
}

/// The same seed gives the same games, another one others.
fn deterministic(stage: &Stage) -> Result<String> {
    let mut compared = 0;
    for (game, size, player) in [
        ("othello", "8", "engine:nodes=2000"),
        ("gomoku", "15", "engine:nodes=300"),
        ("go", "9", "mcts:playouts=30"),
    ] {
        let run = |seed: &str, name: &str| -> Result<Vec<Value>> {
            let out = path(stage, name)?;
            let args = [
                "match",
                player,
                "random",
                "--game",
                game,
                "--size",
                size,
                "--games",
                "2",
                "--concurrency",
                "1",
            ];
            stage.ok(&[&args[..], &["--seed", seed, "--out", &out]].concat())?;
            games(&out)
        };
        let (one, two, other) = (run("9", "t1-a")?, run("9", "t1-b")?, run("10", "t1-c")?);
        ensure!(one == two, "{game}: two runs of one seed differ");
        ensure!(one != other, "{game}: another seed gives the same games");
        compared += one.len();
    }
    Ok(format!("{compared} games played twice move for move alike, and otherwise with another seed"))
}

/// A match with a foreign program, cut off and taken up again.
fn matches(stage: &Stage) -> Result<String> {
    let foreign = format!("gtp:{} gtp othello --player random", stage.program().display());
    let out = path(stage, "t2")?;
    let run = |count: &str| -> Result<Value> {
        let args =
            ["match", "alphabeta:depth=2", &foreign, "--game", "othello", "--size", "8", "--games", count];
        let report = stage.json(&[&args[..], &["--seed", "3", "--json", "--out", &out]].concat())?;
        report.last().cloned().context("a report")
    };
    run("2")?;
    let first = games(&out)?;
    let report = run("4")?;
    let all = games(&out)?;
    ensure!(
        all.len() == 4 && all[..2] == first[..],
        "the first games are kept: {} of {}",
        first.len(),
        all.len()
    );
    let (wins, draws) =
        (report["wins"].as_f64().context("wins")?, report["draws"].as_f64().context("draws")?);
    same("the share of the points", report["score"].as_f64(), Some((wins + draws / 2.0) / 4.0))?;
    same("faults", report["faults"].as_u64(), Some(0))?;
    // The result of every game, counted again from the record.
    let checked = &stage.json(&["check", &format!("{out}/games.sgf"), "--json"])?[0];
    same("disputed results", checked["disputed"].as_array().map(Vec::len), Some(0))?;
    let args = ["match", "alphabeta:depth=2", "random", "--game", "othello", "--size", "4", "--games", "40"];
    let test = stage.json(&[&args[..], &["--sprt", "0,50", "--json"]].concat())?;
    ensure!(test.last().is_some_and(|line| line["llr"].is_number()), "no sequential test in {test:?}");
    Ok("a match with a foreign program over GTP, taken up again; a sequential test".to_owned())
}

/// Every format; the table is made again from the games.
fn tournaments(stage: &Stage) -> Result<String> {
    let formats = ["round-robin", "swiss", "gauntlet", "elimination"];
    for format in formats {
        let plan = format!(
            "game = 'othello'\nformat = '{format}'\nsize = 6\n\
             [[player]]\nname = 'one'\nengine = 'alphabeta:depth=1'\n\
             [[player]]\nname = 'two'\nengine = 'random'\n\
             [[player]]\nname = 'three'\nengine = 'alphabeta:depth=2,eval=discs'\n"
        );
        let file = stage.file(&format!("t3-{format}.toml"), &plan)?;
        let out = path(stage, &format!("t3-{format}"))?;
        stage.ok(&["tournament", &file, "--out", &out])?;
        let report: Value = serde_json::from_str(&std::fs::read_to_string(format!("{out}/report.json"))?)?;
        let mut points: BTreeMap<String, f64> = BTreeMap::new();
        let played = report["games"].as_array().context("games")?;
        for game in played {
            let name = |side: &str| game[side].as_str().unwrap_or_default().to_owned();
            let share = match game["winner"].as_str().or(game["result"].as_str()) {
                Some(word) if word.eq_ignore_ascii_case("black") => 1.0,
                Some(word) if word.eq_ignore_ascii_case("white") => 0.0,
                _ => 0.5,
            };
            *points.entry(name("black")).or_default() += share;
            *points.entry(name("white")).or_default() += 1.0 - share;
        }
        // A free round of the Swiss system is a point without a game.
        if format == "round-robin" || format == "gauntlet" {
            for row in report["standings"].as_array().context("standings")? {
                let name = row["player"].as_str().unwrap_or_default();
                same(
                    &format!("{format}: points of {name}"),
                    row["points"].as_f64(),
                    points.get(name).copied(),
                )?;
            }
        }
        let html = std::fs::read_to_string(format!("{out}/report.html"))?;
        says(&html, "Standings")?;
        ensure!(html.contains("<svg"), "{format}: no plot");
    }
    Ok(format!("{}: reports with plots; the points counted again from the games", formats.join(", ")))
}

fn self_play(stage: &Stage) -> Result<String> {
    let mut all = 0;
    for (game, size) in [("othello", "6"), ("go", "5"), ("gomoku", "15")] {
        let out = path(stage, &format!("t4-{game}"))?;
        let args =
            ["selfplay", "--game", game, "--size", size, "--player", "random", "--out", &out, "--games"];
        stage.ok(&[&args[..], &["3"]].concat())?;
        stage.ok(&[&args[..], &["6"]].concat())?;
        let file = format!("{out}/games.hbf");
        let report = &stage.json(&["check", &file, "--json"])?[0];
        same(&format!("games of {game}"), report["games"].as_u64(), Some(6))?;
        let sgf = format!("{out}/games.sgf");
        stage.ok(&["convert", &file, &sgf])?;
        let again = &stage.json(&["check", &sgf, "--json"])?[0];
        same(&format!("moves of {game}"), again["moves"].as_u64(), report["moves"].as_u64())?;
        let bytes = std::fs::read(&file)?;
        std::fs::write(&file, &bytes[..bytes.len() - 3])?;
        ensure!(stage.run(&["check", &file])?.code == Some(2), "a file that is cut short is not noticed");
        all += 6;
    }
    Ok(format!(
        "{all} games written in two runs, read back and converted; a file that is cut short is noticed"
    ))
}

fn benchmarks(stage: &Stage) -> Result<String> {
    let names: &[&str] =
        if stage.long { &["perft", "forbidden", "vcf", "playouts", "search", "net"] } else { &["perft"] };
    for name in names {
        let file =
            stage.file(&format!("t5-{name}.jsonl"), &stage.ok(&["bench", name, "--quick", "--json"])?)?;
        let figures: Vec<Value> =
            std::fs::read_to_string(&file)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        ensure!(!figures.is_empty(), "{name} measures nothing");
        // A busy machine may be slower the second time, which is the answer "no".
        let compared = stage.run(&["bench", name, "--quick", "--compare", &file])?;
        ensure!(matches!(compared.code, Some(0 | 1)), "{name}: {}", compared.err);
        says(&compared.out, figures[0]["name"].as_str().unwrap_or("no name"))?;
    }
    ensure!(stage.run(&["bench", "nothing"])?.code == Some(2), "an unknown measurement is refused");
    Ok(format!("{} measured as JSON and compared with an earlier run", names.join(", ")))
}
