//! Why a command failed, in the user's language: each link of the error chain words itself.

use anyhow::Error;
use heibai_arena::openings::BadOpening;
use heibai_engines::othello::book::BadBook;
use heibai_engines::players::BadPlayer;
use heibai_games::board::BadPoint;
use heibai_games::clock::BadTimeControl;
use heibai_games::go::score::NotDead;
use heibai_games::kind::{BadRules, UnknownGame};
use heibai_games::player::Fault;
use heibai_games::{Illegal, Impossible};
use heibai_records::{CannotWrite, IllegalMove, ReadError};
use heibai_server::{BackupError, StartError, StoreError};
use heibai_words::{Language, Say, Text, failures, help};
use std::error::Error as StdError;
use std::fmt;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;

/// What was attempted, and why it failed.
#[derive(Debug)]
struct Told {
    what: Text,
    why: Error,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)
    }
}

impl StdError for Told {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(self.why.as_ref())
    }
}

/// Adds what was attempted to an error.
pub trait Context<T> {
    fn told(self, what: impl FnOnce() -> Text) -> anyhow::Result<T>;
}

impl<T, E: Into<Error>> Context<T> for Result<T, E> {
    fn told(self, what: impl FnOnce() -> Text) -> anyhow::Result<T> {
        self.map_err(|why| Told { what: what(), why: why.into() }.into())
    }
}

impl<T> Context<T> for Option<T> {
    fn told(self, what: impl FnOnce() -> Text) -> anyhow::Result<T> {
        self.ok_or_else(|| what().into())
    }
}

/// The whole chain of reasons, outermost first.
pub fn words(error: &Error) -> Text {
    let mut links = error.chain().map(link);
    let first = links.next().unwrap_or_default();
    links.fold(first, |text, link| text.because(link))
}

/// One error in words.
pub fn link(error: &(dyn StdError + 'static)) -> Text {
    fn of<E: StdError + Say + 'static>(error: &(dyn StdError + 'static)) -> Option<Text> {
        error.downcast_ref::<E>().map(Say::text)
    }
    let ours = of::<Text>(error)
        .or_else(|| error.downcast_ref::<Told>().map(|told| told.what.clone()))
        .or_else(|| of::<ReadError>(error))
        .or_else(|| of::<IllegalMove>(error))
        .or_else(|| of::<CannotWrite>(error))
        .or_else(|| of::<BadPlayer>(error))
        .or_else(|| of::<BadBook>(error))
        .or_else(|| of::<BadRules>(error))
        .or_else(|| of::<UnknownGame>(error))
        .or_else(|| of::<BadPoint>(error))
        .or_else(|| of::<BadTimeControl>(error))
        .or_else(|| of::<Impossible>(error))
        .or_else(|| of::<Illegal>(error))
        .or_else(|| of::<NotDead>(error))
        .or_else(|| of::<Fault>(error))
        .or_else(|| of::<BadOpening>(error))
        .or_else(|| of::<crate::interrupt::Stopped>(error))
        .or_else(|| number(error))
        .or_else(|| data(error));
    if let Some(text) = ours {
        return text;
    }
    if let Some(error) = error.downcast_ref::<std::io::Error>() {
        return failures::system(error);
    }
    if let Some(error) = error.downcast_ref::<serde_json::Error>() {
        return failures::json(error.line(), error.column(), &error.to_string());
    }
    failures::other(&error.to_string())
}

/// What is wrong with a number.
fn number(error: &(dyn StdError + 'static)) -> Option<Text> {
    if error.is::<ParseFloatError>() {
        return Some(help::number());
    }
    let why = error.downcast_ref::<ParseIntError>()?;
    Some(if *why.kind() == IntErrorKind::PosOverflow { help::too_large() } else { help::whole_number() })
}

/// What is wrong with a server's data.
fn data(error: &(dyn StdError + 'static)) -> Option<Text> {
    let shown = |path: &Path| path.display().to_string();
    if let Some(error) = error.downcast_ref::<BackupError>() {
        return match error {
            BackupError::Store(error) => data(error),
            BackupError::Exists(path) => Some(failures::exists(&shown(path))),
            BackupError::Unusable { path, reason } => Some(failures::no_database(&shown(path), reason)),
            BackupError::File { path, .. } => Some(Text::same(shown(path))),
            BackupError::Database(_) | BackupError::Threads(_) => None,
        };
    }
    match error.downcast_ref() {
        Some(StartError::Store(error)) => return data(error),
        Some(StartError::Listen { address, .. }) => {
            return Some(failures::cannot_listen(&address.to_string()));
        }
        Some(StartError::Network { path, reason }) => {
            return Some(failures::unusable_network(&shown(path), reason));
        }
        _ => {}
    }
    Some(match error.downcast_ref::<StoreError>()? {
        StoreError::Folder { path, .. } => failures::cannot_make(&shown(path)),
        StoreError::Url(url) => failures::bad_database(url),
        StoreError::Open { at, .. } => failures::cannot_open_database(at),
        StoreError::InUse(path) => failures::database_in_use(&shown(path)),
        StoreError::Lock { path, .. } => failures::cannot_lock(&shown(path)),
        StoreError::Migrate(_) => return None,
    })
}

/// Prints a failure to standard error.
pub fn complain(error: &Error, lang: Language) {
    eprintln!("heibai: {}", words(error).get(lang));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_of_the_chain_is_said() {
        let missing = std::fs::read("no such file").told(|| failures::cannot_read("a.sgf")).unwrap_err();
        assert_eq!(words(&missing).zh, "无法读取 a.sgf：没有这个文件或文件夹");
        assert_eq!(words(&missing).en, "cannot read a.sgf: there is no such file or folder");
        let bad = heibai_records::read_text("f5d6?", None).told(|| Text::same("x")).unwrap_err();
        assert_eq!(words(&bad).zh, "x：第 1 行第 5 列：此处应为着法，却是“?”");
    }
}
