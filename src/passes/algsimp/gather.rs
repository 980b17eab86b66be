//! Rules about gathers.

use super::Rule;
use crate::hlo::{ArrayShape, GatherDimensionNumbers, InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::Scalar;

pub(super) const RULES: &[Rule] = &[of_one_slice];

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
}
