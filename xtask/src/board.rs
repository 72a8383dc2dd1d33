//! `cargo xtask board`: the board as an npm package for other pages, `target/board`, ready for `npm publish`.

use crate::setup;
use crate::shell::{self, Cmd, root};
use crate::wasm;
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;

const LICENSES: [&str; 3] = ["LICENSE", "LICENSE-MIT", "LICENSE-APACHE"];
const OWN: [&str; 4] = ["package.json", "README.md", "heibai-board.d.ts", "example.html"];

/// Builds the package and returns its folder.
pub fn build() -> Result<PathBuf> {
    let core = wasm::core()?;
    setup::ensure("npm", "npm")?;
    setup::node_modules()?;
    let package = shell::target().join("board");
    Cmd::new("npm")
        .args(["run", "build", "--", "--mode", "element", "--outDir"])
        .args([package.to_string_lossy().as_ref(), "--emptyOutDir"])
        .dir("web")
        .run()?;
    let copy = |from: PathBuf, name: &str| {
        fs::copy(&from, package.join(name)).with_context(|| format!("cannot copy {}", from.display()))
    };
    copy(core, "core.wasm")?;
    for name in OWN {
        copy(root().join("web/element").join(name), name)?;
    }
    for name in LICENSES {
        copy(root().join(name), name)?;
    }
    println!("{}", package.display());
    Ok(package)
}
