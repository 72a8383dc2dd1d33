//! What the owner of a server sees and may do: figures, games, bans, quotas, and a restart that nobody loses a move by.

use crate::client::{Person, raw};
use crate::games::{alone, by_link, id, join};
use crate::restart::{Process, moved_to};
use crate::server;
use futures_util::StreamExt;
use heibai_server::{Config, Limits, Server};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

pub(crate) const TOKEN: &str = "a-token-that-is-long-enough";

/// A server with a token, and its owner.
pub(crate) async fn owned() -> (Server, tempfile::TempDir, Person) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        limits: Limits { threads: 1, ..Limits::default() },
        owner_token: Some(TOKEN.to_owned()),
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = Server::start(config).await.unwrap();
    let owner = Person::bot(server.address(), "", TOKEN);
    (server, folder, owner)
}

/// The value of a figure.
fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// Behind a public name the owner's programs and workers come by another: an address in the owner's own network.
#[tokio::test]
async fn the_owner_comes_by_any_address() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        limits: Limits { threads: 1, ..Limits::default() },
        owner_token: Some(TOKEN.to_owned()),
        public_url: "https://play.example".parse().ok(),
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = Server::start(config).await.unwrap();
    let ask = async |token: &str| {
        let request = format!(
            "GET /api/admin/games HTTP/1.1\r\nHost: 10.1.2.3:8866\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\n\r\n"
        );
        let answer = raw(server.address(), request.as_bytes()).await.unwrap();
        (answer.status, if answer.status == 200 { String::new() } else { answer.code() })
    };
    assert_eq!(ask(TOKEN).await, (200, String::new()));
    assert_eq!(ask("a-token-that-is-not-the-owners").await, (403, "bad_origin".to_owned()));
}

#[tokio::test]
async fn figures_count_what_happens() {
    let (server, _folder, owner) = owned().await;
    let person = Person::guest(server.address()).await;
    let read = async || String::from_utf8(person.get("/metrics").await.body).unwrap();
    let before = read().await;
    let mut game = alone("gomoku", 15);
    game["white"] = json!({ "who": "engine", "player": "random" });
    let game = id(&person.make(game).await);
    let mut socket = person.socket().await;
    socket.watch(&game).await;
    socket.act(&game, json!({ "do": "move", "name": "h8" })).await;
    while person.see(&game).await["live"]["ply"] != 2 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let after = read().await;
    let grown = |name: &str| figure(&after, name) - figure(&before, name);
    assert_eq!(grown("heibai_games_loaded"), 1.0);
    assert_eq!(grown("heibai_sockets"), 1.0);
    assert_eq!(grown("heibai_action_seconds_count"), 1.0);
    assert_eq!(grown("heibai_engine_work_seconds_count"), 1.0);
    assert_eq!(grown("heibai_engine_wait_seconds_count"), 1.0);
    assert_eq!(grown("heibai_socket_messages_total"), 2.0);
    assert!(grown("heibai_request_seconds_count") >= 3.0);
    assert_eq!(figure(&after, "heibai_store_ready"), 1.0);
    assert!(figure(&after, "heibai_action_seconds_bucket{le=\"+Inf\"}") >= 1.0);
    if cfg!(target_os = "linux") {
        assert!(figure(&after, "process_resident_memory_bytes") > 1e6);
        assert!(figure(&after, "process_open_fds") > 3.0);
    }
    // What comes through a proxy is not this machine, unless the owner asks.
    let through = |more: &str| {
        format!(
            "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 9.9.9.9\r\n{more}\r\n"
        )
    };
    assert_eq!(raw(server.address(), through("").as_bytes()).await.unwrap().code(), "unauthorized");
    assert_eq!(raw(server.address(), through(&owner.proof).as_bytes()).await.unwrap().status, 200);
}

