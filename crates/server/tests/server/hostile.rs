//! Hostile clients: whatever they send, the server answers with a reason or hangs up, and goes on.

use crate::client::{Person, raw};
use crate::games::{alone, by_link, id, join};
use crate::{serve, server};
use futures_util::SinkExt;
use heibai_server::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::{Bytes, Message};

#[tokio::test]
async fn malformed_messages_are_refused_and_then_the_connection_is_closed() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let mut socket = person.socket().await;
    let nonsense = [
        "",
        "{",
        "[]",
        "null",
        "\"watch\"",
        r#"{"type":"nothing"}"#,
        r#"{"type":"act","game":1,"do":"move"}"#,
    ];
    for text in nonsense {
        socket.send_text(text).await;
        let answer = socket.next().await.expect("a refusal");
        assert_eq!(answer["error"]["code"], "bad_request", "{text}: {answer}");
        assert!(!answer["error"]["zh"].as_str().unwrap().is_empty());
    }
    socket.stream.send(Message::Binary(Bytes::from_static(&[0xff; 64]))).await.unwrap();
    assert_eq!(socket.next().await, None, "eight unreadable messages are enough");
    // The others do not notice.
    let answer = person.socket().await.ask(json!({ "type": "ping" })).await;
    assert_eq!(answer["type"], "pong");
}

#[tokio::test]
async fn deep_and_odd_json_is_refused() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let deep = "[".repeat(60_000);
    let response = person.request("POST", "/api/games", "", deep.as_bytes()).await;
    assert_eq!((response.status, response.code().as_str()), (400, "bad_request"));
    let bodies: [&[u8]; 5] = [b"", b"\xff\xfe", b"{\"kind\":\"chess\"}", b"{}", b"nonsense"];
    for body in bodies {
        let response = person.request("POST", "/api/games", "", body).await;
        assert_eq!(response.status, 400, "{body:?}");
    }
    for (size, komi) in [(0, 0.0), (3, 0.0), (26, 0.0), (1_000_000, 0.0), (9, 0.3), (9, 1e300)] {
        let mut game = alone("go", size);
        game["komi"] = json!(komi);
        let response = person.post("/api/games", game).await;
        let refused = response.status == 400 && response.code() == "bad_rules";
        assert!(refused || size == 3, "{size} {komi}: {}", response.status);
    }
}

#[tokio::test]
async fn moves_off_the_board_occupied_and_out_of_turn_change_nothing() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let game = person.make(alone("othello", 8)).await;
    let id = id(&game);
    let cases = [
        (json!({ "do": "move", "point": 64 }), 422, "INVALID_POSITION"),
        (json!({ "do": "move", "point": 65535 }), 422, "INVALID_POSITION"),
        (json!({ "do": "move", "name": "z99" }), 422, "INVALID_POSITION"),
        (json!({ "do": "move", "name": "d4" }), 422, "POSITION_OCCUPIED"),
        (json!({ "do": "move", "name": "a1" }), 422, "flips_nothing"),
        (json!({ "do": "pass" }), 422, "cannot_pass"),
        (json!({ "do": "move", "point": -1 }), 400, "bad_request"),
        (json!({ "do": "move", "point": 1e9 }), 400, "bad_request"),
        (json!({ "do": "move" }), 400, "bad_request"),
        (json!({ "do": "move", "point": 19, "name": "d3" }), 400, "bad_request"),
        (json!({ "do": "move", "name": "d3", "ply": 7 }), 409, "stale"),
        (json!({ "do": "agree" }), 409, "not_counting"),
        (json!({ "do": "mark", "point": 27, "as": "dead" }), 409, "not_counting"),
        (json!({ "do": "resume" }), 409, "not_counting"),
        (json!({ "do": "answer", "accept": true }), 409, "no_offer"),
        (json!({ "do": "choose", "option": "black" }), 409, "out_of_order"),
        (json!({ "do": "pace", "ms": 1 }), 403, "not_yours"),
        (json!({ "do": "win" }), 400, "bad_request"),
    ];
    for (action, status, code) in cases {
        let response = person.act(&id, action.clone()).await;
        assert_eq!((response.status, response.code().as_str()), (status, code), "{action}");
    }
    assert_eq!(person.see(&id).await["live"], game["live"], "nothing has changed");
}

