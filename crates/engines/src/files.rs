//! Reads files that a user names: networks, books, settings, secrets. Pipes and devices are refused, because opening
//! one may block for ever and reading one may never end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let about = std::fs::metadata(&path)?;
    match (about.is_dir(), about.is_file()) {
        (true, _) => Err(io::ErrorKind::IsADirectory.into()),
        (_, true) => File::open(path),
        // Pipes and terminals are not seekable; `heibai_words::failures::system` words the error.
        (_, false) => Err(io::ErrorKind::NotSeekable.into()),
    }
}

/// Reads the bytes of a regular file.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the text of a regular file.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}
