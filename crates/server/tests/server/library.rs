//! The library: records in and out, copies, search, training.

use crate::client::Person;
use crate::games::{alone, id};
use crate::server;
use serde_json::{Value, json};

/// `(;GM[1]FF[4]CA[GB18030]SZ[19]PB[` 柯洁 `]PW[` 申真谞 `];B[pd];W[dp])` as Chinese programs write it.
const GB18030: &[u8] =
    b"(;GM[1]FF[4]CA[GB18030]SZ[19]PB[\xbf\xc2\xbd\xe0]PW[\xc9\xea\xd5\xe6\xd7\xa0];B[pd];W[dp])";

pub(crate) async fn import(person: &Person, name: &str, bytes: &[u8]) -> (u16, Value) {
    let response = person.request("POST", &format!("/api/library?name={name}"), "", bytes).await;
    (response.status, response.json())
}

#[tokio::test]
async fn a_chinese_record_comes_in_and_goes_out() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let (status, imported) = import(&person, "a.sgf", GB18030).await;
    assert_eq!((status, &imported["format"]), (201, &json!("sgf")), "{imported}");
    let entry = &imported["entries"][0];
    assert_eq!(
        (&entry["black"], &entry["white"], &entry["moves"]),
        (&json!("柯洁"), &json!("申真谞"), &json!(2))
    );
    let id = entry["id"].as_str().unwrap();
    let opened = person.get(&format!("/api/library/{id}")).await.json();
    assert_eq!(opened["line"]["moves"], json!([3 * 19 + 15, 15 * 19 + 3]));
    assert_eq!(opened["tree"].as_array().unwrap().len(), 3);
    assert_eq!(opened["tree"][1]["name"], "Q16");
    let sgf = person.get(&format!("/api/library/{id}/export?format=sgf")).await;
    let text = String::from_utf8(sgf.body.clone()).unwrap();
    assert!(text.contains("柯洁") && text.contains("B[pd]"), "{text}");
    let found = person.get("/api/library?q=%E6%9F%AF").await.json();
    assert_eq!(found["entries"].as_array().unwrap().len(), 1);
    assert_eq!(person.get("/api/library?q=nobody").await.json()["entries"], json!([]));
    let stranger = Person::guest(server.address()).await;
    assert_eq!(stranger.get(&format!("/api/library/{id}")).await.code(), "not_found");
    assert_eq!(stranger.request("DELETE", &format!("/api/library/{id}"), "", b"").await.code(), "not_found");
    assert_eq!(person.request("DELETE", &format!("/api/library/{id}"), "", b"").await.status, 204);
}

/// Sent twice, at once, by another guest and again after its end: one record for each guest and key.
#[tokio::test]
async fn a_record_with_a_key_is_kept_once() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let send = |person: &Person, key: &str, bytes: &'static [u8]| {
        let (person, header) = (person.clone(), format!("Idempotency-Key: {key}\r\n"));
        async move {
            let response = person.request("POST", "/api/library?name=a.sgf", &header, bytes).await;
            (response.status, response.json())
        }
    };
    let both = tokio::join!(send(&person, "game7", GB18030), send(&person, "game7", GB18030));
    let mut statuses = [both.0.0, both.1.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201]);
    let id = both.0.1["entries"][0]["id"].clone();
    assert_eq!(both.1.1["entries"][0]["id"], id);
    let count = |person: &Person| {
        let person = person.clone();
        async move { person.get("/api/library").await.json()["entries"].as_array().unwrap().len() }
    };
    let bytes = person.get("/api/library").await.json();
    assert_eq!((count(&person).await, &bytes["entries"][0]["moves"]), (1, &json!(2)));
    assert_eq!(send(&person, "game8", GB18030).await.0, 201);
    assert_eq!(count(&person).await, 2);
    // A key of another guest leads to a record of their own.
    let stranger = Person::guest(server.address()).await;
    let (status, theirs) = send(&stranger, "game7", GB18030).await;
    assert_eq!((status, theirs["entries"][0]["id"] == id), (201, false));
    assert_eq!(count(&person).await, 2);
    // Twice the same position in the index would be a record that was kept twice.
    let line = json!({ "kind": "go", "size": 19, "moves": [3 * 19 + 15] });
    assert_eq!(stranger.post("/api/library/position", line).await.json()["total"], 1);
    let two: &[u8] = b"(;GM[1]SZ[9];B[aa])(;GM[1]SZ[9];B[bb])";
    let (status, answer) = send(&person, "game9", two).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!("bad_request")), "{answer}");
    assert_eq!(send(&person, &"x".repeat(65), GB18030).await.0, 400);
}

