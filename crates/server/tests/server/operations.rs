//! What the owner of a server needs: one server a file, copies while it runs, a proxy in front, and a word on its health.

use crate::client::{Person, raw};
use crate::games::{alone, id};
use crate::{serve, server};
use heibai_server::{Config, Limits, Server};
use serde_json::json;

fn limits() -> Limits {
    Limits { threads: 1, ..Limits::default() }
}

#[tokio::test]
async fn a_second_server_on_one_file_is_refused_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let first = serve(folder.path(), limits()).await;
    let config =
        || Config { limits: limits(), ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned()) };
    let refused = Server::start(config()).await.err().expect("the file is in use");
    assert!(refused.to_string().contains("another server uses"), "{refused}");
    first.stop().await;
    Server::start(config()).await.expect("the file is free again").stop().await;
}

#[tokio::test]
async fn a_database_that_is_none_is_named_at_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("heibai.db"),
        "this is no database, but it is long enough to be one".repeat(99),
    )
    .unwrap();
    let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
    let refused = Server::start(config.clone()).await.err().expect("no database");
    assert!(refused.to_string().contains("heibai.db"), "{refused}");
    let nobody = Config { database: Some("postgres://x@127.0.0.1:1/x".to_owned()), ..config };
    let refused = Server::start(nobody).await.err().expect("nobody listens there");
    assert!(refused.to_string().contains("127.0.0.1:1/x"), "{refused}");
}

#[tokio::test]
async fn a_copy_is_made_while_games_go_on_and_can_be_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), limits()).await;
    let person = Person::guest(server.address()).await;
    let game = id(&person.make(alone("gomoku", 15)).await);
    assert_eq!(person.act(&game, json!({ "do": "move", "name": "h8" })).await.status, 200);
    let copy = folder.path().join("copy.db");
    let work = |run: fn(&std::path::Path, &std::path::Path) -> Result<(), String>| {
        let (data, copy) = (folder.path().to_owned(), copy.clone());
        tokio::task::spawn_blocking(move || run(&data, &copy))
    };
    let backup = |data: &std::path::Path, copy: &std::path::Path| {
        heibai_server::backup(data, copy).map_err(|e| e.to_string())
    };
    let restore = |data: &std::path::Path, copy: &std::path::Path| {
        heibai_server::restore(data, copy).map(drop).map_err(|e| e.to_string())
    };
    work(backup).await.unwrap().unwrap();
    assert!(work(backup).await.unwrap().unwrap_err().contains("there already"));
    assert_eq!(person.act(&game, json!({ "do": "move", "name": "h9" })).await.status, 200);
    assert!(work(restore).await.unwrap().unwrap_err().contains("another server uses"));
    server.stop().await;
    work(restore).await.unwrap().unwrap();
    let server = serve(folder.path(), limits()).await;
    let person = Person { address: server.address(), ..person };
    assert_eq!(person.see(&game).await["live"]["ply"], 1, "as it was when the copy was made");
    server.stop().await;
    // What was there before is kept, with its log.
    std::fs::rename(folder.path().join("heibai.db.old1"), &copy).unwrap();
    work(restore).await.unwrap().unwrap();
    let server = serve(folder.path(), limits()).await;
    let person = Person { address: server.address(), ..person };
    assert_eq!(person.see(&game).await["live"]["ply"], 2);
    server.stop().await;
    std::fs::write(&copy, "no copy").unwrap();
    assert!(work(restore).await.unwrap().unwrap_err().contains("no database of heibai"));
}

#[tokio::test]
async fn behind_a_proxy_the_public_name_and_the_clients_address_count() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        limits: Limits { guests: (0.001, 2.0), ..limits() },
        public_url: "https://play.example".parse().ok(),
        proxies: vec![[127, 0, 0, 1].into()],
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = Server::start(config).await.unwrap();
    let get = async |head: &str| {
        let request = format!("GET /api/me HTTP/1.1\r\nConnection: close\r\n{head}\r\n");
        raw(server.address(), request.as_bytes()).await.unwrap()
    };
    let through = |client: &str| format!("Host: play.example\r\nX-Forwarded-For: {client}\r\n");
    let guest = get(&through("1.1.1.1")).await;
    assert_eq!(guest.status, 200);
    assert!(guest.headers["set-cookie"].ends_with("; Secure"), "{}", guest.headers["set-cookie"]);
    // Each client has its own share, whatever it writes before the proxy's word.
    assert_eq!(get(&through("9.9.9.9, 1.1.1.1")).await.status, 200);
    assert_eq!(get(&through("8.8.8.8, 1.1.1.1")).await.status, 429);
    assert_eq!(get(&through("2.2.2.2")).await.status, 200);
    let own = format!("{}Origin: https://play.example\r\n", through("3.3.3.3"));
    assert_eq!(get(&own).await.status, 200);
    for foreign in ["Origin: https://evil.example\r\n", "Origin: http://play.example\r\n"] {
        assert_eq!(get(&format!("{}{foreign}", through("3.3.3.3"))).await.code(), "bad_origin");
    }
    assert_eq!(get("Host: evil.example\r\n").await.code(), "bad_origin");
}

#[tokio::test]
async fn health_is_told_to_whoever_watches() {
    let (server, _folder) = server().await;
    let ask = async |address, path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: 10.1.2.3\r\nConnection: close\r\n\r\n");
        raw(address, request.as_bytes()).await.unwrap().status
    };
    assert_eq!(ask(server.address(), "/healthz").await, 200);
    assert_eq!(ask(server.address(), "/readyz").await, 200);
    let folder = tempfile::tempdir().unwrap();
    let full = serve(folder.path(), Limits { free_space: u64::MAX, ..limits() }).await;
    assert_eq!(ask(full.address(), "/healthz").await, 200);
    assert_eq!(ask(full.address(), "/readyz").await, 503);
}
