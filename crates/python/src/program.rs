//! The whole program inside the package: `heibai` and `python -m heibai`; and networks made ready for it.

use crate::error::bad_value;
use crate::wait::abandoning;
use heibai_engines::learned::InBytes;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::OsString;
use std::path::PathBuf;

/// Runs `heibai ARGUMENTS` and returns the exit code. `interpreter` is the Python that runs the package in child processes.
#[pyfunction]
pub fn run_program(py: Python<'_>, interpreter: OsString, arguments: Vec<OsString>) -> u8 {
    py.detach(|| heibai::run_in_python(interpreter, arguments))
}

/// Quantises a residual network to bytes. Returns how well both agree on positions from their own games.
#[pyfunction]
pub fn network_in_bytes<'py>(py: Python<'py>, path: PathBuf, out: PathBuf) -> PyResult<Bound<'py, PyDict>> {
    let file = std::fs::read(&path)?;
    let made = abandoning(py, move || InBytes::of_file(&file).map_err(bad_value))??;
    std::fs::write(&out, &made.file)?;
    let told = PyDict::new(py);
    told.set_item("positions", made.positions)?;
    told.set_item("same_move", made.same_move)?;
    told.set_item("mean_difference", made.mean_difference)?;
    told.set_item("largest_difference", made.largest_difference)?;
    Ok(told)
}
