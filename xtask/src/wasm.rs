//! `cargo xtask wasm`: the two modules for the browser, `target/wasm/core.wasm` and `target/wasm/engines.wasm`.

use crate::shell::{self, Cmd, find, root};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// Rust's standard library has threads there, which are the host's workers (`web/src/local/host.mjs`). The core does
/// not need them, but a separate target would compile all crates again and make it only 2 % smaller.
pub const TARGET: &str = "wasm32-wasip1-threads";
/// The target for tests: programs that print, outside a browser.
pub const WASI: &str = "wasm32-wasip1";
/// Supported by every browser since 2023.
const FLAGS: &str = "-C target-feature=+simd128,+bulk-memory";
/// Weights are built on the stack when all code is one unit: one megabyte is too little. Not for the tests: Node 20
/// then crashes after them.
const STACK: &str = "-C link-arg=-zstack-size=4194304";
/// The memory that the host lends at first (`FIRST` in `host.mjs`), and at most.
const MEMORY: &str = "-C link-arg=--initial-memory=33554432 -C link-arg=--max-memory=2147483648";

/// The paths of the modules.
pub struct Modules {
    /// What every page needs: games, records, words, lessons.
    pub core: PathBuf,
    /// The engines, fetched when there is work.
    pub engines: PathBuf,
}

/// Builds both modules.
pub fn build() -> Result<Modules> {
    // Code inlined from one crate into another is optimised in the final unit: for speed in the engines, for size in
    // the rest.
    Ok(Modules { core: core()?, engines: module("engines", &["-C", "opt-level=3"])? })
}

/// Builds the core alone.
pub fn core() -> Result<PathBuf> {
    module("core", &[])
}

fn module(name: &str, flags: &[&str]) -> Result<PathBuf> {
    ready(&[TARGET])?;
    let folder = shell::target().join("wasm");
    Cmd::new("cargo")
        .args(["rustc", "--profile", "wasm", "--locked", "--package", "heibai-wasm", "--features", "browser"])
        .args(["--bin", &format!("heibai-{name}"), "--target", TARGET, "--target-dir"])
        .args([folder.to_string_lossy().as_ref(), "--"])
        .args(flags)
        .env("RUSTFLAGS", format!("{FLAGS} {STACK} {MEMORY}"))
        .run()?;
    let built = folder.join(TARGET).join(format!("wasm/heibai-{name}.wasm"));
    let module = folder.join(format!("{name}.wasm"));
    let bytes = std::fs::read(&built).with_context(|| format!("cannot read {}", built.display()))?;
    // An unchanged file is not rewritten, so that its date shows whether it changed.
    if std::fs::read(&module).ok().as_ref() != Some(&bytes) {
        std::fs::write(&module, bytes)?;
    }
    Ok(module)
}

/// Whether this machine has the WebAssembly targets, or can install them.
pub fn ready(targets: &[&str]) -> Result<()> {
    for target in targets {
        if !has_library(target) && find("rustup").is_some() {
            // Whether it helped is checked below.
            Cmd::new("rustup").args(["target", "add", target]).run().ok();
        }
        if !has_library(target) {
            bail!("Rust's library for {target} is not here; `rustup target add {target}` fetches it");
        }
    }
    Ok(())
}

/// The kernels' own tests in WebAssembly: each twin equals the scalar one. Returns their output.
pub fn kernels() -> Result<(bool, String)> {
    let folder = shell::target().join("wasm");
    let runner = format!("node --no-warnings {}", root().join("web/e2e/wasi.mjs").display());
    Cmd::new("cargo")
        .args(["test", "--locked", "--package", "heibai-kernels", "--lib", "--target", WASI, "--target-dir"])
        .args([folder.to_string_lossy()])
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_WASM32_WASIP1_RUNNER", runner)
        .watch()
}

fn has_library(target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    let folder = told.ok().and_then(|told| String::from_utf8(told.stdout).ok());
    folder.is_some_and(|folder| PathBuf::from(folder.trim()).is_dir())
}
