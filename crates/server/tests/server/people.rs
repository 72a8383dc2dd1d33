//! Games between people: no engine helps, the colours change for a rematch, two talk, anybody finds a game.

use crate::client::{Person, Socket};
use crate::games::{alone, by_link, id, join};
use crate::{serve, server};
use heibai_server::{Config, Limits, Server};
use serde_json::{Value, json};

/// Two people who play, and their game.
async fn pair(server: &Server, kind: &str) -> (Person, Person, Value) {
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let game = black.make(by_link(kind)).await;
    assert_eq!(join(&white, &game).await.status, 200);
    (black, white, game)
}

async fn play(people: [&Person; 2], game: &str, names: &[&str]) {
    for (ply, name) in names.iter().enumerate() {
        let played = people[ply % 2].act(game, json!({ "do": "move", "name": name })).await;
        assert_eq!(played.status, 200, "{name}");
    }
}

#[tokio::test]
async fn no_engine_helps_while_two_people_play() {
    let (server, _folder) = server().await;
    let (black, white, game) = pair(&server, "gomoku").await;
    let id = id(&game);
    play([&black, &white], &id, &["h8", "i8", "h9", "i9", "h7"]).await;
    let seen = white.see(&id).await;
    assert_eq!(seen["between_people"], true);
    assert_eq!(white.act(&id, json!({ "do": "hint" })).await.code(), "fair_play");
    assert_eq!(black.act(&id, json!({ "do": "hint" })).await.code(), "fair_play");

    // Nor a copy of the game, an earlier position or what might follow; turned boards are the same boards.
    let moves: Vec<Value> = seen["moves"].as_array().unwrap().iter().map(|m| m["point"].clone()).collect();
    let line = |moves: &[Value]| json!({ "kind": "gomoku", "size": 15, "moves": moves });
    let mut on = moves.clone();
    on.push(json!(0));
    let mirrored: Vec<Value> =
        moves.iter().map(|p| p.as_u64().unwrap()).map(|p| json!(p / 15 * 15 + 14 - p % 15)).collect();
    let mut socket = white.socket().await;
    for of in [line(&moves), line(&moves[..2]), line(&on), line(&mirrored)] {
        for ask in [json!({ "type": "analyse", "of": of }), json!({ "type": "review", "of": of })] {
            let refused = socket.ask(ask).await;
            assert_eq!(refused["error"]["code"], "fair_play", "{of}");
        }
        assert_eq!(white.post("/api/overlays", of.clone()).await.code(), "fair_play");
        assert_eq!(white.post("/api/openings", of).await.code(), "fair_play");
    }
    let engine = json!({ "who": "engine", "player": "best" });
    let copy = json!({
        "kind": "gomoku", "black": engine, "white": { "who": "me" }, "from": { "game": id, "ply": 5 },
    });
    assert_eq!(white.post("/api/games", copy).await.code(), "fair_play");
    let mut of = alone("gomoku", 15);
    of["from"] = json!({ "game": id, "ply": 5 });
    let copy = white.make(of).await;
    let copy = copy["id"].as_str().unwrap();
    assert_eq!(white.act(copy, json!({ "do": "hint" })).await.code(), "fair_play");

    // Another position is nobody's secret, and a spectator plays no part.
    let other = line(&[json!(0), json!(1), json!(20), json!(30)]);
    let answer = socket.ask(json!({ "type": "analyse", "of": other, "player": "random", "ms": 1 })).await;
    assert_eq!(answer["type"], "analysis", "{answer}");
    let mut spectator = Person::guest(server.address()).await.socket().await;
    let ask = json!({ "type": "analyse", "of": line(&moves), "player": "random", "ms": 1 });
    assert_eq!(spectator.ask(ask.clone()).await["type"], "analysis");

    // When it is over everybody may look.
    white.act(&id, json!({ "do": "resign" })).await;
    assert_eq!(socket.ask(ask).await["type"], "analysis");
    assert_eq!(white.post("/api/overlays", line(&moves)).await.status, 200);
}

