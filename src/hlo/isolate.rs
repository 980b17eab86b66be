//! One instruction as a module of its own.

use super::{Computation, ComputationId, Instruction, InstructionId, LocationRef, Module, Op, Shape};
use std::collections::HashMap;

/// A module whose entry is one instruction of a computation over parameters, with the computations that it calls. The
/// parameters are the array leaves of its operands, in order.
pub fn isolate(module: &Module, computation: ComputationId, id: InstructionId) -> Module {
    let from = module.computation(computation);
    let instruction = from.get(id);
    let mut alone = Module::new(instruction.name().clone());
    (alone.replica_count, alone.partition_count) = (module.replica_count, module.partition_count);
    let mut op = instruction.op.clone();
    let mut copied = HashMap::new();
    for called in op.called_computations_mut() {
        *called = copy_computation(module, *called, &mut alone, &mut copied);
    }
    let mut entry = Computation::new(instruction.name().clone());
    let mut count = 0;
    let shapes = from.operands(id).iter().map(|&operand| from.shape(operand));
    let operands: Vec<InstructionId> =
        shapes.map(|shape| add_parameters(&mut entry, shape, &mut count, &instruction.location)).collect();
    let shape = instruction.shape.clone();
    entry.add_root(Instruction::new(op, shape, operands).at(&instruction.location));
    let entry = alone.add_computation(entry);
    alone.set_entry(entry);
    alone
}

/// Copies a computation to another module, what it calls first, each once.
fn copy_computation(
    from: &Module,
    id: ComputationId,
    to: &mut Module,
    copied: &mut HashMap<ComputationId, ComputationId>,
) -> ComputationId {
    if let Some(&copy) = copied.get(&id) {
        return copy;
    }
    let mut computation = from.computation(id).clone();
    for instruction in computation.ids().collect::<Vec<_>>() {
        for called in computation.get_mut(instruction).op.called_computations_mut() {
            *called = copy_computation(from, *called, to, copied);
        }
    }
    let copy = to.add_computation(computation);
    copied.insert(id, copy);
    copy
}

/// Adds array parameters, numbered from `count`, and what makes a value of this shape of them.
pub fn add_parameters(
    computation: &mut Computation,
    shape: &Shape,
    count: &mut usize,
    location: &LocationRef,
) -> InstructionId {
    match shape {
        Shape::Array(_) => {
            *count += 1;
            computation.add_parameter(*count - 1, shape.clone(), location)
        }
        Shape::Tuple(parts) => {
            let parts: Vec<InstructionId> =
                parts.iter().map(|part| add_parameters(computation, part, count, location)).collect();
            computation.add(Instruction::new(Op::Tuple, shape.clone(), parts).at(location))
        }
        Shape::Token => computation.add(Instruction::new(Op::AfterAll, Shape::Token, []).at(location)),
    }
}
