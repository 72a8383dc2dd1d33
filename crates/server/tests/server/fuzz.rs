//! Every message of the wire, well formed and deformed: each is answered, none is our fault, and the server goes on.

use crate::client::{Person, Socket, raw};
use crate::games::{alone, id};
use heibai_server::{Limits, Server};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

/// One of each message of the socket; `GAME` stands for a game that is there.
fn messages() -> Vec<Value> {
    let actions = [
        json!({ "do": "move", "point": 3, "ply": 0 }),
        json!({ "do": "move", "name": "h8" }),
        json!({ "do": "pass", "ply": 0 }),
        json!({ "do": "undo" }),
        json!({ "do": "redo" }),
        json!({ "do": "resign", "side": "black" }),
        json!({ "do": "draw" }),
        json!({ "do": "rematch" }),
        json!({ "do": "answer", "accept": true }),
        json!({ "do": "choose", "option": "black" }),
        json!({ "do": "mark", "point": 3, "as": "dead" }),
        json!({ "do": "agree" }),
        json!({ "do": "resume" }),
        json!({ "do": "pace", "ms": 100 }),
        json!({ "do": "pause" }),
        json!({ "do": "continue" }),
    ];
    let act = |mut action: Value| {
        action["type"] = json!("act");
        action["game"] = json!("GAME");
        action
    };
    let line = json!({
        "kind": "go", "size": 5, "rules": "chinese", "komi": 0.5, "handicap": 0, "stones": [[3, 1]], "turn": "white",
        "moves": [12, null, 7],
    });
    let mut all: Vec<Value> = actions.into_iter().map(act).collect();
    all.extend([
        json!({ "type": "watch", "game": "GAME" }),
        json!({ "type": "leave", "game": "GAME" }),
        json!({ "type": "position", "of": line }),
        json!({ "type": "analyse", "of": line, "ms": 1, "player": "random", "lines": 2 }),
        json!({ "type": "review", "of": line, "ms_per_move": 1, "player": "random" }),
        json!({ "type": "stop" }),
        json!({ "type": "ping" }),
    ]);
    all
}

/// One of each request with a body, by its path.
fn bodies() -> Vec<(&'static str, &'static str, Value)> {
    let me = json!({ "who": "me" });
    let line = json!({ "kind": "gomoku", "size": 15, "rules": "renju", "moves": [112, 113] });
    vec![
        (
            "POST",
            "/api/games",
            json!({
                "kind": "gomoku", "rules": "renju+swap2", "size": 15, "komi": 0.5, "handicap": 2, "stones": [[3, 1]],
                "turn": "black", "black": me, "white": { "who": "engine", "player": "random" }, "clock": "5m+3s",
                "pace_ms": 5, "from": { "moves": [{ "point": 3 }, { "name": "h8" }] }, "public": false,
            }),
        ),
        ("POST", "/api/games/GAME/act", json!({ "do": "move", "point": 3, "ply": 0 })),
        ("POST", "/api/games/GAME/join", json!({ "code": "x", "side": "white" })),
        ("POST", "/api/position", line.clone()),
        ("POST", "/api/replay", line.clone()),
        ("POST", "/api/overlays", line.clone()),
        ("POST", "/api/openings", json!({ "kind": "othello", "size": 8, "moves": [37, 43] })),
        ("POST", "/api/count", json!({ "kind": "go", "size": 5, "moves": [12, null, null] })),
        ("PUT", "/api/me", json!({ "name": "n" })),
        ("POST", "/api/bots", json!({ "name": "n" })),
        (
            "PUT",
            "/api/library/GAME",
            json!({ "title": "t", "tags": ["x"], "tree": [{ "parent": null, "side": null }] }),
        ),
        ("POST", "/api/library/GAME/copy", json!({ "add": [{ "parent": 0, "move": 3, "side": "black" }] })),
        ("POST", "/api/problems/mistakes", json!({ "of": line, "ply": 2, "best": 43, "loss": 4.0 })),
        ("POST", "/api/problems/vcf/vcf-01/try", json!({ "moves": [45] })),
        ("POST", "/api/problems/vcf/vcf-01/hint", json!({ "moves": [], "step": 2 })),
        (
            "POST",
            "/api/lab/search",
            json!({ "of": line, "search": "alphabeta", "depth": 1, "eval": "classic", "under": [3] }),
        ),
        ("POST", "/api/lab/mcts", json!({ "of": line, "playouts": 5, "eval": "classic", "seed": 1 })),
        ("POST", "/api/lab/judgements", json!({ "kind": "othello", "size": 4, "moves": [] })),
        (
            "POST",
            "/api/lab/tournaments",
            json!({ "kind": "othello", "size": 4, "players": ["random", "random"], "games": 1 }),
        ),
        ("POST", "/api/library/organise", json!({ "ids": ["GAME"], "do": "tag", "tag": "x" })),
        ("POST", "/api/library/export", json!({ "ids": ["GAME"], "format": "sgf" })),
        ("POST", "/api/library/position", line.clone()),
        ("POST", "/api/studies", json!({ "line": line, "title": "t", "folder": "f" })),
        ("POST", "/api/lessons/go/ko/try", json!({ "moves": [12] })),
        ("POST", "/api/problems/vcf/vcf-01/result", json!({ "solved": true })),
    ]
}

