//! When two instructions need the same kernel.

use crate::hlo::{Computation, ComputationId, InstructionId, Literal, Module, Op};
use std::collections::HashMap;
use std::fmt::Write;

/// Operand constants up to this size may become part of a kernel.
const INLINE_CONSTANT_BYTES: usize = 64;

/// A text that is equal for instructions that one kernel performs: operation, attributes, called computations, shapes
/// with layouts, which operands are the same value, and small constants.
pub fn fingerprint(module: &Module, computation: &Computation, id: InstructionId) -> String {
    let mut text = String::new();
    write_instruction(&mut text, module, computation, id);
    let operands = computation.operands(id);
    for operand in operands {
        let first = operands.iter().position(|o| o == operand);
        let _ = write!(text, "|{first:?} {:?}", computation.shape(*operand));
        if let Op::Constant(literal) = computation.op(*operand)
            && literal.shape().byte_size() <= INLINE_CONSTANT_BYTES
        {
            write_literal(&mut text, literal);
        }
    }
    text
}

fn write_instruction(text: &mut String, module: &Module, computation: &Computation, id: InstructionId) {
    let instruction = computation.get(id);
    let callees = instruction.op.called_computations();
    match &instruction.op {
        Op::Constant(literal) => write_literal(text, literal),
        op => {
            let mut op = op.clone();
            op.called_computations_mut().into_iter().for_each(|callee| *callee = ComputationId(0));
            let _ = write!(text, "{op:?}");
        }
    }
    let _ = write!(text, " {:?} {:?}", instruction.shape, instruction.backend_config);
    callees.into_iter().for_each(|callee| write_computation(text, module, callee));
}

fn write_computation(text: &mut String, module: &Module, id: ComputationId) {
    let computation = module.computation(id);
    let order = computation.post_order();
    let position: HashMap<InstructionId, usize> = order.iter().enumerate().map(|(n, &i)| (i, n)).collect();
    text.push('{');
    for &instruction in &order {
        write_instruction(text, module, computation, instruction);
        for operand in computation.operands(instruction) {
            let _ = write!(text, " {}", position[operand]);
        }
        text.push(';');
    }
    // Where it runs as a program, its order decides what may share memory.
    let schedule = computation.schedule.iter().flatten().map(|instruction| position.get(instruction));
    let _ = write!(text, "root {} {:?}}}", position[&computation.root()], schedule.collect::<Vec<_>>());
}

fn write_literal(text: &mut String, literal: &Literal) {
    match literal {
        Literal::Array(array) => {
            let bytes = array.bytes();
            let _ = match bytes.len() <= INLINE_CONSTANT_BYTES {
                true => write!(text, "{:?}{:02x?}", array.shape(), &bytes[..]),
                // Large ones are equal where they share memory; reading them would take longer than a kernel more.
                false => write!(text, "{:?}{:p}", array.shape(), bytes.as_ptr()),
            };
        }
        Literal::Tuple(parts) => parts.iter().for_each(|part| write_literal(text, part)),
        Literal::Token => text.push_str("token"),
    }
}
