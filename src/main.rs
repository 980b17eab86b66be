//! The command line; see [`pjrt::cmd`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pjrt::cmd::main()
}
