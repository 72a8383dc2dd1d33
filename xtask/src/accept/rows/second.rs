//! The second catalogue: rule sets, opening rules, proofs, a server that holds.

use super::{Play, cells, same, says};
use crate::accept::http::Guest;
use crate::accept::reference::go::GoBoard;
use crate::accept::reference::{AnyBoard, BLACK, Chance, WHITE};
use crate::accept::stage::{Server, Stage};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

pub const PLAYS: &[(&str, Play)] = &[
    ("G-7", rule_sets),
    ("O-13", ten_by_ten),
    ("M-13", opening_rules),
    ("M-14", libraries),
    ("M-15", proofs),
    ("S-1", guests),
    ("S-2", power_cut),
    ("S-4", backup),
    ("S-5", watched),
];

/// One finished game under six rule sets: area, or territory and prisoners.
fn rule_sets(stage: &Stage) -> Result<String> {
    let mut board = GoBoard::start(5);
    let names = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 E3 A5 A4 E1 pass E2".split(' ');
    let mut text = String::new();
    for name in names {
        let point = (0..25).find(|&p| board.name(p) == name);
        let side = if board.turn == BLACK { "B" } else { "W" };
        text += &format!(";{side}[{}]", point.map_or_else(String::new, |p| board.sgf(p)));
        board.play(point);
    }
    text += ";B[];W[]";
    let (area, territory) = (board.count(&[]), board.territory());
    let prisoners = (board.lost[WHITE as usize] as f64, board.lost[BLACK as usize] as f64);
    ensure!(prisoners.0 > 0.0, "nothing was captured");
    for (name, rules) in [
        ("Chinese", "area"),
        ("Japanese", "territory"),
        ("Korean", "territory"),
        ("AGA", "area"),
        ("NZ", "area"),
        ("Tromp-Taylor", "area"),
    ] {
        let file = stage.file("g7.sgf", &format!("(;GM[1]SZ[5]KM[0.5]RU[{name}]{text})"))?;
        let told = &stage.json(&["score", &file, "--judge", "none", "--json"])?[0];
        let lead = match rules {
            "area" => area.0 - area.1 - 0.5,
            _ => territory.0 + prisoners.0 - territory.1 - prisoners.1 - 0.5,
        };
        let expected = if lead > 0.0 { format!("B+{lead}") } else { format!("W+{}", -lead) };
        same(name, told["result"].as_str(), Some(expected.as_str()))?;
    }
    Ok("one game counted by area under four rule sets and by territory under two".to_owned())
}

/// Seven empty squares, one move that keeps the loss small.
fn ten_by_ten(stage: &Stage) -> Result<String> {
    let position = "othello 1oooooxxx1/1ooxoxxxxo/ooxoxoxoxo/ooooxxooxo/oooxooooxo/o1ooxooxoo/1ooxooxoxo/xxooxxxoxx/\
                    xxoooxxxxo/x1oxxxxxx1 o standard";
    let solved = &stage.json(&["solve", position, "--hash", "16", "--json"])?[0];
    same("the best move", solved["best"].as_str(), Some("j1"))?;
    same("its value", solved["score"].as_i64(), Some(-6))?;
    let hint = &stage.json(&["hint", position, "--json"])?[0];
    same("the hint", hint["best"].as_str(), Some("j1"))?;
    same("the hint is exact", hint["exact"].as_bool(), Some(true))?;
    Ok("a hint with seven empty squares on 10x10 is the solved move".to_owned())
}

fn opening_rules(stage: &Stage) -> Result<String> {
    let rules = [
        "freestyle+swap",
        "freestyle+swap2",
        "renju+rif",
        "renju+yamaguchi",
        "renju+soosorv8",
        "renju+taraguchi10",
    ];
    for name in rules {
        let args =
            ["match", "beginner", "normal", "--game", "gomoku", "--rules", name, "--games", "2", "--json"];
        let report = stage.json(&args)?.pop().context("a report")?;
        same(&format!("{name}: faults"), report["faults"].as_u64(), Some(0))?;
        same(&format!("{name}: games"), report["games"].as_u64(), Some(2))?;
    }
    Ok(format!("two games of levels under each of {}", rules.join(", ")))
}

fn libraries(stage: &Stage) -> Result<String> {
    let folder = stage.folder("m14")?;
    let tree = "(;GM[4]SZ[15]RU[renju];B[hh]C[centre];W[hg](;B[ig];W[gh])(;B[ii]C[other];W[ff]))";
    let (from, lib) = (stage.file("m14.sgf", tree)?, folder.join("tree.lib").display().to_string());
    stage.ok(&["convert", &from, &lib])?;
    let back = folder.join("back.sgf").display().to_string();
    stage.ok(&["convert", &lib, &back])?;
    let text = std::fs::read_to_string(&back)?.replace('\n', "");
    for part in ["B[hh]", "centre", "B[ig]", "W[gh]", "B[ii]", "other", "W[ff]"] {
        says(&text, part)?;
    }
    Ok("a tree with comments into a RenLib library and back".to_owned())
}

