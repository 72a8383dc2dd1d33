//! M-1 to M-12: Gomoku and Renju.

use super::{Play, points, same, says};
use crate::accept::reference::gomoku::{GomokuBoard, Rules};
use crate::accept::reference::{BLACK, Chance, EMPTY, WHITE, other, step};
use crate::accept::stage::Stage;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub const PLAYS: &[(&str, Play)] = &[
    ("M-1", rule_sets),
    ("M-2", errors),
    ("M-3", winning_line),
    ("M-4", forbidden),
    ("M-5", marks),
    ("M-6", shapes),
    ("M-7", candidates),
    ("M-8", levels),
    ("M-9", practice),
    ("M-10", replay),
    ("M-12", formats),
];

/// Random stones on a board, with the shape of a game.
fn scattered(stones: usize, chance: &mut Chance) -> GomokuBoard {
    let mut board = GomokuBoard::start(15, Rules::Renju);
    for index in 0..stones {
        let (x, y) = (3 + chance.below(9), 3 + chance.below(9));
        let point = y * 15 + x;
        if board.cells[point] == EMPTY {
            board.cells[point] = if index % 5 < 3 { BLACK } else { WHITE };
        }
    }
    board
}

/// Random games under each rule set on several sizes: who has won, and who has not yet.
fn rule_sets(stage: &Stage) -> Result<String> {
    let (mut games, mut wins) = (0, 0);
    let sizes = |rules: Rules| if rules == Rules::Renju { vec![15] } else { vec![5, 6, 9, 15, 20] };
    for rules in [Rules::Renju, Rules::Standard, Rules::Freestyle] {
        for size in sizes(rules) {
            let size_text = size.to_string();
            let mut gtp = stage.gtp(&[
                "gomoku",
                "--rules",
                rules.name(),
                "--size",
                &size_text,
                "--player",
                "random",
            ])?;
            for seed in 0..stage.many(3, 20) {
                let (mut board, mut chance) = (GomokuBoard::start(size, rules), Chance(seed as u64));
                gtp.tell("clear_board")?;
                let (mut won, reach) = (false, size.min(7));
                for _ in 0..60 {
                    // The best of a few random points in a small part of the board, so that rows come up.
                    let tries: Vec<usize> =
                        (0..6).map(|_| chance.below(reach) * size + chance.below(reach)).collect();
                    let point = tries.into_iter().max_by_key(|&p| board.longest(p)).context("six points")?;
                    let side = if board.turn == BLACK { "b" } else { "w" };
                    let answer = gtp.ask(&format!("play {side} {}", board.name(point)))?;
                    same(&format!("{} is taken", board.name(point)), answer.is_ok(), board.may_play(point))?;
                    if answer.is_ok() && board.play(point).is_some() {
                        won = true;
                        break;
                    }
                }
                let winner = other(board.turn);
                let told = gtp.tell("heibai-result")?;
                let expected = if winner == BLACK { "B+" } else { "W+" };
                same(&format!("{}: {told}", rules.name()), told.starts_with(expected), won)?;
                games += 1;
                wins += usize::from(won);
            }
        }
    }
    let typed = "h8\nh9\nj10\nmore\nc3\nc4\nblack\nd4\nquit\n";
    let args = ["play", "gomoku", "--rules", "freestyle+swap2", "--black", "human", "--white", "human"];
    says(&stage.typed(&args, typed)?.ok()?, "White to play")?;
    Ok(format!(
        "{games} random games under three rule sets, {wins} wins found by the reference too; swap2 in the terminal"
    ))
}

fn errors(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let id = guest.both(json!({"kind": "gomoku"}))?;
    let path = format!("/api/games/{id}/act");
    let play = |name: &str| guest.act(&id, json!({"do": "move", "name": name})).map(drop);
    let code = |act: Value| -> Result<Value> { Ok(guest.refused(&path, &act)?["code"].clone()) };
    same("off the board", code(json!({"do": "move", "point": 225}))?, json!("INVALID_POSITION"))?;
    for name in "h8 g6 f6 g5 f7 g4 h7 g3 g2 a1".split(' ') {
        play(name)?;
    }
    same("occupied", code(json!({"do": "move", "name": "h8"}))?, json!("POSITION_OCCUPIED"))?;
    let error = guest.refused(&path, &json!({"do": "move", "name": "g7"}))?;
    same("forbidden", error["code"].clone(), json!("FORBIDDEN_MOVE"))?;
    same("its type", error["forbidden"]["type"].clone(), json!("三三禁手"))?;
    guest.act(&id, json!({"do": "resign", "side": "black"}))?;
    same("after the end", code(json!({"do": "move", "name": "o15"}))?, json!("GAME_FINISHED"))?;
    Ok("INVALID_POSITION, POSITION_OCCUPIED, FORBIDDEN_MOVE with its type, GAME_FINISHED over HTTP"
        .to_owned())
}

