//! Games with engines and bots, counts, openings, clocks, analysis.

use crate::client::{PATIENCE, Person};
use crate::games::{alone, by_link, id, join};
use crate::server;
use heibai_server::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

#[tokio::test]
async fn an_engine_answers_and_is_taken_back_with_ones_own_move() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let game = json!({
        "kind": "othello", "black": { "who": "me" }, "white": { "who": "engine", "player": "random" },
    });
    let id = id(&person.make(game).await);
    let mut socket = person.socket().await;
    socket.watch(&id).await;
    assert_eq!(socket.act(&id, json!({ "do": "move", "name": "f5" })).await["type"], "done");
    let moved = socket.until(|m| m["type"] == "moved" && m["move"]["side"] == "white").await;
    assert_eq!(moved["live"]["ply"], 2);
    assert_eq!(socket.act(&id, json!({ "do": "undo" })).await["ply"], 0);
    assert_eq!(socket.act(&id, json!({ "do": "redo" })).await["ply"], 2);
    let refused = person.post(
        "/api/games",
        json!({
            "kind": "go", "black": { "who": "me" }, "white": { "who": "engine", "player": "stockfish" },
        }),
    );
    assert_eq!(refused.await.code(), "bad_player");
}

#[tokio::test]
async fn engines_play_each_other_to_the_end_and_stand_in_the_table() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let random = json!({ "who": "engine", "player": "random" });
    let id = id(&person
        .make(json!({
            "kind": "othello", "size": 4, "black": random, "white": random, "pace_ms": 0, "public": true,
        }))
        .await);
    let mut socket = person.socket().await;
    let mut live = socket.watch(&id).await["live"].clone();
    while live["outcome"].is_null() {
        live = socket.until(|m| !m["live"].is_null()).await["live"].clone();
    }
    let table = person.get("/api/live").await.json();
    assert_eq!(table["standings"][0]["player"], "random");
    assert_eq!(table["standings"][0]["games"], 2);
}

#[tokio::test]
async fn a_go_game_is_counted_corrected_and_agreed() {
    let (server, _folder) = server().await;
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let mut game = by_link("go");
    game["size"] = json!(5);
    let game = black.make(game).await;
    let id = id(&game);
    join(&white, &game).await;
    // Black walls off the board; one white stone is left inside.
    for (b, w) in [("C1", "B2"), ("C2", "E5"), ("C3", "pass"), ("C4", "pass"), ("C5", "pass")] {
        assert_eq!(black.act(&id, json!({ "do": "move", "name": b })).await.status, 200, "{b}");
        assert_eq!(white.act(&id, json!({ "do": "move", "name": w })).await.status, 200, "{w}");
    }
    let mut socket = black.socket().await;
    socket.watch(&id).await;
    black.act(&id, json!({ "do": "pass" })).await;
    let counting = socket.until(|m| !m["live"]["counting"].is_null()).await["live"]["counting"].clone();
    assert_eq!(
        counting["score"]["black"].as_f64().unwrap() + counting["score"]["white"].as_f64().unwrap(),
        25.0
    );
    for name in [16, 4] {
        assert_eq!(black.act(&id, json!({ "do": "mark", "point": name, "as": "dead" })).await.status, 200);
    }
    let seen = white.see(&id).await["live"]["counting"].clone();
    assert_eq!(seen["score"], json!({ "black": 25.0, "white": 0.0 }));
    black.act(&id, json!({ "do": "agree" })).await;
    assert_eq!(white.see(&id).await["live"]["counting"]["agreed"], json!({ "black": true, "white": false }));
    // A new mark takes the agreement back.
    white.act(&id, json!({ "do": "mark", "point": 16, "as": "alive" })).await;
    assert_eq!(white.see(&id).await["live"]["counting"]["agreed"]["black"], false);
    white.act(&id, json!({ "do": "mark", "point": 16, "as": "dead" })).await;
    black.act(&id, json!({ "do": "agree" })).await;
    white.act(&id, json!({ "do": "agree" })).await;
    let outcome = white.see(&id).await["live"]["outcome"].clone();
    assert_eq!((&outcome["winner"], &outcome["margin"]), (&json!("black"), &json!(17.5)));
}

