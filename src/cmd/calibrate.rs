//! `pjrt calibrate`: the numbers of a cost model, measured on this machine by programs that each take one thing to its
//! limit, on all devices at once.

use super::failure::{Failure, Outcome};
use super::inputs;
use super::placement::apart;
use super::program::read_section;
use super::session::{DeviceBuffers, Session, no_source};
use super::streams::print;
use crate::frontend::{self, Source};
use crate::runtime::platform::{self, Platform};
use crate::runtime::{CompileOptions, ExecuteOptions, LoadedExecutable};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Elements of the large arrays: no cache holds 64 MiB.
const LARGE: usize = 1 << 24;
/// Rows and columns of the large matrices.
const MATRIX: usize = 256;
/// Operations that follow each other where one alone takes too little time to be seen.
const CHAIN: usize = 64;

/// Measure a cost model of this machine, for --cost-model=FILE
///
/// Arithmetic, memory and links are taken to their limits one by one, by all devices at once: what one of them gets of a
/// machine that they share. Each number is the fastest of several runs, on a machine that should do nothing else. Prints
/// json (docs/parallel.md).
///
/// Example: `pjrt calibrate --device=cpu > here.json; pjrt dump --collectives --cost-model=here.json model.mlir`.
#[derive(clap::Args)]
pub struct Options {
    /// Runtime to measure: cpu or interpreter [default: $PJRT_DEVICE]
    #[arg(long, value_name = "NAME")]
    device: Option<String>,
    /// Devices that share the machine
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=64))]
    devices: u16,
    /// Seconds for each of the eight measurements
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5, value_parser = super::bench::seconds)]
    seconds: f64,
    /// What reports call the model
    #[arg(long, value_name = "NAME", default_value = "measured")]
    name: String,
}

pub fn main(options: &Options) -> Outcome {
    let platform = platform::find(options.device.as_deref()).map_err(|error| Failure::runtime(error, no_source))?;
    let devices = usize::from(options.devices);
    let bench = Bench::new(platform, devices, options.seconds)?;
    let many = Bench::new(platform, 2 * devices, options.seconds)?;
    print(format!("{:#}\n", model(&bench, &many, &options.name)?))
}

/// The model of a machine with these devices, and with twice as many for what the number of them costs.
fn model(bench: &Bench, many: &Bench, name: &str) -> Outcome<Value> {
    let idle = bench.seconds(&elementwise("negate", 1))?;
    let chain = bench.seconds(&chain(CHAIN))?;
    let product = bench.seconds(&product(MATRIX))?;
    let exponentials = bench.seconds(&elementwise("exponential", LARGE / 16))?;
    let negation = bench.seconds(&elementwise("negate", LARGE))?;
    let [few_messages, more_messages] = [bench, many].map(|bench| bench.seconds(&exchanges(CHAIN, bench.devices)));
    let (few, more) = ((few_messages? - idle).max(0.0) / CHAIN as f64, (more_messages? - idle).max(0.0) / CHAIN as f64);
    let message = (more - few).max(0.0) / bench.devices as f64;
    let ring = bench.seconds(&ring(bench.devices))?;
    let (rate, bytes) = (|work: f64, seconds: f64| rounded(work / (seconds - idle).max(1e-9)), 4.0 * LARGE as f64);
    Ok(json!({
        "name": name,
        "description": format!("{} devices of this machine, measured by pjrt calibrate", bench.devices),
        "flops_per_second": rate(2.0 * (MATRIX as f64).powi(3), product),
        "transcendentals_per_second": rate(LARGE as f64 / 16.0, exponentials),
        "memory_bytes_per_second": rate(2.0 * bytes, negation),
        "instruction_seconds": rounded((chain - idle).max(0.0) / CHAIN as f64),
        "link_bytes_per_second": rate(bytes, ring),
        "message_seconds": rounded(message),
        "collective_seconds": rounded((few - (bench.devices - 1) as f64 * message).max(0.0)),
        "asynchronous": [],
    }))
}

