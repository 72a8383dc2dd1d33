//! Whom guests may ask for, and stored games that ask for more.

use crate::client::Person;
use crate::games::{alone, id};
use crate::{serve, server};
use heibai_server::{Config, Limits, Server};
use serde_json::{Value, json};
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use std::path::Path;

/// What the command line may say and a guest may not.
const NOT_FOR_GUESTS: [&str; 9] = [
    "engine:hash=65536",
    "engine:threads=256",
    "engine:ponder=yes",
    "engine:network=/etc/passwd",
    "engine:network=/no/such/file",
    "learned:file=/etc/passwd",
    "learned:file=/dev/zero",
    "network:name=/etc/passwd",
    "mcts:playouts=100000000",
];

#[tokio::test]
async fn guests_choose_neither_memory_nor_threads_nor_files() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    // Without a cookie, as anybody can.
    let mut socket = Person::nobody(server.address()).socket().await;
    for kind in ["othello", "go", "gomoku"] {
        for player in NOT_FOR_GUESTS {
            let of = json!({ "kind": kind, "moves": [] });
            let mut answers = vec![
                socket.ask(json!({ "type": "analyse", "of": of, "player": player })).await,
                socket.ask(json!({ "type": "review", "of": of, "player": player })).await,
            ];
            let engine = json!({ "who": "engine", "player": player });
            let game = json!({ "kind": kind, "black": { "who": "me" }, "white": engine });
            answers.push(person.post("/api/games", game).await.json());
            for answer in answers {
                assert_eq!(answer["error"]["code"], "bad_player", "{kind} {player}: {answer}");
                let said = answer.to_string();
                assert!(!said.contains("root:") && !said.contains("os error"), "{said}");
            }
        }
    }
}

/// A game from the start against a measured opponent tells how strong one is; no other game does.
#[tokio::test]
async fn finished_games_against_measured_opponents_are_told_to_their_player() {
    let (server, _folder) = server().await;
    let (person, other) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let against = |player: &str| json!({ "kind": "gomoku", "black": { "who": "me" }, "white": { "who": "engine", "player": player } });
    let mut from_a_move = against("fox");
    from_a_move["from"] = json!({ "moves": [{ "name": "h8" }, { "name": "h9" }] });
    for of in [against("fox"), against("beginner"), from_a_move, alone("gomoku", 15)] {
        let game = id(&person.make(of).await);
        assert_eq!(person.act(&game, json!({ "do": "resign", "side": "black" })).await.status, 200);
    }
    person.make(against("owl")).await;
    let told = person.get("/api/measured").await.json();
    let games = told["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "{told}");
    assert_eq!((&games[0]["player"], &games[0]["kind"]), (&json!("fox"), &json!("gomoku")));
    assert_eq!(games[0]["score"], 0.0);
    assert_eq!(other.get("/api/measured").await.json()["games"], json!([]));
}

/// Changes what is stored, as an older version or a broken disk might have left it.
async fn change(folder: &Path, sql: &str) {
    install_default_drivers();
    let url = format!("sqlite:{}", folder.join("heibai.db").display());
    let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
    assert!(sqlx::query(sql).execute(&pool).await.unwrap().rows_affected() > 0, "{sql}");
    pool.close().await;
}

#[tokio::test]
async fn a_stored_game_that_cannot_be_restored_is_set_aside_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let limits = || Limits { threads: 1, ..Limits::default() };
    let server = serve(folder.path(), limits()).await;
    let person = Person::guest(server.address()).await;
    let random = json!({ "who": "engine", "player": "random" });
    let show = json!({ "kind": "gomoku", "black": random, "white": random, "pace_ms": 60_000 });
    let hungry = id(&person.make(show).await);
    let mut unreadable = alone("othello", 8);
    unreadable["clock"] = json!("1h");
    let unreadable = id(&person.make(unreadable).await);
    let odd = id(&person.make(alone("go", 9)).await);
    let good = id(&person.make(alone("gomoku", 15)).await);
    for (game, name) in [(&odd, "C3"), (&good, "h8")] {
        assert_eq!(person.act(game, json!({ "do": "move", "name": name })).await.status, 200);
    }
    server.stop().await;
    let at = folder.path();
    change(
        at,
        &format!(
            "UPDATE games SET setup = REPLACE(setup, 'random', 'engine:hash=65536') WHERE id = '{hungry}'"
        ),
    )
    .await;
    change(at, &format!("UPDATE games SET setup = '{{' WHERE id = '{unreadable}'")).await;
    change(at, &format!("UPDATE events SET body = REPLACE(body, '\"p\":', '\"p\":9') WHERE game = '{odd}'"))
        .await;
    let server = serve(at, limits()).await;
    let person = Person { address: server.address(), ..person };
    for game in [&hungry, &unreadable, &odd] {
        let refused = person.get(&format!("/api/games/{game}")).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "set_aside"));
    }
    assert_eq!(person.get("/api/health").await.json()["set_aside"], 3);
    assert_eq!(person.act(&good, json!({ "do": "move", "name": "h9" })).await.status, 200);
    let listed = person.get("/api/games").await.json();
    let listed: Vec<&Value> = listed["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(listed, [&json!(good)]);
    server.stop().await;
    // It is remembered, not found out anew.
    let server = serve(at, limits()).await;
    assert_eq!(Person::nobody(server.address()).get("/api/health").await.json()["set_aside"], 3);
}

