//! What Python sees when something is refused.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    heibai,
    IllegalAction,
    PyValueError,
    "An action that the rules refuse. Nothing has changed; the message says why."
);
create_exception!(
    heibai,
    RecordError,
    PyValueError,
    "A text that is no record; the message names line and column."
);
create_exception!(heibai, PlayerError, PyRuntimeError, "A player that gave no usable answer.");

/// Any sentence as a `ValueError`.
pub fn bad_value(reason: impl ToString) -> PyErr {
    PyValueError::new_err(reason.to_string())
}
