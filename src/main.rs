//! The program: the command line's exit becomes the process's.

use std::process::ExitCode;

fn main() -> ExitCode {
    arbitro::cli::run().into()
}
