//! The core answers as the server did: the recorded conversation, with the work done in between.

use heibai_testing::conversation::Conversation;
use heibai_wasm::{bench, core};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};

/// The host of the core, as the page's worker is one.
#[derive(Default)]
struct Host {
    now: i64,
    rows: BTreeMap<String, String>,
    work: VecDeque<Value>,
    responses: Vec<Value>,
}

fn ask(part: fn(&[u8]) -> Vec<u8>, message: &Value, body: &[u8]) -> Vec<Value> {
    let mut bytes = message.to_string().into_bytes();
    bytes.push(b'\n');
    bytes.extend(body);
    serde_json::from_slice(&part(&bytes)).expect("a list of messages")
}

impl Host {
    /// Tells the core something, and does what it says.
    fn hear(&mut self, what: Value, body: &[u8]) {
        self.now += 1;
        let input = |what: &Value| {
            let mut input = json!({ "now": 1_700_000_000_000_i64 + self.now, "seed": self.now });
            input.as_object_mut().expect("an object").extend(what.as_object().expect("an object").clone());
            json!({ "core": input })
        };
        let mut told = ask(core, &input(&what), body);
        while let Some(prefix) = told.first().and_then(|first| first["want"]["prefix"].as_str()) {
            let wanted = self.rows.iter().filter(|(key, _)| key.starts_with(prefix));
            let mut rows: Vec<Value> = wanted.map(|(key, value)| json!([key, value])).collect();
            rows.push(json!([format!("loaded/{prefix}"), ""]));
            ask(core, &input(&json!({ "load": rows })), b"");
            told = ask(core, &input(&what), body);
        }
        for one in told {
            if let Some(key) = one["keep"]["key"].as_str() {
                match one["keep"]["value"].as_str() {
                    Some(value) => self.rows.insert(key.to_owned(), value.to_owned()),
                    None => self.rows.remove(key),
                };
            }
            if one["response"].is_object() {
                self.responses.push(one["response"].clone());
            }
            if one["work"].is_object() {
                self.work.push_back(one["work"].clone());
            }
        }
    }

    /// Does all work that waits.
    fn work(&mut self) {
        while let Some(work) = self.work.pop_front() {
            let job = &work["job"];
            let begin = json!({ "bench": { "work": { "job": job, "seed": 1, "work": work["work"] } } });
            let mut told = ask(bench, &begin, b"");
            loop {
                assert!(told[0]["needs"].is_null(), "everything is inside");
                if !told[0]["answer"].is_null() {
                    self.hear(json!({ "answer": { "job": job, "answer": told[0]["answer"] } }), b"");
                }
                if told[0]["more"] != true {
                    break;
                }
                told = ask(bench, &json!({ "bench": { "go": { "job": job } } }), b"");
            }
        }
    }
}

#[test]
fn the_core_answers_as_the_server_did() {
    let mut host = Host::default();
    let mut talk = Conversation::new();
    while let Some((method, path, body)) = talk.question() {
        host.hear(json!({ "request": { "tab": "t", "id": 1, "method": method, "path": path } }), &body);
        host.work();
        let response = host.responses.pop().unwrap_or_else(|| panic!("no answer to {method} {path}"));
        let status = response["status"].as_u64().expect("a status") as u16;
        let body = match response["file"][1].as_array() {
            Some(bytes) => bytes.iter().map(|byte| byte.as_u64().expect("a byte") as u8).collect(),
            None => response["body"].as_str().expect("a text").as_bytes().to_vec(),
        };
        talk.heard(status, &body);
    }
    talk.check(false);
}
