//! One misfortune after another while people play: kill -9, a full disk, a slow disk, a network that breaks. Every move is
//! sent until it is acknowledged; in the end each game holds exactly the moves that were. `cargo xtask chaos N` runs N
//! misfortunes; the tests run one of each kind.

use crate::client::{Person, raw};
use crate::games::{alone, id};
use crate::restart::Process;
use heibai_server::Limits;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::json;
use sqlx::Connection;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How many misfortunes, where it is said.
const ROUNDS: &str = "HEIBAI_CHAOS_ROUNDS";
const PLAYERS: usize = 6;
/// Moves that have to be acknowledged after each misfortune before the next one.
const MOVES_BETWEEN: u64 = 40;

#[derive(Clone, Copy, Debug)]
enum Misfortune {
    Kill,
    FullDisk,
    SlowDisk,
    LostNetwork,
}

const ALL: [Misfortune; 4] =
    [Misfortune::Kill, Misfortune::FullDisk, Misfortune::SlowDisk, Misfortune::LostNetwork];

/// Between the players and the server: it has one address however often the server is started, and can break.
struct Line {
    address: SocketAddr,
    /// Where the server is, and how often the line was cut.
    state: watch::Sender<(SocketAddr, u64)>,
}

impl Line {
    async fn to(server: SocketAddr) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, state) = (listener.local_addr().unwrap(), watch::Sender::new((server, 0)));
        let follow = state.subscribe();
        tokio::spawn(async move {
            while let Ok((mut from, _)) = listener.accept().await {
                let mut state = follow.clone();
                tokio::spawn(async move {
                    let (server, _) = *state.borrow_and_update();
                    let Ok(mut to) = TcpStream::connect(server).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut from, &mut to) => {}
                        _ = state.changed() => {}
                    }
                });
            }
        });
        Line { address, state }
    }

    /// Cuts every connection; what is sent meanwhile is lost, and so are answers.
    fn cut(&self, server: SocketAddr) {
        self.state.send_modify(|state| *state = (server, state.1 + 1));
    }
}

/// A game and the points that were acknowledged.
struct Kept {
    game: String,
    points: Vec<u64>,
}

/// Plays until `stop`, one game after another; the answer is what has to be stored.
async fn play(person: Person, acknowledged: Arc<AtomicU64>, stop: watch::Receiver<bool>) -> Vec<Kept> {
    let mut all = Vec::new();
    while !*stop.borrow() {
        let made = loop {
            let body = alone("go", 19).to_string();
            match send(&person, "/api/games", &body).await {
                Some((201, body)) => break body,
                _ => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        };
        let mut kept = Kept { game: id(&made), points: Vec::new() };
        let path = format!("/api/games/{}/act", kept.game);
        while kept.points.len() < 150 && !*stop.borrow() {
            // One colour of a chessboard: nothing is captured.
            let (ply, point) = (kept.points.len(), 2 * kept.points.len() as u64);
            let action = json!({ "do": "move", "point": point, "ply": ply }).to_string();
            // A move whose answer was lost is sent again; it must not be played twice.
            while !matches!(send(&person, &path, &action).await, Some((200, _))) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            kept.points.push(point);
            acknowledged.fetch_add(1, Ordering::Relaxed);
        }
        all.push(kept);
    }
    all
}

/// A request whose answer may be lost.
async fn send(person: &Person, path: &str, body: &str) -> Option<(u16, serde_json::Value)> {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}Content-Length: {}\r\n\r\n{body}",
        person.address,
        person.proof,
        body.len()
    );
    let answer = raw(person.address, request.as_bytes()).await?;
    // An answer that was cut is none.
    let value: serde_json::Value = serde_json::from_slice(&answer.body).ok()?;
    let expected = [200, 201, 500, 503, 507].contains(&answer.status);
    assert!(expected, "{} {value}", answer.status);
    Some((answer.status, value))
}

