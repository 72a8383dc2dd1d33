//! The page that works without a server (`docs/site.md`): the files of a folder, served under `/offline/`. Names are
//! looked up in a list made at start; no path reaches the file system.

use crate::app::App;
use crate::error::{Code, Fail};
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing::get};
use std::collections::HashMap;
use std::io;
use std::path::{Path as File, PathBuf};

/// Files by their name below `/offline/`.
#[derive(Default)]
pub(crate) struct OfflinePage(HashMap<String, PathBuf>);

impl OfflinePage {
    /// Lists a folder built by `cargo xtask site`.
    pub(crate) fn of(folder: &File) -> io::Result<OfflinePage> {
        let mut files = HashMap::new();
        let mut folders = vec![(folder.to_owned(), String::new())];
        while let Some((folder, before)) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let entry = entry?;
                let name = format!("{before}{}", entry.file_name().to_string_lossy());
                match entry.file_type()?.is_dir() {
                    true => folders.push((entry.path(), format!("{name}/"))),
                    false => drop(files.insert(name, entry.path())),
                }
            }
        }
        match files.contains_key("index.html") && files.contains_key("sw.js") {
            true => Ok(OfflinePage(files)),
            false => Err(io::Error::new(io::ErrorKind::NotFound, "it has no index.html or no sw.js")),
        }
    }

    /// Whether there is such a page.
    pub(crate) fn is_shown(&self) -> bool {
        !self.0.is_empty()
    }
}

pub(crate) fn router() -> Router<App> {
    let first = |app: State<App>| file(app, Path("index.html".to_owned()));
    Router::new()
        .route("/offline", get(|| async { Redirect::permanent("/offline/") }))
        .route("/offline/", get(first))
        .route("/offline/{*name}", get(file))
}

async fn file(State(app): State<App>, Path(name): Path<String>) -> Response {
    let Some(path) = app.offline.0.get(&name) else { return Fail::from(Code::NotFound).into_response() };
    let Ok(bytes) = tokio::fs::read(path).await else { return Fail::from(Code::NotFound).into_response() };
    let headers = [
        (header::CONTENT_TYPE, content_type(&name)),
        // The service worker checks every file by its hash and fetches them anew.
        (header::CACHE_CONTROL, "no-cache"),
        // Together with the opener policy of every answer, this isolates the page, which its threads need to share
        // memory.
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    ];
    (headers, bytes).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