#[tokio::test]
async fn after_swap2_the_seats_are_as_chosen() {
    let (server, _folder) = server().await;
    let (first, second) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let mut game = by_link("gomoku");
    game["rules"] = json!("freestyle+swap2");
    let game = first.make(game).await;
    let id = id(&game);
    join(&second, &game).await;
    for (n, name) in ["h8", "h9", "i8"].into_iter().enumerate() {
        assert_eq!(
            second.act(&id, json!({ "do": "move", "name": "a1" })).await.code(),
            "not_your_turn",
            "{n}"
        );
        assert_eq!(first.act(&id, json!({ "do": "move", "name": name })).await.status, 200);
    }
    let live = second.see(&id).await["live"].clone();
    assert_eq!((&live["phase"], &live["turn"]), (&json!("opening"), &json!("white")));
    assert_eq!(live["opening"]["options"], json!(["black", "white", "more"]));
    let refused = second.act(&id, json!({ "do": "move", "name": "j9" })).await;
    assert_eq!(
        (refused.code(), &refused.json()["error"]["zh"]),
        ("out_of_order".into(), &json!("请先作出选择，再落子"))
    );
    assert_eq!(second.act(&id, json!({ "do": "choose", "option": "black" })).await.status, 200);
    let seen = second.see(&id).await;
    assert_eq!((&seen["you"]["seats"], &seen["live"]["turn"]), (&json!(["black"]), &json!("white")));
    assert_eq!(second.act(&id, json!({ "do": "move", "name": "j9" })).await.code(), "not_your_turn");
    assert_eq!(first.act(&id, json!({ "do": "move", "name": "j9" })).await.status, 200);
}

/// A touched point is a stone, an offer or a pick, as the rule asks; the page is told which, in words.
#[tokio::test]
async fn the_rif_rule_is_played_by_touching_points() {
    let (server, _folder) = server().await;
    let (first, second) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let mut game = by_link("gomoku");
    game["rules"] = json!("renju+rif");
    let game = first.make(game).await;
    let id = id(&game);
    join(&second, &game).await;
    let named = |name: &str| json!({ "do": "move", "name": name });
    let far = first.act(&id, named("a1")).await;
    assert_eq!((far.code(), &far.json()["error"]["zh"]), ("out_of_order".into(), &json!("此子须放在天元")));
    for name in ["h8", "i9", "j10"] {
        assert_eq!(first.act(&id, named(name)).await.status, 200);
    }
    assert_eq!(second.act(&id, json!({ "do": "choose", "option": "offer3" })).await.code(), "out_of_order");
    assert_eq!(second.act(&id, json!({ "do": "choose", "option": "grey" })).await.status, 400);
    assert_eq!(second.act(&id, json!({ "do": "choose", "option": "black" })).await.status, 200);
    assert_eq!(first.act(&id, named("o1")).await.status, 200);
    let live = second.see(&id).await["live"].clone();
    assert_eq!((&live["turn"], &live["opening"]["left"]), (&json!("black"), &json!(2)));
    assert_eq!(live["opening"]["text"]["zh"], "黑方还要给出 2 个五手打点");
    for name in ["g7", "c3"] {
        assert_eq!(second.act(&id, named(name)).await.status, 200);
    }
    assert_eq!(second.act(&id, named("h9")).await.code(), "not_your_turn");
    let live = first.see(&id).await["live"].clone();
    assert_eq!(live["opening"]["offered"], live["suggestion"]);
    assert_eq!(live["legal"].as_array().unwrap().len(), 2, "only what was offered can be picked");
    assert_eq!((&live["ply"], &live["turn"]), (&json!(4), &json!("white")));
    assert_eq!(first.act(&id, named("h9")).await.code(), "out_of_order");
    assert_eq!(first.act(&id, named("c3")).await.status, 200);
    let live = first.see(&id).await["live"].clone();
    assert_eq!(
        (&live["phase"], &live["ply"], &live["turn"]),
        (&json!("playing"), &json!(5), &json!("white"))
    );
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let mut game = alone("gomoku", 15);
    game["clock"] = json!("300ms/move");
    let id = id(&person.make(game).await);
    let mut socket = person.socket().await;
    socket.watch(&id).await;
    let over = socket.until(|m| !m["live"]["outcome"].is_null()).await;
    assert_eq!(over["live"]["outcome"]["reason"], "timeout");
    assert_eq!(over["live"]["outcome"]["winner"], "white");
    assert_eq!(
        person
            .post(
                "/api/games",
                json!({
                    "kind": "go", "black": { "who": "me" }, "white": { "who": "me" }, "clock": "soon",
                })
            )
            .await
            .code(),
        "bad_clock"
    );
}

