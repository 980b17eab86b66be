//! Slices move before what makes the elements that they leave out.
//!
//! Where nothing else reads the whole, so that no element is made twice.

use super::Rule;
use super::dynamic::clamped_start;
use super::slice::{bounds, sliced_at};
use crate::hlo::op_class::elementwise;
use crate::hlo::{DotDimensionNumbers, InstructionId, Op};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[of_update, of_reverse, of_transpose, of_reduce, of_dot, of_elementwise];

/// slice(dynamic-update-slice(x, u, constants)) = slice(u) inside u, and slice(x) outside
///
/// Starts are clamped as the operation does.
fn of_update(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let updated = graph.operand(id, 0);
    let Op::DynamicUpdateSlice = graph.op(updated) else { return None };
    let (x, update) = (graph.operand(updated, 0), graph.operand(updated, 1));
    let [starts, limits, strides] = bounds(graph, id)?.map(<[usize]>::to_vec);
    let (whole, part) = (graph.dims(x), graph.dims(update));
    let place = |d: usize| clamped_start(graph, graph.operand(updated, 2 + d), whole[d], part[d]);
    let places: Vec<usize> = (0..whole.len()).map(place).collect::<Option<_>>()?;
    let end = |d: usize| places[d] + part[d];
    let ranks = || 0..whole.len();
    if ranks().any(|d| limits[d] <= places[d] || starts[d] >= end(d)) {
        return Some(graph.slice(x, starts, limits, strides));
    }
    if !ranks().all(|d| starts[d] >= places[d] && limits[d] <= end(d)) {
        return None;
    }
    let moved = |bounds: Vec<usize>| bounds.iter().zip(&places).map(|(bound, place)| bound - place).collect();
    Some(graph.slice(update, moved(starts), moved(limits), strides))
}

/// slice(reverse(x)) = reverse(slice(x)), from the other end
fn of_reverse(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = only_read_here(graph, id)?;
    let Op::Reverse { dimensions } = graph.op(whole).clone() else { return None };
    let [mut starts, mut limits, strides] = bounds(graph, id)?.map(<[usize]>::to_vec);
    let (dims, shape) = (graph.dims(whole), graph.shape(id).clone());
    if graph.dims(id).contains(&0) {
        return None;
    }
    for &d in &dimensions {
        let last = starts[d] + (graph.dims(id)[d] - 1) * strides[d];
        (starts[d], limits[d]) = (dims[d] - 1 - last, dims[d] - starts[d]);
    }
    let x = graph.operand(whole, 0);
    let sliced = graph.slice(x, starts, limits, strides);
    Some(graph.add(Op::Reverse { dimensions }, shape, &[sliced]))
}

/// slice(transpose(x)) = transpose(slice(x))
fn of_transpose(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = only_read_here(graph, id)?;
    let Op::Transpose { permutation } = graph.op(whole).clone() else { return None };
    let places: Vec<(usize, usize)> = permutation.iter().copied().zip(0..).collect();
    let x = graph.operand(whole, 0);
    let sliced = sliced_at(graph, id, x, &places)?;
    Some(graph.transpose(sliced, permutation))
}

/// slice(reduce(x, init, d)) = reduce(slice(x), init, d), with all of x along d
fn of_reduce(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = only_read_here(graph, id)?;
    let (Op::Reduce { dimensions, .. }, &[x, init]) = (graph.op(whole), graph.operands(whole)) else { return None };
    let kept: Vec<(usize, usize)> = (0..graph.dims(x).len()).filter(|d| !dimensions.contains(d)).zip(0..).collect();
    let sliced = sliced_at(graph, id, x, &kept)?;
    let (op, shape) = (graph.op(whole).clone(), graph.shape(id).clone());
    Some(graph.add(op, shape, &[sliced, init]))
}

