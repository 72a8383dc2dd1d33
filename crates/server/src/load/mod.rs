//! A load test for the server: many games at once over WebSocket, every move checked afterwards. The measurement of
//! `heibai bench server`.

pub mod collection;
pub mod crowd;
pub mod library;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, Semaphore};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

#[derive(Clone, Debug)]
pub struct Load {
    pub address: SocketAddr,
    pub games: usize,
    pub time: Duration,
    /// How long each side waits before it moves.
    pub pace: Duration,
}

/// The results.
#[derive(Clone, Debug, Default)]
pub struct LoadReport {
    pub moves: u64,
    pub finished_games: u64,
    /// Moves that were acknowledged but are missing in the game, or occur more often than they were sent.
    pub lost: u64,
    pub doubled: u64,
    pub refused: u64,
    /// From sending a move to its acknowledgement, sorted.
    pub waits: Vec<Duration>,
}

impl LoadReport {
    pub fn percentile(&self, part: f64) -> Duration {
        percentile(&self.waits, part)
    }

    fn add(&mut self, other: LoadReport) {
        self.moves += other.moves;
        self.finished_games += other.finished_games;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.refused += other.refused;
        self.waits.extend(other.waits);
    }
}

/// The time that this part of sorted times does not exceed.
pub fn percentile(sorted: &[Duration], part: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * part).round() as usize).copied().unwrap_or_default()
}

/// Any error ends the measurement.
pub type LoadError = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Concurrent requests while games are set up.
const SETTING_UP: usize = 16;

/// Sets up all games, calls `ready` when everybody is connected, plays, and checks.
pub async fn run(load: Load, ready: impl FnOnce()) -> Result<LoadReport, LoadError> {
    let gate = Arc::new(Semaphore::new(SETTING_UP));
    let barrier = Arc::new(Barrier::new(load.games + 1));
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..load.games {
        let (load, gate, barrier) = (load.clone(), Arc::clone(&gate), Arc::clone(&barrier));
        tasks.spawn(async move { pair(&load, number, &gate, &barrier).await });
    }
    tokio::select! {
        _ = barrier.wait() => {}
        // Nobody finishes before the barrier unless something is wrong.
        Some(ended) = tasks.join_next() => {
            ended??;
            return Err("a client ended before the start".into());
        }
    }
    ready();
    barrier.wait().await;
    let mut report = LoadReport::default();
    while let Some(ended) = tasks.join_next().await {
        report.add(ended??);
    }
    report.waits.sort_unstable();
    Ok(report)
}

/// Like `run`, for a caller without a runtime.
pub fn play_out(load: Load, ready: impl FnOnce()) -> Result<LoadReport, LoadError> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(load, ready))
}

struct Client {
    address: SocketAddr,
    cookie: String,
    socket: Socket,
}

#[derive(Deserialize)]
struct LiveSeen {
    ply: usize,
    legal: Vec<u16>,
    turn: Option<String>,
}

/// The parts of a message that a client reads.
#[derive(Deserialize)]
struct ServerMessage {
    #[serde(rename = "type")]
    kind: String,
    live: Option<LiveSeen>,
}

/// Two clients that play one game after another until time is up.
async fn pair(
    load: &Load,
    number: usize,
    gate: &Semaphore,
    barrier: &Barrier,
) -> Result<LoadReport, LoadError> {
    let mut random = fastrand::Rng::with_seed(number as u64);
    let (mut clients, mut id) = {
        let _turn = gate.acquire().await?;
        let mut clients = [Client::connect(load.address).await?, Client::connect(load.address).await?];
        let id = new_game(&mut clients, number).await?;
        (clients, id)
    };
    barrier.wait().await;
    barrier.wait().await;
    let mut report = LoadReport::default();
    // Not all at the same instant.
    tokio::time::sleep(load.pace.mul_f64(random.f64())).await;
    let end = Instant::now() + load.time;
    loop {
        let sent = play(load, &mut clients, &id, end, &mut random, &mut report).await?;
        check(&clients[0], &id, &sent, &mut report).await?;
        if Instant::now() >= end {
            return Ok(report);
        }
        report.finished_games += 1;
        id = new_game(&mut clients, number).await?;
    }
}

async fn new_game(clients: &mut [Client; 2], number: usize) -> Result<String, LoadError> {
    let (kind, size) = [("gomoku", 15), ("othello", 8), ("go", 9)][number % 3];
    let rules = if kind == "gomoku" { json!("freestyle") } else { Value::Null };
    let game = clients[0]
        .post(
            "/api/games",
            &json!({
                "kind": kind, "size": size, "rules": rules,
                "black": { "who": "me" }, "white": { "who": "open" },
            }),
        )
        .await?;
    let id = game["id"].as_str().ok_or("no game")?.to_owned();
    let code =
        game["you"]["invite"].as_str().and_then(|l| l.split("invite=").nth(1)).ok_or("no invitation")?;
    clients[1].post(&format!("/api/games/{id}/join"), &json!({ "code": code })).await?;
    for client in clients {
        client.send(&json!({ "type": "watch", "game": id })).await?;
        client.until(|seen| seen.kind == "game").await?;
    }
    Ok(id)
}

