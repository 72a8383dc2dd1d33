//! Long work without the interpreter: Ctrl-C and a limit of time stop it.

use crate::error::{PlayerError, bad_value};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the waiting thread looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// A time that Python gave in seconds.
pub fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let read =
        |s: f64| Duration::try_from_secs_f64(s).map_err(|_| bad_value(format!("{s} seconds is no time")));
    seconds.map(read).transpose()
}

pub fn deadline(seconds: Option<f64>) -> PyResult<Option<Instant>> {
    Ok(duration(seconds)?.and_then(|time| Instant::now().checked_add(time)))
}

/// Does `work` in a thread of its own while other Python threads run. Ctrl-C and the deadline raise the flag
/// that it is given; Ctrl-C is then raised in Python.
pub fn thinking<R: Send>(
    py: Python<'_>,
    deadline: Option<Instant>,
    work: impl FnOnce(&AtomicBool) -> R + Send,
) -> PyResult<R> {
    let stop = AtomicBool::new(false);
    let (answer, interrupted) = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            let stop = &stop;
            let thinking = scope.spawn(move || {
                let answer = work(stop);
                drop(done);
                answer
            });
            let mut interrupted = None;
            loop {
                let left = deadline.map_or(GLANCE, |end| end.saturating_duration_since(Instant::now()));
                let left = if stop.load(Ordering::Relaxed) { GLANCE } else { left.min(GLANCE) };
                if wait.recv_timeout(left) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                if interrupted.is_none() {
                    interrupted = Python::attach(|py| py.check_signals()).err();
                }
                let late = deadline.is_some_and(|end| Instant::now() >= end);
                stop.store(late || interrupted.is_some(), Ordering::Relaxed);
            }
            (thinking.join(), interrupted)
        })
    });
    if let Some(signal) = interrupted {
        return Err(signal);
    }
    answer.map_err(|_| PlayerError::new_err("a thread failed while it was thinking"))
}
