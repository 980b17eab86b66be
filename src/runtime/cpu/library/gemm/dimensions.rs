//! The dimensions of a product, merged, oriented, and spelled out as offsets.

use super::operand::Offsets;
use super::output::Places;
use crate::codegen::spec::{self, ContractionDimension, FreeDimension};
use crate::hlo::ElementType;

/// A product in the form that the driver takes.
#[derive(Clone, Debug)]
pub(super) struct Dimensions {
    /// The left operand is the specification's rhs, and rows are its columns.
    pub swapped: bool,
    pub left_type: ElementType,
    pub right_type: ElementType,
    pub left: Offsets,
    pub right: Offsets,
    pub output: Places,
}

impl Dimensions {
    pub(super) fn new(spec: &spec::Gemm) -> Dimensions {
        let as_is = Dimensions::oriented(spec, false);
        let swapped = Dimensions::oriented(&swap(spec), true);
        if swapped.cost() < as_is.cost() { swapped } else { as_is }
    }

    fn oriented(spec: &spec::Gemm, swapped: bool) -> Dimensions {
        let batch = merge(spec.batch.iter().map(|d| (d.size, [d.lhs_stride, d.rhs_stride, d.output_stride])).collect());
        let free = |dims: &[FreeDimension]| {
            merge(dims.iter().map(|d| (d.size, [d.operand_stride, d.output_stride])).collect())
        };
        let (rows, columns) = (free(&spec.rows), free(&spec.columns));
        let contraction = contraction(&spec.contraction);
        let (length, steps) = contraction.last().copied().unwrap_or((1, [1, 1]));
        let segments = &contraction[..contraction.len().saturating_sub(1)];
        let operand = |side: usize, free: &[(usize, [isize; 2])]| {
            Offsets::new(offsets(&batch, side), offsets(free, 0), offsets(segments, side), steps[side], length)
        };
        Dimensions {
            swapped,
            left_type: spec.lhs,
            right_type: spec.rhs,
            left: operand(0, &rows),
            right: operand(1, &columns),
            output: Places::new(offsets(&batch, 2), offsets(&rows, 1), offsets(&columns, 1)),
        }
    }

    /// What moving elements to and from packed form costs, in moves of one element from a dense run to a dense run.
    fn cost(&self) -> f64 {
        let depth = (self.left.segments.len() * self.left.length) as f64;
        let (rows, columns) = (self.output.rows.len() as f64, self.output.columns.len() as f64);
        let left = if self.left.step == 1 {
            0.5
        } else if self.left.dense {
            3.0
        } else {
            8.0
        };
        let right = if self.right.dense {
            1.0
        } else if self.right.step == 1 {
            3.0
        } else {
            8.0
        };
        let output = if self.output.is_dense() { 0.0 } else { 8.0 };
        depth * (rows * left + columns * right) + rows * columns * output
    }
}

/// The transposed product.
fn swap(spec: &spec::Gemm) -> spec::Gemm {
    let batch =
        |d: &spec::BatchDimension| spec::BatchDimension { lhs_stride: d.rhs_stride, rhs_stride: d.lhs_stride, ..*d };
    let contraction =
        |d: &ContractionDimension| ContractionDimension { lhs_stride: d.rhs_stride, rhs_stride: d.lhs_stride, ..*d };
    spec::Gemm {
        lhs: spec.rhs,
        rhs: spec.lhs,
        output: spec.output,
        batch: spec.batch.iter().map(batch).collect(),
        rows: spec.columns.clone(),
        columns: spec.rows.clone(),
        contraction: spec.contraction.iter().map(contraction).collect(),
    }
}

/// Contraction dimensions, merged, the densest of the left operand innermost: the order of a sum is free.
fn contraction(dims: &[ContractionDimension]) -> Vec<(usize, [isize; 2])> {
    let mut dims: Vec<_> = dims.iter().map(|d| (d.size, [d.lhs_stride, d.rhs_stride])).collect();
    dims.sort_by_key(|&(_, [lhs, _])| std::cmp::Reverse(lhs.unsigned_abs()));
    merge(dims)
}

/// Drops dimensions of one element and joins neighbours that are evenly spaced on every side.
fn merge<const N: usize>(dims: Vec<(usize, [isize; N])>) -> Vec<(usize, [isize; N])> {
    let mut merged: Vec<(usize, [isize; N])> = Vec::new();
    for (size, strides) in dims.into_iter().filter(|&(size, _)| size != 1) {
        match merged.last_mut() {
            Some((outer, outer_strides)) if *outer_strides == strides.map(|s| s * size as isize) => {
                *outer *= size;
                *outer_strides = strides;
            }
            Some(_) | None => merged.push((size, strides)),
        }
    }
    merged
}

/// Offsets of all indices, the last dimension fastest.
pub(super) fn offsets<const N: usize>(dims: &[(usize, [isize; N])], side: usize) -> Vec<isize> {
    dims.iter().fold(vec![0], |outer, &(size, strides)| {
        outer.iter().flat_map(|&base| (0..size as isize).map(move |i| base + i * strides[side])).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merge_joins_evenly_spaced_neighbours() {
        assert_eq!(merge(vec![(2, [12, 6]), (1, [7, 7]), (3, [4, 2]), (4, [1, 1])]), [(6, [4, 2]), (4, [1, 1])]);
        assert_eq!(merge(vec![(3, [4, 4]), (4, [1, 1])]), [(12, [1, 1])]);
    }

    #[test]
    fn offsets_run_over_the_last_dimension_first() {
        assert_eq!(offsets(&[(2, [10]), (3, [1])], 0), [0, 1, 2, 10, 11, 12]);
        assert_eq!(offsets::<1>(&[], 0), [0]);
        assert!(offsets(&[(0, [1]), (3, [1])], 0).is_empty());
    }
}
