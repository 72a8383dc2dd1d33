//! The program as one file: every command works with nothing beside it, and its benchmarks run and can be compared.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

const HEIBAI: &str = env!("CARGO_BIN_EXE_heibai");

/// A program that knows no folder but `home`.
fn alone(program: &Path, home: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(home).env_clear().env("HOME", home).env("HEIBAI_LANG", "en");
    command
}

/// What it prints for these words on its standard input.
fn answer(command: &mut Command, input: &str) -> String {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).ok();
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// The page, the terminal game, analysis, solving, scoring, conversion, matches, self-play, benchmarks and protocols: each
/// command of the help, by the program copied alone into an empty folder.
#[test]
fn one_file_holds_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    let program = home.join("one-file");
    std::fs::copy(HEIBAI, &program).expect("a copy");
    std::fs::write(home.join("game.txt"), "f5d6c3d3c4\n").expect("a file");
    let go = "(;GM[1]SZ[5]KM[7.5];B[cc];W[];B[])";
    std::fs::write(home.join("go.sgf"), go).expect("a file");
    let plan = "game = 'othello'\nformat = 'round-robin'\nsize = 4\n[[player]]\nname = 'a'\nengine = 'random'\n\
                [[player]]\nname = 'b'\nengine = 'alphabeta:depth=1'\n";
    std::fs::write(home.join("plan.toml"), plan).expect("a file");
    let board = "---------------------------O*------*O---------------------------";
    let nboard = format!("nboard 2\nset game (;GM[Othello]BO[8 {board} *];)\nping 1\nquit\n");
    let boards = {
        let mut board = ".".repeat(225);
        // h10 h9 i8 j8 make h8 a double three.
        for at in [5 * 15 + 7, 6 * 15 + 7, 7 * 15 + 8, 7 * 15 + 9] {
            board.replace_range(at..=at, "X");
        }
        board + "\n"
    };
    let query = "{\"id\":\"q\",\"moves\":[],\"boardXSize\":9,\"boardYSize\":9,\"maxVisits\":2}\n";
    let mut tried: Vec<&str> = vec!["serve"];
    // The words of each command, what it reads, and what it says.
    for (words, input, expected) in [
        ("play othello --black random --white random", "", "wins"),
        ("forbidden --json", &boards, "\"point\":\"h8\""),
        ("check game.txt --json", "", "\"games\":1"),
        ("convert game.txt game.sgf", "", ""),
        ("show f5 --json", "", "othello"),
        ("score go.sgf --judge none --json", "", "17.5"),
        ("perft othello --depth 4", "", "244"),
        ("solve --start --size 4 --json", "", "\"score\":-10"),
        ("book show f5 --json", "", "\"moves\""),
        ("vcf --rules freestyle --json", "h8a1i8a3j8a5\n", "h8"),
        ("prove h8a1i8a3j8a5 --game gomoku --json", "", "\"checked\":true"),
        ("analyze game.txt --level beginner --json", "", "candidates"),
        ("hint f5d6 --json", "", "best"),
        ("match random random --game gomoku --games 2 --json", "", "wins"),
        ("tournament plan.toml --json --out table", "", "standings"),
        ("selfplay --game othello --size 4 --player random --games 2 --out data --json", "", "played"),
        ("gtp go --player random", "name\nquit\n", "= heibai"),
        ("gomocup", "ABOUT\nEND\n", "name=\"heibai\""),
        ("nboard", &nboard, "pong 1"),
        ("analysis go", query, "moveInfos"),
        ("net --help", "", "Usage"),
        ("admin --help", "", "Usage"),
        ("worker --help", "", "Usage"),
        ("backup --help", "", "Usage"),
        ("restore --help", "", "Usage"),
        ("bench perft --quick --json", "", "perft"),
        ("levels gomoku --json", "", "beginner"),
        ("ladder othello --levels beginner,normal --games 2 --out ladder --json", "", "wins"),
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let said = answer(alone(&program, home).args(&words), input);
        assert!(said.contains(expected), "{words:?}: {said}");
        tried.push(words[0]);
    }
    // Every command that the help names was tried.
    let help = answer(alone(&program, home).arg("--help"), "");
    let list = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    let mut named: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    named.retain(|name| *name != "help");
    tried.sort_unstable();
    named.sort_unstable();
    assert_eq!(tried, named);
}

