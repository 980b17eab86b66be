//! Which runtime serves a device name, and the rule that a process has one client.

use super::device_assignment::Available;
use super::metered::Metered;
use super::processes::{Processes, RemoteDevice};
pub use super::rendezvous::Patience;
use super::{Client, Device, Error, Result, cpu, interpreter};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Environment variable that names the device where the caller does not.
pub const DEVICE_VARIABLE: &str = "PJRT_DEVICE";

/// A runtime that this build has.
pub struct Platform {
    pub name: &'static str,
    pub description: &'static str,
    make: fn(&ClientOptions) -> Result<Arc<dyn Client>>,
}

/// What a client is built with.
#[derive(Clone, Debug, Default)]
pub struct ClientOptions {
    /// Threads that work on a run, on all devices together; all processors of the process by default.
    pub threads: Option<usize>,
    /// Devices of the client in this process; one by default.
    pub devices: Option<usize>,
    /// How long devices wait for each other.
    pub patience: Patience,
    /// The processes that have other devices, where there are some.
    pub processes: Option<Arc<Processes>>,
}

impl ClientOptions {
    /// Devices in this process.
    pub fn device_count(&self) -> usize {
        self.devices.unwrap_or(1).max(1)
    }

    /// This process among those that there are.
    pub fn process_index(&self) -> usize {
        self.processes.as_ref().map_or(0, |processes| processes.rank())
    }

    pub fn available(&self) -> Available {
        Available::new(self.device_count(), self.processes.as_ref())
    }

    /// The devices of all processes in the order of their ids: those of this one, and `kind` of the others.
    pub fn with_remote(&self, own: Vec<Arc<dyn Device>>, kind: &'static str) -> Vec<Arc<dyn Device>> {
        let Some(processes) = &self.processes else { return own };
        let remote = |id| Arc::new(RemoteDevice { id, process: processes.process_of(id), kind }) as Arc<dyn Device>;
        let here = processes.own_devices();
        (0..here.start).map(remote).chain(own).chain((here.end..processes.device_count()).map(remote)).collect()
    }
}

/// Every runtime, in the order in which they are listed.
pub const PLATFORMS: [Platform; 2] = [
    Platform {
        name: "cpu",
        description: "native code for this machine's processor",
        make: |options| Ok(Arc::new(cpu::CpuClient::new(options)?)),
    },
    Platform {
        name: "interpreter",
        description: "evaluates operation by operation: slow, simple, the reference",
        make: |options| Ok(Arc::new(interpreter::InterpreterClient::new(options))),
    },
];

static CLIENT_EXISTS: AtomicBool = AtomicBool::new(false);

/// The platform for a device name, else for the environment's.
///
/// # Errors
/// Neither names one, or the name is unknown.
pub fn find(device: Option<&str>) -> Result<&'static Platform> {
    let from_environment = || std::env::var(DEVICE_VARIABLE).ok().filter(|name| !name.is_empty());
    let name = device.map(str::to_string).or_else(from_environment);
    let name = name.ok_or_else(|| Error::Usage(format!("${DEVICE_VARIABLE} is not set.")))?;
    let known = PLATFORMS.iter().find(|platform| platform.name.eq_ignore_ascii_case(&name));
    known.ok_or_else(|| {
        let names: Vec<&str> = PLATFORMS.iter().map(|p| p.name).collect();
        Error::Usage(format!("unknown device '{name}': expected one of {}", names.join(", ")))
    })
}

impl Platform {
    /// Builds the process's only client.
    ///
    /// # Errors
    /// There is one already.
    pub fn client(&self, options: &ClientOptions) -> Result<Metered> {
        if CLIENT_EXISTS.swap(true, Ordering::SeqCst) {
            return Err(Error::Usage("ComputationClient can only be initialized once.".to_string()));
        }
        self.client_beside(options)
    }

    /// A client beside the process's own: for those who compare two platforms.
    ///
    /// # Errors
    /// The platform has no device to give.
    pub fn client_beside(&self, options: &ClientOptions) -> Result<Metered> {
        Ok(Metered::new((self.make)(options)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_client_is_an_error() {
        let platform = find(Some("Interpreter")).unwrap();
        let first = platform.client(&ClientOptions::default());
        let second = platform.client(&ClientOptions::default());
        assert!(first.is_ok());
        assert_eq!(second.err().unwrap().to_string(), "ComputationClient can only be initialized once.");
    }

    #[test]
    fn an_unknown_device_names_those_that_exist() {
        let error = find(Some("tpu")).err().unwrap();
        assert_eq!(error.to_string(), "unknown device 'tpu': expected one of cpu, interpreter");
    }
}