#[tokio::test]
async fn nobody_acts_in_other_peoples_games() {
    let (server, _folder) = server().await;
    let (black, white) = (Person::guest(server.address()).await, Person::guest(server.address()).await);
    let stranger = Person::guest(server.address()).await;
    let nobody = Person::nobody(server.address());
    let game = black.make(by_link("go")).await;
    let id = id(&game);
    let path = format!("/api/games/{id}/join");
    for code in ["", "x", "aaaaaaaaaaaaaaaa"] {
        assert_eq!(stranger.post(&path, json!({ "code": code })).await.code(), "bad_invite");
    }
    assert_eq!(stranger.see(&id).await["you"]["invite"], Value::Null, "the code is the maker's to give");
    assert_eq!(join(&white, &game).await.status, 200);
    assert_eq!(join(&stranger, &game).await.code(), "not_waiting");
    let actions = [
        json!({ "do": "move", "name": "C3" }),
        json!({ "do": "pass" }),
        json!({ "do": "resign" }),
        json!({ "do": "resign", "side": "black" }),
        json!({ "do": "undo" }),
        json!({ "do": "draw" }),
        json!({ "do": "hint" }),
        json!({ "do": "agree" }),
        json!({ "do": "pause" }),
    ];
    for action in actions {
        assert_eq!(stranger.act(&id, action.clone()).await.code(), "not_yours", "{action}");
        assert_eq!(nobody.act(&id, action.clone()).await.code(), "unauthorized", "{action}");
    }
    assert_eq!(black.act(&id, json!({ "do": "resign", "side": "white" })).await.code(), "not_yours");
    assert_eq!(stranger.request("DELETE", &format!("/api/games/{id}"), "", b"").await.code(), "not_yours");
    assert_eq!(black.see(&id).await["live"]["outcome"], Value::Null);
}

#[tokio::test]
async fn forged_cookies_and_tokens_are_nobodys() {
    let (server, _folder) = server().await;
    let victim = Person::guest(server.address()).await;
    let id = id(&victim.make(alone("gomoku", 15)).await);
    let signed = victim.proof.trim().trim_start_matches("Cookie: heibai=");
    let (name, signature) = signed.split_once('.').unwrap();
    let other = Person::guest(server.address()).await;
    let stolen = other.proof.trim().split_once('.').unwrap().1.to_owned();
    let forged = [
        format!("{name}."),
        name.to_owned(),
        format!("{name}.{}", "0".repeat(64)),
        format!("{name}.{stolen}"),
        format!("{name}.{}", signature.to_uppercase()),
        format!("{}.{signature}", other.id),
    ];
    for value in forged {
        let thief = Person { proof: format!("Cookie: heibai={value}\r\n"), ..victim.clone() };
        let response = thief.act(&id, json!({ "do": "move", "name": "h8" })).await;
        assert_eq!((response.status, response.code().as_str()), (401, "unauthorized"), "{value}");
    }
    for token in ["", "hb_", "hb_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "' OR 1=1 --"] {
        let thief = Person::bot(server.address(), &victim.id, token);
        let response = thief.act(&id, json!({ "do": "move", "name": "h8" })).await;
        assert_eq!(response.status, 401, "{token}");
    }
}

#[tokio::test]
async fn other_sites_are_turned_away() {
    let (server, _folder) = server().await;
    let address = server.address();
    let person = Person::guest(address).await;
    let game = alone("gomoku", 15).to_string();
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"] {
        let more = format!("Origin: {origin}\r\n");
        let response = person.request("POST", "/api/games", &more, game.as_bytes()).await;
        assert_eq!((response.status, response.code().as_str()), (403, "bad_origin"), "{origin}");
        assert_eq!(person.try_socket(origin).await.err(), Some(403), "{origin}");
    }
    let own = format!("Origin: http://{address}\r\n");
    assert_eq!(person.request("POST", "/api/games", &own, game.as_bytes()).await.status, 201);
    assert!(person.try_socket(&format!("http://{address}")).await.is_ok());
    // A foreign name that was made to point at this machine.
    let rebound = b"GET /api/me HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assert_eq!(raw(address, rebound).await.unwrap().status, 403);
}

