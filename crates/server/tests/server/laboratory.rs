//! The laboratory from outside: what it tells, what it refuses, and tournaments that guests start.

use crate::client::Person;
use crate::games::{by_link, id, join};
use crate::restart::moved_to;
use crate::{serve, server};
use heibai_server::Limits;
use serde_json::{Value, json};
use std::time::Duration;

fn lines() -> [Value; 3] {
    [
        json!({ "kind": "othello", "moves": [37, 43] }),
        json!({ "kind": "go", "size": 5, "moves": [12, 7] }),
        json!({ "kind": "gomoku", "rules": "freestyle", "size": 7, "moves": [24, 25] }),
    ]
}

#[tokio::test]
async fn searches_are_told_step_by_step() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    for of in lines() {
        let ask = |search: &str, under: Value| {
            let body = json!({ "of": of, "search": search, "depth": 2, "under": under });
            person.post("/api/lab/search", body)
        };
        let full = ask("minimax", json!([])).await.json();
        let pruned = ask("alphabeta", json!([])).await.json();
        assert_eq!(full["value"], pruned["value"], "{of}");
        for found in [&full, &pruned] {
            let tree = found["tree"].as_array().unwrap();
            assert_eq!(tree[0]["value"], found["value"]);
            assert!(tree[0]["parent"].is_null() && tree[0]["name"] == "");
            assert_eq!(found["stopped"], false);
            // Every node stands after its parent, and a cut-off says what it saved.
            for (number, node) in tree.iter().enumerate().skip(1) {
                assert!((node["parent"].as_u64().unwrap() as usize) < number);
                assert!(!node["name"].as_str().unwrap().is_empty());
                assert!(node["cut"].as_array().unwrap().is_empty() || node["left"] == "cut");
            }
        }
        assert!(pruned["tree"].as_array().unwrap().len() <= full["tree"].as_array().unwrap().len());
        // A part of the tree by the moves that lead to it.
        let first = full["line"][0].clone();
        let part = ask("minimax", json!([first])).await.json();
        assert_eq!(part["tree"][0]["point"], first);
        assert!(part["tree"].as_array().unwrap().len() < full["tree"].as_array().unwrap().len());
        assert_eq!(ask("minimax", json!([null, null, null])).await.status, 404);

        let grown = person.post("/api/lab/mcts", json!({ "of": of, "playouts": 40 })).await.json();
        assert_eq!(grown["playouts"].as_array().unwrap().len(), 40);
        let tree = grown["tree"].as_array().unwrap();
        assert!(!tree.is_empty() && tree.len() <= 40);
        assert!(tree.iter().enumerate().all(|(n, node)| node["parent"].as_u64().unwrap() <= n as u64));
    }
}

#[tokio::test]
async fn evaluations_are_told_point_by_point() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    for of in lines() {
        let told = person.post("/api/lab/judgements", of.clone()).await.json();
        let evaluations = told["evaluations"].as_array().unwrap();
        let kind = of["kind"].as_str().unwrap();
        assert_eq!(evaluations.len(), if kind == "othello" { 5 } else { 1 });
        for one in evaluations.iter().filter(|one| !one["parts"].is_null()) {
            let parts = one["parts"].as_array().unwrap().iter();
            let sum: f64 = parts.map(|part| part["value"].as_f64().unwrap()).sum();
            assert_eq!(sum + one["rest"].as_f64().unwrap(), one["value"].as_f64().unwrap(), "{one}");
            assert!(!one["after"].as_array().unwrap().is_empty());
            assert!(one["label"]["zh"] != one["label"]["en"], "{one}");
        }
        assert_eq!(told["network"].is_object(), kind == "go");
        assert_eq!(told["scores"].is_array(), kind == "gomoku");
    }
}

