//! What tests use from outside the repository: public collections and other programs. A test that does not find what it
//! needs says so here, and `cargo xtask test` counts it as not run instead of passed.

pub mod conversation;

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file or folder of the public collections beside the repository. Without it the calling test did not run.
pub fn collection(path: &str) -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let found = data.join(path);
    if !found.exists() {
        not_run(&format!("there is no ../shared/data/{path}"));
        return None;
    }
    Some(found)
}

/// Another program of this system. Without it the calling test did not run.
pub fn program(name: &str, places: &[&'static str]) -> Option<&'static str> {
    let found = places.iter().copied().find(|path| Path::new(path).exists());
    if found.is_none() {
        not_run(&format!("{name} is not installed"));
    }
    found
}

/// Says that the calling test did not run, and why.
pub fn not_run(reason: &str) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test");
    // Not println!: the test harness keeps that to itself when a test passes.
    let _ = writeln!(std::io::stdout(), "\nnot run: {name}: {reason}");
}
