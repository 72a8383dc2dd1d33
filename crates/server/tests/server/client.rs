//! A client for the tests: plain HTTP by hand, so that it can also misbehave, and a WebSocket.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// What takes longer than this hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

pub(crate) struct Response {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The code of a refusal.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Sends bytes as they are and reads the answer to the end.
pub(crate) async fn raw(address: SocketAddr, request: &[u8]) -> Option<Response> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has heard enough may close before everything is sent.
    let _ = stream.write_all(request).await;
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap();
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Option<Response> {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let pair = |line: &str| line.split_once(':').map(|(k, v)| (k.to_lowercase(), v.trim().to_owned()));
    Some(Response { status, headers: lines.filter_map(pair).collect(), body: bytes[end + 4..].to_vec() })
}

/// Somebody with a cookie or a token.
#[derive(Clone)]
pub(crate) struct Person {
    pub address: SocketAddr,
    pub id: String,
    /// Header lines that say who asks.
    pub proof: String,
}

impl Person {
    /// A new guest.
    pub(crate) async fn guest(address: SocketAddr) -> Person {
        let nobody = Person::nobody(address);
        let response = nobody.get("/api/me").await;
        assert_eq!(response.status, 200);
        let cookie = response.headers["set-cookie"].split(';').next().unwrap().to_owned();
        let id = response.json()["id"].as_str().unwrap().to_owned();
        Person { address, id, proof: format!("Cookie: {cookie}\r\n") }
    }

    pub(crate) fn nobody(address: SocketAddr) -> Person {
        Person { address, id: String::new(), proof: String::new() }
    }

    pub(crate) fn bot(address: SocketAddr, id: &str, token: &str) -> Person {
        Person { address, id: id.to_owned(), proof: format!("Authorization: Bearer {token}\r\n") }
    }

    pub(crate) async fn request(&self, method: &str, path: &str, more: &str, body: &[u8]) -> Response {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}{more}Content-Length: {}\r\n\r\n",
            self.address,
            self.proof,
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(body);
        raw(self.address, &request).await.expect("an HTTP answer")
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request("GET", path, "", b"").await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Response {
        self.request("POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes()).await
    }

    /// Makes a game and expects to be allowed to.
    pub(crate) async fn make(&self, game: Value) -> Value {
        let response = self.post("/api/games", game).await;
        assert_eq!(response.status, 201, "{}", String::from_utf8_lossy(&response.body));
        response.json()
    }

    pub(crate) async fn act(&self, game: &str, action: Value) -> Response {
        self.post(&format!("/api/games/{game}/act"), action).await
    }

    pub(crate) async fn see(&self, game: &str) -> Value {
        let response = self.get(&format!("/api/games/{game}")).await;
        assert_eq!(response.status, 200);
        response.json()
    }

    pub(crate) async fn socket(&self) -> Socket {
        self.try_socket("").await.expect("a socket")
    }

    /// Opens a socket for an origin; the error is the HTTP status, or 0 where nobody answered.
    pub(crate) async fn try_socket(&self, origin: &str) -> Result<Socket, u16> {
        self.try_socket_at("/api/socket", origin).await
    }

    pub(crate) async fn try_socket_at(&self, path: &str, origin: &str) -> Result<Socket, u16> {
        use tokio_tungstenite::tungstenite::Error;
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        for line in self.proof.lines() {
            let (name, value) = line.split_once(": ").unwrap();
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        if !origin.is_empty() {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(Socket { stream, next: 0 }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(_) => Err(0),
        }
    }
}

pub(crate) struct Socket {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Socket {
    pub(crate) async fn send_text(&mut self, text: impl Into<String>) {
        let _ = self.stream.send(Message::text(text.into())).await;
    }

    /// The next message, or `None` when the server has closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message that satisfies `wanted`; others are dropped.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the connection goes on");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        self.next += 1;
        let re = self.next;
        message["re"] = json!(re);
        self.send_text(message.to_string()).await;
        self.until(|m| m["re"] == json!(re)).await
    }

    pub(crate) async fn watch(&mut self, game: &str) -> Value {
        let answer = self.ask(json!({ "type": "watch", "game": game })).await;
        assert_eq!(answer["type"], "game", "{answer}");
        answer["game"].clone()
    }

    pub(crate) async fn act(&mut self, game: &str, mut action: Value) -> Value {
        action["type"] = json!("act");
        action["game"] = json!(game);
        self.ask(action).await
    }
}
