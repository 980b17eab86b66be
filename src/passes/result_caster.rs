//! `result_caster`: computes products and convolutions in their operands' type where the result has a narrower one.
//!
//! Integers wrap, so that it makes no difference when they are cut; sums of floats are kept in a type as wide as the
//! operands and rounded once at their end either way. Templates of ours write the narrow result themselves: the pipeline
//! `cpu` leaves this pass out.

use super::Pass;
use super::algsimp::holds_every_value;
use super::expand::expand_all;
use super::operand_upcaster::is_plain_contraction;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Shape};

pub const PASS: Pass = Pass {
    name: "result_caster",
    description: "Computes products and convolutions in their operands' wider type, and converts the result.",
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
    let narrow = instruction.array().element_type;
    let [lhs, rhs] = [0, 1].map(|index| computation.get(instruction.operands()[index]).array().element_type);
    if lhs != rhs || lhs == narrow || !holds_every_value(lhs, narrow) {
        return Ok(None);
    }
    let mut b = Builder::new(computation, &instruction.location);
    let wide = b.add(instruction.op.clone(), instruction.operands(), &Shape::scalar(lhs));
    let value = b.convert(wide, narrow);
    b.finish()?;
    Ok(Some(value))
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
    fn narrow_results_are_converted() {
        product(ElementType::S32, ElementType::S8, "converts8[](dot[][][0][0](Arg_0, Arg_1))");
        product(ElementType::F32, ElementType::BF16, "convertbf16[](dot[][][0][0](Arg_0, Arg_1))");
    }

    #[test]
    fn wide_results_stay() {
        product(ElementType::S8, ElementType::S32, "dot[][][0][0](Arg_0, Arg_1)");
    }
}
