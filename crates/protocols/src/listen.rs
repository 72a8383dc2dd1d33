//! Receives further lines while a player thinks.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Runs `act` while another thread receives lines. `on_line` gets each line, or `None` at the end of the input, which is
/// the last call; it ends the listening early by `Break`. It usually sets the stop flag that `act` watches.
pub(crate) fn while_listening<T>(
    lines: &mut Receiver<String>,
    mut on_line: impl FnMut(Option<String>) -> ControlFlow<()> + Send,
    act: impl FnOnce() -> T,
) -> T {
    let done = &AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while !done.load(Ordering::Relaxed) {
                let line = match lines.recv_timeout(Duration::from_millis(10)) {
                    Ok(line) => Some(line),
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => None,
                };
                let ended = line.is_none();
                if on_line(line).is_break() || ended {
                    return;
                }
            }
        });
        let result = act();
        done.store(true, Ordering::Relaxed);
        result
    })
}
