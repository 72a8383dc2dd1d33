//! C-1 to C-11: what holds in every game.

use super::{Play, cells, points, same, says};
use crate::accept::http::Guest;
use crate::accept::reference::{AnyBoard, Chance, GAMES, othello};
use crate::accept::stage::Stage;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

pub const PLAYS: &[(&str, Play)] = &[
    ("C-1", one_referee),
    ("C-2", refused_moves),
    ("C-3", effects_at_once),
    ("C-4", undo_and_redo),
    ("C-5", results),
    ("C-6", clocks),
    ("C-7", modes),
    ("C-8", levels),
    ("C-9", records),
    ("C-10", languages),
    ("C-11", pictures),
];

/// The usual size of a game's board.
fn usual(game: &str) -> usize {
    match game {
        "othello" => 8,
        "go" => 19,
        _ => 15,
    }
}

/// The same random moves on the command line, over GTP and over HTTP: one board, one list of legal points.
fn one_referee(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let games = stage.many(3, 40);
    let mut boards = 0;
    for game in GAMES {
        let mut gtp = stage.gtp(&[game, "--player", "random"])?;
        for seed in 0..games {
            let mut chance = Chance(seed as u64);
            let mut board = AnyBoard::start(game, usual(game));
            let plies = 1 + chance.below(40);
            gtp.tell("clear_board")?;
            let mut names = Vec::new();
            let mut moves = Vec::new();
            for _ in 0..plies {
                let side = if board.turn() == 1 { "b" } else { "w" };
                let Some(&point) = board.wander(1, &mut chance).first() else { break };
                names.push(board.name(point));
                moves.push(point);
                gtp.tell(&format!("play {side} {}", board.name(point)))?;
            }
            let mut legal: Vec<String> =
                board.legal().iter().map(|&p| board.name(p).to_lowercase()).collect();
            legal.sort();
            let mut told: Vec<String> =
                gtp.tell("heibai-legal")?.split_whitespace().map(str::to_lowercase).collect();
            told.retain(|name| name != "pass");
            told.sort();
            same(&format!("{game} {names:?}: legal over GTP"), told, legal)?;
            let line = json!({"kind": game, "moves": moves});
            let live = guest.post("/api/position", &line)?["live"].clone();
            same(
                &format!("{game} {names:?}: board over HTTP"),
                cells(&live["board"]),
                board.cells().to_vec(),
            )?;
            same(&format!("{game} {names:?}: legal over HTTP"), points(&live["legal"]), board.legal())?;
            let shown = &stage.json(&["show", &names.join(" "), "--game", game, "--json"])?[0];
            let rows = othello::rows(board.cells(), usual(game));
            says(shown["position"].as_str().unwrap_or_default(), &format!(" {rows} "))?;
            boards += 1;
        }
    }
    Ok(format!("{boards} random boards, the same on the command line, over GTP and HTTP as in the reference"))
}

/// The code that the wire has for a refusal.
fn code(board: &AnyBoard, point: usize) -> &'static str {
    match board {
        _ if board.cells()[point] != 0 => "POSITION_OCCUPIED",
        AnyBoard::Othello(_) => "flips_nothing",
        AnyBoard::Go(board) => board.after(point).expect_err("it is illegal"),
        AnyBoard::Gomoku(..) => "FORBIDDEN_MOVE",
    }
}