#[tokio::test]
async fn what_is_no_record_is_refused_with_its_place() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let bytes: [&[u8]; 4] =
        [b"", b"(;GM[1]SZ[", b"\x00\xff\x00\xff", b"{\"format\":\"heibai\",\"version\":99}"];
    for bytes in bytes {
        let (status, answer) = import(&person, "x", bytes).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!("bad_record")), "{bytes:?}");
    }
    let (_, answer) = import(&person, "x.sgf", b"(;GM[1]SZ[9];B[zz])").await;
    assert_eq!(answer["error"]["zh"], "无法读取该棋谱：第 1 局：第 1 行第 14 列：B[zz] 不是 9×9 棋盘上的点");
    let (_, answer) = import(&person, "x.sgf", b"(;GM[2]SZ[8];B[f5];W[d6];B[a1])").await;
    assert_eq!(answer["notes"][0]["zh"], "第 1 局：第 3 手 a1：此处不能翻转任何棋子");
    assert_eq!(answer["notes"][0]["en"], "game 1: move 3 (a1): the disc would flip nothing");
}

#[tokio::test]
async fn a_finished_game_is_read_only_and_its_copy_is_not() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let id = id(&person.make(alone("gomoku", 15)).await);
    person.act(&id, json!({ "do": "move", "name": "h8" })).await;
    person.act(&id, json!({ "do": "resign" })).await;
    let tree = json!([
        { "parent": null, "side": null },
        { "parent": 0, "move": 112, "side": "black" },
        { "parent": 1, "move": 97, "side": "white", "comment": "变化" },
        { "parent": 0, "move": 0, "side": "black", "marks": [{ "point": 3, "shape": "circle" }] },
    ]);
    let edit = json!({ "tree": tree }).to_string();
    let refused = person.request("PUT", &format!("/api/library/{id}"), "", edit.as_bytes()).await;
    assert_eq!(refused.code(), "GAME_FINISHED");
    let copy = person.post(&format!("/api/library/{id}/copy"), json!({})).await;
    assert_eq!(copy.status, 201);
    let copy = copy.json()["id"].as_str().unwrap().to_owned();
    let edited = person.request("PUT", &format!("/api/library/{copy}"), "", edit.as_bytes()).await;
    assert_eq!((edited.status, &edited.json()["moves"]), (200, &json!(2)));
    let opened = person.get(&format!("/api/library/{copy}")).await.json();
    assert_eq!(opened["tree"][2]["comment"], "变化");
    assert_eq!(opened["tree"][3]["marks"][0]["shape"], "circle");
    let broken = json!({ "tree": [{ "parent": 5, "side": null }] }).to_string();
    let refused = person.request("PUT", &format!("/api/library/{copy}"), "", broken.as_bytes()).await;
    assert_eq!(refused.code(), "bad_record");
    // The data that a replay of Gomoku consists of.
    let replay = person.get(&format!("/api/library/{id}/export?format=replay")).await.json();
    assert_eq!((&replay["moves"][0]["x"], &replay["moves"][0]["player"]), (&json!(7), &json!(1)));
    assert_eq!(replay["result"]["reason"], "resigned");
}

