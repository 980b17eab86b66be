//! `pjrt run`: compile a program, run it on inputs, show or check its results.

use super::compile_flags::CompileFlags;
use super::expect::{Tolerance, difference};
use super::failure::{Code, Failure, Outcome};
use super::inputs;
use super::outputs::Destinations;
use super::program::{Program, ProgramPath, parse};
use super::session::{DeviceOptions, Format, Session};
use super::value::format_array;
use crate::frontend::Source;
use crate::hlo::{ArrayLiteral, ArrayShape};
use crate::runtime::custom_call::{Observer, observe};
use crate::runtime::{ExecuteOptions, LoadedExecutable, Signature};
use std::path::PathBuf;

/// Compile a program (or load a saved one), run it on inputs, and print, write or check its results.
///
/// Inputs: `2x3xf32=1 2 3 4 5 6` (brackets and commas are free decoration), `f32=0.5`, `2x3xf32=1.0` (one value for
/// all), `2x3xf32` (zeros), `@x.npy`, `2x3xf32=@x.bin` (raw bytes), a folder of `0.npy`, `1.npy`, …; or `random:SEED`,
/// `zeros` or `iota` for an array that fits the program. One of these last alone makes every argument.
///
/// Checks inside the program (`check.*`) are obeyed: a failed one exits with 1.
///
/// Examples: `pjrt run --device=cpu model.mlir --input=random:1`; `pjrt run --device=cpu model.mlir
/// --input=2x3xf32=1.5 --input=@y.npy --expect=@result.npy --rtol=1e-3`.
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
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, help_heading = "What results should be")]
    expect: Vec<String>,
    #[command(flatten)]
    tolerance: Tolerance,
    /// Run that many times
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Run operation by operation, each compiled by itself, to see what that costs
    #[arg(long)]
    eager: bool,
    /// Folder that takes what `interpreter.probe` sees, as .npy files with an index.csv
    #[arg(long, value_name = "DIR")]
    probe_output_dir: Option<PathBuf>,
    /// Report how long transfers, compilation and runs took, on standard error
    #[arg(long, value_name = "FORMAT", value_enum, num_args = 0..=1, default_missing_value = "text")]
    metrics: Option<Format>,
    /// Elements of a result that are printed at most
    #[arg(long, value_name = "NUMBER", default_value_t = 1024)]
    max_elements: usize,
}

pub fn main(options: &Options) -> Outcome {
    let session = options.device.open()?;
    let print = |value: &ArrayLiteral| println!("{}", format_array(value, usize::MAX));
    observe(Observer { probe_output_dir: options.probe_output_dir.clone(), print });
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
    let compile = options.compile.options();
    if options.eager {
        let task = Task::new(options, &Signature::of(&module))?;
        return task.perform(|arguments| super::eager::run(session, &module, source, &compile, arguments));
    }
    let executable = session.compile(module, source, &compile)?;
    run_executable(session, executable.as_ref(), options)
}

fn run_executable(session: &Session, executable: &dyn LoadedExecutable, options: &Options) -> Outcome {
    let task = Task::new(options, executable.signature())?;
    task.perform(|arguments| {
        let buffers = session.send(arguments)?;
        let untuple = ExecuteOptions { untuple_result: true, eager: false };
        let results = session.execute(executable, &buffers, untuple)?;
        session.receive(&results)
    })
}

/// What the command line asks of a program, checked against its signature before anything runs.
struct Task<'o> {
    options: &'o Options,
    arguments: Vec<ArrayLiteral>,
    /// What each result should be; `None` where anything will do.
    expected: Vec<Option<ArrayLiteral>>,
    destinations: Destinations<'o>,
}

impl<'o> Task<'o> {
    fn new(options: &'o Options, signature: &Signature) -> Outcome<Task<'o>> {
        let usage = |error: anyhow::Error| Failure::usage(format!("{error:#}"));
        Ok(Task {
            options,
            arguments: inputs::resolve(&options.input, options.inputs_from.as_deref(), signature).map_err(usage)?,
            expected: expected_results(&options.expect, signature)?,
            destinations: Destinations::new(&options.output, options.outputs_to.as_deref(), signature)
                .map_err(usage)?,
        })
    }

    fn perform(&self, run: impl Fn(&[ArrayLiteral]) -> Outcome<Vec<ArrayLiteral>>) -> Outcome {
        let mut results = run(&self.arguments)?;
        for _ in 1..self.options.repeat {
            results = run(&self.arguments)?;
        }
        let delivered = self.destinations.deliver(&results, self.options.max_elements);
        delivered.map_err(|error| Failure::io(&error))?;
        self.check(&results)
    }

    /// Every result that differs is reported.
    fn check(&self, results: &[ArrayLiteral]) -> Outcome {
        let compared = results.iter().zip(&self.expected).enumerate();
        let reports: Vec<String> = compared
            .filter_map(|(i, (actual, expected))| difference(i, actual, expected.as_ref()?, &self.options.tolerance))
            .collect();
        if reports.is_empty() { Ok(()) } else { Err(Failure::new(Code::Mismatch, reports.join("\n"))) }
    }
}

fn expected_results(specs: &[String], signature: &Signature) -> Outcome<Vec<Option<ArrayLiteral>>> {
    let results = signature.results();
    if specs.is_empty() {
        return Ok(Vec::new());
    }
    if specs.len() != results.len() {
        let program = inputs::signature_text(signature);
        let (expected, found) = (results.len(), specs.len());
        return Err(Failure::usage(format!(
            "expected {expected} --expect, found {found}\n  note: the program is {program}"
        )));
    }
    let pairs = specs.iter().zip(&results).enumerate();
    pairs.map(|(i, (spec, shape))| expected_result(i, spec, shape)).collect()
}

fn expected_result(index: usize, spec: &str, shape: &ArrayShape) -> Outcome<Option<ArrayLiteral>> {
    if spec == "(ignored)" {
        return Ok(None);
    }
    let expected = inputs::resolve_one(spec, shape);
    expected.map(Some).map_err(|error| Failure::usage(format!("--expect of result {index}: {error:#}")))
}
