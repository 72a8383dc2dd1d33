//! The terminal game in plain lines, as a script or a person behind a pipe meets it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where finished games go, instead of the folder of whoever runs the tests.
fn archive() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("archive")
}

/// Plays with these words typed, and returns everything that was printed.
fn play(args: &[&str], lang: &str, typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .arg("play")
        .args(args)
        .env("HEIBAI_LANG", lang)
        .envs(["XDG_DATA_HOME", "HOME", "APPDATA"].map(|name| (name, archive())))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The lines that begin like this, a prompt before them or not.
fn said<'o>(out: &'o str, beginning: &'o str) -> impl Iterator<Item = &'o str> {
    out.lines().filter_map(move |line| line.find(beginning).map(|at| &line[at..]))
}

const TWO: [&str; 4] = ["--black", "human", "--white", "human"];

fn two<'a>(game: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[game], &TWO[..], more].concat()
}

#[test]
fn whole_games_of_each_kind_end_with_their_result() {
    let games: [&[&str]; 3] = [
        &["othello", "--size", "6", "--rules", "empties-to-winner"],
        &["go", "--size", "9"],
        &["gomoku", "--size", "9", "--rules", "freestyle"],
    ];
    for game in games {
        let out = play(&[game, &["--black", "random", "--white", "random"]].concat(), "en", "");
        let end = out.lines().last().unwrap();
        assert!(end.contains("wins") || end.contains("drawn"), "{game:?}: {end}");
    }
}

#[test]
fn a_forced_pass_is_announced_in_both_languages() {
    // After these thirteen plies White has nothing to flip.
    let moves = "f5 d6 c6 b6 b7 b8 d7 d8 a8 f4 e8 f6 c8 ".replace(' ', "\n");
    let (en, zh) = (play(&two("othello", &[]), "en", &moves), play(&two("othello", &[]), "zh", &moves));
    assert!(en.contains("White has no legal moves, passing to Black"), "{en}");
    assert!(zh.contains("白方无合法落点，轮到黑方"), "{zh}");
}

#[test]
fn a_forbidden_move_is_refused_with_its_reasons() {
    let moves = "h8 g6 f6 g5 f7 g4 h7 g3 g2 a1 g7 quit ".replace(' ', "\n");
    let out = play(&two("gomoku", &[]), "zh", &moves);
    assert!(out.contains("⚠️ 三三禁手，黑棋不能在此位置落子"), "{out}");
    let out = play(&two("gomoku", &[]), "en", &moves);
    assert!(out.contains("⚠️ Forbidden for Black: double three") && out.contains("g7"), "{out}");
}

#[test]
fn swap2_lets_the_second_player_choose() {
    let args = two("gomoku", &["--rules", "freestyle+swap2"]);
    let out =
        play(&args, "en", "black\nh8\nh9\nj10\nc3\nmore\nc3\nc4\nmore\nblack\nundo\nd4\nundo\nundo\nquit\n");
    assert!(out.contains("The opening stones must be placed before the next choice"), "{out}");
    assert!(out.contains("3 to place, now a stone for Black"), "{out}");
    assert!(out.contains("Choose: black, white, or more"), "{out}");
    assert!(out.contains("A choice must be made before the next stone"), "{out}");
    assert!(out.contains("That is not among the choices here"), "{out}");
    assert!(out.contains("White to play"), "{out}");
    // Two people may take everything back: the choice, then the stones.
    assert_eq!(out.matches("Choose: black or white.").count(), 4, "{out}");
    assert!(!out.contains("The stones of the opening stay."), "{out}");
}