fn winning_line(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let mut won = 0;
    for seed in 0.. {
        let (mut board, mut chance) = (GomokuBoard::start(9, Rules::Freestyle), Chance(seed));
        let (mut moves, mut row) = (Vec::new(), None);
        while row.is_none() && moves.len() < 49 {
            let point = chance.below(7) * 9 + chance.below(7);
            if board.may_play(point) {
                row = board.play(point);
                moves.push(point);
            }
        }
        let Some(mut row) = row else { continue };
        row.sort_unstable();
        let line = json!({"kind": "gomoku", "rules": "freestyle", "size": 9, "moves": moves});
        let live = guest.post("/api/position", &line)?["live"].clone();
        same("the winning line", points(&live["win_line"]), row)?;
        won += 1;
        if won == stage.many(10, 100) {
            break;
        }
    }
    Ok(format!("{won} won games, the winning stones as the reference finds them"))
}

/// Random boards: every forbidden point and its kind.
fn forbidden(stage: &Stage) -> Result<String> {
    let count = stage.many(150, 3000);
    let mut chance = Chance(1);
    let boards: Vec<GomokuBoard> = (0..count)
        .map(|_| {
            let stones = 15 + chance.below(45);
            scattered(stones, &mut chance)
        })
        .collect();
    let input: String = boards.iter().map(|board| board.flat() + "\n").collect();
    let out = stage.typed(&["forbidden"], &input)?.ok()?;
    same("lines", out.lines().count(), count)?;
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (board, line) in boards.iter().zip(out.lines()) {
        let told: BTreeMap<&str, &str> =
            line.split_whitespace().filter_map(|word| word.split_once(':')).collect();
        // A board on which somebody has five already is no position of a game.
        let over = (0..225).any(|p| board.cells[p] != EMPTY && board.five(p).is_some());
        if over {
            continue;
        }
        for point in (0..225).filter(|&p| board.cells[p] == EMPTY) {
            let (name, reasons) = (board.name(point), board.forbidden(point));
            match told.get(name.as_str()) {
                None => ensure!(reasons.is_empty(), "{name} is forbidden ({reasons:?}) on {}", board.flat()),
                Some(kind) => {
                    ensure!(reasons.contains(kind), "{name}:{kind}, but {reasons:?} on {}", board.flat());
                    *kinds.entry((*kind).to_owned()).or_default() += 1;
                }
            }
        }
    }
    let told: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    Ok(format!("{count} random boards on the command line: {}", told.join(", ")))
}

fn marks(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let first = guest.both(json!({"kind": "gomoku"}))?;
    same("the first move", points(&guest.see(&first)?["live"]["suggestion"]), vec![112])?;
    let mut marked = 0;
    for seed in 0..stage.many(10, 60) {
        let board = scattered(40, &mut Chance(500 + seed as u64));
        if (0..225).any(|p| board.cells[p] != EMPTY && board.five(p).is_some()) {
            continue;
        }
        let stones: Vec<(usize, u8)> =
            board.cells.iter().copied().enumerate().filter(|&(_, c)| c != EMPTY).collect();
        let line = json!({"kind": "gomoku", "stones": stones, "turn": "black", "moves": []});
        let live = guest.post("/api/position", &line)?["live"].clone();
        same("no tip on a board with stones", points(&live["suggestion"]), vec![])?;
        let told = live["forbidden"].as_array().context("marks")?;
        let mut at: Vec<usize> =
            told.iter().filter_map(|mark| mark["point"].as_u64()).map(|p| p as usize).collect();
        at.sort_unstable();
        let expected: Vec<usize> =
            (0..225).filter(|&p| board.cells[p] == EMPTY && !board.forbidden(p).is_empty()).collect();
        same("marked points", at, expected)?;
        for mark in told {
            let sentence = match mark["kind"].as_str() {
                Some("33") => "⚠️ 三三禁手，黑棋不能在此位置落子",
                Some("44") => "⚠️ 四四禁手，黑棋不能在此位置落子",
                _ => "⚠️ 长连禁手，黑棋不能在此位置落子",
            };
            same("the sentence", mark["zh"].as_str(), Some(sentence))?;
            marked += 1;
        }
    }
    Ok(format!(
        "{marked} forbidden points marked over HTTP with the document's sentence; the centre for the first move"
    ))
}

