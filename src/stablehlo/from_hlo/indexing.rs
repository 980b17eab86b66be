//! Data movement at places computed by the program.

use super::emission::{Emission, Outcome};
use crate::hlo::{ComputationId, GatherDimensionNumbers, ScatterDimensionNumbers};
use crate::stablehlo::Attribute;

impl Emission<'_, '_> {
    pub fn dynamic_slice(&mut self, sizes: &[usize]) -> Outcome {
        self.plain("stablehlo.dynamic_slice", vec![("slice_sizes".into(), Attribute::integers(sizes))])
    }

    pub fn gather(
        &mut self,
        dims: &GatherDimensionNumbers,
        slice_sizes: &[usize],
        indices_are_sorted: bool,
    ) -> Outcome {
        let lists = [
            ("offset_dims", &dims.offset_dims),
            ("collapsed_slice_dims", &dims.collapsed_slice_dims),
            ("operand_batching_dims", &dims.operand_batching_dims),
            ("start_indices_batching_dims", &dims.start_indices_batching_dims),
            ("start_index_map", &dims.start_index_map),
        ];
        let attributes = vec![
            ("dimension_numbers".into(), dimension_numbers("gather", lists, dims.index_vector_dim)),
            ("indices_are_sorted".into(), Attribute::Bool(indices_are_sorted)),
            ("slice_sizes".into(), Attribute::integers(slice_sizes)),
        ];
        self.plain("stablehlo.gather", attributes)
    }

    pub fn scatter(
        &mut self,
        dims: &ScatterDimensionNumbers,
        indices_are_sorted: bool,
        unique_indices: bool,
        to_apply: ComputationId,
    ) -> Outcome {
        let lists = [
            ("update_window_dims", &dims.update_window_dims),
            ("inserted_window_dims", &dims.inserted_window_dims),
            ("input_batching_dims", &dims.input_batching_dims),
            ("scatter_indices_batching_dims", &dims.scatter_indices_batching_dims),
            ("scatter_dims_to_operand_dims", &dims.scatter_dims_to_operand_dims),
        ];
        let attributes = vec![
            ("indices_are_sorted".into(), Attribute::Bool(indices_are_sorted)),
            ("scatter_dimension_numbers".into(), dimension_numbers("scatter", lists, dims.index_vector_dim)),
            ("unique_indices".into(), Attribute::Bool(unique_indices)),
        ];
        self.applying("stablehlo.scatter", attributes, &[to_apply])
    }
}

/// Lists that are empty are left out, as is an index vector dimension of 0.
fn dimension_numbers(
    name: &'static str,
    lists: [(&'static str, &Vec<usize>); 5],
    index_vector_dim: usize,
) -> Attribute {
    let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
    let lists = lists.map(|(name, list)| (name, Attribute::integers(list)));
    let last = (index_vector_dim != 0).then(|| ("index_vector_dim", Attribute::i64(index_vector_dim as i64)));
    Attribute::Structure(name, lists.chain(last).collect())
}
