//! Rules of gather and scatter.

use super::{Place, Rule, Site, Start, Summed};
use crate::hlo::{GatherDimensionNumbers, ScatterDimensionNumbers};

/// Batches of indices, batches that operand and indices share, and dimensions that slices take whole; of one of which
/// slices take one element, each device gives what it has of it.
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
    rule.combiner = site.picking_combiner();
    for (component, &dimension) in dims.start_index_map.iter().enumerate() {
        if slice_sizes[dimension] == 1 && rule.combiner.is_some() {
            rule.run_indexed(operand[dimension], dimension, component, &[Place::Operand(0, dimension)]);
        }
    }
    let is_offset = |d: &usize| !dims.collapsed_slice_dims.contains(d) && !dims.operand_batching_dims.contains(d);
    for (dimension, &result) in (0..operand.len()).filter(is_offset).zip(&dims.offset_dims) {
        if slice_sizes[dimension] == operand[dimension] {
            rule.run(operand[dimension], &[Place::Operand(0, dimension), Place::Result(0, result)]);
        }
    }
    rule
}

/// `(operands…, indices, updates…)`: batches that all share, dimensions that updates fill, and those of which they are
/// one element. Batches of updates that may meet in one element are divided only where their order does not matter.
pub fn scatter(site: &Site, dims: &ScatterDimensionNumbers) -> Rule {
    let mut rule = Rule::whole(site);
    let arrays = (site.operand_count() - 1) / 2;
    let (operand, indices, updates) = (site.dims(0), site.dims(arrays), site.dims(arrays + 1));
    let own = |operand: usize| {
        let operands = (0..arrays).map(move |array| Place::Operand(array, operand));
        operands.chain((0..arrays).map(move |array| Place::Result(array, operand)))
    };
    let of_updates = |update: usize| (0..arrays).map(move |array| Place::Operand(arrays + 1 + array, update));
    if arrays == 1 {
        rule.combiner = site.reducer();
        rule.summed = Summed { operands: 2..3, by_products: false };
        rule.start = Some(Start::Held(0));
    }
    let batches = (0..updates.len()).filter(|d| !dims.update_window_dims.contains(d));
    let index_batches = (0..indices.len()).filter(|&d| d != dims.index_vector_dim);
    for (dimension, update) in index_batches.zip(batches) {
        let shared = dims.scatter_indices_batching_dims.iter().position(|&d| d == dimension);
        let mut places: Vec<Place> = of_updates(update).collect();
        places.push(Place::Operand(arrays, dimension));
        match shared {
            Some(position) => places.extend(own(dims.input_batching_dims[position])),
            None if rule.combiner.is_none() => continue,
            None => {}
        }
        rule.run(updates[update], &places);
    }
    for (component, &dimension) in dims.scatter_dims_to_operand_dims.iter().enumerate() {
        if dims.inserted_window_dims.contains(&dimension) {
            let places: Vec<Place> = own(dimension).collect();
            rule.run_indexed(operand[dimension], dimension, component, &places);
        }
    }
    let is_window = |d: &usize| !dims.inserted_window_dims.contains(d) && !dims.input_batching_dims.contains(d);
    for (dimension, &update) in (0..operand.len()).filter(is_window).zip(&dims.update_window_dims) {
        // Of a window that begins elsewhere some elements are dropped.
        if updates[update] == operand[dimension] && !dims.scatter_dims_to_operand_dims.contains(&dimension) {
            let places: Vec<Place> = own(dimension).chain(of_updates(update)).collect();
            rule.run(operand[dimension], &places);
        }
    }
    rule
}
