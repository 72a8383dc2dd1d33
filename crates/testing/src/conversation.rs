//! A conversation that the server and the browser's core must answer alike. The questions are in
//! `crates/table/tests/conversation/asks.json`, the server's recorded answers beside it. Renewed with `BLESS=1 cargo
//! test -p heibai-server --test server conversation`.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Fields that differ in every run.
const TIMES: [&str; 7] = ["created", "updated", "at", "ended", "due", "spent_ms", "main_ms"];
/// Fields that each host sets for itself.
const OWN: [&str; 5] = ["limits", "lobby", "invite", "runs", "offline"];

/// A conversation in progress.
pub struct Conversation {
    asks: Vec<Value>,
    answers: Vec<Value>,
    /// Ids by the names that the asks use.
    names: BTreeMap<String, String>,
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../table/tests/conversation").join(name)
}

fn read(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Conversation {
    #[expect(clippy::new_without_default, reason = "it reads a file")]
    pub fn new() -> Conversation {
        Conversation { asks: read("asks.json"), answers: Vec::new(), names: BTreeMap::new() }
    }

    /// The next question as method, path and body; repeated until what it waits for has happened.
    pub fn question(&self) -> Option<(String, String, Vec<u8>)> {
        let ask = self.asks.get(self.answers.len())?["ask"].as_array().expect("a list");
        let text = |at: usize| ask[at].as_str().expect("a text").to_owned();
        let body = match ask.get(2) {
            None => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(body) => body.to_string(),
        };
        Some((text(0), self.filled(&text(1)), self.filled(&body).into_bytes()))
    }

    fn filled(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (name, id)| text.replace(&format!("${name}"), id))
    }

    /// Takes the answer; false if it is not yet the expected one.
    pub fn heard(&mut self, status: u16, body: &[u8]) -> bool {
        let ask = &self.asks[self.answers.len()];
        let body = match serde_json::from_slice::<Value>(body) {
            Ok(body) => body,
            Err(_) => Value::from(String::from_utf8_lossy(body).into_owned()),
        };
        if let Some([at, value]) = ask["until"].as_array().map(Vec::as_slice)
            && body.pointer(at.as_str().unwrap_or_default()) != Some(value)
        {
            return false;
        }
        if let Some(name) = ask["as"].as_str() {
            let id = body.pointer(ask["at"].as_str().unwrap_or("/id")).and_then(Value::as_str);
            let id = id.unwrap_or_else(|| panic!("{name} has no id: {body}"));
            self.names.insert(name.to_owned(), id.to_owned());
        }
        let body = self.plain(body);
        self.answers.push(json!({ "status": status, "body": body }));
        true
    }

    /// The value without what differs between runs.
    fn plain(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::from(
                self.names
                    .iter()
                    .fold(text, |text, (name, id)| text.replace(id.as_str(), &format!("${name}"))),
            ),
            Value::Array(list) => list.into_iter().map(|value| self.plain(value)).collect(),
            Value::Object(fields) => {
                let field = |(key, value): (String, Value)| {
                    let value = match key.as_str() {
                        key if TIMES.contains(&key) && value.is_number() => Value::from(0),
                        key if OWN.contains(&key) => Value::Null,
                        _ => self.plain(value),
                    };
                    (key, value)
                };
                fields.into_iter().map(field).collect()
            }
            other => other,
        }
    }

    /// Compares everything with the recording, or records it.
    pub fn check(self, bless: bool) {
        if bless {
            let lines: Vec<String> = self.answers.iter().map(Value::to_string).collect();
            let text = format!("[\n{}\n]\n", lines.join(",\n"));
            std::fs::write(file("answers.json"), text).expect("the record can be written");
        }
        let known = read("answers.json");
        assert_eq!(self.answers.len(), known.len(), "answers; renew them with BLESS=1");
        for (number, (found, known)) in self.answers.iter().zip(&known).enumerate() {
            let (found, known) = (found.to_string(), known.to_string());
            let same =
                found.bytes().zip(known.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(60);
            let around = |text: &str| text.chars().skip(same).take(160).collect::<String>();
            let ask = &self.asks[number]["ask"];
            assert!(found == known, "answer {number}, to {ask}:\n{}\n{}", around(&found), around(&known));
        }
    }
}
