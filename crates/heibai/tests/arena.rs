//! Matches, tournaments and self-play as a user runs them: whole programs, killed and started again.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const HEIBAI: &str = env!("CARGO_BIN_EXE_heibai");

fn heibai(args: &[&str]) -> Command {
    let mut command = Command::new(HEIBAI);
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

fn match_args(games: &str, folder: &Path) -> Vec<String> {
    let fixed = ["match", "alphabeta:depth=2", "random", "--game", "othello", "--seed", "7", "--json"];
    let args = fixed.into_iter().chain(["--games", games, "--out"]);
    args.map(str::to_owned).chain([folder.to_string_lossy().into_owned()]).collect()
}

/// More games than are ever played: however busy the machine is, the match is not over before it is interrupted.
const ENDLESS: &str = "1000000";

#[test]
fn a_match_killed_again_and_again_ends_in_the_same_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let mut random = fastrand::Rng::with_seed(5);
    let logged = || {
        std::fs::read(broken.join("games.jsonl")).map_or(0, |log| log.iter().filter(|&&b| b == b'\n').count())
    };
    for _ in 0..20 {
        // Somewhere in the next games, perhaps in the middle of a line.
        let enough = logged() + random.usize(1..15);
        let mut child = Command::new(HEIBAI)
            .args(match_args(ENDLESS, &broken))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        while logged() < enough {
            assert!(child.try_wait().expect("a child").is_none(), "the match ended by itself");
            std::thread::sleep(Duration::from_micros(random.u64(100..2000)));
        }
        child.kill().expect("kill -9");
        child.wait().expect("a killed child");
    }
    let games_to_play = (logged() + 200).to_string();
    let table = |folder: &Path| {
        let args = match_args(&games_to_play, folder);
        run(&args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(table(&broken), table(&whole));
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
        let standings = json["standings"].as_array().expect("a table");
        assert_eq!(standings.len(), 3, "{format}");
        // Two rounds of two games and a bye, which counts as much.
        let points: f64 = standings.iter().filter_map(|row| row["points"].as_f64()).sum();
        assert!(format != "swiss" || points == 8.0, "{points}");
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

/// Games of two runs in one folder would make a table that nobody played.
#[test]
fn a_folder_belongs_to_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let refused = |args: &[&str], word: &str| {
        let output = heibai(args).output().expect("heibai starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("holds another run") && said.contains(word), "{args:?}: {said}");
    };
    let out = path("match");
    let fixed = ["--game", "othello", "--size", "4", "--out", &out];
    let of = |more: &[&'static str]| [&["match"], more, &fixed].concat();
    run(&of(&["random", "random", "--games", "2"]));
    run(&of(&["random", "random", "--games", "4"]));
    refused(&of(&["random", "alphabeta:depth=1", "--games", "4"]), "alphabeta");
    refused(&of(&["random", "random", "--games", "4", "--seed", "2"]), "seed");
    assert_eq!(games(&folder.path().join("match")).len(), 4);

    let data = path("data");
    let selfplay = ["selfplay", "--game", "othello", "--player", "random", "--games", "2", "--out", &data];
    run(&[&selfplay[..], &["--size", "4"]].concat());
    refused(&[&selfplay[..], &["--size", "6"]].concat(), "size");

    let (plan, table) = (path("plan.toml"), path("table"));
    for (engine, stays) in [("random", true), ("alphabeta:depth=1", false)] {
        let text = format!(
            "game = 'othello'\nformat = 'round-robin'\nsize = 4\n[[player]]\nname = 'a'\nengine = 'random'\n\
             [[player]]\nname = 'b'\nengine = '{engine}'\n"
        );
        std::fs::write(&plan, text).expect("a file");
        let args = ["tournament", &plan, "--out", &table];
        if stays {
            let said = run(&args);
            assert!(
                said.contains("mutual") && said.contains("net-discs"),
                "each tie-break has its column: {said}"
            );
        } else {
            refused(&args, engine);
        }
    }
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
        // Time enough for our own moves on a busy machine.
        let limits = ["--games", "2", "--clock", "3s/move", "--patience", "1", "--json"];
        let json = run(&[&["match", "random", &peer, "--game", "gomoku"], &limits[..]].concat());
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!((json["wins"].as_u64(), json["faults"].as_u64()), (Some(2), Some(2)), "{program}");
    }
}

/// What a match leaves in its folder: the log, the games as SGF that our own referee accepts, and the report.
#[test]
fn a_match_leaves_its_games_and_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_string_lossy().into_owned();
    for game in ["othello", "gomoku", "go"] {
        let out = format!("{out}/{game}");
        let size = if game == "gomoku" { "15" } else { "8" };
        run(&[
            "match",
            "random",
            "alphabeta:depth=1",
            "--game",
            game,
            "--size",
            size,
            "--games",
            "3",
            "--out",
            &out,
        ]);
        let sgf = format!("{out}/games.sgf");
        let checked: Value = serde_json::from_str(run(&["check", &sgf, "--json"]).trim()).expect("JSON");
        assert_eq!(
            (&checked["games"], &checked["illegal"]),
            (&Value::from(3), &Value::Array(vec![])),
            "{game}"
        );
        let html = std::fs::read_to_string(format!("{out}/report.html")).expect("a report");
        assert!(!html.contains("http") && html.contains("data-game=2") && !html.contains("data-game=3"));
        let data =
            html.split("id=replay>").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
        let data: Value = serde_json::from_str(data).expect("JSON");
        let logged = games(Path::new(&out));
        for (shown, logged) in data["games"].as_array().expect("games").iter().zip(&logged) {
            let plies = shown["plies"].as_array().expect("plies");
            let names: Vec<&Value> = plies.iter().map(|ply| &ply[0]).collect();
            assert_eq!(
                names,
                logged["moves"].as_array().expect("moves").iter().collect::<Vec<_>>(),
                "{game}"
            );
        }
        let json = std::fs::read_to_string(format!("{out}/report.json")).expect("a report");
        let json: Value = serde_json::from_str(&json).expect("JSON");
        for fact in ["game", "rules", "seed", "version", "machine", "openings", "concurrency"] {
            assert!(json["facts"][fact].as_str().is_some_and(|text| !text.is_empty()), "{game}: {fact}");
        }
    }
}

#[test]
fn games_end_early_when_they_are_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let played = |name: &str, args: &[&str]| {
        let out = folder.path().join(name);
        let out_name = out.to_string_lossy().into_owned();
        let all = [
            &["match"],
            args,
            &["--games", "6", "--seed", "2", "--pin", "--concurrency", "2", "--out", &out_name],
        ];
        run(&all.concat());
        games(&out)
    };
    let proved = played("othello", &["random", "alphabeta:depth=1", "--game", "othello", "--prove", "8"]);
    let early = proved.iter().filter(|game| game["adjudicated"] == "proved").count();
    assert!(early >= 5, "{proved:?}");
    // The same games without the proof end with the same winner when the end is played perfectly; here they are shorter.
    assert!(proved.iter().all(|game| game["adjudicated"].is_null() || game["margin"].is_number()));
    let fours = played("gomoku", &["normal", "normal", "--game", "gomoku", "--prove", "20000"]);
    assert!(
        fours.iter().any(|game| game["adjudicated"] == "proved" && game["reason"] == "agreement"),
        "{fours:?}"
    );
    let player = "alphabeta:depth=2,eval=discs";
    let agreed = played("agreed", &[player, player, "--game", "othello", "--adjudicate-win", "6,4"]);
    assert!(agreed.iter().any(|game| game["adjudicated"].is_string()), "{agreed:?}");
}

/// Ctrl-C: the finished games are kept, the message says how to go on, and the same command comes to the whole match.
#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_its_games_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(HEIBAI);
    command.args(match_args(ENDLESS, folder.path())).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let log = folder.path().join("games.jsonl");
    // Not before something is there to be kept.
    while std::fs::metadata(&log).map_or(0, |log| log.len()) == 0 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("the same command goes on from there"), "{said}");
    let kept = games(folder.path());
    assert!(!kept.is_empty());
    let wanted = kept.len() + 100;
    let args = match_args(&wanted.to_string(), folder.path());
    run(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let whole = games(folder.path());
    assert_eq!(whole.len(), wanted);
    assert!(kept.iter().all(|game| whole.contains(game)));
}

