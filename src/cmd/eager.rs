//! `--eager`: one operation at a time, each compiled by itself, to show what that costs.

use super::failure::Outcome;
use super::program::failure;
use super::session::{DeviceBuffers, Session};
use crate::frontend::Source;
use crate::hlo::{ArrayLiteral, ArrayShape, Diagnostic, InstructionId, Module, Op, Shape, ShapeIndex, isolate};
use crate::passes;
use crate::runtime::{Buffer, CompileOptions, ExecuteOptions, HostTransfers};
use std::collections::HashMap;
use std::sync::Arc;

/// Runs the entry operation by operation, each on all devices of this process, from their arguments to their results.
pub fn run(
    session: &Session,
    module: &Module,
    source: &Source,
    options: &CompileOptions,
    arguments: &[Vec<ArrayLiteral>],
    host: &Arc<HostTransfers>,
) -> Outcome<Vec<Vec<ArrayLiteral>>> {
    let mut module = module.clone();
    let apart = ["call-inliner", "async-collective-replacer"];
    passes::run_passes(&mut module, apart, passes::Options::default()).map_err(|d| failure(&d, source))?;
    expect_none_between_devices(&module).map_err(|finding| failure(&finding.into(), source))?;
    let devices = session.own_devices(module.device_count());
    let arguments: DeviceBuffers =
        devices.clone().zip(arguments).map(|(device, arrays)| session.send(arrays, device)).collect::<Outcome<_>>()?;
    let entry = module.entry();
    // The leaves of a value, by device.
    let mut values: HashMap<InstructionId, DeviceBuffers> = HashMap::new();
    for id in entry.post_order() {
        let operands: Vec<&DeviceBuffers> = entry.operands(id).iter().map(|operand| &values[operand]).collect();
        let value = match entry.op(id) {
            Op::Parameter { number } => arguments.iter().map(|arguments| vec![arguments[*number].clone()]).collect(),
            Op::Tuple => joined(&operands, devices.len()),
            Op::GetTupleElement { index } => {
                let tuple = entry.shape(entry.operand(id, 0));
                operands[0].iter().map(|leaves| element(tuple, leaves, *index)).collect()
            }
            _ => {
                let executable = session.compile(isolate(&module, module.entry_id(), id), source, options)?;
                let options = ExecuteOptions { untuple_result: true, eager: true, host: Some(host.clone()) };
                session.execute(executable.as_ref(), &joined(&operands, devices.len()), options)?
            }
        };
        values.insert(id, value);
    }
    let results = values[&entry.root()].iter().map(|leaves| session.receive(leaves)).collect::<Outcome<_>>()?;
    let shapes: Vec<ArrayShape> = arrays(entry.shape(entry.root())).map(|(_, shape)| shape).collect();
    session.gather_arrays(module.device_counts(), &shapes, results)
}

/// What devices send each other waits in queues of one run, and each operation is one.
fn expect_none_between_devices(module: &Module) -> Result<(), Diagnostic> {
    let entry = module.entry();
    let is_between = |&id: &InstructionId| matches!(entry.op(id), Op::Transfer(transfer) if !transfer.is_of_host());
    match entry.ids().find(is_between) {
        Some(id) => Err(Diagnostic::unsupported("--eager: a transfer between devices", &entry.get(id).location)),
        None => Ok(()),
    }
}

/// The leaves of several values one after another, on so many devices.
fn joined(values: &[&DeviceBuffers], devices: usize) -> DeviceBuffers {
    (0..devices).map(|device| values.iter().flat_map(|leaves| leaves[device].iter().cloned()).collect()).collect()
}

/// The leaves of one element of a tuple.
fn element(tuple: &Shape, leaves: &[Arc<dyn Buffer>], index: usize) -> Vec<Arc<dyn Buffer>> {
    let of_element = arrays(tuple).zip(leaves).filter(|((path, _), _)| path.first() == Some(&index));
    of_element.map(|(_, buffer)| buffer.clone()).collect()
}

/// The leaves that have buffers: tokens have none.
fn arrays(shape: &Shape) -> impl Iterator<Item = (ShapeIndex, ArrayShape)> {
    shape.leaves().into_iter().filter_map(|(path, leaf)| Some((path, leaf.as_array()?.clone())))
}
