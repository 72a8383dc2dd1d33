//! Workers in processes of their own: what they answer is played, and whatever becomes of them no game is touched by it.

use crate::client::{Person, Socket};
use crate::games::{alone, id};
use crate::owner::owned;
use heibai_server::{WorkerConfig, run_worker};
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};

const SERVER: &str = "HEIBAI_TEST_WORKS_FOR";

/// Not a test of its own: the worker of the tests below, which are started in this file.
#[test]
fn works_when_started_as_a_child() {
    let Ok(server) = std::env::var(SERVER) else { return };
    let token = crate::owner::TOKEN.to_owned();
    let config = WorkerConfig { server, token, threads: 2, networks: Vec::new() };
    run_worker(config, |_| {}).unwrap();
}

struct Worker(Child);

impl Worker {
    fn start(server: &heibai_server::Server) -> Worker {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "workers::works_when_started_as_a_child"]).stdout(Stdio::null());
        Worker(command.env(SERVER, server.address().to_string()).spawn().unwrap())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A worker whose answers the test gives itself.
async fn hire(owner: &Person) -> Socket {
    owner.try_socket_at("/api/worker?threads=1", "").await.expect("a worker is let in")
}

/// Waits until the owner's list of workers is as `wanted`.
async fn listed(owner: &Person, wanted: impl Fn(&[Value]) -> bool) {
    loop {
        let list = owner.get("/api/admin/workers").await.json();
        if wanted(list["workers"].as_array().unwrap()) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

fn against(kind: &str, size: usize, player: &str) -> Value {
    let mut game = alone(kind, size);
    game["white"] = json!({ "who": "engine", "player": player });
    game
}

#[tokio::test]
async fn a_worker_needs_the_owners_token() {
    let (server, _folder, owner) = owned().await;
    let guest = Person::guest(server.address()).await;
    assert_eq!(guest.try_socket_at("/api/worker?threads=1", "").await.err(), Some(401));
    assert_eq!(owner.try_socket_at("/api/worker?threads=0", "").await.err(), Some(400));
    assert_eq!(owner.try_socket_at("/api/worker?threads=100000", "").await.err(), Some(400));
}

#[tokio::test]
async fn a_question_of_a_lost_worker_is_answered_by_another() {
    let (server, _folder, owner) = owned().await;
    let person = Person::guest(server.address()).await;
    let mut first = hire(&owner).await;
    let game = id(&person.make(against("gomoku", 15, "hell")).await);
    person.act(&game, json!({ "do": "move", "name": "h8" })).await;
    let asked = first.next().await.expect("a question");
    listed(&owner, |workers| workers.len() == 1 && workers[0]["running"] == 1).await;
    let mut second = hire(&owner).await;
    listed(&owner, |workers| workers.len() == 2).await;
    drop(first);
    let again = second.next().await.expect("the same question");
    assert_eq!(asked["ask"], again["ask"]);
    let answer = json!({ "e": "move", "p": 0, "spent": 7 }).to_string();
    second.send_text(json!({ "place": again["place"], "answer": answer }).to_string()).await;
    while person.see(&game).await["live"]["ply"] != 2 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let seen = person.see(&game).await;
    assert_eq!(seen["moves"][1]["point"], 0, "{seen}");
    listed(&owner, |workers| workers.len() == 1 && workers[0]["done"] == 1).await;
}

#[tokio::test]
async fn what_is_no_answer_is_asked_of_the_servers_own_threads() {
    let (server, _folder, owner) = owned().await;
    let person = Person::guest(server.address()).await;
    for wrong in [
        json!(null),
        json!("nonsense"),
        json!(json!({ "e": "move", "p": 112, "spent": 0 }).to_string()),
        json!(json!({ "e": "resign", "side": "black" }).to_string()),
        json!(json!({ "e": "judge", "dead": [], "seki": [], "unsure": [], "grounds": [] }).to_string()),
    ] {
        let mut worker = hire(&owner).await;
        let game = id(&person.make(against("gomoku", 15, "random")).await);
        person.act(&game, json!({ "do": "move", "point": 112 })).await;
        let asked = worker.next().await.expect("a question");
        worker.send_text(json!({ "place": asked["place"], "answer": wrong }).to_string()).await;
        while person.see(&game).await["live"]["ply"] != 2 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        drop(worker);
        listed(&owner, <[Value]>::is_empty).await;
    }
}

#[tokio::test]
async fn a_question_that_ends_three_workers_is_given_up() {
    let (server, _folder, owner) = owned().await;
    let person = Person::guest(server.address()).await;
    // It has its hands full, so that the questions of the game go to the others.
    let mut keeper = hire(&owner).await;
    let busy = id(&person.make(against("gomoku", 15, "hell")).await);
    person.act(&busy, json!({ "do": "move", "name": "h8" })).await;
    keeper.next().await.expect("a question");
    let game = id(&person.make(against("gomoku", 15, "hell")).await);
    person.act(&game, json!({ "do": "move", "name": "h8" })).await;
    for _ in 0..3 {
        let mut worker = hire(&owner).await;
        worker.next().await.expect("the question");
        drop(worker);
        listed(&owner, |workers| workers.len() == 1).await;
    }
    loop {
        let outcome = person.see(&game).await["live"]["outcome"].clone();
        if !outcome.is_null() {
            assert_eq!(outcome["winner"], "black", "{outcome}");
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// Whole games whose engine thinks in another process, which is killed in the middle; hints and the count too.
#[tokio::test]
async fn games_go_on_whoever_searches() {
    let (server, _folder, owner) = owned().await;
    let person = Person::guest(server.address()).await;
    let worker = Worker::start(&server);
    listed(&owner, |workers| workers.len() == 1 && workers[0]["places"] == 2).await;
    let mut game = alone("go", 5);
    game["black"] = json!({ "who": "engine", "player": "beginner" });
    game["white"] = json!({ "who": "engine", "player": "beginner" });
    game["pace_ms"] = json!(0);
    let first = id(&person.make(game.clone()).await);
    let over = async |game: &str| {
        while person.see(game).await["live"]["outcome"].is_null() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    over(&first).await;
    listed(&owner, |workers| workers[0]["done"].as_u64() >= Some(2)).await;
    let table = id(&person.make(alone("othello", 8)).await);
    let hint = person.act(&table, json!({ "do": "hint" })).await.json();
    assert!(hint["hint"]["why"].is_array(), "{hint}");
    let second = id(&person.make(game).await);
    while person.see(&second).await["live"]["ply"] == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    drop(worker);
    over(&second).await;
    // Both ended as games between two engines do: nobody forfeited.
    for game in [&first, &second] {
        let reason = person.see(game).await["live"]["outcome"]["reason"].clone();
        assert!(reason == "two_passes" || reason == "resignation", "{reason}");
    }
}

/// A short game, and an analysis, a review and the threats of it; the answers come over the socket.
async fn study(person: &Person) {
    let mut socket = person.socket().await;
    let of = json!({ "kind": "gomoku", "size": 15, "rules": "freestyle", "moves": [112, 113, 97, 98, 127, 0, 142] });
    let ask = json!({ "type": "analyse", "re": 1, "of": of, "ms": 200, "player": "beginner" });
    socket.send_text(ask.to_string()).await;
    let told = socket.until(|m| m["re"] == 1 && m["done"] != false).await;
    assert_eq!(told["type"], "analysis", "{told}");
    assert!(!told["candidates"].as_array().unwrap().is_empty(), "{told}");
    let ask = json!({ "type": "review", "re": 2, "of": of, "ms_per_move": 5, "player": "beginner" });
    socket.send_text(ask.to_string()).await;
    let told = socket.until(|m| m["re"] == 2 && m["type"] != "review").await;
    assert_eq!(told["type"], "reviewed", "{told}");
    socket.send_text(json!({ "type": "teach", "re": 3, "of": of, "threats": true }).to_string()).await;
    let told = socket.until(|m| m["re"] == 3).await;
    assert_eq!(told["type"], "taught", "{told}");
    assert!(!told["threats"].as_array().unwrap().is_empty(), "{told}");
}

#[tokio::test]
async fn analyses_and_reviews_are_searched_by_workers() {
    let (server, _folder, owner) = owned().await;
    let person = Person::guest(server.address()).await;
    let worker = Worker::start(&server);
    listed(&owner, |workers| workers.len() == 1).await;
    study(&person).await;
    // The looks, two passes over seven moves, the threats; none of them was done by the server.
    let done = owner.get("/api/admin/workers").await.json()["workers"][0]["done"].as_f64().unwrap();
    assert!(done >= 10.0, "{done}");
    crate::nodes::reaches(server.address(), "heibai_engine_work_seconds_count", done).await;
    assert_eq!(crate::nodes::figure(server.address(), "heibai_engine_work_seconds_count").await, done);
    drop(worker);
    listed(&owner, <[Value]>::is_empty).await;
    // Without workers the server searches itself; the review is the one that was kept.
    study(&Person::guest(server.address()).await).await;
}

/// Whatever a worker says, the searches of the server's own threads stand behind it.
#[tokio::test]
async fn an_analysis_of_another_position_is_not_believed() {
    let (server, _folder, owner) = owned().await;
    let person = Person::guest(server.address()).await;
    let mut worker = hire(&owner).await;
    let of = json!({ "kind": "othello", "size": 8, "moves": [] });
    for wrong in
        [
            json!("nonsense"),
            json!(
                json!({ "candidates": [], "depth": null, "nodes": 0, "ownership": null, "deviation": null })
                    .to_string()
            ),
            json!(
                json!({
                    "candidates": [{ "point": 0, "value": null, "nodes": 1, "prior": null, "line": [] }],
                    "depth": 1, "nodes": 1, "ownership": null, "deviation": null,
                })
                .to_string()
            ),
            json!(json!({
            "candidates": [{ "point": 19, "value": null, "nodes": 1, "prior": null, "line": [19, 9999] }],
            "depth": 1, "nodes": 1, "ownership": [1.0], "deviation": null,
        })
        .to_string()),
        ]
    {
        let mut socket = person.socket().await;
        let ask = json!({ "type": "analyse", "re": 1, "of": of, "ms": 1, "player": "random" });
        socket.send_text(ask.to_string()).await;
        let asked = worker.next().await.expect("a question");
        assert!(asked["ask"].as_str().unwrap().contains("Consult"), "{asked}");
        worker.send_text(json!({ "place": asked["place"], "answer": wrong }).to_string()).await;
        let told = socket.until(|m| m["re"] == 1 && m["done"] != false).await;
        assert_eq!(told["type"], "analysis", "{told}");
        let legal = [19, 26, 37, 44];
        let points = told["candidates"].as_array().unwrap().iter().map(|c| c["point"].as_u64().unwrap());
        assert!(points.clone().count() > 0 && points.clone().all(|point| legal.contains(&point)), "{told}");
    }
}