#[test]
fn a_ladder_is_climbed_in_pieces_and_written_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let repository = folder.path().join("repository");
    std::fs::create_dir_all(repository.join("docs")).expect("a folder");
    std::fs::write(repository.join("docs/strength.json"), "[]").expect("a file");
    let (out, write) = (folder.path().join("out"), repository.to_string_lossy().into_owned());
    let out = out.to_string_lossy().into_owned();
    let climb = |games: &str| {
        let args = [
            "ladder",
            "othello",
            "--levels",
            "beginner,normal",
            "--out",
            &out,
            "--write",
            &write,
            "--games",
            games,
        ];
        run(&[&args[..], &["--json"]].concat())
    };
    let first: Value = serde_json::from_str(climb("2").trim()).expect("JSON");
    let second: Value = serde_json::from_str(climb("6").trim()).expect("JSON");
    let count = |rung: &Value| {
        ["wins", "draws", "losses"].map(|key| rung[key].as_u64().expect(key)).iter().sum::<u64>()
    };
    assert_eq!((count(&first), count(&second)), (2, 6));
    let kept = games(&folder.path().join("out/othello/normal-beginner"));
    assert_eq!(kept.len(), 6);
    assert_eq!(
        kept[0]["moves"].as_array().expect("moves")[..8],
        kept[1]["moves"].as_array().expect("moves")[..8]
    );
    let rungs: Value = serde_json::from_str(
        &std::fs::read_to_string(repository.join("docs/strength.json")).expect("figures"),
    )
    .expect("JSON");
    assert_eq!((rungs.as_array().map(Vec::len), count(&rungs[0])), (Some(1), 6), "the same rung is replaced");
    let page = std::fs::read_to_string(repository.join("docs/strength.md")).expect("a page");
    assert!(page.contains("| normal | beginner | 6 |"), "{page}");
}

