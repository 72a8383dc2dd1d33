//! Watching: engines in series with what they think, and runs of the arena that the owner shows.

use crate::client::Person;
use crate::games::id;
use crate::server;
use heibai_server::{Config, Server};
use serde_json::{Value, json};

#[tokio::test]
async fn engines_play_a_series_with_colours_changed_and_say_what_they_think() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let engine = |player: &str| json!({ "who": "engine", "player": player });
    let game = json!({
        "kind": "othello", "size": 4, "black": engine("alphabeta:depth=2"), "white": engine("alphabeta:depth=1"),
        "pace_ms": 0, "games": 2, "public": true,
    });
    let first = person.make(game).await;
    assert_eq!((&first["series"]["number"], &first["series"]["of"]), (&json!(1), &json!(2)));
    assert_eq!(first["series"]["points"], json!({ "black": 0.0, "white": 0.0 }));
    let first = id(&first);
    let mut socket = person.socket().await;
    let mut now = socket.watch(&first).await["live"].clone();
    while now["next"].is_null() {
        now = socket.until(|m| !m["live"].is_null()).await["live"].clone();
    }
    let over = person.see(&first).await;
    // Both engines' latest moves keep what they weighed, with depth and line.
    for side in ["black", "white"] {
        let thought = over["moves"]
            .as_array()
            .unwrap()
            .iter()
            .rev()
            .find(|m| m["side"] == side && m["candidates"][0]["depth"].is_u64());
        let best = &thought.unwrap_or_else(|| panic!("{side}: {over}"))["candidates"][0];
        assert!(best["score"].is_number() && !best["names"].as_array().unwrap().is_empty(), "{side}: {best}");
    }
    let points = &over["series"]["points"];
    assert_eq!(points["black"].as_f64().unwrap() + points["white"].as_f64().unwrap(), 1.0);
    let second = now["next"].as_str().unwrap().to_owned();
    let seen = person.see(&second).await;
    assert_eq!(seen["seats"]["black"]["player"], "alphabeta:depth=1");
    assert_eq!((&seen["series"]["number"], &seen["public"]), (&json!(2), &json!(true)));
    let mut now = socket.watch(&second).await["live"].clone();
    while now["outcome"].is_null() {
        now = socket.until(|m| !m["live"]["seq"].is_null()).await["live"].clone();
    }
    let series = person.see(&second).await["series"].clone();
    assert_eq!(
        series["points"]["black"].as_f64().unwrap() + series["points"]["white"].as_f64().unwrap(),
        2.0
    );
    assert!(series["low"].as_f64().unwrap() < series["high"].as_f64().unwrap());
    assert_eq!(person.see(&second).await["live"]["next"], Value::Null, "the series has an end");
}

fn line(game: u64, winner: &str) -> String {
    json!({
        "game": game, "black": "hard", "white": "normal", "winner": winner, "reason": "resignation",
        "moves": ["f5", "d6", "c3"], "opening": 2, "scores": [null, null, 1.5], "nodes": [1, 1], "ms": [1, 1],
    })
    .to_string()
}

#[tokio::test]
async fn runs_are_followed_only_where_the_owner_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let spring = runs.join("spring.run");
    std::fs::create_dir_all(&spring).unwrap();
    std::fs::create_dir_all(runs.join("no run")).unwrap();
    std::fs::create_dir_all(runs.join("broken")).unwrap();
    std::fs::write(runs.join("broken/about.json"), "{").unwrap();
    std::fs::write(spring.join("about.json"), r#"{"game":"othello","size":8}"#).unwrap();
    let log = spring.join("games.jsonl");
    std::fs::write(&log, format!("{}\n", line(0, "black"))).unwrap();
    let config =
        Config { watch: vec![runs], ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().join("data")) };
    let open = Server::start(config).await.unwrap();
    let guest = Person::guest(open.address()).await;
    assert_eq!(guest.get("/api/meta").await.json()["runs"], true);
    let list = guest.get("/api/runs").await.json()["runs"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
    assert_eq!((&list[0]["id"], &list[0]["name"]), (&json!("spring-run"), &json!("spring.run")));
    let run = guest.get("/api/runs/spring-run").await.json();
    assert_eq!((&run["run"]["games"], &run["rows"][0]["player"]), (&json!(1), &json!("hard")));
    let game = &run["latest"][0];
    assert_eq!((&game["winner"], &game["scores"]), (&json!("black"), &json!([null, null, 1.5])));
    assert_eq!(game["opening"]["en"].as_str().map(str::is_empty), Some(false), "{game}");
    // The line is one that the server can replay.
    let replay = guest.post("/api/replay", game["line"].clone()).await.json();
    assert_eq!(replay["steps"].as_array().unwrap().len(), 3);
    // A game that ends meanwhile is there at the next look.
    std::fs::write(&log, format!("{}\n{}\n{}", line(0, "black"), line(1, "draw"), "{\"torn")).unwrap();
    let run = guest.get("/api/runs/spring-run").await.json();
    assert_eq!(
        (&run["run"]["games"], &run["draws"], &run["latest"][0]["number"]),
        (&json!(2), &json!(1), &json!(2))
    );
    for name in ["nothing", "broken", "..", "%2e%2e", "spring.run"] {
        assert_eq!(guest.get(&format!("/api/runs/{name}")).await.status, 404, "{name}");
    }

    let (closed, _other) = server().await;
    let guest = Person::guest(closed.address()).await;
    assert_eq!(guest.get("/api/runs").await.json()["runs"], json!([]));
    assert_eq!(guest.get("/api/meta").await.json()["runs"], false);
}