/// Every illegal point of random positions is refused with its reason, and nothing changes.
fn refused_moves(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let (mut refused, mut kinds) = (0, std::collections::BTreeSet::new());
    for (game, size, plies) in [("othello", 6, 12), ("go", 4, 24), ("gomoku", 15, 50)] {
        for seed in 0..stage.many(2, 12) {
            let mut chance = Chance(100 + seed as u64);
            let mut board = AnyBoard::start(game, size);
            let mut from = Vec::new();
            for point in board.wander(plies, &mut chance) {
                from.push(json!({"point": point}));
            }
            let id = guest.both(json!({"kind": game, "size": size, "from": {"moves": from}}))?;
            let before = guest.see(&id)?;
            if before["live"]["phase"] != "playing" {
                continue;
            }
            let path = format!("/api/games/{id}/act");
            let illegal: Vec<usize> = (0..size * size).filter(|p| !board.legal().contains(p)).collect();
            for point in illegal.into_iter().take(40) {
                let error = guest.refused(&path, &json!({"do": "move", "point": point}))?;
                let expected = code(&board, point);
                same(&format!("{game}: {}", board.name(point)), error["code"].as_str(), Some(expected))?;
                ensure!(error["zh"] != error["en"] && error["zh"] != "", "no sentence in {error}");
                kinds.insert(expected);
                refused += 1;
            }
            let error = guest.refused(&path, &json!({"do": "move", "point": size * size}))?;
            same("off the board", error["code"].as_str(), Some("INVALID_POSITION"))?;
            same("the game after refusals", guest.see(&id)?, before)?;
        }
    }
    let kinds: Vec<&str> = kinds.into_iter().collect();
    Ok(format!("{refused} illegal moves over HTTP, each refused with its reason ({})", kinds.join(", ")))
}

/// Every board that a watcher is sent is a whole board of the reference.
fn effects_at_once(stage: &Stage) -> Result<String> {
    let (player, watcher) = (stage.guest()?, stage.guest()?);
    let mut events = 0;
    for (game, size) in [("othello", 8), ("go", 5), ("gomoku", 15)] {
        let id = player.both(json!({"kind": game, "size": size}))?;
        let mut socket = watcher.socket()?;
        socket.say(&json!({"type": "watch", "re": 1, "game": id}))?;
        socket.hear_of("game")?;
        let mut hand = player.socket()?;
        let mut board = AnyBoard::start(game, size);
        let mut chance = Chance(7);
        for _ in 0..stage.many(25, 60) {
            let (before, side) = (board.cells().to_vec(), board.turn());
            let Some(&point) = board.wander(1, &mut chance).first() else { break };
            hand.say(&json!({"type": "act", "re": 2, "game": id, "do": "move", "point": point}))?;
            hand.hear_of("done")?;
            let event = socket.hear_of("moved")?;
            same(
                &format!("{game}: the board that is sent"),
                cells(&event["live"]["board"]),
                board.cells().to_vec(),
            )?;
            let turned = |from: u8, to: u8| {
                (0..before.len()).filter(|&p| before[p] == from && board.cells()[p] == to).collect::<Vec<_>>()
            };
            same("flipped", points(&event["changes"]["flipped"]), turned(3 - side, side))?;
            same("removed", points(&event["changes"]["removed"]), turned(3 - side, 0))?;
            events += 1;
        }
    }
    Ok(format!("{events} moves over the socket; every board that a watcher saw was complete"))
}

