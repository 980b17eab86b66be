//! Rules about matrix products and convolutions.

use super::{Rule, holds_every_value};
use crate::hlo::{ArrayLiteral, BinaryOp, DotDimensionNumbers, InstructionId, Op};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[of_empty];
pub(super) const DOT_RULES: &[Rule] = &[of_single_products];
pub(super) const CONVOLUTION_RULES: &[Rule] = &[with_reversed_kernel];

/// dot(x, y) = 0 where x or y has no elements, and so for convolutions
///
/// Every element is then a sum of nothing; of a type without a zero, what 0 becomes there.
fn of_empty(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let is_empty = |&operand: &InstructionId| graph.array(operand).element_count() == 0;
    if !graph.operands(id).iter().any(is_empty) {
        return None;
    }
    let shape = graph.array(id).clone();
    let zero = graph.constant(ArrayLiteral::scalar_integer(shape.element_type, 0));
    Some(graph.broadcast_scalar(zero, &shape))
}

/// dot(x, y) = broadcast(x) · broadcast(y), where only dimensions of size 1 are contracted
///
/// A sum of one product; whether it starts from a zero, and with that the sign of a zero, is open. The result's type
/// holds the operands. Complex products are left to the dot.
fn of_single_products(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Dot { dims, algorithm: None, .. } = graph.op(id).clone() else { return None };
    let [x, y] = [graph.operand(id, 0), graph.operand(id, 1)];
    let element_type = graph.element_type(id);
    let fits = |operand| {
        let from = graph.element_type(operand);
        from == element_type || holds_every_value(element_type, from)
    };
    let is_number = !element_type.is_complex() && !element_type.is_minifloat();
    let is_single = dims.lhs_contracting.iter().all(|&d| graph.dims(x)[d] == 1);
    if !is_number || !is_single || !fits(x) || !fits(y) {
        return None;
    }
    let before = graph.dims(x).len() - dims.lhs_contracting.len() - dims.lhs_batch.len();
    let x = spread(graph, id, x, &dims.lhs_batch, &dims.lhs_contracting, 0);
    let y = spread(graph, id, y, &dims.rhs_batch, &dims.rhs_contracting, before);
    Some(graph.binary(BinaryOp::Multiply, x, y))
}

/// An operand of a dot at the places that its dimensions have in the result: batch dimensions first, then free ones after
/// `before` others.
fn spread(
    graph: &mut Graph,
    dot: InstructionId,
    operand: InstructionId,
    batch: &[usize],
    contracting: &[usize],
    before: usize,
) -> InstructionId {
    let (from, rank) = (graph.dims(operand).to_vec(), graph.dims(operand).len());
    let free = DotDimensionNumbers::free(rank, batch, contracting);
    let place = |d: usize| match batch.iter().position(|&b| b == d) {
        Some(place) => place,
        None => batch.len() + before + free.iter().filter(|&&f| f < d).count(),
    };
    let kept: Vec<usize> = (0..rank).filter(|d| !contracting.contains(d)).collect();
    let places: Vec<usize> = kept.iter().map(|&d| place(d)).collect();
    let (element_type, dims) = (graph.element_type(dot), graph.dims(dot).to_vec());
    let narrow = graph.reshape(operand, kept.iter().map(|&d| from[d]).collect::<Vec<_>>());
    let narrow = graph.convert(narrow, element_type);
    graph.broadcast(narrow, places, dims)
}

/// convolution(x, reverse(k)) = convolution(x, k) with reversed windows, along spatial dimensions
fn with_reversed_kernel(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, turned) = (graph.operand(id, 0), graph.operand(id, 1));
    let Op::Reverse { dimensions } = graph.op(turned) else { return None };
    let Op::Convolution { dims, .. } = graph.op(id) else { return None };
    let spatial = dimensions.iter().map(|d| dims.kernel_spatial.iter().position(|other| other == d));
    let spatial: Vec<usize> = spatial.collect::<Option<_>>()?;
    let mut op = graph.op(id).clone();
    if let Op::Convolution { window, .. } = &mut op {
        spatial.into_iter().for_each(|i| window[i].reversal ^= true);
    }
    let (kernel, shape) = (graph.operand(turned, 0), graph.shape(id).clone());
    Some(graph.add(op, shape, &[x, kernel]))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{ConvolutionDimensionNumbers, ElementType, Shape, WindowDimension};
    use crate::passes::testing::{check, check_sum};

    #[test]
    fn sums_of_nothing() {
        for (size, expected) in [(0, "broadcast[]f32[2,3](0)"), (2, "dot[][][1][0](Arg_0, Arg_1)")] {
            let build = |g: &mut Graph| {
                let (x, y) = (g.f32(0, &[2, size]), g.f32(1, &[size, 3]));
                let dims =
                    DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..Default::default() };
                let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
                g.add(op, Shape::array(ElementType::F32, [2, 3]), &[x, y])
            };
            check(&PASS, build, expected);
        }
    }

    fn outer(from: ElementType, to: ElementType, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, y) = (g.parameter(0, from, &[4, 2, 1]), g.parameter(1, from, &[1, 2, 3]));
            let dims = DotDimensionNumbers {
                lhs_batch: vec![1],
                rhs_batch: vec![1],
                lhs_contracting: vec![2],
                rhs_contracting: vec![0],
            };
            let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
            g.add(op, Shape::array(to, [2, 4, 3]), &[x, y])
        };
        check_sum(&PASS, build, expected);
    }

    #[test]
    fn products_without_sums() {
        let x = "broadcast[1, 0]f32[2,4,3](reshapef32[4,2](Arg_0))";
        let y = "broadcast[0, 2]f32[2,4,3](reshapef32[2,3](Arg_1))";
        outer(ElementType::F32, ElementType::F32, &format!("multiply({x}, {y})"));
        outer(ElementType::F32, ElementType::BF16, "dot[1][1][2][0](Arg_0, Arg_1)");
    }

    #[test]
    fn reversed_kernels() {
        for (dimension, expected) in [(2, "convolution(Arg_0, Arg_1)"), (0, "convolution(Arg_0, reverse[0](Arg_1))")] {
            let build = |g: &mut Graph| {
                let (x, kernel) = (g.f32(0, &[1, 2, 5]), g.f32(1, &[2, 2, 3]));
                let shape = g.shape(kernel).clone();
                let turned = g.add(Op::Reverse { dimensions: vec![dimension] }, shape, &[kernel]);
                let op = Op::Convolution {
                    window: vec![WindowDimension::of_size(3)],
                    dims: ConvolutionDimensionNumbers {
                        input_batch: 0,
                        input_feature: 1,
                        input_spatial: vec![2],
                        kernel_output_feature: 0,
                        kernel_input_feature: 1,
                        kernel_spatial: vec![2],
                        output_batch: 0,
                        output_feature: 1,
                        output_spatial: vec![2],
                    },
                    feature_group_count: 1,
                    batch_group_count: 1,
                    precision: Default::default(),
                };
                g.add(op, Shape::array(ElementType::F32, [1, 2, 3]), &[x, turned])
            };
            check_sum(&PASS, build, expected);
        }
    }
}
