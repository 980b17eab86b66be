//! `pjrt bench`: how long does a program take, and what does it reach?

mod report;
mod steps;

use super::compile_flags::CompileFlags;
use super::failure::{Failure, Outcome};
use super::inputs;
use super::outputs::{own_folder, write_folder};
use super::placement::{Placement, apart};
use super::program::{Program, ProgramPath, only_section, read_section};
use super::session::{DeviceBuffers, DeviceOptions, Format, Session};
use super::specialize::Specializer;
use super::streams::print;
use crate::codegen::executable;
use crate::frontend;
use crate::hlo::{ArrayLiteral, PartialSignature};
use crate::runtime::processes::job;
use crate::runtime::{Buffer, ExecuteOptions, LoadedExecutable, StepProfile};
use report::Report;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest time spent on runs that are taken apart.
const PROFILE_TIME: Duration = Duration::from_millis(500);
const MOST_PROFILES: usize = 20;

/// Compile a program, run it again and again, and report the times.
///
/// A run is timed from the call, with inputs in device memory, until all results are complete. An argument whose
/// memory a result takes over is given that result in the next run. The table ends with what each step takes, from
/// some more runs; GFLOP/s and GB/s count the mathematics, as `pjrt dump --cost` does.
///
/// In several processes all make the same number of runs, and the first one tells its times.
///
/// Example: `pjrt bench --device=cpu model.mlir --input=random:1`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    /// An argument of the program, in order, as for `pjrt run` [default: random]
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    input: Vec<String>,
    /// Folder of 0.npy, 1.npy, …
    #[arg(long, value_name = "DIR")]
    inputs_from: Option<PathBuf>,
    /// Folder that takes the results of the first run
    #[arg(long, value_name = "DIR")]
    outputs_to: Option<PathBuf>,
    /// Measure for that long
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// Most runs that are counted
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    runs: usize,
    /// text is a table; json one line of numbers
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    device: DeviceOptions,
    #[command(flatten)]
    compile: CompileFlags,
}

/// A time that a clock can count.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|&seconds| Duration::try_from_secs_f64(seconds).is_ok());
    seconds.ok_or_else(|| "expected a number of seconds from 0".to_owned())
}

pub fn main(options: &Options) -> Outcome {
    let platform = options.device.platform()?;
    let program = options.program.read()?;
    if let Program::Artifact(bytes) = &program {
        options.compile.refuse_all(&[])?;
        options.device.check_replicas(executable::device_counts(bytes).devices())?;
    }
    let session = options.device.open(platform, device_count(&program, options))?;
    let (executable, compile_ms) = compile(&session, program, options)?;
    let placement = Placement::of(executable.as_ref(), false);
    let arguments = arguments(options, &placement.outer(&executable.signature().into()))?;
    let arguments = apart(placement.scatter(vec![arguments; placement.own_views().len()]));
    if arguments.is_empty() {
        return Ok(());
    }
    let buffers = session.send_all(executable.as_ref(), &arguments)?;
    let mut bench = Bench { session: &session, executable: executable.as_ref(), given: arguments, arguments: buffers };
    let first = bench.run_once()?.1;
    if let Some(folder) = &options.outputs_to {
        bench.write_first(&placement, &first, folder)?;
    }
    bench.take_over(&first)?;
    drop(first);
    let run_ms = bench.measure(Duration::from_secs_f64(options.seconds), options.runs.max(1))?;
    let memory_mb = bench.memory_of_a_run()?;
    let report = Report { compile_ms, run_ms, memory_mb };
    let text = match options.format {
        Format::Json => format!("{}\n", report.json()),
        Format::Text => report.table(executable.as_ref()) + &steps::table(&bench.profiles()?),
    };
    if placement.delivers() { print(text) } else { Ok(()) }
}

/// Devices that the program needs; one where its text has mistakes.
fn device_count(program: &Program, options: &Options) -> usize {
    match program {
        Program::Artifact(bytes) => executable::device_counts(bytes).devices(),
        Program::Text(sections) => match sections.first().map(frontend::read) {
            Some(Ok(frontend::Program::Static(mut module))) => {
                options.compile.set_device_counts(&mut module, options.device.device_count());
                module.device_count()
            }
            Some(Ok(frontend::Program::Dynamic(_))) => options.compile.device_count(options.device.device_count()),
            Some(Err(_)) | None => 1,
        },
    }
}

/// From text in memory to code that is ready; process start and file reading stay outside.
fn compile(session: &Session, program: Program, options: &Options) -> Outcome<(Arc<dyn LoadedExecutable>, f64)> {
    let start = Instant::now();
    let executable = match program {
        Program::Artifact(bytes) => session.load(bytes)?,
        Program::Text(sections) => {
            let source = only_section(sections)?;
            match read_section(&source)? {
                frontend::Program::Static(mut module) => {
                    options.compile.set_device_counts(&mut module, options.device.device_count());
                    options.compile.partition(&mut module, &source)?;
                    session.compile(module, &source, &options.compile.options())?
                }
                frontend::Program::Dynamic(signature) => {
                    let arguments = arguments(options, &signature)?;
                    let devices = options.device.device_count();
                    Specializer::new(session, &source, &options.compile, devices)
                        .executable(std::slice::from_ref(&arguments))?
                }
            }
        }
    };
    Ok((executable, milliseconds(start.elapsed())))
}