#[tokio::test]
async fn a_bot_hears_of_its_turn_and_plays() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let made = person.post("/api/bots", json!({ "name": "Robbie" })).await;
    assert_eq!(made.status, 201);
    let made = made.json();
    let (bot_id, token) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    let bot = Person::bot(server.address(), bot_id, token);
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let head = format!("GET /api/bot/stream HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.address(), bot.proof);
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut lines = BufReader::new(stream).lines();
    let game = json!({ "kind": "gomoku", "black": { "who": "bot", "id": bot_id }, "white": { "who": "me" } });
    // The stream is open when its head has come.
    while !lines.next_line().await.unwrap().unwrap().is_empty() {}
    let id = id(&person.make(game).await);
    let turn: Value = loop {
        let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
        match serde_json::from_str::<Value>(&line) {
            Ok(value) if value["type"] == "turn" => break value,
            _ => {}
        }
    };
    assert_eq!((&turn["game"], &turn["live"]["ply"]), (&json!(id), &json!(0)));
    assert_eq!(person.act(&id, json!({ "do": "move", "name": "h8" })).await.code(), "not_your_turn");
    assert_eq!(bot.act(&id, json!({ "do": "move", "name": "h8" })).await.status, 200);
    assert_eq!(person.act(&id, json!({ "do": "move", "name": "h9" })).await.status, 200);
    // Somebody else's bot may not be seated, and a removed one may not play.
    let stranger = Person::guest(server.address()).await;
    let theft =
        json!({ "kind": "gomoku", "black": { "who": "bot", "id": bot_id }, "white": { "who": "me" } });
    assert_eq!(stranger.post("/api/games", theft).await.code(), "not_yours");
    assert_eq!(person.request("DELETE", &format!("/api/bots/{bot_id}"), "", b"").await.status, 204);
    assert_eq!(bot.act(&id, json!({ "do": "move", "name": "h7" })).await.code(), "unauthorized");
}

#[tokio::test]
async fn an_analysis_streams_stops_and_reviews() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let mut socket = person.socket().await;
    let of = json!({ "kind": "othello", "size": 6, "moves": [] });
    let player = "alphabeta:depth=2";
    let ask = json!({ "type": "analyse", "re": 70, "of": of, "ms": 300, "player": player });
    socket.send_text(ask.to_string()).await;
    let done = socket.until(|m| m["re"] == 70 && (m["done"] == true || m["type"] == "error")).await;
    assert_eq!(done["candidates"].as_array().unwrap().len(), 4, "{done}");
    let endless = json!({ "type": "analyse", "re": 71, "of": of, "ms": 600_000, "player": player });
    socket.send_text(endless.to_string()).await;
    socket.until(|m| m["re"] == 71 && m["type"] == "analysis").await;
    socket.send_text(json!({ "type": "stop", "re": 71 }).to_string()).await;
    let position = socket.ask(json!({ "type": "position", "of": of })).await;
    let first = position["live"]["legal"][0].clone();
    let of = json!({ "kind": "othello", "size": 6, "moves": [first] });
    let ask = json!({ "type": "review", "re": 72, "of": of, "ms_per_move": 20, "player": player });
    socket.send_text(ask.to_string()).await;
    let reviewed = socket.until(|m| m["re"] == 72 && m["type"] != "review").await;
    assert_eq!(reviewed["graph"].as_array().unwrap().len(), 2, "{reviewed}");
    let over = socket.ask(json!({ "type": "analyse", "of": { "kind": "chess", "moves": [] } })).await;
    assert_eq!(over["error"]["code"], "bad_request");
}