/// The document's scores, and fives and forbidden points where they are.
fn shapes(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let scores = BTreeMap::from([
        ("five", 1_000_000),
        ("open_four", 160_000),
        ("closed_four", 42_000),
        ("broken_four", 55_000),
        ("open_three", 12_000),
        ("closed_three", 2_600),
        ("broken_three", 6_200),
        ("open_two", 600),
        ("closed_two", 150),
    ]);
    let mut seen = BTreeSet::new();
    for seed in 0..stage.many(12, 80) {
        let board = scattered(24, &mut Chance(900 + seed as u64));
        let stones: Vec<(usize, u8)> =
            board.cells.iter().copied().enumerate().filter(|&(_, c)| c != EMPTY).collect();
        if (0..225).any(|p| board.cells[p] != EMPTY && board.five(p).is_some()) {
            continue;
        }
        let line = json!({"kind": "gomoku", "stones": stones, "turn": "black", "moves": []});
        let overlay = guest.post("/api/overlays", &line)?;
        let told = overlay["shapes"].as_array().context("shapes")?;
        for shape in told {
            let name = shape["shape"].as_str().context("a name")?;
            same(name, shape["score"].as_i64(), scores.get(name).copied())?;
            seen.insert(name.to_owned());
        }
        for (side, color) in [("black", BLACK), ("white", WHITE)] {
            let fives: BTreeSet<u64> = told
                .iter()
                .filter(|s| s["shape"] == "five" && s["side"] == side)
                .filter_map(|s| s["point"].as_u64())
                .collect();
            let expected: BTreeSet<u64> = board.wins_at(color).into_iter().map(|p| p as u64).collect();
            same(&format!("fives of {side}"), fives, expected)?;
        }
    }
    ensure!(seen.len() >= 8, "only {seen:?} came up");
    Ok(format!("{} shapes with the document's scores; every five where the reference has it", seen.len()))
}

/// What an engine looks at lies within two points of a stone.
fn candidates(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let mut looked = 0;
    for seed in 0..stage.many(2, 10) {
        let mut chance = Chance(seed as u64);
        let board = scattered(8, &mut chance);
        let stones: Vec<(usize, u8)> =
            board.cells.iter().copied().enumerate().filter(|&(_, c)| c != EMPTY).collect();
        let engine = json!({"who": "engine", "player": "normal"});
        let id = guest.game(json!({"kind": "gomoku", "stones": stones, "turn": "black", "black": engine, "white": {"who": "me"}}))?;
        super::every_game::wait_for(|| Ok(guest.see(&id)?["live"]["ply"] == 1))?;
        let game = guest.see(&id)?;
        let told = game["moves"][0]["candidates"].as_array().context("candidates")?.clone();
        for candidate in &told {
            let point = candidate["point"].as_u64().context("a point")? as usize;
            let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy)));
            let has_stone = |way| step(point, way, 1, 15).is_some_and(|p| board.cells[p] != EMPTY);
            ensure!(near.into_iter().any(has_stone), "{} lies far from every stone", board.name(point));
            looked += 1;
        }
    }
    Ok(format!("{looked} candidates of Normal, each within two points of a stone"))
}

