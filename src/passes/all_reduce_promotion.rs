//! `all-reduce-promotion`: sums of `bf16` over devices are taken in `f32`, and rounded once.
//!
//! As `float-normalization` does within a device. Reductions that do not round, and those by a computation of several
//! operations, stay. The specification rounds each sum, as native code then does, and half the bytes are moved: the
//! pipeline `cpu` leaves this pass out.

use super::Pass;
use super::algsimp::applied_operation;
use super::expand::expand_all;
use crate::hlo::{
    BinaryOp, Builder, CollectiveKind, ComputationId, Diagnostics, ElementType, InstructionId, Module, Op, Shape,
    reducer,
};

pub const PASS: Pass =
    Pass { name: "all-reduce-promotion", description: "Takes sums of bf16 over devices in f32, rounded once.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    let Op::Collective(collective) = &instruction.op else { return Ok(None) };
    let (CollectiveKind::AllReduce { to_apply } | CollectiveKind::ReduceScatter { to_apply, .. }) = collective.kind
    else {
        return Ok(None);
    };
    let op = applied_operation(module.computation(to_apply));
    let Some(op @ (BinaryOp::Add | BinaryOp::Multiply)) = op else { return Ok(None) };
    if !instruction.shape.leaves().iter().all(|(_, leaf)| is_narrow(leaf)) {
        return Ok(None);
    }
    let wide_reducer = module.add_computation(reducer(op, ElementType::F32));
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let mut wide = instruction.op.clone();
    wide.called_computations_mut().into_iter().for_each(|callee| *callee = wide_reducer);
    let operands: Vec<InstructionId> = instruction.operands().iter().map(|&o| b.convert(o, ElementType::F32)).collect();
    let reduced = b.add(wide, &operands, &widened(&instruction.shape));
    let value = match &instruction.shape {
        Shape::Tuple(_) => {
            let parts: Vec<InstructionId> =
                b.untuple(reduced).into_iter().map(|part| b.convert(part, ElementType::BF16)).collect();
            b.tuple(&parts)
        }
        Shape::Array(_) | Shape::Token => b.convert(reduced, ElementType::BF16),
    };
    b.finish()?;
    Ok(Some(value))
}

fn is_narrow(leaf: &Shape) -> bool {
    leaf.as_array().is_some_and(|array| array.element_type == ElementType::BF16)
}

fn widened(shape: &Shape) -> Shape {
    match shape {
        Shape::Array(array) => array.with_element_type(ElementType::F32).into(),
        Shape::Tuple(parts) => Shape::Tuple(parts.iter().map(widened).collect()),
        Shape::Token => Shape::Token,
    }
}
