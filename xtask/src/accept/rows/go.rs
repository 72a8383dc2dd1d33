//! G-1 to G-6: Go.

use super::every_game::wait_for;
use super::{NotHere, Play, cells, points, same, says};
use crate::accept::reference::go::GoBoard;
use crate::accept::reference::{BLACK, Chance};
use crate::accept::stage::Stage;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

pub const PLAYS: &[(&str, Play)] = &[
    ("G-1", play),
    ("G-2", counting),
    ("G-3", handicap_and_komi),
    ("G-4", sgf_and_gtp),
    ("G-5", engine),
    ("G-6", python),
];

fn side(turn: u8) -> &'static str {
    if turn == BLACK { "b" } else { "w" }
}

/// Random games on many sizes over GTP: what is refused, what is captured, which board is there.
fn play(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let (mut stones, mut refused) = (0, [0; 3]);
    for size in [2, 3, 4, 5, 7, 9, 13, 19, 25] {
        let size_text = size.to_string();
        let mut gtp = stage.gtp(&["go", "--size", &size_text, "--player", "random"])?;
        for seed in 0..stage.many(2, 15) {
            let (mut board, mut chance) = (GoBoard::start(size), Chance(seed as u64));
            let mut moves = Vec::new();
            gtp.tell("clear_board")?;
            for _ in 0..stage.many(60, 300).min(4 * size * size) {
                let point = chance.below(size * size);
                let answer = gtp.ask(&format!("play {} {}", side(board.turn), board.name(point)))?;
                match board.after(point) {
                    Ok(_) => {
                        answer.map_err(|why| anyhow::anyhow!("{} was refused: {why}", board.name(point)))?;
                        board.play(Some(point));
                        moves.push(point);
                        stones += 1;
                    }
                    Err(why) => {
                        ensure!(answer.is_err(), "{} was taken: {why}", board.name(point));
                        refused[["occupied", "suicide", "repetition"]
                            .iter()
                            .position(|w| *w == why)
                            .unwrap_or(0)] += 1;
                    }
                }
            }
            let line = json!({"kind": "go", "size": size, "moves": moves});
            let live = guest.post("/api/position", &line)?["live"].clone();
            same(&format!("the board of {size}x{size}"), cells(&live["board"]), board.cells.clone())?;
            same(&format!("legal points of {size}x{size}"), points(&live["legal"]), board.legal())?;
        }
    }
    ensure!(refused[1] > 0 && refused[2] > 0, "no suicide or repetition came up: {refused:?}");
    let [occupied, suicide, repetition] = refused;
    Ok(format!(
        "{stones} stones on nine sizes over GTP, the boards the same over HTTP; refused: {occupied} occupied, {suicide} suicides, {repetition} repetitions"
    ))
}

/// A random board that is filled until nobody has much left to play.
fn filled(size: usize, seed: u64) -> (GoBoard, Vec<usize>) {
    let (mut board, mut chance, mut moves) = (GoBoard::start(size), Chance(seed), Vec::new());
    for _ in 0..size * size {
        let legal = board.legal();
        if legal.is_empty() {
            break;
        }
        let point = chance.of(&legal);
        board.play(Some(point));
        moves.push(point);
    }
    (board, moves)
}

/// Area on the command line, and a count that people correct over HTTP.
fn counting(stage: &Stage) -> Result<String> {
    let mut boards = 0;
    for size in [5, 9, 13, 19] {
        for seed in 0..stage.many(3, 30) {
            let (board, moves) = filled(size, seed as u64);
            let mut text = format!("(;GM[1]SZ[{size}]KM[7.5]RU[Chinese]");
            for (index, &point) in moves.iter().enumerate() {
                text += &format!(";{}[{}]", if index % 2 == 0 { "B" } else { "W" }, board.sgf(point));
            }
            let file = stage.file(&format!("g2-{size}-{seed}.sgf"), &(text + ")"))?;
            let told = &stage.json(&["score", &file, "--judge", "none", "--json"])?[0];
            let (black, white) = board.count(&[]);
            same(&file, [&told["black"], &told["white"]].map(Value::as_f64), [Some(black), Some(white)])?;
            let lead = black - white - 7.5;
            let result = if lead > 0.0 { format!("B+{lead}") } else { format!("W+{}", -lead) };
            same("the result", told["result"].as_str(), Some(result.as_str()))?;
            boards += 1;
        }
    }
    // Black's wall, a white stone behind it; two passes, then people say what is dead.
    let guest = stage.guest()?;
    let id = guest.both(json!({"kind": "go", "size": 5, "komi": 0.5}))?;
    let mut board = GoBoard::start(5);
    for name in ["A4", "pass", "B4", "pass", "C4", "pass", "D4", "pass", "E4", "pass", "B2", "E1"] {
        let point = (0..25).find(|&p| board.name(p) == name);
        board.play(point);
        let act = point.map_or(json!({"do": "pass"}), |p| json!({"do": "move", "point": p}));
        guest.act(&id, act)?;
    }
    guest.act(&id, json!({"do": "pass"}))?;
    guest.act(&id, json!({"do": "pass"}))?;
    // The judge looks first.
    wait_for(|| Ok(!guest.see(&id)?["live"]["counting"].is_null()))?;
    let corner = 24;
    for (mark, dead) in [("dead", vec![corner]), ("alive", vec![]), ("dead", vec![corner])] {
        guest.act(&id, json!({"do": "mark", "point": corner, "as": mark}))?;
        let counting = guest.see(&id)?["live"]["counting"].clone();
        same("dead stones", points(&counting["dead"]), dead.clone())?;
        let (black, white) = board.count(&dead);
        let told = [&counting["score"]["black"], &counting["score"]["white"]].map(Value::as_f64);
        same(&format!("the count with {mark}"), told, [Some(black), Some(white)])?;
    }
    guest.act(&id, json!({"do": "agree", "side": "black"}))?;
    guest.act(&id, json!({"do": "agree", "side": "white"})).ok();
    let outcome = guest.see(&id)?["live"]["outcome"].clone();
    same("who wins", outcome["winner"].as_str(), Some("black"))?;
    same("the margin", outcome["margin"].as_f64(), Some(24.5))?;
    Ok(format!("{boards} boards counted as by hand; dead stones corrected over HTTP until both agreed"))
}