#[tokio::test]
async fn huge_bodies_and_frames_are_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { body: 64 << 10, message: 4 << 10, threads: 1, ..Limits::default() };
    let server = serve(folder.path(), limits).await;
    let person = Person::guest(server.address()).await;
    let huge = vec![b' '; 1 << 20];
    let response = person.request("POST", "/api/position", "", &huge).await;
    assert_eq!((response.status, response.code().as_str()), (413, "too_large"));
    // A length that is only promised.
    let promise = format!(
        "POST /api/position HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: 99999999999\r\n\r\n{}",
        server.address(),
        "x".repeat(100_000)
    );
    assert_eq!(raw(server.address(), promise.as_bytes()).await.unwrap().status, 413);
    let mut socket = person.socket().await;
    socket.send_text("x".repeat(100_000)).await;
    assert_eq!(socket.next().await, None, "a frame over the limit ends the connection");
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(100_000));
    let refused = raw(server.address(), long.as_bytes()).await.map(|r| r.status);
    assert!(matches!(refused, Some(400..=499) | None), "{refused:?}");
    let many = json!({ "kind": "gomoku", "moves": vec![1; 3000] });
    assert_eq!(person.post("/api/replay", many).await.code(), "too_large");
}

#[tokio::test]
async fn floods_are_slowed_and_then_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { messages: (10.0, 20.0), requests: (5.0, 20.0), threads: 1, ..Limits::default() };
    let server = serve(folder.path(), limits).await;
    let person = Person::guest(server.address()).await;
    let mut socket = person.socket().await;
    for _ in 0..40 {
        socket.send_text(r#"{"type":"ping","re":1}"#).await;
    }
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..40 {
        let message = socket.next().await.expect("an answer to every message");
        if message["type"] == "pong" {
            answered += 1;
        } else {
            assert_eq!(message["error"]["code"], "too_many");
            assert!(message["error"]["retry_ms"].as_u64().unwrap() > 0);
            refused += 1;
        }
    }
    // Twenty at once and ten a second are let through.
    assert!(answered >= 20 && refused > 0, "{answered} answered, {refused} refused");
    for _ in 0..400 {
        socket.send_text(r#"{"type":"ping","re":1}"#).await;
    }
    while socket.next().await.is_some() {}
    let mut late = 0;
    for _ in 0..60 {
        let response = person.get("/api/version").await;
        late += u32::from(response.status == 429 && response.headers.contains_key("retry-after"));
    }
    assert!(late >= 20, "{late}");
}

#[tokio::test]
async fn guests_games_and_connections_are_limited() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        Limits { guests: (0.01, 3.0), open_games: 2, connections: 2, threads: 1, ..Limits::default() };
    let server = serve(folder.path(), limits).await;
    let person = Person::guest(server.address()).await;
    let id = id(&person.make(alone("gomoku", 15)).await);
    person.make(alone("othello", 8)).await;
    assert_eq!(person.post("/api/games", alone("go", 9)).await.code(), "too_many");
    person.act(&id, json!({ "do": "resign" })).await;
    person.make(alone("go", 9)).await;
    let (_first, _second) = (person.socket().await, person.socket().await);
    assert_eq!(person.try_socket("").await.err(), Some(429));
    let nobody = Person::nobody(server.address());
    let given = [nobody.get("/api/me").await.status, nobody.get("/api/me").await.status];
    assert_eq!(given, [200, 200]);
    assert_eq!(nobody.get("/api/me").await.status, 429);
}

/// A record of an import has as many nodes as one that is edited here: each is read again whenever it is opened.
#[tokio::test]
async fn a_record_of_endless_moves_is_left_out() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let long = format!("(;GM[1]SZ[9]{})", ";B[aa];W[bb]".repeat(25_001));
    let refused = person.request("POST", "/api/library?name=x.sgf", "", long.as_bytes()).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "bad_record"));
    assert!(refused.json()["error"]["en"].as_str().unwrap().contains("50000 nodes"), "{}", refused.json());
    let both = format!("(;GM[1]SZ[9];B[cc]){long}");
    let kept = person.request("POST", "/api/library?name=x.sgf", "", both.as_bytes()).await.json();
    assert_eq!((&kept["kept"], &kept["left"]), (&json!(1), &json!(1)), "{kept}");
}

