//! A database that cannot take more: what was acknowledged is there, what was not is refused with a word, and when there
//! is room again the games go on.

use crate::client::{Person, Response};
use crate::games::{alone, id};
use crate::serve;
use heibai_server::Limits;
use serde_json::json;
use sqlx::AnyPool;
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use std::path::Path;

/// A connection of our own to what the server has stored.
pub(crate) async fn look_into(folder: &Path) -> AnyPool {
    install_default_drivers();
    let url = format!("sqlite:{}", folder.join("heibai.db").display());
    AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap()
}

/// A game with the points that were acknowledged.
struct Played {
    id: String,
    points: Vec<u64>,
}

impl Played {
    async fn move_on(&mut self, person: &Person) -> Response {
        let ply = self.points.len();
        // One colour of a chessboard: no stone touches another, so that nothing is captured.
        let point = 2 * ply as u64;
        let answer = person.act(&self.id, json!({ "do": "move", "point": point, "ply": ply })).await;
        match answer.status {
            200 => self.points.push(point),
            status => assert_eq!((status, answer.code().as_str()), (507, "no_space")),
        }
        answer
    }

    /// What is on the disk is what was acknowledged, no less and no more.
    async fn check(&self, pool: &AnyPool) {
        let sql = "SELECT body FROM events WHERE game = $1 ORDER BY seq";
        let bodies: Vec<String> = sqlx::query_scalar(sql).bind(&self.id).fetch_all(pool).await.unwrap();
        let stored: Vec<u64> = bodies
            .iter()
            .map(|body| serde_json::from_str::<serde_json::Value>(body).unwrap()["p"].as_u64().unwrap())
            .collect();
        assert_eq!(stored, self.points, "game {}", self.id);
    }
}

#[tokio::test]
async fn a_full_disk_loses_no_acknowledged_move_and_is_got_over() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { threads: 1, database: 600 << 10, ..Limits::none() };
    let server = serve(folder.path(), limits.clone()).await;
    let person = Person::guest(server.address()).await;
    let mut games = Vec::new();
    for _ in 0..6 {
        games.push(Played { id: id(&person.make(alone("go", 19)).await), points: Vec::new() });
    }
    // Records fill the file to the last page; then the moves take what is left in the pages.
    for length in [20_000, 2000, 10] {
        let record = format!("(;GM[1]SZ[9]C[{}];B[cc])", "x".repeat(length));
        let answer = loop {
            let answer = person.request("POST", "/api/library", "", record.as_bytes()).await;
            if answer.status != 201 {
                break answer;
            }
        };
        assert_eq!((answer.status, answer.code().as_str()), (507, "no_space"));
    }
    let mut refused = 0;
    for _ in 0..40 {
        let all = games.iter_mut().map(|game| game.move_on(&person));
        let answers = futures_util::future::join_all(all).await;
        refused += answers.iter().filter(|answer| answer.status == 507).count();
        if refused > 30 {
            break;
        }
    }
    assert!(refused > 30, "the disk was to be full: {refused} refusals");
    let pool = look_into(folder.path()).await;
    for game in &games {
        game.check(&pool).await;
    }
    let new = person.post("/api/games", alone("go", 19)).await;
    assert!(new.status == 201 || new.code() == "no_space", "{}", new.status);
    // There is room again.
    sqlx::query("DELETE FROM records").execute(&pool).await.unwrap();
    for game in &mut games {
        for _ in 0..5 {
            assert_eq!(game.move_on(&person).await.status, 200);
        }
        game.check(&pool).await;
    }
    server.stop().await;
    let server = serve(folder.path(), limits).await;
    let person = Person { address: server.address(), ..person };
    for game in &games {
        let moves = person.see(&game.id).await["moves"].as_array().unwrap().len();
        assert_eq!(moves, game.points.len());
    }
}

/// Makes every commit fail that stores a move at point 341, as a disk does that fails at the last moment.
const FAILING_COMMIT: &str = "
    CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail AFTER INSERT ON events WHEN new.body LIKE '%\"p\":341,%'
    BEGIN INSERT INTO child VALUES (1); END;";

