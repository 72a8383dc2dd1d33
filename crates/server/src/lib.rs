//! The page and its API: sessions, wire types, storage. The rules are asked of the referee, moves of the
//! engines, files of the records; nothing of theirs is decided here.
//!
//! A game is the fold of its stored events (`event`, `table`); an action is decided (`act`), stored (`store`,
//! group commit), and only then told to anybody (`room`). The wire is described in
//! `docs/protocols/server.md`.

mod act;
mod analysis;
mod app;
mod chat;
mod counting;
mod crew;
mod door;
mod engine;
mod error;
mod event;
mod facts;
mod fair;
mod guard;
mod identity;
mod laboratory;
mod lessons;
mod library;
mod limits;
mod line;
mod listen;
pub mod load;
mod log;
mod metrics;
mod nodes;
mod openapi;
mod openings;
mod opponent;
mod overlay;
mod owner;
mod page;
mod passages;
mod problems;
mod registry;
mod rematch;
mod rest;
mod room;
mod runs;
mod serve;
mod site;
mod socket;
mod space;
mod store;
mod streams;
mod study;
mod table;
mod texts;
mod time;
mod timers;
mod view;
mod wire;
mod work;
mod worker;

pub use limits::Limits;
pub use log::LogFormat;
pub use serve::{Config, Server, StartError, run};
pub use site::PublicUrl;
pub use store::{BackupError, StoreError, backup, restore};
pub use worker::{WorkerConfig, limit_memory, run_worker};
