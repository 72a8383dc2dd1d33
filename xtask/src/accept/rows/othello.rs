//! O-1 to O-12: Othello.

use super::{Play, cells, points, same, says};
use crate::accept::reference::othello::OthelloBoard;
use crate::accept::reference::{AROUND, BLACK, Chance, EMPTY, WHITE, step};
use crate::accept::stage::Stage;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub const PLAYS: &[(&str, Play)] = &[
    ("O-1", sizes),
    ("O-2", whole_games),
    ("O-3", atomic_flips),
    ("O-4", piped_games),
    ("O-5", record),
    ("O-6", formats),
    ("O-7", vocabulary),
    ("O-8", evaluations),
    ("O-9", searches),
    ("O-10", openings),
    ("O-11", suite),
    ("O-12", small_boards),
];

/// A whole random game: the moves and the board at its end, with how often somebody had to pass.
fn random_game(size: usize, chance: &mut Chance) -> (Vec<usize>, OthelloBoard, usize) {
    let (mut board, mut moves, mut passes) = (OthelloBoard::start(size), Vec::new(), 0);
    while !board.is_over() {
        let point = chance.of(&board.legal(board.turn));
        passes += usize::from(board.play(point));
        moves.push(point);
    }
    (moves, board, passes)
}

/// Counts of games on every size.
fn sizes(stage: &Stage) -> Result<String> {
    for (size, depth) in [(4, 6), (6, 5), (8, 5), (10, 4)] {
        let (depth_text, size_text) = (depth.to_string(), size.to_string());
        let out = stage.ok(&["perft", "othello", "--depth", &depth_text, "--size", &size_text])?;
        let told = out.lines().last().and_then(|line| line.trim().parse::<u64>().ok());
        same(
            &format!("games of {depth} plies on {size}x{size}"),
            told,
            Some(OthelloBoard::start(size).perft(depth)),
        )?;
    }
    ensure!(
        stage.run(&["perft", "othello", "--depth", "1", "--size", "7"])?.code == Some(2),
        "7x7 is refused"
    );
    Ok("perft on 4x4, 6x6, 8x8 and 10x10 as the reference counts".to_owned())
}

/// Whole games on every size: legal squares, boards, passes and results.
fn whole_games(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let (mut games, mut positions) = (0, 0);
    for size in [4, 6, 8, 10] {
        for seed in 0..stage.many(3, 60) {
            let (moves, end, passes) = random_game(size, &mut Chance(seed as u64));
            let replay =
                guest.post("/api/replay", &json!({"kind": "othello", "size": size, "moves": moves}))?;
            let steps = replay["steps"].as_array().context("steps")?;
            let mut board = OthelloBoard::start(size);
            let mut at = moves.iter();
            let mut forced = 0;
            for step in steps {
                if step["move"]["forced"] == true {
                    forced += 1;
                } else {
                    board.play(*at.next().context("no more moves than were sent")?);
                }
                same("the board", cells(&step["board"]), board.cells.clone())?;
                positions += 1;
            }
            same("passes", forced, passes)?;
            let score = &replay["outcome"]["score"];
            let told = [&score["black"], &score["white"]].map(Value::as_f64);
            same("the count", told, [BLACK, WHITE].map(|side| Some(end.count(side) as f64)))?;
            games += 1;
        }
    }
    Ok(format!("{games} random games over HTTP, {positions} boards, passes and counts as in the reference"))
}

/// The discs that the page is told will flip are those that flip, all at once.
fn atomic_flips(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let mut moves = 0;
    for seed in 0..stage.many(10, 100) {
        let board = OthelloBoard::with_empties(8, 10 + seed % 45, &mut Chance(seed as u64));
        let line =
            json!({"kind": "othello", "stones": stones(&board), "turn": side(board.turn), "moves": []});
        let live = guest.post("/api/position", &line)?["live"].clone();
        let legal = board.legal(board.turn);
        same("legal squares", points(&live["legal"]), legal.clone())?;
        let told = live["legal"]
            .as_array()
            .into_iter()
            .flatten()
            .zip(live["flips"].as_array().into_iter().flatten());
        for (point, flips) in told {
            let point = point.as_u64().context("a point")? as usize;
            let mut expected = board.flips(point, board.turn);
            expected.sort_unstable();
            same(&format!("flips of {}", board.name(point)), points(flips), expected)?;
            moves += 1;
        }
    }
    Ok(format!("{moves} moves with the discs that they flip"))
}

