//! `operand_upcaster`: converts operands of products and convolutions to the type of the result, where it holds them.
//!
//! Sums are kept in the wider type anyway, and every product of the narrow numbers is the same number in it. Templates
//! of ours read narrow operands as they are, which moves fewer bytes: the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::algsimp::holds_every_value;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "operand_upcaster",
    description: "Converts operands of products and convolutions to the wider type of the result.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    if !is_plain_contraction(&instruction.op) {
        return Ok(None);
    }
    let result = instruction.array().element_type;
    let types: Vec<_> = instruction.operands().iter().map(|&o| computation.get(o).array().element_type).collect();
    let fits = types.iter().all(|&operand| holds_every_value(result, operand));
    if !fits || types.iter().all(|&operand| operand == result) {
        return Ok(None);
    }
    let mut b = Builder::new(computation, &instruction.location);
    let operands: Vec<InstructionId> = instruction.operands().iter().map(|&o| b.convert(o, result)).collect();
    let value = b.add(instruction.op, &operands, &Shape::scalar(result));
    b.finish()?;
    Ok(Some(value))
}

/// Products without an algorithm of their own, which names the operands' types, and convolutions.
pub(super) fn is_plain_contraction(op: &Op) -> bool {
    matches!(op, Op::Dot { algorithm: None, .. } | Op::Convolution { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;
    use crate::passes::testing::check_product;

    fn product(from: ElementType, to: ElementType, expected: &str) {
        check_product(&PASS, from, to, expected);
    }

    #[test]
    fn operands_become_as_wide_as_the_result() {
        let wide = |x: &str| format!("converts32[4]({x})");
        let expected = format!("dot[][][0][0]({}, {})", wide("Arg_0"), wide("Arg_1"));
        product(ElementType::S8, ElementType::S32, &expected);
        product(ElementType::BF16, ElementType::F32, &expected.replace("s32", "f32"));
    }

    #[test]
    fn operands_that_the_result_does_not_hold_stay() {
        product(ElementType::F32, ElementType::F32, "dot[][][0][0](Arg_0, Arg_1)");
        product(ElementType::F32, ElementType::BF16, "dot[][][0][0](Arg_0, Arg_1)");
    }
}
