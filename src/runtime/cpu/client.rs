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
use crate::runtime::{
    Buffer, Client, CompileOptions, Device, Error, ExecutionError, ExecutionErrorKind, LoadedExecutable, Result,
};
use crate::runtime::{collectives, custom_call};
use std::sync::Arc;

/// What executables need of their client.
pub struct Shared {
    pub host: Target,
    pub pool: Pool,
    pub memory: MemoryPool,
    pub dispatcher: Dispatcher,
}

/// The client of the CPU device.
pub struct CpuClient {
    shared: Arc<Shared>,
    device: Arc<CpuDevice>,
}

impl CpuClient {
    /// # Errors
    /// The system gives no thread.
    pub fn new(options: &ClientOptions) -> Result<CpuClient> {
        let available = || std::thread::available_parallelism().map_or(1, usize::from);
        let pool = Pool::new(options.threads.unwrap_or_else(available));
        let dispatcher = Dispatcher::new().map_err(|e| {
            let message = format!("no thread for the cpu client: {e}").into();
            ExecutionError { kind: ExecutionErrorKind::Failed, message }
        })?;
        let host = Target::host();
        let device = Arc::new(CpuDevice { target: host.clone(), threads: pool.threads() });
        let shared = Arc::new(Shared { host, pool, memory: MemoryPool::default(), dispatcher });
        Ok(CpuClient { shared, device })
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
        vec![self.device.clone()]
    }

    fn compile(&self, mut module: Module, options: &CompileOptions) -> Result<Arc<dyn LoadedExecutable>> {
        let pass_options = passes::Options {
            verifier: options.verify_passes.then_some(hlo::verify),
            disabled: options.disabled_passes.iter().cloned().collect(),
            observer: None,
        };
        custom_call::check_targets(&module)?;
        collectives::check_alone(&module)?;
        passes::run_pipeline(&mut module, &passes::pipelines::CPU, pass_options)?;
        self.loaded(codegen::compile(module, &codegen::Options::from(options))?)
    }

    fn load(&self, artifact: Bytes) -> Result<Arc<dyn LoadedExecutable>> {
        self.loaded(Executable::load(&artifact).map_err(Error::Artifact)?)
    }

    fn buffers_from_host(&self, arrays: &[ArrayLiteral], _device: &dyn Device) -> Result<Vec<Arc<dyn Buffer>>> {
        let buffer = |array: &ArrayLiteral| -> Arc<dyn Buffer> {
            Arc::new(CpuBuffer::of_memory(array.shape().clone(), self.memory_of(array)))
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