fn handicap_and_komi(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let id = guest.both(json!({"kind": "go", "size": 19, "handicap": 4, "komi": 0.5}))?;
    let game = guest.see(&id)?;
    let stones = cells(&game["start"]);
    let corners: Vec<usize> = [(3, 3), (15, 3), (3, 15), (15, 15)].iter().map(|(x, y)| y * 19 + x).collect();
    same("four stones", (0..361).filter(|&p| stones[p] == BLACK).collect::<Vec<_>>(), corners)?;
    same("White begins", game["live"]["turn"].as_str(), Some("white"))?;
    same("komi", game["rules"]["komi"].as_f64(), Some(0.5))?;
    // An empty board is neutral: komi alone decides.
    for (komi, result) in [("7.5", "W+7.5"), ("0", "0"), ("-3.5", "B+3.5")] {
        let mut gtp = stage.gtp(&["go", "--size", "9", "--player", "random"])?;
        gtp.tell(&format!("komi {komi}"))?;
        gtp.tell("play b pass")?;
        gtp.tell("play w pass")?;
        same(&format!("komi {komi}"), gtp.tell("final_score")?.as_str(), result)?;
    }
    let stones = stage.run(&["play", "go", "--komi", "3.75", "--lang", "zh"])?;
    says(&(stones.out + &stones.err), "7.5")?;
    let resigned =
        stage.typed(&["play", "go", "--black", "human", "--white", "human"], "D4\nresign\n")?.ok()?;
    says(&resigned, "Black wins")?;
    Ok("handicap stones and komi over HTTP and GTP, a resignation in the terminal".to_owned())
}

fn sgf_and_gtp(stage: &Stage) -> Result<String> {
    let text = "(;FF[4]GM[1]SZ[9]KM[7]PB[甲]XX[kept]C[a \\] b];B[ee]LB[ee:A]TR[cc](;W[cc]C[one])(;W[gg];B[cc](;W[dd])(;W[])))";
    let (from, to) = (stage.file("g4.sgf", text)?, stage.folder("g4")?.join("back.sgf"));
    let to = to.display().to_string();
    stage.ok(&["convert", &from, &to])?;
    let back = std::fs::read_to_string(&to)?;
    for part in [
        "XX[kept]",
        "C[a \\] b]",
        "LB[ee:A]",
        "TR[cc]",
        "(;W[cc]C[one])",
        "(;W[gg];B[cc](;W[dd])(;W[]))",
        "PB[甲]",
    ] {
        says(&back.replace('\n', ""), part)?;
    }
    let own = format!("gtp:{} gtp go --player random", stage.program().display());
    let report = stage.ok(&["match", "--compliance", &own])?;
    ensure!(!report.contains("FAIL"), "our own end of GTP: {report}");
    Ok(format!(
        "variations, comments, marks and unknown properties kept; GTP shows {} behaviours",
        report.matches("pass").count()
    ))
}

fn engine(stage: &Stage) -> Result<String> {
    let query = r#"{"id":"q","moves":[["B","E5"],["W","C3"]],"boardXSize":9,"boardYSize":9,"maxVisits":8,"includeOwnership":true}"#;
    let said = stage.typed(&["analysis", "go"], &format!("{query}\n"))?;
    let answer = said.json()?.pop().context("an answer")?;
    ensure!(answer["moveInfos"].as_array().is_some_and(|moves| !moves.is_empty()), "no moves in {answer}");
    same("ownership of every point", answer["ownership"].as_array().map(Vec::len), Some(81))?;
    ensure!(answer["rootInfo"]["scoreLead"].is_number(), "no score in {answer}");
    let files = std::fs::read_dir(crate::shell::root().join("data/go"))?;
    let networks: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "hbn"))
        .map(|path| path.display().to_string())
        .collect();
    ensure!(!networks.is_empty(), "no network of our own in data/go");
    for network in &networks {
        stage.ok(&["net", "info", network])?;
    }
    Ok(format!("an analysis with ownership and score; {} networks of our own are read", networks.len()))
}

/// A random game in the Python package, where it is built.
fn python(_: &Stage) -> Result<String> {
    let root = crate::shell::root();
    let python = root.join(".venv/bin/python");
    if !python.is_file() {
        return Err(NotHere("the Python package is not built here: `cargo xtask python`").into());
    }
    let (board, moves) = filled(5, 3);
    let script = format!(
        "import heibai, json\ns = heibai.Game('go', size=5).new_initial_state()\ns.apply_actions({moves:?})\nprint(json.dumps([int(c) for c in s.board().reshape(-1)]))"
    );
    let mut command = std::process::Command::new(python);
    command.args(["-c", &script]);
    let out = crate::accept::stage::finish(command, "")?.ok()?;
    let told: Vec<u8> = serde_json::from_str(out.trim())?;
    same("the board in Python", told, board.cells)?;
    Ok("a random game in Python gives the reference's board".to_owned())
}