fn start(data: &Path) -> Process {
    // Without the signal, a write beyond the limit is an error.
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$@\" 2>/dev/null", "sh"]).arg(std::env::current_exe().unwrap());
    Process::start_by(shell, data)
}

/// Waits until some more moves were acknowledged.
async fn some_moves(acknowledged: &AtomicU64) {
    let goal = acknowledged.load(Ordering::Relaxed) + MOVES_BETWEEN;
    while acknowledged.load(Ordering::Relaxed) < goal {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn no_misfortune_loses_or_doubles_an_acknowledged_move() {
    let rounds = std::env::var(ROUNDS).ok().and_then(|n| n.parse().ok()).unwrap_or(ALL.len());
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    let line = Line::to(server.address).await;
    let (stop, stopped) = watch::channel(false);
    let acknowledged = Arc::new(AtomicU64::new(0));
    let mut players = Vec::new();
    for _ in 0..PLAYERS {
        let person = Person { address: line.address, ..Person::guest(server.address).await };
        players.push(tokio::spawn(play(person, Arc::clone(&acknowledged), stopped.clone())));
    }
    let mut random = fastrand::Rng::with_seed(rounds as u64);
    let happened = [const { AtomicUsize::new(0) }; ALL.len()];
    for round in 0..rounds {
        some_moves(&acknowledged).await;
        let misfortune = ALL[round % ALL.len()];
        happened[misfortune as usize].fetch_add(1, Ordering::Relaxed);
        match misfortune {
            Misfortune::Kill => {
                server.kill();
                server = start(folder.path());
                line.cut(server.address);
            }
            Misfortune::FullDisk => {
                let pid = Pid::from_raw(server.child.id() as i32);
                let limit =
                    |current| prlimit(pid, Resource::Fsize, Rlimit { current, maximum: None }).unwrap();
                let log = std::fs::metadata(folder.path().join("heibai.db-wal")).unwrap().len();
                limit(Some(log + random.u64(..20_000)));
                tokio::time::sleep(Duration::from_millis(300)).await;
                limit(None);
            }
            Misfortune::SlowDisk => {
                // Whoever writes has to wait, as for a disk that takes its time.
                let url = format!("sqlite:{}", folder.path().join("heibai.db").display());
                let mut other = sqlx::SqliteConnection::connect(&url).await.unwrap();
                for _ in 0..5 {
                    sqlx::query("PRAGMA busy_timeout = 10000").execute(&mut other).await.unwrap();
                    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
                    tokio::time::sleep(Duration::from_millis(random.u64(50..400))).await;
                    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                other.close().await.unwrap();
            }
            Misfortune::LostNetwork => {
                for _ in 0..10 {
                    line.cut(server.address);
                    tokio::time::sleep(Duration::from_millis(random.u64(..30))).await;
                }
            }
        }
    }
    some_moves(&acknowledged).await;
    stop.send_replace(true);
    let mut games = Vec::new();
    for player in players {
        games.extend(player.await.unwrap());
    }
    // As the next server finds it.
    server.kill();
    let server = crate::serve(folder.path(), Limits { threads: 1, ..Limits::none() }).await;
    let reader = Person::guest(server.address()).await;
    for Kept { game, points } in &games {
        let seen = reader.see(game).await;
        let stored: Vec<u64> =
            seen["moves"].as_array().unwrap().iter().map(|m| m["point"].as_u64().unwrap()).collect();
        assert_eq!(&stored, points, "game {game}");
    }
    let count = acknowledged.load(Ordering::Relaxed);
    assert_eq!(count, games.iter().map(|game| game.points.len() as u64).sum::<u64>());
    let told: Vec<String> =
        ALL.iter().map(|m| format!("{m:?} {}", happened[*m as usize].load(Ordering::Relaxed))).collect();
    println!(
        "{count} moves acknowledged in {} games, none lost, none doubled: {}",
        games.len(),
        told.join(", ")
    );
}
