//! One address that wants everything: however many guests it makes, it has the share of one address. The address is the
//! one that a trusted proxy names.

use crate::client::Person;
use crate::games::alone;
use crate::nodes::{reaches, slow_game};
use heibai_server::{Config, Limits, Server};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A server behind a proxy on this machine.
async fn behind_a_proxy(limits: Limits) -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        limits,
        proxies: vec![[127, 0, 0, 1].into()],
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    (Server::start(config).await.unwrap(), folder)
}

/// A guest of the server who comes from an address.
async fn guest(server: &Server, address: &str) -> Person {
    from(&Person::guest(server.address()).await, address)
}

fn from(person: &Person, address: &str) -> Person {
    Person { proof: format!("{}X-Forwarded-For: {address}\r\n", person.proof), ..person.clone() }
}

#[tokio::test]
async fn guests_of_one_address_share_its_requests() {
    let limits = Limits { threads: 1, address: (0.001, 30.0), ..Limits::none() };
    let (server, _folder) = behind_a_proxy(limits).await;
    let mut guests = Vec::new();
    for _ in 0..3 {
        guests.push(guest(&server, "192.0.2.1").await);
    }
    let mut socket = guests[0].socket().await;
    for number in 0..28 {
        assert_eq!(guests[number % 3].get("/api/version").await.status, 200, "{number}");
    }
    // A message counts like a request.
    assert_eq!(socket.ask(json!({ "type": "ping" })).await["type"], "pong");
    assert_eq!(socket.ask(json!({ "type": "ping" })).await["error"]["code"], "too_many");
    for person in &guests {
        assert_eq!(person.get("/api/version").await.code(), "too_many");
    }
    // Whoever writes another address before the proxy's own word gains nothing.
    assert_eq!(from(&guests[1], "192.0.2.9, 192.0.2.1").get("/api/version").await.status, 429);
    assert_eq!(guest(&server, "192.0.2.2").await.get("/api/version").await.status, 200);
}

#[tokio::test]
async fn one_address_does_not_fill_the_engines_line() {
    let (server, _folder) =
        behind_a_proxy(Limits { threads: 1, waiting: 8, analyses: 9, ..Limits::none() }).await;
    let (address, greedy) = (server.address(), guest(&server, "192.0.2.1").await);
    greedy.make(slow_game()).await;
    reaches(address, "heibai_engine_running", 1.0).await;
    let other_greedy = guest(&server, "192.0.2.1").await;
    for waiting in 1..=2 {
        other_greedy.make(slow_game()).await;
        reaches(address, "heibai_engine_waiting", f64::from(waiting)).await;
    }
    // A quarter of the line is theirs.
    for person in [&greedy, &other_greedy, &guest(&server, "192.0.2.1").await] {
        assert_eq!(person.post("/api/games", slow_game()).await.code(), "too_many");
    }
    guest(&server, "192.0.2.2").await.make(slow_game()).await;
}

/// Brings a record with a comment of so many bytes into a library; the record's name.
async fn record(person: &Person, bytes: usize) -> String {
    let text = format!("(;GM[1]SZ[9]C[{}];B[cc])", "x".repeat(bytes));
    let kept = person.request("POST", "/api/library?name=x.sgf", "", text.as_bytes()).await.json();
    kept["entries"][0]["id"].as_str().unwrap().to_owned()
}

fn selection(ids: &[String]) -> Value {
    json!({ "ids": ids, "format": "sgf" })
}

/// A file of a few kilobytes asked for a thousand times in one request would be gigabytes with larger records.
#[tokio::test]
async fn a_record_is_exported_once_however_often_it_is_chosen() {
    let (server, _folder) = behind_a_proxy(Limits { threads: 1, ..Limits::none() }).await;
    let person = Person::guest(server.address()).await;
    let (one, other) = (record(&person, 20_000).await, record(&person, 10_000).await);
    let mut ids = vec![one; 900];
    ids.push(other);
    let file = person.post("/api/library/export", selection(&ids)).await;
    assert_eq!(file.status, 200);
    assert!((30_000..35_000).contains(&file.body.len()), "{}", file.body.len());
}

/// What is not read yet is in memory: of one address only so much, and nobody else waits for it.
#[tokio::test]
async fn large_answers_of_one_address_wait_for_each_other() {
    let (server, _folder) = behind_a_proxy(Limits { threads: 2, ..Limits::none() }).await;
    let owner = Person::guest(server.address()).await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(record(&owner, 3_500_000).await);
    }
    let (greedy, other) = (from(&owner, "192.0.2.1"), from(&owner, "192.0.2.2"));
    // More than the system's own buffers hold.
    let body = selection(&ids).to_string();
    let request = format!(
        "POST /api/library/export HTTP/1.1\r\nHost: {}\r\n{}Content-Length: {}\r\n\r\n{body}",
        server.address(),
        greedy.proof,
        body.len()
    );
    let mut unread = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"HTTP/1.1 200");
        unread.push(stream);
    }
    let path = format!("/api/library/{}/export?format=sgf", ids[0]);
    let mut fifth = std::pin::pin!(greedy.get(&path));
    let early = tokio::time::timeout(Duration::from_millis(500), fifth.as_mut()).await;
    assert!(early.is_err(), "it waits until one of the four is read");
    let read = other.get(&path).await;
    assert_eq!(read.headers["content-length"].parse(), Ok(read.body.len()));
    assert!(read.body.len() > 3_500_000);
    assert_eq!(greedy.post("/api/games", alone("go", 9)).await.status, 201);
    drop(unread.pop());
    assert_eq!(fifth.await.body, read.body);
}
