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
    let scatter = Scatter { site, dims, arrays: (site.operand_count() - 1) / 2 };
    let mut rule = Rule::whole(site);
    if scatter.arrays == 1 {
        rule.combiner = site.reducer();
        rule.summed = Summed { operands: 2..3, by_products: false };
        rule.start = Some(Start::Held(0));
    }
    scatter.run_batches(&mut rule);
    scatter.run_elements(&mut rule);
    scatter.run_windows(&mut rule);
    rule
}

/// A scatter of this many arrays.
struct Scatter<'s, 'm> {
    site: &'s Site<'m>,
    dims: &'s ScatterDimensionNumbers,
    arrays: usize,
}

impl<'m> Scatter<'_, 'm> {
    fn operand(&self) -> &'m [usize] {
        self.site.dims(0)
    }

    fn updates(&self) -> &'m [usize] {
        self.site.dims(self.arrays + 1)
    }

    /// A dimension of all operands and results.
    fn of_operands(&self, dimension: usize) -> impl Iterator<Item = Place> + use<> {
        let arrays = 0..self.arrays;
        let operands = arrays.clone().map(move |array| Place::Operand(array, dimension));
        operands.chain(arrays.map(move |array| Place::Result(array, dimension)))
    }

    /// A dimension of all updates.
    fn of_updates(&self, dimension: usize) -> impl Iterator<Item = Place> + use<> {
        let first = self.arrays + 1;
        (first..first + self.arrays).map(move |array| Place::Operand(array, dimension))
    }

    fn run_batches(&self, rule: &mut Rule) {
        let dims = self.dims;
        let batches = (0..self.updates().len()).filter(|d| !dims.update_window_dims.contains(d));
        let index_batches = (0..self.site.dims(self.arrays).len()).filter(|&d| d != dims.index_vector_dim);
        for (dimension, update) in index_batches.zip(batches) {
            let shared = dims.scatter_indices_batching_dims.iter().position(|&d| d == dimension);
            let mut places: Vec<Place> = self.of_updates(update).collect();
            places.push(Place::Operand(self.arrays, dimension));
            match shared {
                Some(position) => places.extend(self.of_operands(dims.input_batching_dims[position])),
                None if rule.combiner.is_none() => continue,
                None => {}
            }
            rule.run(self.updates()[update], &places);
        }
    }

    /// Dimensions of which updates are one element.
    fn run_elements(&self, rule: &mut Rule) {
        for (component, &dimension) in self.dims.scatter_dims_to_operand_dims.iter().enumerate() {
            if self.dims.inserted_window_dims.contains(&dimension) {
                let places: Vec<Place> = self.of_operands(dimension).collect();
                rule.run_indexed(self.operand()[dimension], dimension, component, &places);
            }
        }
    }

    /// Dimensions that updates fill.
    fn run_windows(&self, rule: &mut Rule) {
        let dims = self.dims;
        let is_window = |d: &usize| !dims.inserted_window_dims.contains(d) && !dims.input_batching_dims.contains(d);
        for (dimension, &update) in (0..self.operand().len()).filter(is_window).zip(&dims.update_window_dims) {
            let size = self.operand()[dimension];
            // Of a window that begins elsewhere some elements are dropped.
            if self.updates()[update] == size && !dims.scatter_dims_to_operand_dims.contains(&dimension) {
                let places: Vec<Place> = self.of_operands(dimension).chain(self.of_updates(update)).collect();
                rule.run(size, &places);
            }
        }
    }
}