fn side(turn: u8) -> &'static str {
    if turn == BLACK { "black" } else { "white" }
}

fn stones(board: &OthelloBoard) -> Vec<(usize, u8)> {
    board.cells.iter().copied().enumerate().filter(|&(_, cell)| cell != EMPTY).collect()
}

/// Whole games typed into a pipe: every forced pass is announced, the discs are counted aloud.
fn piped_games(stage: &Stage) -> Result<String> {
    let (mut games, mut announced) = (0, 0);
    for seed in 0..stage.many(4, 40) {
        let (moves, end, passes) = random_game(6, &mut Chance(1000 + seed as u64));
        let names: Vec<String> = moves.iter().map(|&point| end.name(point)).collect();
        // Nothing may be played or taken back after the end.
        let typed = names.join("\n") + "\na1\nundo\n";
        let args = ["play", "othello", "--size", "6", "--black", "human", "--white", "human"];
        let out = stage.typed(&args, &typed)?.ok()?;
        let told = out.matches(" has no legal moves, passing to ").count();
        same("passes that are announced", told, passes)?;
        let (black, white) = (end.count(BLACK), end.count(WHITE));
        says(&out, &format!("Counting... Black {black}, White {white}"))?;
        let result = match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("Black wins by {}", black - white),
            std::cmp::Ordering::Less => format!("White wins by {}", white - black),
            std::cmp::Ordering::Equal => format!("Game is drawn {black}-{white}"),
        };
        says(&out, &result)?;
        games += 1;
        announced += passes;
    }
    let refused =
        stage.typed(&["play", "othello", "--black", "human", "--white", "human"], "a1\nd4\nquit\n")?.ok()?;
    says(&refused, "would flip nothing")?;
    says(&refused, "occupied")?;
    Ok(format!("{games} games through a pipe, {announced} forced passes announced, every count right"))
}

/// The record of a game: result, both scores, moves, time, margin.
fn record(stage: &Stage) -> Result<String> {
    let (moves, end, passes) = random_game(8, &mut Chance(5));
    let mut board = OthelloBoard::start(8);
    let mut text = "(;GM[2]SZ[8]".to_owned();
    for &point in &moves {
        let side = if board.turn == BLACK { "B" } else { "W" };
        text += &format!(";{side}[{}]SPENT[0.5]", board.name(point));
        board.play(point);
    }
    let file = stage.file("o5.sgf", &(text.clone() + ")"))?;
    let report = &stage.json(&["check", &file, "--json"])?[0];
    let (black, white) = (end.count(BLACK) as f64, end.count(WHITE) as f64);
    let told = [&report["outcome"]["score"][0], &report["outcome"]["score"][1], &report["outcome"]["margin"]];
    same(
        "scores and margin",
        told.map(Value::as_f64),
        [Some(black), Some(white), Some((black - white).abs())],
    )?;
    let counted = report["moves"].as_u64().unwrap_or(0) as usize;
    ensure!(counted == moves.len() || counted == moves.len() + passes, "{counted} moves of {}", moves.len());
    let spent = report["seconds"][0].as_f64().unwrap_or(0.0) + report["seconds"][1].as_f64().unwrap_or(0.0);
    same("seconds", spent, moves.len() as f64 / 2.0)?;
    let winner = if black > white { "W" } else { "B" };
    let liar = stage.file("o5-false.sgf", &(text.replace("SZ[8]", &format!("SZ[8]RE[{winner}+1]")) + ")"))?;
    ensure!(stage.run(&["check", &liar])?.code == Some(1), "a false result is not seen");
    Ok("result, scores, moves, seconds and margin of a record; a false result is seen".to_owned())
}

