//! Typed access to the fields of a query; an error has the field's name and the reason.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Why a query is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    pub field: String,
    pub reason: String,
}

impl QueryError {
    pub fn new(field: &str, reason: impl Into<String>) -> QueryError {
        QueryError { field: field.to_owned(), reason: reason.into() }
    }
}

/// The fields of a query; remembers which were read.
pub struct Fields<'q> {
    map: &'q Map<String, Value>,
    read: BTreeSet<&'static str>,
}

impl<'q> Fields<'q> {
    pub fn new(map: &'q Map<String, Value>) -> Fields<'q> {
        Fields { map, read: BTreeSet::new() }
    }

    /// A field's value; null counts as absent.
    pub fn value(&mut self, name: &'static str) -> Option<&'q Value> {
        self.read.insert(name);
        self.map.get(name).filter(|value| !value.is_null())
    }

    fn get<T>(
        &mut self,
        name: &'static str,
        what: &str,
        read: impl Fn(&'q Value) -> Option<T>,
    ) -> Result<Option<T>, QueryError> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => match read(value) {
                Some(value) => Ok(Some(value)),
                None => Err(QueryError::new(name, format!("must be {what}"))),
            },
        }
    }

    pub fn text(&mut self, name: &'static str) -> Result<Option<&'q str>, QueryError> {
        self.get(name, "a string", Value::as_str)
    }

    pub fn flag(&mut self, name: &'static str) -> Result<bool, QueryError> {
        Ok(self.get(name, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    pub fn integer(&mut self, name: &'static str) -> Result<Option<i64>, QueryError> {
        self.get(name, "an integer", Value::as_i64)
    }

    pub fn positive(&mut self, name: &'static str) -> Result<Option<u64>, QueryError> {
        self.get(name, "an integer from 1 up", |value| value.as_u64().filter(|&n| n > 0))
    }

    pub fn number(&mut self, name: &'static str) -> Result<Option<f64>, QueryError> {
        self.get(name, "a number", Value::as_f64)
    }

    pub fn list(&mut self, name: &'static str) -> Result<Option<&'q [Value]>, QueryError> {
        self.get(name, "a list", |value| value.as_array().map(Vec::as_slice))
    }

    pub fn object(&mut self, name: &'static str) -> Result<Option<&'q Map<String, Value>>, QueryError> {
        self.get(name, "an object", Value::as_object)
    }

    pub fn integers(&mut self, name: &'static str) -> Result<Option<Vec<i64>>, QueryError> {
        self.get(name, "a list of integers", |value| {
            value.as_array()?.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>()
        })
    }

    /// The fields that were never read.
    pub fn unread(&self) -> impl Iterator<Item = &'q String> + '_ {
        self.map.keys().filter(|name| !self.read.contains(name.as_str()))
    }
}
