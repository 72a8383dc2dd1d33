//! `heibai book` and the book of `heibai nboard`: what a user types, and what comes of it.

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const HEIBAI: &str = env!("CARGO_BIN_EXE_heibai");

/// Runs the program in a folder of its own.
fn run(home: &Path, words: &str, input: &str) -> Output {
    let mut command = Command::new(HEIBAI);
    command.current_dir(home).env("HOME", home).env_remove("XDG_DATA_HOME").env_remove("HEIBAI_BOOK");
    command
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that has ended hears nothing more.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn said(home: &Path, words: &str) -> String {
    let output = run(home, words, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_book_learns_from_games_grows_and_is_exported() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    // Three lines of moves have no result; two games have one.
    std::fs::write(home.join("lines.txt"), "f5d6c3\nf5f6e6\nf5f4\n").expect("a file");
    let told = said(home, "book add lines.txt --book b --empty --lang en");
    assert!(told.contains("0 games counted") && told.contains("3 games passed over"), "{told}");
    let game = |moves: &str, result: &str| {
        format!("(;GM[Othello]PB[a]PW[b]TY[8]RE[{result}]BO[8 {} *]{moves};)\n", START)
    };
    let games = [game("B[F5]W[D6]B[C3]W[D3]", "+10.0"), game("B[F5]W[F6]B[E6]", "-2.0")].concat();
    std::fs::write(home.join("games.ggf"), games).expect("a file");
    let told = said(home, "book add games.ggf --book b --depth 4 --lang en");
    assert!(told.contains("2 games counted, 6 new positions"), "{told}");
    let start = json(&said(home, "book show --book b --json"));
    assert_eq!(start["moves"].as_array().expect("moves").len(), 4);
    assert_eq!((&start["moves"][0]["games"], &start["moves"][0]["score"]), (&2.into(), &0.5.into()));
    assert_eq!((&start["value"], &start["proved"]), (&0.into(), &true.into()));
    let told = said(home, "book grow --book b --depth 4 --positions 12 --threads 2 --lang en");
    assert!(told.starts_with("12 positions;") && told.contains("Everything is searched"), "{told}");
    let told = said(home, "book grow --book b --depth 60 --seconds 0 --lang en");
    assert!(told.starts_with("12 positions; 0 searched") && !told.contains("Everything"), "{told}");
    assert_eq!(said(home, "book export --book b").lines().count(), 12);
    let lines = said(home, "book export --book b --json");
    assert!(
        lines.lines().map(json).all(|line| line["board"].as_str().is_some_and(|board| board.len() == 64))
    );
    // What is shown to people, in both languages.
    let shown = said(home, "book show f5 --book b --lang zh");
    assert!(shown.contains("已证明") && shown.contains("斜向开局") && shown.contains("1 局"), "{shown}");
    let unknown = run(home, "book show f5d6c3d3c4f4c5 --book b --lang en", "");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&unknown.stdout).contains("This position is not in the book"));
}

#[test]
fn what_is_no_book_is_refused() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    std::fs::write(home.join("b"), "nonsense").expect("a file");
    for (words, reason) in [
        ("book show --book b --lang zh", "不是此版本的开局库"),
        ("book show a1 --lang en", "a1"),
        ("book show --book . --lang en", "cannot read ."),
        ("book add none.ggf --lang en", "cannot open none.ggf"),
    ] {
        let output = run(home, words, "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {told}");
        assert!(told.contains(reason), "{words}: {told}");
    }
    let mut command = Command::new(HEIBAI);
    let output =
        command.current_dir(home).env("HEIBAI_BOOK", "b").args(["levels", "go"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "a book of the environment that is none is told of");
}

const START: &str = "---------------------------O*------*O---------------------------";

/// The conversation of the protocol's own description, then what boards say besides: hints, an analysis, a finished game
/// that is learnt.
#[test]
fn nboards_conversation_is_answered_and_a_game_is_learnt() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    let opened =
        format!("(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {START} *]B[F5]W[F6]B[D3]W[C5];)");
    // The shortest game: Black takes all discs with the ninth move.
    let wiped = "E6 F4 E3 F6 G5 D6 E7 F5 C5".split_whitespace().enumerate();
    let wiped: String =
        wiped.map(|(n, at)| format!("{}[{at}]", if n % 2 == 0 { "B" } else { "W" })).collect();
    let finished = format!("(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[+64]TI[15:00]TY[8]BO[8 {START} *]{wiped};)");
    let talk = format!(
        "nboard 2\nset depth 6\nset game {opened}\nping 1\ngo\nmove C4/0.00/1.0\nping 2\nlearn\nhint 2\nping 3\n\
         analyze\nping 4\nset game {finished}\nping 5\ngo\nlearn\nping 6\nno_such_word\nping 7\nquit\n"
    );
    let output = run(home, "nboard --player engine:nodes=2000 --book b", &talk);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = told.lines().collect();
    let at = |what: &str| {
        lines.iter().position(|line| line.starts_with(what)).unwrap_or_else(|| panic!("no {what}: {told}"))
    };
    assert!(lines[0].starts_with("set myname heibai"));
    let order = [
        "pong 1",
        "nodestats ",
        "=== ",
        "pong 2",
        "status only a finished game",
        "pong 3",
        "analysis 0",
        "pong 4",
        "pong 5",
    ];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{told}");
    assert!(at("search ") < at("pong 3") && at("search ") > at("pong 2"));
    // Both requests are answered; the first one says why nothing was learnt.
    let learned: Vec<usize> = (0..lines.len()).filter(|&line| lines[line] == "learned").collect();
    assert_eq!(learned.len(), 2, "{told}");
    assert_eq!(lines[learned[0] + 1], "status only a finished game can be learnt");
    assert!(at("status the game is over") < learned[1] && learned[1] < at("pong 6"));
    assert_eq!(lines[learned[1] + 1], "pong 6");
    assert_eq!(lines.last(), Some(&"pong 7"));
    let before = json(&said(home, "book show e6 --json"));
    let after = json(&said(home, "book show e6 --json --book b"));
    let games = |page: &Value| {
        let moves = page["moves"].as_array().expect("moves").iter();
        moves.filter(|m| m["move"] == "f4").map(|m| m["games"].as_u64().expect("a number")).sum::<u64>()
    };
    assert_eq!(games(&after), games(&before) + 1);
}
