//! The page and its API: sessions, sockets, storage. `heibai_table` decides what is said; here it is stored first
//! (`store`, group commit) and only then sent (`room`). `docs/protocols/server.md` describes the wire format.

mod analysis;
mod app;
mod carried;
mod chat;
mod connections;
mod consultation;
mod crew;
mod door;
mod engine;
mod fair;
mod guard;
mod identity;
mod limits;
mod listen;
pub mod load;
mod log;
mod metrics;
mod nodes;
mod offline;
mod openapi;
mod owner;
mod page;
mod patience;
mod rematch;
mod rest;
mod room;
mod runs;
mod serve;
mod shares;
mod site;
mod socket;
mod space;
mod store;
mod streams;
mod time;
mod timers;
mod tournament;
mod turns;
mod work;
mod worker;

use heibai_table::{
    act, counting, error, event, laboratory, lessons, library, line, openings, opponent, overlay, passages,
    problems, table, texts, view, wire,
};

pub use limits::Limits;
pub use log::LogFormat;
pub use serve::{Config, Server, StartError, run};
pub use site::PublicUrl;
pub use store::{BackupError, StoreError, backup, restore};
pub use worker::{WorkerConfig, limit_memory, run_worker};