/// What a field may be replaced with.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u16>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        Just(json!(1e300)),
        "\\PC{0,12}".prop_map(Value::from),
        Just(json!("\u{0}\u{202e}\\\"'")),
        Just(json!("x".repeat(5000))),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[[[[[1]]]]]])),
        prop::collection::vec(any::<u16>(), 0..400).prop_map(Value::from),
        prop::collection::vec(prop::option::of(0_u16..30), 0..60).prop_map(|moves| json!(moves)),
        prop_oneof![Just("go"), Just("othello"), Just("black"), Just("engine"), Just("GAME")]
            .prop_map(Value::from),
    ]
}

/// A change of one field, somewhere: replaced, removed or added.
#[derive(Clone, Debug)]
enum Change {
    Replace(usize, Value),
    Remove(usize),
    Add(String, Value),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        4 => (any::<usize>(), odd()).prop_map(|(at, value)| Change::Replace(at, value)),
        1 => any::<usize>().prop_map(Change::Remove),
        1 => ("[a-z]{1,6}", odd()).prop_map(|(name, value)| Change::Add(name, value)),
    ];
    prop::collection::vec(change, 0..4)
}

/// The fields of a message, nested ones too, as paths.
fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.push(format!("{path}/{key}"));
            paths(value, &format!("{path}/{key}"), found);
        }),
        Value::Array(list) => list.iter().enumerate().for_each(|(at, value)| {
            found.push(format!("{path}/{at}"));
            paths(value, &format!("{path}/{at}"), found);
        }),
        _ => {}
    }
}

fn changed(mut message: Value, changes: &[Change]) -> Value {
    for change in changes {
        let mut found = Vec::new();
        // The kind of a message stays: it is what is tried.
        paths(&message, "", &mut found);
        found.retain(|path| path != "/type" && path != "/do");
        let Some(last) = found.len().checked_sub(1) else { continue };
        match change {
            Change::Replace(at, value) => {
                *message.pointer_mut(&found[at % (last + 1)]).expect("a field") = value.clone();
            }
            Change::Remove(at) => {
                let (parent, key) = found[at % (last + 1)].rsplit_once('/').expect("a path");
                if let Some(map) = message.pointer_mut(parent).and_then(Value::as_object_mut) {
                    map.remove(key);
                }
            }
            Change::Add(name, value) => {
                drop(message.as_object_mut().map(|map| map.insert(name.clone(), value.clone())))
            }
        }
    }
    message
}

/// A server with a game, and somebody who sends.
struct Target {
    server: Server,
    _folder: tempfile::TempDir,
    person: Person,
    game: String,
}

impl Target {
    async fn start() -> Target {
        let folder = tempfile::tempdir().unwrap();
        let server = crate::serve(folder.path(), Limits { threads: 1, ..Limits::none() }).await;
        let person = Person::guest(server.address()).await;
        let game = id(&person.make(alone("gomoku", 15)).await);
        Target { server, _folder: folder, person, game }
    }

    fn with_game(&self, text: &str) -> String {
        text.replace("GAME", &self.game)
    }

    /// A socket answers every message with a number; whatever it says, it is not our fault.
    async fn socket(&self, socket: &mut Option<Socket>, message: &Value) -> Result<(), TestCaseError> {
        let mut message = message.clone();
        message["re"] = json!(77);
        let mut open = match socket.take() {
            Some(open) => open,
            None => self.person.socket().await,
        };
        open.send_text(self.with_game(&message.to_string())).await;
        // What has no answer of its own is followed by something that has.
        open.send_text(json!({ "type": "ping", "re": 78 }).to_string()).await;
        loop {
            // After too many unreadable messages the connection ends, as it should.
            let Some(answer) = open.next().await else { return Ok(()) };
            prop_assert_ne!(&answer["error"]["code"], &json!("internal"), "{}", message);
            if answer["type"] == "pong" && answer["re"] == 78 {
                *socket = Some(open);
                return Ok(());
            }
        }
    }

