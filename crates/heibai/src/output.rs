//! Printing: standard output may be closed or full, and printing to it must not panic.
//!
//! In the whole binary, `println!`, `print!` and `eprintln!` are the macros of this file.

use heibai_words::{Language, failures};
use std::fmt::Arguments;
use std::io::{Error, ErrorKind, Write};
use std::sync::OnceLock;

/// The exit status when the reader went away (`heibai ... | head`), as shells report it for other tools.
pub const CLOSED: u8 = 141;

/// The language that the program was asked for.
pub static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Prints to standard output. If the reader went away, the program ends quietly; any other failure ends it with a
/// message and status 2, because the output is incomplete.
pub fn print(text: Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_fmt(text) {
        give_up(&error);
    }
}

/// Ends the program, because nothing more can be printed.
pub fn give_up(error: &Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(CLOSED.into());
    }
    let what = failures::cannot_write_output().because(failures::system(error));
    let lang = LANGUAGE.get().copied().unwrap_or(Language::English);
    complain(format_args!("heibai: {}\n", what.get(lang)));
    std::process::exit(2)
}

/// Prints to standard error; if that fails, there is nobody left to tell.
pub fn complain(text: Arguments<'_>) {
    let _ = std::io::stderr().write_fmt(text);
}

macro_rules! print {
    ($($arg:tt)*) => { $crate::output::print(format_args!($($arg)*)) };
}

macro_rules! println {
    () => { $crate::output::print(format_args!("\n")) };
    ($($arg:tt)*) => { $crate::output::print(format_args!("{}\n", format_args!($($arg)*))) };
}

macro_rules! eprintln {
    ($($arg:tt)*) => { $crate::output::complain(format_args!("{}\n", format_args!($($arg)*))) };
}
