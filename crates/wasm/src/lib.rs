//! The same core for the browser without a server: the tables, lists and lessons of `heibai_table` behind one
//! function from a message to messages. No logic of its own.
//!
//! The page speaks to it as to the server: requests with a path, and messages on a live connection. There are two
//! modules. [`Core`] keeps the games and answers at once; what takes time it hands out as work. [`Bench`] does that
//! work: moves, hints, judgements, analyses. Every page needs the core, which holds no engine; the other module is
//! fetched when there is work. The host (a worker of the page, or Node in tests) passes messages between the two,
//! stores the rows it is given, and lends the clock and the weights.
//!
//! A message is a line of JSON, followed by the bytes that belong to it.

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
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// A message for the core.
#[derive(Deserialize)]
struct ToCore {
    core: Input,
}

/// A message for the engine module.
#[derive(Deserialize)]
struct ToBench {
    bench: bench::Ask,
}

/// Answers a message for the core with a list of messages. An unreadable one is answered with an error.
pub fn core(message: &[u8]) -> Vec<u8> {
    static CORE: Mutex<Option<Core>> = Mutex::new(None);
    #[cfg(target_family = "wasm")]
    heibai_records::lend_decoder(heibai_kernels::host::decoded);
    answer(&CORE, message, |core, ToCore { core: input }, body| {
        let told = core.hear(input, body);
        told.into_iter().map(|output| serde_json::to_value(output).unwrap_or_default()).collect()
    })
}

/// Answers a message for the engine module, in the same way.
pub fn bench(message: &[u8]) -> Vec<u8> {
    static BENCH: Mutex<Option<Bench>> = Mutex::new(None);
    #[cfg(target_family = "wasm")]
    {
        heibai_engines::search::moment::lend_clock(heibai_kernels::host::clock);
        heibai_engines::search::threads::lend_threads(heibai_kernels::host::lent_threads);
    }
    answer(&BENCH, message, |bench, ToBench { bench: ask }, body| bench.hear(ask, body))
}

fn answer<Part: Default, Message: DeserializeOwned>(
    part: &Mutex<Option<Part>>,
    message: &[u8],
    hear: impl FnOnce(&mut Part, Message, &[u8]) -> Vec<Value>,
) -> Vec<u8> {
    let end = message.iter().position(|&byte| byte == b'\n').unwrap_or(message.len());
    let (line, body) = (&message[..end], message.get(end + 1..).unwrap_or_default());
    let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
    let told = match serde_json::from_slice(line) {
        Ok(message) => hear(part.get_or_insert_default(), message, body),
        Err(error) => vec![json!({ "unreadable": error.to_string() })],
    };
    Value::Array(told).to_string().into_bytes()
}
