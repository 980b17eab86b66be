//! Where an operation reads its operand for a given index of its result, for the operations that only move data.

use super::affine::{Affine, Index, Space};
use crate::hlo::op_class::{algorithm, application, contraction, control, elementwise, indexing, leaf};
use crate::hlo::{ArrayShape, Op};

/// The operand's index for an index of the result, for operations that read exactly one element of one operand and
/// where that element's place does not depend on data. `None` for all other operations.
pub fn operand_index(
    space: &mut Space,
    op: &Op,
    operand: &ArrayShape,
    result: &ArrayShape,
    index: &[Affine],
) -> Option<Index> {
    Some(match op {
        Op::Broadcast { dimensions } => dimensions.iter().map(|&d| index[d].clone()).collect(),
        Op::Reshape => reshape(space, &operand.dims, &result.dims, index),
        Op::Transpose { permutation } => transpose(permutation, index),
        Op::Reverse { dimensions } => reverse(dimensions, &operand.dims, index),
        Op::Slice { starts, strides, .. } => slice(starts, strides, index),
        Op::Copy | Op::OptimizationBarrier => index.to_vec(),
        leaf!()
        | elementwise!()
        | Op::BitcastConvert
        | Op::Pad { .. }
        | Op::Concatenate { .. }
        | indexing!()
        | contraction!()
        | algorithm!()
        | application!()
        | Op::Tuple
        | Op::GetTupleElement { .. }
        | Op::AfterAll
        | control!() => return None,
    })
}

fn transpose(permutation: &[usize], index: &[Affine]) -> Index {
    let mut out = vec![Affine::default(); index.len()];
    for (affine, &from) in index.iter().zip(permutation) {
        out[from] = affine.clone();
    }
    out
}

fn reverse(dimensions: &[usize], dims: &[usize], index: &[Affine]) -> Index {
    let flip = |(d, affine): (usize, &Affine)| match dimensions.contains(&d) {
        true => Affine::constant(dims[d] as i64 - 1).minus(affine),
        false => affine.clone(),
    };
    index.iter().enumerate().map(flip).collect()
}

fn slice(starts: &[usize], strides: &[usize], index: &[Affine]) -> Index {
    let place = |((affine, &start), &stride): ((&Affine, &usize), &usize)| {
        affine.times(stride as i64).plus_constant(start as i64)
    };
    index.iter().zip(starts).zip(strides).map(place).collect()
}

/// Groups of dimensions with equal products are treated apart, so that what a reshape leaves alone keeps its form.
pub fn reshape(space: &mut Space, operand: &[usize], result: &[usize], index: &[Affine]) -> Index {
    let mut out = Vec::with_capacity(operand.len());
    for (from, to) in reshape_groups(operand, result) {
        let position = space.linearize(&index[to.clone()], &result[to]);
        out.extend(space.delinearize(&position, &operand[from]));
    }
    out
}

type Range = std::ops::Range<usize>;

/// Cuts two lists of dimensions into the shortest runs with equal products.
fn reshape_groups(a: &[usize], b: &[usize]) -> Vec<(Range, Range)> {
    if a.contains(&0) || b.contains(&0) {
        return vec![(0..a.len(), 0..b.len())];
    }
    let mut groups = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let (start_a, start_b) = (i, j);
        let (mut product_a, mut product_b) = (1, 1);
        while product_a != product_b || (i, j) == (start_a, start_b) {
            if i < a.len() && (product_a <= product_b || j == b.len()) {
                product_a *= a[i];
                i += 1;
            } else {
                product_b *= b[j];
                j += 1;
            }
        }
        while i < a.len() && a[i] == 1 {
            i += 1;
        }
        while j < b.len() && b[j] == 1 {
            j += 1;
        }
        groups.push((start_a..i, start_b..j));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reshapes_split_at_common_factors() {
        assert_eq!(reshape_groups(&[6, 4], &[2, 3, 4]), [(0..1, 0..2), (1..2, 2..3)]);
        assert_eq!(reshape_groups(&[1, 5, 1], &[5]), [(0..1, 0..0), (1..3, 0..1)]);
        assert_eq!(reshape_groups(&[], &[1, 1]), [(0..0, 0..2)]);
        assert_eq!(reshape_groups(&[2, 3], &[3, 2]), [(0..2, 0..2)]);
        assert_eq!(reshape_groups(&[0, 3], &[3, 0]), [(0..2, 0..2)]);
    }

    #[test]
    fn a_reshape_keeps_what_it_leaves_alone() {
        let mut space = Space::default();
        let row = Affine::var(space.bind(0, 11, 1, 1));
        let column = Affine::var(space.bind(0, 1016, 8, 2));
        let out = reshape(&mut space, &[3, 4, 1024], &[12, 1024], &[row.clone(), column.clone()]);
        assert_eq!(out[2], column);
        assert_eq!(space.linearize(&out, &[3, 4, 1024]), row.times(1024).plus(&column));
    }
}
