//! `--eager`: one operation at a time, each compiled by itself, to show what that costs.

use super::failure::Outcome;
use super::program::failure;
use super::session::Session;
use crate::frontend::Source;
use crate::hlo::{
    ArrayLiteral, Computation, ComputationId, Instruction, InstructionId, LocationRef, Module, Op, Shape,
};
use crate::passes;
use crate::runtime::{Buffer, CompileOptions, ExecuteOptions};
use std::collections::HashMap;
use std::sync::Arc;

/// Buffers of a value's array leaves.
type Leaves = Vec<Arc<dyn Buffer>>;

const EAGERLY: ExecuteOptions = ExecuteOptions { untuple_result: true, eager: true };

/// Runs the entry operation by operation.
pub fn run(
    session: &Session,
    module: &Module,
    source: &Source,
    options: &CompileOptions,
    arguments: &[ArrayLiteral],
) -> Outcome<Vec<ArrayLiteral>> {
    let mut module = module.clone();
    passes::run_passes(&mut module, ["call-inliner"], passes::Options::default()).map_err(|d| failure(&d, source))?;
    let arguments = session.send(arguments)?;
    let entry = module.entry();
    let mut values: HashMap<InstructionId, Leaves> = HashMap::new();
    for id in entry.post_order() {
        let operands: Vec<&Leaves> = entry.operands(id).iter().map(|operand| &values[operand]).collect();
        let value = match entry.op(id) {
            Op::Parameter { number } => vec![arguments[*number].clone()],
            Op::Tuple => operands.into_iter().flatten().cloned().collect(),
            Op::GetTupleElement { index } => element(entry.shape(entry.operand(id, 0)), operands[0], *index),
            _ => {
                let executable = session.compile(module_of(&module, id), source, options)?;
                let arguments: Leaves = operands.into_iter().flatten().cloned().collect();
                session.execute(executable.as_ref(), &arguments, EAGERLY)?
            }
        };
        values.insert(id, value);
    }
    session.receive(&values[&entry.root()])
}

/// The leaves of one element of a tuple.
fn element(tuple: &Shape, leaves: &Leaves, index: usize) -> Leaves {
    let of_element = tuple.leaves().into_iter().zip(leaves).filter(|((path, _), _)| path.first() == Some(&index));
    of_element.map(|(_, buffer)| buffer.clone()).collect()
}

/// A module whose entry is one instruction over parameters, with the computations that it calls.
fn module_of(module: &Module, id: InstructionId) -> Module {
    let entry = module.entry();
    let instruction = entry.get(id);
    let mut alone = Module::new(instruction.name().clone());
    (alone.replica_count, alone.partition_count) = (module.replica_count, module.partition_count);
    let mut op = instruction.op.clone();
    let mut copied = HashMap::new();
    for called in op.called_computations_mut() {
        *called = copy_computation(module, *called, &mut alone, &mut copied);
    }
    let mut computation = Computation::new(instruction.name().clone());
    let mut count = 0;
    let shapes = entry.operands(id).iter().map(|&operand| entry.shape(operand));
    let operands: Vec<InstructionId> =
        shapes.map(|shape| parameter(&mut computation, shape, &mut count, &instruction.location)).collect();
    let shape = instruction.shape.clone();
    computation.add_root(Instruction::new(op, shape, operands).at(&instruction.location));
    let computation = alone.add_computation(computation);
    alone.set_entry(computation);
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

/// A value of this shape, made of array parameters numbered from `count`.
fn parameter(computation: &mut Computation, shape: &Shape, count: &mut usize, location: &LocationRef) -> InstructionId {
    match shape {
        Shape::Array(_) => {
            *count += 1;
            computation.add_parameter(*count - 1, shape.clone(), location)
        }
        Shape::Tuple(parts) => {
            let parts: Vec<InstructionId> =
                parts.iter().map(|part| parameter(computation, part, count, location)).collect();
            computation.add(Instruction::new(Op::Tuple, shape.clone(), parts).at(location))
        }
        Shape::Token => computation.add(Instruction::new(Op::AfterAll, Shape::Token, []).at(location)),
    }
}
