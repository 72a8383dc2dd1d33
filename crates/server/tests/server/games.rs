//! Games as people play them: two clients and a spectator, taking back, counting, clocks, engines, bots.

use crate::client::{Person, Response};
use crate::server;
use serde_json::{Value, json};

pub(crate) fn by_link(kind: &str) -> Value {
    json!({ "kind": kind, "black": { "who": "me" }, "white": { "who": "open" } })
}

pub(crate) fn alone(kind: &str, size: usize) -> Value {
    json!({ "kind": kind, "size": size, "black": { "who": "me" }, "white": { "who": "me" } })
}

pub(crate) async fn join(person: &Person, game: &Value) -> Response {
    let link = game["you"]["invite"].as_str().expect("an invitation");
    let code = link.split("invite=").nth(1).unwrap();
    person.post(&format!("/api/games/{}/join", id(game)), json!({ "code": code })).await
}

pub(crate) fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

/// The moves of a 4x4 game up to a pass that the rules made: the n-th legal move each time, until one meets it.
async fn forced_pass(person: &Person) -> Vec<Value> {
    for n in 0..20 {
        let mut line = json!({ "kind": "othello", "size": 4, "moves": [] });
        loop {
            let now = person.post("/api/position", line.clone()).await.json();
            let played = now["played"].as_array().unwrap();
            if played.last().is_some_and(|m| m["forced"] == true) {
                return played.clone();
            }
            let legal = now["live"]["legal"].as_array().unwrap();
            if legal.is_empty() {
                break;
            }
            let next = legal[n * (played.len() + 1) % legal.len()].clone();
            line["moves"].as_array_mut().unwrap().push(next);
        }
    }
    panic!("no game has a forced pass");
}

/// A study names every move of its line, the passes that the rules made too.
#[tokio::test]
async fn a_game_goes_on_from_a_line_with_a_forced_pass_and_from_set_up_stones() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let found = forced_pass(&person).await;
    let named: Vec<Value> = found.iter().map(|m| json!({ "name": m["name"] })).collect();
    let mut of = alone("othello", 4);
    of["from"] = json!({ "moves": named });
    let game = person.make(of).await;
    assert_eq!(game["moves"].as_array().unwrap().len(), found.len());
    let listed = person.get("/api/games").await.json();
    assert_eq!(listed["games"][0]["moves"], found.len(), "counted before the first move of its own");

    let mut of = alone("go", 9);
    of["stones"] = json!([[40, 1], [41, 2]]);
    of["turn"] = json!("white");
    let game = person.make(of.clone()).await;
    assert_eq!(
        (&game["start"][40], &game["start"][41], &game["set_up"]),
        (&json!(1), &json!(2), &json!(true))
    );
    assert_eq!(game["live"]["turn"], "white");
    of["stones"] = json!([[81, 1]]);
    assert_eq!(person.post("/api/games", of).await.code(), "bad_position");
}

#[tokio::test]
async fn two_people_play_by_link_and_a_third_watches() {
    let (server, _folder) = server().await;
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let watcher = Person::nobody(server.address());
    let game = black.make(by_link("othello")).await;
    let id = id(&game);
    assert_eq!(game["live"]["phase"], "waiting");
    assert_eq!(game["live"]["legal"], json!([]));
    assert_eq!(join(&white, &game).await.status, 200);

    let (mut b, mut w, mut s) = (black.socket().await, white.socket().await, watcher.socket().await);
    assert_eq!(b.watch(&id).await["you"]["seats"], json!(["black"]));
    assert_eq!(w.watch(&id).await["you"]["seats"], json!(["white"]));
    let seen = s.watch(&id).await;
    assert_eq!(seen["you"]["seats"], json!([]));
    assert_eq!(seen["you"]["invite"], Value::Null);
    assert_eq!(seen["live"]["legal"].as_array().unwrap().len(), 4);

    let done = b.act(&id, json!({ "do": "move", "name": "f5", "ply": 0 })).await;
    assert_eq!((&done["type"], &done["ply"]), (&json!("done"), &json!(1)), "{done}");
    for socket in [&mut w, &mut s] {
        let moved = socket.until(|m| m["type"] == "moved").await;
        assert_eq!(moved["move"]["name"], "f5");
        assert_eq!(moved["changes"]["placed"], 37);
        assert_eq!(moved["changes"]["flipped"], json!([36]));
        assert_eq!(moved["live"]["counts"], json!({ "black": 4, "white": 1 }));
        assert_eq!(moved["live"]["turn"], "white");
    }
    // The spectator may not move, nor Black again.
    let refused = s.act(&id, json!({ "do": "move", "name": "f6" })).await;
    assert_eq!(refused["error"]["code"], "not_yours");
    let refused = b.act(&id, json!({ "do": "move", "name": "f6" })).await;
    assert_eq!(refused["error"]["code"], "not_your_turn");
    assert_eq!(w.act(&id, json!({ "do": "move", "name": "f6" })).await["type"], "done");
}