#[tokio::test]
async fn a_commit_that_fails_swallows_none_that_follow() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits { threads: 1, ..Limits::none() }).await;
    let person = Person::guest(server.address()).await;
    let mut game = Played { id: id(&person.make(alone("go", 19)).await), points: Vec::new() };
    let pool = look_into(folder.path()).await;
    sqlx::raw_sql(FAILING_COMMIT).execute(&pool).await.unwrap();
    for _ in 0..4 {
        assert_eq!(game.move_on(&person).await.status, 200);
        let failed = json!({ "do": "move", "point": 341, "ply": game.points.len() });
        assert_eq!(person.act(&game.id, failed).await.code(), "internal");
        assert_eq!(person.see(&game.id).await["moves"].as_array().unwrap().len(), game.points.len());
        assert_eq!(game.move_on(&person).await.status, 200);
        game.check(&pool).await;
    }
}

#[tokio::test]
async fn with_little_room_on_the_disk_nothing_new_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits { threads: 1, ..Limits::none() }).await;
    let person = Person::guest(server.address()).await;
    let game = id(&person.make(alone("gomoku", 15)).await);
    server.stop().await;
    let server = serve(folder.path(), Limits { threads: 1, free_space: u64::MAX, ..Limits::none() }).await;
    let person = Person { address: server.address(), ..person };
    let record = b"(;GM[1]SZ[9];B[cc])";
    for refused in [
        person.post("/api/games", alone("go", 9)).await,
        person.act(&game, json!({ "do": "move", "name": "h8" })).await,
        person.request("POST", "/api/library", "", record).await,
    ] {
        assert_eq!((refused.status, refused.code().as_str()), (507, "no_space"));
    }
    // Looking is still possible.
    assert_eq!(person.see(&game).await["live"]["ply"], 0);
}

#[tokio::test]
async fn one_guest_fills_neither_the_library_nor_a_game_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { threads: 1, library: 100_000, ..Limits::none() };
    let server = serve(folder.path(), limits).await;
    let person = Person::guest(server.address()).await;
    let record = format!("(;GM[1]SZ[9]C[{}];B[cc])", "x".repeat(20_000));
    let import = async |person: &Person| person.request("POST", "/api/library", "", record.as_bytes()).await;
    let fill = async |person: &Person| {
        for taken in 0.. {
            let answer = import(person).await;
            if answer.status != 201 {
                assert_eq!((answer.status, answer.code().as_str()), (429, "too_many"));
                return taken;
            }
        }
        unreachable!("a library is limited")
    };
    assert!((1..=5).contains(&fill(&person).await));
    let other = Person::guest(server.address()).await;
    assert_eq!(import(&other).await.status, 201);
    let mut huge = alone("othello", 8);
    huge["rules"] = json!("x".repeat(100_000));
    assert!(matches!(person.post("/api/games", huge).await.status, 400 | 413));
    let server = {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits { threads: 1, imports: (1.0, 100_000.0), ..Limits::none() };
        (serve(folder.path(), limits).await, folder)
    };
    // Many guests at one address share what that address may bring in.
    let (one, two) = (Person::guest(server.0.address()).await, Person::guest(server.0.address()).await);
    assert!((1..=5).contains(&fill(&one).await));
    assert_eq!(fill(&two).await, 0);
}

/// What the quota counts is what the records take, however they came and went, also at the same time.
pub(crate) async fn counts_every_byte(person: &Person, pool: &AnyPool) {
    let come_and_go = async |number: usize| {
        let comment = "\u{68cb}".repeat(100 * number);
        let file = format!("(;GM[1]SZ[9]C[{comment}];B[cc])(;GM[1]SZ[9];B[ee])(;GM[2]SZ[8];B[f5])");
        let kept = person.request("POST", "/api/library", "", file.as_bytes()).await.json();
        let id = |which: usize| kept["entries"][which]["id"].as_str().unwrap().to_owned();
        for text in ["x".repeat(1000 * number), "\u{767d}".to_owned()] {
            let path = format!("/api/library/{}", id(0));
            let edit = json!({ "info": { "place": text } }).to_string();
            let edited = person.request("PUT", &path, "Content-Type: application/json\r\n", edit.as_bytes());
            assert_eq!(edited.await.status, 200);
        }
        let gone = person.request("DELETE", &format!("/api/library/{}", id(1)), "", b"").await;
        assert_eq!(gone.status, 204);
    };
    tokio::join!(come_and_go(1), come_and_go(2), come_and_go(3), come_and_go(4));
    let sum = "SELECT CAST(SUM(OCTET_LENGTH(body)) AS BIGINT) FROM records WHERE owner = $1";
    let sum: i64 = sqlx::query_scalar(sum).bind(&person.id).fetch_one(pool).await.unwrap();
    let counted = "SELECT bytes FROM library_bytes WHERE owner = $1";
    let counted: i64 = sqlx::query_scalar(counted).bind(&person.id).fetch_one(pool).await.unwrap();
    assert!(counted > 3000, "{counted}");
    assert_eq!(counted, sum);
}

