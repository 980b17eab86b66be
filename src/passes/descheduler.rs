//! `hlo-descheduler`: drops the order in which a module was to run.
//!
//! Passes change computations whose order is not settled. A module that arrives with a schedule gets a new one when code
//! is made for it.

use super::Pass;
use crate::hlo::{Diagnostics, Module};

pub const PASS: Pass =
    Pass { name: "hlo-descheduler", description: "Drops the order in which a module was scheduled.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.computation_ids() {
        let computation = module.computation_mut(id);
        if computation.schedule.take().is_some() {
            let ids: Vec<_> = computation.ids().collect();
            ids.into_iter().for_each(|id| computation.get_mut(id).sharding = None);
            changed = true;
        }
    }
    Ok(changed)
}
