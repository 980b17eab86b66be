//! `dot_decomposer`: writes matrix products that sum nothing out as multiplications.
//!
//! They fuse with their surroundings then. Operands of complex products, and integers that give floats, get the type of
//! the result: templates take one complex type, and no integers with floats. Every real product stays as the program
//! states it: the templates take any number of batch, free and contracting dimensions in any order, so that there is no
//! canonical form to bring it to.

use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::{BinaryOp, Diagnostics, DotDimensionNumbers, ElementType, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "dot_decomposer",
    description: "Writes matrix products that sum nothing out as multiplications.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, decompose);
    }
    Ok(changed)
}

fn decompose(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let mut changed = false;
    for id in graph.post_order() {
        if pinned.contains(&id) {
            continue;
        }
        graph.location = graph.get(id).location.clone();
        changed |= widen(graph, id);
        if let Some(product) = over_one_element(graph, id) {
            graph.replace(id, product);
            changed = true;
        }
    }
    changed
}

/// Converts operands of a complex product, and integers whose product is no integer, to its result's type.
fn widen(graph: &mut Graph, id: InstructionId) -> bool {
    if !matches!(graph.op(id), Op::Dot { .. } | Op::Convolution { .. }) {
        return false;
    }
    let element_type = graph.element_type(id);
    let mut changed = false;
    for index in 0..2 {
        let operand = graph.operand(id, index);
        let from = graph.element_type(operand);
        let is_of_another_kind = from.is_integer() && !element_type.is_integer();
        if from != element_type && (element_type.is_complex() || is_of_another_kind) {
            let wide = graph.convert(operand, element_type);
            graph.computation.replace_operand(id, index, wide);
            changed = true;
        }
    }
    changed
}

/// dot(x, y) = broadcast(x) · broadcast(y) where at most one element is contracted
///
/// A sum of one product is the product; the sign of a zero is open, as a sum may start from +0. Narrow operands are
/// widened to the result's type first, in which their product is exact or rounded once. A product with an algorithm of
/// its own, or a result that does not hold its factors, stays a dot.
fn over_one_element(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Dot { dims, algorithm: None, .. } = graph.op(id) else { return None };
    let [x, y] = [0, 1].map(|i| graph.operand(id, i));
    let contracts_one = dims.lhs_contracting.iter().all(|&d| graph.dims(x)[d] == 1);
    let result = graph.element_type(id);
    let is_held = [x, y].iter().all(|&operand| holds_factors(result, graph.element_type(operand)));
    if !contracts_one || !is_held {
        return None;
    }
    let dims = dims.clone();
    let [x_places, y_places] = result_places(&dims, graph.dims(x).len(), graph.dims(y).len());
    let x = spread(graph, id, x, &dims.lhs_contracting, x_places);
    let y = spread(graph, id, y, &dims.rhs_contracting, y_places);
    Some(graph.binary(BinaryOp::Multiply, x, y))
}

/// Whether products of elements of a type come out right when they are converted to the result's type first: floats
/// keep their values in a wider type, but for those under 16 bits, integers wrap alike in one that is no narrower.
fn holds_factors(result: ElementType, factor: ElementType) -> bool {
    let beyond_f16 = factor == ElementType::F8E8M0FNU && result == ElementType::F16;
    factor == result
        || (factor.bit_width() < result.bit_width() && !beyond_f16 && !result.is_minifloat())
        || (factor.bit_width() == result.bit_width() && factor.is_integer() && result.is_integer())
}

/// An operand without its contracted dimensions, in the type and over the dimensions of the result.
fn spread(
    graph: &mut Graph,
    id: InstructionId,
    operand: InstructionId,
    contracting: &[usize],
    places: Vec<usize>,
) -> InstructionId {
    let shape = graph.array(id).clone();
    let from = graph.dims(operand);
    let kept: Vec<usize> = (0..from.len()).filter(|d| !contracting.contains(d)).map(|d| from[d]).collect();
    let wide = graph.convert(operand, shape.element_type);
    let vector = graph.reshape(wide, kept);
    graph.broadcast(vector, places, shape.dims)
}

/// Where the dimensions of each operand that are not contracted stand in the result.
fn result_places(dims: &DotDimensionNumbers, lhs_rank: usize, rhs_rank: usize) -> [Vec<usize>; 2] {
    let batch_count = dims.lhs_batch.len();
    let lhs_free = DotDimensionNumbers::free(lhs_rank, &dims.lhs_batch, &dims.lhs_contracting);
    let rhs_free = DotDimensionNumbers::free(rhs_rank, &dims.rhs_batch, &dims.rhs_contracting);
    let place = |d: usize, batch: &[usize], free: &[usize], offset: usize| {
        let in_batch = batch.iter().position(|&b| b == d);
        in_batch.or_else(|| free.iter().position(|&f| f == d).map(|i| batch_count + offset + i))
    };
    [
        (0..lhs_rank).filter_map(|d| place(d, &dims.lhs_batch, &lhs_free, 0)).collect(),
        (0..rhs_rank).filter_map(|d| place(d, &dims.rhs_batch, &rhs_free, lhs_free.len())).collect(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Precision, Shape};
    use crate::passes::testing::check_sum;

    fn dot(lhs: &[usize], rhs: &[usize], dims: DotDimensionNumbers, result: &[usize], expected: &str) {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, lhs), g.f32(1, rhs));
            let op = Op::Dot { dims, precision: [Precision::Default; 2], algorithm: None };
            g.add(op, Shape::array(ElementType::F32, result), &[x, y])
        };
        check_sum(&PASS, build, expected);
    }

    fn contracting(lhs: &[usize], rhs: &[usize]) -> DotDimensionNumbers {
        let (lhs_contracting, rhs_contracting) = (lhs.to_vec(), rhs.to_vec());
        DotDimensionNumbers { lhs_contracting, rhs_contracting, ..DotDimensionNumbers::default() }
    }

    #[test]
    fn outer_product() {
        let expected = "multiply(broadcast[0]f32[2,3](Arg_0), broadcast[1]f32[2,3](Arg_1))";
        dot(&[2], &[3], contracting(&[], &[]), &[2, 3], expected);
        let reshaped =
            "multiply(broadcast[0]f32[2,3](reshapef32[2](Arg_0)), broadcast[1]f32[2,3](reshapef32[3](Arg_1)))";
        dot(&[2, 1], &[1, 3], contracting(&[1], &[0]), &[2, 3], reshaped);
    }

    #[test]
    fn batch_stands_first() {
        let dims = DotDimensionNumbers { lhs_batch: vec![1], rhs_batch: vec![0], ..contracting(&[], &[]) };
        let expected = "multiply(broadcast[1, 0]f32[5,2,3](Arg_0), broadcast[0, 2]f32[5,2,3](Arg_1))";
        dot(&[2, 5], &[5, 3], dims, &[5, 2, 3], expected);
    }

    #[test]
    fn complex_operands_are_widened() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.parameter(0, ElementType::C64, &[4]), g.parameter(1, ElementType::C64, &[4]));
            let op = Op::Dot { dims: contracting(&[0], &[0]), precision: [Precision::Default; 2], algorithm: None };
            g.add(op, Shape::scalar(ElementType::C128), &[x, y])
        };
        check_sum(&PASS, build, "dot[][][0][0](convertc128[4](Arg_0), convertc128[4](Arg_1))");
    }

    #[test]
    fn real_products_stay() {
        dot(&[2, 4], &[4, 3], contracting(&[1], &[0]), &[2, 3], "dot[][][1][0](Arg_0, Arg_1)");
    }
}
