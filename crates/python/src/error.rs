//! What Python sees when something is refused.

use numpy::PyReadonlyArray1;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::sync::{Mutex, MutexGuard, TryLockError};

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

/// Locks what only one call may use at a time. A second call fails at once instead of waiting: it may come from the
/// evaluator of the running search, and would wait for itself.
pub fn lock<'a, T>(part: &'a Mutex<T>, what: &str) -> PyResult<MutexGuard<'a, T>> {
    match part.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(in_use(what)),
    }
}

/// The error for an object that another call is using.
pub fn in_use(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!(
        "this {what} is in use by another call: wait for it, or give each thread its own"
    ))
}

/// The `repr` of an argument, for an error message.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

/// An argument that counts or numbers something.
pub fn count<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    if let Some(number) = value.extract::<u64>().ok().and_then(|number| T::try_from(number).ok()) {
        return Ok(number);
    }
    let (is_int, zero) = (value.extract::<i64>().is_ok() || value.is_instance_of::<PyInt>(), 0);
    if is_int && value.ge(zero)? {
        let bits = 8 * size_of::<T>();
        return Err(bad_value(format!("{}: expected a whole number below 2**{bits}", shown(value))));
    }
    let wrong = format!("{}: expected a whole number, 0 or more", shown(value));
    Err(if is_int { PyValueError::new_err(wrong) } else { PyTypeError::new_err(wrong) })
}

/// Like `count`, or None.
pub fn optional<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if value.is_none() { Ok(None) } else { count(value).map(Some) }
}

/// An argument that names a number type: a text, or what numpy calls one (`numpy.int8`, `float`).
pub fn number_type(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(name) = value.extract::<String>() {
        return Ok(name);
    }
    let dtype = value.py().import("numpy")?.call_method1("dtype", (value,)).ok().filter(|_| !value.is_none());
    let name = dtype.and_then(|dtype| dtype.getattr("name").ok()).and_then(|name| name.extract().ok());
    name.ok_or_else(|| PyTypeError::new_err(format!("dtype {}: expected 'int8' or 'float32'", shown(value))))
}

/// An argument that is a board: a text, or an array of 0 (empty), 1 (Black) and 2 (White) as `State.board` gives it.
pub fn board(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    let wrong = |found: String| {
        PyTypeError::new_err(format!(
            "{found}: expected a board of text, or of 0 (empty), 1 (Black), 2 (White)"
        ))
    };
    let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
    let numbers = array.call_method0("ravel")?.call_method0("tolist")?.extract::<Vec<f64>>();
    let numbers = numbers.map_err(|_| wrong(shown(value)))?;
    let stone = |number: f64| match number {
        0.0 => Ok('.'),
        1.0 => Ok('X'),
        2.0 => Ok('O'),
        other => Err(wrong(other.to_string())),
    };
    numbers.into_iter().map(stone).collect()
}

/// An argument that is a sequence of points.
pub fn points(value: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    let point = |number: i64| {
        u16::try_from(number).map_err(|_| bad_value(format!("point {number}: expected one of the board")))
    };
    actions(value)?.into_iter().map(point).collect()
}

/// Such an argument, or None.
pub fn optional_points(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u16>>> {
    if value.is_none() { Ok(None) } else { points(value).map(Some) }
}

/// The games that a mask selects: all of them without one. A mask is an array or sequence of booleans, one per game.
pub fn chosen(mask: Option<&Bound<'_, PyAny>>, games: usize) -> PyResult<Vec<bool>> {
    let Some(mask) = mask else { return Ok(vec![true; games]) };
    let array = mask.py().import("numpy")?.call_method1("asarray", (mask,))?;
    let Ok(found) = array.extract::<PyReadonlyArray1<'_, bool>>() else {
        let expected = format!("expected a mask of bool for {games} games");
        return Err(PyTypeError::new_err(format!("{}: {expected}", shown(mask))));
    };
    let found = found.as_array().to_vec();
    if found.len() != games {
        return Err(bad_value(format!("a mask of {} for {games} games", found.len())));
    }
    Ok(found)
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