#[tokio::test]
async fn experiments_out_of_bounds_are_refused() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let of = json!({ "kind": "othello", "moves": [] });
    let over =
        json!({ "kind": "gomoku", "rules": "freestyle", "size": 7, "moves": [0, 7, 1, 8, 2, 9, 3, 10, 4] });
    let search = |of: &Value, depth: i64, eval: Value| {
        let body = json!({ "of": of, "search": "minimax", "depth": depth, "eval": eval });
        person.post("/api/lab/search", body)
    };
    for depth in [-1, 0, 7, 4_000_000_000_000] {
        assert_eq!(search(&of, depth, Value::Null).await.code(), "bad_request", "{depth}");
    }
    assert_eq!(search(&of, 2, json!("/etc/passwd")).await.code(), "bad_request");
    assert_eq!(search(&over, 2, Value::Null).await.code(), "GAME_FINISHED");
    for playouts in [-1, 0, 2001, 99_999_999] {
        let body = json!({ "of": of, "playouts": playouts });
        assert_eq!(person.post("/api/lab/mcts", body).await.code(), "bad_request", "{playouts}");
    }
    let tournament = |players: Value, games: u64, size: usize| {
        let body = json!({ "kind": "go", "size": size, "players": players, "games": games });
        person.post("/api/lab/tournaments", body)
    };
    let two = json!(["random", "random"]);
    assert_eq!(tournament(json!(["random"]), 2, 5).await.code(), "bad_request");
    assert_eq!(tournament(json!(vec!["random"; 7]), 2, 5).await.code(), "bad_request");
    assert_eq!(tournament(two.clone(), 21, 5).await.code(), "bad_request");
    assert_eq!(tournament(two.clone(), 0, 5).await.code(), "bad_request");
    assert_eq!(tournament(two, 2, 19).await.code(), "bad_rules");
    assert_eq!(tournament(json!(["random", "engine:hash=65536"]), 2, 5).await.code(), "bad_player");
    assert_eq!(person.get("/api/lab/tournaments/nothing").await.status, 404);
}

/// The laboratory would be help like any other.
#[tokio::test]
async fn the_laboratory_is_closed_to_a_game_between_people() {
    let (server, _folder) = server().await;
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let game = black.make(by_link("othello")).await;
    assert_eq!(join(&white, &game).await.status, 200);
    assert_eq!(black.act(&id(&game), json!({ "do": "move", "name": "f5" })).await.status, 200);
    let of = json!({ "kind": "othello", "moves": [37] });
    assert_eq!(white.post("/api/lab/judgements", of.clone()).await.code(), "fair_play");
    let search = json!({ "of": of, "search": "minimax", "depth": 1 });
    assert_eq!(white.post("/api/lab/search", search).await.code(), "fair_play");
    assert_eq!(white.post("/api/lab/mcts", json!({ "of": of, "playouts": 1 })).await.code(), "fair_play");
}

#[tokio::test]
async fn a_tournament_runs_to_its_end_and_tells_ratings_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits { threads: 2, ..Limits::default() }).await;
    let (person, other) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let players = json!(["random", "minimax:depth=1,eval=weights", "alphabeta:depth=2,eval=weights"]);
    let new = json!({ "kind": "othello", "size": 4, "players": players, "games": 3 });
    let made = person.post("/api/lab/tournaments", new.clone()).await;
    assert_eq!(made.status, 201);
    let path = format!("/api/lab/tournaments/{}", made.json()["id"].as_str().unwrap());
    assert_eq!(made.json()["of"], 9);
    assert_eq!(other.request("DELETE", &path, "", b"").await.code(), "not_yours");
    let first = path.clone();
    let mut seen = 0;
    let run = loop {
        let run = other.get(&path).await.json();
        let games = run["games"].as_array().unwrap().len();
        assert!(games >= seen && run["ratings"].as_array().unwrap().len() == games);
        seen = games;
        if run["over"] == true {
            break run;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!((seen, &run["mine"]), (9, &json!(false)));
    let met = |black: u64, white: u64| {
        let games = run["games"].as_array().unwrap().iter();
        games.filter(|game| game["black"] == black && game["white"] == white).count()
    };
    assert!((0..3).all(|a| (0..a).all(|b| met(a, b) + met(b, a) == 3)), "three games of each pairing");
    let latest = run["latest"].clone();
    assert_eq!(person.post("/api/replay", latest).await.json()["illegal"], Value::Null);

    // The next one may begin now, and is ended by its owner.
    let large = json!({ "kind": "othello", "size": 8, "players": ["hell", "hell"], "games": 20 });
    let made = person.post("/api/lab/tournaments", large.clone()).await;
    assert_eq!(made.status, 201);
    assert_eq!(person.post("/api/lab/tournaments", large).await.code(), "too_many");
    let path = format!("/api/lab/tournaments/{}", made.json()["id"].as_str().unwrap());
    assert_eq!(person.request("DELETE", &path, "", b"").await.status, 204);
    while person.get(&path).await.json()["over"] != true {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    // What has ended is shown by its link as long as the database lives.
    server.stop().await;
    let server = serve(folder.path(), Limits { threads: 2, ..Limits::default() }).await;
    let other = moved_to(&other, server.address());
    assert_eq!(other.get(&first).await.json(), run);
}
