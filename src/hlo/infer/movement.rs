//! Shapes of operations that move whole dimensions: broadcast, reshape, transpose, reverse, slice, pad, concatenate.

use super::check::*;
use crate::hlo::{ArrayShape, PaddingDimension};

/// `result` holds the dimensions to broadcast to.
pub fn broadcast(operand: &ArrayShape, dimensions: &[usize], result: &[usize]) -> Result<ArrayShape, String> {
    broadcast_c2_one_dimension_each(operand, dimensions)?;
    below("broadcast dimensions", dimensions, result.len())?;
    unique("broadcast dimensions", dimensions)?;
    broadcast_c5_sizes_agree(operand, dimensions, result)?;
    Ok(ArrayShape::new(operand.element_type, result))
}

fn broadcast_c2_one_dimension_each(operand: &ArrayShape, dimensions: &[usize]) -> Check {
    expect_equal("a number of broadcast dimensions of", operand.rank(), dimensions.len())
}

/// Stricter than StableHLO: the frontend reshapes size-1 dimensions away before they expand.
fn broadcast_c5_sizes_agree(operand: &ArrayShape, dimensions: &[usize], result: &[usize]) -> Check {
    let found: Vec<usize> = dimensions.iter().map(|&d| result[d]).collect();
    ensure(found == operand.dims, || {
        format!(
            "expected result dimensions {} of sizes {}, found {}",
            list(dimensions),
            list(&operand.dims),
            list(&found)
        )
    })
}

pub fn reshape(operand: &ArrayShape, result: &[usize]) -> Result<ArrayShape, String> {
    reshape_c2_element_counts_agree(operand, result)?;
    Ok(ArrayShape::new(operand.element_type, result))
}

fn reshape_c2_element_counts_agree(operand: &ArrayShape, result: &[usize]) -> Check {
    let count = |dims: &[usize]| dims.iter().fold(1u128, |n, &d| n.saturating_mul(d as u128));
    expect_equal("a number of elements of", count(&operand.dims), count(result))
}

pub fn transpose(operand: &ArrayShape, permutation: &[usize]) -> Result<ArrayShape, String> {
    transpose_c2_is_a_permutation(operand, permutation)?;
    let dims: Vec<usize> = permutation.iter().map(|&d| operand.dims[d]).collect();
    Ok(ArrayShape::new(operand.element_type, dims))
}

fn transpose_c2_is_a_permutation(operand: &ArrayShape, permutation: &[usize]) -> Check {
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    ensure(sorted.iter().copied().eq(0..operand.rank()), || {
        format!("expected a permutation of {} dimensions, found {}", operand.rank(), list(permutation))
    })
}

pub fn reverse(operand: &ArrayShape, dimensions: &[usize]) -> Result<ArrayShape, String> {
    unique("reversed dimensions", dimensions)?;
    below("reversed dimensions", dimensions, operand.rank())?;
    Ok(operand.clone())
}

pub fn slice(
    operand: &ArrayShape,
    starts: &[usize],
    limits: &[usize],
    strides: &[usize],
) -> Result<ArrayShape, String> {
    slice_c2_one_entry_a_dimension(operand, starts, limits, strides)?;
    slice_c3_stays_inside(operand, starts, limits)?;
    slice_c4_strides_are_positive(strides)?;
    let dims = (0..operand.rank()).map(|d| (limits[d] - starts[d]).div_ceil(strides[d]));
    Ok(ArrayShape::new(operand.element_type, dims.collect::<Vec<_>>()))
}

fn slice_c2_one_entry_a_dimension(
    operand: &ArrayShape,
    starts: &[usize],
    limits: &[usize],
    strides: &[usize],
) -> Check {
    expect_equal("a number of starts of", operand.rank(), starts.len())?;
    expect_equal("a number of limits of", operand.rank(), limits.len())?;
    expect_equal("a number of strides of", operand.rank(), strides.len())
}

fn slice_c3_stays_inside(operand: &ArrayShape, starts: &[usize], limits: &[usize]) -> Check {
    (0..operand.rank()).try_for_each(|d| {
        let (start, limit, size) = (starts[d], limits[d], operand.dims[d]);
        ensure(start <= limit && limit <= size, || {
            format!("expected start <= limit <= {size} in dimension {d}, found start {start} and limit {limit}")
        })
    })
}

fn slice_c4_strides_are_positive(strides: &[usize]) -> Check {
    ensure(!strides.contains(&0), || format!("expected positive strides, found {}", list(strides)))
}

