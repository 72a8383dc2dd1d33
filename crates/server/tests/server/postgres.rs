//! Two servers on one PostgreSQL: each sees at once what happens at the other.

use crate::client::Person;
use crate::games::{alone, by_link, id, join};
use heibai_server::{Config, Limits, Server};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A database cluster of its own, ended with the test.
pub(crate) struct Cluster {
    binaries: PathBuf,
    folder: tempfile::TempDir,
}

impl Cluster {
    /// Starts one; where PostgreSQL is not installed or may not be started the calling test did not run.
    pub(crate) fn start() -> Option<Cluster> {
        let started = Cluster::try_start();
        if started.is_none() {
            heibai_testing::not_run("PostgreSQL is not installed, or cannot be started");
        }
        started
    }

    fn try_start() -> Option<Cluster> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let newest = versions.flatten().map(|entry| entry.path().join("bin")).filter(|p| p.is_dir()).max()?;
        let folder = tempfile::Builder::new().prefix("heibai-pg").tempdir().ok()?;
        let cluster = Cluster { binaries: newest, folder };
        // The server refuses to run as root: the folder and the programs go to the user postgres.
        run(Command::new("chown").arg("postgres").arg(cluster.folder.path()))?;
        let data = cluster.data();
        cluster.program("initdb", &["-D", &data, "-A", "trust", "-U", "postgres", "--no-sync"])?;
        let options = format!("-c listen_addresses='' -k {}", cluster.folder.path().display());
        cluster.program("pg_ctl", &["-D", &data, "-w", "-o", &options, "-l", "/dev/null", "start"])?;
        Some(cluster)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn program(&self, name: &str, arguments: &[&str]) -> Option<()> {
        let path = self.binaries.join(name);
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(path).args(arguments);
        run(command.current_dir(self.folder.path()))
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn url(&self) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{folder}/postgres")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.program("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }
}

fn run(command: &mut Command) -> Option<()> {
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    done.success().then_some(())
}

pub(crate) async fn serve(url: &str, data: &Path) -> Server {
    let limits = Limits { threads: 1, ..Limits::none() };
    let listen = ([127, 0, 0, 1], 0).into();
    let config = Config { limits, database: Some(url.to_owned()), ..Config::new(listen, data.to_owned()) };
    Server::start(config).await.expect("the server starts")
}

