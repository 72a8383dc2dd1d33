//! Studies and collections: what is changed in a record, positions that are found, folders, what an import kept.

use crate::client::Person;
use crate::library::{found, import};
use crate::server;
use serde_json::{Value, json};

/// A study is kept with its tree and its head; what a page does not know of stays, and nobody overwrites what they have not
/// seen.
#[tokio::test]
async fn a_study_is_kept_with_all_that_stands_in_it() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let text = b"(;GM[1]SZ[9]PB[Lee]PW[Gu]XX[kept];B[ee]YY[also];W[gc](;B[gd])(;B[fc]))";
    let (_, answer) = import(&person, "x.sgf", text).await;
    let path = format!("/api/library/{}", answer["entries"][0]["id"].as_str().unwrap());
    let opened = person.get(&path).await.json();
    assert_eq!(
        (&opened["editable"], &opened["illegal"], &opened["turn"]),
        (&json!(true), &json!(null), &json!("black"))
    );
    assert_eq!(opened["tree"][1]["changes"], json!({ "placed": 40, "flipped": [], "removed": [] }));
    let mut tree = opened["tree"].as_array().unwrap().clone();
    // The second variation comes first, the first goes away, and a word is said.
    tree[1]["comment"] = json!("good");
    tree.remove(3);
    tree.push(
        json!({ "parent": 3, "move": 0, "side": "white", "marks": [{ "point": 3, "shape": "circle" }] }),
    );
    let info = json!({ "black": "Lee Changho", "event": "Cup" });
    let seen = &opened["entry"]["updated"];
    let edit = json!({ "tree": tree, "info": info, "seen": seen, "folder": "Games I like" }).to_string();
    let kept = person.request("PUT", &path, "", edit.as_bytes()).await;
    assert_eq!(kept.status, 200, "{}", String::from_utf8_lossy(&kept.body));
    let entry = kept.json();
    assert_eq!((&entry["black"], &entry["moves"]), (&json!("Lee Changho"), &json!(4)));
    assert_eq!(entry["folder"], "Games I like");
    let sgf = person.get(&format!("{path}/export?format=sgf")).await;
    let sgf = String::from_utf8(sgf.body).unwrap().replace('\n', "");
    for part in ["XX[kept]", "YY[also]", "C[good]", "PB[Lee Changho]", "EV[Cup]", ";B[fc];W[aa]CR[da])"] {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
    assert!(!sgf.contains("gd"), "{sgf}");
    let stale = person.request("PUT", &path, "", edit.as_bytes()).await;
    assert_eq!((stale.status, stale.code()), (409, "stale".to_owned()));
    // A copy takes the whole tree as well.
    let tree = person.get(&path).await.json()["tree"].clone();
    let copy = person.post(&format!("{path}/copy"), json!({ "tree": tree })).await.json();
    let copied = person.get(&format!("/api/library/{}", copy["id"].as_str().unwrap())).await.json();
    assert_eq!(copied["tree"], tree);
}

#[tokio::test]
async fn a_study_begins_with_a_position_that_the_referee_has_checked() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let line = json!({ "kind": "go", "size": 9, "stones": [[0, 1], [1, 2]], "turn": "white", "moves": [40] });
    let made = person.post("/api/studies", json!({ "line": line, "title": "Corner" })).await;
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let made = made.json();
    assert_eq!((&made["title"], &made["moves"]), (&json!("Corner"), &json!(1)));
    let opened = person.get(&format!("/api/library/{}", made["id"].as_str().unwrap())).await.json();
    assert_eq!((&opened["line"]["stones"], &opened["turn"]), (&json!([[0, 1], [1, 2]]), &json!("white")));
    let bad = json!({ "kind": "go", "size": 9, "stones": [[0, 1], [1, 2], [9, 2]], "turn": "white" });
    assert_eq!(person.post("/api/studies", json!({ "line": bad })).await.code(), "bad_position");
}

