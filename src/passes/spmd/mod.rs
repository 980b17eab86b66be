//! One program for many devices: shardings of all values, and the program of one device.

mod annotation;
mod classes;
mod flow;
pub(super) mod partitioner;
pub(super) mod propagation;
mod rule;

use crate::hlo::Module;

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
