//! What commands that use a runtime share: its flags, its client, and the four requests with their failures rendered.

use super::failure::{Failure, Outcome};
use super::progress::while_working;
use super::streams::report;
use crate::frontend::{self, Source};
use crate::hlo::{ArrayLiteral, Bytes, Diagnostics, Module};
use crate::runtime::metered::Metered;
use crate::runtime::platform::{self, ClientOptions, Patience, Platform};
use crate::runtime::processes::job;
use crate::runtime::{
    self, Buffer, Client, CompileOptions, Device, ExecuteOptions, Execution, LoadedExecutable, Profile,
};
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// Which runtime, and with what.
#[derive(clap::Args)]
#[command(next_help_heading = "Where to run")]
pub struct DeviceOptions {
    /// Runtime to use: cpu or interpreter [default: $PJRT_DEVICE]
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Threads that work on a run [default: one a processor]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Devices of the runtime, in each process; a program that does not say how many it runs on is replicated on all
    /// [default: as many as the program runs on]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    devices: Option<u16>,
    /// How long a device waits for others in a collective before the run fails; after half of that it warns
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    collective_timeout: Duration,
}

/// A time that a clock can count.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds from 0".to_owned())
}

/// A client and its devices.
pub struct Session {
    pub client: Metered,
    devices: Vec<Arc<dyn Device>>,
}

/// Buffers by device.
pub type DeviceBuffers = Vec<Vec<Arc<dyn Buffer>>>;

/// For errors that no source text belongs to.
pub fn no_source(diagnostics: &Diagnostics) -> String {
    diagnostics.to_string()
}

impl DeviceOptions {
    /// Finds the runtime: before anything else is looked at.
    pub fn platform(&self) -> Outcome<&'static Platform> {
        platform::find(self.device.as_deref()).map_err(|error| self.with_hint(Failure::runtime(error, no_source)))
    }

    /// Devices that are asked for, in all processes.
    pub fn device_count(&self) -> Option<usize> {
        self.devices.map(|devices| usize::from(devices).saturating_mul(job::size()))
    }

    /// # Errors
    /// A saved executable of one device that is to be replicated.
    pub fn check_replicas(&self, compiled_for: usize) -> Outcome {
        match self.device_count() {
            Some(devices) if devices > 1 && compiled_for == 1 => Err(Failure::usage(format!(
                "--devices={devices} replicates a program: a saved executable for one device stays on it"
            ))),
            _ => Ok(()),
        }
    }

    /// Builds the client of a runtime, for programs that run on up to `needed` devices.
    pub fn open(&self, platform: &Platform, needed: usize) -> Outcome<Session> {
        let fail = |error| Failure::runtime(error, no_source);
        let timeout = self.collective_timeout;
        let patience =
            Patience { warn_after: timeout / 2, timeout, warn: |message| report(&format!("warning: {message}\n")) };
        let devices = few_enough(self.devices.map_or(needed.div_ceil(job::size()), usize::from))?;
        let processes = job::join(devices).map_err(fail)?;
        let threads = self.threads.map(usize::from);
        let options = ClientOptions { threads, devices: Some(devices), patience, processes };
        Ok(Session::of(platform.client(&options).map_err(fail)?))
    }
}

/// Devices of one process: each has a thread of its own.
const MAX_DEVICES: usize = 4096;

fn few_enough(devices: usize) -> Outcome<usize> {
    match devices <= MAX_DEVICES {
        true => Ok(devices),
        false => Err(Failure::usage(format!("expected at most {MAX_DEVICES} devices in a process, found {devices}"))),
    }
}

impl DeviceOptions {
    fn with_hint(&self, mut failure: Failure) -> Failure {
        if self.device.is_none() {
            failure.message += "\n  note: --device=cpu chooses native code, --device=interpreter the reference";
        }
        failure
    }
}

impl Session {
    fn of(client: Metered) -> Session {
        let devices = client.devices();
        Session { client, devices }
    }

