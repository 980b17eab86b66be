//! `batch-dot-simplification`: drops batch dimensions of size 1 from products.
//!
//! A matrix product without batch dimensions is what libraries and other passes know best. Templates of ours count such a
//! batch as one product: the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, DotDimensionNumbers, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "batch-dot-simplification",
    description: "Drops batch dimensions of size 1 from matrix products.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    let Op::Dot { dims, precision, algorithm } = instruction.op.clone() else { return Ok(None) };
    let [lhs, rhs] = [0, 1].map(|index| instruction.operands()[index]);
    let lhs_dims = computation.get(lhs).array().dims.clone();
    let (dropped, kept): (Vec<_>, Vec<_>) =
        dims.lhs_batch.iter().copied().zip(dims.rhs_batch.iter().copied()).partition(|&(l, _)| lhs_dims[l] == 1);
    if dropped.is_empty() {
        return Ok(None);
    }
    let (lhs_dropped, rhs_dropped): (Vec<_>, Vec<_>) = dropped.into_iter().unzip();
    let (lhs_batch, rhs_batch): (Vec<_>, Vec<_>) = kept.into_iter().unzip();
    let dims = DotDimensionNumbers {
        lhs_batch: renumbered(&lhs_batch, &lhs_dropped),
        rhs_batch: renumbered(&rhs_batch, &rhs_dropped),
        lhs_contracting: renumbered(&dims.lhs_contracting, &lhs_dropped),
        rhs_contracting: renumbered(&dims.rhs_contracting, &rhs_dropped),
    };
    let mut b = Builder::new(computation, &instruction.location);
    let (lhs, rhs) = (without(&mut b, lhs, &lhs_dropped), without(&mut b, rhs, &rhs_dropped));
    let result = instruction.array();
    let product = b.add(Op::Dot { dims, precision, algorithm }, &[lhs, rhs], &Shape::scalar(result.element_type));
    let value = b.reshape(product, &result.dims);
    b.finish()?;
    Ok(Some(value))
}

/// Numbers of dimensions once others are dropped.
fn renumbered(dimensions: &[usize], dropped: &[usize]) -> Vec<usize> {
    dimensions.iter().map(|&d| d - dropped.iter().filter(|&&gone| gone < d).count()).collect()
}

/// The value without some dimensions of size 1.
fn without(b: &mut Builder, value: InstructionId, dropped: &[usize]) -> InstructionId {
    let dims = b.dims(value);
    let kept: Vec<usize> = (0..dims.len()).filter(|d| !dropped.contains(d)).map(|d| dims[d]).collect();
    b.reshape(value, &kept)
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
                lhs_batch: vec![0, 2],
                rhs_batch: vec![0, 1],
                lhs_contracting: vec![3],
                rhs_contracting: vec![2],
            };
            let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
            g.add(op, Shape::array(ElementType::F32, result), &[x, y])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn ones_are_dropped() {
        let expected = "reshapef32[1,3,2,5](dot[1][0][2][1](reshapef32[2,3,4](Arg_0), reshapef32[3,4,5](Arg_1)))";
        product(&[1, 2, 3, 4], &[1, 3, 4, 5], &[1, 3, 2, 5], expected);
    }

    #[test]
    fn other_sizes_stay() {
        product(&[2, 2, 3, 4], &[2, 3, 4, 5], &[2, 3, 2, 5], "dot[0, 2][0, 1][3][2](Arg_0, Arg_1)");
    }
}