#[tokio::test]
async fn the_bytes_of_a_library_are_counted_as_they_come_and_go() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits { threads: 1, ..Limits::none() }).await;
    let person = Person::guest(server.address()).await;
    counts_every_byte(&person, &look_into(folder.path()).await).await;
}

/// A server whose log goes into a file.
#[cfg(target_os = "linux")]
fn start_with_log(data: &Path, log: &Path, json: bool) -> crate::restart::Process {
    // Without the signal, a write beyond the limit is an error.
    let script = "trap '' XFSZ; log=$1; shift; exec \"$@\" 2>>\"$log\"";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(log).arg(std::env::current_exe().unwrap());
    if json {
        shell.env(crate::restart::JSON_LOG, "1");
    }
    crate::restart::Process::start_by(shell, data)
}

/// A file that may not grow fails in the middle of a commit, as on a full disk; the limit is lifted later. The log lies on
/// the same full disk: once a line that could not be written ended the task that writes events.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn moves_that_were_acknowledged_while_the_disk_was_full_survive_a_kill() {
    use crate::restart::moved_to;
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let folder = tempfile::tempdir().unwrap();
    let stderr = folder.path().join("stderr");
    // Longer than any limit below: no line can be added while one holds.
    std::fs::write(&stderr, vec![b'\n'; 32 << 20]).unwrap();
    let start = || start_with_log(folder.path(), &stderr, false);
    let mut server = start();
    let mut person = Person::guest(server.address).await;
    let mut games = Vec::new();
    for _ in 0..6 {
        games.push(Played { id: id(&person.make(alone("go", 19)).await), points: Vec::new() });
    }
    let log = folder.path().join("heibai.db-wal");
    for _ in 0..4 {
        let pid = Pid::from_raw(server.child.id() as i32);
        let limit = |current| prlimit(pid, Resource::Fsize, Rlimit { current, maximum: None }).unwrap();
        limit(Some(std::fs::metadata(&log).unwrap().len() + 20_000));
        let mut refused = 0;
        while refused < 12 {
            for game in &mut games {
                let ply = game.points.len();
                let action = json!({ "do": "move", "point": 2 * ply, "ply": ply });
                match person.act(&game.id, action).await.status {
                    200 => game.points.push(2 * ply as u64),
                    _ => refused += 1,
                }
            }
        }
        limit(None);
        for game in &mut games {
            assert_eq!(game.move_on(&person).await.status, 200, "there is room again");
        }
        server.kill();
        server = start();
        person = moved_to(&person, server.address);
        for game in &games {
            let seen = person.see(&game.id).await;
            let points: Vec<u64> =
                seen["moves"].as_array().unwrap().iter().map(|m| m["point"].as_u64().unwrap()).collect();
            assert_eq!(points, game.points);
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_failure_of_ours_leaves_its_cause_and_the_requests_id_in_the_log() {
    for json in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("stderr");
        let server = start_with_log(folder.path(), &log, json);
        let person = Person::guest(server.address).await;
        let game = id(&person.make(alone("go", 19)).await);
        sqlx::raw_sql(FAILING_COMMIT).execute(&look_into(folder.path()).await).await.unwrap();
        let answer = person.act(&game, json!({ "do": "move", "point": 341, "ply": 0 })).await;
        assert_eq!(answer.code(), "internal");
        let request = &answer.headers["x-request-id"];
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(text.contains("FOREIGN KEY constraint failed"), "{text}");
        let line = text.lines().find(|line| line.contains(request)).expect("a line with the request's id");
        assert!(line.contains(&format!("of game {game} was not stored")), "{line}");
        if json {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!((&line["id"], &line["level"]), (&json!(request), &json!("ERROR")));
            assert_eq!(line["path"], format!("/api/games/{game}/act"));
        }
        server.kill();
    }
}