#[tokio::test]
async fn a_rematch_changes_colours_and_the_old_link_leads_on() {
    let (server, _folder) = server().await;
    let (black, white, game) = pair(&server, "othello").await;
    let first = id(&game);
    let mut spectator = Person::nobody(server.address()).socket().await;
    spectator.watch(&first).await;
    play([&black, &white], &first, &["f5"]).await;
    assert_eq!(black.act(&first, json!({ "do": "rematch" })).await.code(), "bad_request");
    white.act(&first, json!({ "do": "resign" })).await;

    // Who is refused may ask again, and who has asked already asks no second time.
    assert_eq!(black.act(&first, json!({ "do": "rematch" })).await.status, 200);
    assert_eq!(white.see(&first).await["live"]["offer"], json!({ "what": "rematch", "by": "black" }));
    assert_eq!(white.act(&first, json!({ "do": "answer", "accept": false })).await.status, 200);
    assert_eq!(white.see(&first).await["live"]["offer"], Value::Null);
    assert_eq!(black.act(&first, json!({ "do": "rematch" })).await.status, 200);
    assert_eq!(black.act(&first, json!({ "do": "answer", "accept": false })).await.status, 200);
    assert_eq!(white.see(&first).await["live"]["offer"], Value::Null, "taken back");
    assert_eq!(black.act(&first, json!({ "do": "rematch" })).await.status, 200);
    assert_eq!(black.act(&first, json!({ "do": "rematch" })).await.status, 200);
    assert_eq!(white.see(&first).await["live"]["next"], Value::Null);
    let nobody = Person::guest(server.address()).await;
    assert_eq!(nobody.act(&first, json!({ "do": "rematch" })).await.code(), "not_yours");

    assert_eq!(white.act(&first, json!({ "do": "answer", "accept": true })).await.status, 200);
    let told = spectator.until(|m| m["what"] == "next").await;
    let second = told["live"]["next"].as_str().unwrap().to_owned();
    assert_eq!(black.see(&first).await["live"]["next"], json!(second));
    assert_eq!(black.see(&second).await["you"]["seats"], json!(["white"]));
    assert_eq!(white.see(&second).await["you"]["seats"], json!(["black"]));
    assert_eq!(white.see(&second).await["live"]["phase"], "playing");
    play([&white, &black], &second, &["f5", "f6"]).await;
    assert_eq!(black.act(&first, json!({ "do": "rematch" })).await.code(), "bad_request");
    // The first game stays as it was.
    assert_eq!(black.see(&first).await["live"]["outcome"]["winner"], "black");
}

/// Says something; the answer's type, or the code of the refusal.
async fn say(socket: &mut Socket, game: &str, text: &str) -> String {
    let answer = socket.ask(json!({ "type": "say", "game": game, "text": text })).await;
    let said = answer["error"]["code"].as_str().or(answer["type"].as_str());
    said.unwrap_or_default().to_owned()
}

#[tokio::test]
async fn players_talk_within_limits_and_nobody_else_hears() {
    let (server, _folder) = server().await;
    let (black, white, game) = pair(&server, "go").await;
    let id = id(&game);
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    let stranger = Person::guest(server.address()).await;
    let mut s = stranger.socket().await;
    for socket in [&mut b, &mut w, &mut s] {
        socket.watch(&id).await;
    }
    assert_eq!(say(&mut b, &id, "<b>你好</b>\n").await, "done");
    let heard = w.until(|m| m["type"] == "said").await;
    assert_eq!((&heard["by"], &heard["text"]), (&json!("black"), &json!("<b>你好</b>")));
    assert_eq!(say(&mut w, &id, " ").await, "bad_request");
    assert_eq!(say(&mut w, &id, &"x".repeat(201)).await, "bad_request");
    assert_eq!(say(&mut s, &id, "hello").await, "not_yours");
    // Who comes back reads what was said; a spectator does not, and the record has nothing of it.
    assert_eq!(white.see(&id).await["chat"][0]["text"], "<b>你好</b>");
    assert_eq!(stranger.see(&id).await["chat"], json!([]));
    let export = black.get(&format!("/api/library/{id}/export?format=sgf")).await;
    assert!(export.status == 200 && !String::from_utf8_lossy(&export.body).contains("你好"));
    // A flood is refused with the time to wait.
    let mut last = String::new();
    for n in 0..8 {
        last = say(&mut b, &id, &n.to_string()).await;
    }
    assert_eq!(last, "too_many");
    // The spectator heard nothing of all this: the next thing he hears is a move.
    black.act(&id, json!({ "do": "move", "name": "D4" })).await;
    let next = s.until(|m| m["type"] == "said" || m["type"] == "moved").await;
    assert_eq!(next["type"], "moved");
    // Alone there is nobody to talk to.
    let own = crate::games::id(&black.make(alone("go", 9)).await);
    assert_eq!(say(&mut w, &own, "hello").await, "not_yours");
}

