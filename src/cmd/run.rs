//! `pjrt run`: compile a program, run it on inputs, show or check its results.

use super::compile_flags::CompileFlags;
use super::expect::{Tolerance, difference};
use super::failure::{Code, Failure, Outcome};
use super::host::{self, HostOptions};
use super::inputs;
use super::outputs::Destinations;
use super::placement::{Placement, View};
use super::program::{Program, ProgramPath, read_section, signature};
use super::session::{DeviceOptions, Format, Session};
use super::specialize::Specializer;
use super::streams::{report, try_print};
use super::value::format_array;
use crate::codegen::executable;
use crate::frontend::{self, Source};
use crate::hlo::{ArrayLiteral, ArrayShape, Bytes, Module, PartialSignature};
use crate::runtime::custom_call::{Observer, observe};
use crate::runtime::{Client, ExecuteOptions, HostTransfers, LoadedExecutable, Signature};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Compile a program (or load a saved one), run it on inputs, and print, write or check its results.
///
/// Inputs: `2x3xf32=1 2 3 4 5 6` (brackets and commas are free decoration), `f32=0.5`, `2x3xf32=1.0` (one value for
/// all), `2x3xf32` (zeros), `@x.npy`, `2x3xf32=@x.bin` (raw bytes), a folder of `0.npy`, `1.npy`, …; or `random:SEED`,
/// `zeros` or `iota` for an array that fits the program. One of these last alone makes every argument.
///
/// A snapshot (.pb) brings its own where none are given.
///
/// A program for several devices runs on as many in this process. Each gets the same inputs; or `@x.{device}.npy`, its
/// own file; or, with --stacked, its part of arrays whose first dimension is the device. Results likewise. A program that
/// states shardings is partitioned: it takes whole arrays, of which each device gets its part, and gives whole ones.
///
/// Checks inside the program (`check.*`) are obeyed: a failed one exits with 1.
///
/// Examples: `pjrt run --device=cpu model.mlir --input=random:1`; `pjrt run --device=cpu model.mlir
/// --input=2x3xf32=1.5 --input=@y.npy --expect=@result.npy --rtol=1e-3`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    /// An argument of the program, in order
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    input: Vec<String>,
    /// Folder of 0.npy, 1.npy, …: arguments before those of --input; of several folders, each is one run
    #[arg(long, value_name = "DIR")]
    inputs_from: Vec<PathBuf>,
    /// Where a result goes, in order: - prints, @x.npy and @x.bin write
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    output: Vec<String>,
    /// Folder that takes all results as 0.npy, 1.npy, …; of several runs or sections, in folders 0, 1, … of their own
    #[arg(long, value_name = "DIR")]
    outputs_to: Option<PathBuf>,
    /// The first dimension of every input, result and expectation is the device
    #[arg(long)]
    stacked: bool,
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
    #[arg(long, value_name = "FORMAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    metrics: Option<Format>,
    /// Elements of a result that are printed at most
    #[arg(long, value_name = "NUMBER", default_value_t = 1024)]
    max_elements: usize,
    #[command(flatten)]
    device: DeviceOptions,
    #[command(flatten)]
    compile: CompileFlags,
    /// What a result should be, in order, in the form of an input; (ignored) skips one
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, help_heading = "What results should be")]
    expect: Vec<String>,
    #[command(flatten)]
    tolerance: Tolerance,
    #[command(flatten)]
    host: HostOptions,
}

/// What is to be run.
enum Runnable {
    Artifact(Bytes),
    /// Sections, each read.
    Sections(Vec<(Source, Outcome<frontend::Program>)>),
}

pub fn main(options: &Options) -> Outcome {
    check_flags(options)?;
    let platform = options.device.platform()?;
    let runnable = read(options)?;
    let session = options.device.open(platform, runnable.device_count(options))?;
    let print = |value: &ArrayLiteral| try_print(format_args!("{}\n", format_array(value, usize::MAX)));
    observe(Observer { probe_output_dir: options.probe_output_dir.clone(), print });
    let outcome = run_program(&session, runnable, options);
    match options.metrics.filter(|_| session.client.process_index() == 0) {
        Some(Format::Text) => report(&session.client.metrics().report().to_string()),
        Some(Format::Json) => report(&format!("{}\n", session.client.metrics().json())),
        None => {}
    }
    outcome
}

