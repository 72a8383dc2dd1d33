//! The server from outside: over HTTP and WebSocket, as its clients and its enemies see it.

#[cfg(target_os = "linux")]
mod chaos;
mod client;
mod collections;
mod conversation;
mod engines;
mod full;
mod fuzz;
mod games;
#[cfg(unix)]
mod greedy;
mod hostile;
mod laboratory;
mod library;
mod load;
#[cfg(unix)]
mod nodes;
mod offline;
mod operations;
mod opponents;
mod owner;
mod people;
mod postgres;
#[cfg(unix)]
mod proxy;
mod restart;
#[cfg(unix)]
mod smuggling;
mod typescript;
mod upgrade;
mod watching;
mod workers;

use heibai_server::{Config, Limits, Server};
use std::path::Path;

/// A server on a free port of this machine, with its data in `data`.
pub(crate) async fn serve(data: &Path, limits: Limits) -> Server {
    let listen = ([127, 0, 0, 1], 0).into();
    let config = Config { limits, ..Config::new(listen, data.to_owned()) };
    Server::start(config).await.expect("the server starts")
}

/// A server in a folder of its own, which ends with it.
pub(crate) async fn server() -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits { threads: 1, ..Limits::default() }).await;
    (server, folder)
}
