//! `while-loop-constant-sinking`: lets a loop's body and condition see the constants among its state.
//!
//! A state element that starts with a constant (or a scalar constant repeated) and that the body passes on is that
//! constant in every iteration. Reads of it become the constant; the element itself is left for `simplify-while-loops`
//! to remove.

use super::Pass;
use super::graph::{Graph, edit};
use super::while_loops::{Loop, element_index};
use crate::hlo::{Computation, ComputationId, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "while-loop-constant-sinking",
    description: "Lets a loop's body and condition see the constants among its state.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order().into_iter().rev() {
        for found in Loop::all_in(module, owner) {
            let constants = constant_elements(module, &found);
            if !reads_any(module.computation(found.body), &constants)
                && !reads_any(module.computation(found.condition), &constants)
            {
                continue;
            }
            let own = found.with_own_computations(module);
            sink(module, own, own.body, &constants);
            sink(module, own, own.condition, &constants);
            changed = true;
        }
    }
    Ok(changed | module.remove_unreachable())
}

/// Indices of the state elements that are constants.
fn constant_elements(module: &Module, found: &Loop) -> Vec<usize> {
    let owner = module.computation(found.owner);
    let init = found.init(module);
    let is_constant = |value: InstructionId| match owner.op(value) {
        Op::Constant(_) => true,
        Op::Broadcast { .. } => matches!(owner.op(owner.operand(value, 0)), Op::Constant(_)),
        _ => false,
    };
    let passed_through = found.passed_through(module);
    (0..init.len()).filter(|&i| passed_through[i] && is_constant(init[i])).collect()
}

/// Whether anything but the root reads one of these state elements.
fn reads_any(computation: &Computation, elements: &[usize]) -> bool {
    reads(computation).any(|(_, index)| elements.contains(&index))
}

/// Reads of state elements, with the element's index; the tuple that the body passes on is none.
fn reads(computation: &Computation) -> impl Iterator<Item = (InstructionId, usize)> + '_ {
    let is_read = |id: &InstructionId| {
        computation.root() == *id || computation.users(*id).iter().any(|&user| !passes_on(computation, user))
    };
    computation.ids().filter(is_read).filter_map(|id| Some((id, element_index(computation, id)?)))
}

/// Whether an instruction is the next state of the loop.
fn passes_on(computation: &Computation, id: InstructionId) -> bool {
    computation.root() == id && matches!(computation.op(id), Op::Tuple)
}

/// Puts constants in the place of reads.
fn sink(module: &mut Module, found: Loop, target: ComputationId, constants: &[usize]) {
    let owner = module.computation(found.owner).clone();
    let init = found.init(module).to_vec();
    edit(module, target, |graph| {
        let reads: Vec<(InstructionId, usize)> = reads(graph).filter(|(_, i)| constants.contains(i)).collect();
        for (read, index) in reads {
            let constant = copy(graph, &owner, init[index]);
            replace_reads(graph, read, constant);
        }
    });
}

/// Copies a constant, or a broadcast of one.
fn copy(graph: &mut Graph, owner: &Computation, value: InstructionId) -> InstructionId {
    let instruction = owner.get(value);
    let operands = instruction.operands().iter().map(|&operand| copy(graph, owner, operand)).collect();
    graph.computation.add(instruction.with_operands(operands))
}

/// The root keeps the element that it passes on.
fn replace_reads(graph: &mut Graph, read: InstructionId, constant: InstructionId) {
    for user in graph.users(read).to_vec() {
        if passes_on(graph, user) {
            continue;
        }
        for index in 0..graph.operands(user).len() {
            if graph.operand(user, index) == read {
                graph.computation.replace_operand(user, index, constant);
            }
        }
    }
    if graph.root() == read {
        graph.computation.set_root(constant);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{BinaryOp, ElementType, Shape};
    use crate::passes::testing::describe_value;
    use crate::passes::while_loops::tests::counting_loop;

    /// The body of a loop over (i, x, y) with the constant 2 for y's initial value, where x becomes x + y.
    fn body_after(passes_on: bool) -> String {
        let scalar = Shape::scalar(ElementType::F32);
        let mut module = counting_loop([0, 9, 1], &[scalar.clone(), scalar], |g, state| {
            let sum = g.binary(BinaryOp::Add, state[1], state[2]);
            vec![sum, if passes_on { state[2] } else { sum }]
        });
        let [found] = Loop::all_in(&module, module.entry_id())[..] else { panic!("one loop") };
        let y = found.init(&module)[2];
        edit(&mut module, found.owner, |g| {
            let two = g.constant_f32(2.0);
            g.computation.replace_all_uses(y, two);
        });
        run(&mut module).expect("succeeds");
        let [found] = Loop::all_in(&module, module.entry_id())[..] else { panic!("one loop") };
        let body = module.computation(found.body);
        describe_value(body, body.operand(body.root(), 1))
    }

    #[test]
    fn invariant_constants_are_sunk() {
        assert_eq!(body_after(true), "add(get-tuple-element[1](Arg_0), 2)");
    }

    #[test]
    fn changing_elements_stay() {
        assert_eq!(body_after(false), "add(get-tuple-element[1](Arg_0), get-tuple-element[2](Arg_0))");
    }
}
