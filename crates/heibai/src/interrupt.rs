//! Ctrl-C: the first one asks long work to stop and keep its results, the second ends the program at once.

use heibai_words::{Say, Text, commands as said};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The conventional exit code of an interrupted program.
pub const CODE: u8 = 130;

/// The flag that long work checks; set by Ctrl-C or SIGTERM.
pub fn signal() -> &'static AtomicBool {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order matters: a second signal finds the flag set by the first. If no handler can be installed,
            // Ctrl-C ends the program as usual, and what was logged is kept.
            let _ = flag::register_conditional_shutdown(signal, CODE.into(), stop.clone());
            let _ = flag::register(signal, stop.clone());
        }
        stop
    })
}

/// Work that was stopped early: what is kept, and how to resume.
#[derive(Debug)]
pub struct Stopped {
    pub done: u64,
    pub of: u64,
    /// Where the finished games are; `None` if they are lost.
    pub kept: Option<PathBuf>,
}

impl Stopped {
    /// An error if the signal came before everything was done.
    pub fn check(done: usize, of: usize, kept: Option<&Path>) -> Result<(), Stopped> {
        if done >= of || !signal().load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(Stopped { done: done as u64, of: of as u64, kept: kept.map(Path::to_owned) })
    }
}

impl Say for Stopped {
    fn text(&self) -> Text {
        match &self.kept {
            Some(path) => said::stopped_kept(self.done, self.of, &path.display().to_string()),
            None => said::stopped_gone(self.done, self.of),
        }
    }
}

heibai_words::display_as_text!(Stopped);

impl std::error::Error for Stopped {}
