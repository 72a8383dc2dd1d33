//! What earlier versions kept is read by this one. `data/rows-1.json` was written by the first version that kept
//! anything and is never renewed: a form that changes must still read it.

use heibai_wasm::core;
use serde_json::{Value, json};

fn ask(what: &Value, body: &[u8]) -> Vec<Value> {
    let mut input = json!({ "now": 1_800_000_000_000_i64, "seed": 1 });
    input.as_object_mut().expect("an object").extend(what.as_object().expect("an object").clone());
    let mut bytes = json!({ "core": input }).to_string().into_bytes();
    bytes.push(b'\n');
    bytes.extend(body);
    serde_json::from_slice(&core(&bytes)).expect("a list of messages")
}

/// Asks the core; rows that it wants are those of the file.
fn get(rows: &[Value], path: &str) -> Value {
    let request = json!({ "request": { "tab": "t", "id": 1, "method": "GET", "path": path } });
    loop {
        let told = ask(&request, b"");
        let Some(prefix) = told[0]["want"]["prefix"].as_str() else {
            let response = told.iter().find(|one| one["response"].is_object()).expect("an answer");
            let body = response["response"]["body"].as_str().expect("a text");
            assert_eq!(response["response"]["status"], 200, "{path}: {body}");
            return serde_json::from_str(body).expect("JSON");
        };
        let has = |row: &&Value| row[0].as_str().is_some_and(|key| key.starts_with(prefix));
        let mut wanted: Vec<Value> = rows.iter().filter(has).cloned().collect();
        wanted.push(json!([format!("loaded/{prefix}"), ""]));
        ask(&json!({ "load": wanted }), b"");
    }
}

#[test]
fn the_rows_of_the_first_version_are_read() {
    let file: Value = serde_json::from_str(include_str!("data/rows-1.json")).expect("JSON");
    let rows = file["rows"].as_array().expect("rows");
    let kinds = ["me", "game/", "event/", "record/", "body/", "mistake/", "progress/", "rating/", "day/"];
    for kind in kinds {
        assert!(rows.iter().any(|row| row[0].as_str().expect("a key").starts_with(kind)), "no row {kind}");
    }
    let lists =
        |row: &&Value| !row[0].as_str().is_some_and(|k| k.starts_with("event/") || k.starts_with("body/"));
    ask(&json!({ "load": rows.iter().filter(lists).collect::<Vec<_>>() }), b"");
    for (path, known) in file["told"].as_object().expect("what was told") {
        let told = get(rows, path);
        for (pointer, value) in known.as_object().expect("an object") {
            assert_eq!(told.pointer(pointer), Some(value), "{path}{pointer}");
        }
    }
}