/// Renju's opening rules tell what to do at every step, in both languages.
#[test]
fn soosorv_is_explained_step_by_step() {
    let args = two("gomoku", &["--rules", "renju+soosorv8"]);
    let typed = "a1\nh8\nh9\ni10\nblack\nb2\noffer9\noffer2\nwhite\nc3\nc3\nd5\ne5\nd5\nquit\n";
    let out = play(&args, "en", typed);
    assert!(out.contains("3 to place, now Black's first stone, in the centre."), "{out}");
    assert!(out.contains("This stone is placed in the centre"), "{out}");
    assert!(out.contains("2 to place, now a stone for White within the central 3x3 square."), "{out}");
    assert!(out.contains("How many fifth stones will Black offer? offer1 to offer8."), "{out}");
    assert!(out.contains("That is not among the choices here"), "{out}");
    assert!(out.contains("2 to go, none the same by symmetry."), "{out}");
    assert!(out.contains("was offered before"), "{out}");
    assert!(out.contains("Pick Black's fifth stone among the points offered. c3 d5"), "{out}");
    assert!(out.contains("one of those that were offered"), "{out}");
    assert!(out.contains("5. Black d5"), "{out}");
    let out = play(&args, "zh", typed);
    for said in ["须在天元", "须在中央 3×3 之内", "黑方五手打几点？offer1 至 offer8。", "还要 2 个，不能对称"]
    {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert!(
        out.contains("请从打点中选一个作为黑方第五手。 c3 d5") && out.contains("第五手只能从给出的打点中选"),
        "{out}"
    );
}

/// What a program did in an opening is not taken back; one's own stones before that are.
#[test]
fn undo_in_an_opening_reaches_to_what_the_program_did() {
    let args = ["gomoku", "--rules", "freestyle+swap", "--black", "human", "--white", "beginner"];
    let out = play(&args, "en", "h8\nh9\nundo\nh10\na1\nundo\nquit\n");
    assert!(out.contains("2 to place, now a stone for White") && out.contains("2. White h10"), "{out}");
    assert!(out.contains("takes "), "{out}");
    assert!(out.contains("The stones of the opening stay."), "{out}");
}

/// A person who types nonsense has no more time than one who thinks.
#[test]
fn refused_lines_do_not_restart_the_clock() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .args([
            "play", "othello", "--black", "human", "--white", "human", "--clock", "1s/move", "--lang", "en",
        ])
        .envs(["XDG_DATA_HOME", "HOME", "APPDATA"].map(|name| (name, archive())))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // However long the program takes to start, its clock runs from the first prompt on.
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_until(b'>', &mut Vec::new()).unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in ["a1", "undo", "xyzzy", "a1", "undo"] {
        std::thread::sleep(std::time::Duration::from_millis(300));
        // The game may be over by then, and nobody listens.
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    let mut out = String::new();
    output.read_to_string(&mut out).unwrap();
    child.wait().unwrap();
    assert!(out.ends_with("White wins (timeout)\n"), "{out}");
}

/// Black's wall and a white stone that cannot live behind it, then two passes.
const DEAD_IN_THE_CORNER: &str =
    "a4 pass b4 pass c4 pass d4 pass e4 pass b2 pass d2 pass c1 pass c3 e1 pass pass ";

/// After two passes the judgement is shown with its grounds; `dead` and `alive` mean what they say, however often they
/// are said; a pass is no end; the count is.
#[test]
fn the_count_of_go_is_shown_with_its_grounds_and_corrected_as_people_say() {
    let typed = format!("{DEAD_IN_THE_CORNER}dead_E1 alive_E1 pass dead_E1 dead_E1 agree ");
    let typed = typed.replace(' ', "\n").replace('_', " ");
    let out = play(&two("go", &["--size", "5"]), "en", &typed);
    assert!(out.contains("E1 dead: "), "{out}");
    let counts: Vec<&str> = said(&out, "Counting... ").collect();
    let whole = "Counting... Black 25, White 0";
    assert_eq!((counts.len(), counts[0], counts[1]), (6, whole, whole), "{out}");
    assert_ne!(counts[2], whole, "{out}");
    assert_eq!(counts[3..], [whole; 3], "{out}");
    assert_eq!(out.matches("Right? agree;").count(), 2, "after the judgement and instead of a pass: {out}");
    assert!(!out.contains("The game is over.") && out.ends_with("Black wins by 17.5 points\n"), "{out}");
    let out = play(&two("go", &["--size", "5"]), "en", &typed.replace("agree", "resume\nd5"));
    assert!(out.contains("19. Black D5"), "the game goes on: {out}");
}

/// What the program answered is restored with the move it answered, not thought out anew.
#[test]
fn redo_after_undo_restores_the_engines_answer() {
    for seed in ["1", "2", "3"] {
        let args = ["othello", "--black", "human", "--white", "random", "--seed", seed];
        let out = play(&args, "en", "d3\nundo\nredo\nquit\n");
        let answers: Vec<&str> = said(&out, "2. White ").collect();
        assert_eq!(answers.len(), 2, "{out}");
        assert_eq!(answers[0], answers[1], "{out}");
    }
}

#[test]
fn levels_are_told_in_both_languages() {
    let told = |lang| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_heibai")).args(["levels", "othello", "--lang", lang]).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let (en, zh) = (told("en"), told("zh"));
    assert!(en.contains("8x8 against Beginner: +"), "{en}");
    assert!(
        zh.contains("normal    普通：") && zh.contains("实测棋力：8×8 对新手：") && !zh.contains("against"),
        "{zh}"
    );
}

/// Every answer at the board is in the person's language, refusals too.
#[test]
fn refusals_are_chinese_for_who_reads_chinese() {
    let out = play(&two("othello", &[]), "zh", "undo\nredo\nagree\nxyzzy\nd9\na1\nresign\n");
    for line in [
        "没有可以悔的棋",
        "没有可以重做的棋",
        "还没有到数子的时候",
        "“xyzzy”不是棋盘上的点",
        "此处不能翻转任何棋子",
    ] {
        assert!(out.contains(line), "{line} in {out}");
    }
    assert!(!out.contains("there is") && !out.contains("expected"), "{out}");
    let out = play(&two("go", &["--size", "9"]), "zh", "pass\nquit\n");
    assert!(out.contains("1. 黑方 停一手") && !out.contains("黑方 pass"), "{out}");
    assert!(play(&two("go", &["--size", "9"]), "en", "pass\nquit\n").contains("1. Black pass"));
    let out = play(&two("gomoku", &["--rules", "freestyle+swap2"]), "zh", "black\nh8\nh9\nj10\nc3\nquit\n");
    assert!(out.contains("请先放完开局的子") && out.contains("请先作出选择，再落子"), "{out}");
}

#[test]
fn programs_settle_swap2_among_themselves() {
    let args = ["gomoku", "--rules", "freestyle+swap2", "--black", "beginner", "--white", "beginner"];
    let out = play(&args, "en", "");
    assert!(out.contains("takes Black") || out.contains("takes White"), "{out}");
    assert!(out.lines().last().unwrap().contains("wins") || out.contains("drawn"), "{out}");
}

#[test]
fn the_last_word_of_an_unfinished_game_says_so() {
    let out = play(&two("go", &["--size", "9"]), "zh", "e5\n");
    assert!(out.ends_with("输入结束，对局未完\n"), "{out}");
}

/// Boards that know only GTP are told what an opening rule waits for, and can answer it.
#[test]
fn gtp_speaks_of_an_opening() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .args(["gtp", "gomoku", "--rules", "freestyle+swap2", "--player", "engine:nodes=500"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let said = [
        "heibai-opening",
        "heibai-gen_choice",
        "play b h8",
        "play w h9",
        "genmove b",
        "heibai-opening",
        "play w a1",
        "genmove w",
        "heibai-choose grey",
        "heibai-choose more",
        "genmove w",
        "genmove b",
        "heibai-opening",
        "heibai-gen_choice",
        "heibai-opening",
        "genmove w",
        "undo",
        "quit",
    ];
    let script: String = said.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let answers: Vec<&str> = out.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), said.len(), "{out}");
    let answer = |index: usize| answers[index].trim();
    assert_eq!(answer(0), "= stone black 3");
    assert!(answer(1).starts_with("? there is nothing to choose"), "{out}");
    assert!(answer(4).starts_with("= "), "{out}");
    assert_eq!(answer(5), "= choose black white more");
    assert!(answer(6).contains("a choice must be made before the next stone"), "{out}");
    assert!(answer(7).starts_with("? a colour must be chosen first"), "{out}");
    assert!(answer(8).starts_with("? 'grey' is no choice"), "{out}");
    assert_eq!((answer(9), answer(12)), ("=", "= choose black white"));
    assert!(["= black", "= white"].contains(&answer(13)), "{out}");
    assert_eq!(answer(14), "= none");
    assert!(answer(15).starts_with("= ") && answer(16) == "=", "{out}");
}

