//! `float-normalization`: reduces narrow floats in `f32`.
//!
//! Elementwise operations on `bf16`, `f16` and narrower floats are emitted as they stand, each with a rounding of its
//! own, and products accumulate in `f32` by themselves. A sum in a narrow type is another matter: rounded at each step
//! it stops growing at a few hundred elements. Its order is open, and so is when it is rounded; here it is rounded once,
//! at its end. Reductions that do not round (maximum, minimum, bits) and those by a computation of several operations
//! are left alone.

use super::Pass;
use super::algsimp::applied_operation;
use crate::hlo::{
    BinaryOp, Builder, ComputationId, Diagnostics, ElementType, Instruction, InstructionId, Module, Op, reducer,
};

pub const PASS: Pass =
    Pass { name: "float-normalization", description: "Reduces narrow floats in f32, rounded once.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for computation in module.post_order() {
        for (id, op) in narrow_sums(module, computation) {
            widen(module, computation, id, op)?;
            changed = true;
        }
    }
    Ok(changed)
}

/// Reductions to widen, with what they apply.
fn narrow_sums(module: &Module, id: ComputationId) -> Vec<(InstructionId, BinaryOp)> {
    let computation = module.computation(id);
    let narrow_sum = |id| {
        let instruction = computation.get(id);
        let (Op::Reduce { to_apply, .. } | Op::ReduceWindow { to_apply, .. }) = instruction.op else { return None };
        let element_type = instruction.shape.as_array()?.element_type;
        let is_narrow = element_type.is_float() && element_type.bit_width() < 32;
        let op = applied_operation(module.computation(to_apply))?;
        let rounds = matches!(op, BinaryOp::Add | BinaryOp::Multiply);
        (is_narrow && rounds && instruction.operands().len() == 2).then_some((id, op))
    };
    computation.ids().filter_map(narrow_sum).collect()
}

fn widen(module: &mut Module, owner: ComputationId, id: InstructionId, op: BinaryOp) -> Result<(), Diagnostics> {
    let wide_reducer = module.add_computation(reducer(op, ElementType::F32));
    let computation = module.computation_mut(owner);
    let narrow = computation.get(id).clone();
    let mut b = Builder::new(computation, &narrow.location);
    let operands: Vec<InstructionId> = narrow.operands().iter().map(|&o| b.convert(o, ElementType::F32)).collect();
    b.finish()?;
    let mut reduction = narrow.with_operands(operands);
    reduction.shape = narrow.array().with_element_type(ElementType::F32).into();
    reduction.op.called_computations_mut().into_iter().for_each(|callee| *callee = wide_reducer);
    let wide = computation.add(reduction);
    computation.replace(id, Instruction::new(Op::Convert, narrow.shape, [wide]));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::Shape;
    use crate::passes::graph::Graph;
    use crate::passes::scalar::Scalar;
    use crate::passes::testing::check;

    fn reduction(op: BinaryOp, element_type: ElementType, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, element_type, &[8]);
            let init = g.scalar(element_type, Scalar::Float(0.0)).expect("zero fits");
            let to_apply = g.reducer(op, element_type);
            g.add(Op::Reduce { dimensions: vec![0], to_apply }, Shape::scalar(element_type), &[x, init])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn narrow_sums_are_widened() {
        let expected = "convertbf16[](reduce[0](convertf32[8](Arg_0), convertf32[](bf16 [0, 0])))";
        reduction(BinaryOp::Add, ElementType::BF16, expected);
    }

    #[test]
    fn exact_and_wide_ones_stay() {
        reduction(BinaryOp::Maximum, ElementType::BF16, "reduce[0](Arg_0, bf16 [0, 0])");
        reduction(BinaryOp::Add, ElementType::F32, "reduce[0](Arg_0, 0)");
    }
}