/// What waits for a client is held in memory: one that asks for much and reads nothing is cut off.
#[tokio::test]
async fn a_client_that_does_not_read_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { threads: 1, unread: std::time::Duration::from_millis(100), ..Limits::none() };
    let server = serve(folder.path(), limits).await;
    let person = Person::guest(server.address()).await;
    let record = format!("(;GM[1]SZ[9]C[{}];B[cc])", "x".repeat(2_000_000));
    let kept = person.request("POST", "/api/library", "", record.as_bytes()).await.json();
    let path = format!("/api/library/{}/export?format=sgf", kept["entries"][0]["id"].as_str().unwrap());
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.address(), person.proof);
    let mut stream = tokio::net::TcpStream::connect(server.address()).await.unwrap();
    // More than the system's own buffers hold.
    stream.write_all(request.repeat(30).as_bytes()).await.unwrap();
    while stream.write_all(b"\r").await.is_ok() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(person.get(&path).await.body.len() > 2_000_000, "who reads gets it");
}

/// Behind a proxy every connection comes from the proxy: the client that it names is counted, with or without a cookie.
#[tokio::test]
async fn one_address_has_so_many_connections_behind_a_proxy_too() {
    let folder = tempfile::tempdir().unwrap();
    let config = heibai_server::Config {
        limits: Limits { threads: 1, ..Limits::none() },
        proxies: vec![[127, 0, 0, 1].into()],
        owner_token: Some(crate::owner::TOKEN.to_owned()),
        ..heibai_server::Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = heibai_server::Server::start(config).await.unwrap();
    let from = |address: &str| {
        let proof = format!("X-Forwarded-For: {address}\r\n");
        Person { proof, ..Person::nobody(server.address()) }
    };
    let (many, other) = (from("192.0.2.1"), from("192.0.2.2"));
    let mut open = Vec::new();
    for _ in 0..200 {
        open.push(many.socket().await);
    }
    assert_eq!(many.try_socket("").await.err(), Some(429));
    let game = id(&Person::guest(server.address()).await.make(alone("go", 9)).await);
    assert_eq!(many.get(&format!("/api/games/{game}/stream")).await.status, 429);
    // Whoever writes an address before the proxy's own word gains nothing.
    assert_eq!(from("192.0.2.7, 192.0.2.1").try_socket("").await.err(), Some(429));
    other.socket().await;
    // Of IPv6 the network is shut out: one customer has all of its addresses.
    let owner = Person::bot(server.address(), "", crate::owner::TOKEN);
    assert_eq!(owner.request("PUT", "/api/admin/bans/2001:db8::5", "", b"{}").await.status, 204);
    let status = async |address: &str| from(address).get("/api/me").await.status;
    assert_eq!([status("2001:db8::9").await, status("2001:db8:0:1::9").await], [403, 200]);
    // A place is free again when a connection ends.
    drop(open.pop());
    while many.try_socket("").await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn path_tricks_reach_no_file() {
    let (server, _folder) = server().await;
    let nobody = Person::nobody(server.address());
    let paths = [
        "/../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/....//....//etc/passwd.txt",
        "/assets/../../Cargo.toml",
        "/..\\..\\Cargo.toml",
        "//etc/passwd.conf",
        "/index.html%00.png",
        "/heibai.db",
        "/.git/config.x",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
    ];
    for path in paths {
        let response = nobody.get(path).await;
        let text = String::from_utf8_lossy(&response.body).into_owned();
        let page = response.status == 200 && text.contains("<title>");
        assert!(page || response.status == 404, "{path}: {} {text}", response.status);
        assert!(!text.contains("root:") && !text.contains("[package]"), "{path}");
    }
    for path in ["/api/nothing", "/api/games/../me/x", "/api/games/%27%20OR%201=1", "/api/games/..%2f..%2fme"]
    {
        let response = nobody.get(path).await;
        assert_eq!((response.status, response.code().as_str()), (404, "not_found"), "{path}");
    }
    assert_eq!(nobody.request("DELETE", "/api/meta", "", b"").await.code(), "method");
    assert_eq!(nobody.request("POST", "/", "", b"").await.code(), "method");
}

#[tokio::test]
async fn every_answer_has_its_protecting_headers() {
    let (server, _folder) = server().await;
    let nobody = Person::nobody(server.address());
    for path in ["/", "/game/abc", "/api/meta", "/api/nothing"] {
        let response = nobody.get(path).await;
        let policy = &response.headers["content-security-policy"];
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe-inline"), "{path}");
        assert_eq!(response.headers["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn broken_http_does_not_stop_the_server() {
    let (server, _folder) = server().await;
    let bytes: [&[u8]; 5] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz\r\n",
        b"GET /api/me HTTP/1.1\r\n\r\n",
    ];
    // All at once: some of them keep the server waiting for more until it loses patience.
    let answers = futures_util::future::join_all(bytes.map(|request| raw(server.address(), request))).await;
    for (request, answer) in bytes.iter().zip(answers) {
        let status = answer.map(|r| r.status);
        assert!(matches!(status, Some(400..=599) | None), "{request:?}: {status:?}");
    }
    assert_eq!(Person::nobody(server.address()).get("/api/health").await.status, 200);
}

/// A client may ping, but not without end: each ping is answered.
#[tokio::test]
async fn a_flood_of_pings_ends_the_connection() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let mut socket = person.socket().await;
    let ping = || Message::Ping(Bytes::from_static(&[0; 125]));
    for _ in 0..20 {
        socket.stream.send(ping()).await.unwrap();
    }
    let answer = socket.ask(json!({ "type": "ping" })).await;
    assert_eq!(answer["type"], "pong", "a few do no harm");
    // Far more than may come at once and in all the time that this takes.
    let mut sent = 0;
    while socket.stream.send(ping()).await.is_ok() {
        sent += 1;
        assert!(sent < 3_000_000, "nobody ends it");
    }
}

/// What is read is held in memory: of one address only so much at once, and whoever else comes is not kept waiting by it.
#[tokio::test]
async fn large_bodies_of_one_address_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let config = heibai_server::Config {
        limits: Limits { threads: 1, ..Limits::none() },
        proxies: vec![[127, 0, 0, 1].into()],
        ..heibai_server::Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = heibai_server::Server::start(config).await.unwrap();
    let guest = Person::guest(server.address()).await;
    let from = |address: &str| {
        let proof = format!("{}X-Forwarded-For: {address}\r\n", guest.proof);
        Person { proof, ..guest.clone() }
    };
    let (greedy, other) = (from("192.0.2.1"), from("192.0.2.2"));
    let record = format!("(;GM[1]SZ[9]C[{}];B[cc])", "x".repeat(1_000_000));
    let head = format!(
        "POST /api/library?name=x.sgf HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nExpect: 100-continue\r\n\
         {}Content-Length: {}\r\n\r\n",
        server.address(),
        greedy.proof,
        record.len()
    );
    let mut half = Vec::new();
    for _ in 0..4 {
        let mut stream = tokio::net::TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server says so when it begins to read.
        let mut go_on = [0; 12];
        stream.read_exact(&mut go_on).await.unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100");
        stream.write_all(&record.as_bytes()[..record.len() / 2]).await.unwrap();
        half.push(stream);
    }
    let import = async |person: &Person| {
        person.request("POST", "/api/library?name=x.sgf", "", record.as_bytes()).await.status
    };
    let mut fifth = std::pin::pin!(import(&greedy));
    let early = tokio::time::timeout(std::time::Duration::from_millis(500), fifth.as_mut()).await;
    assert!(early.is_err(), "it waits until one of the four is done");
    assert_eq!(import(&other).await, 201);
    assert_eq!(greedy.post("/api/replay", json!({ "kind": "go", "moves": [0, 1] })).await.status, 200);
    drop(half.pop());
    assert_eq!(fifth.await, 201);
}

/// A name that cannot be seen, or that turns the text around it, would pass for somebody else's.
#[tokio::test]
async fn names_show_what_they_are_made_of() {
    let (server, _folder) = server().await;
    let person = Person::guest(server.address()).await;
    let rename = async |name: &str| {
        let body = json!({ "name": name }).to_string();
        person.request("PUT", "/api/me", "", body.as_bytes()).await.status
    };
    for hidden in [
        "\u{200b}",
        "Ann\u{200b}",
        "\u{202e}nnA",
        "\u{3164}",
        "\u{200d}",
        "a\u{2028}b",
        "\u{feff}x",
        "\u{e0041}",
    ] {
        assert_eq!(rename(hidden).await, 400, "{hidden:?}");
    }
    for plain in ["Ann", "小明", "👩\u{200d}🚀", "a b", "<img src=x onerror=alert(1)>", "' OR 1=1 --"] {
        assert_eq!(rename(plain).await, 200, "{plain}");
        assert_eq!(person.get("/api/me").await.json()["name"], plain);
    }
}
