//! P-1 to P-5: the program as a whole.

use super::every_game::wait_for;
use super::{Play, same, says};
use crate::accept::http::Guest;
use crate::accept::reference::Chance;
use crate::accept::stage::{Server, Stage, finish};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::process::{Command, Stdio};

pub const PLAYS: &[(&str, Play)] =
    &[("P-1", one_file), ("P-2", page), ("P-3", analysis), ("P-4", interrupted), ("P-5", bad_input)];

/// The program alone in an empty folder, without a variable of this machine.
fn one_file(stage: &Stage) -> Result<String> {
    let home = stage.folder("p1")?;
    let program = home.join("one");
    std::fs::copy(stage.program(), &program)?;
    let alone = |words: &[&str]| {
        let mut command = Command::new(&program);
        command.current_dir(&home).env_clear().env("HOME", &home).args(words);
        finish(command, "")
    };
    let help = alone(&["--help", "--lang", "en"])?.ok()?;
    let commands = [
        "serve",
        "play",
        "show",
        "check",
        "convert",
        "score",
        "forbidden",
        "perft",
        "solve",
        "vcf",
        "analyze",
        "hint",
        "gtp",
        "gomocup",
        "nboard",
        "match",
        "tournament",
        "selfplay",
        "bench",
        "net",
        "levels",
    ];
    for name in commands {
        says(&help, &format!("  {name}"))?;
        says(&alone(&[name, "--help", "--lang", "en"])?.ok()?, "Usage")?;
    }
    for words in [
        &["show", "f5d6"][..],
        &["hint", "h8", "--nodes", "200"],
        &["perft", "go", "--size", "3", "--depth", "2"],
    ] {
        alone(words)?.ok()?;
    }
    Ok(format!("{} commands with their help, by the one file in an empty folder", commands.len()))
}

/// The page is in the program.
fn page(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let page = guest.send("GET", "/", &[])?;
    ensure!(page.status == 200 && page.text().contains("<script"), "no page: {}", page.text());
    let text = page.text();
    let scripts: Vec<&str> =
        text.split(['"', '\'']).filter(|part| part.ends_with(".js") || part.ends_with(".css")).collect();
    for path in &scripts {
        let path = if path.starts_with('/') {
            (*path).to_owned()
        } else {
            format!("/{}", path.trim_start_matches("./"))
        };
        same(&path, guest.send("GET", &path, &[])?.status, 200)?;
    }
    ensure!(!text.contains("https://"), "the page asks another server for something");
    Ok(format!("the page and {} files that it names, from the program alone", scripts.len()))
}

fn analysis(stage: &Stage) -> Result<String> {
    for (game, moves, nodes) in
        [("othello", "f5d6c3d3c4", "400"), ("gomoku", "h8h9i8", "400"), ("go", "D4 Q16", "16")]
    {
        let args = ["analyze", moves, "--game", game, "--nodes", nodes, "--last", "--multipv", "2", "--json"];
        let last = stage.json(&args)?.pop().context("an answer")?;
        ensure!(last["candidates"].as_array().is_some_and(|all| all.len() == 2), "{game}: {last}");
    }
    let report = stage.folder("p3")?.join("report.html").display().to_string();
    stage.ok(&["analyze", "f5d6c3d3c4", "--nodes", "60", "--html", &report])?;
    says(&std::fs::read_to_string(&report)?, "<svg")?;
    let guest = stage.guest()?;
    let mut socket = guest.socket()?;
    let line = json!({"kind": "othello", "size": 4, "moves": [4, 0]});
    socket.say(&json!({"type": "analyse", "re": 1, "of": line, "ms": 2000, "lines": 2}))?;
    let found = loop {
        let heard = socket.hear_of("analysis")?;
        if heard["done"] == true {
            break heard;
        }
    };
    same("4x4 is solved", found["exact"].as_bool(), Some(true))?;
    socket.say(&json!({"type": "review", "re": 2, "of": line, "ms_per_move": 50}))?;
    let reviewed = socket.hear_of("reviewed")?;
    ensure!(reviewed["graph"].as_array().is_some_and(|graph| !graph.is_empty()), "no graph in {reviewed}");
    Ok("three games on the command line, a report with its graph, analysis and review over the socket"
        .to_owned())
}

/// A match that is killed keeps its games and goes on.
fn interrupted(stage: &Stage) -> Result<String> {
    let out = stage.folder("p4")?;
    let (log, out) = (out.join("games.jsonl"), out.display().to_string());
    let args =
        ["match", "alphabeta:depth=3", "random", "--game", "othello", "--games", "30", "--concurrency", "1"];
    let args = [&args[..], &["--seed", "1", "--out", &out, "--json"]].concat();
    let mut child = stage.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let lines = || std::fs::read_to_string(&log).unwrap_or_default().lines().count();
    wait_for(|| Ok(lines() >= 2))?;
    child.kill()?;
    child.wait()?;
    let kept = lines();
    let report = stage.json(&args)?.pop().context("a report")?;
    same("games", report["games"].as_u64(), Some(30))?;
    ensure!(kept >= 2, "games were lost");
    Ok(format!("a match killed after {kept} games went on to its 30"))
}

/// Rubbish on every surface: a clear refusal, no crash, and the server goes on.
fn bad_input(stage: &Stage) -> Result<String> {
    let mut chance = Chance(4);
    let mut tried = 0;
    let seeds = [
        "(;GM[1]SZ[9];B[cc];W[dd])",
        "othello 8/8/8/3ox3/3xo3/8/8/8 x standard",
        r#"{"format":"heibai","version":2}"#,
    ];
    for round in 0..stage.many(12, 200) {
        let mut bytes = seeds[round % seeds.len()].as_bytes().to_vec();
        for _ in 0..1 + chance.below(4) {
            let at = chance.below(bytes.len());
            bytes[at] = chance.below(256) as u8;
        }
        let file = stage.folder("p5")?.join("bad.sgf");
        std::fs::write(&file, &bytes)?;
        let said = stage.run(&["check", &file.display().to_string()])?;
        ensure!(matches!(said.code, Some(0..=2)), "check ended with {:?} on {bytes:?}", said.code);
        ensure!(!said.err.contains("panicked"), "{}", said.err);
        tried += 1;
    }
    let server = Server::start(stage, "p5-server", &[])?;
    let guest = Guest::new(&server.address)?;
    for body in ["", "{", "[]", "{\"kind\":7}", "{\"kind\":\"go\",\"size\":1000000000}", "\u{0}"] {
        for path in ["/api/games", "/api/position", "/api/replay", "/api/library?name=x", "/api/games/zz/act"]
        {
            let reply = guest.send("POST", path, body.as_bytes())?;
            ensure!(
                (400..500).contains(&reply.status) || reply.status == 201,
                "{path} {body}: {}",
                reply.status
            );
            tried += 1;
        }
    }
    same("the server goes on", guest.get("/api/health")?["ok"].as_bool(), Some(true))?;
    let mut gtp = stage.gtp(&["go", "--player", "random"])?;
    for line in ["play", "play x Q4", "play b Z99", "boardsize 99", "komi nan", "loadsgf /nowhere", "\u{7f}x"]
    {
        ensure!(gtp.ask(line)?.is_err(), "'{line}' was taken");
        tried += 1;
    }
    Ok(format!(
        "{tried} pieces of rubbish on the command line, over HTTP and GTP: each refused, nothing ended"
    ))
}
