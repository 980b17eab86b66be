//! `pjrt completions`: what a shell needs to complete our command line.

use super::failure::Outcome;
use super::streams::print_bytes;
use clap::CommandFactory;

/// Print a completion script for a shell.
#[derive(clap::Args)]
pub struct Options {
    shell: clap_complete::Shell,
}

pub fn main(options: &Options) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut super::Cli::command(), "pjrt", &mut script);
    print_bytes(&script)
}
