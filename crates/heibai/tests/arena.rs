//! Matches, tournaments and self-play as a user runs them: whole programs, killed and started again.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn heibai(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heibai"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> String {
    let output = heibai(args).output().expect("heibai starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("heibai writes UTF-8")
}

/// The games of a log without what a clock decides.
fn games(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("games.jsonl")).expect("a log");
    let mut games: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    games.iter_mut().for_each(|game| game["ms"] = Value::Null);
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

fn match_args(folder: &str) -> Vec<&str> {
    vec![
        "match",
        "alphabeta:depth=2",
        "random",
        "--game",
        "othello",
        "--games",
        "1000",
        "--seed",
        "7",
        "--json",
        "--out",
        folder,
    ]
}

#[test]
fn a_match_killed_again_and_again_ends_in_the_same_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let table = run(&match_args(&whole.to_string_lossy()));
    let broken_name = broken.to_string_lossy().into_owned();
    let mut random = fastrand::Rng::with_seed(5);
    let mut kills = 0;
    while kills < 20 {
        let mut child = heibai(&match_args(&broken_name))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        std::thread::sleep(Duration::from_millis(random.u64(5..60)));
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        child.kill().expect("kill -9");
        child.wait().expect("a killed child");
        kills += 1;
    }
    assert!(kills >= 3, "the match was over before it could be killed");
    assert_eq!(run(&match_args(&broken_name)), table);
    assert_eq!(games(&broken), games(&whole));
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, player) in
        [("othello", "engine:nodes=500"), ("gomoku", "alphabeta:depth=1"), ("go", "mcts:playouts=20")]
    {
        let mut logs = Vec::new();
        for name in ["a", "b"] {
            let out = folder.path().join(format!("{game}-{name}"));
            let mut args = vec!["match", player, "random", "--game", game, "--games", "4", "--seed", "3"];
            if game == "go" {
                args.extend(["--size", "5"]);
            }
            let out_name = out.to_string_lossy().into_owned();
            args.extend(["--out", &out_name]);
            run(&args);
            logs.push(games(&out));
        }
        assert_eq!(logs[0], logs[1], "{game}");
    }
}

#[test]
fn every_format_of_tournament_ends_with_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in ["round-robin", "gauntlet", "swiss", "elimination"] {
        let file = folder.path().join(format!("{format}.toml"));
        let text = format!(
            "game = 'othello'\nformat = '{format}'\nsize = 6\n\
             [[player]]\nname = 'one'\nengine = 'alphabeta:depth=1'\n\
             [[player]]\nname = 'two'\nengine = 'random'\n\
             [[player]]\nname = 'three'\nengine = 'alphabeta:depth=2,eval=discs'\n"
        );
        std::fs::write(&file, text).expect("a file");
        let out = folder.path().join(format);
        let json = run(&["tournament", &file.to_string_lossy(), "--json", "--out", &out.to_string_lossy()]);
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["standings"].as_array().map(Vec::len), Some(3), "{format}");
        let html = std::fs::read_to_string(out.join("report.html")).expect("a report");
        assert!(html.contains("Standings") && !html.contains("http"), "{format}");
    }
}

#[test]
fn self_play_goes_on_where_it_was_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_string_lossy().into_owned();
    let args = [
        "selfplay", "--game", "othello", "--size", "4", "--player", "random", "--out", &out, "--json",
        "--games",
    ];
    run(&[&args[..], &["64"]].concat());
    let file = folder.path().join("games.hbf");
    let whole = std::fs::read(&file).expect("data");
    std::fs::write(&file, &whole[..whole.len() - 3]).expect("cut");
    let line: Value = serde_json::from_str(&run(&[&args[..], &["64"]].concat())).expect("JSON");
    assert_eq!(line["played"], 32);
    assert_eq!(std::fs::read(&file).expect("data"), whole);
}

/// A whole game against a real peer over GTP. Left out, with a word, where GNU Go is not installed.
#[test]
fn gnu_go_plays_whole_games() {
    let gnugo = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| Path::new(path).exists());
    let Some(gnugo) = gnugo else {
        println!("GNU Go is not installed: no game was played");
        return;
    };
    let peer = format!("gtp:{gnugo} --mode gtp --level 1 --chinese-rules");
    let json =
        run(&["match", "mcts:playouts=30", &peer, "--game", "go", "--size", "9", "--games", "2", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json["games"].as_u64(), json["faults"].as_u64()), (Some(2), Some(0)));
}

#[test]
fn foreign_programs_that_misbehave_lose_and_nothing_hangs() {
    for program in [
        "sleep 100",
        "cat",
        "false",
        "yes",
        "sh -c 'echo OK; cat > /dev/null; echo 99,99'",
        "/no/such/program",
    ] {
        let peer = format!("gomocup:{program}");
        let began = std::time::Instant::now();
        let json = run(&[
            "match",
            "random",
            &peer,
            "--game",
            "gomoku",
            "--games",
            "2",
            "--clock",
            "100ms/move",
            "--json",
            "--patience",
            "1",
        ]);
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!((json["wins"].as_u64(), json["faults"].as_u64()), (Some(2), Some(2)), "{program}");
        assert!(began.elapsed() < Duration::from_secs(30), "{program}");
    }
}