/// Two digits are as many as a measurement has.
fn rounded(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

fn elementwise(operation: &str, elements: usize) -> String {
    format!("  x = f32[{elements}] parameter(0)\n  ROOT r = f32[{elements}] {operation}(x)")
}

fn product(size: usize) -> String {
    let shape = format!("f32[{size},{size}]");
    format!("  x = {shape} parameter(0)\n  ROOT r = {}", dot(&shape, "x", "x"))
}

fn dot(shape: &str, lhs: &str, rhs: &str) -> String {
    format!("{shape} dot({lhs}, {rhs}), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}")
}

/// Small products one after another.
fn chain(length: usize) -> String {
    one_after_another("f32[4,4]", length, |x| dot("f32[4,4]", x, "x0"))
}

/// `length` times what an operation makes of a value of this shape.
fn one_after_another(shape: &str, length: usize, operation: impl Fn(&str) -> String) -> String {
    let step = |i: usize| format!("  x{} = {}\n", i + 1, operation(&format!("x{i}")));
    let steps: String = (0..length).map(step).collect();
    format!("  x0 = {shape} parameter(0)\n{steps}  ROOT r = {shape} copy(x{length})")
}

/// All-to-alls of an element for each device, one after another.
fn exchanges(length: usize, devices: usize) -> String {
    let shape = format!("f32[{devices}]");
    let exchange = |x: &str| format!("{shape} all-to-all({x}), dimensions={{0}}, replica_groups={{}}");
    one_after_another(&shape, length, exchange)
}

/// Every device sends a large array to the next one.
fn ring(devices: usize) -> String {
    let pairs: Vec<String> = (0..devices).map(|device| format!("{{{device},{}}}", (device + 1) % devices)).collect();
    let pairs = pairs.join(",");
    format!(
        "  x = f32[{LARGE}] parameter(0)\n  ROOT r = f32[{LARGE}] collective-permute(x), source_target_pairs={{{pairs}}}"
    )
}

/// Devices that run programs.
struct Bench {
    session: Session,
    devices: usize,
    time: Duration,
}

impl Bench {
    fn new(platform: &Platform, devices: usize, seconds: f64) -> Outcome<Bench> {
        let session = Session::beside(platform, devices)?;
        Ok(Bench { session, devices, time: Duration::from_secs_f64(seconds) })
    }

    /// The fastest run on all devices of a program with this entry.
    fn seconds(&self, entry: &str) -> Outcome<f64> {
        let executable = self.compile(entry)?;
        let arguments = inputs::resolve(&["zeros".to_owned()], None, &executable.signature().into());
        let arguments = arguments.map_err(|error| Failure::bug(&format!("{error:#}")))?;
        let buffers = self.session.send_all(executable.as_ref(), &apart(vec![arguments; self.devices]))?;
        self.run(executable.as_ref(), &buffers)?;
        let (end, mut fastest) = (Instant::now() + self.time, f64::INFINITY);
        while fastest.is_infinite() || Instant::now() < end {
            let start = Instant::now();
            self.run(executable.as_ref(), &buffers)?;
            fastest = fastest.min(start.elapsed().as_secs_f64());
        }
        Ok(fastest)
    }

    fn compile(&self, entry: &str) -> Outcome<std::sync::Arc<dyn LoadedExecutable>> {
        let text = format!("HloModule calibration, replica_count={}\n\nENTRY main {{\n{entry}\n}}\n", self.devices);
        let source = Source::new("calibration", text);
        match read_section(&source)? {
            frontend::Program::Static(module) => self.session.compile(module, &source, &CompileOptions::default()),
            frontend::Program::Dynamic(_) => Err(Failure::bug("a measurement of dynamic shapes")),
        }
    }

    fn run(&self, executable: &dyn LoadedExecutable, arguments: &DeviceBuffers) -> Outcome<DeviceBuffers> {
        self.session.execute(executable, arguments, ExecuteOptions::default())
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_have_two_digits() {
        assert_eq!([1.26e10, 9.96e-7, 0.0].map(rounded), [1.3e10, 1e-6, 0.0]);
    }
}