/// A network of the format that Python's `heibai.net` writes: it counts its own discs.
fn counting() -> Vec<u8> {
    let head = r#"{"game":"othello","size":4,"rules":"standard","width":1}"#;
    let mut file = format!("heibai-policy-value 1\n{head}\n").into_bytes();
    let first = (0..65).map(|i| if i < 16 { 1.0f32 } else { 0.0 });
    for weight in first.chain([1.0, 0.0]).chain([0.0; 34]).chain([0.1, 0.0]) {
        file.extend(weight.to_le_bytes());
    }
    file
}

#[tokio::test]
async fn networks_are_had_by_the_names_that_the_owner_gave_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("counting.net");
    std::fs::write(&file, counting()).unwrap();
    let config = |networks| {
        let limits = Limits { threads: 1, ..Limits::default() };
        Config { limits, networks, ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned()) }
    };
    let server = Server::start(config(vec![("small".to_owned(), file)])).await.unwrap();
    let person = Person::guest(server.address()).await;
    let meta = person.get("/api/meta").await.json();
    let offered = meta["games"][0]["players"].as_array().unwrap();
    assert!(offered.iter().any(|p| p["player"] == "network:name=small"), "{offered:?}");
    let against = |player: &str, kind: &str| {
        let engine = json!({ "who": "engine", "player": player });
        json!({ "kind": kind, "size": 4, "black": engine, "white": { "who": "me" } })
    };
    let game = id(&person.make(against("network:name=small", "othello")).await);
    let mut socket = person.socket().await;
    if socket.watch(&game).await["live"]["ply"] == 0 {
        socket.until(|m| m["type"] == "moved").await;
    }
    for (player, kind) in [("network:name=small", "go"), ("network:name=large", "othello")] {
        assert_eq!(person.post("/api/games", against(player, kind)).await.code(), "bad_player");
    }
    let mut larger = against("network:name=small", "othello");
    larger["size"] = json!(6);
    let refused = person.post("/api/games", larger).await;
    assert_eq!(refused.code(), "bad_player");
    assert!(refused.json()["error"].to_string().contains("was taught 4x4"), "{}", refused.json());
    let wrong = folder.path().join("wrong.net");
    std::fs::write(&wrong, "no network").unwrap();
    let refused = Server::start(config(vec![("wrong".to_owned(), wrong)])).await.err().unwrap();
    assert!(refused.to_string().contains("wrong.net"), "{refused}");
}