/// slice(dot(x, y)) = dot(slice(x), slice(y)), with all of both along contracted dimensions
///
/// For slices of at most half of the product: a part of an operand may have to be copied.
fn of_dot(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = only_read_here(graph, id)?;
    let Op::Dot { dims, .. } = graph.op(whole).clone() else { return None };
    if graph.array(id).element_count() > graph.array(whole).element_count() / 2 {
        return None;
    }
    let [x, y] = [graph.operand(whole, 0), graph.operand(whole, 1)];
    let free = |operand, batch, contracting| DotDimensionNumbers::free(graph.dims(operand).len(), batch, contracting);
    let (x_free, y_free) =
        (free(x, &dims.lhs_batch, &dims.lhs_contracting), free(y, &dims.rhs_batch, &dims.rhs_contracting));
    let batches = dims.lhs_batch.len();
    let places = |batch: &[usize], free: &[usize], before: usize| -> Vec<(usize, usize)> {
        let batch = batch.iter().copied().zip(0..);
        batch.chain(free.iter().copied().zip(batches + before..)).collect()
    };
    let x = sliced_at(graph, id, x, &places(&dims.lhs_batch, &x_free, 0))?;
    let y = sliced_at(graph, id, y, &places(&dims.rhs_batch, &y_free, x_free.len()))?;
    let (op, shape) = (graph.op(whole).clone(), graph.shape(id).clone());
    Some(graph.add(op, shape, &[x, y]))
}

/// slice(f(x, y)) = f(slice(x), slice(y)) for elementwise f
fn of_elementwise(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = only_read_here(graph, id)?;
    let elementwise!() = graph.op(whole) else { return None };
    let [starts, limits, strides] = bounds(graph, id)?.map(<[usize]>::to_vec);
    let (dims, shape) = (graph.dims(whole).to_vec(), graph.shape(id).clone());
    let operands = graph.operands(whole).to_vec();
    // The predicate of a select and the limits of a clamp may be scalars.
    let sliced = operands.into_iter().map(|operand| match graph.dims(operand) == dims {
        true => graph.slice(operand, starts.clone(), limits.clone(), strides.clone()),
        false => operand,
    });
    let operands: Vec<InstructionId> = sliced.collect();
    let op = graph.op(whole).clone();
    Some(graph.add(op, shape, &operands))
}

