//! The steps by which the tables grew, embedded in the program. Read here and not by `sqlx::migrate!`: that macro needs
//! both databases' drivers compiled a second time, for the compiler itself.

use rust_embed::RustEmbed;
use sqlx::migrate::{Migration, MigrationType, Migrator};

#[derive(RustEmbed)]
#[folder = "migrations"]
struct Files;

/// All steps, `0001_start.sql` first.
pub(super) fn migrator() -> Migrator {
    let mut steps: Vec<Migration> = Files::iter().filter_map(|name| step(&name)).collect();
    steps.sort_by_key(|step| step.version);
    Migrator { migrations: steps.into(), ..Migrator::DEFAULT }
}

/// The step in the file `NUMBER_WORDS.sql`.
fn step(name: &str) -> Option<Migration> {
    let (number, words) = name.strip_suffix(".sql")?.split_once('_')?;
    let sql = String::from_utf8(Files::get(name)?.data.into_owned()).ok()?;
    let words = words.replace('_', " ");
    Some(Migration::new(number.parse().ok()?, words.into(), MigrationType::Simple, sql.into(), false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_step_of_its_own() {
        let steps = migrator();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(steps.iter().count(), files.len(), "a step has no file, or a file no step: {files:?}");
        let numbers: Vec<i64> = steps.iter().map(|step| step.version).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "two steps have one number: {numbers:?}");
        let first = steps.iter().next().unwrap();
        assert_eq!((first.version, &*first.description), (1, "start"));
    }
}