/// The lower levels here and now, all of them by what was measured and written down.
#[test]
fn each_level_is_measurably_stronger_than_the_one_below() {
    for (game, size) in [("othello", "8"), ("gomoku", "15"), ("go", "9")] {
        for pair in ["beginner", "normal", "hard"].windows(2) {
            let terms = ["--size", size, "--games", "16", "--random-plies", "2", "--seed", "1", "--json"];
            let said = run(&[&["match", pair[1], pair[0], "--game", game], &terms[..]].concat());
            let table: Value = serde_json::from_str(&said).expect("JSON");
            let of = |key: &str| table[key].as_f64().expect("a number");
            assert!(of("wins") + of("draws") / 2.0 >= 12.0, "{game} {pair:?}: {table}");
        }
    }
    let measured: Vec<Value> =
        serde_json::from_str(include_str!("../../../docs/strength.json")).expect("figures");
    for game in ["othello", "gomoku", "go"] {
        for pair in ["beginner", "normal", "hard", "hell"].windows(2) {
            let of_pair = |rung: &&Value| {
                rung["game"] == game && (&rung["lower"], &rung["upper"]) == (&pair[0].into(), &pair[1].into())
            };
            let sure = |rung: &Value| rung["score_low"].as_f64().is_some_and(|low| low > 0.75);
            let rungs: Vec<&Value> = measured.iter().filter(of_pair).collect();
            assert!(!rungs.is_empty() && rungs.iter().all(|rung| sure(rung)), "{game} {pair:?}: {rungs:?}");
        }
    }
}

