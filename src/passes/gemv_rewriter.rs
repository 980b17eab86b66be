//! `gemv-rewriter`: writes products of a matrix and a vector as products of two matrices, one with a side of size 1.
//!
//! For libraries that know matrices only. Native code has kernels for both, so that the pipeline `cpu` leaves it out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, DotDimensionNumbers, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "gemv-rewriter",
    description: "Writes products of a matrix and a vector as products of two matrices.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    let Op::Dot { dims, .. } = &instruction.op else { return Ok(None) };
    let [lhs, rhs] = [0, 1].map(|index| instruction.operands()[index]);
    let [lhs_rank, rhs_rank] = [lhs, rhs].map(|operand| computation.get(operand).array().rank());
    let lhs_free = DotDimensionNumbers::free(lhs_rank, &dims.lhs_batch, &dims.lhs_contracting).len();
    let rhs_free = DotDimensionNumbers::free(rhs_rank, &dims.rhs_batch, &dims.rhs_contracting).len();
    if (lhs_free == 0) == (rhs_free == 0) {
        return Ok(None);
    }
    let mut b = Builder::new(computation, &instruction.location);
    let lhs = if lhs_free == 0 { as_matrix(&mut b, lhs) } else { lhs };
    let rhs = if rhs_free == 0 { as_matrix(&mut b, rhs) } else { rhs };
    let result = instruction.array();
    let product = b.add(instruction.op.clone(), &[lhs, rhs], &Shape::scalar(result.element_type));
    let value = b.reshape(product, &result.dims);
    b.finish()?;
    Ok(Some(value))
}

/// The value with one more dimension, of size 1, at its end.
fn as_matrix(b: &mut Builder, vector: InstructionId) -> InstructionId {
    let dims = [b.dims(vector), vec![1]].concat();
    b.reshape(vector, &dims)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn product(lhs: &[usize], rhs: &[usize], result: &[usize], expected: &str) {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, lhs), g.f32(1, rhs));
            let dims = DotDimensionNumbers {
                lhs_contracting: vec![lhs.len() - 1],
                rhs_contracting: vec![0],
                ..Default::default()
            };
            let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
            g.add(op, Shape::array(ElementType::F32, result), &[x, y])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn vectors_on_either_side() {
        product(&[2, 3], &[3], &[2], "reshapef32[2](dot[][][1][0](Arg_0, reshapef32[3,1](Arg_1)))");
        product(&[3], &[3, 2], &[2], "reshapef32[2](dot[][][0][0](reshapef32[3,1](Arg_0), Arg_1))");
    }

    #[test]
    fn two_matrices_and_two_vectors_stay() {
        product(&[2, 3], &[3, 2], &[2, 2], "dot[][][1][0](Arg_0, Arg_1)");
        product(&[3], &[3], &[], "dot[][][0][0](Arg_0, Arg_1)");
    }
}
