//! Shape of gather.

use super::check::*;
use crate::hlo::{ArrayShape, GatherDimensionNumbers};

pub fn gather(
    operand: &ArrayShape,
    start_indices: &ArrayShape,
    dims: &GatherDimensionNumbers,
    slice_sizes: &[usize],
) -> Result<ArrayShape, String> {
    gather_operand_dimensions(operand, dims)?;
    gather_index_dimensions(start_indices, dims)?;
    gather_batching_dimensions(operand, start_indices, dims)?;
    gather_slice_sizes(operand, dims, slice_sizes)?;
    gather_c22_combined_shape(operand, start_indices, dims, slice_sizes)
}

fn gather_operand_dimensions(operand: &ArrayShape, dims: &GatherDimensionNumbers) -> Check {
    let dropped = [&dims.collapsed_slice_dims[..], &dims.operand_batching_dims].concat();
    let addressed = [&dims.start_index_map[..], &dims.operand_batching_dims].concat();
    gather_c1_operand_dimensions_are_all_used(operand, dims)?;
    unique("collapsed and batching dimensions", &dropped)?;
    sorted("collapsed_slice_dims", &dims.collapsed_slice_dims)?;
    below("collapsed_slice_dims", &dims.collapsed_slice_dims, operand.rank())?;
    sorted("operand_batching_dims", &dims.operand_batching_dims)?;
    below("operand_batching_dims", &dims.operand_batching_dims, operand.rank())?;
    unique("start_index_map and batching dimensions", &addressed)?;
    below("start_index_map", &dims.start_index_map, operand.rank())
}

fn gather_c1_operand_dimensions_are_all_used(operand: &ArrayShape, dims: &GatherDimensionNumbers) -> Check {
    let used = dims.offset_dims.len() + dims.collapsed_slice_dims.len() + dims.operand_batching_dims.len();
    expect_equal("a number of offset, collapsed and batching dimensions of", operand.rank(), used)
}

fn gather_index_dimensions(start_indices: &ArrayShape, dims: &GatherDimensionNumbers) -> Check {
    let batching = &dims.start_indices_batching_dims;
    below("index_vector_dim", &[dims.index_vector_dim], start_indices.rank() + 1)?;
    index_vector_size("start_index_map", start_indices, dims.index_vector_dim, dims.start_index_map.len())?;
    unique("start_indices_batching_dims", batching)?;
    below("start_indices_batching_dims", batching, start_indices.rank())?;
    index_vector_is_no_batch("start_indices_batching_dims", batching, dims.index_vector_dim)
}

/// Gather's C3 and scatter's C19: an entry of the map for each component of an index vector.
pub(super) fn index_vector_size(what: &str, indices: &ArrayShape, vector_dim: usize, entries: usize) -> Check {
    let components = indices.dims.get(vector_dim).copied().unwrap_or(1);
    expect_equal(&format!("{what} of size"), components, entries)
}

/// Gather's C15 and scatter's C16.
pub(super) fn index_vector_is_no_batch(what: &str, batching: &[usize], vector_dim: usize) -> Check {
    ensure(!batching.contains(&vector_dim), || {
        format!("expected {what} without index_vector_dim {vector_dim}, found {}", list(batching))
    })
}

fn gather_batching_dimensions(
    operand: &ArrayShape,
    start_indices: &ArrayShape,
    dims: &GatherDimensionNumbers,
) -> Check {
    let (of_operand, of_indices) = (&dims.operand_batching_dims, &dims.start_indices_batching_dims);
    batching_dimensions_agree(operand, of_operand, start_indices, of_indices)
}

/// Gather's C16 and C17, scatter's C17 and C18.
pub(super) fn batching_dimensions_agree(
    operand: &ArrayShape,
    of_operand: &[usize],
    indices: &ArrayShape,
    of_indices: &[usize],
) -> Check {
    expect_equal("a number of batching dimensions of the indices of", of_operand.len(), of_indices.len())?;
    let sizes = |shape: &ArrayShape, dims: &[usize]| list(&dims.iter().map(|&d| shape.dims[d]).collect::<Vec<_>>());
    expect_equal("batching dimensions of sizes", sizes(operand, of_operand), sizes(indices, of_indices))
}

fn gather_slice_sizes(operand: &ArrayShape, dims: &GatherDimensionNumbers, slice_sizes: &[usize]) -> Check {
    expect_equal("a number of slice sizes of", operand.rank(), slice_sizes.len())?;
    gather_c9_c12_dropped_sizes_are_one(dims, slice_sizes)?;
    gather_c21_slices_fit(operand, slice_sizes)
}

fn gather_c9_c12_dropped_sizes_are_one(dims: &GatherDimensionNumbers, slice_sizes: &[usize]) -> Check {
    let mut dropped = dims.collapsed_slice_dims.iter().chain(&dims.operand_batching_dims);
    dropped.try_for_each(|&d| {
        let size = slice_sizes[d];
        ensure(size <= 1, || format!("expected a slice size of at most 1 in dimension {d}, found {size}"))
    })
}

fn gather_c21_slices_fit(operand: &ArrayShape, slice_sizes: &[usize]) -> Check {
    ensure(slice_sizes.iter().zip(&operand.dims).all(|(size, dim)| size <= dim), || {
        format!("expected slice sizes up to {}, found {}", list(&operand.dims), list(slice_sizes))
    })
}