#[tokio::test]
async fn a_move_sent_twice_is_played_once() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let id = id(&person.make(alone("gomoku", 15)).await);
    let mv = json!({ "do": "move", "name": "h8", "ply": 0 });
    assert_eq!(person.act(&id, mv.clone()).await.json()["ply"], 1);
    assert_eq!(person.act(&id, mv).await.json()["ply"], 1);
    let other = person.act(&id, json!({ "do": "move", "name": "h9", "ply": 0 })).await;
    assert_eq!((other.status, other.code().as_str()), (409, "stale"));
    assert_eq!(person.see(&id).await["moves"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn taking_back_between_people_needs_the_other() {
    let (server, _folder) = server().await;
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let game = black.make(by_link("gomoku")).await;
    let id = id(&game);
    join(&white, &game).await;
    assert_eq!(black.act(&id, json!({ "do": "undo" })).await.code(), "nothing_to_undo");
    black.act(&id, json!({ "do": "move", "name": "h8" })).await;
    white.act(&id, json!({ "do": "move", "name": "h9" })).await;
    assert_eq!(black.act(&id, json!({ "do": "undo" })).await.status, 200);
    let seen = white.see(&id).await;
    assert_eq!(seen["live"]["offer"], json!({ "what": "undo", "by": "black" }));
    assert_eq!(seen["live"]["ply"], 2);
    assert_eq!(black.act(&id, json!({ "do": "answer", "accept": true })).await.code(), "no_offer");
    // Whoever asked may take it back, and ask again.
    assert_eq!(black.act(&id, json!({ "do": "answer", "accept": false })).await.status, 200);
    assert_eq!(white.see(&id).await["live"]["offer"], Value::Null);
    assert_eq!(white.act(&id, json!({ "do": "answer", "accept": true })).await.code(), "no_offer");
    assert_eq!(black.act(&id, json!({ "do": "undo" })).await.status, 200);
    assert_eq!(white.act(&id, json!({ "do": "answer", "accept": true })).await.status, 200);
    let seen = white.see(&id).await;
    assert_eq!((&seen["live"]["ply"], &seen["live"]["offer"]), (&json!(0), &Value::Null));
}

/// A draw is offered with a move, as players do: it stands until the other moves.
#[tokio::test]
async fn an_offer_of_a_draw_stays_until_the_other_moves() {
    let (server, _folder) = server().await;
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let game = black.make(by_link("gomoku")).await;
    let id = id(&game);
    join(&white, &game).await;
    let offer = json!({ "what": "draw", "by": "black" });
    assert_eq!(black.act(&id, json!({ "do": "draw" })).await.status, 200);
    black.act(&id, json!({ "do": "move", "name": "h8" })).await;
    assert_eq!(white.see(&id).await["live"]["offer"], offer);
    white.act(&id, json!({ "do": "move", "name": "h9" })).await;
    assert_eq!(black.see(&id).await["live"]["offer"], Value::Null, "moving on is an answer");
    assert_eq!(black.act(&id, json!({ "do": "draw" })).await.status, 200);
    black.act(&id, json!({ "do": "move", "name": "g8" })).await;
    assert_eq!(white.act(&id, json!({ "do": "answer", "accept": true })).await.status, 200);
    assert_eq!(black.see(&id).await["live"]["outcome"]["winner"], Value::Null);
    assert_eq!(black.see(&id).await["live"]["phase"], "over");
}

#[tokio::test]
async fn alone_one_undoes_and_redoes_at_once_but_not_after_the_end() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let id = id(&person.make(alone("gomoku", 15)).await);
    for name in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"] {
        assert_eq!(person.act(&id, json!({ "do": "move", "name": name })).await.status, 200);
    }
    assert_eq!(person.act(&id, json!({ "do": "undo" })).await.json()["ply"], 7);
    assert_eq!(person.act(&id, json!({ "do": "redo" })).await.json()["ply"], 8);
    assert_eq!(person.act(&id, json!({ "do": "redo" })).await.code(), "nothing_to_redo");
    person.act(&id, json!({ "do": "move", "name": "h12" })).await;
    let seen = person.see(&id).await;
    assert_eq!(seen["live"]["outcome"]["reason"], "five_in_row");
    assert_eq!(seen["live"]["win_line"].as_array().unwrap().len(), 5);
    for action in ["undo", "redo", "resign"] {
        assert_eq!(person.act(&id, json!({ "do": action })).await.code(), "GAME_FINISHED", "{action}");
    }
}

