//! `heibai convert`: between the formats of records.

use heibai_games::{AnyPosition, Match};
use std::path::Path;

/// Writes a game in the format that the file's extension names.
pub fn save_match(_game: &Match<AnyPosition>, path: &Path) -> anyhow::Result<()> {
    anyhow::bail!("cannot write {}: no format is known", path.display())
}