fn gather_c22_combined_shape(
    operand: &ArrayShape,
    start_indices: &ArrayShape,
    dims: &GatherDimensionNumbers,
    slice_sizes: &[usize],
) -> Result<ArrayShape, String> {
    let batch = without(&start_indices.dims, &[dims.index_vector_dim]);
    let dropped = [&dims.collapsed_slice_dims[..], &dims.operand_batching_dims].concat();
    let offset = without(slice_sizes, &dropped);
    let rank = batch.len() + offset.len();
    gather_c4_offset_dims_ascend(&dims.offset_dims)?;
    below("offset_dims", &dims.offset_dims, rank)?;
    let (mut batch, mut offset) = (batch.into_iter(), offset.into_iter());
    let sizes = (0..rank).map(|d| if dims.offset_dims.contains(&d) { offset.next() } else { batch.next() });
    Ok(ArrayShape::new(operand.element_type, sizes.flatten().collect::<Vec<_>>()))
}

fn gather_c4_offset_dims_ascend(offset_dims: &[usize]) -> Check {
    unique("offset_dims", offset_dims)?;
    sorted("offset_dims", offset_dims)
}

/// Entries at other positions than those given.
pub(super) fn without(sizes: &[usize], dropped: &[usize]) -> Vec<usize> {
    sizes.iter().enumerate().filter(|(d, _)| !dropped.contains(d)).map(|(_, &size)| size).collect()
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    /// Rows of a 5×4 matrix at six indices.
    fn rows() -> GatherDimensionNumbers {
        GatherDimensionNumbers {
            offset_dims: vec![1],
            collapsed_slice_dims: vec![0],
            start_index_map: vec![0],
            index_vector_dim: 1,
            ..Default::default()
        }
    }

    fn gathered(change: impl FnOnce(&mut GatherDimensionNumbers), slice_sizes: &[usize]) -> String {
        let mut dims = rows();
        change(&mut dims);
        text(gather(&f32s(&[5, 4]), &s32s(&[6, 1]), &dims, slice_sizes))
    }

    #[test]
    fn gather_c22_combined_shape() {
        assert_eq!(gathered(|_| {}, &[1, 4]), "f32[6,4]");
        assert_eq!(gathered(|dims| dims.offset_dims = vec![0], &[1, 3]), "f32[3,6]");
    }

    #[test]
    fn gather_c1_operand_dimensions_are_all_used() {
        let found = gathered(|dims| dims.offset_dims = vec![], &[1, 4]);
        assert_eq!(found, "expected a number of offset, collapsed and batching dimensions of 2, found 1");
    }

    #[test]
    fn gather_c2_c3_index_vector() {
        let found = gathered(|dims| dims.index_vector_dim = 3, &[1, 4]);
        assert_eq!(found, "expected index_vector_dim below 3, found [3]");
        let found = gathered(|dims| dims.start_index_map = vec![0, 1], &[1, 4]);
        assert_eq!(found, "expected start_index_map of size 1, found 2");
    }

    #[test]
    fn gather_c5_offset_dims_are_there() {
        let found = gathered(|dims| dims.offset_dims = vec![2], &[1, 4]);
        assert_eq!(found, "expected offset_dims below 2, found [2]");
    }

    #[test]
    fn gather_c6_to_c8_collapsed_dims() {
        let found = gathered(|dims| dims.collapsed_slice_dims = vec![2], &[1, 4]);
        assert_eq!(found, "expected collapsed_slice_dims below 2, found [2]");
        let both = |dims: &mut GatherDimensionNumbers| {
            (dims.offset_dims, dims.operand_batching_dims) = (vec![], vec![0]);
        };
        let found = gathered(both, &[1, 4]);
        assert_eq!(found, "expected different collapsed and batching dimensions, found [0,0]");
    }

    #[test]
    fn gather_c9_c12_dropped_sizes_are_one() {
        assert_eq!(gathered(|_| {}, &[2, 4]), "expected a slice size of at most 1 in dimension 0, found 2");
    }

    #[test]
    fn gather_c16_batching_dimensions_agree() {
        let found = gathered(
            |dims| {
                dims.collapsed_slice_dims = vec![];
                dims.operand_batching_dims = vec![1];
            },
            &[1, 1],
        );
        assert_eq!(found, "expected a number of batching dimensions of the indices of 1, found 0");
    }

    #[test]
    fn gather_c17_batching_sizes_agree() {
        let found = gathered(
            |dims| {
                dims.collapsed_slice_dims = vec![];
                dims.operand_batching_dims = vec![1];
                dims.start_indices_batching_dims = vec![0];
            },
            &[1, 1],
        );
        assert_eq!(found, "expected batching dimensions of sizes [4], found [6]");
    }

    #[test]
    fn gather_c15_index_vector_is_no_batch() {
        let found = gathered(|dims| dims.start_indices_batching_dims = vec![1], &[1, 4]);
        assert_eq!(found, "expected start_indices_batching_dims without index_vector_dim 1, found [1]");
    }

    #[test]
    fn gather_c19_start_index_map_is_there() {
        let found = gathered(|dims| dims.start_index_map = vec![2], &[1, 4]);
        assert_eq!(found, "expected start_index_map below 2, found [2]");
    }

    #[test]
    fn gather_c20_c21_slice_sizes() {
        assert_eq!(gathered(|_| {}, &[1]), "expected a number of slice sizes of 2, found 1");
        assert_eq!(gathered(|_| {}, &[1, 5]), "expected slice sizes up to [5,4], found [1,5]");
    }
}