#[tokio::test]
async fn only_the_token_opens_the_owners_pages() {
    let (server, _folder) = server().await;
    let pages = ["/api/admin/games", "/api/admin/bans", "/api/admin/quotas"];
    for page in pages {
        assert_eq!(Person::bot(server.address(), "", TOKEN).get(page).await.code(), "not_found");
    }
    let (server, _folder, owner) = owned().await;
    let guest = Person::guest(server.address()).await;
    for page in pages {
        assert_eq!(owner.get(page).await.status, 200);
        assert_eq!(guest.get(page).await.code(), "unauthorized");
        let wrong = Person::bot(server.address(), "", &TOKEN.replace("long", "wrong"));
        assert_eq!(wrong.get(page).await.code(), "unauthorized");
    }
    let ban = json!({ "reason": "" }).to_string();
    let refused = guest.request("PUT", "/api/admin/bans/p_x", "", ban.as_bytes()).await;
    assert_eq!(refused.code(), "unauthorized");
}

#[tokio::test]
async fn a_game_that_the_owner_closes_is_over_for_everybody() {
    let (server, folder, owner) = owned().await;
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let game = black.make(by_link("gomoku")).await;
    join(&white, &game).await;
    let id = id(&game);
    let mut socket = white.socket().await;
    socket.watch(&id).await;
    black.act(&id, json!({ "do": "move", "name": "h8" })).await;
    let listed = owner.get("/api/admin/games").await.json();
    let line = &listed["games"][0];
    assert_eq!(
        (&line["id"], &line["moves"], &line["watchers"]),
        (&json!(id), &json!(1), &json!(1)),
        "{listed}"
    );
    assert_eq!([&line["black"]["id"], &line["white"]["id"]], [&json!(black.id), &json!(white.id)]);
    let close = format!("/api/admin/games/{id}/close");
    assert_eq!(owner.post(&close, json!({})).await.status, 204);
    assert_eq!(owner.post(&close, json!({})).await.status, 204);
    assert_eq!(owner.post("/api/admin/games/nothing/close", json!({})).await.code(), "not_found");
    socket.until(|message| message["type"] == "lost").await;
    assert_eq!(white.act(&id, json!({ "do": "move", "name": "h9" })).await.code(), "set_aside");
    assert_eq!(owner.get("/api/admin/games?status=aside").await.json()["games"][0]["id"], json!(id));
    // For good.
    server.stop().await;
    let server = crate::serve(folder.path(), Limits { threads: 1, ..Limits::default() }).await;
    let white = moved_to(&white, server.address());
    assert_eq!(white.get(&format!("/api/games/{id}")).await.code(), "set_aside");
}

