//! The runtime: a narrow seam with four requests (bytes to the device, compile, execute, bytes back), and what is
//! behind it. Everything above knows only the traits declared here.

pub mod capacity;
mod channels;
mod collectives;
pub mod cpu;
pub mod custom_call;
mod device_assignment;
mod event;
mod host_transfers;
pub mod interpreter;
pub mod metered;
pub mod metrics;
pub mod npy;
pub mod platform;
pub mod processes;
mod rendezvous;

pub use crate::hlo::Signature;
pub use device_assignment::DeviceAssignment;
pub use event::{Event, ExecutionError, ExecutionErrorKind};
pub use host_transfers::{Given, HostTransfers};

use crate::hlo::{ArrayLiteral, ArrayShape, Bytes, Diagnostics, Module, ShardedSignature};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Why a request was refused before anything was dispatched.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program cannot be compiled.
    #[error(transparent)]
    Program(#[from] Diagnostics),
    /// The caller broke a rule: wrong arguments, a dead buffer, a second client.
    #[error("{0}")]
    Usage(String),
    /// An artifact that is damaged, or of another version.
    #[error("{0}")]
    Artifact(String),
    /// An artifact for another runtime or machine.
    #[error("{0}")]
    ForeignArtifact(String),
    /// The program ran and failed.
    #[error(transparent)]
    Execution(#[from] ExecutionError),
}

pub type Result<T> = std::result::Result<T, Error>;

/// How to compile; defaults are what `pjrt compile` does.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// Run the verifier after every pass.
    pub verify_passes: bool,
    /// Processor to compile for (LLVM's name); the host's otherwise.
    pub target_cpu: Option<String>,
    /// Passes to leave out, by name.
    pub disabled_passes: Vec<String>,
}

/// The options of an execution.
#[derive(Clone, Debug, Default)]
pub struct ExecuteOptions {
    /// A result that is one tuple comes back as its elements.
    pub untuple_result: bool,
    /// Count the run as eager in the metrics.
    pub eager: bool,
    /// The host's part in transfers of the program; without it they fail.
    pub host: Option<Arc<HostTransfers>>,
}

/// A platform with its devices.
pub trait Client: Send + Sync {
    /// `cpu`, `interpreter`, …
    fn platform_name(&self) -> &str;
    /// What a bug report should say of the platform.
    fn platform_version(&self) -> String;
    /// Devices of all processes that run programs together.
    fn devices(&self) -> Vec<Arc<dyn Device>>;
    /// This process's number among those.
    fn process_index(&self) -> usize {
        0
    }
    /// Those of this process: arrays can be taken to them and back.
    fn addressable_devices(&self) -> Vec<Arc<dyn Device>> {
        let mut devices = self.devices();
        devices.retain(|device| device.process_index() == self.process_index());
        devices
    }
    /// Compiles a verified module and loads it.
    fn compile(&self, module: Module, options: &CompileOptions) -> Result<Arc<dyn LoadedExecutable>>;
    /// Loads what [`LoadedExecutable::serialize`] wrote.
    fn load(&self, artifact: Bytes) -> Result<Arc<dyn LoadedExecutable>>;
    /// Takes arrays to a device, in one request. Memory may be shared with the literals: both are immutable until
    /// donated.
    fn buffers_from_host(&self, arrays: &[ArrayLiteral], device: &dyn Device) -> Result<Vec<Arc<dyn Buffer>>>;
    /// Waits, and brings the elements of all these buffers to the host, in one request.
    ///
    /// # Errors
    /// A deleted or donated buffer; the error of the run that should have made one.
    fn buffers_to_host(&self, buffers: &[Arc<dyn Buffer>]) -> Result<Vec<ArrayLiteral>>;
}

/// One device of a client.
pub trait Device: Send + Sync {
    /// Unique among the client's devices, from 0.
    fn id(&self) -> usize;
    /// The process that has it.
    fn process_index(&self) -> usize;
    /// Maker's name for this kind of device.
    fn kind(&self) -> String;
    /// What `pjrt devices` prints, in order.
    fn attributes(&self) -> BTreeMap<String, String>;
    fn memory_spaces(&self) -> Vec<MemorySpace>;
}

/// A memory that a device reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemorySpace {
    /// `device`, `pinned_host`, `unpinned_host`.
    pub kind: &'static str,
    /// Bytes in all, where known.
    pub capacity: Option<u64>,
}

/// An array on a device. It may not be ready yet.
pub trait Buffer: Send + Sync {
    fn shape(&self) -> &ArrayShape;
    /// Id of the device that it is on.
    fn device(&self) -> usize;
    /// Ready when the elements are there, or with the error of the run that should have made them.
    fn ready(&self) -> Event;
    /// Gives up the memory. Later use is an error that says so.
    fn delete(&self);
    fn is_deleted(&self) -> bool;
    /// For the implementation that made it.
    fn as_any(&self) -> &dyn std::any::Any;
}

/// What a compiled program costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CostAnalysis {
    pub flops: f64,
    pub bytes_accessed: f64,
    pub transcendentals: f64,
}

/// Bytes that a compiled program holds while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryAnalysis {
    pub argument_bytes: usize,
    pub output_bytes: usize,
    /// Outputs that live in a donated argument's memory.
    pub alias_bytes: usize,
    pub temp_bytes: usize,
    pub generated_code_bytes: usize,
}

/// A run that was dispatched, as one of its devices sees it.
pub struct Execution {
    /// One buffer a leaf of the result. They are not ready; the error of a failed run arrives at their ready events.
    pub results: Vec<Arc<dyn Buffer>>,
    /// Ready when the run has ended, with its error if it failed: also of a program without results.
    pub done: Event,
}

/// A run, and what its steps took.
pub struct Profile {
    /// One a device.
    pub executions: Vec<Execution>,
    /// Of the first device of this process, in the order in which they ran; none where the implementation has no steps.
    pub steps: Vec<StepProfile>,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct StepProfile {
    /// The instruction that it performs.
    pub name: String,
    /// `kernel`, `gemm`, `while`, …
    pub kind: &'static str,
    pub time: Duration,
    pub cost: CostAnalysis,
}

/// A program that is ready to run.
pub trait LoadedExecutable: Send + Sync {
    fn name(&self) -> &str;
    fn signature(&self) -> &Signature;
    /// Of a program that was partitioned: what its arguments and results are parts of.
    fn sharded_signature(&self) -> Option<&ShardedSignature>;
    /// The devices that run the program together.
    fn device_assignment(&self) -> &DeviceAssignment;
    /// Dispatches a run and returns at once. Arguments and executions are listed by device, in the order of the
    /// assignment: those of this process. Donated arguments are dead afterwards.
    ///
    /// # Errors
    /// Arguments that do not fit the signature, that are on another device, or that are dead. What fails later arrives
    /// at the events.
    fn execute(&self, arguments: &[Vec<Arc<dyn Buffer>>], options: ExecuteOptions) -> Result<Vec<Execution>>;
    /// Runs as [`LoadedExecutable::execute`] does, and says how long each step took.
    ///
    /// # Errors
    /// As for a run.
    fn profile(&self, arguments: &[Vec<Arc<dyn Buffer>>]) -> Result<Profile> {
        let executions = self.execute(arguments, ExecuteOptions::default())?;
        Ok(Profile { executions, steps: Vec::new() })
    }
    fn cost_analysis(&self) -> CostAnalysis;
    fn memory_analysis(&self) -> MemoryAnalysis;
    /// The artifact that [`Client::load`] takes.
    ///
    /// # Errors
    /// Where the implementation has no artifacts.
    fn serialize(&self) -> Result<Vec<u8>>;
}