fn levels(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let meta = guest.get("/api/meta")?;
    let games = meta["games"].as_array().context("games")?;
    let gomoku = games.iter().find(|game| game["kind"] == "gomoku").context("gomoku")?;
    let paces: BTreeMap<&str, u64> = gomoku["levels"]
        .as_array()
        .context("levels")?
        .iter()
        .filter_map(|level| Some((level["player"].as_str()?, level["pace_ms"].as_u64()?)))
        .collect();
    for (level, pace) in [("beginner", 700), ("normal", 1100), ("hard", 1700), ("hell", 2400)] {
        same(level, paces.get(level).copied(), Some(pace))?;
    }
    // Beginner meets an open three and a four of the other side many times: it blocks about as often as the document says.
    let tries = stage.many(24, 200);
    let mut blocked = [0, 0];
    for (kind, stones) in [(0, &["g8", "h8", "i8", "j8"][..]), (1, &["g8", "h8", "i8"])] {
        for seed in 0..tries {
            let mut gtp = stage.gtp(&["gomoku", "--player", "beginner", "--seed", &seed.to_string()])?;
            // White's stones lie far away, and make nothing.
            for (black, white) in stones.iter().zip(["a1", "c15", "o2", ""]) {
                gtp.tell(&format!("play b {black}"))?;
                if black != stones.last().context("stones")? {
                    gtp.tell(&format!("play w {white}"))?;
                }
            }
            let answer = gtp.tell("genmove w")?.to_lowercase();
            let stops: &[&str] = if kind == 0 { &["f8", "k8"] } else { &["f8", "j8"] };
            blocked[kind] += usize::from(stops.contains(&answer.as_str()));
        }
    }
    let share = blocked.map(|count| count as f64 / tries as f64);
    ensure!((0.2..0.85).contains(&share[0]), "a four is blocked in {} of {tries}", blocked[0]);
    ensure!((0.1..0.8).contains(&share[1]), "a three is blocked in {} of {tries}", blocked[1]);
    Ok(format!(
        "the document's paces; Beginner blocked a four {} and a three {} times of {tries}",
        blocked[0], blocked[1]
    ))
}

/// The forty problems: no two alike however they are turned, each won by fours as the plain search finds, and solved move
/// by move over HTTP.
fn practice(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let problems = guest.get("/api/problems/vcf")?;
    let problems = problems["problems"].as_array().context("problems")?;
    same("problems", problems.len(), 40)?;
    let mut grades: BTreeMap<&str, usize> = BTreeMap::new();
    let mut shapes = BTreeSet::new();
    let (mut searched, mut solved) = (0, 0);
    let depth = stage.many(4, 6) as u32;
    for problem in problems {
        *grades.entry(problem["grade"].as_str().unwrap_or_default()).or_default() += 1;
        let live = &problem["live"];
        let mut board = GomokuBoard::start(15, Rules::Renju);
        board.cells = super::cells(&live["board"]);
        board.turn = if live["turn"] == "black" { BLACK } else { WHITE };
        ensure!(shapes.insert(least_turned(&board)), "{} comes twice", problem["id"]);
        let id = problem["id"].as_str().context("an id")?;
        let path = format!("/api/problems/vcf/{id}/try");
        // Along the program's own line: a win that its own check accepts.
        let mut input = position_line(&board);
        input += "\n";
        let line = &stage.typed(&["vcf", "--shortest", "--json"], &input)?.json()?[0];
        same(id, line["status"].as_str(), Some("win"))?;
        let moves = line["depth"].as_u64().context("a depth")? as u32;
        if moves <= depth {
            ensure!(board.wins_by_fours(moves), "{id}: the reference finds no win in {moves}");
            ensure!(
                moves < 2 || !board.wins_by_fours(moves - 1),
                "{id}: the reference wins sooner than in {moves}"
            );
            searched += 1;
        }
        if solved < stage.many(6, 40) {
            let mut played: Vec<Value> = Vec::new();
            loop {
                let mut here = board.clone();
                for point in &played {
                    here.cells[point.as_u64().context("a point")? as usize] = here.turn;
                    here.turn = other(here.turn);
                }
                let line = &stage
                    .typed(&["vcf", "--shortest", "--json"], &(position_line(&here) + "\n"))?
                    .json()?[0];
                let name = line["line"][0].as_str().with_context(|| format!("{id}: {line}"))?;
                let point = (0..225).find(|&p| here.name(p) == name).context("a point")?;
                played.push(json!(point));
                let tried = guest.post(&path, &json!({"moves": played}))?;
                match tried["status"].as_str() {
                    Some("solved") => break,
                    Some("right") => played = tried["moves"].as_array().context("moves")?.clone(),
                    other => anyhow::bail!("{id}: {other:?} after {played:?}"),
                }
            }
            solved += 1;
        }
    }
    same("ten of each grade", grades.values().copied().collect::<Vec<_>>(), vec![10; 4])?;
    let sets = guest.get("/api/problems")?;
    let vcf =
        sets["sets"].as_array().context("sets")?.iter().find(|set| set["set"] == "vcf").context("vcf")?;
    same("the reply comes after", vcf["reply_ms"].as_u64(), Some(400))?;
    same("nothing is taken back", vcf["undo"].as_bool(), Some(false))?;
    Ok(format!(
        "40 problems, no two alike; {searched} shortest wins found again by plain search, {solved} solved over HTTP"
    ))
}

