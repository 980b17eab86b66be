//! The `interpreter` platform: evaluates a module operation by operation, as it was read.
//!
//! Slow, and right: what the other platforms are compared with. It has one device, the host itself, whose buffers are
//! literals in shared memory. A run happens on a thread of its own.

mod buffer;
mod executable;

use super::{Buffer, Client, CompileOptions, Device, Error, LoadedExecutable, MemorySpace, Result};
use super::{collectives, custom_call};
use crate::hlo::{ArrayLiteral, Bytes, Module};
use buffer::InterpreterBuffer;
use executable::InterpreterExecutable;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A client with one device.
#[derive(Default)]
pub struct InterpreterClient;

impl InterpreterClient {
    pub fn new() -> InterpreterClient {
        InterpreterClient
    }
}

impl Client for InterpreterClient {
    fn platform_name(&self) -> &str {
        "interpreter"
    }

    fn platform_version(&self) -> String {
        format!("pjrt {}", env!("CARGO_PKG_VERSION"))
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        vec![Arc::new(InterpreterDevice)]
    }

    /// # Errors
    /// Custom calls that do not exist, and collectives of several devices.
    fn compile(&self, module: Module, _options: &CompileOptions) -> Result<Arc<dyn LoadedExecutable>> {
        custom_call::check_targets(&module)?;
        collectives::check_alone(&module)?;
        Ok(Arc::new(InterpreterExecutable::new(module)))
    }

    /// # Errors
    /// Always.
    fn load(&self, _artifact: Bytes) -> Result<Arc<dyn LoadedExecutable>> {
        Err(Error::Artifact("the interpreter loads no compiled artifacts: give it the program itself".into()))
    }

    fn buffers_from_host(&self, arrays: &[ArrayLiteral], _device: &dyn Device) -> Result<Vec<Arc<dyn Buffer>>> {
        let buffer = |array: &ArrayLiteral| Arc::new(InterpreterBuffer::of_literal(array.clone())) as Arc<dyn Buffer>;
        Ok(arrays.iter().map(buffer).collect())
    }

    fn buffers_to_host(&self, buffers: &[Arc<dyn Buffer>]) -> Result<Vec<ArrayLiteral>> {
        buffers.iter().map(|buffer| Ok(buffer::own(buffer.as_ref())?.value()?.wait()?)).collect()
    }
}

/// The host, as a device.
struct InterpreterDevice;

impl Device for InterpreterDevice {
    fn id(&self) -> usize {
        0
    }

    fn kind(&self) -> String {
        "interpreter".into()
    }

    fn attributes(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("evaluates".into(), "one operation at a time, on one thread".into())])
    }

    fn memory_spaces(&self) -> Vec<MemorySpace> {
        vec![MemorySpace { kind: "device", capacity: None }]
    }
}

#[cfg(test)]
mod tests;
