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
