//! `--cluster ADDRESS`: passes a job to the Python package `heibai`, which splits it into tasks for a Ray cluster.

use crate::failure::Context;
use crate::interpreter;
use heibai_words::{failures, reports as said};
use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The arguments of a job, as `python -m heibai.jobs` takes them.
pub struct Job {
    arguments: Vec<OsString>,
}

impl Job {
    pub fn new(name: &str, address: &str) -> Job {
        Job { arguments: vec![name.into(), "--address".into(), address.into()] }
    }

    /// Adds an option if it has a value.
    pub fn option(mut self, name: &str, value: Option<impl ToString>) -> Job {
        if let Some(value) = value {
            self.arguments.extend([name.into(), value.to_string().into()]);
        }
        self
    }

    /// Adds positional arguments: files and players.
    pub fn plain(mut self, values: impl IntoIterator<Item = impl Into<OsString>>) -> Job {
        self.arguments.extend(values.into_iter().map(Into::into));
        self
    }

    /// Runs the job; its progress goes to our standard error, its output lines to `each`.
    pub fn run(self, mut each: impl FnMut(Value) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let python = interpreter::with_package();
        let shown = Path::new(&python).display().to_string();
        let known = Command::new(&python)
            .args(["-c", "import heibai.ray"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .told(|| failures::cannot_start(&shown))?;
        if !known.success() {
            return Err(said::no_package(&shown).into());
        }
        let mut child = Command::new(&python)
            .args(["-m", "heibai.jobs"])
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .told(|| failures::cannot_start(&shown))?;
        let output = child.stdout.take().told(said::no_job_output)?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            each(serde_json::from_str(&line).told(|| said::job_said(&line))?)?;
        }
        let status = child.wait()?;
        if !status.success() {
            return Err(said::job_failed(&status.to_string()).into());
        }
        Ok(())
    }
}
