//! Programs of several devices: compiled code against the interpreter, and each program before and after every pass.
//!
//! Sums of floats are taken in another order by some passes, which is why floats are compared by the largest number of
//! their array. All else agrees bit by bit.

mod collective;
mod control;
mod generate;
mod groups;

use crate::bound::{Bound, Tracked, parts};
use crate::check::{self, Counts, Verdict};
use pjrt::hlo::{self, ArrayLiteral, Module, PrintOptions, print};
use pjrt::passes::{Options, PASSES, run_passes};
use pjrt::runtime::cpu::CpuClient;
use pjrt::runtime::interpreter::InterpreterClient;
use pjrt::runtime::platform::ClientOptions;
use pjrt::runtime::{self, Client, CompileOptions, ExecuteOptions};

/// Devices of the largest program.
const MAX_DEVICES: usize = 8;

/// A program and the arguments of each device.
pub struct DeviceProgram {
    module: Module,
    arguments: Vec<Vec<ArrayLiteral>>,
}

/// Both platforms.
pub struct Platforms {
    cpu: CpuClient,
    interpreter: InterpreterClient,
}

impl Platforms {
    pub fn new() -> Platforms {
        let options = ClientOptions { threads: Some(2), devices: Some(MAX_DEVICES), ..ClientOptions::default() };
        let cpu = CpuClient::new(&options).expect("threads for a client");
        Platforms { cpu, interpreter: InterpreterClient::new(&options) }
    }

    /// Each with its name, for messages.
    pub fn named(&self) -> [(&str, &dyn Client); 2] {
        [("interpreter", &self.interpreter), ("cpu", &self.cpu)]
    }

    pub fn verdict(&self, seed: u64) -> Verdict {
        self.check(&generate::program(seed, None))
    }

    /// The shortest beginning of a seed's program that fails, as text.
    pub fn explain(&self, seed: u64) -> String {
        let shorter = (1..=generate::MAX_STEPS).map(|steps| generate::program(seed, Some(steps)));
        let failing = shorter.map(|program| (self.check(&program), program));
        let found = failing.into_iter().find(|(verdict, _)| matches!(verdict, Verdict::Different(_)));
        match found {
            Some((verdict, program)) => format!("{}\n{verdict:?}", print(&program.module, &PrintOptions::default())),
            None => format!("{:?}", self.verdict(seed)),
        }
    }

    fn check(&self, program: &DeviceProgram) -> Verdict {
        let outcome = hlo::verify(&program.module).map_err(|e| format!("the generator: {}", e.0[0].message));
        let outcome = outcome.and_then(|()| self.compare(program));
        outcome.map_or_else(Verdict::Different, Verdict::Same)
    }

    fn compare(&self, program: &DeviceProgram) -> Result<Counts, String> {
        let reference = run(&self.interpreter, &program.module, program).map_err(|e| format!("interpreter: {e}"))?;
        let compiled = run(&self.cpu, &program.module, program).map_err(|e| format!("cpu: {e}"))?;
        let mut counts = compare(&reference, &compiled).map_err(|message| format!("cpu: {message}"))?;
        for pass in PASSES {
            let mut after = program.module.clone();
            let options = Options { verifier: Some(hlo::verify), ..Options::default() };
            match run_passes(&mut after, [pass.name], options) {
                Ok(false) => continue,
                Ok(true) => {}
                Err(findings) if findings.0[0].message.contains("has to run before") => continue,
                Err(findings) => return Err(format!("{}: {}", pass.name, findings.0[0].message)),
            }
            let of_pass = |message: String| format!("{}: {message}", pass.name);
            let found = run(&self.interpreter, &after, program).map_err(|error| of_pass(error.to_string()))?;
            counts += compare(&reference, &found).map_err(of_pass)?;
        }
        Ok(counts)
    }
}

/// Results of every device.
type Results = Vec<Vec<ArrayLiteral>>;

fn run(client: &dyn Client, module: &Module, program: &DeviceProgram) -> runtime::Result<Results> {
    let options = CompileOptions { verify_passes: true, ..CompileOptions::default() };
    let executable = client.compile(module.clone(), &options)?;
    let devices = client.devices();
    let sent = program.arguments.iter().zip(&devices);
    let sent = sent.map(|(arrays, device)| client.buffers_from_host(arrays, device.as_ref()));
    let executions = executable.execute(&sent.collect::<runtime::Result<Vec<_>>>()?, ExecuteOptions::default())?;
    executions.iter().map(|execution| client.buffers_to_host(&execution.results)).collect()
}

fn compare(expected: &Results, found: &Results) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for (device, (expected, found)) in expected.iter().zip(found).enumerate() {
        for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
            let place = |message: String| format!("result {index} of device {device}: {message}");
            counts += check::compare(&tracked(expected), found).map_err(place)?;
        }
    }
    Ok(counts)
}

/// Sums of floats may be taken in another order.
fn tracked(expected: &ArrayLiteral) -> Tracked {
    if !expected.element_type().is_float() {
        return Tracked::exact(expected.clone());
    }
    let largest = parts(expected).iter().fold(1.0, |largest: f64, number| largest.max(number.abs()));
    Tracked { value: expected.clone().into(), bound: Bound::uniform(expected.shape(), 1e-5 * largest) }
}
