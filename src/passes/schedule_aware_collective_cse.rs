//! `schedule-aware-collective-cse`: makes one of collectives that differ in their channel alone.
//!
//! Two collectives of the same operands in the same groups give the same, but `cse` leaves them apart: their channels
//! differ, and a result that is kept for long takes memory. They become one where the second is soon after the last
//! use of the first, in the order of execution if there is one.

use super::exchange::{has_collective, same_but_for_channel};
use super::{Pass, control};
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};
use std::collections::HashMap;

pub const PASS: Pass = Pass {
    name: "schedule-aware-collective-cse",
    description: "Makes one of collectives that give the same and are used near each other.",
    run,
};

/// Instructions for which a result may be kept alive longer.
const MAX_DISTANCE: usize = 100;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        if has_collective(module.computation(id)) {
            changed |= merge(module.computation_mut(id));
        }
    }
    Ok(changed)
}

fn merge(computation: &mut Computation) -> bool {
    let order = computation.schedule.clone().unwrap_or_else(|| computation.post_order());
    let position: HashMap<InstructionId, usize> = order.iter().enumerate().map(|(at, &id)| (id, at)).collect();
    let pinned = control::pinned(computation);
    let mut seen: Vec<InstructionId> = Vec::new();
    let mut changed = false;
    for &id in order.iter().filter(|id| !pinned.contains(id)) {
        if !matches!(computation.op(id), Op::Collective(_)) {
            continue;
        }
        let near = |first: InstructionId| position[&id] <= last_use(computation, first, &position) + MAX_DISTANCE;
        match seen.iter().find(|&&first| is_same(computation, first, id) && near(first)) {
            Some(&first) => {
                computation.replace_all_uses(id, first);
                computation.remove(id);
                changed = true;
            }
            None => seen.push(id),
        }
    }
    if changed && let Some(schedule) = &mut computation.schedule {
        let kept: Vec<InstructionId> = std::mem::take(schedule);
        computation.schedule = Some(kept.into_iter().filter(|&id| computation.contains(id)).collect());
    }
    changed
}

fn is_same(computation: &Computation, a: InstructionId, b: InstructionId) -> bool {
    let (Op::Collective(first), Op::Collective(second)) = (computation.op(a), computation.op(b)) else { return false };
    computation.operands(a) == computation.operands(b)
        && computation.shape(a) == computation.shape(b)
        && same_but_for_channel(first, second)
}

/// Where a value is read last; what is returned, to the end.
fn last_use(computation: &Computation, id: InstructionId, position: &HashMap<InstructionId, usize>) -> usize {
    match computation.root() == id {
        true => position.len(),
        false => computation.users(id).iter().map(|user| position[user]).max().unwrap_or(position[&id]),
    }
}