/// A finished game can be saved from a pipe, with names, date, clock and times, and lies in the archive as well.
#[test]
fn a_finished_game_is_saved_with_its_head_and_archived() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("finished.sgf");
    let typed = format!("h8\nresign\nnonsense\nsave {}\n", path.display());
    let args = ["gomoku", "--black", "human", "--white", "random", "--clock", "5m+3s"];
    let out = play(&args, "en", &typed);
    assert!(out.contains("saved ") && !out.contains("input ended"), "{out}");
    let sgf = std::fs::read_to_string(&path).unwrap();
    for part in ["PB[you]", "PW[", "DT[20", "TM[300]OT[3 fischer]", "STARTED[", "ENDED[", "RE[W+R]", "B[hh]"]
    {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    let folder = if cfg!(target_os = "macos") { "Library/Application Support/heibai" } else { "heibai" };
    let games = std::fs::read_to_string(archive().join(folder).join("games.jsonl")).unwrap();
    let started = sgf.split("STARTED[").nth(1).unwrap().split(']').next().unwrap();
    assert!(games.lines().any(|line| line.contains(&format!("\"started\":{started}"))), "{games}");
}

/// The documents ask for a tip before the first stone; it goes away with the stone, and opening rules have their own words.
#[test]
fn the_first_stone_of_gomoku_has_a_tip() {
    let tip = "首步建议下在天元（h8）或其附近";
    let out = play(&two("gomoku", &[]), "zh", "h9\nundo\nh8\nquit\n");
    assert_eq!(out.matches(tip).count(), 2, "{out}");
    let out = play(&two("gomoku", &["--rules", "freestyle+swap2"]), "zh", "quit\n");
    assert!(!out.contains(tip), "{out}");
    assert!(!play(&two("othello", &[]), "en", "quit\n").contains("Tip"));
}

