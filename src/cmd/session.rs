//! What commands that use a runtime share: its flags, its client, and the four requests with their failures rendered.

use super::failure::{Failure, Outcome};
use super::progress::while_working;
use crate::frontend::{self, Source};
use crate::hlo::{ArrayLiteral, Bytes, Diagnostics, Module};
use crate::runtime::metered::Metered;
use crate::runtime::platform::{self, ClientOptions};
use crate::runtime::{self, Buffer, Client, CompileOptions, Device, ExecuteOptions, LoadedExecutable, Profile};
use std::sync::Arc;

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
}

/// A client and its first device.
pub struct Session {
    pub client: Metered,
    device: Arc<dyn Device>,
}

/// For errors that no source text belongs to.
pub fn no_source(diagnostics: &Diagnostics) -> String {
    diagnostics.to_string()
}

impl DeviceOptions {
    /// Finds the runtime before anything else is looked at, then builds its client.
    pub fn open(&self) -> Outcome<Session> {
        let fail = |error| Failure::runtime(error, no_source);
        let options = ClientOptions { threads: self.threads.map(usize::from) };
        let platform = platform::find(self.device.as_deref()).map_err(|error| self.with_hint(fail(error)))?;
        let client = platform.client(&options).map_err(fail)?;
        let device = client.devices().into_iter().next();
        let device = device.ok_or_else(|| Failure::usage(format!("{} has no device", platform.name)))?;
        Ok(Session { client, device })
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

    pub fn send(&self, arrays: &[ArrayLiteral]) -> Outcome<Vec<Arc<dyn Buffer>>> {
        self.client.buffers_from_host(arrays, self.device.as_ref()).map_err(fail)
    }

    /// Runs and waits for the end.
    pub fn execute(
        &self,
        executable: &dyn LoadedExecutable,
        arguments: &[Arc<dyn Buffer>],
        options: ExecuteOptions,
    ) -> Outcome<Vec<Arc<dyn Buffer>>> {
        let execution = executable.execute(arguments, options).map_err(fail)?;
        execution.done.wait().map_err(|error| fail(error.into()))?;
        Ok(execution.results)
    }

    /// Runs step by step, to the end.
    pub fn profile(&self, executable: &dyn LoadedExecutable, arguments: &[Arc<dyn Buffer>]) -> Outcome<Profile> {
        let profile = executable.profile(arguments).map_err(fail)?;
        profile.execution.done.wait().map_err(|error| fail(error.into()))?;
        Ok(profile)
    }

    pub fn receive(&self, buffers: &[Arc<dyn Buffer>]) -> Outcome<Vec<ArrayLiteral>> {
        self.client.buffers_to_host(buffers).map_err(fail)
    }
}

fn fail(error: runtime::Error) -> Failure {
    Failure::runtime(error, no_source)
}