#[tokio::test]
async fn a_lobby_lists_games_for_anybody_unless_its_owner_closed_it() {
    let (open, _folder) = server().await;
    let maker = Person::guest(open.address()).await;
    let mut listed = by_link("othello");
    listed["public"] = json!(true);
    let game = maker.make(listed.clone()).await;
    maker.make(by_link("go")).await;
    let guest = Person::guest(open.address()).await;
    let games = guest.get("/api/lobby").await.json()["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 1, "a game by link alone is nobody else's: {games}");
    assert_eq!(
        (&games[0]["id"], &games[0]["side"], &games[0]["mine"]),
        (&game["id"], &json!("white"), &json!(false))
    );
    assert_eq!(games[0]["here"], false);
    let mut socket = maker.socket().await;
    socket.watch(&id(&game)).await;
    let mine = maker.get("/api/lobby").await.json()["games"][0].clone();
    assert_eq!((&mine["here"], &mine["mine"]), (&json!(true), &json!(true)));
    // No code is needed, and the seat is taken once.
    let path = format!("/api/games/{}/join", id(&game));
    assert_eq!(guest.post(&path, json!({})).await.json()["you"]["seats"], json!(["white"]));
    let late = Person::guest(open.address()).await;
    assert_eq!(late.post(&path, json!({})).await.code(), "not_waiting");
    assert_eq!(guest.get("/api/lobby").await.json()["games"], json!([]));
    // A game between people is no engine match.
    assert_eq!(guest.get("/api/live").await.json()["games"], json!([]));
    assert_eq!(guest.get("/api/meta").await.json()["lobby"], true);

    let folder = tempfile::tempdir().unwrap();
    let config = Config { lobby: false, ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned()) };
    let closed = Server::start(config).await.unwrap();
    let maker = Person::guest(closed.address()).await;
    let game = maker.make(listed).await;
    assert_eq!((game["public"].clone(), maker.get("/api/lobby").await.status), (json!(false), 404));
    let guest = Person::guest(closed.address()).await;
    let path = format!("/api/games/{}/join", id(&game));
    assert_eq!(guest.post(&path, json!({})).await.code(), "bad_invite");
    assert_eq!(guest.get("/api/meta").await.json()["lobby"], false);
}

#[tokio::test]
async fn either_side_takes_up_a_game_that_broke_off() {
    let folder = tempfile::tempdir().unwrap();
    let limits = || Limits { threads: 1, ..Limits::default() };
    let server = serve(folder.path(), limits()).await;
    let (mut black, mut white, game) = pair(&server, "gomoku").await;
    let id = id(&game);
    play([&black, &white], &id, &["h8", "i8"]).await;
    server.stop().await;

    // Both come back to another server on the same data: one by the invitation again, one by the plain link.
    let server = serve(folder.path(), limits()).await;
    (black.address, white.address) = (server.address(), server.address());
    let again = join(&white, &game).await;
    assert_eq!((again.status, &again.json()["you"]["seats"]), (200, &json!(["white"])));
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    assert_eq!(w.watch(&id).await["seats"]["black"]["online"], false);
    assert_eq!(b.watch(&id).await["seats"]["white"]["online"], true);
    let here = w.until(|m| m["what"] == "online").await;
    assert_eq!(here["seats"]["black"]["online"], true);
    assert_eq!(b.act(&id, json!({ "do": "move", "name": "h9" })).await["ply"], 3);
    assert_eq!(w.until(|m| m["type"] == "moved").await["move"]["name"], "h9");
    // Whoever leaves is away.
    drop(b);
    let away = w.until(|m| m["what"] == "online").await;
    assert_eq!(away["seats"]["black"]["online"], false);
    // A stranger with the used invitation only watches.
    let stranger = Person::guest(server.address()).await;
    assert_eq!(join(&stranger, &game).await.code(), "not_waiting");
}