/// What a person tried in a study is added to the copy; marks, set-up stones and unknown properties stay.
#[tokio::test]
async fn a_copy_with_variations_loses_nothing_of_the_record() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let text = b"(;GM[1]SZ[9]AB[cc]AW[gg]TR[cc]XX[kept];B[ee]C[hello];W[gc](;B[gd]LB[gd:A])(;B[fc]))";
    let (_, answer) = import(&person, "x.sgf", text).await;
    let path = format!("/api/library/{}/copy", answer["entries"][0]["id"].as_str().unwrap());
    let nodes = person.get(path.trim_end_matches("/copy")).await.json()["tree"].as_array().unwrap().len();
    let add = json!([
        { "parent": 2, "move": 0, "side": "black" },
        { "parent": nodes, "move": null, "side": "white" },
    ]);
    let copy = person.post(&path, json!({ "add": add })).await;
    assert_eq!(copy.status, 201, "{}", String::from_utf8_lossy(&copy.body));
    let copy = copy.json()["id"].as_str().unwrap().to_owned();
    let sgf = person.get(&format!("/api/library/{copy}/export?format=sgf")).await;
    let sgf = String::from_utf8(sgf.body).unwrap().replace('\n', "");
    for part in ["AB[cc]", "AW[gg]", "TR[cc]", "XX[kept]", "C[hello]", "(;B[gd]LB[gd:A])(;B[fc])(;B[aa];W[])"]
    {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
    for bad in [
        json!([{ "parent": 99, "move": 0, "side": "black" }]),
        json!([{ "parent": 0, "move": 81, "side": "black" }]),
    ] {
        assert_eq!(person.post(&path, json!({ "add": bad })).await.code(), "bad_record");
    }
}

#[tokio::test]
async fn a_mistake_becomes_a_problem_until_it_is_learnt() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let of = json!({ "kind": "othello", "moves": [37, 45, 44] });
    let bad = json!({ "of": of, "ply": 2, "best": 0, "loss": 4.0 });
    assert_eq!(person.post("/api/problems/mistakes", bad).await.code(), "flips_nothing");
    let made =
        person.post("/api/problems/mistakes", json!({ "of": of, "ply": 2, "best": 43, "loss": 4.0 })).await;
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let problems = person.get("/api/problems/mistakes").await.json();
    assert_eq!(problems["problems"][0]["line"]["moves"], json!([37]));
    let path = format!("/api/problems/mistakes/{id}");
    let wrong = person.post(&format!("{path}/try"), json!({ "moves": [45] })).await.json();
    assert_eq!((&wrong["status"], &wrong["solution"]), (&json!("failed"), &json!([43])));
    let right = person.post(&format!("{path}/try"), json!({ "moves": [43] })).await.json();
    assert_eq!(right["status"], "solved");
    person.post(&format!("{path}/result"), json!({ "solved": true })).await;
    let practised = person.get("/api/progress/days").await.json();
    let days = practised["days"].as_array().unwrap();
    let counted: i64 =
        days.iter().map(|d| d["solved"].as_i64().unwrap() + d["failed"].as_i64().unwrap()).sum();
    assert!(counted > 0 && days.len() <= 2, "{practised}");
    let progress = person.get("/api/progress").await.json();
    assert_eq!(progress["mistakes"][&id]["solved"], 1);
}

#[tokio::test]
async fn overlays_speak_each_games_language() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let othello = person.post("/api/overlays", json!({ "kind": "othello", "moves": [] })).await.json();
    assert_eq!(othello["mobility"]["black"], json!([19, 26, 37, 44]));
    assert_eq!(othello["squares"]["corner"], json!([0, 7, 56, 63]));
    assert_eq!(othello["phase"], "opening");
    // Nobody can move: every disc stays, though none is proved stable without a look ahead.
    let over = json!({ "kind": "othello", "stones": [[27, 1], [28, 1]], "turn": "black" });
    let over = person.post("/api/overlays", over).await.json();
    assert_eq!((&over["stable"], &over["stable_exact"]), (&json!([27, 28]), &json!(true)));
    let gomoku = json!({ "kind": "gomoku", "moves": [112, 0, 113, 1, 114, 2] });
    let gomoku = person.post("/api/overlays", gomoku).await.json();
    assert!(
        gomoku["shapes"]
            .as_array()
            .unwrap()
            .iter()
            .any(|s| s["shape"] == "open_four" && s["side"] == "black")
    );
    let go = person.post("/api/overlays", json!({ "kind": "go", "size": 9, "moves": [40] })).await.json();
    assert_eq!((&go["groups"][0]["liberties"], &go["groups"][0]["alive"]), (&json!(4), &json!(false)));
    let replay = json!({ "kind": "othello", "moves": [37, 45, 0] });
    let replay = person.post("/api/replay", replay).await.json();
    assert_eq!((replay["steps"].as_array().unwrap().len(), &replay["illegal"]["ply"]), (2, &json!(3)));
    assert_eq!(replay["illegal"]["error"]["code"], "flips_nothing");
}