/// Every move of every level has its value in the record: opening moves, forced ones, the last pass, and Beginner's.
#[test]
fn every_move_of_a_level_has_a_score() {
    let games = [
        (&["othello", "--size", "8"][..], &["beginner", "normal", "hard"][..]),
        (&["othello", "--size", "6"], &["normal"]),
        (&["go", "--size", "5"], &["beginner", "normal"]),
        (&["gomoku"], &["beginner", "normal", "hard", "hell"]),
    ];
    for (game, levels) in games {
        for level in levels {
            let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{level}", game.join("")));
            std::fs::remove_dir_all(&home).ok();
            let output = Command::new(env!("CARGO_BIN_EXE_heibai"))
                .arg("play")
                .args(game)
                .args(["--black", level, "--white", "random", "--seed", "3"])
                .envs(["XDG_DATA_HOME", "HOME", "APPDATA"].map(|name| (name, &home)))
                .output()
                .unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let folder =
                if cfg!(target_os = "macos") { "Library/Application Support/heibai" } else { "heibai" };
            let text = std::fs::read_to_string(home.join(folder).join("games.jsonl")).unwrap();
            let record: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
            let nodes = record["nodes"].as_array().unwrap().iter();
            for node in nodes.filter(|node| node["color"] == "black") {
                let score = node["score"].as_f64();
                // Forced passes are the referee's, not the level's.
                let forced = game[0] == "othello" && node["move"] == "pass";
                assert!(score.is_some() || forced, "{game:?} {level}: {node}");
                // A won game is worth what a five is, at every level.
                assert!(score.is_none_or(|score| score.abs() <= 1_000_000.0), "{game:?} {level}: {node}");
            }
        }
    }
}

/// `loadsgf FILE N` looks no further than move N, and reads stones that are set up late.
#[test]
fn loadsgf_does_not_look_beyond_its_move() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("loaded.sgf");
    std::fs::write(&path, "(;GM[1]SZ[9]KM[7];AB[aa];B[cc];W[dd];B[dd];W[ee])").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_heibai"))
        .args(["gtp", "go", "--player", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let typed = format!("loadsgf {0} 3\nlist_stones black\nloadsgf {0}\nquit\n", path.display());
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = out.split("\n\n").collect();
    assert!(answers[0].starts_with('='), "{out}");
    assert!(answers[2].starts_with('?') && answers[2].contains("move 3"), "{out}");
}
