//! `while-loop-invariant-code-motion`: computes before a loop what is the same in every iteration.
//!
//! An instruction of the body is invariant when it has no effect and its operands are constants, state elements that the
//! body passes on, or invariant themselves. It moves out when it is worth a state element of its own: small results of
//! little, and forms of other arrays that a kernel computes while it reads (broadcasts, reshapes, slices, iotas), stay,
//! and so does what is larger than its operands together. The computation before the loop also takes place when the loop
//! runs zero times, which nobody observes.

use super::effects::Effects;
use super::while_loops::{Loop, copy_value, element_index};
use super::{Pass, control};
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};
use std::collections::{HashMap, HashSet};

pub const PASS: Pass = Pass {
    name: "while-loop-invariant-code-motion",
    description: "Computes before a loop what is the same in every iteration.",
    run,
};

/// Results with fewer elements are computed again faster than they are fetched.
const MIN_ELEMENTS: usize = 64;

/// What reads as many bytes is not small, whatever it gives: a sum over an array.
const MIN_READ_BYTES: usize = 4096;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    let mut effects = Effects::of(module);
    for owner in module.post_order() {
        for found in Loop::all_in(module, owner) {
            let moved = movable(module, &found, &effects);
            if !moved.is_empty() {
                hoist(module, found, &moved);
                effects = Effects::of(module);
                changed = true;
            }
        }
    }
    Ok(changed | module.remove_unreachable())
}

/// Invariant instructions of the body that are worth moving and that others than moved ones read.
fn movable(module: &Module, found: &Loop, effects: &Effects) -> Vec<InstructionId> {
    let body = module.computation(found.body);
    let invariant = invariant(body, &found.passed_through(module), effects);
    let worth: HashSet<InstructionId> = invariant.iter().copied().filter(|&id| is_worth_moving(body, id)).collect();
    let is_read = |id: &InstructionId| body.users(*id).iter().any(|user| !worth.contains(user));
    invariant.into_iter().filter(|id| worth.contains(id)).filter(is_read).collect()
}

/// Invariant instructions, operands first; constants and state elements among them.
fn invariant(body: &Computation, passed_through: &[bool], effects: &Effects) -> Vec<InstructionId> {
    let pinned = control::pinned(body);
    let mut known: HashSet<InstructionId> = HashSet::new();
    let mut order = Vec::new();
    for id in body.post_order() {
        let instruction = body.get(id);
        let is_invariant = match &instruction.op {
            Op::Parameter { .. } => false,
            Op::GetTupleElement { .. } => match element_index(body, id) {
                Some(index) => passed_through[index],
                None => known.contains(&body.operand(id, 0)),
            },
            _ => instruction.operands().iter().all(|operand| known.contains(operand)),
        };
        if is_invariant && !effects.has_effect(instruction) && !pinned.contains(&id) {
            known.insert(id);
            order.push(id);
        }
    }
    order
}

fn is_worth_moving(body: &Computation, id: InstructionId) -> bool {
    let instruction = body.get(id);
    let computes = !matches!(
        instruction.op,
        Op::Constant(_)
            | Op::Iota { .. }
            | Op::Broadcast { .. }
            | Op::Reshape
            | Op::Slice { .. }
            | Op::Reverse { .. }
            | Op::Pad { .. }
            | Op::Tuple
            | Op::GetTupleElement { .. }
            | Op::OptimizationBarrier
            | Op::AfterAll
            | Op::BitcastConvert
            | Op::Convert
            | Op::Copy
    );
    let Some(shape) = instruction.shape.as_array() else { return false };
    let read: usize = instruction.operands().iter().map(|&operand| body.shape(operand).byte_size()).sum();
    let is_small = shape.element_count() < MIN_ELEMENTS && read < MIN_READ_BYTES;
    computes && !is_small && shape.byte_size() <= read
}

/// Copies instructions with what they need before the loop, and reads them as new state elements.
fn hoist(module: &mut Module, found: Loop, moved: &[InstructionId]) {
    let own = found.with_own_computations(module);
    let body = module.computation(own.body).clone();
    let init = own.init(module).to_vec();
    let owner = module.computation_mut(own.owner);
    let mut copies = HashMap::new();
    let values: Vec<InstructionId> = moved.iter().map(|&id| copy_value(owner, &body, &init, id, &mut copies)).collect();
    let elements = own.add_invariants(module, &values);
    let body = module.computation_mut(own.body);
    for (&id, &element) in moved.iter().zip(&elements) {
        body.replace_all_uses(id, element);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{BinaryOp, ElementType, Shape, UnaryOp};
    use crate::passes::testing::describe_value;
    use crate::passes::while_loops::tests::counting_loop;

    /// The state of a loop over (i, x, y) where x becomes x + exp(y): its size, and how x is computed.
    fn after(size: usize, passes_on: bool) -> (usize, String) {
        let array = Shape::array(ElementType::F32, [size]);
        let mut module = counting_loop([0, 9, 1], &[array.clone(), array], |g, state| {
            let term = g.unary(UnaryOp::Exponential, state[2]);
            let sum = g.binary(BinaryOp::Add, state[1], term);
            vec![sum, if passes_on { state[2] } else { sum }]
        });
        run(&mut module).expect("succeeds");
        let [found] = Loop::all_in(&module, module.entry_id())[..] else { panic!("one loop") };
        let body = module.computation(found.body);
        (found.init(&module).len(), describe_value(body, body.operand(body.root(), 1)))
    }

    const STATE: [&str; 3] =
        ["get-tuple-element[1](Arg_0)", "get-tuple-element[2](Arg_0)", "get-tuple-element[3](Arg_0)"];

    #[test]
    fn invariants_move_out() {
        assert_eq!(after(64, true), (4, format!("add({}, {})", STATE[0], STATE[2])));
    }

    #[test]
    fn small_and_changing_values_stay() {
        let inside = format!("add({}, exponential({}))", STATE[0], STATE[1]);
        assert_eq!(after(2, true), (3, inside.clone()));
        assert_eq!(after(64, false), (3, inside));
    }
}
