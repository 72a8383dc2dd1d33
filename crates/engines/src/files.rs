//! Files that a person names: networks, books, settings, secret words. Pipes and devices are refused, because opening one
//! may wait for ever and reading one may never end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a plain file.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let about = std::fs::metadata(&path)?;
    match (about.is_dir(), about.is_file()) {
        (true, _) => Err(io::ErrorKind::IsADirectory.into()),
        (_, true) => File::open(path),
        // What a pipe and a terminal have in common; `heibai_words::failures::system` has the words.
        (_, false) => Err(io::ErrorKind::NotSeekable.into()),
    }
}

/// The bytes of a plain file.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a plain file.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}