pub fn pad(operand: &ArrayShape, value: &ArrayShape, padding: &[PaddingDimension]) -> Result<ArrayShape, String> {
    scalar("the padding value", value)?;
    pad_c1_element_types_agree(operand, value)?;
    pad_c2_one_entry_a_dimension(operand, padding)?;
    let dims = padding.iter().zip(&operand.dims).enumerate().map(|(d, (p, &n))| pad_c4_size(d, p, n));
    Ok(ArrayShape::new(operand.element_type, dims.collect::<Result<Vec<_>, _>>()?))
}

fn pad_c1_element_types_agree(operand: &ArrayShape, value: &ArrayShape) -> Check {
    same_element_type("a padding value", operand, value)
}

fn pad_c2_one_entry_a_dimension(operand: &ArrayShape, padding: &[PaddingDimension]) -> Check {
    expect_equal("a number of paddings of", operand.rank(), padding.len())
}

fn pad_c4_size(dimension: usize, padding: &PaddingDimension, size: usize) -> Result<usize, String> {
    let padded = padding.output_size(size);
    usize::try_from(padded)
        .map_err(|_| format!("expected a size of at least 0 in dimension {dimension}, found {padded}"))
}

pub fn concatenate(operands: &[&ArrayShape], dimension: usize) -> Result<ArrayShape, String> {
    let first = concatenate_c3_has_operands(operands)?;
    below("a dimension", &[dimension], first.rank())?;
    concatenate_c1_element_types_agree(first, operands)?;
    concatenate_c2_other_dimensions_agree(first, operands, dimension)?;
    let mut result = ArrayShape::new(first.element_type, first.dims.clone());
    result.dims[dimension] = concatenate_c6_sizes_add_up(operands, dimension)?;
    Ok(result)
}

fn concatenate_c3_has_operands<'a>(operands: &[&'a ArrayShape]) -> Result<&'a ArrayShape, String> {
    operands.first().copied().ok_or_else(|| "expected at least 1 operand, found none".into())
}

fn concatenate_c1_element_types_agree(first: &ArrayShape, operands: &[&ArrayShape]) -> Check {
    operands.iter().enumerate().try_for_each(|(i, o)| same_element_type(&format!("operand {i}"), first, o))
}

fn concatenate_c2_other_dimensions_agree(first: &ArrayShape, operands: &[&ArrayShape], dimension: usize) -> Check {
    let agree = |o: &ArrayShape| {
        o.rank() == first.rank() && (0..first.rank()).all(|d| d == dimension || o.dims[d] == first.dims[d])
    };
    operands.iter().enumerate().try_for_each(|(i, o)| {
        ensure(agree(o), || {
            let (expected, found) = (list(&first.dims), list(&o.dims));
            format!("expected operand {i} with dimensions {expected} except in dimension {dimension}, found {found}")
        })
    })
}