async fn met(person: &Person, line: Value) -> Value {
    let met = person.post("/api/library/position", line).await;
    assert_eq!(met.status, 200, "{}", String::from_utf8_lossy(&met.body));
    met.json()
}

/// The opening tree: a position is found however the board is turned, and the moves lie as on the board that asks.
#[tokio::test]
async fn a_position_is_found_turned_and_mirrored() {
    let (server, _folder) = server().await;
    let (person, stranger) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    // The second game is the first one mirrored, the third leaves it after two moves.
    let games = b"(;GM[2]SZ[8]RE[B+10];B[f5];W[d6];B[c3])(;GM[2]SZ[8]RE[W+4];B[d3];W[c5];B[f6])\
                  (;GM[2]SZ[8]RE[0];B[f5];W[d6];B[c5])(;GM[1]SZ[9];B[ee];W[cc])";
    let (status, imported) = import(&person, "x.sgf", games).await;
    assert_eq!((status, &imported["kept"], &imported["left"]), (201, &json!(4), &json!(0)));
    let after = |names: &[&str]| {
        let point = |name: &&str| {
            let bytes = name.as_bytes();
            u16::from(bytes[1] - b'1') * 8 + u16::from(bytes[0] - b'a')
        };
        json!({ "kind": "othello", "moves": names.iter().map(point).collect::<Vec<_>>() })
    };
    for (line, next) in
        [(["f5", "d6"], ["c3", "c5"]), (["d3", "c5"], ["f6", "d6"]), (["c4", "e3"], ["f6", "f4"])]
    {
        let found = met(&person, after(&line)).await;
        let results = ["total", "black", "white", "draws"].map(|name| found[name].as_i64().unwrap());
        assert_eq!(results, [3, 1, 1, 1], "{line:?}");
        let played: Vec<(&str, i64)> = found["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| (m["name"].as_str().unwrap(), m["total"].as_i64().unwrap()))
            .filter(|&(_, games)| games > 0)
            .collect();
        assert_eq!(played, [(next[0], 2), (next[1], 1)], "{line:?}");
        assert_eq!(found["games"].as_array().unwrap().len(), 3);
        assert_eq!(found["games"][0]["ply"], 2);
    }
    // The engine's book knows the first moves of Othello.
    let start = met(&person, after(&[])).await;
    assert_eq!(
        (&start["games"].as_array().unwrap().len(), &start["moves"][0]["value"]["point"].is_u64()),
        (&3, &true)
    );
    assert_eq!(start["moves"].as_array().unwrap().len(), 1, "four first moves are one: {start}");
    let go = met(&person, json!({ "kind": "go", "size": 9, "moves": [40] })).await;
    assert_eq!((&go["moves"][0]["total"], go["games"].as_array().unwrap().len()), (&json!(1), 1));
    assert_eq!(met(&stranger, after(&["f5"])).await["games"], json!([]));
    // What is removed or changed is found no more, or where it is now.
    let last = imported["entries"][2]["id"].as_str().unwrap();
    let tree = json!([{ "parent": null, "side": null }, { "parent": 0, "move": 37, "side": "black" }]);
    let edit = json!({ "tree": tree }).to_string();
    assert_eq!(person.request("PUT", &format!("/api/library/{last}"), "", edit.as_bytes()).await.status, 200);
    assert_eq!(met(&person, after(&["f5", "d6"])).await["games"].as_array().unwrap().len(), 2);
    assert_eq!(met(&person, after(&["f5"])).await["games"].as_array().unwrap().len(), 3);
    assert_eq!(person.request("DELETE", &format!("/api/library/{last}"), "", b"").await.status, 204);
    assert_eq!(met(&person, after(&["f5"])).await["games"].as_array().unwrap().len(), 2);
}

/// Pieces of a large import are batches of the index of their own; what is in them can be found, changed and removed like
/// the rest.
#[tokio::test]
async fn a_position_is_found_in_large_and_small_imports() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    // Pieces of 100 games with 45 positions each are large enough for batches of their own.
    let letter = |from: u8, n: u8| char::from(from + n);
    let stone = |n: u8| {
        format!(";{}[{}{}]", ["B", "W"][n as usize % 2], letter(b'a', n % 19), letter(b'k', n / 19 * 2))
    };
    let rest: String = (0..42).map(stone).collect();
    let many: String = (0..600).map(|n| format!("(;GM[1]SZ[19]GN[{n}];B[ee];W[cc]{rest})\n")).collect();
    let (_, imported) = import(&person, "many.sgf", many.as_bytes()).await;
    assert_eq!(imported["kept"], 600);
    assert_eq!(imported["entries"].as_array().unwrap().len(), 100, "the answer lists the first");
    import(&person, "few.sgf", b"(;GM[1]SZ[19]GN[few];B[ee];W[gg])").await;
    let line = || json!({ "kind": "go", "size": 19, "moves": [80] });
    let found = met(&person, line()).await;
    assert_eq!((&found["games"].as_array().unwrap().len(), &found["total"]), (&20, &json!(601)));
    assert_eq!(found["games"][0]["title"], "few");
    let id = imported["entries"][0]["id"].as_str().unwrap();
    assert_eq!(person.request("DELETE", &format!("/api/library/{id}"), "", b"").await.status, 204);
    assert_eq!(met(&person, line()).await["total"], 600);
}