/// A review looks quickly at all moves, then has the last word on each; the second time it comes from the store.
#[tokio::test]
async fn a_review_is_made_once_and_kept() {
    let (server, _folder) = server().await;
    let mut seen = Vec::new();
    // An open three that White does not stop.
    let of = json!({ "kind": "gomoku", "rules": "freestyle", "moves": [112, 98, 128, 97, 144, 210] });
    let mut early = Person::guest(server.address()).await.socket().await;
    let stored = json!({ "type": "review", "of": of, "ms_per_move": 20, "stored": true });
    assert_eq!(early.ask(stored).await["type"], "unreviewed", "nobody has reviewed it yet");
    for (re, who) in [(80, "first"), (81, "second")] {
        let person = Person::guest(server.address()).await;
        let mut socket = person.socket().await;
        let ask = json!({ "type": "review", "re": re, "of": of, "ms_per_move": 20, "stored": re == 81 });
        socket.send_text(ask.to_string()).await;
        let mut steps = Vec::new();
        let reviewed = loop {
            let told = socket.until(|m| m["re"] == re).await;
            match told["type"].as_str() {
                Some("review") => steps.push(told),
                _ => break told,
            }
        };
        assert_eq!(reviewed["type"], "reviewed", "{who}: {reviewed}");
        let quick = steps.iter().filter(|step| step["quick"] == true).count();
        assert_eq!((quick, steps.len() - quick), if re == 80 { (6, 6) } else { (0, 6) }, "{who}");
        let last: Vec<_> =
            steps.iter().filter(|step| step["quick"] == false).map(|s| s["why"].clone()).collect();
        assert!(
            last.iter().any(|why| !why.as_array().unwrap().is_empty()),
            "{who}: the blunder has a reason"
        );
        seen.push((last, reviewed["graph"].clone(), reviewed["mistakes"].clone()));
    }
    assert_eq!(seen[0], seen[1]);
}

/// A teaching game: the last move is judged, and threats are told before they happen.
#[tokio::test]
async fn the_last_move_is_judged_and_threats_are_told() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let mut socket = person.socket().await;
    let of = json!({ "kind": "gomoku", "rules": "freestyle", "moves": [112, 98, 128, 97, 144, 210] });
    socket.send_text(json!({ "type": "teach", "re": 90, "of": of, "ms_per_move": 20 }).to_string()).await;
    let taught = socket.until(|m| m["re"] == 90).await;
    assert_eq!(
        (&taught["judged"]["class"], &taught["judged"]["ply"]),
        (&json!("blunder"), &json!(6)),
        "{taught}"
    );
    let of = json!({ "kind": "gomoku", "rules": "freestyle", "moves": [112, 98, 128, 97, 144] });
    socket.send_text(json!({ "type": "teach", "re": 91, "of": of, "threats": true }).to_string()).await;
    let taught = socket.until(|m| m["re"] == 91).await;
    assert_eq!(taught["threats"].as_array().unwrap().len(), 1, "{taught}");
    assert!(taught["judged"].is_null());
}

