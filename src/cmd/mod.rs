//! The command line: one file a subcommand. Everything it prints, asks and exits with is decided here and below.

mod bench;
mod bisect;
mod calibrate;
mod compare;
mod compile;
mod compile_flags;
mod completions;
mod convert;
mod cost_model;
mod devices;
mod dump;
mod eager;
mod expect;
mod failure;
mod gather;
mod host;
mod inputs;
mod ops;
mod opt;
mod outputs;
mod pass_names;
mod placement;
mod program;
mod progress;
mod run;
mod session;
mod shell;
mod show;
mod specialize;
mod stablehlo_flags;
mod streams;
mod subject;
mod value;

use crate::hlo::{catch_crash, note_crash};
use crate::runtime::processes::job;
use clap::{Parser, Subcommand};
use failure::{Code, Failure, Outcome};
use std::process::ExitCode;

/// Compile, run and inspect StableHLO and HLO programs.
///
/// A program is a file of StableHLO text (`.mlir`), StableHLO bytecode (`.mlirbc`), HLO text (`.hlo`) or an HLO proto
/// (`.pb`), an executable that `pjrt compile` saved (`.pjx`), or `-` for standard input. What a file holds is told by its
/// content.
#[derive(Parser)]
#[command(name = "pjrt", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Examples:
  pjrt run --device=cpu model.mlir --input=random:1    compile and run on random arguments
  pjrt run --device=cpu model.mlir --input=@x.npy      on an array from a file
  pjrt dump model.mlir                                 the program after all passes
  pjrt compile model.mlir -o model.pjx                 compile once, run model.pjx later
  pjrt compare model.mlir                              native code against the interpreter
  pjrt bench --device=cpu model.mlir                   measure

Exit codes: 0 all is right; 1 a result is not what was expected; 2 the program is bad; \
3 the command line is bad; 4 the run failed; 77 the program needs something that is not supported.";

#[derive(Subcommand)]
enum Command {
    Run(run::Options),
    Compile(compile::Options),
    Convert(convert::Options),
    Dump(dump::Options),
    Opt(opt::Options),
    Compare(compare::Options),
    Bisect(bisect::Options),
    Bench(bench::Options),
    Calibrate(calibrate::Options),
    Devices(devices::Options),
    Ops(ops::Options),
    Completions(completions::Options),
}

/// Parses the command line, does what it says, and reports how that went.
pub fn main() -> ExitCode {
    restore_broken_pipe();
    std::panic::set_hook(Box::new(note_crash));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let outcome = catch_crash(|| dispatch(cli.command));
    match outcome.unwrap_or_else(|crash| Err(Failure::bug(&crash.diagnostic("the command").to_string()))) {
        Ok(()) => {
            job::leave(None);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            let code = told(&failure);
            job::leave(Some(&(&failure).into()));
            code
        }
    }
}

fn dispatch(command: Command) -> Outcome {
    match command {
        Command::Run(options) => run::main(&options),
        Command::Compile(options) => compile::main(&options),
        Command::Convert(options) => convert::main(&options),
        Command::Dump(options) => dump::main(&options),
        Command::Opt(options) => opt::main(&options),
        Command::Compare(options) => compare::main(&options),
        Command::Bisect(options) => bisect::main(&options),
        Command::Bench(options) => bench::main(&options),
        Command::Calibrate(options) => calibrate::main(&options),
        Command::Devices(options) => devices::main(&options),
        Command::Ops(options) => ops::main(&options),
        Command::Completions(options) => completions::main(&options),
    }
}

/// Help and version are no errors; everything else is bad usage.
fn usage(error: &clap::Error) -> ExitCode {
    match error.print() {
        // A closed standard error leaves nobody to tell.
        _ if error.use_stderr() => ExitCode::from(Code::BadUsage as u8),
        Ok(()) => ExitCode::SUCCESS,
        Err(full) => told(&streams::unprinted(full)),
    }
}

fn told(failure: &Failure) -> ExitCode {
    streams::report(&format!("{}\n", failure.message.trim_end()));
    ExitCode::from(failure.code as u8)
}

/// A reader that goes away (`pjrt dump | head`) ends the process silently, as other tools end.
fn restore_broken_pipe() {
    // SAFETY: sets a signal's default action before any thread exists.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
}