/// Every line has its own answer: bad ones say why, positions are read beside moves, and the rest is solved.
#[test]
fn one_bad_line_never_ends_a_batch_of_fours() {
    let open = "15/15/15/15/15/15/7xxx5/15/15/15/15/15/15/15/oo1o11 x";
    let lines: [&[u8]; 7] = [
        b"h8h8",
        b"\xff\xfe",
        b"h8a1i8a3j8a5",
        b"8/8 x",
        b"othello 8/8/8/3ox3/3xo3/8/8/8 x",
        open.as_bytes(),
        b"h8a1i8a3j8a5 w",
    ];
    let mut command = Command::new(HEIBAI);
    command.args(["vcf", "--json", "--lang", "en"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    child.stdin.take().expect("a pipe").write_all(&lines.join(&b'\n')).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "some lines were refused");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let status: Vec<&str> = answers.iter().map(|answer| answer["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["error", "error", "win", "error", "error", "win", "none"], "{said}");
    assert!(answers[0]["error"].as_str().unwrap().contains("line 1"), "{said}");
    assert_eq!((&answers[2]["depth"], &answers[5]["depth"]), (&Value::from(2), &Value::from(2)));
}

/// A board of a problem file may begin with an empty square, which looks like an option.
#[test]
fn a_board_that_begins_with_a_hyphen_is_solved() {
    let board = "-XXXXXX-OXXXXOXXOXXOOXXXOXOXXOXXOXXOXXXXOXXXXXXXOXXXXXXX-OOOOOOO";
    let said =
        answer(Command::new(HEIBAI).args(["solve", &format!("{board} O"), "--hash", "1", "--json"]), "");
    let solved: Value = serde_json::from_str(said.trim()).expect("JSON");
    assert_eq!((&solved["empties"], &solved["score"]), (&3.into(), &26.into()), "{said}");
    // An option that there is not is refused all the same.
    let refused = Command::new(HEIBAI).args(["solve", "--nothing"]).output().expect("starts");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

/// A position is solved on every size, given as text.
#[test]
fn a_position_of_ten_by_ten_is_solved() {
    let rows = "1oooooxxx1/1ooxoxxxxo/ooxoxoxoxo/ooooxxooxo/oooxooooxo/o1ooxooxoo/1ooxooxoxo/xxooxxxoxx/xxoooxxxxo/x1oxxxxxx1";
    for text in [format!("othello {rows} o standard"), format!("{rows} o")] {
        let said = answer(Command::new(HEIBAI).args(["solve", &text, "--json"]), "");
        let solved: Value = serde_json::from_str(said.trim()).expect("JSON");
        assert_eq!((&solved["score"], &solved["best"]), (&Value::from(-6), &Value::from("j1")), "{said}");
        let said = answer(Command::new(HEIBAI).args(["hint", &text, "--json"]), "");
        let hint: Value = serde_json::from_str(said.trim()).expect("JSON");
        assert_eq!(
            (&hint["best"], &hint["score"], &hint["exact"]),
            (&"j1".into(), &(-6.0).into(), &true.into()),
            "{said}"
        );
    }
}

/// A win that takes a search, told in both languages, as JSON, and as a record that the referee replays.
#[test]
fn a_proof_is_told_in_both_languages_and_written_as_json_and_sgf() {
    let folder = tempfile::tempdir().expect("a folder");
    let moves = "g8k10h8h9i8j9j8f8h7k8g6i7i6k7k6j5";
    let prove = |more: &[&str]| {
        let mut command = alone(Path::new(HEIBAI), folder.path());
        answer(command.args(["prove", moves, "--game", "gomoku"]).args(more), "")
    };
    let proof: Value = serde_json::from_str(&prove(&["--json", "--sgf", "proof.sgf"])).expect("JSON");
    assert_eq!(
        (&proof["status"], &proof["checked"], &proof["side"]),
        (&"win".into(), &true.into(), &"black".into())
    );
    assert!(proof["size"].as_u64().expect("a number") > 3 && proof["tree"]["move"].is_string(), "{proof}");
    let first = proof["tree"]["move"].as_str().expect("a point").to_owned();
    assert!(prove(&["--lang", "zh"]).contains("必胜"));
    let text = prove(&["--lang", "en"]);
    assert!(
        text.contains("Black wins") && text.lines().nth(1).is_some_and(|line| line.contains(&first)),
        "{text}"
    );
    let shown = answer(alone(Path::new(HEIBAI), folder.path()).args(["show", "proof.sgf", "--json"]), "");
    assert!(shown.contains("gomoku"), "{shown}");
    let written = std::fs::read_to_string(folder.path().join("proof.sgf")).expect("a record");
    assert!(written.matches("(;W[").count() >= 10, "{written}");
    assert!(written.contains("After any other move: ") && written.contains("其他应手："), "{written}");
    // A side that is lost has no proof, and the exit status tells.
    let mut lost = alone(Path::new(HEIBAI), folder.path());
    let none =
        lost.args(["prove", "a1h8c1i8o15j8a15k8", "--game", "gomoku", "--json"]).output().expect("starts");
    assert!(!none.status.success() && String::from_utf8_lossy(&none.stdout).contains("none"), "{none:?}");
    let mut over = alone(Path::new(HEIBAI), folder.path());
    let over = over.args(["prove", "h8a1i8a3j8a5k8a7l8", "--game", "gomoku", "--lang", "en"]);
    let over = over.output().expect("starts");
    assert!(!over.status.success() && String::from_utf8_lossy(&over.stdout).contains("is over"), "{over:?}");
}

/// The page comes out of the program, too.
#[test]
fn one_file_serves_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = alone(Path::new(HEIBAI), folder.path());
    let args = ["serve", "--listen", "127.0.0.1:0", "--data", "data"];
    let mut server = command.args(args).stdout(Stdio::piped()).spawn().expect("starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.split("http://").nth(1).expect("an address").trim().trim_end_matches('/').to_owned();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("asked");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("answered");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (page, meta) = (get("/"), get("/api/meta"));
    server.kill().expect("it runs");
    server.wait().expect("it ended");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "{page}");
    assert!(meta.starts_with("HTTP/1.1 200") && meta.contains("gomoku"), "{meta}");
}

/// The signature counts what the engines of all three games look at: the same in every run and on every kind of processor.
#[test]
fn the_signature_of_all_three_engines_is_the_same_on_every_processor() {
    let of = |level: Option<&str>| {
        let mut command = Command::new(HEIBAI);
        level.map(|level| command.env("HEIBAI_CPU", level));
        answer(command.args(["bench", "--signature"]), "")
    };
    let signature = of(None);
    let games: Vec<&str> = signature.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(games, ["othello", "go", "gomoku"], "{signature}");
    let counts = signature.lines().filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    assert_eq!(counts.filter(|&count| count > 1000).count(), 3, "{signature}");
    assert_eq!(of(None), signature);
    assert_eq!(of(Some("scalar")), signature);
}

/// Each benchmark prints figures that a later run can be compared with.
#[test]
fn every_benchmark_runs_and_can_be_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let positions = folder.path().join("positions.obf");
    // One position of our own with the exact score of each move, as `heibai solve` finds them.
    let board = "-OOO-XOO-OOOXOOOOOOXOXOOOOXOOXOOOXOOOXOOOOXOXOOOO-XXXXOO--XO-O-O";
    std::fs::write(&positions, format!("{board} X; E8:-40; A2:-40; B7:-42;\n")).expect("a file");
    let game = folder.path().join("game.txt").to_string_lossy().into_owned();
    // Black makes five in the top row.
    let moves = "a1h8c3j8e5l8g7n8i9b8k11d8m13f8o15h10a15c10b15e10c15g12d15i12e15";
    std::fs::write(&game, moves).expect("a file");
    let brain = format!("gomocup:'{HEIBAI}' gomocup --player engine");
    let unknown = Command::new(HEIBAI).args(["bench", "nothing"]).output().expect("starts");
    let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
    let names = said.split("expected ").nth(1).expect("a list").trim().to_owned();
    let names: Vec<&str> = names.split(", ").collect();
    assert!(names.len() >= 11, "{said}");
    for name in names {
        let file = folder.path().join(name);
        let mut args = vec!["bench", name, "--quick", "--json"];
        let path = positions.to_string_lossy().into_owned();
        match name {
            "accuracy" => args.extend(["--file", &path, "--depth", "2"]),
            "proofs" => args.extend(["--file", &game, "--player", &brain, "--games", "1"]),
            "server" => args.extend(["--games", "4", "--seconds", "1"]),
            "library" => args.extend(["--games", "300", "--seconds", "1"]),
            // Run with the core where it is built (`cargo xtask test site`); here it says what is missing.
            "wasm" => {
                let output = alone(Path::new(HEIBAI), folder.path()).args(&args).output().expect("starts");
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(!output.status.success() && said.contains("cargo xtask wasm"), "{said}");
                continue;
            }
            _ => {}
        }
        let figures = answer(Command::new(HEIBAI).args(&args), "");
        assert!(!figures.is_empty(), "{name}");
        let of_one = figures.lines().filter(|line| line.contains(", of 1\"")).count();
        assert!(name != "proofs" || of_one == 10, "{figures}");
        let mut best = String::new();
        for line in figures.lines() {
            let mut figure: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(figure["bench"], name, "{line}");
            assert!(figure["value"].is_number() && figure["unit"].is_string(), "{line}");
            // An earlier run that no later one is worse than.
            let worst = if figure["more_is_better"] == true { 0.0 } else { 1e300 };
            figure["value"] = worst.into();
            best += &format!("{figure}\n");
        }
        std::fs::write(&file, best).expect("a file");
        if name == "perft" {
            let told = answer(Command::new(HEIBAI).args(&args).arg("--compare").arg(&file), "");
            assert!(told.contains("\"before\""), "{told}");
        }
    }
}
