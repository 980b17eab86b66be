//! `pjrt bench`: how long does a program take, and what does it reach?

use super::failure::{Failure, Outcome};
use super::inputs;
use super::program::{Program, ProgramPath, failure};
use super::session::{CompileFlags, DeviceOptions, Format, Session};
use crate::frontend;
use crate::hlo::ArrayLiteral;
use crate::runtime::npy;
use crate::runtime::{Buffer, ExecuteOptions, LoadedExecutable};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Compile a program, run it again and again, and report the times.
///
/// A run is timed from the call, with inputs in device memory, until all results are complete. An argument whose
/// memory a result takes over is given that result in the next run.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    device: DeviceOptions,
    #[command(flatten)]
    compile: CompileFlags,
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
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Most runs that are counted
    #[arg(long, default_value_t = 1000)]
    runs: usize,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Times in milliseconds.
struct Report {
    compile_ms: f64,
    run_ms: Vec<f64>,
    memory_mb: Option<f64>,
}

pub fn main(options: &Options) -> Outcome {
    let session = options.device.open()?;
    let (executable, compile_ms) = compile(&session, options)?;
    let arguments = arguments(options, executable.as_ref())?;
    let mut bench = Bench { session: &session, executable: executable.as_ref(), arguments: session.send(&arguments)? };
    let first = bench.run_once()?.1;
    if let Some(folder) = &options.outputs_to {
        write_results(&session.receive(&first)?, folder)?;
    }
    bench.take_over(&first);
    drop(first);
    let run_ms = bench.measure(Duration::from_secs_f64(options.seconds.max(0.0)), options.runs.max(1))?;
    let memory_mb = bench.memory_of_a_run()?;
    let report = Report { compile_ms, run_ms, memory_mb };
    match options.format {
        Format::Json => println!("{}", report.json()),
        Format::Text => print!("{}", report.table(executable.as_ref())),
    }
    Ok(())
}

/// From text in memory to code that is ready; process start and file reading stay outside.
fn compile(session: &Session, options: &Options) -> Outcome<(Arc<dyn LoadedExecutable>, f64)> {
    let program = options.program.read()?;
    let start = Instant::now();
    let executable = match program {
        Program::Artifact(bytes) => session.load(bytes)?,
        Program::Text(sections) => {
            let [source] = &sections[..] else {
                return Err(Failure::usage(format!("expected one module, found {} sections", sections.len())));
            };
            let module = frontend::parse(source).map_err(|d| failure(&d, source))?;
            session.compile(module, source, &options.compile.options())?
        }
    };
    Ok((executable, milliseconds(start.elapsed())))
}

fn arguments(options: &Options, executable: &dyn LoadedExecutable) -> Outcome<Vec<ArrayLiteral>> {
    let random = ["random:0".to_string()];
    let given = !options.input.is_empty() || options.inputs_from.is_some();
    let texts = if given || executable.signature().parameters.is_empty() { &options.input[..] } else { &random };
    let arguments = inputs::resolve(texts, options.inputs_from.as_deref(), executable.signature());
    arguments.map_err(|error| Failure::usage(format!("{error:#}")))
}

fn write_results(results: &[ArrayLiteral], folder: &Path) -> Outcome {
    let mut files = results.iter().enumerate();
    let written = files.try_for_each(|(i, result)| npy::write(&folder.join(format!("{i}.npy")), result));
    written.map_err(|error| Failure::io(&error))
}

struct Bench<'a> {
    session: &'a Session,
    executable: &'a dyn LoadedExecutable,
    arguments: Vec<Arc<dyn Buffer>>,
}

impl Bench<'_> {
    fn run_once(&self) -> Outcome<(f64, Vec<Arc<dyn Buffer>>)> {
        let start = Instant::now();
        let results = self.session.execute(self.executable, &self.arguments, ExecuteOptions::default())?;
        Ok((milliseconds(start.elapsed()), results))
    }

    /// Donated arguments become the results that took their memory.
    fn take_over(&mut self, results: &[Arc<dyn Buffer>]) {
        for (&parameter, &leaf) in &self.executable.signature().donated {
            if let Some(leaf) = leaf {
                self.arguments[parameter] = results[leaf].clone();
            }
        }
    }

    fn measure(&mut self, time: Duration, most: usize) -> Outcome<Vec<f64>> {
        let end = Instant::now() + time;
        let mut times = Vec::new();
        while times.len() < most && (times.is_empty() || Instant::now() < end) {
            let (time, results) = self.run_once()?;
            self.take_over(&results);
            times.push(time);
        }
        Ok(times)
    }

    /// Megabytes by which one run raises the process above what it held before; `None` where the kernel keeps it
    /// secret.
    fn memory_of_a_run(&mut self) -> Outcome<Option<f64>> {
        if std::fs::write("/proc/self/clear_refs", "5").is_err() {
            return Ok(None);
        }
        let before = status_mb("VmRSS:");
        let results = self.run_once()?.1;
        self.take_over(&results);
        Ok(before.zip(status_mb("VmHWM:")).map(|(before, peak)| (peak - before).max(0.0)))
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

impl Report {
    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.run_ms.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "compile_ms": self.compile_ms,
            "run_ms_median": percentile(&self.sorted(), 50),
            "runs": self.run_ms.len(),
            "run_ms": self.run_ms,
            "memory_mb": self.memory_mb,
        })
    }

    fn table(&self, executable: &dyn LoadedExecutable) -> String {
        let sorted = self.sorted();
        let cost = executable.cost_analysis();
        let best = sorted[0] / 1e3;
        let mut out = format!("{:<12} {:>12}\n", executable.name(), "ms");
        let rows = [
            ("compile", self.compile_ms),
            ("min", sorted[0]),
            ("median", percentile(&sorted, 50)),
            ("p90", percentile(&sorted, 90)),
            ("p99", percentile(&sorted, 99)),
            ("max", sorted[sorted.len() - 1]),
        ];
        for (name, value) in rows {
            out += &format!("{name:<12} {value:>12.4}\n");
        }
        out += &format!("{:<12} {:>12}\n", "runs", sorted.len());
        out += &format!("{:<12} {:>12.2}\n", "GFLOP/s", cost.flops / best / 1e9);
        out += &format!("{:<12} {:>12.2}\n", "GB/s", cost.bytes_accessed / best / 1e9);
        out
    }
}

fn percentile(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}