#[tokio::test]
async fn a_finished_record_of_go_is_counted() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let line = |moves: Value| json!({ "kind": "go", "size": 5, "komi": 0, "moves": moves });
    let counted = person.post("/api/count", line(json!([12, null, null]))).await.json();
    assert_eq!(counted["score"], json!({ "black": 25.0, "white": 0.0 }));
    assert_eq!(counted["owner"].as_array().unwrap().len(), 25);
    for early in [line(json!([12, null])), json!({ "kind": "othello", "moves": [] })] {
        assert_eq!(person.post("/api/count", early).await.json()["error"]["code"], "not_counting");
    }
}

/// Moves are counted, not what else happened in a game.
#[tokio::test]
async fn the_library_counts_moves_and_not_events() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let id = id(&person.make(alone("gomoku", 15)).await);
    for point in ["h8", "i8", "j8"] {
        person.act(&id, json!({ "do": "move", "name": point })).await;
    }
    let moves = async || person.get("/api/library").await.json()["entries"][0]["moves"].clone();
    assert_eq!(moves().await, 3);
    person.act(&id, json!({ "do": "undo" })).await;
    person.act(&id, json!({ "do": "undo" })).await;
    assert_eq!(moves().await, 1);
    person.act(&id, json!({ "do": "resign" })).await;
    assert_eq!(moves().await, 1);
    // The record says when the game was played, and how long it took until the resignation.
    let replay = person.get(&format!("/api/library/{id}/export?format=replay")).await.json();
    let sgf = person.get(&format!("/api/library/{id}/export?format=sgf")).await;
    let sgf = String::from_utf8(sgf.body.clone()).unwrap();
    let value = |name: &str| {
        let text = sgf.split(&format!("{name}[")).nth(1).unwrap_or_else(|| panic!("no {name}: {sgf}"));
        text.split(']').next().unwrap().to_owned()
    };
    let time = |name: &str| value(name).parse::<f64>().unwrap();
    assert_eq!(replay["result"]["duration"].as_f64().unwrap(), (time("ENDED") - time("STARTED")) / 1000.0);
    assert_eq!(value("DT").len(), 10);
}

#[tokio::test]
async fn self_play_data_comes_into_the_library() {
    use heibai_games::{Color, HalfPoints, Kind, Reason};
    use heibai_records::selfplay::{About, SelfPlayGame, write_frame};
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let about =
        About { rules: Kind::Othello.rules(&Default::default()).unwrap(), player: "p".to_owned(), seed: 1 };
    let game = |number| SelfPlayGame {
        number,
        winner: Some(Color::White),
        reason: Reason::BoardFull,
        margin: Some(HalfPoints(-8)),
        moves: vec![Some(37), Some(43), Some(18)],
        ..SelfPlayGame::default()
    };
    let mut file = Vec::new();
    write_frame(&mut file, &about, &[game(0), game(1)]).unwrap();
    let (status, imported) = import(&person, "games.hbf", &file).await;
    assert_eq!((status, &imported["format"]), (201, &json!("hbf")), "{imported}");
    let entry = &imported["entries"][1];
    assert_eq!(
        (&entry["black"], &entry["moves"], &entry["winner"]),
        (&json!("p"), &json!(3), &json!("white"))
    );
}