#[tokio::test]
async fn records_from_before_there_was_an_index_of_positions_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let limits = || heibai_server::Limits { threads: 1, ..heibai_server::Limits::default() };
    let server = crate::serve(folder.path(), limits()).await;
    let person = Person::guest(server.address()).await;
    import(&person, "old.sgf", b"(;GM[1]SZ[9];B[ee];W[cc])").await;
    server.stop().await;
    let pool = crate::full::look_into(folder.path()).await;
    let sql = "DROP TABLE positions; DELETE FROM position_batches; UPDATE records SET board = ''";
    sqlx::raw_sql(sql).execute(&pool).await.unwrap();
    pool.close().await;
    let server = crate::serve(folder.path(), limits()).await;
    let person = Person { address: server.address(), ..person };
    let found = met(&person, json!({ "kind": "go", "size": 9, "moves": [40] })).await;
    assert_eq!((found["games"].as_array().unwrap().len(), &found["games"][0]["moves"]), (1, &json!(2)));
    assert_eq!(found["games"][0]["board"].as_str().unwrap().matches(['1', '2']).count(), 2);
}

#[tokio::test]
async fn folders_tags_and_a_selection() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let file = b"(;GM[1]SZ[9]GN[a];B[ee])(;GM[1]SZ[9]GN[b];B[cc])(;GM[2]SZ[8]GN[c];B[f5])";
    let response = person.request("POST", "/api/library?name=x.sgf&folder=Cup%20games", "", file).await;
    let entries = response.json()["entries"].clone();
    let ids: Vec<&str> = entries.as_array().unwrap().iter().map(|e| e["id"].as_str().unwrap()).collect();
    assert_eq!(entries[0]["board"].as_str().unwrap().len(), 81);
    let shelves = person.get("/api/library/folders").await.json();
    assert_eq!(shelves["folders"], json!([{ "name": "Cup games", "count": 3 }]));
    let deed = |deed: Value| {
        let mut deed = deed;
        deed["ids"] = json!([ids[0], ids[1], "rnobody"]);
        deed
    };
    let done =
        person.post("/api/library/organise", deed(json!({ "do": "move", "folder": "快棋" }))).await.json();
    assert_eq!(done["done"], 2);
    person.post("/api/library/organise", deed(json!({ "do": "tag", "tag": "joseki" }))).await;
    let shelves = person.get("/api/library/folders").await.json();
    assert_eq!(
        shelves["folders"],
        json!([{ "name": "Cup games", "count": 1 }, { "name": "快棋", "count": 2 }])
    );
    assert_eq!(shelves["tags"], json!([{ "name": "joseki", "count": 2 }]));
    assert_eq!(found(&person, "folder=Cup%20games").await, [ids[2]]);
    assert_eq!(found(&person, "tag=joseki").await.len(), 2);
    assert_eq!(found(&person, "tag=jose").await.len(), 0, "a tag is asked for as a whole");
    assert_eq!(found(&person, "tag=joseki&q=b&kind=go").await, [ids[1]]);
    let export = person.post("/api/library/export", json!({ "ids": ids, "format": "sgf" })).await;
    let text = String::from_utf8(export.body).unwrap();
    assert_eq!((export.status, text.matches("GM[").count()), (200, 3), "{text}");
    let psq = person.post("/api/library/export", json!({ "ids": ids, "format": "psq" })).await;
    assert_eq!(psq.json()["error"]["zh"], "请求格式不正确：一个 psq 文件只能存一局");
    let many: Vec<String> = (0..1001).map(|n| format!("r{n}")).collect();
    let refused = person.post("/api/library/export", json!({ "ids": many, "format": "sgf" })).await;
    assert_eq!(refused.code(), "too_large");
    person.post("/api/library/organise", deed(json!({ "do": "untag", "tag": "joseki" }))).await;
    assert_eq!(found(&person, "tag=joseki").await.len(), 0);
    assert_eq!(person.post("/api/library/organise", deed(json!({ "do": "remove" }))).await.json()["done"], 2);
    assert_eq!(found(&person, "source=record").await, [ids[2]]);
}

