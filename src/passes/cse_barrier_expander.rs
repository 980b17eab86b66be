//! `cse_barrier_expander`: removes optimization barriers, once the passes that they hold back have run.

use super::Pass;
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "cse_barrier_expander",
    description: "Removes optimization barriers, once the passes that they hold back have run.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= remove_barriers(module.computation_mut(id));
    }
    Ok(changed)
}

fn remove_barriers(computation: &mut Computation) -> bool {
    let pinned = super::control::pinned(computation);
    let is_barrier = |&id: &InstructionId| matches!(computation.op(id), Op::OptimizationBarrier);
    let barriers: Vec<InstructionId> = computation.ids().filter(is_barrier).filter(|id| !pinned.contains(id)).collect();
    for &barrier in &barriers {
        let value = computation.operand(barrier, 0);
        computation.replace_all_uses(barrier, value);
        computation.remove(barrier);
    }
    !barriers.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::check;

    #[test]
    fn barriers_vanish() {
        let build = |g: &mut crate::passes::graph::Graph| {
            let x = g.f32(0, &[2]);
            let shape = g.shape(x).clone();
            g.add(Op::OptimizationBarrier, shape, &[x])
        };
        check(&PASS, build, "Arg_0");
    }
}