/// What was counted elsewhere stays as it is written, and a game that starts anew is shown from its last start.
#[tokio::test]
async fn a_foreign_count_stays_and_a_new_start_is_shown() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let text = b"(;GM[1]SZ[9]RU[Japanese]RE[W+4.5];B[aa];W[ii];AE[aa]AB[cc]PL[W];W[ee];B[gg])";
    let (status, imported) = import(&person, "x.sgf", text).await;
    let entry = &imported["entries"][0];
    assert_eq!((status, &imported["notes"]), (201, &json!([])), "{imported}");
    assert_eq!(entry["result"]["en"], "White wins (W+4.5)");
    let path = format!("/api/library/{}", entry["id"].as_str().unwrap());
    let opened = person.get(&path).await.json();
    assert_eq!(opened["line"]["moves"], json!([40, 60]));
    assert_eq!(opened["line"]["stones"], json!([[20, 1], [80, 2]]));
    assert_eq!(opened["tree"].as_array().unwrap().len(), 3);
    let sgf = person.get(&format!("{path}/export?format=sgf")).await;
    let sgf = String::from_utf8(sgf.body.clone()).unwrap();
    assert!(sgf.contains("RU[Japanese]RE[W+4.5]") && sgf.contains("B[aa]"), "nothing is lost: {sgf}");
}

/// The ids of what a search finds, page by page.
pub(crate) async fn found(person: &Person, query: &str) -> Vec<String> {
    let (mut ids, mut before) = (Vec::new(), String::new());
    loop {
        let page = person.get(&format!("/api/library?{query}&limit=50{before}")).await;
        assert_eq!(page.status, 200, "{}", String::from_utf8_lossy(&page.body));
        let page = page.json();
        ids.extend(page["entries"].as_array().unwrap().iter().map(|e| e["id"].as_str().unwrap().to_owned()));
        match page["next"].as_i64() {
            Some(next) => before = format!("&before={next}"),
            None => return ids,
        }
    }
}

/// A text as it stands in an address.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[tokio::test]
async fn a_search_finds_every_part_of_a_name_and_nothing_of_others() {
    let (server, _folder) = server().await;
    let (person, stranger) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let record = |title: &str, black: &str, white: &str| {
        format!("(;GM[1]SZ[9]CA[UTF-8]GN[{title}]PB[{black}]PW[{white}];B[cc])")
    };
    let one = record("Final of the Ing Cup", "柯洁", "Émile  Strauß");
    let (_, answer) = import(&person, "a.sgf", one.as_bytes()).await;
    let id = answer["entries"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(import(&person, "b.sgf", record("100% _sure_", "申真谞", "x").as_bytes()).await.0, 201);
    assert_eq!(import(&stranger, "c.sgf", one.as_bytes()).await.0, 201);
    let count = async |text: &str| found(&person, &format!("q={}", escaped(text))).await.len();
    for (text, times) in [
        ("ing cup", 1),
        ("柯", 1),
        ("柯洁", 1),
        ("洁", 1),
        ("谞", 1),
        ("ÉMILE STRAUSS", 0),
        ("émile", 1),
        ("STRAUß", 1),
        ("0%", 1),
        ("%", 1),
        ("_sure_", 1),
        ("cup final", 0),
        ("\" OR \"", 0),
        ("*", 0),
        ("x", 1),
        ("\0", 0),
        ("  ", 2),
        ("", 2),
    ] {
        assert_eq!(count(text).await, times, "{text:?}");
    }
    // What is edited is found by its new name alone; what is removed not at all.
    let edit = json!({ "title": "Semifinal", "tags": ["快棋"] }).to_string();
    let path = format!("/api/library/{id}");
    assert_eq!(person.request("PUT", &path, "", edit.as_bytes()).await.status, 200);
    assert_eq!([count("ing cup").await, count("semif").await, count("快").await], [0, 1, 1]);
    assert_eq!(person.request("DELETE", &path, "", b"").await.status, 204);
    assert_eq!(count("semif").await, 0);
    assert_eq!(found(&stranger, "q=ing%20cup").await.len(), 1);
}

#[tokio::test]
async fn a_search_finds_dates_comments_and_openings() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let record = "(;GM[2]SZ[8]DT[1999-07-12]PB[a]PW[b];B[f5];W[d6]C[the usual answer];B[c3](;W[d3];B[c4])(;W[c5]C[a side line]))";
    let (_, answer) = import(&person, "a.sgf", record.as_bytes()).await;
    assert_eq!(answer["entries"][0]["date"], "1999-07-12", "{answer}");
    let path = format!("/api/library/{}", answer["entries"][0]["id"].as_str().unwrap());
    let count = async |text: &str| found(&person, &format!("q={}", escaped(text))).await.len();
    for (text, times) in [
        ("1999-07", 1),
        ("USUAL answer", 1),
        ("side line", 1),
        ("tiger", 1),
        ("虎", 1),
        ("2001", 0),
        ("f5d6", 0),
    ] {
        assert_eq!(count(text).await, times, "{text}");
    }
    let edit = json!({ "info": { "date": "2001-02-03" } }).to_string();
    assert_eq!(person.request("PUT", &path, "", edit.as_bytes()).await.status, 200);
    assert_eq!([count("1999").await, count("2001-02").await, count("usual").await], [0, 1, 1]);
    // A game of one's own is found by the day when it began.
    let made = person.make(alone("othello", 8)).await;
    let days = made["created"].as_i64().unwrap() / 86_400_000;
    let mut info = heibai_records::Info::default();
    info.set_started(days as u64 * 86_400_000);
    assert_eq!(count(&info.date).await, 1);
}