/// What was kept of a file and what was not, with the reason for each game that was not.
#[tokio::test]
async fn an_import_says_what_was_kept_and_what_not() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let file = b"(;GM[1]SZ[9];B[ee])\n(;GM[1]SZ[9];B[zz])\n(;GM[2]SZ[8];B[f5];W[a1])";
    let (_, answer) = import(&person, "x.sgf", file).await;
    assert_eq!((&answer["kept"], &answer["left"]), (&json!(2), &json!(1)), "{answer}");
    let notes: Vec<&str> =
        answer["notes"].as_array().unwrap().iter().map(|n| n["en"].as_str().unwrap()).collect();
    assert!(notes[0].starts_with("game 2: ") && notes[1].starts_with("game 3: move 2"), "{notes:?}");
}

/// WTHOR keeps the names of players and tournaments in two files beside the games.
#[tokio::test]
async fn a_database_of_othello_comes_in_with_its_names() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let head = |count: u8, more: [u8; 8]| [&[20, 26, 11, 15, count, 0, 0, 0][..], &more[..]].concat();
    let mut game = vec![0, 0, 0, 0, 1, 0, 40, 40, 56, 64, 33];
    game.resize(68, 0);
    let games = [head(1, [0, 0, 0xea, 7, 8, 0, 22, 0]), game].concat();
    let names = |list: &[&str], width: usize| {
        let mut bytes = [&[20, 26, 11, 15, 0, 0, 0, 0, list.len() as u8][..], &[0; 7][..]].concat();
        for name in list {
            bytes.extend(name.bytes().chain(std::iter::repeat(0)).take(width));
        }
        bytes
    };
    let (players, tournaments) = (names(&["Tamenori", "Andriani"], 20), names(&["World Cup"], 26));
    let body = [&games[..], &players[..], &tournaments[..]].concat();
    let path = |players: usize| {
        format!("/api/library?name=a.wtb&players={players}&tournaments={}", tournaments.len())
    };
    let answer = person.request("POST", &path(players.len()), "", &body).await.json();
    let entry = &answer["entries"][0];
    assert_eq!(
        [&entry["black"], &entry["white"], &entry["title"]],
        [&json!("Tamenori"), &json!("Andriani"), &json!("World Cup")],
        "{answer}"
    );
    for wrong in [usize::MAX, body.len()] {
        assert_eq!(person.request("POST", &path(wrong), "", &body).await.code(), "bad_record", "{wrong}");
    }
}
