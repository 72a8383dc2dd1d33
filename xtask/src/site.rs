//! `cargo xtask site`: the page without a server, a folder that any web server can show, under any path.

use crate::setup;
use crate::shell::{self, Cmd, root};
use crate::wasm;
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// Weights that levels need; the core asks for them by these names (`crates/engines/src/data.rs`).
const DATA: [&str; 10] = [
    "othello/weights.bin",
    "othello/book.bin",
    "go/heibai-4x32.hbn",
    "go/heibai-8x96.hbn",
    "go/heibai-10x128.hbn",
    "gomoku/freestyle.weights",
    "gomoku/standard.weights",
    "gomoku/renju.weights",
    "gomoku/freestyle.net",
    "gomoku/renju.net",
];

/// Builds the site into `target/site` and tells where.
pub fn build() -> Result<PathBuf> {
    let core = wasm::build()?;
    setup::ensure("npm", "npm")?;
    setup::node_modules()?;
    let site = shell::target().join("site");
    let out = site.to_string_lossy().into_owned();
    Cmd::new("npm")
        .args(["run", "build", "--", "--mode", "site", "--base", "./", "--outDir"])
        .args([out.as_str(), "--emptyOutDir"])
        .dir("web")
        .run()?;
    fs::copy(&core, site.join("core.wasm"))?;
    let mut weights = Map::new();
    for path in DATA {
        let bytes =
            fs::read(root().join("data").join(path)).with_context(|| format!("cannot read data/{path}"))?;
        let file = site.join("data").join(path);
        fs::create_dir_all(file.parent().unwrap_or(&site))?;
        weights.insert(path.to_owned(), json!({ "bytes": bytes.len(), "sha256": hash(&bytes) }));
        fs::write(file, bytes)?;
    }
    fs::write(site.join("weights.json"), Value::Object(weights).to_string())?;
    // GitHub Pages leaves out what begins with an underscore unless it is told not to think.
    fs::write(site.join(".nojekyll"), "")?;
    service_worker(&site)?;
    println!("{}", site.display());
    Ok(site)
}

/// Writes the list of what is kept for times without a network, with its hashes, into the service worker.
fn service_worker(site: &Path) -> Result<()> {
    let mut kept: Vec<(String, String)> = Vec::new();
    let mut folders = vec![site.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(site).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                // Weights are kept when they are first needed.
                folders.extend((name != "data").then_some(path));
            } else if name != "sw.js" && !name.starts_with('.') {
                kept.push((name, hash(&fs::read(&path)?)));
            }
        }
    }
    kept.sort();
    let version = &hash(format!("{kept:?}").as_bytes())[..12];
    let text = fs::read_to_string(root().join("web/site/sw.js"))?;
    let list = serde_json::to_string(&kept)?;
    fs::write(
        site.join("sw.js"),
        text.replace("\"VERSION\"", &format!("\"{version}\"")).replace("[\"FILES\"]", &list),
    )?;
    Ok(())
}

fn hash(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}