/// A tolerance of nothing.
fn check_flags(options: &Options) -> Outcome {
    match options.tolerance.arguments().first().filter(|_| options.expect.is_empty()) {
        Some(flag) => Err(Failure::usage(format!("expected --expect beside {flag}"))),
        None => Ok(()),
    }
}

fn read(options: &Options) -> Outcome<Runnable> {
    let read = |source| {
        let mut program = read_section(&source);
        if let Ok(frontend::Program::Static(module)) = &mut program {
            options.compile.set_device_counts(module, options.device.device_count());
            if let Err(failure) = options.compile.partition(module, &source) {
                program = Err(failure);
            }
        }
        (source, program)
    };
    Ok(match options.program.read()? {
        Program::Artifact(bytes) => {
            options.compile.refuse_all(&[("--eager", options.eager)])?;
            options.device.check_replicas(executable::device_counts(&bytes).devices())?;
            Runnable::Artifact(bytes)
        }
        Program::Text(sections) => Runnable::Sections(sections.into_iter().map(read).collect()),
    })
}

impl Runnable {
    /// Devices that are needed.
    fn device_count(&self, options: &Options) -> usize {
        match self {
            Runnable::Artifact(bytes) => executable::device_counts(bytes).devices(),
            Runnable::Sections(sections) => {
                let counts = sections.iter().map(|(_, program)| match program {
                    Ok(frontend::Program::Static(module)) => module.device_count(),
                    Ok(frontend::Program::Dynamic(_)) => options.compile.device_count(options.device.device_count()),
                    Err(_) => 1,
                });
                counts.max().unwrap_or(1)
            }
        }
    }
}

fn run_program(session: &Session, runnable: Runnable, options: &Options) -> Outcome {
    match runnable {
        Runnable::Artifact(bytes) => {
            run_executable(session, session.load(bytes)?.as_ref(), options, options.outputs_to.clone())
        }
        Runnable::Sections(sections) => run_sections(session, sections, options),
    }
}

/// Runs every section, also after one that failed; the first failure decides.
fn run_sections(session: &Session, sections: Vec<(Source, Outcome<frontend::Program>)>, options: &Options) -> Outcome {
    let count = sections.len();
    if count > 1 && options.output.iter().any(|spec| spec != "-") {
        return Err(Failure::usage("expected --outputs-to with several sections, found --output"));
    }
    let mut failures = sections.into_iter().enumerate().filter_map(|(i, (source, program))| {
        let in_section = |folder: &PathBuf| if count > 1 { folder.join(i.to_string()) } else { folder.clone() };
        run_section(session, &source, program, options, options.outputs_to.as_ref().map(in_section)).err()
    });
    let Some(mut first) = failures.next() else { return Ok(()) };
    for other in failures {
        first.message += "\n";
        first.message += &other.message;
    }
    Err(first)
}

fn run_section(
    session: &Session,
    source: &Source,
    program: Outcome<frontend::Program>,
    options: &Options,
    outputs_to: Option<PathBuf>,
) -> Outcome {
    match program? {
        frontend::Program::Static(module) if options.eager => {
            let declared = (&signature(&module, source)?).into();
            let placement = Placement::of_module(&module, session, options.stacked);
            let run = |task: Task| run_eagerly(session, source, &module, options, &task);
            perform_all(options, outputs_to, &declared, &placement, run)
        }
        frontend::Program::Static(module) => {
            let executable = session.compile(module, source, &options.compile.options())?;
            run_executable(session, executable.as_ref(), options, outputs_to)
        }
        frontend::Program::Dynamic(declared) => run_dynamic(session, source, &declared, options, outputs_to),
    }
}

fn run_eagerly(session: &Session, source: &Source, module: &Module, options: &Options, task: &Task) -> Outcome {
    let compile = options.compile.options();
    task.perform(&signature(module, source)?, |arguments, transfers| {
        let results = super::eager::run(session, module, source, &compile, arguments, &transfers)?;
        host::gather(session, module.device_counts(), &transfers)?;
        Ok(results)
    })
}

