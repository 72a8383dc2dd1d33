//! Installs what the tasks need on a machine, if possible.

use crate::shell::{Cmd, find, root};
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A system program, installed with Debian's package manager if that works.
pub fn ensure(program: &str, package: &str) -> Result<PathBuf> {
    // Debian installs games outside root's path.
    let games = PathBuf::from("/usr/games").join(program);
    let here = || find(program).or_else(|| games.is_file().then(|| games.clone()));
    // The package manager runs one at a time.
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _one = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = here() {
        return Ok(path);
    }
    if find("apt-get").is_some() {
        // Programs are installed, services are not started.
        let quiet = |args: &[&str]| {
            let apt = Cmd::new("apt-get").args(args.iter().copied());
            apt.env("DEBIAN_FRONTEND", "noninteractive").env("RUNLEVEL", "1").run()
        };
        // A stale package list is the usual reason for a failure: update it once and retry.
        if quiet(&["install", "-y", "-q", package]).is_err() {
            quiet(&["update", "-q"]).and_then(|()| quiet(&["install", "-y", "-q", package])).ok();
        }
    }
    match here() {
        Some(path) => Ok(path),
        None => {
            bail!("'{program}' is not here and could not be installed; on Debian it is the package {package}")
        }
    }
}

/// Builds the page into web/dist, if its sources are newer.
pub fn web() -> Result<()> {
    let web = root().join("web");
    if !web.join("package.json").is_file() {
        return Ok(());
    }
    ensure("npm", "npm")?;
    node_modules()?;
    Cmd::new("npm").args(["run", "build"]).dir("web").run()
}

/// The page's libraries, exactly as in the lock file.
pub fn node_modules() -> Result<()> {
    let (lock, done) =
        (root().join("web/package-lock.json"), root().join("web/node_modules/.package-lock.json"));
    let fresh = match (lock.metadata(), done.metadata()) {
        (Ok(lock), Ok(done)) => done.modified()? >= lock.modified()?,
        _ => false,
    };
    if fresh { Ok(()) } else { Cmd::new("npm").args(["ci", "--no-audit", "--no-fund"]).dir("web").run() }
}

/// What the Python package is built for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// With every optimisation.
    Use,
    /// As the Rust tests build it, with every assertion on; most of it is then already compiled.
    Test,
}

/// The project's own Python environment with the package built into it.
pub fn python(purpose: Purpose) -> Result<PathBuf> {
    let venv = root().join(".venv");
    let python = venv.join("bin/python");
    if !python.is_file() {
        let base = ensure("python3", "python3-venv")?;
        Cmd::new(base).args(["-m", "venv", ".venv"]).run()?;
    }
    let pip = |args: &[&str]| {
        Cmd::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(args.iter().copied())
    };
    if purpose == Purpose::Use {
        // The wheel contains the program, and the program its page.
        web()?;
    }
    pip(&["maturin>=1.8,<2"]).run()?;
    let profile = if purpose == Purpose::Use { "release" } else { "dev" };
    let option = format!("build-args=--profile {profile}");
    pip(&["--config-settings", &option, ".[test]"]).run()?;
    Ok(python)
}