#[tokio::test]
async fn who_is_banned_stays_out_and_may_come_back() {
    let (server, folder, owner) = owned().await;
    let (bad, good) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let game = id(&bad.make(alone("gomoku", 15)).await);
    let bot = bad.post("/api/bots", json!({ "name": "bot" })).await.json();
    let (bot_id, token) = (bot["id"].as_str().unwrap(), bot["token"].as_str().unwrap());
    let bot = Person::bot(server.address(), bot_id, token);
    let mut socket = bad.socket().await;
    let ban = async |who: &str| {
        let body = json!({ "reason": "noise" }).to_string();
        owner.request("PUT", &format!("/api/admin/bans/{who}"), "", body.as_bytes()).await.status
    };
    assert_eq!([ban(&bad.id).await, ban(bot_id).await, ban("%00").await], [204, 204, 400]);
    assert_eq!(bad.act(&game, json!({ "do": "move", "name": "h8" })).await.code(), "banned");
    assert_eq!(bot.get("/api/me").await.code(), "banned");
    assert_eq!(bad.try_socket("").await.err(), Some(403));
    socket.send_text(json!({ "type": "ping" }).to_string()).await;
    assert!(socket.next().await.is_none(), "an open socket ends at the next message");
    assert_eq!(good.get("/api/me").await.status, 200);
    let listed = owner.get("/api/admin/bans").await.json();
    assert_eq!((&listed["bans"][0]["who"], &listed["bans"][0]["reason"]), (&json!(bad.id), &json!("noise")));
    // A ban outlives a restart, and an address can be shut out as well; the owner gets in from there.
    server.stop().await;
    let config = Config {
        limits: Limits { threads: 1, ..Limits::default() },
        owner_token: Some(TOKEN.to_owned()),
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = Server::start(config).await.unwrap();
    let [bad, good, owner] = [bad, good, owner].map(|person| moved_to(&person, server.address()));
    assert_eq!(bad.get("/api/me").await.code(), "banned");
    let unban =
        async |who: &str| owner.request("DELETE", &format!("/api/admin/bans/{who}"), "", b"").await.status;
    assert_eq!(owner.request("PUT", "/api/admin/bans/127.0.0.1", "", b"{}").await.status, 204);
    assert_eq!(good.get("/api/me").await.code(), "banned");
    assert_eq!([unban("127.0.0.1").await, unban(&bad.id).await, unban(&bad.id).await], [204, 204, 404]);
    assert_eq!(bad.act(&game, json!({ "do": "move", "name": "h8" })).await.status, 200);
}

#[tokio::test]
async fn a_quota_holds_for_its_player_alone() {
    let (server, _folder, owner) = owned().await;
    let (one, two) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let set = async |quota: Value| {
        let path = format!("/api/admin/quotas/{}", one.id);
        owner.request("PUT", &path, "", quota.to_string().as_bytes()).await.status
    };
    assert_eq!(set(json!({ "open_games": 1, "library": 10 })).await, 204);
    one.make(alone("gomoku", 15)).await;
    assert_eq!(one.post("/api/games", alone("gomoku", 15)).await.code(), "too_many");
    let record = b"(;GM[1]SZ[9];B[cc])";
    assert_eq!(one.request("POST", "/api/library", "", record).await.code(), "too_many");
    for _ in 0..2 {
        two.make(alone("gomoku", 15)).await;
    }
    assert_eq!(two.request("POST", "/api/library", "", record).await.status, 201);
    let listed = owner.get("/api/admin/quotas").await.json();
    assert_eq!(listed["quotas"], json!([{ "player": one.id, "open_games": 1, "library": 10 }]));
    assert_eq!(set(json!({})).await, 204);
    one.make(alone("gomoku", 15)).await;
    assert_eq!(owner.get("/api/admin/quotas").await.json()["quotas"], json!([]));
}

/// Moves come as fast as they are answered while the server is asked to end.
#[cfg(unix)]
#[tokio::test]
async fn a_server_that_is_asked_to_end_loses_no_acknowledged_move_and_says_so() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let person = Person::guest(server.address).await;
    let game = id(&person.make(alone("go", 19)).await);
    let mut socket = person.socket().await;
    socket.watch(&game).await;
    let pid = Pid::from_raw(server.child.id() as i32).unwrap();
    let mut acknowledged = 0;
    let send = |ply: usize| {
        json!({ "type": "act", "re": ply, "game": game, "do": "move", "point": 2 * ply, "ply": ply })
            .to_string()
    };
    for ply in 0..10 {
        socket.send_text(send(ply)).await;
    }
    let mut close = None;
    while let Some(Ok(message)) = socket.stream.next().await {
        match message {
            Message::Text(text) => {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["type"] == "done" {
                    acknowledged += 1;
                    if acknowledged == 5 {
                        kill_process(pid, Signal::TERM).unwrap();
                    }
                    socket.send_text(send(acknowledged + 9)).await;
                }
            }
            Message::Close(frame) => close = frame.map(|frame| u16::from(frame.code)),
            _ => {}
        }
    }
    assert_eq!(close, Some(1012), "a word that the server restarts");
    // It ends by itself.
    server.child.wait().unwrap();
    let server = Process::start(folder.path());
    let moves = moved_to(&person, server.address).see(&game).await["moves"].as_array().unwrap().len();
    assert!(acknowledged >= 5 && moves >= acknowledged, "{acknowledged} acknowledged, {moves} stored");
    server.kill();
}
