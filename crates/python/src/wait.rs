//! Long work without the interpreter: Ctrl-C and a limit of time stop it.

use crate::error::{PlayerError, bad_value};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::Arc;
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

thread_local! {
    /// Stops the long calls of this thread. Python delivers Ctrl-C to its main thread only.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Stops the long calls of other threads: each of them `listen`s, and `set` raises KeyboardInterrupt in all.
#[pyclass(module = "heibai._native", frozen)]
pub struct Stop(Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop(Arc::default())
    }

    /// Long calls of the calling thread end when this is set.
    fn listen(&self) {
        STOP.set(Some(self.0.clone()));
    }

    /// Ends the long calls of every thread that listens, now and later.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// KeyboardInterrupt, if Ctrl-C was pressed or another thread stops this one.
fn interrupted(asked: Option<&Arc<AtomicBool>>) -> Option<PyErr> {
    if asked.is_some_and(|asked| asked.load(Ordering::Relaxed)) {
        return Some(PyKeyboardInterrupt::new_err(()));
    }
    Python::attach(|py| py.check_signals()).err()
}

/// Runs `work` in a thread of its own while other Python threads run. Ctrl-C and the deadline set its stop flag;
/// Ctrl-C then raises KeyboardInterrupt.
pub fn thinking<R: Send>(
    py: Python<'_>,
    deadline: Option<Instant>,
    work: impl FnOnce(&AtomicBool) -> R + Send,
) -> PyResult<R> {
    let (stop, asked) = (AtomicBool::new(false), STOP.with_borrow(Clone::clone));
    if let Some(signal) = interrupted(asked.as_ref()) {
        return Err(signal);
    }
    let (answer, signal) = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            let stop = &stop;
            let thinking = scope.spawn(move || {
                let answer = work(stop);
                drop(done);
                answer
            });
            let mut signal = None;
            loop {
                let left = deadline.map_or(GLANCE, |end| end.saturating_duration_since(Instant::now()));
                let left = if stop.load(Ordering::Relaxed) { GLANCE } else { left.min(GLANCE) };
                if wait.recv_timeout(left) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                signal = signal.or_else(|| interrupted(asked.as_ref()));
                let late = deadline.is_some_and(|end| Instant::now() >= end);
                stop.store(late || signal.is_some(), Ordering::Relaxed);
            }
            (thinking.join(), signal)
        })
    });
    if let Some(signal) = signal {
        return Err(signal);
    }
    answer.map_err(|_| PlayerError::new_err("a thread failed while it was thinking"))
}

/// Runs `work`, which cannot be interrupted, in a thread of its own. Ctrl-C ends the call at once; the thread goes on until
/// its work is done.
pub fn abandoning<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let asked = STOP.with_borrow(Clone::clone);
    py.detach(|| {
        let (done, wait) = channel();
        std::thread::spawn(move || done.send(work()));
        loop {
            match wait.recv_timeout(GLANCE) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => interrupted(asked.as_ref()).map_or(Ok(()), Err)?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PlayerError::new_err("a thread failed while it was thinking"));
                }
            }
        }
    })
}
