//! Slices at computed places of what is sliced, updated, spread or counted.

use super::Rule;
use super::broadcast::{dimensions, position};
use super::integer::same_constant;
use crate::hlo::{ArrayShape, BinaryOp, ElementType, InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::{Scalar, integer_range};

pub(super) const SLICE_RULES: &[Rule] = &[of_update, of_slice, of_broadcast, of_transpose, of_places];
pub(super) const UPDATE_RULES: &[Rule] = &[of_same_update];

/// dynamic-slice(dynamic-update-slice(x, u, i), i) = u for slices as large as u
///
/// Both clamp the starts alike.
fn of_update(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let updated = graph.operand(id, 0);
    let Op::DynamicUpdateSlice = graph.op(updated) else { return None };
    let update = graph.operand(updated, 1);
    let same_starts = are_same(graph, &graph.operands(id)[1..], &graph.operands(updated)[2..]);
    (same_starts && graph.dims(update) == graph.dims(id)).then_some(update)
}

/// dynamic-update-slice(dynamic-update-slice(x, u, i), v, i) = dynamic-update-slice(x, v, i) for v as large as u
fn of_same_update(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (inner, update) = (graph.operand(id, 0), graph.operand(id, 1));
    let Op::DynamicUpdateSlice = graph.op(inner) else { return None };
    let same_starts = are_same(graph, &graph.operands(id)[2..], &graph.operands(inner)[2..]);
    if !same_starts || graph.dims(graph.operand(inner, 1)) != graph.dims(update) {
        return None;
    }
    let operands = [&[graph.operand(inner, 0)], &graph.operands(id)[1..]].concat();
    let shape = graph.shape(id).clone();
    Some(graph.add(Op::DynamicUpdateSlice, shape, &operands))
}

/// dynamic-slice(dynamic-slice(x, i), j) = dynamic-slice(x, clamp(i) + clamp(j))
///
/// A clamped start and what is cut behind it fit x, so that their sum is in its range. The type of the starts holds that
/// range. Where nothing else reads the inner slice.
fn of_slice(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::DynamicSlice { .. } = graph.op(inner) else { return None };
    let x = graph.operand(inner, 0);
    let (whole, middle, sizes) = (graph.dims(x).to_vec(), graph.dims(inner).to_vec(), graph.dims(id).to_vec());
    let starts: Vec<[InstructionId; 2]> =
        graph.operands(inner)[1..].iter().zip(&graph.operands(id)[1..]).map(|(&i, &j)| [i, j]).collect();
    let fits = |(d, &[i, j]): (usize, &[InstructionId; 2])| {
        let element_type = graph.element_type(i);
        element_type == graph.element_type(j) && holds(element_type, whole[d] - sizes[d])
    };
    if !graph.is_used_once(inner) || !starts.iter().enumerate().all(fits) {
        return None;
    }
    let mut operands = vec![x];
    for (d, [i, j]) in starts.into_iter().enumerate() {
        let i = clamped(graph, i, whole[d] - middle[d])?;
        let j = clamped(graph, j, middle[d] - sizes[d])?;
        operands.push(graph.binary(BinaryOp::Add, i, j));
    }
    let shape = graph.shape(id).clone();
    Some(graph.add(Op::DynamicSlice { sizes }, shape, &operands))
}

/// dynamic-slice(broadcast(x, d), i) = broadcast(dynamic-slice(x, i at d), d)
///
/// A start along a dimension that the broadcast adds chooses among equals. Repeated scalars have a rule of their own.
fn of_broadcast(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = graph.operand(id, 0);
    let kept = dimensions(graph, whole).filter(|kept| !kept.is_empty())?.to_vec();
    let x = graph.operand(whole, 0);
    let sliced = sliced_along(graph, id, x, &kept);
    let dims = graph.dims(id).to_vec();
    Some(graph.broadcast(sliced, kept, dims))
}

/// dynamic-slice(transpose(x, p), i) = transpose(dynamic-slice(x, i at p), p)
///
/// Where nothing else reads the transpose.
fn of_transpose(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = graph.operand(id, 0);
    let Op::Transpose { permutation } = graph.op(whole).clone() else { return None };
    if !graph.is_used_once(whole) {
        return None;
    }
    let x = graph.operand(whole, 0);
    let places: Vec<usize> = (0..permutation.len()).map(|d| position(&permutation, d)).collect::<Option<_>>()?;
    let sliced = sliced_along(graph, id, x, &places);
    Some(graph.transpose(sliced, permutation))
}

/// dynamic-slice(iota, i) = iota + clamp(i), with i along the counted dimension
///
/// For integers of a type that holds every place, and starts of one that does.
fn of_places(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let whole = graph.operand(id, 0);
    let Op::Iota { dimension } = *graph.op(whole) else { return None };
    let (start, shape) = (graph.operand(id, 1 + dimension), graph.array(id).clone());
    let (size, last) = (shape.dims[dimension], graph.dims(whole)[dimension]);
    let element_type = shape.element_type;
    if !holds(element_type, last) || !holds(graph.element_type(start), last) || shape.dims.contains(&0) {
        return None;
    }
    let start = clamped(graph, start, last - size)?;
    let start = graph.convert(start, element_type);
    let start = graph.broadcast_scalar(start, &shape);
    let places = graph.add(Op::Iota { dimension }, ArrayShape::clone(&shape), &[]);
    Some(graph.binary(BinaryOp::Add, places, start))
}

/// The slice of `x` with the sizes and starts that dimension `places[d]` of the slice at hand has, for its dimension d.
fn sliced_along(graph: &mut Graph, id: InstructionId, x: InstructionId, places: &[usize]) -> InstructionId {
    let sizes: Vec<usize> = places.iter().map(|&d| graph.dims(id)[d]).collect();
    let starts = places.iter().map(|&d| graph.operand(id, 1 + d));
    let operands: Vec<InstructionId> = [x].into_iter().chain(starts).collect();
    let shape = ArrayShape::new(graph.element_type(x), sizes.clone());
    graph.add(Op::DynamicSlice { sizes }, shape, &operands)
}

/// A start between 0 and `last`, which its type holds.
fn clamped(graph: &mut Graph, start: InstructionId, last: usize) -> Option<InstructionId> {
    let element_type = graph.element_type(start);
    let zero = graph.scalar(element_type, Scalar::Integer(0))?;
    if last == 0 {
        return Some(zero);
    }
    let last = graph.scalar(element_type, Scalar::Integer(last as i128))?;
    Some(graph.add(Op::Clamp, ArrayShape::scalar(element_type), &[zero, start, last]))
}

fn holds(element_type: ElementType, number: usize) -> bool {
    integer_range(element_type).is_some_and(|(_, greatest)| number as i128 <= greatest)
}

/// Whether two lists name the same values: the same instructions, or equal constants.
fn are_same(graph: &Graph, a: &[InstructionId], b: &[InstructionId]) -> bool {
    let is_same = |(&a, &b): (&InstructionId, &InstructionId)| {
        let same_type = graph.element_type(a) == graph.element_type(b);
        a == b || (same_type && same_constant(graph, a, b))
    };
    a.len() == b.len() && a.iter().zip(b).all(is_same)
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::Shape;
    use crate::passes::testing::check;

    fn slice(g: &mut Graph, x: InstructionId, starts: &[InstructionId], sizes: &[usize]) -> InstructionId {
        let operands = [&[x], starts].concat();
        let shape = Shape::array(g.element_type(x), sizes);
        g.add(Op::DynamicSlice { sizes: sizes.to_vec() }, shape, &operands)
    }

    fn update(g: &mut Graph, x: InstructionId, update: InstructionId, starts: &[InstructionId]) -> InstructionId {
        let (operands, shape) = ([&[x, update], starts].concat(), g.shape(x).clone());
        g.add(Op::DynamicUpdateSlice, shape, &operands)
    }

    #[test]
    fn what_was_written_is_read() {
        for (size, expected) in
            [(2, "Arg_1"), (1, "dynamic-slice[1](dynamic-update-slice(Arg_0, Arg_1, Arg_2), Arg_2)")]
        {
            let build = |g: &mut Graph| {
                let (x, u, i) = (g.f32(0, &[5]), g.f32(1, &[2]), g.s32(2, &[]));
                let updated = update(g, x, u, &[i]);
                slice(g, updated, &[i], &[size])
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn the_last_update_counts() {
        let build = |g: &mut Graph| {
            let (x, u, v, i) = (g.f32(0, &[5]), g.f32(1, &[2]), g.f32(2, &[2]), g.s32(3, &[]));
            let once = update(g, x, u, &[i]);
            update(g, once, v, &[i])
        };
        check(&PASS, build, "dynamic-update-slice(Arg_0, Arg_2, Arg_3)");
        let build = |g: &mut Graph| {
            let (x, u, v) = (g.f32(0, &[5]), g.f32(1, &[2]), g.f32(2, &[2]));
            let (i, j) = (g.s32(3, &[]), g.s32(4, &[]));
            let once = update(g, x, u, &[i]);
            update(g, once, v, &[j])
        };
        check(&PASS, build, "dynamic-update-slice(dynamic-update-slice(Arg_0, Arg_1, Arg_3), Arg_2, Arg_4)");
    }

    #[test]
    fn slices_of_slices() {
        let build = |g: &mut Graph| {
            let (x, i, j) = (g.f32(0, &[9]), g.s32(1, &[]), g.s32(2, &[]));
            let once = slice(g, x, &[i], &[5]);
            slice(g, once, &[j], &[2])
        };
        check(&PASS, build, "dynamic-slice[2](Arg_0, add(clamp(0, Arg_1, 4), clamp(0, Arg_2, 3)))");
    }

    #[test]
    fn starts_that_may_wrap_stay() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[300]);
            let (i, j) = (g.parameter(1, ElementType::S8, &[]), g.parameter(2, ElementType::S8, &[]));
            let once = slice(g, x, &[i], &[200]);
            slice(g, once, &[j], &[2])
        };
        check(&PASS, build, "dynamic-slice[2](dynamic-slice[200](Arg_0, Arg_1), Arg_2)");
    }

    #[test]
    fn spread_and_moved() {
        let build = |g: &mut Graph| {
            let (x, i, j) = (g.f32(0, &[5]), g.s32(1, &[]), g.s32(2, &[]));
            let wide = g.broadcast(x, vec![1], vec![4, 5]);
            slice(g, wide, &[i, j], &[2, 3])
        };
        check(&PASS, build, "broadcast[1]f32[2,3](dynamic-slice[3](Arg_0, Arg_2))");
        let build = |g: &mut Graph| {
            let (x, i, j) = (g.f32(0, &[4, 5]), g.s32(1, &[]), g.s32(2, &[]));
            let turned = g.transpose(x, vec![1, 0]);
            slice(g, turned, &[i, j], &[2, 3])
        };
        check(&PASS, build, "transpose[1, 0](dynamic-slice[3, 2](Arg_0, Arg_2, Arg_1))");
    }

    #[test]
    fn places() {
        let iota = "add(iota[0]s32[2](), broadcast[]s32[2](clamp(0, Arg_0, 5)))";
        for (element_type, expected) in
            [(ElementType::S32, iota), (ElementType::F32, "dynamic-slice[2](iota[0]f32[7](), Arg_0)")]
        {
            let build = |g: &mut Graph| {
                let i = g.s32(0, &[]);
                let iota = g.add(Op::Iota { dimension: 0 }, Shape::array(element_type, [7]), &[]);
                slice(g, iota, &[i], &[2])
            };
            check(&PASS, build, expected);
        }
    }
}
