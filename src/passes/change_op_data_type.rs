//! `change-op-data-type`: computes products and convolutions of `f16` in `f32`.
//!
//! The sums are kept in `f32` anyway and rounded once, so that the values stay. Templates of ours read `f16` as it is:
//! the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use super::operand_upcaster::is_plain_contraction;
use crate::hlo::{Builder, ComputationId, Diagnostics, ElementType, InstructionId, Module, Shape};

pub const PASS: Pass =
    Pass { name: "change-op-data-type", description: "Computes products and convolutions of f16 in f32.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    let is_half = |shape: &Shape| shape.as_array().is_some_and(|array| array.element_type == ElementType::F16);
    let all_half = is_half(&instruction.shape) && instruction.operands().iter().all(|&o| is_half(computation.shape(o)));
    if !is_plain_contraction(&instruction.op) || !all_half {
        return Ok(None);
    }
    let mut b = Builder::new(computation, &instruction.location);
    let wide: Vec<InstructionId> = instruction.operands().iter().map(|&o| b.convert(o, ElementType::F32)).collect();
    let result = b.add(instruction.op, &wide, &Shape::scalar(ElementType::F32));
    let value = b.convert(result, ElementType::F16);
    b.finish()?;
    Ok(Some(value))
}
