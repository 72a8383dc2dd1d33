//! Printing: standard output may be closed or full, and a program that prints to it must not panic.
//!
//! `println!`, `print!` and `eprintln!` mean the macros of this file in the whole binary.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

/// The status of a program whose reader went away (`heibai ... | head`), as shells count it for other tools.
pub const CLOSED: u8 = 141;

/// Prints to standard output. A reader that went away ends the program quietly; any other failure ends it with a word
/// and status 2, because what was asked for is not where it should be.
pub fn print(text: Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_fmt(text) {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(CLOSED.into());
        }
        complain(format_args!("heibai: standard output: {error}\n"));
        std::process::exit(2);
    }
}

/// Prints to standard error; where that fails there is nobody left to tell.
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