/// Renju's opening rules from the command line to the records: everything that was chosen and offered is in the log and in
/// the SGF, and the games replay.
#[test]
fn renju_opening_rules_work_end_to_end() {
    let folder = tempfile::tempdir().expect("a folder");
    for rule in ["rif", "yamaguchi", "soosorv8", "taraguchi10"] {
        let out = folder.path().join(rule);
        let (rules, out_name) = (format!("renju+{rule}"), out.to_string_lossy().into_owned());
        let players =
            ["match", "engine:nodes=400", "beginner", "--game", "gomoku", "--games", "4", "--seed", "3"];
        run(&[&players[..], &["--rules", &rules, "--out", &out_name]].concat());
        for game in games(&out) {
            assert!(game["fault"].is_null(), "{game}");
            assert!(
                !game["choices"].as_array().expect("choices").is_empty() && game["moves"][0] == "h8",
                "{game}"
            );
        }
        let sgf = std::fs::read_to_string(out.join("games.sgf")).expect("the games as SGF");
        assert_eq!(sgf.matches(&format!("ON[{rule} ")).count(), 4, "{sgf}");
        run(&["check", &out.join("games.sgf").to_string_lossy()]);
    }
}

/// Swap2 from the command line to the records: the players choose, the log and the SGF say what, and points go to whoever
/// had the colour in the end.
#[test]
fn swap2_matches_and_self_play_work_end_to_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("match");
    let rules = ["--game", "gomoku", "--rules", "freestyle+swap2", "--size", "9", "--seed", "3"];
    let out_name = out.to_string_lossy().into_owned();
    let ends = ["--games", "12", "--json", "--out", out_name.as_str()];
    let players = ["match", "engine:nodes=2000", "alphabeta:depth=1"];
    let table: Value = serde_json::from_str(&run(&[&players[..], &rules, &ends].concat())).expect("JSON");
    let games = games(&out);
    let mut wins = 0.0;
    for game in &games {
        let choices: Vec<&str> =
            game["choices"].as_array().expect("choices").iter().map(|c| c.as_str().unwrap()).collect();
        // The second player chooses first; after two more stones the first one does.
        let second_has_black = match choices[..] {
            ["black"] | ["more", "white"] => true,
            ["white"] | ["more", "black"] => false,
            _ => panic!("{choices:?}"),
        };
        assert_eq!(game["swapped"].as_bool().unwrap_or(false), second_has_black);
        let a_opens = game["game"].as_u64().unwrap() % 2 == 0;
        let black = if a_opens != second_has_black { players[1] } else { players[2] };
        assert_eq!(game["black"], black);
        assert!(game["opening"].as_u64().unwrap() <= 3 && game["fault"].is_null(), "{game}");
        wins += match (game["winner"].as_str().unwrap(), black == players[1]) {
            ("draw", _) => 0.5,
            ("black", true) | ("white", false) => 1.0,
            _ => 0.0,
        };
    }
    assert_eq!((games.len(), table["score"].as_f64()), (12, Some(wins / 12.0)), "{table}");
    assert!(games.iter().any(|game| game["swapped"] == true), "somebody swapped");
    let sgf = std::fs::read_to_string(out.join("games.sgf")).expect("the games as SGF");
    assert_eq!(sgf.matches("ON[swap2 ").count(), 12, "{sgf}");
    run(&["check", &out.join("games.sgf").to_string_lossy()]);

    let data = folder.path().join("selfplay");
    let data_name = data.to_string_lossy().into_owned();
    let ends = ["--games", "6", "--player", "alphabeta:depth=1", "--out", data_name.as_str()];
    run(&[&["selfplay"][..], &rules, &ends].concat());
    let mut file = std::fs::File::open(data.join("games.hbf")).expect("the data");
    let played: Vec<_> =
        heibai_records::selfplay::read(&mut file).map(|game| game.expect("a game").1).collect();
    assert_eq!(played.len(), 6);
    assert!(played.iter().all(|game| game.opening <= 3 && game.moves.len() > 5), "{played:?}");
}
