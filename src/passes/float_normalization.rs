//! `float-normalization`: reduces and factors narrow floats in `f32`.
//!
//! Elementwise operations on `bf16`, `f16` and narrower floats are emitted as they stand, each with a rounding of its
//! own, and products accumulate in `f32` by themselves. A sum in a narrow type is another matter: rounded at each step
//! it stops growing at a few hundred elements. Its order is open, and so is when it is rounded; here it is rounded once,
//! at its end. Reductions that do not round (maximum, minimum, bits) and those by a computation of several operations
//! are left alone, and so are windows, whose sums round at each step.
//!
//! Cholesky factors and the solutions of triangular systems are computed in `f32` and rounded once too.
//!
//! The largest of floats under 16 bits are looked for in `f32`, which holds all of them, since the template that finds
//! them takes no narrower type.

use super::Pass;
use super::algsimp::applied_operation;
use crate::hlo::{
    BinaryOp, Builder, ComputationId, Diagnostics, ElementType, Instruction, InstructionId, Module, Op, reducer,
};

pub const PASS: Pass =
    Pass { name: "float-normalization", description: "Reduces and factors narrow floats in f32, rounded once.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for computation in module.post_order() {
        for (id, reduced_by) in narrow(module, computation) {
            widen(module, computation, id, reduced_by)?;
            changed = true;
        }
        for id in tiny_top_ks(module, computation) {
            widen_top_k(module, computation, id)?;
            changed = true;
        }
    }
    Ok(changed)
}

fn tiny_top_ks(module: &Module, id: ComputationId) -> Vec<InstructionId> {
    let computation = module.computation(id);
    let is_tiny = |&id: &InstructionId| {
        matches!(computation.op(id), Op::TopK { .. })
            && computation.get(computation.operand(id, 0)).array().element_type.is_minifloat()
    };
    computation.ids().filter(is_tiny).collect()
}

/// topk(x) = (convert(v), i) with (v, i) = topk(convert(x)): each value is one of x, and keeps its order.
fn widen_top_k(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<(), Diagnostics> {
    let computation = module.computation_mut(owner);
    let narrow = computation.get(id).clone();
    let mut b = Builder::new(computation, &narrow.location);
    let x = narrow.operands()[0];
    let element_type = b.element_type(x);
    let wide = b.convert(x, ElementType::F32);
    let top = b.add(narrow.op.clone(), &[wide], &narrow.shape);
    let values = b.get_tuple_element(top, 0);
    let values = b.convert(values, element_type);
    let indices = b.get_tuple_element(top, 1);
    b.finish()?;
    computation.replace(id, Instruction::new(Op::Tuple, narrow.shape, [values, indices]));
    Ok(())
}

/// Instructions to widen, with the operation that a reduction applies.
fn narrow(module: &Module, id: ComputationId) -> Vec<(InstructionId, Option<BinaryOp>)> {
    let computation = module.computation(id);
    let widened = |id| {
        let instruction = computation.get(id);
        let element_type = instruction.shape.as_array()?.element_type;
        let is_narrow = element_type.is_float() && element_type.bit_width() < 32;
        match instruction.op {
            _ if !is_narrow => None,
            Op::Cholesky { .. } | Op::TriangularSolve { .. } => Some((id, None)),
            Op::Reduce { to_apply, .. } => {
                let op = applied_operation(module.computation(to_apply))?;
                let rounds = matches!(op, BinaryOp::Add | BinaryOp::Multiply);
                (rounds && instruction.operands().len() == 2).then_some((id, Some(op)))
            }
            _ => None,
        }
    };
    computation.ids().filter_map(widened).collect()
}

fn widen(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
    reduced_by: Option<BinaryOp>,
) -> Result<(), Diagnostics> {
    let element_type = module.computation(owner).get(id).array().element_type.accumulator();
    let wide_reducer = reduced_by.map(|op| module.add_computation(reducer(op, element_type)));
    let computation = module.computation_mut(owner);
    let narrow = computation.get(id).clone();
    let mut b = Builder::new(computation, &narrow.location);
    let operands: Vec<InstructionId> = narrow.operands().iter().map(|&o| b.convert(o, element_type)).collect();
    b.finish()?;
    let mut wide = narrow.with_operands(operands);
    wide.shape = narrow.array().with_element_type(element_type).into();
    wide.op.called_computations_mut().into_iter().zip(wide_reducer).for_each(|(callee, reducer)| *callee = reducer);
    let wide = computation.add(wide);
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
    fn narrow_matrices_are_factored_in_f32() {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, ElementType::F16, &[2, 2]);
            g.add(Op::Cholesky { lower: true }, Shape::array(ElementType::F16, [2, 2]), &[x])
        };
        check(&PASS, build, "convertf16[2,2](cholesky(convertf32[2,2](Arg_0)))");
    }

    #[test]
    fn the_largest_of_tiny_floats_are_found_among_f32() {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, ElementType::F8E4M3FN, &[8]);
            let shape =
                Shape::Tuple(vec![Shape::array(ElementType::F8E4M3FN, [2]), Shape::array(ElementType::S32, [2])]);
            g.add(Op::TopK { k: 2, largest: true }, shape, &[x])
        };
        let top = "topk(convertf32[8](Arg_0))";
        let expected = format!("tuple(convertf8e4m3fn[2](get-tuple-element[0]({top})), get-tuple-element[1]({top}))");
        check(&PASS, build, &expected);
    }

    #[test]
    fn exact_and_wide_ones_stay() {
        reduction(BinaryOp::Maximum, ElementType::BF16, "reduce[0](Arg_0, bf16 [0, 0])");
        reduction(BinaryOp::Add, ElementType::F32, "reduce[0](Arg_0, 0)");
    }
}
