//! The `interpreter` platform: evaluates a module operation by operation, as it was read.
//!
//! Slow, and right: what the other platforms are compared with. Its devices are all the host; their buffers are
//! literals in shared memory. Each device of a run has a thread of its own; collectives meet at a rendezvous.

mod buffer;
mod executable;
mod peers;
mod trace;

pub use trace::trace;

use super::platform::ClientOptions;
use super::{Buffer, Client, CompileOptions, Device, DeviceAssignment, Error, LoadedExecutable, MemorySpace, Result};
use super::{collectives, custom_call};
use crate::hlo::{ArrayLiteral, Bytes, Diagnostic, Diagnostics, Module, Op};
use buffer::InterpreterBuffer;
use executable::InterpreterExecutable;
use std::collections::BTreeMap;
use std::sync::Arc;

/// # Errors
/// States of generators that are left to the implementation, and that ours does not run from.
fn check_random_states(module: &Module) -> std::result::Result<(), Diagnostics> {
    let mut unknown = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        unknown.extend(computation.ids().filter_map(|id| {
            let instruction = computation.get(id);
            let Op::RngBitGenerator { algorithm } = instruction.op else { return None };
            let state = computation.shape(instruction.operands()[0]).expect_array();
            let why = algorithm.check_state(state).err()?;
            let message = format!("{} %{}: {why}", instruction.op.name(), instruction.name());
            Some(Diagnostic::unsupported(message, &instruction.location))
        }));
    }
    Diagnostics(unknown).into_result()
}

/// A client of devices that are all the host.
pub struct InterpreterClient {
    options: ClientOptions,
}

impl InterpreterClient {
    pub fn new(options: &ClientOptions) -> InterpreterClient {
        InterpreterClient { options: options.clone() }
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
        let process = self.options.process_index();
        let own = self.options.available().addressable;
        let own = own.map(|id| Arc::new(InterpreterDevice { id, process }) as Arc<dyn Device>).collect();
        self.options.with_remote(own, "interpreter")
    }

    fn process_index(&self) -> usize {
        self.options.process_index()
    }

    /// # Errors
    /// Parameters that are no arrays, custom calls that do not exist, states that no random bits come from, groups that
    /// do not fit the devices, and more devices than there are.
    fn compile(&self, module: Module, _options: &CompileOptions) -> Result<Arc<dyn LoadedExecutable>> {
        custom_call::check_targets(&module)?;
        collectives::check_groups(&module)?;
        check_random_states(&module)?;
        let assignment = DeviceAssignment::first(module.device_counts(), &self.options.available())?;
        Ok(Arc::new(InterpreterExecutable::new(module, assignment, self.options.clone())?))
    }

    /// # Errors
    /// Always.
    fn load(&self, _artifact: Bytes) -> Result<Arc<dyn LoadedExecutable>> {
        Err(Error::ForeignArtifact("the interpreter loads no compiled artifacts: give it the program itself".into()))
    }

    fn buffers_from_host(&self, arrays: &[ArrayLiteral], device: &dyn Device) -> Result<Vec<Arc<dyn Buffer>>> {
        let buffer = |array: &ArrayLiteral| -> Arc<dyn Buffer> {
            Arc::new(InterpreterBuffer::of_literal(array.clone(), device.id()))
        };
        Ok(arrays.iter().map(buffer).collect())
    }

    fn buffers_to_host(&self, buffers: &[Arc<dyn Buffer>]) -> Result<Vec<ArrayLiteral>> {
        buffers.iter().map(|buffer| Ok(buffer::own(buffer.as_ref())?.value()?.wait()?)).collect()
    }
}

/// The host, as a device.
struct InterpreterDevice {
    id: usize,
    process: usize,
}

impl Device for InterpreterDevice {
    fn id(&self) -> usize {
        self.id
    }

    fn process_index(&self) -> usize {
        self.process
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
