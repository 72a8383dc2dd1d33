//! A game with its players, and everything else that a page asks about games: one conversation, independent of
//! transport.
//!
//! A game is the fold of its stored events (`event`, `table`). An action is decided (`act`) before the caller stores
//! it. The server speaks this conversation over HTTP and WebSocket, `crates/wasm` inside the browser. Nothing here
//! waits, stores, sends or reads a clock. `docs/protocols/server.md` describes the messages.

pub mod act;
pub mod analysis;
pub mod chat;
pub mod counting;
pub mod edit;
pub mod engine;
pub mod error;
pub mod event;
pub mod explore;
pub mod facts;
pub mod fair;
pub mod files;
pub mod folders;
#[cfg(feature = "server")]
pub mod http;
pub mod laboratory;
pub mod lessons;
pub mod library;
pub mod line;
pub mod message;
pub mod meta;
pub mod new_game;
pub mod opened;
pub mod openings;
pub mod opponent;
pub mod overlay;
pub mod passages;
pub mod plain;
pub mod problems;
pub mod registry;
pub mod rematch;
pub mod rows;
pub mod skill;
pub mod stored;
pub mod strength;
pub mod study;
pub mod table;
pub mod texts;
pub mod training;
pub mod view;
pub mod wire;