/// Runs a program of dynamic shapes: compiled for the arguments of the first device, whose shapes are those of all.
fn run_dynamic(
    session: &Session,
    source: &Source,
    declared: &PartialSignature,
    options: &Options,
    outputs_to: Option<PathBuf>,
) -> Outcome {
    let asked_for = options.device.device_count();
    let specializer = Specializer::new(session, source, &options.compile, asked_for);
    let devices = options.compile.device_count(asked_for);
    let placement = Placement { devices, here: session.own_devices(devices), stacked: options.stacked, sharded: None };
    perform_all(options, outputs_to, declared, &placement, |task| {
        if task.arguments.is_empty() {
            return Err(Failure::usage("expected a device in each process, for a program of dynamic shapes"));
        }
        if options.eager {
            let module = specializer.module(&task.arguments)?.module;
            let placement = Placement::of_module(&module, session, options.stacked);
            return run_eagerly(session, source, &module, options, &task.on(&placement));
        }
        let executable = specializer.executable(&task.arguments)?;
        let placement = Placement::of(executable.as_ref(), options.stacked);
        execute(session, executable.as_ref(), &task.on(&placement))
    })
}

fn run_executable(
    session: &Session,
    executable: &dyn LoadedExecutable,
    options: &Options,
    outputs_to: Option<PathBuf>,
) -> Outcome {
    let placement = Placement::of(executable, options.stacked);
    let signature = executable.signature().into();
    perform_all(options, outputs_to, &signature, &placement, |task| execute(session, executable, &task))
}

fn execute(session: &Session, executable: &dyn LoadedExecutable, task: &Task) -> Outcome {
    task.perform(executable.signature(), |arguments, transfers| {
        let buffers = session.send_all(executable, arguments)?;
        let options =
            ExecuteOptions { untuple_result: true, host: Some(transfers.clone()), ..ExecuteOptions::default() };
        let results = session.execute(executable, &buffers, options)?;
        let results = results.iter().map(|results| session.receive(results)).collect::<Outcome<_>>()?;
        host::gather(session, executable.device_assignment().counts, &transfers)?;
        session.gather(executable, results)
    })
}

/// Performs what the command line asks for: one run, or one for each of several folders of inputs.
fn perform_all(
    options: &Options,
    outputs_to: Option<PathBuf>,
    signature: &PartialSignature,
    placement: &Placement,
    mut perform: impl FnMut(Task) -> Outcome,
) -> Outcome {
    let folders: Vec<&Path> = options.inputs_from.iter().map(PathBuf::as_path).collect();
    if folders.len() <= 1 {
        return perform(Task::new(options, signature, placement, folders.first().copied(), outputs_to)?);
    }
    if !options.output.is_empty() || !options.expect.is_empty() {
        return Err(Failure::usage("expected --outputs-to with several --inputs-from, found --output or --expect"));
    }
    for (i, folder) in folders.into_iter().enumerate() {
        let outputs_to = outputs_to.as_ref().map(|folder| folder.join(i.to_string()));
        perform(Task::new(options, signature, placement, Some(folder), outputs_to)?)?;
    }
    Ok(())
}

/// One run that the command line asks for.
struct Task<'o> {
    options: &'o Options,
    placement: &'o Placement<'o>,
    /// By device of this process.
    arguments: Vec<Vec<ArrayLiteral>>,
    outputs_to: Option<PathBuf>,
}