/// Records of one file were stored with the same time, and a page that ended among them lost the rest.
#[tokio::test]
async fn a_list_shows_every_record_of_one_file_once() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let file: String = (0..180).map(|n| format!("(;GM[1]SZ[9]GN[game {n}];B[cc])\n")).collect();
    import(&person, "many.sgf", file.as_bytes()).await;
    for query in ["source=record", "q=game"] {
        let mut ids = found(&person, query).await;
        assert_eq!(ids.len(), 180, "{query}");
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 180, "{query}");
    }
}

#[tokio::test]
async fn records_from_before_there_was_an_index_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let limits = || heibai_server::Limits { threads: 1, ..heibai_server::Limits::default() };
    let server = crate::serve(folder.path(), limits()).await;
    let person = Person::guest(server.address()).await;
    let file: String = (0..90).map(|n| format!("(;GM[1]SZ[9]PB[old {n}];B[cc])\n")).collect();
    import(&person, "old.sgf", file.as_bytes()).await;
    server.stop().await;
    let pool = crate::full::look_into(folder.path()).await;
    sqlx::raw_sql("DROP TABLE record_text; DROP TABLE positions; UPDATE records SET updated = 1000")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    let server = crate::serve(folder.path(), limits()).await;
    let person = Person { address: server.address(), ..person };
    assert_eq!(found(&person, "q=old").await.len(), 90);
    assert_eq!(found(&person, "q=old%2017").await.len(), 1);
    let (status, said) = import(&person, "new.sgf", b"(;GM[1]SZ[9]PB[old and new];B[cc])").await;
    assert_eq!(status, 201, "{said}");
    assert_eq!(found(&person, "q=old").await.len(), 91);
}

/// The index is read before it is written: a transaction that began by reading was refused when another one came between.
#[tokio::test]
async fn records_come_in_while_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let limits = heibai_server::Limits { threads: 1, ..heibai_server::Limits::none() };
    let server = crate::serve(folder.path(), limits).await;
    let person = Person::guest(server.address()).await;
    let game = id(&person.make(alone("go", 19)).await);
    let moves = async {
        for ply in 0..150 {
            let action = json!({ "do": "move", "point": 2 * ply, "ply": ply });
            assert_eq!(person.act(&game, action).await.status, 200);
        }
    };
    let records = async {
        for n in 0..60 {
            let record = format!("(;GM[1]SZ[9]GN[game {n}];B[cc])");
            assert_eq!(import(&person, "a.sgf", record.as_bytes()).await.0, 201, "record {n}");
        }
    };
    tokio::join!(moves, records);
    assert_eq!(found(&person, "q=game").await.len(), 60);
}
