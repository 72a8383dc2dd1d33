//! kill -9 at any moment: a server in a process of its own is killed in the middle of games and started again.

use crate::client::Person;
use crate::games::{by_link, id, join};
use heibai_server::{Config, Limits, LogFormat};
use serde_json::json;
use sqlx::Connection;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Names the data folder to a child process; without it there is nothing to serve.
const FOLDER: &str = "HEIBAI_TEST_FOLDER";
/// The database and the address of a child process, where they are not its own.
pub(crate) const DATABASE: &str = "HEIBAI_TEST_DATABASE";
pub(crate) const LISTEN: &str = "HEIBAI_TEST_LISTEN";
/// Asks the child process for a log in JSON.
pub(crate) const JSON_LOG: &str = "HEIBAI_TEST_JSON_LOG";

/// The child process: this same test program, asked to serve until it is killed.
#[test]
fn serves_when_started_as_a_child() {
    let Ok(data) = std::env::var(FOLDER) else { return };
    let limits = Limits { threads: 1, ..Limits::none() };
    let log = std::env::var_os(JSON_LOG).map_or(LogFormat::Text, |_| LogFormat::Json);
    let listen = std::env::var(LISTEN).map_or(([127, 0, 0, 1], 0).into(), |text| text.parse().unwrap());
    let database = std::env::var(DATABASE).ok();
    let config = Config { limits, log, database, ..Config::new(listen, data.into()) };
    heibai_server::run(config, |address| println!("\nlistening {address}")).unwrap();
}

pub(crate) struct Process {
    pub child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub(crate) fn start(data: &Path) -> Process {
        Process::start_by(Command::new(std::env::current_exe().unwrap()), data)
    }

    /// Starts it by a command that runs the arguments which follow.
    pub(crate) fn start_by(mut command: Command, data: &Path) -> Process {
        let mut child = command
            .args(["--exact", "restart::serves_when_started_as_a_child", "--nocapture"])
            .env(FOLDER, data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening ")?.parse().ok()).unwrap();
        Process { child, address }
    }

    /// SIGKILL: no handler runs, nothing is flushed.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn moved_to(person: &Person, address: SocketAddr) -> Person {
    Person { address, ..person.clone() }
}

#[tokio::test]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let (mut black, mut white) = (Person::guest(server.address).await, Person::guest(server.address).await);
    let game = black.make(by_link("gomoku")).await;
    let id = id(&game);
    join(&white, &game).await;
    let mut acknowledged: Vec<u64> = Vec::new();
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..3 {
        let mut sockets = [black.socket().await, white.socket().await];
        let seen = sockets[0].watch(&id).await;
        let moves: Vec<u64> =
            seen["moves"].as_array().unwrap().iter().map(|m| m["point"].as_u64().unwrap()).collect();
        // What was acknowledged is there; at most the one move under way at the kill may have been kept too.
        assert_eq!(moves[..acknowledged.len()], acknowledged);
        assert!(moves.len() <= acknowledged.len() + 1, "{moves:?} {acknowledged:?}");
        acknowledged = moves;
        for _ in 0..10 {
            let ply = acknowledged.len();
            let point = (0..225).filter(|p| !acknowledged.contains(p)).nth(random.usize(..100)).unwrap();
            let done = sockets[ply % 2].act(&id, json!({ "do": "move", "point": point, "ply": ply })).await;
            assert_eq!(done["type"], "done", "{done}");
            acknowledged.push(point);
        }
        // One more move is under way when the server dies.
        let ply = acknowledged.len();
        let point = (0..225).find(|p| !acknowledged.contains(p)).unwrap();
        let late = json!({ "type": "act", "game": id, "do": "move", "point": point, "ply": ply });
        sockets[ply % 2].send_text(late.to_string()).await;
        tokio::time::sleep(Duration::from_millis(random.u64(..8))).await;
        server.kill();
        server = Process::start(folder.path());
        (black, white) = (moved_to(&black, server.address), moved_to(&white, server.address));
        // Sent again with the same ply it is played once, whether it had been stored or not.
        let mover = if ply.is_multiple_of(2) { &black } else { &white };
        let again = mover.act(&id, json!({ "do": "move", "point": point, "ply": ply })).await;
        assert_eq!((again.status, &again.json()["ply"]), (200, &json!(ply + 1)));
        acknowledged.push(point);
    }
    assert_eq!(black.see(&id).await["moves"].as_array().unwrap().len(), 33);
    server.kill();
}

/// When the server last said that it lives, in milliseconds since 1970.
async fn last_beat(data: &Path) -> i64 {
    let url = format!("sqlite:{}", data.join("heibai.db").display());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query_scalar("SELECT MAX(at) FROM processes").fetch_one(&mut database).await.unwrap()
}

fn wall_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// Bounds that hold however long each step takes: what the clock may have lost lies between the times that we took before and
/// after each step.
#[tokio::test]
async fn clocks_go_on_after_a_restart_and_stand_still_without_a_server() {
    const MAIN: i64 = 3_600_000;
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let (black, white) = (Person::guest(server.address).await, Person::guest(server.address).await);
    let mut game = by_link("othello");
    game["clock"] = json!("3600s+1s");
    let game = black.make(game).await;
    let id = id(&game);
    join(&white, &game).await;
    let main_ms = |seen: &serde_json::Value| seen["white"]["main_ms"].as_i64().unwrap();
    let asked = Instant::now();
    black.act(&id, json!({ "do": "move", "name": "f5" })).await;
    let (moved, moved_ms) = (Instant::now(), wall_ms());
    // The turn has surely run for this long when the server is killed.
    const RAN: i64 = 1500;
    while last_beat(folder.path()).await < moved_ms + RAN {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let least = moved.elapsed();
    let before = white.see(&id).await["live"]["clocks"].clone();
    let ran = MAIN - main_ms(&before);
    let most = asked.elapsed();
    assert!((least.as_millis() as i64 - 1..=most.as_millis() as i64 + 1).contains(&ran), "{before}");
    server.kill();
    let served = asked.elapsed();
    // Long enough to count as a downtime.
    tokio::time::sleep(Duration::from_millis(4000)).await;
    let again = Instant::now();
    let server = Process::start(folder.path());
    let white = moved_to(&white, server.address);
    let after = white.see(&id).await["live"]["clocks"].clone();
    assert_eq!(after["running"], "white");
    let most = (served + again.elapsed()).as_millis() as i64 + 1;
    // What the first server ran after its last word is given back with the downtime.
    let ran = MAIN - main_ms(&after);
    assert!((RAN - 1..=most).contains(&ran), "{ran} ms ran, {most} at most");
    assert_eq!(after["black"], before["black"]);
    let moved = white.act(&id, json!({ "do": "move", "name": "f6" })).await;
    assert_eq!(moved.status, 200);
    server.kill();
}
