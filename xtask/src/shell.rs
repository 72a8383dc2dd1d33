//! Running other programs from the repository's root.

use anyhow::{Context, Result, bail};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The repository's root.
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Where a program is, if the system has it.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

thread_local! {
    /// The prefix of this thread's output lines.
    static NAME: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Prefixes this thread's output lines with a name from now on, if it has one.
pub fn name_lines(name: &str) {
    let before = if name.is_empty() { String::new() } else { format!("{name}: ") };
    NAME.with_borrow_mut(|now| *now = before);
}

fn show(line: &str) {
    NAME.with_borrow(|name| println!("{name}{line}"));
}

/// A command line, shown before it runs.
pub struct Cmd {
    command: Command,
    shown: String,
}

impl Cmd {
    pub fn new(program: impl AsRef<std::ffi::OsStr>) -> Cmd {
        let shown = program.as_ref().to_string_lossy().into_owned();
        let mut command = Command::new(program);
        command.current_dir(root()).stdin(Stdio::null());
        // Continuous integration builds once: incremental builds would only cost time and disk.
        if std::env::var_os("CI").is_some() {
            command.env("CARGO_INCREMENTAL", "0");
        }
        Cmd { command, shown }
    }

    pub fn args<S: AsRef<str>>(mut self, args: impl IntoIterator<Item = S>) -> Cmd {
        for arg in args {
            self.shown = format!("{} {}", self.shown, arg.as_ref());
            self.command.arg(arg.as_ref());
        }
        self
    }

    pub fn dir(mut self, dir: impl AsRef<std::path::Path>) -> Cmd {
        self.command.current_dir(root().join(dir));
        self
    }

    pub fn env(mut self, key: &str, value: impl AsRef<std::ffi::OsStr>) -> Cmd {
        self.command.env(key, value);
        self
    }

    /// Runs it; anything but success is an error.
    pub fn run(mut self) -> Result<()> {
        show(&format!("$ {}", self.shown));
        let status = self.command.status().with_context(|| format!("cannot start '{}'", self.shown))?;
        if !status.success() {
            bail!("'{}' ended with {status}", self.shown);
        }
        Ok(())
    }

    /// Runs it, shows its output and returns it, with whether it succeeded.
    pub fn watch(mut self) -> Result<(bool, String)> {
        show(&format!("$ {}", self.shown));
        let mut child = self
            .command
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start '{}'", self.shown))?;
        let mut text = String::new();
        let output = child.stdout.take().context("the child's output is piped")?;
        for line in BufReader::new(output).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            show(&line);
            text.push_str(&line);
            text.push('\n');
        }
        std::io::stdout().flush()?;
        Ok((child.wait()?.success(), text))
    }
}