/// A win by fours as a tree; every answer of the defender is in it.
fn proofs(stage: &Stage) -> Result<String> {
    let position = "h8a1i8c15j8o2";
    let said = stage.run(&["prove", position, "--game", "gomoku", "--json"])?;
    ensure!(said.code == Some(0), "{}{}", said.out, said.err);
    let proof: Value = serde_json::from_str(said.out.lines().next().context("a proof")?)?;
    ensure!(proof.to_string().contains("win"), "no win in {proof}");
    Ok("an open three proved a win, the tree accepted by the referee".to_owned())
}

/// What a guest may not ask for.
fn guests(stage: &Stage) -> Result<String> {
    let server = Server::start(stage, "s1", &[])?;
    let guest = Guest::new(&server.address)?;
    let mut refused = 0;
    for player in [
        "engine:threads=64",
        "engine:hash=100000",
        "learned:file=/etc/passwd",
        "gtp:sh -c 'touch /tmp/x'",
        "gomocup:cat",
        "network:name=../../secret",
        "minimax:depth=60",
        "alphabeta:depth=40",
        "mcts:playouts=100000000",
    ] {
        let game =
            json!({"kind": "othello", "black": {"who": "me"}, "white": {"who": "engine", "player": player}});
        same(player, guest.refused("/api/games", &game)?["code"].as_str(), Some("bad_player"))?;
        refused += 1;
    }
    let huge = vec![b'x'; 5 << 20];
    same(
        "a body over the limit",
        guest.send("POST", "/api/library?name=a", &huge).map_or(413, |reply| reply.status),
        413,
    )?;
    for path in ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../Cargo.toml"] {
        let reply = guest.send("GET", path, &[])?;
        ensure!(!reply.text().contains("root:") && !reply.text().contains("[workspace"), "{path} was served");
        refused += 1;
    }
    same("the server goes on", guest.get("/api/health")?["ok"].as_bool(), Some(true))?;
    Ok(format!("{refused} requests for threads, files and programs of the server refused"))
}

/// Moves that were acknowledged are there after the power came back.
fn power_cut(stage: &Stage) -> Result<String> {
    let server = Server::start(stage, "s2", &["--no-limits"])?;
    let guest = Guest::new(&server.address)?;
    let mut games = Vec::new();
    for (game, size) in [("othello", 8), ("go", 9), ("gomoku", 15)] {
        let id = guest.both(json!({"kind": game, "size": size}))?;
        let mut board = AnyBoard::start(game, size);
        for point in board.wander(15, &mut Chance(6)) {
            guest.act(&id, json!({"do": "move", "point": point}))?;
        }
        games.push((id, board));
    }
    server.kill()?;
    let server = Server::start(stage, "s2", &["--no-limits"])?;
    let guest = guest.at(&server.address);
    for (id, board) in &games {
        same("the board after a power cut", cells(&guest.see(id)?["live"]["board"]), board.cells().to_vec())?;
    }
    Ok("three games, 45 acknowledged moves; the server killed: all there".to_owned())
}

fn backup(stage: &Stage) -> Result<String> {
    let server = Server::start(stage, "s4", &["--no-limits"])?;
    let guest = Guest::new(&server.address)?;
    let id = guest.both(json!({"kind": "go", "size": 9}))?;
    guest.act(&id, json!({"do": "move", "name": "E5"}))?;
    let folder = stage.folder("s4-copy")?;
    let file = folder.join("all.backup").display().to_string();
    let data = folder.parent().context("a folder")?.join("s4").display().to_string();
    stage.ok(&["backup", &file, "--data", &data])?;
    guest.act(&id, json!({"do": "move", "name": "C3"}))?;
    server.kill()?;
    let other = folder.join("restored").display().to_string();
    stage.ok(&["restore", &file, "--data", &other])?;
    let server = Server::start(stage, "s4-copy/restored", &["--no-limits"])?;
    let seen = guest.at(&server.address).see(&id)?;
    same("moves in the copy", seen["live"]["ply"].as_u64(), Some(1))?;
    Ok("a copy made while people play, restored elsewhere: the game stands where it stood".to_owned())
}

fn watched(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    for path in ["/healthz", "/readyz", "/metrics"] {
        same(path, guest.send("GET", path, &[])?.status, 200)?;
    }
    let figures = guest.send("GET", "/metrics", &[])?.text();
    says(&figures, "# TYPE")?;
    same("the owner's door without a token", guest.send("GET", "/api/admin/games", &[])?.status, 404)?;
    ensure!(guest.send("GET", "/api/me", &[])?.head.contains("x-request-id"), "no x-request-id");
    Ok(format!("health, readiness and {} figures for Prometheus", figures.matches("# TYPE").count()))
}