impl<'o> Task<'o> {
    fn new(
        options: &'o Options,
        signature: &PartialSignature,
        placement: &'o Placement<'o>,
        inputs_from: Option<&Path>,
        outputs_to: Option<PathBuf>,
    ) -> Outcome<Task<'o>> {
        let arguments = match options.program.arguments() {
            Some(arguments) if options.input.is_empty() && inputs_from.is_none() => {
                let of_each = inputs::given(arguments, signature);
                of_each.map(|arguments| vec![arguments; placement.here.len()])
            }
            _ => inputs::resolve_placed(&options.input, inputs_from, signature, placement),
        };
        let arguments = arguments.map_err(usage)?;
        Ok(Task { options, placement, arguments, outputs_to })
    }

    /// The same with arguments that lie otherwise: whole ones cut into parts, where the program takes parts.
    fn on(self, placement: &'o Placement<'o>) -> Task<'o> {
        let is_cut = placement.sharded.is_some();
        let first = self.arguments.first().cloned();
        let arguments = if is_cut { placement.scatter(Vec::from_iter(first)) } else { self.arguments };
        Task { arguments, placement, ..self }
    }

    /// Checks what is asked of the results against the signature, runs, and delivers.
    fn perform(
        &self,
        signature: &Signature,
        run: impl Fn(&[Vec<ArrayLiteral>], Arc<HostTransfers>) -> Outcome<Vec<Vec<ArrayLiteral>>>,
    ) -> Outcome {
        let signature = self.placement.outer_static(signature);
        let views = if self.placement.delivers() { self.placement.views() } else { Vec::new() };
        let mut wanted = Vec::new();
        for &view in &views {
            let destinations = Destinations::new(&self.options.output, self.outputs_to.as_deref(), &signature, view);
            wanted.push((expected_results(&self.options.expect, &signature, view)?, destinations.map_err(usage)?));
        }
        let feeds = self.options.host.feeds(self.placement)?;
        let run = || {
            let transfers = Arc::new(host::transfers(&feeds));
            Ok((run(&self.arguments, transfers.clone())?, transfers))
        };
        let (mut results, mut transfers) = run()?;
        for _ in 1..self.options.repeat {
            (results, transfers) = run()?;
        }
        if !self.placement.delivers() {
            return Ok(());
        }
        host::warn_of_left(&transfers, self.placement);
        host::deliver(&transfers, self.placement, self.outputs_to.as_deref(), self.options.max_elements)
            .map_err(|error| Failure::io(&error))?;
        let mut reports = Vec::new();
        for ((results, view), (expected, destinations)) in self.placement.gather(results).iter().zip(views).zip(wanted)
        {
            let delivered = destinations.deliver(results, self.options.max_elements);
            delivered.map_err(|error| Failure::io(&error))?;
            reports.extend(differences(results, &expected, &self.options.tolerance, view));
        }
        if reports.is_empty() { Ok(()) } else { Err(Failure::new(Code::Mismatch, reports.join("\n"))) }
    }
}

fn usage(error: anyhow::Error) -> Failure {
    Failure::usage(format!("{error:#}"))
}

/// Every result that differs is reported; `None` where anything will do.
fn differences(
    results: &[ArrayLiteral],
    expected: &[Option<ArrayLiteral>],
    tolerance: &Tolerance,
    view: View,
) -> Vec<String> {
    let of_device = view.device.map_or_else(String::new, |device| format!("device {device}: "));
    let compared = results.iter().zip(expected).enumerate();
    let reports = compared.filter_map(|(i, (actual, expected))| difference(i, actual, expected.as_ref()?, tolerance));
    reports.map(|report| format!("{of_device}{report}")).collect()
}

fn expected_results(specs: &[String], signature: &Signature, view: View) -> Outcome<Vec<Option<ArrayLiteral>>> {
    let results = signature.results();
    if specs.is_empty() {
        return Ok(Vec::new());
    }
    if specs.len() != results.len() {
        let program = inputs::signature_text(&signature.into());
        let (expected, found) = (results.len(), specs.len());
        return Err(Failure::usage(format!(
            "expected {expected} --expect, found {found}\n  note: the program is {program}"
        )));
    }
    let pairs = specs.iter().zip(&results).enumerate();
    pairs.map(|(i, (spec, shape))| expected_result(i, &view.on_device(spec), shape)).collect()
}

fn expected_result(index: usize, spec: &str, shape: &ArrayShape) -> Outcome<Option<ArrayLiteral>> {
    if spec == "(ignored)" {
        return Ok(None);
    }
    let expected = inputs::resolve_one(spec, shape);
    expected.map(Some).map_err(|error| Failure::usage(format!("--expect of result {index}: {error:#}")))
}