#[tokio::test]
async fn the_server_says_what_it_offers() {
    let (server, _folder) = server().await;
    let nobody = Person::nobody(server.address());
    let meta = nobody.get("/api/meta").await.json();
    let kinds: Vec<&str> =
        meta["games"].as_array().unwrap().iter().map(|g| g["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["othello", "go", "gomoku"]);
    for game in meta["games"].as_array().unwrap() {
        assert_eq!(game["levels"].as_array().unwrap().len(), 5);
        assert!(!game["levels"][0]["about"]["zh"].as_str().unwrap().is_empty());
        // Every player that is offered can be had.
        for player in game["players"].as_array().unwrap() {
            let person = Person::guest(server.address()).await;
            person
                .make(json!({
                    "kind": game["kind"], "black": { "who": "me" },
                    "white": { "who": "engine", "player": player["player"] },
                }))
                .await;
        }
    }
    let api = nobody.get("/api/openapi.json").await.json();
    assert!(api["paths"].as_object().unwrap().len() >= 25);
    assert!(api["paths"]["/api/games/{id}/act"]["post"].is_object());
}

/// One thread, and somebody else's searches on it: the engine's place is told until it begins.
#[tokio::test]
async fn an_engine_that_waits_says_how_many_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let server = crate::serve(folder.path(), Limits { threads: 1, ..Limits::none() }).await;
    let (busy, person) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let mut analyst = busy.socket().await;
    let of = json!({ "kind": "gomoku", "size": 15, "rules": "freestyle", "moves": [112] });
    for re in [1, 2] {
        let analyse = json!({ "type": "analyse", "re": re, "of": of, "ms": 60_000 });
        analyst.send_text(analyse.to_string()).await;
    }
    // The first runs once it has told something; the second waits.
    analyst.until(|message| message["re"] == 1 && message["type"] != "error").await;
    let mut game = alone("gomoku", 15);
    game["white"] = json!({ "who": "engine", "player": "random" });
    let id = id(&person.make(game).await);
    let mut socket = person.socket().await;
    socket.watch(&id).await;
    socket.act(&id, json!({ "do": "move", "name": "h8" })).await;
    let told = socket.until(|message| message["live"]["queue"]["ahead"].is_u64()).await;
    assert_eq!((&told["live"]["thinking"], &told["live"]["queue"]["ahead"]), (&json!("white"), &json!(1)));
    assert!(told["live"]["queue"]["wait_ms"].is_u64());
    assert_eq!(person.see(&id).await["live"]["queue"]["ahead"], 1);
    for re in [1, 2] {
        analyst.send_text(json!({ "type": "stop", "re": re }).to_string()).await;
    }
    let moved =
        socket.until(|message| message["type"] == "moved" && message["move"]["side"] == "white").await;
    assert_eq!(moved["live"]["queue"], json!(null));
}

/// With as many searches waiting as may, nobody begins more of them; games that go on are played.
#[tokio::test]
async fn when_too_many_wait_new_work_for_engines_is_refused_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { threads: 1, waiting: 0, ..Limits::none() };
    let server = crate::serve(folder.path(), limits).await;
    let person = Person::guest(server.address()).await;
    let mut game = alone("gomoku", 15);
    let own = id(&person.make(game.clone()).await);
    game["white"] = json!({ "who": "engine", "player": "random" });
    let refused = person.post("/api/games", game).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too_many"));
    let error = refused.json()["error"].clone();
    assert!(error["en"].as_str().unwrap().contains("wait for the engines"), "{error}");
    assert!(error["zh"].as_str().unwrap().contains("排队"), "{error}");
    assert!(error["retry_ms"].as_u64().unwrap() >= 1000);
    assert_eq!(person.act(&own, json!({ "do": "hint" })).await.code(), "too_many");
    let of = json!({ "kind": "gomoku", "moves": [] });
    let answer = person.socket().await.ask(json!({ "type": "analyse", "of": of, "ms": 10 })).await;
    assert_eq!(answer["error"]["code"], "too_many");
    assert_eq!(person.act(&own, json!({ "do": "move", "name": "h8" })).await.status, 200);
}
