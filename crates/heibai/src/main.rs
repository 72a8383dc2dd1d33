//! `heibai`: the program. Its code is in the library, which the Python package calls too.

use std::process::ExitCode;

fn main() -> ExitCode {
    heibai::run(std::env::args_os()).into()
}