#[tokio::test]
async fn two_servers_share_their_games() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.url();
    let (one, two) = (serve(&url, cluster.folder.path()).await, serve(&url, cluster.folder.path()).await);
    // The same cookie is good at both, so Black plays at one server and White at the other.
    let (black, white) = (Person::guest(one.address()).await, Person::guest(two.address()).await);
    let game = black.make(by_link("gomoku")).await;
    let id = id(&game);
    assert_eq!(join(&white, &game).await.status, 200);
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    assert_eq!(b.watch(&id).await["live"]["phase"], "playing");
    w.watch(&id).await;
    let points: Vec<u64> = (0..20).map(|i| i * 11).collect();
    for (ply, point) in points.iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut b, &mut w) } else { (&mut w, &mut b) };
        let done = mover.act(&id, json!({ "do": "move", "point": point, "ply": ply })).await;
        assert_eq!(done["type"], "done", "{done}");
        let moved = other.until(|m| m["type"] == "moved" && m["move"]["n"] == ply + 1).await;
        assert_eq!(moved["move"]["point"], *point);
    }
    // Both at once: the database takes one of them, and nobody's board differs.
    let elsewhere = Person { address: two.address(), ..black.clone() };
    let (x, y) = tokio::join!(
        black.act(&id, json!({ "do": "move", "point": 224, "ply": 20 })),
        elsewhere.act(&id, json!({ "do": "move", "point": 223, "ply": 20 })),
    );
    let mut statuses = [x.status, y.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", x.json(), y.json());
    let seen = [black.see(&id).await, white.see(&id).await];
    assert_eq!(seen[0]["moves"], seen[1]["moves"]);
    assert_eq!(seen[0]["moves"].as_array().unwrap().len(), 21);
    // A byte that PostgreSQL does not keep is named; a record that has it in a name keeps everything else.
    for path in ["/api/library?q=%00", "/api/games/%00", "/api/library/%00"] {
        let refused = black.get(path).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "bad_request"), "{path}");
        assert!(refused.json()["error"]["en"].as_str().unwrap().contains("NUL"), "{path}");
    }
    let imported = black.request("POST", "/api/library", "", b"(;GM[1]SZ[9]PB[a\0b]C[c\0d];B[cc])").await;
    assert_eq!(imported.status, 201, "{}", String::from_utf8_lossy(&imported.body));
    assert_eq!(imported.json()["entries"][0]["black"], "ab");
    for (text, count) in [("AB", 1), ("b", 1), ("abc", 0)] {
        let found = black.get(&format!("/api/library?source=record&q={text}")).await.json();
        assert_eq!(found["entries"].as_array().unwrap().len(), count, "{text}");
    }
    // The index of positions, folders and tags, by the same statements as in SQLite.
    let record = imported.json()["entries"][0]["id"].as_str().unwrap().to_owned();
    let turned = json!({ "kind": "go", "size": 9, "moves": [60] });
    let found = async || black.post("/api/library/position", turned.clone()).await.json();
    assert_eq!((&found().await["total"], &found().await["games"][0]["ply"]), (&json!(1), &json!(1)));
    let many: String = (0..2100).map(|n| format!("(;GM[1]SZ[9]GN[{n}];B[gg];W[ee])\n")).collect();
    let imported = black.request("POST", "/api/library?folder=many", "", many.as_bytes()).await;
    assert_eq!(imported.json()["kept"], 2100);
    assert_eq!((&found().await["total"], &found().await["moves"][0]["total"]), (&json!(2101), &json!(2100)));
    let deed = json!({ "ids": [record], "do": "tag", "tag": "x" });
    assert_eq!(black.post("/api/library/organise", deed).await.json()["done"], 1);
    let tagged = black.get("/api/library?tag=x&q=AB").await.json();
    assert_eq!(tagged["entries"][0]["id"], record);
    let shelves = black.get("/api/library/folders").await.json();
    assert_eq!(
        shelves,
        json!({ "folders": [{ "name": "many", "count": 2100 }], "tags": [{ "name": "x", "count": 1 }] })
    );
    assert_eq!(black.request("DELETE", &format!("/api/library/{record}"), "", b"").await.status, 204);
    assert_eq!(found().await["total"], 2100);
    one.stop().await;
    two.stop().await;
}

/// Ends the connections on which servers hear of each other; each listens again after a second.
async fn deafen(database: &mut PgConnection) {
    let ended =
        sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
    ended.execute(database).await.unwrap();
}

/// What one server acknowledged counts at the other at once, also before it was told: a client whose next request goes
/// elsewhere would miss its own move.
#[tokio::test]
async fn a_move_is_read_at_the_other_server_before_it_is_told() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.url();
    let (one, two) = (serve(&url, cluster.folder.path()).await, serve(&url, cluster.folder.path()).await);
    let mut database = PgConnection::connect(&url).await.unwrap();
    let person = Person::guest(one.address()).await;
    let game = id(&person.make(alone("go", 19)).await);
    let at = [one.address(), two.address()].map(|address| Person { address, ..person.clone() });
    for reader in &at {
        assert_eq!(reader.see(&game).await["moves"], json!([]));
    }
    for ply in 0..12 {
        deafen(&mut database).await;
        let (mover, reader) = (&at[ply / 2 % 2], &at[1 - ply / 2 % 2]);
        let moved = mover.act(&game, json!({ "do": "move", "point": 2 * ply, "ply": ply })).await;
        assert_eq!(moved.status, 200, "{}", moved.json());
        assert_eq!(reader.see(&game).await["moves"].as_array().unwrap().len(), ply + 1);
    }
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    crate::full::counts_every_byte(&person, &pool).await;
    // Undone at one, played on at the other, which knows of neither until it has to.
    deafen(&mut database).await;
    assert_eq!(at[0].act(&game, json!({ "do": "undo" })).await.status, 200);
    let moved = at[1].act(&game, json!({ "do": "move", "point": 200, "ply": 11 })).await;
    assert_eq!(moved.status, 200, "{}", moved.json());
    one.stop().await;
    two.stop().await;
}