    /// A runtime of so many devices in this process, beside others.
    pub fn beside(platform: &Platform, devices: usize) -> Outcome<Session> {
        let options = ClientOptions { devices: Some(few_enough(devices)?), ..ClientOptions::default() };
        Ok(Session::of(platform.client_beside(&options).map_err(fail)?))
    }

    /// Two runtimes side by side, which may be one, with so many devices each.
    pub fn open_two(platforms: [&Platform; 2], threads: Option<u16>, devices: usize) -> Outcome<[Arc<Session>; 2]> {
        let [first, second] = platforms;
        let (threads, devices) = (threads.map(usize::from), Some(few_enough(devices)?));
        let options = ClientOptions { threads, devices, ..ClientOptions::default() };
        let session = Arc::new(Session::of(first.client(&options).map_err(fail)?));
        if first.name == second.name {
            return Ok([session.clone(), session]);
        }
        Ok([session, Arc::new(Session::of(second.client_beside(&options).map_err(fail)?))])
    }

    pub fn compile(
        &self,
        module: Module,
        source: &Source,
        options: &CompileOptions,
    ) -> Outcome<Arc<dyn LoadedExecutable>> {
        let message = format!("compiling {}", module.name);
        let compiled = while_working(&message, || self.client.compile(module, options));
        compiled.map_err(|error| Failure::runtime(error, |d| frontend::render(d, source)))
    }

    pub fn load(&self, artifact: Bytes) -> Outcome<Arc<dyn LoadedExecutable>> {
        self.client.load(artifact).map_err(fail)
    }

    /// Those of the first devices that are in this process.
    pub fn own_devices(&self, devices: usize) -> Range<usize> {
        let own = self.client.process_index();
        let before = |process: usize| self.devices.iter().filter(|device| device.process_index() < process).count();
        before(own).min(devices)..before(own + 1).min(devices)
    }

    /// The process that has a device.
    pub fn process_of(&self, device: usize) -> usize {
        self.devices[device].process_index()
    }

    /// To one device.
    pub fn send(&self, arrays: &[ArrayLiteral], device: usize) -> Outcome<Vec<Arc<dyn Buffer>>> {
        self.client.buffers_from_host(arrays, self.devices[device].as_ref()).map_err(fail)
    }

    /// To the devices of this process that an executable runs on.
    pub fn send_all(&self, executable: &dyn LoadedExecutable, arrays: &[Vec<ArrayLiteral>]) -> Outcome<DeviceBuffers> {
        let devices = executable.device_assignment().addressable_devices();
        devices.iter().zip(arrays).map(|(&device, arrays)| self.send(arrays, device)).collect()
    }

    /// Runs and waits for the end.
    pub fn execute(
        &self,
        executable: &dyn LoadedExecutable,
        arguments: &[Vec<Arc<dyn Buffer>>],
        options: ExecuteOptions,
    ) -> Outcome<DeviceBuffers> {
        let executions = executable.execute(arguments, options).map_err(fail)?;
        wait(&executions)?;
        Ok(executions.into_iter().map(|execution| execution.results).collect())
    }

    /// Runs step by step, to the end.
    pub fn profile(&self, executable: &dyn LoadedExecutable, arguments: &[Vec<Arc<dyn Buffer>>]) -> Outcome<Profile> {
        let profile = executable.profile(arguments).map_err(fail)?;
        wait(&profile.executions)?;
        Ok(profile)
    }

    pub fn receive(&self, buffers: &[Arc<dyn Buffer>]) -> Outcome<Vec<ArrayLiteral>> {
        self.client.buffers_to_host(buffers).map_err(fail)
    }
}

/// Waits for the end on all devices, or for the first error: a device that hangs is not waited for then.
fn wait(executions: &[Execution]) -> Outcome {
    let (sender, ended) = channel();
    for execution in executions {
        let sender = sender.clone();
        // Nobody listens any more once there is an error.
        execution.done.on_ready(move |outcome| drop(sender.send(outcome.clone())));
    }
    drop(sender);
    ended.iter().take(executions.len()).find_map(Result::err).map_or(Ok(()), |error| Err(fail(error.into())))
}

fn fail(error: runtime::Error) -> Failure {
    Failure::runtime(error, no_source)
}
