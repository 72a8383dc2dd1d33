//! What Python sees when something is refused.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;

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

/// An argument in Python's own words, for a complaint about it.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

/// An argument that counts or numbers something.
pub fn count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = value.extract::<i64>().ok().and_then(|number| usize::try_from(number).ok());
    let wrong = || format!("{}: expected a whole number, 0 or more", shown(value));
    number.ok_or_else(|| match value.is_instance_of::<PyInt>() {
        true => PyValueError::new_err(wrong()),
        false => PyTypeError::new_err(wrong()),
    })
}

/// An argument that is a sequence of actions.
pub fn actions(value: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let wrong = |_| PyTypeError::new_err(format!("{}: expected a sequence of whole numbers", shown(value)));
    value.extract().map_err(wrong)
}

/// An argument that is the content of a file.
pub fn content(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let wrong = |_| PyTypeError::new_err(format!("{}: expected bytes", shown(value)));
    value.extract().map_err(wrong)
}
