//! The rows of docs/conformance.md: what is required, which tests show it, and what is missing.

use crate::shell::root;
use anyhow::{Context, Result};

pub struct Row {
    pub id: String,
    pub what: String,
    /// Functions of web/e2e.
    pub browser: Vec<String>,
    /// Files of crates/python/tests, perhaps with a function.
    pub python: Vec<String>,
    /// How many tests of the Rust step show it.
    pub rust: usize,
    /// Whether the page says that something is missing.
    pub has_gap: bool,
}

/// Every row of the page, in its order.
pub fn read() -> Result<Vec<Row>> {
    let path = root().join("docs/conformance.md");
    let page = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(page.lines().filter_map(row).collect())
}

fn row(line: &str) -> Option<Row> {
    let mut columns = line.strip_prefix("| ")?.split(" | ");
    let (id, what, tests) = (columns.next()?, columns.next()?, columns.next()?);
    let (letter, number) = id.split_once('-')?;
    if letter.len() != 1 || number.parse::<u32>().is_err() {
        return None;
    }
    let mut row = Row {
        id: id.to_owned(),
        what: what.to_owned(),
        browser: Vec::new(),
        python: Vec::new(),
        rust: 0,
        has_gap: tests.contains("**gap**"),
    };
    for name in tests.split('`').skip(1).step_by(2) {
        if let Some(function) = name.strip_prefix("web/e2e/").and_then(|name| name.split_once("::")) {
            row.browser.push(function.1.to_owned());
        } else if let Some(test) = name.strip_prefix("crates/python/tests/") {
            row.python.push(test.to_owned());
        } else if name.contains(".rs") {
            row.rust += 1;
        }
    }
    Some(row)
}