fn concatenate_c6_sizes_add_up(operands: &[&ArrayShape], dimension: usize) -> Result<usize, String> {
    let total = operands.iter().try_fold(0usize, |sum, o| sum.checked_add(o.dims[dimension]));
    total.ok_or_else(|| format!("expected a size that fits 64 bits in dimension {dimension}, found a larger one"))
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    #[test]
    fn broadcast_c2_one_dimension_each() {
        let found = text(broadcast(&f32s(&[2]), &[], &[2, 3]));
        assert_eq!(found, "expected a number of broadcast dimensions of 1, found 0");
    }

    #[test]
    fn broadcast_c3_c4_dimensions_are_there_and_differ() {
        assert_eq!(text(broadcast(&f32s(&[2]), &[0], &[2, 3])), "f32[2,3]");
        assert_eq!(text(broadcast(&f32s(&[2]), &[2], &[2, 3])), "expected broadcast dimensions below 2, found [2]");
        let found = text(broadcast(&f32s(&[2, 2]), &[0, 0], &[2, 3]));
        assert_eq!(found, "expected different broadcast dimensions, found [0,0]");
    }

    #[test]
    fn broadcast_c5_sizes_agree() {
        let found = text(broadcast(&f32s(&[1]), &[1], &[2, 3]));
        assert_eq!(found, "expected result dimensions [1] of sizes [1], found [3]");
    }

    #[test]
    fn reshape_c2_element_counts_agree() {
        assert_eq!(text(reshape(&f32s(&[2, 3]), &[6])), "f32[6]");
        assert_eq!(text(reshape(&f32s(&[2, 3]), &[5])), "expected a number of elements of 6, found 5");
    }

    #[test]
    fn transpose_c2_is_a_permutation() {
        assert_eq!(text(transpose(&f32s(&[2, 3, 4]), &[2, 0, 1])), "f32[4,2,3]");
        let found = text(transpose(&f32s(&[2, 3]), &[0, 0]));
        assert_eq!(found, "expected a permutation of 2 dimensions, found [0,0]");
    }

    #[test]
    fn reverse_c2_c3_dimensions_are_there_and_differ() {
        assert_eq!(text(reverse(&f32s(&[2]), &[1])), "expected reversed dimensions below 1, found [1]");
        assert_eq!(text(reverse(&f32s(&[2]), &[0, 0])), "expected different reversed dimensions, found [0,0]");
    }

    #[test]
    fn slice_c2_one_entry_a_dimension() {
        assert_eq!(text(slice(&f32s(&[2]), &[], &[1], &[1])), "expected a number of starts of 1, found 0");
        assert_eq!(text(slice(&f32s(&[2]), &[0], &[], &[1])), "expected a number of limits of 1, found 0");
        assert_eq!(text(slice(&f32s(&[2]), &[0], &[1], &[])), "expected a number of strides of 1, found 0");
    }

    #[test]
    fn slice_c3_stays_inside() {
        let found = text(slice(&f32s(&[2]), &[1], &[3], &[1]));
        assert_eq!(found, "expected start <= limit <= 2 in dimension 0, found start 1 and limit 3");
        let found = text(slice(&f32s(&[2]), &[2], &[1], &[1]));
        assert_eq!(found, "expected start <= limit <= 2 in dimension 0, found start 2 and limit 1");
    }

    #[test]
    fn slice_c4_strides_are_positive() {
        assert_eq!(text(slice(&f32s(&[5]), &[0], &[5], &[2])), "f32[3]");
        assert_eq!(text(slice(&f32s(&[5]), &[0], &[5], &[0])), "expected positive strides, found [0]");
    }

    fn padded(value: &ArrayShape, low: i64, high: i64, interior: usize) -> String {
        text(pad(&f32s(&[3]), value, &[PaddingDimension { low, high, interior }]))
    }

    #[test]
    fn pad_c1_element_types_agree() {
        assert_eq!(padded(&s32s(&[]), 0, 0, 0), "expected a padding value with element type f32, found s32");
        assert_eq!(padded(&f32s(&[1]), 0, 0, 0), "expected the padding value to be a scalar, found f32[1]");
    }

    #[test]
    fn pad_c2_one_entry_a_dimension() {
        let found = text(pad(&f32s(&[3]), &f32s(&[]), &[]));
        assert_eq!(found, "expected a number of paddings of 1, found 0");
    }

    #[test]
    fn pad_c4_size() {
        assert_eq!(padded(&f32s(&[]), 1, -2, 3), "f32[8]");
        assert_eq!(padded(&f32s(&[]), -5, 1, 0), "expected a size of at least 0 in dimension 0, found -1");
    }

    #[test]
    fn concatenate_c1_element_types_agree() {
        let found = text(concatenate(&[&f32s(&[2]), &s32s(&[2])], 0));
        assert_eq!(found, "expected operand 1 with element type f32, found s32");
    }

    #[test]
    fn concatenate_c2_other_dimensions_agree() {
        let found = text(concatenate(&[&f32s(&[2, 3]), &f32s(&[2, 4])], 0));
        assert_eq!(found, "expected operand 1 with dimensions [2,3] except in dimension 0, found [2,4]");
    }

    #[test]
    fn concatenate_c3_has_operands() {
        assert_eq!(text(concatenate(&[], 0)), "expected at least 1 operand, found none");
    }

    #[test]
    fn concatenate_c4_dimension_is_there() {
        assert_eq!(text(concatenate(&[&f32s(&[2])], 1)), "expected a dimension below 1, found [1]");
    }

    #[test]
    fn concatenate_c6_sizes_add_up() {
        assert_eq!(text(concatenate(&[&f32s(&[2, 3]), &f32s(&[1, 3])], 0)), "f32[3,3]");
        let huge = f32s(&[usize::MAX]);
        let found = text(concatenate(&[&huge, &huge], 0));
        assert_eq!(found, "expected a size that fits 64 bits in dimension 0, found a larger one");
    }
}
