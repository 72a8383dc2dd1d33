//! The page that works without a server, shown by one.

use crate::client::Person;
use heibai_server::{Config, Server, StartError};

#[tokio::test]
async fn the_offline_page_is_shown_under_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    std::fs::create_dir_all(site.join("data/go")).unwrap();
    for (name, text) in [("index.html", "<p>"), ("sw.js", "1"), ("data/go/x.hbn", "n"), ("core.1.wasm", "w")]
    {
        std::fs::write(site.join(name), text).unwrap();
    }
    std::fs::write(folder.path().join("secret"), "no").unwrap();
    let config = || Config::new(([127, 0, 0, 1], 0).into(), folder.path().join("data"));
    let server = Server::start(Config { offline_page: Some(site), ..config() }).await.unwrap();
    let person = Person::nobody(server.address());
    assert_eq!(person.get("/api/meta").await.json()["offline"], true);
    for (path, content, text) in [
        ("/offline/", "text/html; charset=utf-8", "<p>"),
        ("/offline/index.html", "text/html; charset=utf-8", "<p>"),
        ("/offline/sw.js", "text/javascript; charset=utf-8", "1"),
        ("/offline/data/go/x.hbn", "application/octet-stream", "n"),
        ("/offline/core.1.wasm", "application/wasm", "w"),
    ] {
        let response = person.get(path).await;
        let told = (response.status, response.headers["content-type"].as_str(), &response.body[..]);
        assert_eq!(told, (200, content, text.as_bytes()), "{path}");
        // What a browser wants before threads may share memory.
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(response.headers[name], value, "{path}");
        }
    }
    for path in ["/offline/nothing.js", "/offline/../secret", "/offline/%2e%2e/secret", "/offline/data"] {
        assert_eq!(person.get(path).await.status, 404, "{path}");
    }
    let moved = person.get("/offline").await;
    assert_eq!((moved.status, moved.headers["location"].as_str()), (308, "/offline/"));
    server.stop().await;
    let empty = Config { offline_page: Some(folder.path().join("nowhere")), ..config() };
    assert!(matches!(Server::start(empty).await, Err(StartError::OfflinePage { .. })));
}
