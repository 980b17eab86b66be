//! The seam itself: every request to an implementation passes here and is timed here, and nowhere else.

use super::{
    Buffer, Client, CompileOptions, CostAnalysis, Device, DeviceAssignment, ExecuteOptions, Execution,
    LoadedExecutable, MemoryAnalysis, Profile, Result, Signature,
};
use crate::hlo::{ArrayLiteral, Bytes, Module, ShardedSignature};
use crate::runtime::metrics::{Metrics, Timer};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A client whose four requests are timed.
pub struct Metered {
    client: Arc<dyn Client>,
    metrics: Arc<Metrics>,
}

impl Metered {
    pub fn new(client: Arc<dyn Client>) -> Metered {
        Metered { client, metrics: Arc::default() }
    }

    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    fn metered(&self, executable: Arc<dyn LoadedExecutable>) -> Arc<dyn LoadedExecutable> {
        Arc::new(MeteredExecutable { executable, metrics: self.metrics.clone() })
    }
}

impl Client for Metered {
    fn platform_name(&self) -> &str {
        self.client.platform_name()
    }

    fn platform_version(&self) -> String {
        self.client.platform_version()
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        self.client.devices()
    }

    fn process_index(&self) -> usize {
        self.client.process_index()
    }

    fn compile(&self, module: Module, options: &CompileOptions) -> Result<Arc<dyn LoadedExecutable>> {
        let executable = self.metrics.time(Timer::CompileTime, || self.client.compile(module, options))?;
        Ok(self.metered(executable))
    }

    fn load(&self, artifact: Bytes) -> Result<Arc<dyn LoadedExecutable>> {
        let executable = self.metrics.time(Timer::CompileTime, || self.client.load(artifact))?;
        Ok(self.metered(executable))
    }

    fn buffers_from_host(&self, arrays: &[ArrayLiteral], device: &dyn Device) -> Result<Vec<Arc<dyn Buffer>>> {
        self.metrics.time(Timer::TransferToDeviceTime, || self.client.buffers_from_host(arrays, device))
    }

    fn buffers_to_host(&self, buffers: &[Arc<dyn Buffer>]) -> Result<Vec<ArrayLiteral>> {
        // What is waited for belongs to the execution, not to the transfer.
        buffers.iter().try_for_each(|buffer| buffer.ready().wait())?;
        self.metrics.time(Timer::TransferFromDeviceTime, || self.client.buffers_to_host(buffers))
    }
}

struct MeteredExecutable {
    executable: Arc<dyn LoadedExecutable>,
    metrics: Arc<Metrics>,
}

impl LoadedExecutable for MeteredExecutable {
    fn name(&self) -> &str {
        self.executable.name()
    }

    fn signature(&self) -> &Signature {
        self.executable.signature()
    }

    fn sharded_signature(&self) -> Option<&ShardedSignature> {
        self.executable.sharded_signature()
    }

    fn device_assignment(&self) -> &DeviceAssignment {
        self.executable.device_assignment()
    }

    /// The sample of an execution ends when the run does, on all its devices.
    fn execute(&self, arguments: &[Vec<Arc<dyn Buffer>>], options: ExecuteOptions) -> Result<Vec<Execution>> {
        let start = Instant::now();
        let is_eager = options.eager;
        let executions = self.executable.execute(arguments, options)?;
        if is_eager {
            self.metrics.count_eager_run();
        }
        let running = Arc::new(AtomicUsize::new(executions.len()));
        for execution in &executions {
            let (metrics, running) = (self.metrics.clone(), running.clone());
            execution.done.on_ready(move |_| {
                if running.fetch_sub(1, Ordering::Relaxed) == 1 {
                    metrics.record(Timer::ExecuteTime, start, start.elapsed());
                }
            });
        }
        Ok(executions)
    }

    fn profile(&self, arguments: &[Vec<Arc<dyn Buffer>>]) -> Result<Profile> {
        self.executable.profile(arguments)
    }

    fn cost_analysis(&self) -> CostAnalysis {
        self.executable.cost_analysis()
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        self.executable.memory_analysis()
    }

    fn serialize(&self) -> Result<Vec<u8>> {
        self.executable.serialize()
    }
}