/// All the way back and forward again, and nothing after the end.
fn undo_and_redo(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let mut steps = 0;
    for (game, size) in [("othello", 6), ("go", 5), ("gomoku", 15)] {
        let id = guest.both(json!({"kind": game, "size": size}))?;
        let mut board = AnyBoard::start(game, size);
        let mut boards = vec![board.cells().to_vec()];
        let mut chance = Chance(11);
        for _ in 0..12 {
            let Some(&point) = board.wander(1, &mut chance).first() else { break };
            guest.act(&id, json!({"do": "move", "point": point}))?;
            boards.push(board.cells().to_vec());
        }
        let seen = |guest: &Guest| Ok::<_, anyhow::Error>(cells(&guest.see(&id)?["live"]["board"]));
        for expected in boards.iter().rev().skip(1) {
            guest.act(&id, json!({"do": "undo"}))?;
            same(&format!("{game}: taken back"), seen(&guest)?, expected.clone())?;
            steps += 1;
        }
        let path = format!("/api/games/{id}/act");
        same(
            "before the start",
            guest.refused(&path, &json!({"do": "undo"}))?["code"].as_str(),
            Some("nothing_to_undo"),
        )?;
        for expected in &boards[1..] {
            guest.act(&id, json!({"do": "redo"}))?;
            same(&format!("{game}: played again"), seen(&guest)?, expected.clone())?;
            steps += 1;
        }
        guest.act(&id, json!({"do": "resign", "side": "black"}))?;
        for what in ["undo", "redo", "pass", "resign"] {
            let error = guest.refused(&path, &json!({"do": what, "side": "white"}))?;
            same(&format!("{game}: {what} after the end"), error["code"].as_str(), Some("GAME_FINISHED"))?;
        }
        let put = guest.send("PUT", &format!("/api/library/{id}"), br#"{"tree":[]}"#)?;
        ensure!(put.status >= 400, "a finished record was written to");
        let copy = guest.post(&format!("/api/library/{id}/copy"), &json!({}))?;
        ensure!(copy["id"].is_string() && copy["id"] != id.as_str(), "no copy of a finished game: {copy}");
    }
    Ok(format!("{steps} steps back and forward; after the end nothing but a copy"))
}

/// Every way to end a game, with its reason.
fn results(stage: &Stage) -> Result<String> {
    let (guest, friend) = (stage.guest()?, stage.guest()?);
    let mut seen = Vec::new();
    let mut outcome = |id: &str, winner: Option<&str>, reason: &str| -> Result<()> {
        let game = guest.see(id)?;
        let end = &game["live"]["outcome"];
        same("the reason", end["reason"].as_str(), Some(reason))?;
        same(reason, end["winner"].as_str(), winner)?;
        seen.push(reason.to_owned());
        Ok(())
    };
    let play = |id: &str, names: &str| -> Result<()> {
        names.split(' ').try_for_each(|name| guest.act(id, json!({"do": "move", "name": name})).map(drop))
    };
    let id = guest.both(json!({"kind": "othello"}))?;
    play(&id, "e6 f4 e3 f6 g5 d6 e7 f5 c5")?;
    outcome(&id, Some("black"), "wipe_out")?;
    // 4x4 games of the reference until one fills the board and one ends before.
    let (mut full, mut stuck) = (false, false);
    for seed in 0.. {
        let mut board = othello::OthelloBoard::start(4);
        let mut chance = Chance(seed);
        let mut moves = Vec::new();
        while !board.is_over() {
            let point = chance.of(&board.legal(board.turn));
            board.play(point);
            moves.push(json!({"point": point}));
        }
        let [black, white] = [1, 2].map(|side| board.count(side));
        let winner =
            [None, Some("black"), Some("white")][usize::from(black > white) + 2 * usize::from(white > black)];
        let reason = match black + white {
            16 => "board_full",
            _ if black == 0 || white == 0 => continue,
            _ => "two_passes",
        };
        let wanted = if reason == "board_full" { &mut full } else { &mut stuck };
        if !*wanted {
            *wanted = true;
            let id = guest.both(json!({"kind": "othello", "size": 4}))?;
            moves
                .iter()
                .try_for_each(|at| guest.act(&id, json!({"do": "move", "point": at["point"]})).map(drop))?;
            outcome(&id, winner, reason)?;
        }
        if full && stuck {
            break;
        }
    }
    let id = guest.both(json!({"kind": "gomoku"}))?;
    play(&id, "h8 h9 i8 i9 j8 j9 k8 k9 l8")?;
    outcome(&id, Some("black"), "five_in_row")?;
    let id = guest.both(json!({"kind": "go", "size": 9}))?;
    guest.act(&id, json!({"do": "resign", "side": "white"}))?;
    outcome(&id, Some("black"), "resignation")?;
    let id = guest.both(json!({"kind": "go", "size": 9, "clock": "1s/move"}))?;
    std::thread::sleep(Duration::from_millis(1200));
    guest.act(&id, json!({"do": "move", "name": "E5"})).ok();
    outcome(&id, Some("white"), "timeout")?;
    let open = json!({"kind": "go", "size": 9, "black": {"who": "me"}, "white": {"who": "open"}});
    let game = guest.post("/api/games", &open)?;
    let id = game["id"].as_str().context("an id")?.to_owned();
    let invite =
        game["you"]["invite"].as_str().and_then(|link| link.split("invite=").nth(1)).context("a link")?;
    friend.post(&format!("/api/games/{id}/join"), &json!({"code": invite}))?;
    guest.act(&id, json!({"do": "draw"}))?;
    friend.act(&id, json!({"do": "answer", "accept": true}))?;
    outcome(&id, None, "agreement")?;
    Ok(format!("{} endings over HTTP: {}", seen.len(), seen.join(", ")))
}

/// The four kinds of clock, a forced pass that is free, and a flag that falls.
fn clocks(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let clock = |text: &str| -> Result<(Value, String)> {
        let id = guest.both(json!({"kind": "othello", "clock": text}))?;
        Ok((guest.see(&id)?["live"]["clocks"].clone(), id))
    };
    let (five, id) = clock("5m+3s")?;
    same("5m+3s", five["white"]["main_ms"].as_u64(), Some(300_000))?;
    guest.act(&id, json!({"do": "move", "name": "d3"}))?;
    let after = guest.see(&id)?["live"]["clocks"]["black"]["main_ms"].as_u64().unwrap_or(0);
    ensure!((240_001..=303_000).contains(&after), "three seconds are added to what is left: {after}");
    let (byo, _) = clock("10m+3x30s")?;
    let told = [&byo["white"]["main_ms"], &byo["white"]["periods"], &byo["white"]["period_ms"]];
    same("10m+3x30s", told.map(Value::as_u64), [Some(600_000), Some(3), Some(30_000)])?;
    clock("5m")?;
    // White must pass after these; the pass takes no time.
    let (_, id) = clock("1h")?;
    for name in "f5 d6 c6 b6 b7 b8 d7 d8 a8 f4 e8 f6 c8".split(' ') {
        guest.act(&id, json!({"do": "move", "name": name}))?;
    }
    let game = guest.see(&id)?;
    let forced: Vec<&Value> =
        game["moves"].as_array().context("moves")?.iter().filter(|m| m["forced"] == true).collect();
    same("forced passes", forced.len(), 1)?;
    same("time of a forced pass", forced[0]["spent_ms"].as_u64(), Some(0))?;
    // In a pipe, what is typed after the flag fell comes too late.
    let args = ["play", "othello", "--black", "human", "--white", "human", "--clock", "1s/move"];
    let mut child = stage.command(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut hand = child.stdin.take().context("a pipe")?;
    std::thread::sleep(Duration::from_millis(1200));
    hand.write_all(b"a1\nd3\n")?;
    drop(hand);
    says(&String::from_utf8(child.wait_with_output()?.stdout)?, "White wins (timeout)")?;
    let bad = guest.refused(
        "/api/games",
        &json!({"kind": "go", "clock": "soon", "black": {"who": "me"}, "white": {"who": "me"}}),
    )?;
    same("a clock that is none", bad["code"].as_str(), Some("bad_clock"))?;
    Ok("sudden death, Fischer, byo-yomi and time a move over HTTP; a forced pass took no time".to_owned())
}

/// Who may sit where, and a third who watches.
fn modes(stage: &Stage) -> Result<String> {
    let (guest, friend, third) = (stage.guest()?, stage.guest()?, stage.guest()?);
    let engine = |name: &str| json!({"who": "engine", "player": name});
    let id = guest.game(json!({"kind": "othello", "size": 4, "black": engine("random"), "white": engine("random"), "pace_ms": 0}))?;
    wait_for(|| Ok(!guest.see(&id)?["live"]["outcome"].is_null()))?;
    let id = guest.game(json!({"kind": "gomoku", "black": {"who": "me"}, "white": engine("beginner")}))?;
    guest.act(&id, json!({"do": "move", "name": "h8"}))?;
    wait_for(|| Ok(guest.see(&id)?["live"]["ply"] == 2))?;
    let game = guest.post(
        "/api/games",
        &json!({"kind": "go", "size": 9, "black": {"who": "me"}, "white": {"who": "open"}}),
    )?;
    let id = game["id"].as_str().context("an id")?.to_owned();
    let invite =
        game["you"]["invite"].as_str().and_then(|link| link.split("invite=").nth(1)).context("a link")?;
    let wrong = friend.refused(&format!("/api/games/{id}/join"), &json!({"code": "nonsense"}))?;
    same("a wrong invitation", wrong["code"].as_str(), Some("bad_invite"))?;
    friend.post(&format!("/api/games/{id}/join"), &json!({"code": invite}))?;
    guest.act(&id, json!({"do": "move", "name": "E5"}))?;
    friend.act(&id, json!({"do": "move", "name": "C3"}))?;
    same("who watches sees the game", third.see(&id)?["live"]["ply"].as_u64(), Some(2))?;
    let path = format!("/api/games/{id}/act");
    same(
        "who watches may not move",
        third.refused(&path, &json!({"do": "move", "name": "G7"}))?["code"].as_str(),
        Some("not_yours"),
    )?;
    same(
        "help between people",
        guest.refused(&path, &json!({"do": "hint"}))?["code"].as_str(),
        Some("fair_play"),
    )?;
    let fresh = guest.both(json!({"kind": "go", "size": 9}))?;
    same("another mode is a fresh board", guest.see(&fresh)?["live"]["ply"].as_u64(), Some(0))?;
    Ok("engine against engine to the end, person against engine, two people by link, a third watching"
        .to_owned())
}

/// Asks again until it is so.
pub fn wait_for(mut is_so: impl FnMut() -> Result<bool>) -> Result<()> {
    for _ in 0..1200 {
        if is_so()? {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    bail!("it did not happen within a minute")
}

/// Each level is there with its measured strength, and a higher one beats a lower one.
fn levels(stage: &Stage) -> Result<String> {
    let mut scores = Vec::new();
    for (game, high, low, size) in
        [("othello", "hard", "beginner", "6"), ("gomoku", "hard", "beginner", "15")]
    {
        let told = stage.ok(&["levels", game])?;
        for level in ["beginner", "normal", "hard", "hell", "best"] {
            says(&told, level)?;
        }
        let games = stage.many(4, 20).to_string();
        let args =
            ["match", high, low, "--game", game, "--size", size, "--games", &games, "--seed", "5", "--json"];
        let report = stage.json(&args)?;
        let last = report.last().context("a report")?;
        let share = last["score"].as_f64().with_context(|| last.to_string())?;
        ensure!(share >= 0.75, "{high} had {share} of {games} games against {low} in {game}");
        scores.push(format!("{high} {:.0} % of {games} games against {low} in {game}", share * 100.0));
    }
    Ok(scores.join(", "))
}

/// A game of the reference, written by hand as SGF, through every format and back.
fn records(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let folder = stage.folder("records")?;
    let mut trips = 0;
    for (game, number, formats) in [
        ("othello", 2, &["sgf", "json", "ggf", "moves"][..]),
        ("go", 1, &["sgf", "json"]),
        ("gomoku", 4, &["sgf", "json", "psq", "lib", "replay", "moves"]),
    ] {
        let mut board = AnyBoard::start(game, usual(game));
        let mut text = format!("(;GM[{number}]SZ[{}]PB[甲]PW[B]", usual(game));
        let mut names = Vec::new();
        for index in 0..20 {
            let side = if board.turn() == 1 { "B" } else { "W" };
            let Some(&point) = board.wander(1, &mut Chance(index + 40)).first() else { break };
            let letter = |v: usize| (b'a' + v as u8) as char;
            // Othello's SGF names squares as players do.
            let place = match game {
                "othello" => board.name(point),
                _ => format!("{}{}", letter(point % usual(game)), letter(point / usual(game))),
            };
            text += &format!(";{side}[{place}]");
            names.push(board.name(point).to_lowercase());
        }
        let file = folder.join(format!("{game}.sgf"));
        std::fs::write(&file, text + ")")?;
        let from = file.display().to_string();
        for format in formats {
            let other = folder.join(format!("{game}.{format}.out")).display().to_string();
            let back = folder.join(format!("{game}.{format}.back.json")).display().to_string();
            stage.ok(&["convert", &from, &other, "--to", format])?;
            let how: &[&str] = if *format == "moves" { &["--game", game] } else { &[] };
            stage.ok(&[&["convert", &other, &back, "--from", format, "--to", "json"], how].concat())?;
            let record: Value = serde_json::from_str(std::fs::read_to_string(&back)?.trim())?;
            let moves: Vec<String> = record["nodes"]
                .as_array()
                .context("nodes")?
                .iter()
                .filter_map(|node| Some(node["move"].as_str()?.to_lowercase()))
                .collect();
            same(&format!("{game} through {format}"), moves, names.clone())?;
            trips += 1;
        }
    }
    let old = stage.file("old.json", r#"{"format":"heibai","version":1,"game":"othello","black":"a","white":"b","date":"","result":"B+2","moves":["f5","d6"],"times":[1000]}"#)?;
    says(&stage.ok(&["check", &old, "--json"])?, "\"moves\":2")?;
    let autosave = json!([{"version": 2, "kind": "go", "size": 9, "rules": "chinese", "komi": 7.5, "handicap": 0,
        "black": "a", "white": "b", "created": 1_800_000_000_000_u64,
        "moves": [{"step": 1, "player": 1, "x": 4, "y": 4, "timestamp": 1_800_000_001_000_u64}]}]);
    let reply = guest.send("POST", "/api/library?name=autosave.json", autosave.to_string().as_bytes())?;
    ensure!(reply.status == 201, "the page's autosave is not imported: {}", reply.text());
    same("moves of the autosave", reply.json()["entries"][0]["moves"].as_u64(), Some(1))?;
    Ok(format!("{trips} trips through formats and back, version 1 migrated, the page's autosave imported"))
}

/// Words of English in a row inside a Chinese text.
fn english(text: &str) -> Option<String> {
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(3).find(|three| three.iter().all(is_word)).map(|three| three.join(" "))
}

/// The same commands in both languages: Chinese where it is asked for, and no English sentence in it.
fn languages(stage: &Stage) -> Result<String> {
    let commands: [&[&str]; 10] = [
        &["--help"],
        &["play", "--help"],
        &["show", "f5d6c3"],
        &["levels", "go"],
        &["levels", "gomoku"],
        &["hint", "f5d6", "--nodes", "200"],
        &["hint", "h8h9", "--nodes", "200"],
        &["check", "no-such-file.sgf"],
        &["convert", "a", "b"],
        &["match", "strong", "random", "--game", "go"],
    ];
    for words in commands {
        let said = |lang: &str| -> Result<String> {
            let said = stage.run(&[&["--lang", lang], words].concat())?;
            Ok(said.out + &said.err)
        };
        let (zh, en) = (said("zh")?, said("en")?);
        ensure!(zh.chars().any(|c| ('一'..='龥').contains(&c)), "{words:?} says nothing in Chinese: {zh}");
        if let Some(sentence) = english(&zh) {
            bail!("{words:?} says '{sentence}' in a Chinese text: {zh}");
        }
        ensure!(!en.chars().any(|c| ('一'..='龥').contains(&c)) || words[0] == "--help", "{words:?}: {en}");
    }
    let typed = "a1\nxyzzy\nundo\nresign\n";
    let out = stage
        .typed(&["play", "othello", "--black", "human", "--white", "human", "--lang", "zh"], typed)?
        .ok()?;
    says(&out, "黑")?;
    ensure!(english(&out).is_none(), "English at a Chinese board: {out}");
    Ok(format!("{} commands and a game in the terminal, in Chinese and in English", commands.len()))
}

fn pictures(stage: &Stage) -> Result<String> {
    let folder = stage.folder("pictures")?;
    for (game, moves, stones) in [("othello", "f5d6c3", 7), ("gomoku", "h8h9i8", 3), ("go", "D4 Q16", 2)] {
        let (svg, png) = (folder.join("board.svg"), folder.join("board.png"));
        let (svg, png) = (svg.display().to_string(), png.display().to_string());
        stage.ok(&["show", moves, "--game", game, "--svg", &svg, "--png", &png])?;
        let picture = std::fs::read_to_string(&svg)?;
        ensure!(
            picture.matches("<circle").count() >= stones,
            "{game}: fewer than {stones} stones in {picture}"
        );
        ensure!(std::fs::read(&png)?.starts_with(b"\x89PNG"), "{game}: no PNG");
    }
    Ok("boards of the three games as SVG and PNG".to_owned())
}
