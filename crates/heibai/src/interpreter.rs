//! Finds the Python interpreter: the one with the package `heibai`, and the one that runs this program, if any.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The interpreter that runs this program, if it was started from the Python package.
pub static AROUND: OnceLock<OsString> = OnceLock::new();

/// The interpreter that has the package: the one `HEIBAI_PYTHON` names, the one that runs us, the project's own, or
/// the system's.
pub fn with_package() -> OsString {
    let own = Path::new(".venv/bin/python");
    match (std::env::var_os("HEIBAI_PYTHON"), AROUND.get()) {
        (Some(named), _) => named,
        (None, Some(around)) => around.clone(),
        (None, None) if own.is_file() => own.into(),
        (None, None) => "python3".into(),
    }
}

/// A command that starts this program again.
pub fn itself() -> std::io::Result<Command> {
    let Some(around) = AROUND.get() else { return Ok(Command::new(std::env::current_exe()?)) };
    let mut command = Command::new(around);
    command.args(["-m", "heibai"]);
    Ok(command)
}