    async fn request(&self, method: &str, path: &str, body: &Value) -> Result<(), TestCaseError> {
        let (path, body) = (self.with_game(path), self.with_game(&body.to_string()));
        let answer = self.person.request(method, &path, "", body.as_bytes()).await;
        prop_assert!(answer.status < 500, "{} {} {}: {}", method, path, body, answer.status);
        // Records are given out as they are written; everything else is JSON.
        let is_file = answer.status == 200 && path.ends_with("/export");
        let is_json = || serde_json::from_slice::<Value>(&answer.body).is_ok();
        prop_assert!(answer.body.is_empty() || is_file || is_json());
        Ok(())
    }
}

fn run<S: Strategy>(cases: u32, strategy: S, mut test: impl FnMut(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let test = std::cell::RefCell::new(&mut test);
    TestRunner::new(config)
        .run(&strategy, |value| (test.borrow_mut())(value))
        .unwrap_or_else(|e| panic!("{e}"));
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

#[test]
fn every_message_of_the_socket_is_answered_however_it_is_deformed() {
    let runtime = runtime();
    let target = runtime.block_on(Target::start());
    let mut socket = None;
    for message in messages() {
        run(12, changes(), |changes| {
            runtime.block_on(target.socket(&mut socket, &changed(message.clone(), &changes)))
        });
    }
    runtime.block_on(target.server.stop());
}

#[test]
fn every_request_is_answered_however_its_body_is_deformed() {
    let runtime = runtime();
    let target = runtime.block_on(Target::start());
    for (method, path, body) in bodies() {
        run(12, changes(), |changes| {
            runtime.block_on(target.request(method, path, &changed(body.clone(), &changes)))
        });
    }
    runtime.block_on(target.server.stop());
}

/// A message or request that is added to the wire is added here.
#[test]
fn nothing_of_the_wire_is_left_out() {
    let runtime = runtime();
    let target = runtime.block_on(Target::start());
    let api = runtime.block_on(target.person.get("/api/openapi.json")).json();
    let tried = bodies();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            // Records are fuzzed where they are read.
            if about["requestBody"].is_null() || path == "/api/library" {
                continue;
            }
            let fits = |tried: &str| {
                let (mut a, mut b) = (path.split('/'), tried.split('/'));
                a.by_ref().zip(b.by_ref()).all(|(a, b)| a == b || a.starts_with('{'))
                    && (a.next(), b.next()) == (None, None)
            };
            let found = tried.iter().any(|(m, tried, _)| m.eq_ignore_ascii_case(method) && fits(tried));
            assert!(found, "{method} {path} is not tried");
        }
    }
    let said: Vec<Value> = messages().iter().map(|message| message["do"].clone()).collect();
    let actions = api["components"]["schemas"]["Action"]["oneOf"].as_array().unwrap();
    assert!(actions.len() > 10);
    for action in actions {
        let name = &action["properties"]["do"]["enum"][0];
        // A hint is an engine's work of seconds; engines have tests of their own.
        assert!(said.contains(name) || name == "hint", "the action {name} is not tried");
    }
    runtime.block_on(target.server.stop());
}

/// Bytes instead of JSON, to the socket and to HTTP.
#[test]
fn bytes_that_are_no_message_are_answered_or_end_the_connection() {
    let runtime = runtime();
    let target = runtime.block_on(Target::start());
    let address = target.server.address();
    run(60, (prop::collection::vec(any::<u8>(), 0..200), "\\PC{0,80}"), |(bytes, text)| {
        runtime.block_on(async {
            let mut socket = target.person.socket().await;
            socket.send_text(text).await;
            if let Some(answer) = socket.next().await {
                prop_assert_eq!(&answer["error"]["code"], &json!("bad_request"));
            }
            // No HTTP at all, or a body that is none.
            let mut head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".to_vec();
            head.extend_from_slice(format!("Content-Length: {}\r\n\r\n", bytes.len()).as_bytes());
            head.extend_from_slice(&bytes);
            let answer = raw(address, &head).await;
            prop_assert!(answer.is_some_and(|answer| (400..500).contains(&answer.status)));
            let mut whole = bytes.clone();
            whole.extend_from_slice(b"\r\n\r\n");
            if let Some(answer) = raw(address, &whole).await {
                prop_assert!((400..500).contains(&answer.status));
            }
            Ok(())
        })
    });
    assert_eq!(runtime.block_on(target.person.get("/api/me")).status, 200);
    runtime.block_on(target.server.stop());
}
