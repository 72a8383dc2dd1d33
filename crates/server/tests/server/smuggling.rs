//! Requests that a proxy and a server could read differently, through a real nginx configured as docs/deploy.md says: the
//! server answers exactly the requests that nginx knows of, so no other one was smuggled in.

use crate::client::{Person, raw};
use crate::nodes::figure;
use crate::proxy::{Nginx, configuration, free_port, without_tls};
use heibai_server::{Config, Limits, Server};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The request that should never come through by itself.
const HIDDEN: &str = "GET /api/version HTTP/1.1\r\nHost: play.example\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n";

/// A request with these lines in its head, and the hidden one behind `before` in its body.
fn post(lines: &str, before: &str) -> String {
    format!("POST /api/position HTTP/1.1\r\nHost: play.example\r\n{lines}\r\n\r\n{before}{HIDDEN}")
}

/// Everything that is framed in two ways.
fn attacks() -> Vec<String> {
    let hidden = HIDDEN.len();
    let long = format!("Content-Length: {}", hidden + 5);
    let ends = "0\r\n\r\n";
    let mut attacks = vec![
        // Both lengths, in both orders; nginx or the server could believe either.
        post(&format!("{long}\r\nTransfer-Encoding: chunked"), ends),
        post(&format!("Transfer-Encoding: chunked\r\n{long}"), ends),
        post("Content-Length: 5\r\nTransfer-Encoding: chunked", &format!("{hidden:x}\r\n")),
        // Two lengths.
        post(&format!("Content-Length: 0\r\nContent-Length: {hidden}"), ""),
        post(&format!("Content-Length: {hidden}\r\nContent-Length: 0"), ""),
        post(&format!("Content-Length: 0, {hidden}"), ""),
        // A body where none is expected.
        format!("GET /api/version HTTP/1.1\r\nHost: play.example\r\n{long}\r\n\r\n{ends}{HIDDEN}"),
        format!(
            "GET /api/version HTTP/1.0\r\nHost: play.example\r\nTransfer-Encoding: chunked\r\n\r\n{ends}{HIDDEN}"
        ),
        format!("GET /api/version\r\n{HIDDEN}"),
        // Hosts and targets.
        post(&format!("Host: evil.example\r\nContent-Length: {hidden}"), ""),
        format!("GET http://evil.example/api/version HTTP/1.1\r\nHost: play.example\r\n\r\n{HIDDEN}"),
        format!("CONNECT play.example:80 HTTP/1.1\r\nHost: play.example\r\n\r\n{HIDDEN}"),
        format!("TRACE /api/version HTTP/1.1\r\nHost: play.example\r\n\r\n{HIDDEN}"),
        // A change of the protocol that is refused: what follows is no tunnel.
        format!(
            "GET /api/socket HTTP/1.1\r\nHost: play.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 7\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n{HIDDEN}"
        ),
        format!(
            "GET /api/version HTTP/1.1\r\nHost: play.example\r\nConnection: Upgrade, HTTP2-Settings\r\n\
             Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n{HIDDEN}"
        ),
        post(&format!("Expect: 100-continue\r\nContent-Length: {hidden}"), ""),
    ];
    for name in [
        "Transfer-Encoding : chunked",
        "Transfer-Encoding:\tchunked",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: \u{b}chunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: identity, chunked",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
        "Transfer_Encoding: chunked",
        "X: x\nTransfer-Encoding: chunked",
        "X: x\r\n Transfer-Encoding: chunked",
        "X: \0\r\nTransfer-Encoding: chunked",
    ] {
        attacks.push(post(&format!("{name}\r\n{long}"), ends));
        attacks.push(post(name, ends));
    }
    for length in ["+5", "-1", "0x5", "5 5", "5\u{b}", "", "99999999999999999999", "5;"] {
        attacks.push(post(&format!("Content-Length: {length}"), ends));
    }
    for chunks in [
        "0\n\n",
        "0\r\n\n",
        "0;\n\r\n\r\n",
        "0x0\r\n\r\n",
        "+0\r\n\r\n",
        "ffffffffffffffff0\r\n",
        "5\r\nabcdeXX0\r\n\r\n",
        "-1\r\n\r\n",
        "0\r\nContent-Length: 5\r\n\r\n",
    ] {
        attacks.push(post("Transfer-Encoding: chunked", chunks));
    }
    attacks
}

/// Sends bytes and hears everything out that comes back, until nginx hangs up.
async fn send(address: SocketAddr, bytes: &[u8]) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let _ = stream.write_all(bytes).await;
    let _ = stream.read_to_end(&mut Vec::new()).await;
}

/// A WebSocket that is open, and a request within it.
async fn through_a_socket(address: SocketAddr) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let open = "GET /api/socket HTTP/1.1\r\nHost: play.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(open.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    let _ = stream.write_all(HIDDEN.repeat(3).as_bytes()).await;
    let _ = stream.read_to_end(&mut Vec::new()).await;
}

/// The requests that nginx passed on.
fn passed_on(log: &Path) -> usize {
    let text = std::fs::read(log).unwrap_or_default();
    String::from_utf8_lossy(&text)
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .count()
}

#[tokio::test]
async fn no_request_is_smuggled_past_nginx() {
    let Some(nginx) = heibai_testing::program("nginx", &["/usr/sbin/nginx"]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        limits: Limits { threads: 1, ..Limits::none() },
        public_url: "http://play.example".parse().ok(),
        proxies: vec![[127, 0, 0, 1].into()],
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = Server::start(config).await.unwrap();
    let (port, log) = (free_port(), folder.path().join("passed.log"));
    // Whoever promises more than comes is not waited for.
    let waits = ["client_header_timeout", "client_body_timeout", "keepalive_timeout"];
    let waits = waits.map(|name| format!("{name} 1s;\n")).concat();
    let log_format = "log_format passed '$upstream_status $request';";
    let logged = format!("{waits}{log_format}\naccess_log {} passed;\n", log.display());
    let example = without_tls(port).replace("127.0.0.1:8866", &server.address().to_string());
    let configuration = configuration(folder.path(), &example).replace("access_log off;", &logged);
    assert!(configuration.contains("log_format"), "{configuration}");
    let _proxy = Nginx::start(nginx, folder.path(), &configuration, port).await;
    let proxy = SocketAddr::from(([127, 0, 0, 1], port));
    let attacks = attacks();
    futures_util::future::join_all(attacks.iter().map(|attack| send(proxy, attack.as_bytes()))).await;
    through_a_socket(proxy).await;
    // It is no test if nothing comes through at all.
    let plain =
        raw(proxy, format!("{}\r\n", HIDDEN.replace("\r\n\r\n", "\r\nConnection: close\r\n")).as_bytes())
            .await;
    assert_eq!(plain.unwrap().status, 200);
    // nginx writes its lines a little later than it answers; what the server answers unasked stays too much.
    let answered = async || figure(server.address(), "heibai_request_seconds_count").await as usize;
    let mut asked = 0;
    let mut counts = (answered().await, passed_on(&log));
    while counts.0 - asked != counts.1 && asked < 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        asked += 1;
        counts = (answered().await, passed_on(&log));
    }
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    assert_eq!(counts.0 - asked, counts.1, "answered and passed on:\n{told}");
    assert!(counts.1 > 5 && counts.1 < 2 * attacks.len(), "{told}");
    // Nobody was taken for this machine itself: only a proxied request could have said so.
    assert_eq!(Person::nobody(server.address()).get("/metrics").await.status, 200);
    server.stop().await;
}
