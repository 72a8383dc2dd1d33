//! Ctrl-C: the first one asks long work to stop and keep what it has, the second ends the program at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What a program that was interrupted exits with, by custom.
pub const CODE: u8 = 130;

/// The signal that long work looks at; set by Ctrl-C or a polite kill.
pub fn signal() -> &'static AtomicBool {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order counts: a second signal finds the flag set by the first. Where no handler can be set, Ctrl-C ends
            // the program as ever, and what was logged is kept.
            let _ = flag::register_conditional_shutdown(signal, CODE.into(), stop.clone());
            let _ = flag::register(signal, stop.clone());
        }
        stop
    })
}

/// Work that was stopped before its end: what is kept, and how it goes on.
#[derive(Debug)]
pub struct Stopped {
    pub done: u64,
    pub of: u64,
    /// Where the finished games lie; `None` if they are gone.
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

impl Stopped {
    /// The same as it prints, in Chinese.
    pub fn in_chinese(&self) -> String {
        let Stopped { done, of, kept } = self;
        let then = match kept {
            Some(path) => format!("已保存在 {}，同样的命令会从那里继续", path.display()),
            None => "加 --out 文件夹 可以保存并继续".to_owned(),
        };
        format!("已停止：{of} 局中完成 {done} 局；{then}")
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stopped { done, of, kept } = self;
        write!(f, "stopped after {done} of {of} games; ")?;
        match kept {
            Some(path) => {
                write!(f, "they are kept in {}: the same command goes on from there", path.display())
            }
            None => f.write_str("with --out DIR they would be kept and the same command would go on"),
        }
    }
}

impl std::error::Error for Stopped {}