#[tokio::test]
async fn a_forced_pass_is_made_and_announced() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let id = id(&person.make(alone("othello", 4)).await);
    let mut socket = person.socket().await;
    let mut live = socket.watch(&id).await["live"].clone();
    let mut passed = 0;
    // Whatever is played on the small board, somebody has to pass before it is over.
    let mut random = fastrand::Rng::with_seed(4);
    while live["outcome"].is_null() {
        let legal = live["legal"].as_array().unwrap();
        let point = legal[random.usize(..legal.len())].clone();
        let (ply, turn) = (live["ply"].as_u64().unwrap(), live["turn"].clone());
        socket
            .send_text(json!({ "type": "act", "game": id, "do": "move", "point": point }).to_string())
            .await;
        let moved = socket.until(|m| m["type"] == "moved").await;
        live = moved["live"].clone();
        if !moved["passed"].is_null() {
            passed += 1;
            assert_eq!(moved["passed"]["forced"], true);
            assert_eq!((&live["turn"], live["ply"].as_u64().unwrap()), (&turn, ply + 2));
        }
    }
    assert!(passed > 0);
    let score = &live["outcome"]["score"];
    assert_eq!(score["black"].as_f64().unwrap() as u64, live["counts"]["black"].as_u64().unwrap());
}

#[tokio::test]
async fn a_forbidden_point_is_shown_and_refused_with_its_sentence() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let id = id(&person.make(alone("gomoku", 15)).await);
    for name in ["h10", "a1", "h9", "c1", "f8", "e1", "g8", "o1"] {
        assert_eq!(person.act(&id, json!({ "do": "move", "name": name })).await.status, 200, "{name}");
    }
    let before = person.see(&id).await;
    let forbidden = before["live"]["forbidden"].as_array().unwrap();
    let h8 = forbidden.iter().find(|f| f["point"] == 7 * 15 + 7).expect("h8 makes two threes");
    assert_eq!((&h8["kind"], &h8["zh"]), (&json!("33"), &json!("⚠️ 三三禁手，黑棋不能在此位置落子")));
    for entry in forbidden {
        let refused = person.act(&id, json!({ "do": "move", "point": entry["point"] })).await;
        assert_eq!((refused.status, refused.code().as_str()), (422, "FORBIDDEN_MOVE"));
        assert_eq!(refused.json()["error"]["zh"], entry["zh"]);
    }
    assert_eq!(person.see(&id).await["live"]["seq"], before["live"]["seq"]);
}
