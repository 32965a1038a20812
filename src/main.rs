//! The program: the command line's exit becomes the process's.

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    arbitro::cli::run().into()
}