fn position_line(board: &GomokuBoard) -> String {
    let side = if board.turn == BLACK { "x" } else { "o" };
    let rows = crate::accept::reference::othello::rows(&board.cells, 15);
    format!("gomoku {rows} {side} renju")
}

/// The board under the turning or mirroring that reads smallest.
fn least_turned(board: &GomokuBoard) -> Vec<u8> {
    let turned = |turn: usize| -> Vec<u8> {
        (0..225)
            .map(|point| {
                let (mut x, mut y) = (point % 15, point / 15);
                if turn & 1 > 0 {
                    x = 14 - x;
                }
                if turn & 2 > 0 {
                    y = 14 - y;
                }
                if turn & 4 > 0 {
                    std::mem::swap(&mut x, &mut y);
                }
                board.cells[y * 15 + x]
            })
            .collect()
    };
    (0..8).map(turned).min().expect("eight ways")
}

/// A game against Beginner, exported: every key of the document with its meaning.
fn replay(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let engine = json!({"who": "engine", "player": "beginner"});
    let id = guest.game(json!({"kind": "gomoku", "black": {"who": "me"}, "white": engine}))?;
    for name in ["h8", "a1", "o1"] {
        let ply = guest.see(&id)?["live"]["ply"].as_u64().context("a ply")?;
        guest.act(&id, json!({"do": "move", "name": name}))?;
        super::every_game::wait_for(|| Ok(guest.see(&id)?["live"]["ply"].as_u64() == Some(ply + 2)))?;
    }
    guest.act(&id, json!({"do": "resign"}))?;
    let game = guest.see(&id)?;
    let replay = guest.get(&format!("/api/library/{id}/export?format=replay"))?;
    let moves = replay["moves"].as_array().context("moves")?;
    same("moves", moves.len(), 6)?;
    let mut earlier = game["created"].as_u64();
    for (index, (written, played)) in moves.iter().zip(game["moves"].as_array().context("moves")?).enumerate()
    {
        let point = played["point"].as_u64().context("a point")?;
        same("step", written["step"].as_u64(), Some(index as u64 + 1))?;
        same("player", written["player"].as_u64(), Some(index as u64 % 2 + 1))?;
        same(
            "x and y",
            [&written["x"], &written["y"]].map(Value::as_u64),
            [Some(point % 15), Some(point / 15)],
        )?;
        let at = written["timestamp"].as_u64();
        ensure!(at >= earlier && at <= game["live"]["ended"].as_u64(), "move {} at {at:?}", index + 1);
        earlier = at;
        let own = index % 2 == 0;
        same("forbiddenCheck", written["forbiddenCheck"].is_object(), own)?;
        same(&format!("aiScore of move {}", index + 1), written["aiScore"].is_number(), !own)?;
    }
    let end = &replay["result"];
    same("winner", end["winner"].as_u64(), Some(2))?;
    same("reason", end["reason"].as_str(), Some("resigned"))?;
    let (created, ended) = (game["created"].as_f64(), game["live"]["ended"].as_f64());
    let lasted = (ended.context("an end")? - created.context("a start")?) / 1000.0;
    let told = end["duration"].as_f64().context("a duration")?;
    ensure!((told - lasted).abs() < 0.0015, "a duration of {told} s, but it lasted {lasted} s");
    Ok("a game against Beginner exported: every key of the document, its duration to the millisecond"
        .to_owned())
}

fn formats(stage: &Stage) -> Result<String> {
    let folder = stage.folder("m12")?;
    let game = "h8h9i8i9j8j9k8k9l8";
    let mut trips = Vec::new();
    for format in ["psq", "sgf", "lib", "replay", "json", "moves"] {
        let there = folder.join(format!("there.{format}")).display().to_string();
        let source = stage.file("m12.txt", &format!("{game}\n"))?;
        stage.ok(&["convert", &source, &there, "--to", format])?;
        let back = stage.ok(&["convert", &there, "-", "--from", format, "--to", "moves"])?;
        same(format, back.trim(), game)?;
        trips.push(format);
    }
    let board = scattered(20, &mut Chance(77));
    let shown = &stage.json(&["show", &position_line(&board), "--json"])?[0];
    same("a position as text", shown["position"].as_str(), Some(position_line(&board).as_str()))?;
    Ok(format!("a game through {} and back; a position as text", trips.join(", ")))
}
