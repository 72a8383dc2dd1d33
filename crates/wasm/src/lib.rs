//! The same core for the browser without a server: the tables, lists and lessons of `heibai_table` behind one function
//! that takes a message and gives messages. No logic of its own.
//!
//! The page speaks to it as it speaks to the server: requests with a path, and frames of a live connection. A module
//! plays one of two parts. In the first, [`Core`] keeps the games and answers at once; what takes time it hands out as
//! work. In the second, [`Bench`] does such work: moves, hints, judgements, analyses. The host (a worker of the page, or
//! Node in tests) carries messages between the two, keeps the rows that it is given, and lends the clock and the weights.
//!
//! A message is a line of JSON, with whatever bytes belong to it after the line.

mod bench;
mod core;
mod games;
mod keep;
mod lessons;
mod live;
mod offers;
mod rest;
mod shelf;
mod work;

pub use bench::Bench;
pub use core::{Core, Input, Output};
pub use work::{Answered, Work};

use serde::Deserialize;
use serde_json::Value;
use std::sync::{Mutex, PoisonError};

/// Both parts; a module plays one of them.
#[derive(Default)]
struct Parts {
    core: Core,
    bench: Bench,
}

/// What a message is for.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Message {
    Core(Input),
    Bench(bench::Ask),
}

static PARTS: Mutex<Option<Parts>> = Mutex::new(None);

/// Answers a message with a list of messages. One that cannot be read is answered with what is wrong.
pub fn answer(message: &[u8]) -> Vec<u8> {
    #[cfg(target_family = "wasm")]
    {
        heibai_engines::search::moment::lend_clock(heibai_kernels::host::clock);
        heibai_records::lend_decoder(heibai_kernels::host::decoded);
    }
    let end = message.iter().position(|&byte| byte == b'\n').unwrap_or(message.len());
    let (line, body) = (&message[..end], message.get(end + 1..).unwrap_or_default());
    let mut parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner);
    let parts = parts.get_or_insert_default();
    let told: Vec<Value> = match serde_json::from_slice(line) {
        Ok(Message::Core(input)) => {
            let told = parts.core.hear(input, body);
            told.into_iter().map(|output| serde_json::to_value(output).unwrap_or_default()).collect()
        }
        Ok(Message::Bench(ask)) => parts.bench.hear(ask, body),
        Err(error) => vec![serde_json::json!({ "unreadable": error.to_string() })],
    };
    Value::Array(told).to_string().into_bytes()
}

heibai_kernels::export_to_host!(crate::answer);
