//! Rules about slices and updates at computed places.

use super::Rule;
use super::broadcast::dimensions;
use crate::hlo::{InstructionId, Op, PaddingDimension};
use crate::passes::graph::Graph;

pub(super) const SLICE_RULES: &[Rule] = &[slice_of_everything, slice_at_constant, of_repeated_scalar];
pub(super) const UPDATE_RULES: &[Rule] =
    &[update_of_everything, update_of_nothing, update_with_own_slice, update_of_repeated_scalar];

/// dynamic-slice(x, …) = x for slices as large as x
///
/// Starts are clamped, so that every one is 0.
fn slice_of_everything(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    (graph.dims(x) == graph.dims(id)).then_some(x)
}

/// dynamic-slice(x, constants) = slice(x)
///
/// Starts are clamped as the operation does. A dimension taken whole starts at 0 whatever is computed.
fn slice_at_constant(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    let (from, sizes) = (graph.dims(x), graph.dims(id));
    let start = |d: usize| clamped_start(graph, graph.operand(id, 1 + d), from[d], sizes[d]);
    let starts: Vec<usize> = (0..from.len()).map(start).collect::<Option<_>>()?;
    let limits = starts.iter().zip(sizes).map(|(start, size)| start + size).collect();
    let strides = vec![1; starts.len()];
    Some(graph.slice(x, starts, limits, strides))
}

/// dynamic-slice(v repeated) = v repeated, and so is a gather
pub(super) fn of_repeated_scalar(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    let is_repeated = dimensions(graph, x)?.is_empty();
    let (scalar, shape) = (graph.operand(x, 0), graph.array(id).clone());
    is_repeated.then(|| graph.broadcast_scalar(scalar, &shape))
}

/// dynamic-update-slice(x, u, …) = u for updates as large as x
fn update_of_everything(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let update = graph.operand(id, 1);
    (graph.dims(update) == graph.dims(id)).then_some(update)
}

/// dynamic-update-slice(x, u, …) = x for updates without elements
fn update_of_nothing(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, update) = (graph.operand(id, 0), graph.operand(id, 1));
    graph.dims(update).contains(&0).then_some(x)
}

/// dynamic-update-slice(x, dynamic-slice(x, i), i) = x
///
/// Both clamp the starts alike.
fn update_with_own_slice(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, update) = (graph.operand(id, 0), graph.operand(id, 1));
    let Op::DynamicSlice { .. } = graph.op(update) else { return None };
    let same_place = graph.operands(update)[1..] == graph.operands(id)[2..];
    (graph.operand(update, 0) == x && same_place).then_some(x)
}

/// dynamic-update-slice(v repeated, u, constants) = pad(u, v)
///
/// Starts are clamped as the operation does.
fn update_of_repeated_scalar(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, update) = (graph.operand(id, 0), graph.operand(id, 1));
    let is_repeated = dimensions(graph, x)?.is_empty();
    let (scalar, from, sizes) = (graph.operand(x, 0), graph.dims(x), graph.dims(update));
    let edges = |d: usize| {
        let low = clamped_start(graph, graph.operand(id, 2 + d), from[d], sizes[d])?;
        Some(PaddingDimension { low: low as i64, high: (from[d] - sizes[d] - low) as i64, interior: 0 })
    };
    let padding: Vec<PaddingDimension> = (0..from.len()).map(edges).collect::<Option<_>>()?;
    is_repeated.then(|| graph.pad(update, scalar, padding))
}

/// Where a slice of `size` elements starts in a dimension of `limit`, if that can be told.
pub(super) fn clamped_start(graph: &Graph, start: InstructionId, limit: usize, size: usize) -> Option<usize> {
    let last = limit - size;
    if last == 0 {
        return Some(0);
    }
    let start = graph.splat(start)?.as_integer()?;
    Some(start.clamp(0, last as i128) as usize)
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    fn slice(g: &mut Graph, x: InstructionId, starts: &[InstructionId], sizes: &[usize]) -> InstructionId {
        let operands: Vec<InstructionId> = [x].iter().chain(starts).copied().collect();
        let shape = crate::hlo::Shape::array(g.element_type(x), sizes);
        g.add(Op::DynamicSlice { sizes: sizes.to_vec() }, shape, &operands)
    }

    fn slice_at(start: i32, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, start) = (g.f32(0, &[5]), g.constant_s32(start));
            slice(g, x, &[start], &[2])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn constant_starts_are_clamped() {
        slice_at(1, "slice[1][3][1](Arg_0)");
        slice_at(-7, "slice[0][2][1](Arg_0)");
        slice_at(9, "slice[3][5][1](Arg_0)");
    }

    #[test]
    fn computed_start_stays() {
        let build = |g: &mut Graph| {
            let (x, start) = (g.f32(0, &[5]), g.s32(1, &[]));
            slice(g, x, &[start], &[2])
        };
        check(&PASS, build, "dynamic-slice[2](Arg_0, Arg_1)");
    }

    #[test]
    fn everything() {
        let build = |g: &mut Graph| {
            let (x, start) = (g.f32(0, &[5]), g.s32(1, &[]));
            slice(g, x, &[start], &[5])
        };
        check(&PASS, build, "Arg_0");
    }

    fn update_of(size: usize, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, update, start) = (g.f32(0, &[5]), g.f32(1, &[size]), g.s32(2, &[]));
            let shape = g.shape(x).clone();
            g.add(Op::DynamicUpdateSlice, shape, &[x, update, start])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn updates() {
        update_of(5, "Arg_1");
        update_of(0, "Arg_0");
        update_of(2, "dynamic-update-slice(Arg_0, Arg_1, Arg_2)");
    }

    #[test]
    fn update_with_itself() {
        let build = |g: &mut Graph| {
            let (x, start) = (g.f32(0, &[5]), g.s32(1, &[]));
            let part = slice(g, x, &[start], &[2]);
            let shape = g.shape(x).clone();
            g.add(Op::DynamicUpdateSlice, shape, &[x, part, start])
        };
        check(&PASS, build, "Arg_0");
    }

    #[test]
    fn updates_of_repeated_scalars() {
        for (start, expected) in
            [(1, "pad[1,2,0](Arg_1, Arg_0)"), (9, "pad[3,0,0](Arg_1, Arg_0)"), (-9, "pad[0,3,0](Arg_1, Arg_0)")]
        {
            let build = |g: &mut Graph| {
                let (v, update, start) = (g.f32(0, &[]), g.f32(1, &[2]), g.constant_s32(start));
                let x = g.broadcast(v, vec![], vec![5]);
                let shape = g.shape(x).clone();
                g.add(Op::DynamicUpdateSlice, shape, &[x, update, start])
            };
            check(&PASS, build, expected);
        }
    }
}
