//! Rules of gather and scatter.

use super::{Place, Rule, Site};
use crate::hlo::{GatherDimensionNumbers, ScatterDimensionNumbers};

/// Batches of indices, batches that operand and indices share, and dimensions that slices take whole.
pub fn gather(site: &Site, dims: &GatherDimensionNumbers, slice_sizes: &[usize]) -> Rule {
    let mut rule = Rule::whole(site);
    let (operand, indices) = (site.dims(0), site.dims(1));
    let result_rank = site.result_dims().len();
    let batches: Vec<usize> = (0..result_rank).filter(|d| !dims.offset_dims.contains(d)).collect();
    let index_batches = (0..indices.len()).filter(|&d| d != dims.index_vector_dim);
    for (dimension, &result) in index_batches.zip(&batches) {
        let mut places = vec![Place::Operand(1, dimension), Place::Result(0, result)];
        let shared = dims.start_indices_batching_dims.iter().position(|&d| d == dimension);
        places.extend(shared.map(|position| Place::Operand(0, dims.operand_batching_dims[position])));
        rule.run(indices[dimension], &places);
    }
    let is_offset = |d: &usize| !dims.collapsed_slice_dims.contains(d) && !dims.operand_batching_dims.contains(d);
    for (dimension, &result) in (0..operand.len()).filter(is_offset).zip(&dims.offset_dims) {
        if slice_sizes[dimension] == operand[dimension] {
            rule.run(operand[dimension], &[Place::Operand(0, dimension), Place::Result(0, result)]);
        }
    }
    rule
}

/// `(operands…, indices, updates…)`: batches that all share, and dimensions that updates fill. Batches of updates
/// that may meet in one element stay together: the order in which they are combined is the program's.
pub fn scatter(site: &Site, dims: &ScatterDimensionNumbers) -> Rule {
    let mut rule = Rule::whole(site);
    let arrays = (site.operand_count() - 1) / 2;
    let (operand, indices, updates) = (site.dims(0), site.dims(arrays), site.dims(arrays + 1));
    let everywhere = |operand: usize, update: usize| {
        let operands = (0..arrays).map(move |array| Place::Operand(array, operand));
        let updates = (0..arrays).map(move |array| Place::Operand(arrays + 1 + array, update));
        operands.chain(updates).chain((0..arrays).map(move |array| Place::Result(array, operand)))
    };
    let batches: Vec<usize> = (0..updates.len()).filter(|d| !dims.update_window_dims.contains(d)).collect();
    let index_batches: Vec<usize> = (0..indices.len()).filter(|&d| d != dims.index_vector_dim).collect();
    for (&shared, &dimension) in dims.input_batching_dims.iter().zip(&dims.scatter_indices_batching_dims) {
        let position = index_batches.iter().position(|&d| d == dimension);
        let Some(&update) = position.and_then(|position| batches.get(position)) else { continue };
        let mut places: Vec<Place> = everywhere(shared, update).collect();
        places.push(Place::Operand(arrays, dimension));
        rule.run(operand[shared], &places);
    }
    let is_window = |d: &usize| !dims.inserted_window_dims.contains(d) && !dims.input_batching_dims.contains(d);
    for (dimension, &update) in (0..operand.len()).filter(is_window).zip(&dims.update_window_dims) {
        if updates[update] == operand[dimension] {
            let places: Vec<Place> = everywhere(dimension, update).collect();
            rule.run(operand[dimension], &places);
        }
    }
    rule
}