/// What is sliced, where nothing else reads it and it has more elements than the slice.
fn only_read_here(graph: &Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = graph.operand(id, 0);
    let is_smaller = graph.array(id).element_count() < graph.array(whole).element_count();
    (is_smaller && graph.is_used_once(whole)).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{BinaryOp, ElementType, Shape, UnaryOp};
    use crate::passes::testing::{check, check_sum};

    /// The first two of the elements along the first dimension.
    fn head(g: &mut Graph, x: InstructionId) -> InstructionId {
        let (dims, rank) = (g.dims(x).to_vec(), g.dims(x).len());
        let limits = [&[2], &dims[1..]].concat();
        g.slice(x, vec![0; rank], limits, vec![1; rank])
    }

    fn updated(start: i32, limits: [usize; 2], expected: &str) {
        let build = |g: &mut Graph| {
            let (x, update, start) = (g.f32(0, &[9]), g.f32(1, &[4]), g.constant_s32(start));
            let shape = g.shape(x).clone();
            let whole = g.add(Op::DynamicUpdateSlice, shape, &[x, update, start]);
            g.slice(whole, vec![limits[0]], vec![limits[1]], vec![2])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn updates() {
        updated(3, [4, 7], "slice[1][4][2](Arg_1)");
        updated(3, [0, 3], "slice[0][3][2](Arg_0)");
        updated(3, [7, 9], "slice[7][8][1](Arg_0)");
        updated(99, [5, 9], "slice[0][4][2](Arg_1)");
        updated(3, [2, 6], "slice[2][6][2](dynamic-update-slice(Arg_0, Arg_1, 3))");
    }

    #[test]
    fn reversals() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[7, 3]);
            let shape = g.shape(x).clone();
            let turned = g.add(Op::Reverse { dimensions: vec![0] }, shape, &[x]);
            g.slice(turned, vec![1, 1], vec![6, 3], vec![2, 1])
        };
        check(&PASS, build, "reverse[0](slice[1, 1][6, 3][2, 1](Arg_0))");
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[7]);
            let shape = g.shape(x).clone();
            let turned = g.add(Op::Reverse { dimensions: vec![0] }, shape, &[x]);
            g.slice(turned, vec![1], vec![5], vec![3])
        };
        check(&PASS, build, "reverse[0](slice[2][6][3](Arg_0))");
    }

    #[test]
    fn transposes() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[4, 5, 6]);
            let turned = g.transpose(x, vec![2, 0, 1]);
            g.slice(turned, vec![1, 2, 3], vec![3, 4, 5], vec![1, 1, 1])
        };
        check(&PASS, build, "transpose[2, 0, 1](slice[2, 3, 1][4, 5, 3][1, 1, 1](Arg_0))");
    }

    #[test]
    fn reductions() {
        for size in [0, 3] {
            let build = |g: &mut Graph| {
                let (x, init) = (g.f32(0, &[4, size, 5]), g.f32(1, &[]));
                let op = Op::Reduce { dimensions: vec![1], to_apply: g.reducer(BinaryOp::Maximum, ElementType::F32) };
                let whole = g.add(op, Shape::array(ElementType::F32, [4, 5]), &[x, init]);
                head(g, whole)
            };
            let sliced = format!("reduce[1](slice[0, 0, 0][2, {size}, 5][1, 1, 1](Arg_0), Arg_1)");
            check(&PASS, build, if size == 0 { "broadcast[]f32[2,5](Arg_1)" } else { &sliced });
        }
    }

    fn product(g: &mut Graph, batch: usize) -> InstructionId {
        let (x, y) = (g.f32(0, &[batch, 4, 3]), g.f32(1, &[3, 6, batch]));
        let dims = DotDimensionNumbers {
            lhs_batch: vec![0],
            rhs_batch: vec![2],
            lhs_contracting: vec![2],
            rhs_contracting: vec![0],
        };
        let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
        g.add(op, Shape::array(ElementType::F32, [batch, 4, 6]), &[x, y])
    }

    #[test]
    fn products() {
        let columns = |g: &mut Graph| {
            let whole = product(g, 2);
            g.slice(whole, vec![0, 0, 1], vec![2, 4, 4], vec![1, 1, 1])
        };
        check_sum(&PASS, columns, "dot[0][2][2][0](Arg_0, slice[0, 1, 0][3, 4, 2][1, 1, 1](Arg_1))");
        let batches = |g: &mut Graph| {
            let whole = product(g, 5);
            head(g, whole)
        };
        let (x, y) = ("slice[0, 0, 0][2, 4, 3][1, 1, 1](Arg_0)", "slice[0, 0, 0][3, 6, 2][1, 1, 1](Arg_1)");
        check_sum(&PASS, batches, &format!("dot[0][2][2][0]({x}, {y})"));
        let most = |g: &mut Graph| {
            let whole = product(g, 3);
            head(g, whole)
        };
        check_sum(&PASS, most, "slice[0, 0, 0][2, 4, 6][1, 1, 1](dot[0][2][2][0](Arg_0, Arg_1))");
    }

    #[test]
    fn elementwise_operations() {
        let build = |g: &mut Graph| {
            let (p, x, y) = (g.flag(0, &[]), g.f32(1, &[5]), g.f32(2, &[5]));
            let chosen = g.select(p, x, y);
            let whole = g.unary(UnaryOp::Negate, chosen);
            head(g, whole)
        };
        check(&PASS, build, "negate(select(Arg_0, slice[0][2][1](Arg_1), slice[0][2][1](Arg_2)))");
        let shared = |g: &mut Graph| {
            let x = g.f32(0, &[5]);
            let whole = g.unary(UnaryOp::Negate, x);
            let part = head(g, whole);
            g.tuple(&[whole, part])
        };
        check(&PASS, shared, "tuple(negate(Arg_0), slice[0][2][1](negate(Arg_0)))");
    }
}
