//! What tests use from outside the repository: public collections and other programs. A test that does not find what
//! it needs reports it here, and `cargo xtask test` counts it as not run instead of passed.

pub mod conversation;

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file or folder of the public collections beside the repository, or in the folder named by `HEIBAI_COLLECTIONS`.
/// If it is missing, the calling test is reported as not run.
pub fn collection(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("HEIBAI_COLLECTIONS").map_or_else(beside, PathBuf::from);
    let found = data.join(path);
    if !found.exists() {
        not_run(&format!("there is no {}", found.display()));
        return None;
    }
    Some(found)
}

/// Another program on this system. If it is missing, the calling test is reported as not run.
pub fn program(name: &str, places: &[&'static str]) -> Option<&'static str> {
    let found = places.iter().copied().find(|path| Path::new(path).exists());
    if found.is_none() {
        not_run(&format!("{name} is not installed"));
    }
    found
}

/// Reports that the calling test did not run, and why.
pub fn not_run(reason: &str) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test");
    // Not println!: the test harness captures that when a test passes.
    let _ = writeln!(std::io::stdout(), "\nnot run: {name}: {reason}");
}

/// `HEIBAI_PART=2/8` asks a long test for the second of eight parts, so that several machines or cores share it.
///
/// # Panics
/// On anything but a part and a number of parts.
pub fn part() -> Option<(usize, usize)> {
    let text = std::env::var("HEIBAI_PART").ok()?;
    let read = |(part, parts): (&str, &str)| Some((part.parse().ok()?, parts.parse().ok()?));
    let (part, parts) = text.split_once('/').and_then(read).unwrap_or((0, 0));
    assert!((1..=parts).contains(&part), "HEIBAI_PART={text}: 2/8 is the second of eight parts");
    Some((part, parts))
}

/// The numbers below `count` that belong to the requested part.
pub fn part_of(count: usize) -> impl Iterator<Item = usize> {
    let (part, parts) = part().unwrap_or((1, 1));
    (part - 1..count).step_by(parts)
}