/// Plays random legal moves until the game or the time is over; returns the acknowledged moves.
async fn play(
    load: &Load,
    clients: &mut [Client; 2],
    id: &str,
    end: Instant,
    random: &mut fastrand::Rng,
    report: &mut LoadReport,
) -> Result<Vec<u16>, LoadError> {
    let seen = clients[0].get(&format!("/api/games/{id}")).await?;
    let mut live: LiveSeen = serde_json::from_value(seen["live"].clone())?;
    let mut sent = Vec::new();
    while let Some(turn) = &live.turn {
        tokio::time::sleep(load.pace).await;
        if Instant::now() >= end || live.legal.is_empty() {
            break;
        }
        let (mover, other) = if turn == "black" { (0, 1) } else { (1, 0) };
        let point = live.legal[random.usize(..live.legal.len())];
        let began = Instant::now();
        clients[mover]
            .send(
                &json!({ "type": "act", "re": 1, "game": id, "do": "move", "point": point, "ply": live.ply }),
            )
            .await?;
        let mut after = None;
        let mut acknowledged = false;
        // The acknowledgement and the event may come in either order.
        while !acknowledged || after.is_none() {
            let seen =
                clients[mover].until(|s| matches!(s.kind.as_str(), "done" | "moved" | "error")).await?;
            match seen.kind.as_str() {
                "done" => {
                    report.waits.push(began.elapsed());
                    acknowledged = true;
                }
                "moved" => after = seen.live,
                _ => {
                    report.refused += 1;
                    return Ok(sent);
                }
            }
        }
        report.moves += 1;
        sent.push(point);
        // The other side is notified too.
        clients[other].until(|seen| seen.kind == "moved").await?;
        live = after.ok_or("no state")?;
    }
    Ok(sent)
}

/// Compares the acknowledged moves with the stored ones.
async fn check(client: &Client, id: &str, sent: &[u16], report: &mut LoadReport) -> Result<(), LoadError> {
    let game = client.get(&format!("/api/games/{id}")).await?;
    let moves = game["moves"].as_array().ok_or("no moves")?;
    let kept: Vec<u64> = moves.iter().filter_map(|m| m["point"].as_u64()).collect();
    let same = kept.iter().zip(sent).take_while(|(kept, sent)| **kept == u64::from(**sent)).count();
    report.lost += (sent.len() - same) as u64;
    report.doubled += (kept.len() - same) as u64;
    Ok(())
}

impl Client {
    async fn connect(address: SocketAddr) -> Result<Client, LoadError> {
        let cookie = new_cookie(address).await?;
        let mut request = format!("ws://{address}/api/socket").into_client_request()?;
        request.headers_mut().insert("cookie", HeaderValue::from_str(&cookie)?);
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Client { address, cookie, socket })
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value, LoadError> {
        let (_, body) = http(self.address, "POST", path, &self.cookie, &body.to_string()).await?;
        Ok(serde_json::from_slice(&body)?)
    }

    async fn get(&self, path: &str) -> Result<Value, LoadError> {
        let (_, body) = http(self.address, "GET", path, &self.cookie, "").await?;
        Ok(serde_json::from_slice(&body)?)
    }

    async fn send(&mut self, message: &Value) -> Result<(), LoadError> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    async fn until(&mut self, wanted: impl Fn(&ServerMessage) -> bool) -> Result<ServerMessage, LoadError> {
        loop {
            let message = self.socket.next().await.ok_or("the server hung up")??;
            if let Message::Text(text) = message {
                let seen: ServerMessage = serde_json::from_str(&text)?;
                if wanted(&seen) {
                    return Ok(seen);
                }
            }
        }
    }
}

/// The cookie of a new guest.
async fn new_cookie(address: SocketAddr) -> Result<String, LoadError> {
    let (head, _) = http(address, "GET", "/api/me", "", "").await?;
    let line = |line: &'_ str| line.to_ascii_lowercase().starts_with("set-cookie:");
    let value = head.lines().find(|l| line(l)).map(|line| line[11..].trim());
    Ok(value.and_then(|value| value.split(';').next()).ok_or("no cookie")?.to_owned())
}

/// One request on its own connection: returns head and body of the answer.
async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: impl AsRef<[u8]>,
) -> Result<(String, Vec<u8>), LoadError> {
    let body = body.as_ref();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    stream.write_all(body).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").ok_or("no HTTP answer")?;
    let body = bytes.split_off(end + 4);
    let head = String::from_utf8(bytes)?;
    let ok = head.split(' ').nth(1).is_some_and(|status| status.starts_with('2'));
    if !ok {
        return Err(format!("{method} {path}: {}", String::from_utf8_lossy(&body)).into());
    }
    Ok((head, body))
}
