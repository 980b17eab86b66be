//! `--eager`: one operation at a time, each compiled by itself, to show what that costs.

use super::failure::Outcome;
use super::program::failure;
use super::session::Session;
use crate::frontend::Source;
use crate::hlo::{ArrayLiteral, Computation, Instruction, InstructionId, LocationRef, Module, Op, Shape};
use crate::passes;
use crate::runtime::{Buffer, CompileOptions, ExecuteOptions};
use std::collections::HashMap;
use std::sync::Arc;

/// Buffers of a value's array leaves.
type Leaves = Vec<Arc<dyn Buffer>>;

/// Runs the entry operation by operation.
pub fn run(
    session: &Session,
    module: &Module,
    source: &Source,
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
            _ => run_instruction(session, &module, source, id, &operands)?,
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

fn run_instruction(
    session: &Session,
    module: &Module,
    source: &Source,
    id: InstructionId,
    operands: &[&Leaves],
) -> Outcome<Leaves> {
    let alone = module_of(module, id);
    let executable = session.compile(alone, source, &CompileOptions::default())?;
    let arguments: Leaves = operands.iter().copied().flatten().cloned().collect();
    session.execute(executable.as_ref(), &arguments, ExecuteOptions { untuple_result: true, eager: true })
}

/// A module whose entry is one instruction over parameters.
fn module_of(module: &Module, id: InstructionId) -> Module {
    let entry = module.entry();
    let instruction = entry.get(id);
    let mut alone = Computation::new(instruction.name().clone());
    let mut count = 0;
    let shapes = entry.operands(id).iter().map(|&operand| entry.shape(operand));
    let operands: Vec<InstructionId> =
        shapes.map(|shape| parameter(&mut alone, shape, &mut count, &instruction.location)).collect();
    let call = Instruction::new(instruction.op.clone(), instruction.shape.clone(), operands).at(&instruction.location);
    alone.add_root(call);
    let mut result = module.clone();
    result.input_output_aliases.clear();
    result.buffer_donors.clear();
    let alone = result.add_computation(alone);
    result.set_entry(alone);
    result.remove_unreachable();
    result
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
