//! `cargo xtask site`: the page without a server, as a folder that any web server can serve under any path.

use crate::setup;
use crate::shell::{self, Cmd, root};
use crate::wasm;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// Weights that levels need; the core asks for them by these names (`crates/engines/src/data.rs`).
const DATA: [&str; 15] = [
    "othello/weights.bin",
    "othello/book.bin",
    "othello/six.bin",
    "othello/ten.bin",
    "go/heibai-4x32.hbn",
    "go/heibai-8x96.hbn",
    "go/heibai-10x128.hbn",
    "gomoku/freestyle.weights",
    "gomoku/standard.weights",
    "gomoku/renju.weights",
    "gomoku/freestyle-full.weights",
    "gomoku/renju-full.weights",
    "gomoku/freestyle.net",
    "gomoku/standard.net",
    "gomoku/renju.net",
];

/// Files replaced by smaller ones, where little is lost (`docs/site.md`).
const SMALLER: [(&str, &str); 1] = [("othello/weights.bin", "othello/weights-small.bin")];

/// Small files that the page stores from the beginning, so that nobody waits for them.
const KEPT: [&str; 2] = ["othello/six.bin", "othello/ten.bin"];

/// Builds the site into `target/site` and prints where.
pub fn build() -> Result<PathBuf> {
    let built = wasm::build()?;
    setup::ensure("npm", "npm")?;
    setup::node_modules()?;
    let weights = weights()?;
    let list = listed(&weights);
    // The name contains a hash of the content, so a tab never gets a file of another version.
    let modules = [("core", fs::read(built.core)?), ("engines", fs::read(built.engines)?)];
    let file = |name: &str, bytes: &[u8]| format!("{name}.{}.wasm", &hash(bytes)[..8]);
    let known = |(name, bytes): &(&str, Vec<u8>)| {
        let known = json!({ "path": file(name, bytes), "bytes": bytes.len(), "sha256": hash(bytes) });
        ((*name).to_owned(), known)
    };
    let known = Value::Object(modules.iter().map(known).collect());
    let list_name = format!("weights.{}.json", &hash(list.as_bytes())[..8]);
    let site = shell::target().join("site");
    let out = site.to_string_lossy().into_owned();
    Cmd::new("npm")
        .args(["run", "build", "--", "--mode", "site", "--base", "./", "--outDir"])
        .args([out.as_str(), "--emptyOutDir"])
        .env("VITE_MODULES", known.to_string())
        .env("VITE_WEIGHTS", &list_name)
        .dir("web")
        .run()?;
    for (name, bytes) in modules {
        fs::write(site.join(file(name, &bytes)), bytes)?;
    }
    fs::write(site.join(list_name), list)?;
    for (path, bytes) in &weights {
        let file = site.join("data").join(path);
        fs::create_dir_all(file.parent().unwrap_or(&site))?;
        fs::write(file, bytes)?;
    }
    // Without this file GitHub Pages leaves out names that begin with an underscore.
    fs::write(site.join(".nojekyll"), "")?;
    service_worker(&site, &weights)?;
    println!("{}", site.display());
    Ok(site)
}

type Weights = Vec<(&'static str, Vec<u8>)>;

fn weights() -> Result<Weights> {
    let read = |path: &'static str| {
        let file = SMALLER.iter().find(|(of, _)| *of == path).map_or(path, |(_, file)| file);
        let bytes = fs::read(root().join("data").join(file));
        Ok((path, bytes.with_context(|| format!("cannot read data/{file}"))?))
    };
    DATA.into_iter().map(read).collect()
}

/// The weights with their lengths and hashes.
fn listed(weights: &Weights) -> String {
    let line = |(path, bytes): &(&str, Vec<u8>)| {
        ((*path).to_owned(), json!({ "bytes": bytes.len(), "sha256": hash(bytes) }))
    };
    Value::Object(weights.iter().map(line).collect()).to_string()
}

/// Writes the list of files to keep for offline use, with hashes, into the service worker.
fn service_worker(site: &Path, weights: &Weights) -> Result<()> {
    let mut kept: Vec<(String, String)> = Vec::new();
    for (path, bytes) in weights.iter().filter(|(path, _)| KEPT.contains(path)) {
        // As the page asks for it (web/src/local/weights.ts).
        let hash = hash(bytes);
        kept.push((format!("data/{path}?{}", &hash[..16]), hash));
    }
    let mut folders = vec![site.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(site).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                // Other weights are stored when they are first needed.
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