/// Positions as text, hexadecimal and problem lines.
fn formats(stage: &Stage) -> Result<String> {
    let start = &stage.json(&["show", "bits-a8 0x0000001008000000 0x0000000810000000 x", "--json"])?[0];
    same(
        "the document's constants",
        start["position"].as_str(),
        Some(OthelloBoard::start(8).line().as_str()),
    )?;
    let mut lines = 0;
    for seed in 0..stage.many(4, 40) {
        let board = OthelloBoard::with_empties(8, 12 + 3 * (seed % 12), &mut Chance(seed as u64));
        let flat: String = board.cells.iter().map(|&cell| ["-", "X", "O"][cell as usize]).collect();
        let mover = if board.turn == BLACK { "X" } else { "O" };
        let hex = |wanted: u8| {
            let bits = board.cells.iter().enumerate().filter(|&(_, &cell)| cell == wanted);
            format!("0x{:016x}", bits.fold(0_u64, |bits, (at, _)| bits | 1 << at))
        };
        let rows = board.line();
        let rows = rows.trim_start_matches("othello ").trim_end_matches(" standard");
        for line in [
            board.line(),
            rows.to_owned(),
            format!("{flat} {mover}"),
            format!("{flat} {mover};"),
            format!("bits {} {} {}", hex(BLACK), hex(WHITE), mover.to_lowercase()),
        ] {
            let shown = stage.ok(&["show", &line, "--game", "othello"])?;
            says(&shown, &board.line())?;
            lines += 1;
        }
    }
    Ok(format!("{lines} position lines in five spellings; the document's constants are the start"))
}

/// Regions, mobility, frontier, parity and stability as anybody can count them.
fn vocabulary(stage: &Stage) -> Result<String> {
    let guest = stage.guest()?;
    let named = |names: &str| {
        let mut points: Vec<usize> = names
            .split(' ')
            .map(|name| (name.as_bytes()[0] - b'a') as usize + 8 * (name.as_bytes()[1] - b'1') as usize)
            .collect();
        points.sort_unstable();
        points
    };
    let mut stable_discs = 0;
    for seed in 0..stage.many(12, 100) {
        let mut chance = Chance(seed as u64);
        let board = OthelloBoard::with_empties(8, 6 + seed % 50, &mut chance);
        let line =
            json!({"kind": "othello", "stones": stones(&board), "turn": side(board.turn), "moves": []});
        let seen = guest.post("/api/overlays", &line)?;
        same("corners", points(&seen["squares"]["corner"]), named("a1 h1 a8 h8"))?;
        same("X-squares", points(&seen["squares"]["x"]), named("b2 g2 b7 g7"))?;
        same("C-squares", points(&seen["squares"]["c"]), named("a2 b1 g1 h2 a7 b8 g8 h7"))?;
        for color in [BLACK, WHITE] {
            same("mobility", points(&seen["mobility"][side(color)]), board.legal(color))?;
        }
        let beside_empty = |&point: &usize| {
            board.cells[point] != EMPTY
                && AROUND
                    .iter()
                    .any(|&way| step(point, way, 1, 8).is_some_and(|next| board.cells[next] == EMPTY))
        };
        same("frontier", points(&seen["frontier"]), (0..64).filter(beside_empty).collect())?;
        let mut empty = BTreeSet::new();
        for region in seen["regions"].as_array().into_iter().flatten() {
            let squares = points(&region["points"]);
            same("parity", region["odd"] == (squares.len() % 2 == 1), true)?;
            empty.extend(squares);
        }
        same("regions", empty.len(), board.count(EMPTY))?;
        // A stable disc is never flipped, whatever is played.
        let stable = points(&seen["stable"]);
        stable_discs += stable.len();
        for _ in 0..20 {
            let mut next = board.clone();
            while !next.is_over() {
                let point = chance.of(&next.legal(next.turn));
                next.play(point);
            }
            for &disc in &stable {
                same("a stable disc at the end", next.cells[disc], board.cells[disc])?;
            }
        }
    }
    Ok(format!(
        "regions, mobility, frontier and parity counted again; {stable_discs} stable discs never flipped"
    ))
}

