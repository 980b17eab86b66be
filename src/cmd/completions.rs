//! `pjrt completions`: what a shell needs to complete our command line.

use super::failure::Outcome;
use clap::CommandFactory;

/// Print a completion script for a shell.
#[derive(clap::Args)]
pub struct Options {
    shell: clap_complete::Shell,
}

pub fn main(options: &Options) -> Outcome {
    clap_complete::generate(options.shell, &mut super::Cli::command(), "pjrt", &mut std::io::stdout());
    Ok(())
}
