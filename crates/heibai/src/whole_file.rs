//! A file that is written whole or not at all: it gets its name when it is complete. A link stays a link, and a device
//! or a pipe is written to and never replaced.

use crate::failure::Context;
use heibai_words::failures;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The unfinished file. Dropped before `finish` it leaves nothing behind.
pub struct WholeFile {
    writer: BufWriter<File>,
    shown: String,
    /// Where it is written and what it will be called; `None` for a device or a pipe.
    names: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    pub fn create(path: &Path) -> anyhow::Result<WholeFile> {
        let shown = path.display().to_string();
        // A name that does not exist yet is its own place.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let special = fs::metadata(&place).is_ok_and(|found| !found.is_file());
        let (file, names) = if special {
            (OpenOptions::new().write(true).open(&place), None)
        } else {
            // Two programs that write the same file do not write into each other's.
            let part = PathBuf::from(format!("{}.{}.part", place.display(), std::process::id()));
            (File::create(&part), Some((part, place)))
        };
        let file = file.told(|| failures::cannot_write(&shown))?;
        Ok(WholeFile { writer: BufWriter::new(file), shown, names })
    }

    pub fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.writer.write_all(bytes).told(|| failures::cannot_write(&self.shown))
    }

    pub fn finish(mut self) -> anyhow::Result<()> {
        self.writer.flush().told(|| failures::cannot_write(&self.shown))?;
        if let Some((part, place)) = &self.names {
            fs::rename(part, place).told(|| failures::cannot_write(&self.shown))?;
            self.names = None;
        }
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((part, _)) = self.names.take() {
            // If an unfinished file cannot be removed, nothing useful can be done.
            fs::remove_file(part).ok();
        }
    }
}
