//! `check`, `convert`, `show` and `score` as scripts call them: exit codes, keys of the JSON, messages.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("records").join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn heibai(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heibai")).args(args).output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"))).collect()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const GO: &str =
    "(;GM[1]SZ[5]KM[0.5]RU[Chinese];B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[];W[])";

#[test]
fn check_says_what_is_illegal() {
    let folder = folder("check");
    let file = folder.join("games.sgf");
    std::fs::write(&file, "(;GM[2]SZ[8];B[f5];W[f6])(;GM[2]SZ[8];B[f5];W[a1])").unwrap();
    let file = file.to_str().unwrap();
    let output = heibai(&["check", "--json", file]);
    assert_eq!(output.status.code(), Some(1));
    let report = &lines(&output)[0];
    assert_eq!(report["file"], file);
    assert_eq!((&report["games"], &report["moves"]), (&2.into(), &4.into()));
    assert_eq!(report["illegal"][0]["game"], 2);
    assert_eq!(report["illegal"][0]["move"], 2);
    assert!(report["illegal"][0]["reason"].as_str().unwrap().contains("flip nothing"));
}

#[test]
fn check_says_where_a_file_is_broken() {
    let folder = folder("broken");
    let file = folder.join("broken.sgf");
    std::fs::write(&file, "(;GM[1]SZ[9]\n;B[zz])").unwrap();
    let output = heibai(&["check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let errors = errors(&output);
    assert!(errors.contains("broken.sgf: game 1: line 2, column 2: B[zz]"), "{errors}");
    assert_eq!(heibai(&["check", "no-such-file.sgf"]).status.code(), Some(2));
    assert_eq!(heibai(&["check"]).status.code(), Some(2));
}

#[test]
fn convert_says_what_is_lost_and_leaves_no_half_file() {
    let folder = folder("convert");
    let (from, to) = (folder.join("game.sgf"), folder.join("game.psq"));
    std::fs::write(&from, "(;GM[4]SZ[15]RU[freestyle]PB[a];B[hh]C[centre];W[hi])").unwrap();
    let output = heibai(&["convert", "--json", from.to_str().unwrap(), to.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let report = &lines(&output)[0];
    assert_eq!((&report["games"], &report["lost"]["comments"]), (&1.into(), &1.into()));
    assert!(std::fs::read_to_string(&to).unwrap().starts_with("Piskvorky 15x15"));
    let ggf = folder.join("game.ggf");
    let output = heibai(&["convert", from.to_str().unwrap(), ggf.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("ggf is a format of othello"), "{}", errors(&output));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    let output = heibai(&["convert", to.to_str().unwrap(), "-", "--to", "moves"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "h8h7\n");
    // Moves alone do not tell on which board they are played.
    std::fs::write(&from, "(;GM[2]SZ[10];B[fd])").unwrap();
    let output = heibai(&["convert", from.to_str().unwrap(), "-", "--to", "moves", "--lang", "en"]);
    assert!(errors(&output).contains("size of the board"), "{}", errors(&output));
}

/// `convert x /dev/null` as the machine's owner would replace the device if the file were put in its place.
#[test]
#[cfg(unix)]
fn convert_writes_through_links_and_never_replaces_a_device() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder("devices");
    let at = |name: &str| folder.join(name);
    std::fs::write(at("a.sgf"), "(;GM[2];B[f5])(;GM[2];B[d3])").unwrap();
    let convert = |to: &str| heibai(&["convert", at("a.sgf").to_str().unwrap(), at(to).to_str().unwrap()]);
    std::fs::write(at("real.sgf"), "old").unwrap();
    symlink("real.sgf", at("link.sgf")).unwrap();
    assert_eq!(convert("link.sgf").status.code(), Some(0));
    assert!(
        at("link.sgf").is_symlink() && std::fs::read_to_string(at("real.sgf")).unwrap().contains("B[f5]")
    );
    if std::fs::metadata("/dev/full").is_ok_and(|found| found.file_type().is_char_device()) {
        symlink("/dev/full", at("full.sgf")).unwrap();
        let output = convert("full.sgf");
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
        assert!(at("full.sgf").is_symlink() && errors(&output).contains("full.sgf: the disk is full"));
        // The disk is full once, and not for each game.
        assert_eq!(errors(&output).lines().count(), 1, "{}", errors(&output));
        let page = at("full.sgf").with_extension("json");
        symlink("/dev/full", &page).unwrap();
        let output = heibai(&["show", "f5", "--svg", page.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    }
    let left = std::fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(left.count(), 0);
}

#[test]
fn check_passes_over_the_bookkeeping_of_a_run() {
    let folder = folder("run");
    let log = folder.join("games.jsonl");
    std::fs::write(folder.join("games.sgf"), GO).unwrap();
    std::fs::write(folder.join("about.json"), "{\"version\":\"0.1.0\"}").unwrap();
    std::fs::write(folder.join("report.json"), "{}").unwrap();
    std::fs::write(&log, "{\"game\":0}\n").unwrap();
    let output = heibai(&["check", "--json", folder.to_str().unwrap()]);
    assert_eq!((output.status.code(), lines(&output).len()), (Some(0), 1), "{}", errors(&output));
    // A file that is named is read.
    assert_eq!(heibai(&["check", log.to_str().unwrap()]).status.code(), Some(2));
    std::fs::remove_file(&log).unwrap();
    assert_eq!(heibai(&["check", folder.to_str().unwrap()]).status.code(), Some(2));
}

#[test]
fn complaints_in_chinese_have_their_reason_in_chinese() {
    let folder = folder("chinese");
    let at = |name: &str| folder.join(name).display().to_string();
    std::fs::write(at("a.sgf"), "(;GM[2];B[f5])").unwrap();
    std::fs::write(at("bad.txt"), "f5d6\n\nf5f5\n").unwrap();
    std::fs::write(at("none.txt"), "# no opening\n").unwrap();
    std::fs::write(at("bad.toml"), "game = \"othello\"\nformat = \"knockout\"\n").unwrap();
    let (sgf, place) = (at("a.sgf"), folder.display().to_string());
    let (openings, none, plan) = (at("bad.txt"), at("none.txt"), at("bad.toml"));
    let random =
        |file| ["match", "random", "random", "--game", "othello", "--games", "2", "--openings", file];
    let cases: [(&[&str], &str); 10] = [
        (&["score", &sgf], "这是 黑白棋 的对局"),
        (&["show", &place], "这是一个文件夹"),
        (&["play", "othello", "--komi", "7"], "只有围棋有贴目，黑白棋 没有"),
        (&["play", "go", "--size", "5", "--handicap", "5"], "5×5 棋盘没有让子点"),
        (&["gtp", "go", "--size", "30"], "此棋没有 30×30 的棋盘"),
        (&random(&openings), "第 3 行：f5：该点已有棋子"),
        (&random(&none), "文件中没有开局"),
        (&["tournament", &plan], "第 2 行第 10 列：TOML"),
        (&["match", "random", "human", "--game", "othello"], "只有 heibai play 可以由人下棋"),
        (&["backup", &sgf, "--data", &place], "a.sgf 已经存在"),
    ];
    for (args, expected) in cases {
        let output = heibai(&[args, &["--lang", "zh"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", errors(&output));
        assert!(errors(&output).contains(expected), "{args:?}: {}", errors(&output));
    }
}

#[test]
fn score_counts_area_and_splits_neutral_points() {
    let folder = folder("score");
    let file = folder.join("game.sgf");
    std::fs::write(&file, format!("{GO}{GO}")).unwrap();
    let file = file.to_str().unwrap();
    for judge in ["none", "benson"] {
        let output = heibai(&["score", file, "--judge", judge, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        let games = lines(&output);
        assert_eq!(games.len(), 2);
        assert_eq!(games[1]["game"], 2);
        assert_eq!((&games[0]["black"], &games[0]["white"]), (&12.5.into(), &12.5.into()));
        assert_eq!(games[0]["result"], "W+0.5");
        assert_eq!(games[0]["dead"], serde_json::json!([]));
        assert_eq!(games[0]["seki"], serde_json::json!([]));
        assert_eq!(games[0]["unsure"].as_array().unwrap().is_empty(), judge == "none");
    }
    assert_eq!(heibai(&["score", file, "--judge", "nobody"]).status.code(), Some(2));
}

/// A board whose first squares are empty begins like an option, and is a position all the same.
#[test]
fn a_position_line_may_begin_with_empty_squares() {
    let start = "---------------------------OX------XO--------------------------- X";
    for command in ["show", "hint", "analyze"] {
        let output = heibai(&[command, start, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{command}: {}", errors(&output));
        assert_eq!(lines(&output).len(), 1, "{command}");
    }
}

#[test]
fn numbers_out_of_reach_are_refused_with_a_word() {
    for (args, word) in [
        (&["show", "f5d6", "--move", "3"][..], "2 moves"),
        (&["analyze", "f5d6", "--time", "nan"], "seconds"),
        (&["hint", "f5d6", "--time", "1e30"], "seconds"),
        (&["ladder", "--minutes", "1e300"], "minutes"),
    ] {
        let output = heibai(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(errors(&output).contains(word), "{args:?}: {}", errors(&output));
    }
}

/// Othello's engine tells of one move by itself; an analysis tells of as many as are asked for, and of forced moves too.
#[test]
fn analyze_tells_of_several_moves_in_every_game() {
    for (game, moves) in [("othello", "f5"), ("gomoku", "h8"), ("go", "D4")] {
        let output = heibai(&[
            "analyze",
            moves,
            "--game",
            game,
            "--nodes",
            "200",
            "--multipv",
            "3",
            "--last",
            "--json",
        ]);
        let last = &lines(&output)[0];
        assert_eq!(last["candidates"].as_array().map(Vec::len), Some(3), "{game}: {last}");
        assert!(last["value"].is_number(), "{game}: {last}");
    }
}

#[test]
fn what_people_read_is_chinese_where_they_ask_for_it() {
    let folder = folder("chinese");
    let file = folder.join("go.sgf");
    std::fs::write(&file, GO).unwrap();
    let file = file.to_str().unwrap();
    for (args, words) in [
        (&["check", file][..], "全部合法"),
        (&["score", file], "第 1 局：黑"),
        (&["levels", "gomoku"], "得分率"),
        (&["match", "random", "random", "--game", "othello", "--games", "2"], "得分率"),
        (&["play", "--help"], "让子数"),
        (&["help", "show"], "画出"),
    ] {
        let output = heibai(&[&["--lang", "zh"], args].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains(words), "{args:?}: {said}{}", errors(&output));
    }
}

/// Words of English in a row that make a sentence; names, options and moves do not.
fn english(text: &str) -> Option<String> {
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(3).find(|three| three.iter().all(is_word)).map(|three| three.join(" "))
}

/// Why a file, a player's name or an option cannot be read; reports; measurements.
#[test]
fn failures_and_reports_are_chinese_for_who_reads_chinese() {
    let folder = folder("chinese_failures");
    let broken = folder.join("broken.sgf");
    std::fs::write(&broken, "(;GM[1]SZ[9]\n;B[zz])").unwrap();
    let (broken, out) = (broken.to_str().unwrap(), folder.join("match"));
    for (args, words) in [
        (&["check", broken][..], "第 2 行第 2 列：B[zz] 不是 9×9 棋盘上的点"),
        (&["show", "no-such-file.sgf"], "不是文件，也不是局面或着法串"),
        (&["check", "no-such-file.sgf"], "没有这个文件或文件夹"),
        (&["match", "strong", "random", "--game", "go"], "没有名为“strong”的棋手"),
        (&["match", "minimax:deep=3", "random", "--game", "go"], "没有选项“deep”"),
        (&["play", "go", "--komi", "3.75"], "贴 3.75 子即贴 7.5 目"),
        (&["play", "go", "--clock", "soon"], "不是计时方式"),
        (&["play", "go", "--white", "gomocup:none"], "Gomocup 协议不支持这种棋、棋盘大小或规则"),
        (&["play", "go", "--white", "gtp:none"], "无法启动“none”：没有这个文件或文件夹"),
        (&["hint", "h8", "--time", "x"], "应为 0.001 至 86400 的秒数"),
        (&["bench", "nothing"], "没有名为“nothing”的测量项目"),
        (&["net", "info", broken], "不是网络文件"),
    ] {
        let output = heibai(&[&["--lang", "zh"], args].concat());
        let said = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert_eq!(english(&said), None, "{args:?}: {said}");
    }
    let args = ["--lang", "zh", "match", "random", "random", "--game", "go", "--size", "5", "--games", "2"];
    let output = heibai(&[&args[..], &["--out", out.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", errors(&output));
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    // What people read: all but the scripts.
    let parts = page.split("</style>").nth(1).unwrap().split("<script");
    let body: String = parts.map(|part| part.split("</script>").last().unwrap()).collect();
    assert!(
        ["名次", "对战表", "比赛条件", "随机种子", " 子<td>"].iter().all(|word| body.contains(word)),
        "{body}"
    );
    assert!(!body.contains("Standings") && !body.contains("winner"), "{body}");
}

#[test]
fn a_report_names_the_players_and_what_its_graph_shows() {
    let folder = folder("report");
    let (record, page) = (folder.join("game.sgf"), folder.join("report.html"));
    // White answers an open three with a stone in the corner.
    let moves = ";B[hh];W[ig];B[ii];W[hg];B[jj];W[ao]";
    std::fs::write(&record, format!("(;GM[4]SZ[15]RU[freestyle]PB[Ann & Co]PW[Bob]{moves})")).unwrap();
    let (record, path) = (record.to_str().unwrap(), page.to_str().unwrap());
    let output = heibai(&["analyze", "--lang", "en", record, "--nodes", "2000", "--html", path]);
    assert!(output.status.success(), "{}", errors(&output));
    let page = std::fs::read_to_string(&page).unwrap();
    for said in ["Black: Ann &amp; Co", "White: Bob", "Black's chance to win", ">50%</text>", ">moves</text>"]
    {
        assert!(page.replace("&#39;", "'").contains(said), "{said}: {page}");
    }
    assert!(page.contains("played: Black wins with"), "{page}");
    assert!(page.contains(" for White · "), "the value of the better move for who erred: {page}");
    // The terminal, the page and JSON tell of the same class and the same reasons.
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let json = heibai(&["analyze", "--lang", "en", record, "--nodes", "2000", "--json"]);
    let erred = lines(&json).into_iter().find(|line| line["class"] == "blunder").expect("a blunder");
    assert_eq!(erred["played"], "a1");
    let reasons: Vec<&str> =
        erred["reasons"].as_array().unwrap().iter().map(|reason| reason["en"].as_str().unwrap()).collect();
    assert!(reasons.iter().any(|reason| reason.contains("lets Black win")), "{reasons:?}");
    for told in reasons.into_iter().chain(["blunder"]) {
        assert!(said.to_lowercase().contains(&told.to_lowercase()), "{told}: {said}");
        let page = page.replace("&#39;", "'").to_lowercase();
        assert!(page.contains(&told.to_lowercase()), "{told}: {page}");
    }
}

#[test]
fn show_draws_text_and_pictures() {
    let folder = folder("show");
    let output = heibai(&["show", "--lang", "en", "f5d6c3"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("othello 8/8/2x5/3xx3/3oxx2/3o4/8/8 o standard"), "{text}");
    assert!(text.contains("White to play"), "{text}");
    assert!(text.contains("Opening: Perpendicular Opening"), "{text}");
    let output = heibai(&["show", "f5d6c3d3c4", "--json"]);
    assert_eq!(lines(&output)[0]["opening"]["zh"], "虎");
    assert_eq!(lines(&output)[0]["phase"], "opening");
    // Rows without the name of the game; the last square makes every disc stable.
    let output = heibai(&["show", "xxxo/oooo/xxxx/ooo1 x", "--game", "othello", "--json"]);
    assert_eq!(lines(&output)[0]["phase"], "endgame");
    assert_eq!(lines(&output)[0]["stable"]["exact"], true);
    assert_eq!(lines(&output)[0]["stable"]["white"][0], "d1");
    let output = heibai(&["show", "h8h9", "--json"]);
    assert_eq!(lines(&output)[0]["last"], "h9");
    let (svg, png) = (folder.join("board.svg"), folder.join("board.png"));
    let output = heibai(&["show", "h8h9i8", "--svg", svg.to_str().unwrap(), "--png", png.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(std::fs::read_to_string(svg).unwrap().matches("r=\"18.4\"").count(), 3);
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    let output = heibai(&["show", "no such thing"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(heibai(&["show", "f5d6c3d3a1"]).status.code(), Some(1));
}

/// Self-play data was written and nothing could read it.
#[test]
fn self_play_data_is_read_back_everywhere() {
    let folder = folder("selfplay");
    let games =
        [("othello", "6", "random", 40), ("go", "5", "mcts:playouts=20", 3), ("gomoku", "15", "random", 3)];
    for (game, size, player, count) in games {
        let out = folder.join(game);
        let count_text = count.to_string();
        let played = heibai(&[
            "selfplay",
            "--game",
            game,
            "--size",
            size,
            "--games",
            &count_text,
            "--player",
            player,
            "--concurrency",
            "3",
            "--out",
            out.to_str().unwrap(),
        ]);
        assert!(played.status.success(), "{}", errors(&played));
        let file = out.join("games.hbf");
        let file = file.to_str().unwrap();
        let checked = heibai(&["check", "--json", file]);
        let report = &lines(&checked)[0];
        assert_eq!((checked.status.code(), &report["games"]), (Some(0), &count.into()), "{report}");
        let sgf = out.join("games.sgf");
        let converted = heibai(&["convert", file, sgf.to_str().unwrap()]);
        assert!(converted.status.success(), "{}", errors(&converted));
        let again = heibai(&["check", "--json", sgf.to_str().unwrap()]);
        assert_eq!(&lines(&again)[0]["moves"], &report["moves"]);
        let text = std::fs::read_to_string(&sgf).unwrap();
        assert!(text.contains(&format!("PB[{player}]")) && text.contains("RE["), "{text}");
        let shown = heibai(&["show", file, "--json"]);
        assert_eq!(lines(&shown)[0]["game"], game, "{}", errors(&shown));
        assert!(lines(&shown)[0]["outcome"]["reason"].is_string());
    }
    let broken = folder.join("broken.hbf");
    let mut bytes = std::fs::read(folder.join("othello/games.hbf")).unwrap();
    bytes.truncate(bytes.len() - 1);
    std::fs::write(&broken, bytes).unwrap();
    let checked = heibai(&["check", "--lang", "en", broken.to_str().unwrap()]);
    let said = errors(&checked);
    assert!(checked.status.code() == Some(2) && said.contains("the file is cut short"), "{said}");
    assert!(
        String::from_utf8_lossy(&checked.stdout).contains("33 games"),
        "32 games and the frame that was cut"
    );
}

/// The same seed gives the same file, whichever game of it is finished first.
#[test]
fn self_play_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = folder("threads");
    let files: Vec<Vec<u8>> = ["1", "3"]
        .into_iter()
        .map(|threads| {
            let out = folder.join(threads);
            let played = heibai(&[
                "selfplay",
                "--game",
                "othello",
                "--size",
                "6",
                "--games",
                "70",
                "--player",
                "random",
                "--concurrency",
                threads,
                "--out",
                out.to_str().unwrap(),
            ]);
            assert!(played.status.success(), "{}", errors(&played));
            std::fs::read(out.join("games.hbf")).unwrap()
        })
        .collect();
    assert!(files[0] == files[1], "the files differ");
}

/// Stones set up in a later node are a start, also in the middle of a game.
#[test]
fn stones_set_up_in_a_later_node_are_a_start() {
    let folder = folder("setup");
    let late = folder.join("late.sgf");
    std::fs::write(&late, "(;GM[1]FF[4]SZ[9]KM[7];AB[cc][dd]AW[ee])").unwrap();
    let middle = folder.join("middle.sgf");
    std::fs::write(&middle, "(;GM[1]SZ[9]KM[7];B[aa];W[ii];AE[aa]AB[cc]AW[dc];B[dd];W[ee])").unwrap();
    for file in [&late, &middle] {
        let file = file.to_str().unwrap();
        assert_eq!(heibai(&["check", file]).status.code(), Some(0), "{file}");
        assert_eq!(heibai(&["score", file, "--judge", "none"]).status.code(), Some(0), "{file}");
    }
    // What cannot stand on a board is named by its point.
    let stifled = folder.join("stifled.sgf");
    std::fs::write(&stifled, "(;GM[1]SZ[9];AB[aa]AW[ba][ab];B[dd])").unwrap();
    let said = heibai(&["check", "--lang", "en", stifled.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&said.stdout).contains("the group at A9 has no liberty"), "{said:?}");
    let shown = |file: &PathBuf| lines(&heibai(&["show", file.to_str().unwrap(), "--json"]))[0].clone();
    assert_eq!(shown(&late)["position"], "go 9/9/2x6/3x5/4o4/9/9/9/9 x chinese 7");
    let board = shown(&middle);
    assert_eq!(
        (&board["position"], &board["moves"]),
        (&"go 9/9/2xo5/3x5/4o4/9/9/9/8o x chinese 7".into(), &2.into())
    );
}

#[test]
fn check_walks_subfolders() {
    let folder = folder("walk");
    std::fs::create_dir_all(folder.join("a/b")).unwrap();
    std::fs::write(folder.join("a/b/deep.sgf"), GO).unwrap();
    let other = folder.join("a/other.doc");
    std::fs::write(&other, "(;GM[4]SZ[15];B[hh];W[ii])").unwrap();
    // Every format is known by its name, a library of RenLib too.
    let library = folder.join("a/b/renju.lib");
    let made = heibai(&["convert", other.to_str().unwrap(), library.to_str().unwrap()]);
    assert!(made.status.success(), "{made:?}");
    let output = heibai(&["check", "--json", folder.to_str().unwrap()]);
    let files = lines(&output);
    assert_eq!(files.len(), 2, "{}", errors(&output));
    for (line, name) in files.iter().zip(["deep.sgf", "renju.lib"]) {
        assert!(line["file"].as_str().unwrap().ends_with(name), "{line}");
    }
}

/// A finished record says how it ended and how long it took; a result that the moves contradict is a fault.
#[test]
fn check_tells_the_result_and_sees_a_false_one() {
    let folder = folder("results");
    let wipe = "B[e6];W[f4];B[e3]SPENT[1.5];W[f6];B[g5];W[d6];B[e7];W[f5];B[c5]";
    let file = |name: &str, result: &str| {
        let path = folder.join(name);
        std::fs::write(&path, format!("(;GM[2]SZ[8]{result};{wipe})")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let right = file("right.sgf", "RE[B+13]");
    let output = heibai(&["check", "--lang", "en", &right]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    for words in ["Black 13, White 0", "wipe-out", "Black 1.5 s"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let report = &lines(&heibai(&["check", "--json", &right]))[0];
    assert_eq!((&report["outcome"]["winner"], &report["seconds"][0]), (&"black".into(), &1.5.into()));
    // Whether empty squares count for the winner is the record's own business.
    assert_eq!(heibai(&["check", &file("whole.sgf", "RE[B+64]")]).status.code(), Some(0));
    // A game that was given up before its last move: the record's word is told.
    std::fs::write(folder.join("open.sgf"), "(;GM[1]SZ[9]RU[Japanese]KM[6.5]RE[W+4.5];B[cc];W[gg])").unwrap();
    let open = heibai(&["check", "--lang", "en", folder.join("open.sgf").to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&open.stdout).contains("W+4.5"), "{open:?}");
    let output = heibai(&["check", "--lang", "en", &file("false.sgf", "RE[W+5]")]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(1) && said.contains("the record says W+5"), "{said}");
}