fn arguments(options: &Options, signature: &PartialSignature) -> Outcome<Vec<ArrayLiteral>> {
    let random = ["random:0".to_string()];
    let given = !options.input.is_empty() || options.inputs_from.is_some();
    let texts = if given || signature.parameters.is_empty() { &options.input[..] } else { &random };
    let arguments = inputs::resolve(texts, options.inputs_from.as_deref(), signature);
    arguments.map_err(|error| Failure::usage(format!("{error:#}")))
}

struct Bench<'a> {
    session: &'a Session,
    executable: &'a dyn LoadedExecutable,
    /// By device, as all that follows.
    given: Vec<Vec<ArrayLiteral>>,
    arguments: DeviceBuffers,
}

impl Bench<'_> {
    fn run_once(&self) -> Outcome<(f64, DeviceBuffers)> {
        let start = Instant::now();
        let results = self.session.execute(self.executable, &self.arguments, ExecuteOptions::default())?;
        Ok((milliseconds(start.elapsed()), results))
    }

    /// Donated arguments become the results that took their memory, or are sent again where none did.
    fn take_over(&mut self, results: &[Vec<Arc<dyn Buffer>>]) -> Outcome {
        let devices = &self.executable.device_assignment().devices;
        for (number, (&device, results)) in devices.iter().zip(results).enumerate() {
            for (&parameter, &leaf) in &self.executable.signature().donated {
                self.arguments[number][parameter] = match leaf {
                    Some(leaf) => results[leaf].clone(),
                    None => self.session.send(&self.given[number][parameter..=parameter], device)?.remove(0),
                };
            }
        }
        Ok(())
    }

    /// Results of the first run: whole arrays of a program that was partitioned, else those of several devices in a
    /// folder of its own each.
    fn write_first(&self, placement: &Placement, results: &[Vec<Arc<dyn Buffer>>], folder: &Path) -> Outcome {
        let results = results.iter().map(|results| self.session.receive(results)).collect::<Outcome<_>>()?;
        let results = self.session.gather(self.executable, results)?;
        if !placement.delivers() {
            return Ok(());
        }
        for (view, results) in placement.views().into_iter().zip(placement.gather(results)) {
            write_folder(&results, &own_folder(folder, view)).map_err(|error| Failure::io(&error))?;
        }
        Ok(())
    }

    fn measure(&mut self, time: Duration, most: usize) -> Outcome<Vec<f64>> {
        let limit = self.limit(time, most)?;
        let mut times = Vec::new();
        while limit.admits(times.len()) {
            let (time, results) = self.run_once()?;
            self.take_over(&results)?;
            times.push(time);
        }
        Ok(times)
    }

    /// A number of runs, in so much time. Several processes have to make the same number: as many as fit where the first
    /// one is slowest.
    fn limit(&mut self, time: Duration, most: usize) -> Outcome<Limit> {
        if job::size() == 1 {
            return Ok(Limit { most, end: Some(Instant::now() + time) });
        }
        let (first, results) = self.run_once()?;
        self.take_over(&results)?;
        let fitting = (milliseconds(time) / first.max(1e-3)) as usize;
        Ok(Limit { most: self.session.least(self.executable, fitting.clamp(1, most))?, end: None })
    }

    /// Steps of some runs.
    fn profiles(&mut self) -> Outcome<Vec<Vec<StepProfile>>> {
        let limit = self.limit(PROFILE_TIME, MOST_PROFILES)?;
        let mut profiles = Vec::new();
        while limit.admits(profiles.len()) {
            let profile = self.session.profile(self.executable, &self.arguments)?;
            let results: DeviceBuffers = profile.executions.into_iter().map(|execution| execution.results).collect();
            self.take_over(&results)?;
            profiles.push(profile.steps);
        }
        Ok(profiles)
    }

    /// Megabytes by which one run raises the process above what it held before; `None` where the kernel keeps it
    /// secret.
    fn memory_of_a_run(&mut self) -> Outcome<Option<f64>> {
        if std::fs::write("/proc/self/clear_refs", "5").is_err() {
            return Ok(None);
        }
        let before = status_mb("VmRSS:");
        let results = self.run_once()?.1;
        self.take_over(&results)?;
        Ok(before.zip(status_mb("VmHWM:")).map(|(before, peak)| (peak - before).max(0.0)))
    }
}

/// How many runs are made.
struct Limit {
    most: usize,
    end: Option<Instant>,
}

impl Limit {
    /// Whether another run follows so many: at least one is made.
    fn admits(&self, runs: usize) -> bool {
        let has_time = || self.end.is_none_or(|end| Instant::now() < end);
        runs < self.most && (runs == 0 || has_time())
    }
}

fn status_mb(key: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(key))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
