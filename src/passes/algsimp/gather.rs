//! Rules about gathers.

use super::Rule;
use super::dynamic::of_repeated_scalar;
use crate::hlo::{ArrayLiteral, ArrayShape, GatherDimensionNumbers, InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::Scalar;

pub(super) const RULES: &[Rule] = &[of_empty_slices, of_repeated_scalar, of_one_slice];
pub(super) const SCATTER_RULES: &[Rule] = &[scatter_of_nothing];

/// gather(x, i) = 0 for slices without elements, where their empty dimension is not kept
///
/// Nothing says what such a gather gives; zeros is what XLA makes of it.
fn of_empty_slices(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Gather { slice_sizes, .. } = graph.op(id) else { return None };
    if !slice_sizes.contains(&0) {
        return None;
    }
    let shape = graph.array(id).clone();
    let zero = graph.constant(ArrayLiteral::zeros(&ArrayShape::new(shape.element_type, [])));
    Some(graph.broadcast_scalar(zero, &shape))
}

/// scatter(x…, i, u…) = x… for updates without elements
fn scatter_of_nothing(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let operands = graph.operands(id);
    let (inputs, update) = (operands[..operands.len() / 2].to_vec(), *operands.last()?);
    if !graph.dims(update).contains(&0) {
        return None;
    }
    if let [input] = inputs[..] { Some(input) } else { Some(graph.tuple(&inputs)) }
}

/// gather(x, i) = reshape(dynamic-slice(x, i)) for a single index vector
///
/// Both clamp the starts alike.
fn of_one_slice(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Gather { dims, slice_sizes, .. } = graph.op(id).clone() else { return None };
    let (x, indices) = (graph.operand(id, 0), graph.operand(id, 1));
    let is_single = graph.array(indices).element_count() == dims.start_index_map.len();
    if !is_single || !dims.operand_batching_dims.is_empty() || slice_sizes.contains(&0) {
        return None;
    }
    let starts = starts(graph, indices, &dims, slice_sizes.len())?;
    let operands: Vec<InstructionId> = [x].into_iter().chain(starts).collect();
    let (shape, result_dims) = (ArrayShape::new(graph.element_type(x), slice_sizes.clone()), graph.dims(id).to_vec());
    let slice = graph.add(Op::DynamicSlice { sizes: slice_sizes }, shape, &operands);
    Some(graph.reshape(slice, result_dims))
}

/// A start for each dimension of the operand: an element of the index vector, or 0.
fn starts(
    graph: &mut Graph,
    indices: InstructionId,
    dims: &GatherDimensionNumbers,
    rank: usize,
) -> Option<Vec<InstructionId>> {
    let element_type = graph.element_type(indices);
    let vector = graph.reshape(indices, [dims.start_index_map.len()]);
    let zero = graph.scalar(element_type, Scalar::Integer(0))?;
    let mut starts = vec![zero; rank];
    for (i, &d) in dims.start_index_map.iter().enumerate() {
        let element = graph.slice(vector, vec![i], vec![i + 1], vec![1]);
        starts[d] = graph.reshape(element, []);
    }
    Some(starts)
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::Shape;
    use crate::passes::testing::check;

    /// Rows of a matrix.
    fn rows(count: usize, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, indices) = (g.f32(0, &[7, 3]), g.s32(1, &[count, 1]));
            let dims = GatherDimensionNumbers {
                offset_dims: vec![1],
                collapsed_slice_dims: vec![0],
                start_index_map: vec![0],
                index_vector_dim: 1,
                ..GatherDimensionNumbers::default()
            };
            let shape = Shape::array(g.element_type(x), [count, 3]);
            g.add(Op::Gather { dims, slice_sizes: vec![1, 3], indices_are_sorted: false }, shape, &[x, indices])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn one_row() {
        rows(1, "dynamic-slice[1, 3](Arg_0, reshapes32[](Arg_1), 0)");
        rows(2, "gather(Arg_0, Arg_1)");
    }

    #[test]
    fn of_a_repeated_scalar() {
        let build = |g: &mut Graph| {
            let (v, indices) = (g.f32(0, &[]), g.s32(1, &[3, 1]));
            let x = g.broadcast(v, vec![], vec![5]);
            let dims = GatherDimensionNumbers {
                collapsed_slice_dims: vec![0],
                start_index_map: vec![0],
                index_vector_dim: 1,
                ..Default::default()
            };
            let op = Op::Gather { dims, slice_sizes: vec![1], indices_are_sorted: false };
            g.add(op, crate::hlo::Shape::array(crate::hlo::ElementType::F32, [3]), &[x, indices])
        };
        check(&PASS, build, "broadcast[]f32[3](Arg_0)");
    }

    #[test]
    fn scatters_of_nothing() {
        let build = |g: &mut Graph| {
            let (x, indices, updates) = (g.f32(0, &[5]), g.s32(1, &[0, 1]), g.f32(2, &[0]));
            let dims = crate::hlo::ScatterDimensionNumbers {
                inserted_window_dims: vec![0],
                scatter_dims_to_operand_dims: vec![0],
                index_vector_dim: 1,
                ..Default::default()
            };
            let to_apply = g.reducer(crate::hlo::BinaryOp::Add, crate::hlo::ElementType::F32);
            let op = Op::Scatter { dims, indices_are_sorted: false, unique_indices: false, to_apply };
            let shape = g.shape(x).clone();
            g.add(op, shape, &[x, indices, updates])
        };
        check(&PASS, build, "Arg_0");
    }
}