/// Every evaluation under every search plays whole games.
fn evaluations(stage: &Stage) -> Result<String> {
    let mut pairs = 0;
    for search in ["minimax:depth=2", "alphabeta:depth=2", "mcts:playouts=40"] {
        for evaluation in ["discs", "stable", "mobility", "weights", "learned"] {
            let player = format!("{search},eval={evaluation}");
            let out =
                stage.ok(&["play", "othello", "--black", &player, "--white", "random", "--seed", "3"])?;
            let end = out.lines().last().unwrap_or_default();
            ensure!(end.contains("wins") || end.contains("drawn"), "{player}: {end}");
            pairs += 1;
        }
    }
    let refused = stage.run(&["match", "alphabeta:eval=luck", "random", "--game", "othello"])?;
    ensure!(
        refused.code == Some(2) && refused.err.contains("luck"),
        "an unknown evaluation: {}",
        refused.err
    );
    Ok(format!("{pairs} pairs of search and evaluation played a game each"))
}

/// The exact solver against looking at everything; the other searches side by side.
fn searches(stage: &Stage) -> Result<String> {
    let mut solved = 0;
    for (size, empties) in [(4, 8), (6, 8), (8, 8), (10, 7)] {
        for seed in 0..stage.many(4, 40) {
            let board = OthelloBoard::with_empties(size, empties, &mut Chance(seed as u64));
            let answer = &stage.json(&["solve", &board.line(), "--hash", "16", "--json"])?[0];
            same(&board.line(), answer["score"].as_i64(), Some(i64::from(board.minimax())))?;
            solved += 1;
        }
    }
    for player in ["minimax:depth=3", "alphabeta:depth=4", "mcts:playouts=300", "engine:nodes=2000"] {
        let args =
            ["match", player, "random", "--game", "othello", "--size", "8", "--games", "2", "--seed", "1"];
        stage.ok(&args)?;
    }
    Ok(format!("{solved} endgames on four sizes solved as minimax solves them; four searches played matches"))
}

fn openings(stage: &Stage) -> Result<String> {
    for (moves, name) in
        [("f5d6c3d3c4", "Tiger"), ("f5f6", "Diagonal"), ("f5d6c3", "Perpendicular"), ("f5f4", "Parallel")]
    {
        let shown = &stage.json(&["show", moves, "--json"])?[0];
        says(shown["opening"]["en"].as_str().unwrap_or_default(), name)?;
        ensure!(
            shown["opening"]["zh"].as_str().is_some_and(|zh| !zh.is_ascii()),
            "{moves} has no Chinese name"
        );
    }
    let (moves, end, _) = random_game(8, &mut Chance(2));
    let names: Vec<String> = moves.iter().map(|&point| end.name(point)).collect();
    let text = names.join("");
    for (count, phase) in [("5", "opening"), ("30", "midgame"), ("55", "endgame")] {
        let shown = &stage.json(&["show", &text, "--move", count, "--json"])?[0];
        same(&format!("the phase after {count} moves"), shown["phase"].as_str(), Some(phase))?;
    }
    let book = &stage.json(&["analyze", "f5d6c3", "--nodes", "100", "--last", "--json"])?[0];
    ensure!(book["candidates"].is_array(), "no candidates in {book}");
    Ok("four named openings in both languages, the three phases of a game".to_owned())
}

/// Published problems with their scores.
fn suite(stage: &Stage) -> Result<String> {
    // FFO 40, 41 and 42 have 20 to 22 empty squares; the short form solves the first.
    let problems = [
        ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
        ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
        ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    ];
    let count = stage.many(1, problems.len());
    for (line, score) in &problems[..count] {
        let answer = &stage.json(&["solve", line, "--hash", "64", "--json"])?[0];
        same(line, answer["score"].as_i64(), Some(*score))?;
    }
    Ok(format!("FFO 40 to {} solved to the published scores", 39 + count))
}

/// 4x4 against looking at everything; 6x6 has a known result.
fn small_boards(stage: &Stage) -> Result<String> {
    let four = &stage.json(&["solve", "--start", "--size", "4", "--json"])?[0];
    same("4x4", four["score"].as_i64(), Some(i64::from(OthelloBoard::start(4).minimax())))?;
    if !stage.long {
        return Ok("4x4 solved from its first move as minimax solves it; the long form solves 6x6".to_owned());
    }
    let six = &stage.json(&["solve", "--start", "--size", "6", "--threads", "2", "--json"])?[0];
    same("6x6: White wins 20-16", six["score"].as_i64(), Some(-4))?;
    Ok("4x4 as minimax solves it, and 6x6: White wins 20-16".to_owned())
}
