//! One program for many devices: shardings of all values, and the program of one device.

mod annotation;
mod classes;
mod flow;
pub(super) mod partitioner;
pub(super) mod propagation;
mod rule;

use crate::hlo::{Module, Op};

/// Whether a program is one over whole arrays, of which its partitions have parts.
pub fn is_sharded(module: &Module) -> bool {
    let states_sharding = |id| {
        let computation = module.computation(id);
        computation.ids().any(|instruction| computation.get(instruction).sharding.is_some())
    };
    // What is scheduled was partitioned, and keeps its shardings for the record.
    let is_scheduled = module.entry().schedule.is_some();
    module.partition_count > 1 && !is_scheduled && module.computation_ids().into_iter().any(states_sharding)
}

/// Whether a program over whole arrays also says what single devices do: it exchanges values, asks for a device's number
/// or has regions in which values are those of a device.
pub fn speaks_of_devices(module: &Module) -> bool {
    let says = |op: &Op| match op {
        Op::Collective(_) | Op::Transfer(_) | Op::ReplicaId | Op::PartitionId => true,
        Op::CustomCall(call) => rule::is_manual_border(&call.target),
        _ => false,
    };
    let computations = module.computation_ids().into_iter().map(|id| module.computation(id));
    computations.flat_map(|computation| computation.ids().map(|id| computation.op(id))).any(says)
}
