//! The client: compiles, loads, and moves arrays.

use super::buffer::{CpuBuffer, Memory};
use super::device::CpuDevice;
use super::dispatch::Dispatcher;
use super::loaded::CpuExecutable;
use super::memory::MemoryPool;
use super::pool::Pool;
use crate::codegen::{self, Executable, Target};
use crate::hlo::{self, ALIGNMENT, ArrayLiteral, Bytes, Module};
use crate::passes;
use crate::runtime::platform::ClientOptions;
use crate::runtime::{Buffer, Client, CompileOptions, Device, Error, ExecutionError, LoadedExecutable, Result};
use crate::runtime::{collectives, custom_call};
use std::sync::{Arc, Mutex};

/// What executables need of their client.
pub struct Shared {
    pub host: Target,
    pub memory: MemoryPool,
    /// Those of this process.
    pub devices: Vec<Arc<CpuDevice>>,
    pub options: ClientOptions,
    /// Held while a run is handed to its devices: each gets the runs in the same order.
    pub launch: Mutex<()>,
}

/// The client of the CPU devices.
pub struct CpuClient {
    shared: Arc<Shared>,
}

impl CpuClient {
    /// Devices share the threads out.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn new(options: &ClientOptions) -> Result<CpuClient> {
        let available = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = options.threads.unwrap_or_else(available);
        let host = Target::host();
        let process = options.process_index();
        let device = |id| {
            let pool = Pool::new((threads / options.device_count()).max(1));
            Ok(Arc::new(CpuDevice { id, process, target: host.clone(), pool, dispatcher: Dispatcher::new()? }))
        };
        let devices = options
            .available()
            .addressable
            .map(device)
            .collect::<std::io::Result<_>>()
            .map_err(|e| ExecutionError::failed(format!("no thread for the cpu client: {e}")))?;
        let (memory, launch) = (MemoryPool::default(), Mutex::new(()));
        Ok(CpuClient { shared: Arc::new(Shared { host, memory, devices, options: options.clone(), launch }) })
    }

    fn loaded(&self, executable: Executable) -> Result<Arc<dyn LoadedExecutable>> {
        Ok(Arc::new(CpuExecutable::load(executable, self.shared.clone())?))
    }

    fn memory_of(&self, array: &ArrayLiteral) -> Memory {
        match array.bytes().as_ptr().align_offset(ALIGNMENT) {
            0 => Memory::Host(array.bytes().clone()),
            _ => Memory::Pooled(Arc::new(self.shared.memory.copy_of(array.bytes()))),
        }
    }
}

impl Client for CpuClient {
    fn platform_name(&self) -> &str {
        "cpu"
    }

    fn platform_version(&self) -> String {
        format!("pjrt {} for {}", env!("CARGO_PKG_VERSION"), self.shared.host.cpu)
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        let own = self.shared.devices.iter().map(|device| device.clone() as Arc<dyn Device>).collect();
        self.shared.options.with_remote(own, "cpu")
    }

    fn process_index(&self) -> usize {
        self.shared.options.process_index()
    }

    fn compile(&self, mut module: Module, options: &CompileOptions) -> Result<Arc<dyn LoadedExecutable>> {
        let pass_options = passes::Options {
            verifier: options.verify_passes.then_some(hlo::verify),
            disabled: options.disabled_passes.iter().cloned().collect(),
            ..passes::Options::default()
        };
        collectives::check_groups(&module)?;
        passes::run_pipeline(&mut module, &passes::pipelines::CPU, pass_options)?;
        // After the passes, since some write calls out.
        custom_call::check_targets(&module)?;
        self.loaded(codegen::compile(module, &codegen::Options::from(options))?)
    }

    fn load(&self, artifact: Bytes) -> Result<Arc<dyn LoadedExecutable>> {
        self.loaded(Executable::load(&artifact).map_err(Error::Artifact)?)
    }

    fn buffers_from_host(&self, arrays: &[ArrayLiteral], device: &dyn Device) -> Result<Vec<Arc<dyn Buffer>>> {
        let buffer = |array: &ArrayLiteral| -> Arc<dyn Buffer> {
            Arc::new(CpuBuffer::of_memory(array.shape().clone(), device.id(), self.memory_of(array)))
        };
        Ok(arrays.iter().map(buffer).collect())
    }

    fn buffers_to_host(&self, buffers: &[Arc<dyn Buffer>]) -> Result<Vec<ArrayLiteral>> {
        let to_host = |buffer: &Arc<dyn Buffer>| match buffer.as_any().downcast_ref::<CpuBuffer>() {
            Some(buffer) => buffer.to_host(),
            None => Err(Error::Usage("a buffer of another client".to_owned())),
        };
        buffers.iter().map(to_host).collect()
    }
}

impl From<&CompileOptions> for codegen::Options {
    fn from(options: &CompileOptions) -> codegen::Options {
        codegen::Options { target_cpu: options.target_cpu.clone() }
    }
}
