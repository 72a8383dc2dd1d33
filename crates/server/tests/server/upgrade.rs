//! Databases that older programs have stored, one for each version of the schema: the server of today brings them up to
//! date and finds everything in them. They were made by `tests/data/upgrade/make.py` with the programs of their time.

use crate::client::Person;
use crate::full::look_into;
use crate::serve;
use heibai_server::Limits;
use serde_json::{Value, json};
use sqlx::Connection;
use std::path::Path;

async fn upgraded(sql: &str, kept: &str) {
    let kept: Value = serde_json::from_str(kept).unwrap();
    let folder = tempfile::tempdir().unwrap();
    store(folder.path(), sql).await;
    let limits = || Limits { threads: 1, ..Limits::default() };
    let mut server = serve(folder.path(), limits()).await;
    // Twice: what was brought up to date is not done again.
    for more in 0..2 {
        let proof = format!("Cookie: {}\r\n", kept["cookie"].as_str().unwrap());
        let person = Person { address: server.address(), id: String::new(), proof };
        assert_eq!(person.get("/api/me").await.json()["name"], kept["name"]);
        for (game, moves) in kept["games"].as_object().unwrap() {
            let seen = person.see(game).await;
            let names: Vec<&Value> = seen["moves"].as_array().unwrap().iter().map(|m| &m["name"]).collect();
            assert_eq!(json!(names[..moves.as_array().unwrap().len()]), *moves);
        }
        assert_eq!(person.see(kept["over"].as_str().unwrap()).await["live"]["phase"], "over");
        for query in
            ["source=record", "source=record&q=%E6%9F%AF", "source=record&q=%E7%94%B3%E7%9C%9F&limit=200"]
        {
            let found = person.get(&format!("/api/library?{query}")).await.json();
            assert_eq!(found["entries"].as_array().unwrap().len(), kept["records"], "{query}");
        }
        let bot = Person::bot(server.address(), "", kept["bot"].as_str().unwrap());
        assert_eq!(bot.get("/api/me").await.json()["bot"], true);
        // Games go on.
        let gomoku = kept["games"].as_object().unwrap().keys();
        for game in gomoku {
            let live = person.see(game).await["live"].clone();
            let point = &live["legal"][more];
            let moved = person.act(game, json!({ "do": "move", "point": point })).await;
            assert_eq!(moved.status, 200, "{}", moved.json());
        }
        server.stop().await;
        server = serve(folder.path(), limits()).await;
    }
    let pool = look_into(folder.path()).await;
    let differing = "SELECT COUNT(*) FROM (SELECT owner, SUM(OCTET_LENGTH(body)) AS bytes FROM records GROUP BY owner \
                     EXCEPT SELECT owner, bytes FROM library_bytes)";
    let differing: i64 = sqlx::query_scalar(differing).fetch_one(&pool).await.unwrap();
    assert_eq!(differing, 0, "the bytes of every library are known");
    let versions: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM _sqlx_migrations").fetch_one(&pool).await.unwrap();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap().count();
    assert_eq!(versions, files as i64);
}

async fn store(folder: &Path, sql: &str) {
    let url = format!("sqlite:{}?mode=rwc", folder.join("heibai.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_database_of_the_first_schema_is_brought_up_to_date() {
    upgraded(include_str!("../data/upgrade/schema1.sql"), include_str!("../data/upgrade/schema1.json")).await;
}

#[tokio::test]
async fn a_database_of_the_second_schema_is_brought_up_to_date() {
    upgraded(include_str!("../data/upgrade/schema2.sql"), include_str!("../data/upgrade/schema2.json")).await;
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    store(folder.path(), include_str!("../data/upgrade/schema2.sql")).await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'later', 1, X'00', 0)";
    let url = format!("sqlite:{}", folder.path().join("heibai.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query(newer).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let config = heibai_server::Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
    let refused = heibai_server::Server::start(config).await.err().expect("too new");
    let told = std::error::Error::source(&refused).map(ToString::to_string).unwrap_or_default();
    assert!(format!("{refused} {told}").contains("9999"), "{refused} {told}");
}
