//! `simplify-while-loops`: removes loops that run at most once, and state that nothing needs.
//!
//! * A loop that never runs is its init value; one that runs once is its body.
//! * What is read of a state element that the body passes on is the element's initial value.
//! * A state element is dead when nothing reads its end value, and the loop needs it only for itself or for other dead
//!   elements.
//!
//! Loops whose body or condition has an effect keep running as often as they did.

use super::effects::Effects;
use super::inline::inline;
use super::while_loops::{Loop, element_index};
use super::{Pass, control};
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "simplify-while-loops",
    description: "Removes loops that run at most once, and loop state that nothing needs.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order().into_iter().rev() {
        let loops = Loop::all_in(module, owner);
        if loops.is_empty() {
            continue;
        }
        let effects = Effects::of(module);
        let pinned = control::pinned(module.computation(owner));
        for found in loops {
            if !pinned.contains(&found.instruction) && found.is_there(module) {
                changed |= simplify(module, found, &effects);
            }
        }
    }
    Ok(changed | module.remove_unreachable())
}

fn simplify(module: &mut Module, found: Loop, effects: &Effects) -> bool {
    let condition = module.computation(found.condition);
    let condition_acts = condition.ids().any(|id| effects.has_effect(condition.get(id)));
    match found.trip_count(module).map(|t| t.count) {
        Some(0) if !condition_acts => replace_by_init(module, found),
        Some(1) if !condition_acts => replace_by_body(module, found),
        _ => {
            let forwarded = forward_invariants(module, found);
            forwarded | remove_dead_elements(module, found, effects)
        }
    }
}

fn replace_by_init(module: &mut Module, found: Loop) -> bool {
    let owner = module.computation_mut(found.owner);
    let init = owner.operand(found.instruction, 0);
    replace(owner, found.instruction, init)
}

fn replace_by_body(module: &mut Module, found: Loop) -> bool {
    let body = module.computation(found.body).clone();
    let owner = module.computation_mut(found.owner);
    let init = owner.operand(found.instruction, 0);
    let result = inline(owner, &body, &[init]);
    replace(owner, found.instruction, result)
}

fn replace(owner: &mut Computation, old: InstructionId, new: InstructionId) -> bool {
    owner.replace_all_uses(old, new);
    owner.remove(old);
    true
}

/// Gives readers of elements that never change the initial values.
fn forward_invariants(module: &mut Module, found: Loop) -> bool {
    let passed_through = found.passed_through(module);
    let init = found.init(module).to_vec();
    let owner = module.computation_mut(found.owner);
    let mut changed = false;
    for user in owner.users(found.instruction).to_vec() {
        if let Op::GetTupleElement { index } = *owner.op(user)
            && passed_through[index]
            && (!owner.users(user).is_empty() || owner.root() == user)
        {
            owner.replace_all_uses(user, init[index]);
            changed = true;
        }
    }
    changed
}

fn remove_dead_elements(module: &mut Module, found: Loop, effects: &Effects) -> bool {
    let Some(mut live) = elements_read(module.computation(found.owner), found.instruction) else { return false };
    let condition = module.computation(found.condition);
    for id in condition.ids() {
        if let Some(index) = element_index(condition, id)
            && (!condition.users(id).is_empty() || condition.root() == id)
        {
            live.push(index);
        }
    }
    let count = found.init(module).len();
    let kept = needed_elements(module.computation(found.body), live, effects);
    if kept.len() == count {
        return false;
    }
    found.keep_elements(module, &kept, effects);
    true
}

/// Indices of the elements that users of the loop read; `None` where one wants the whole state, or none anything.
fn elements_read(owner: &Computation, instruction: InstructionId) -> Option<Vec<usize>> {
    let mut read = Vec::new();
    for &user in owner.users(instruction) {
        let Op::GetTupleElement { index } = *owner.op(user) else { return None };
        if !owner.users(user).is_empty() || owner.root() == user {
            read.push(index);
        }
    }
    (owner.root() != instruction && !read.is_empty()).then_some(read)
}

/// The elements that these and the body's effects are computed from, in order.
fn needed_elements(body: &Computation, live: Vec<usize>, effects: &Effects) -> Vec<usize> {
    let next = body.operands(body.root());
    let mut is_needed = vec![false; next.len()];
    let mut seen = vec![false; body.id_bound()];
    let mut work: Vec<InstructionId> = body.ids().filter(|&id| effects.has_effect(body.get(id))).collect();
    let mut elements = live;
    loop {
        while let Some(index) = elements.pop() {
            if !std::mem::replace(&mut is_needed[index], true) {
                work.push(next[index]);
            }
        }
        let Some(id) = work.pop() else { break };
        if !std::mem::replace(&mut seen[id.0 as usize], true) {
            elements.extend(element_index(body, id));
            work.extend(body.operands(id).iter().chain(&body.get(id).control_predecessors));
        }
    }
    (0..next.len()).filter(|&i| is_needed[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{BinaryOp, ElementType, Shape};
    use crate::passes::graph::Graph;
    use crate::passes::testing::{check_module, describe_value};
    use crate::passes::while_loops::tests::counting_loop;

    fn double(g: &mut Graph, state: &[InstructionId]) -> Vec<InstructionId> {
        vec![g.binary(BinaryOp::Add, state[1], state[1])]
    }

    fn scalars(count: usize) -> Vec<Shape> {
        vec![Shape::scalar(ElementType::F32); count]
    }

    #[test]
    fn loops_that_never_run() {
        let module = counting_loop([0, 0, 1], &scalars(1), double);
        check_module(&PASS, module, "get-tuple-element[1](tuple(0, Arg_0))");
    }

    #[test]
    fn loops_that_run_once() {
        let mut module = counting_loop([0, 1, 1], &scalars(1), double);
        run(&mut module).expect("succeeds");
        let entry = module.entry();
        let result = entry.operand(entry.operand(entry.root(), 0), 1);
        let element = "get-tuple-element[1](tuple(0, Arg_0))";
        assert_eq!(describe_value(entry, result), format!("add({element}, {element})"));
    }

    #[test]
    fn invariants_are_forwarded_and_then_dead() {
        let module = counting_loop([0, 9, 1], &scalars(1), |_, state| state[1..].to_vec());
        check_module(&PASS, module, "Arg_0");
    }

    #[test]
    fn dead_state_goes() {
        let mut module = counting_loop([0, 9, 1], &scalars(3), |g, state| {
            let sum = g.binary(BinaryOp::Add, state[2], state[3]);
            vec![double(g, state)[0], sum, sum]
        });
        run(&mut module).expect("succeeds");
        let [found] = Loop::all_in(&module, module.entry_id())[..] else { panic!("one loop") };
        assert_eq!(found.init(&module).len(), 2);
        let body = module.computation(found.body);
        assert_eq!(body.shape(body.root()).to_string(), "(s32[], f32[])");
    }
}
