//! `pjrt run`: compile a program, run it on inputs, show or check its results.

use super::expect::{Tolerance, difference};
use super::failure::{Code, Failure, Outcome};
use super::program::{Program, ProgramPath, parse};
use super::session::{CompileFlags, DeviceOptions, Format, Session};
use super::{inputs, outputs};
use crate::frontend::Source;
use crate::hlo::ArrayLiteral;
use crate::runtime::{ExecuteOptions, LoadedExecutable, Signature};
use std::path::PathBuf;

/// Compile a program (or load a saved one), run it on inputs, and print, write or check its results.
///
/// Inputs: `2x3xf32=1 2 3 4 5 6` (brackets and commas are free decoration), `f32=0.5`, `2x3xf32=1.0` (one value for
/// all), `2x3xf32` (zeros), `@x.npy`, `2x3xf32=@x.bin` (raw bytes), a folder of `0.npy`, `1.npy`, …; or `random:SEED`,
/// `zeros` or `iota` for an array that fits the program. One of these last alone makes every argument.
///
/// Checks inside the program (`check.*`) are obeyed: a failed one exits with 1.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    device: DeviceOptions,
    #[command(flatten)]
    compile: CompileFlags,
    /// An argument of the program, in order
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    input: Vec<String>,
    /// Folder of 0.npy, 1.npy, …: arguments before those of --input
    #[arg(long, value_name = "DIR")]
    inputs_from: Option<PathBuf>,
    /// Where a result goes, in order: - prints, @x.npy and @x.bin write
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    output: Vec<String>,
    /// Folder that takes all results as 0.npy, 1.npy, …
    #[arg(long, value_name = "DIR")]
    outputs_to: Option<PathBuf>,
    /// What a result should be, in order, in the form of an input; (ignored) skips one
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    expect: Vec<String>,
    #[command(flatten)]
    tolerance: Tolerance,
    /// Run that many times
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Run operation by operation, each compiled by itself
    #[arg(long)]
    eager: bool,
    /// Report the timers of the seam on standard error
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "text")]
    metrics: Option<Format>,
    /// Elements of a result that are printed at most
    #[arg(long, default_value_t = 1024)]
    max_elements: usize,
}

pub fn main(options: &Options) -> Outcome {
    let session = options.device.open()?;
    let outcome = run_program(&session, options);
    match options.metrics {
        Some(Format::Text) => eprint!("{}", session.client.metrics().report()),
        Some(Format::Json) => eprintln!("{}", session.client.metrics().json()),
        None => {}
    }
    outcome
}

fn run_program(session: &Session, options: &Options) -> Outcome {
    match options.program.read()? {
        Program::Artifact(bytes) => run_executable(session, session.load(bytes)?.as_ref(), options),
        Program::Text(sections) => run_sections(session, &sections, options),
    }
}

/// Runs every section, also after one that failed; the first failure decides.
fn run_sections(session: &Session, sections: &[Source], options: &Options) -> Outcome {
    let mut failures = sections.iter().filter_map(|source| run_section(session, source, options).err());
    let Some(mut first) = failures.next() else { return Ok(()) };
    for other in failures {
        first.message += "\n";
        first.message += &other.message;
    }
    Err(first)
}

fn run_section(session: &Session, source: &Source, options: &Options) -> Outcome {
    let module = parse(source)?;
    if options.eager {
        let signature = Signature::of(&module);
        let arguments = resolve(options, &signature)?;
        let run = |arguments: &[ArrayLiteral]| super::eager::run(session, &module, source, arguments);
        return run_repeatedly(&signature, &arguments, options, run);
    }
    let executable = session.compile(module, source, &options.compile.options())?;
    run_executable(session, executable.as_ref(), options)
}

fn run_executable(session: &Session, executable: &dyn LoadedExecutable, options: &Options) -> Outcome {
    let arguments = resolve(options, executable.signature())?;
    let run = |arguments: &[ArrayLiteral]| {
        let buffers = session.send(arguments)?;
        let untuple = ExecuteOptions { untuple_result: true, eager: false };
        let results = session.execute(executable, &buffers, untuple)?;
        session.receive(&results)
    };
    run_repeatedly(executable.signature(), &arguments, options, run)
}

fn resolve(options: &Options, signature: &Signature) -> Outcome<Vec<ArrayLiteral>> {
    let arguments = inputs::resolve(&options.input, options.inputs_from.as_deref(), signature);
    arguments.map_err(|error| Failure::usage(format!("{error:#}")))
}

fn run_repeatedly(
    signature: &Signature,
    arguments: &[ArrayLiteral],
    options: &Options,
    run: impl Fn(&[ArrayLiteral]) -> Outcome<Vec<ArrayLiteral>>,
) -> Outcome {
    let mut results = run(arguments)?;
    for _ in 1..options.repeat {
        results = run(arguments)?;
    }
    let delivered = outputs::deliver(&results, &options.output, options.outputs_to.as_deref(), options.max_elements);
    delivered.map_err(|error| Failure::io(&error))?;
    check(signature, &results, options)
}

/// Compares with `--expect`; every result that differs is reported.
fn check(signature: &Signature, results: &[ArrayLiteral], options: &Options) -> Outcome {
    if options.expect.is_empty() {
        return Ok(());
    }
    let expected = expected_results(signature, results, options)?;
    let compared = results.iter().zip(&expected).enumerate();
    let reports: Vec<String> = compared
        .filter_map(|(i, (actual, expected))| difference(i, actual, expected.as_ref()?, &options.tolerance))
        .collect();
    if reports.is_empty() { Ok(()) } else { Err(Failure::new(Code::Mismatch, reports.join("\n"))) }
}

fn expected_results(
    signature: &Signature,
    results: &[ArrayLiteral],
    options: &Options,
) -> Outcome<Vec<Option<ArrayLiteral>>> {
    if options.expect.len() != results.len() {
        let program = inputs::signature_text(signature);
        let message = format!(
            "expected {} --expect, found {}\n  note: the program is {program}",
            results.len(),
            options.expect.len()
        );
        return Err(Failure::usage(message));
    }
    let pairs = options.expect.iter().zip(results).enumerate();
    pairs.map(|(i, (spec, result))| expected_result(i, spec, result)).collect()
}

fn expected_result(index: usize, spec: &str, result: &ArrayLiteral) -> Outcome<Option<ArrayLiteral>> {
    if spec == "(ignored)" {
        return Ok(None);
    }
    let expected = inputs::resolve_one(spec, result.shape());
    expected.map(Some).map_err(|error| Failure::usage(format!("--expect of result {index}: {error:#}")))
}
