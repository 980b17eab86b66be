//! Shapes of operations at computed positions: dynamic slices and updates.

use super::check::*;
use crate::hlo::ArrayShape;

/// `starts` are the scalar start indices.
pub fn dynamic_slice(operand: &ArrayShape, starts: &[&ArrayShape], sizes: &[usize]) -> Result<ArrayShape, String> {
    dynamic_slice_c2_one_entry_a_dimension(operand, starts, sizes)?;
    dynamic_slice_c3_starts_have_one_type(starts)?;
    dynamic_slice_c4_sizes_fit(operand, sizes)?;
    Ok(ArrayShape::new(operand.element_type, sizes))
}

fn dynamic_slice_c2_one_entry_a_dimension(operand: &ArrayShape, starts: &[&ArrayShape], sizes: &[usize]) -> Check {
    expect_equal("a number of start indices of", operand.rank(), starts.len())?;
    expect_equal("a number of slice sizes of", operand.rank(), sizes.len())
}

fn dynamic_slice_c3_starts_have_one_type(starts: &[&ArrayShape]) -> Check {
    starts.iter().enumerate().try_for_each(|(i, start)| {
        scalar(&format!("start index {i}"), start)?;
        same_type(&format!("start index {i}"), starts[0], start)
    })
}

fn dynamic_slice_c4_sizes_fit(operand: &ArrayShape, sizes: &[usize]) -> Check {
    ensure(sizes.iter().zip(&operand.dims).all(|(size, dim)| size <= dim), || {
        format!("expected slice sizes up to {}, found {}", list(&operand.dims), list(sizes))
    })
}

pub fn dynamic_update_slice(
    operand: &ArrayShape,
    update: &ArrayShape,
    starts: &[&ArrayShape],
) -> Result<ArrayShape, String> {
    dynamic_update_slice_c2_element_types_agree(operand, update)?;
    dynamic_update_slice_c3_ranks_agree(operand, update)?;
    dynamic_update_slice_c4_one_start_a_dimension(operand, starts)?;
    dynamic_slice_c3_starts_have_one_type(starts)?;
    dynamic_update_slice_c6_update_fits(operand, update)?;
    Ok(operand.clone())
}

fn dynamic_update_slice_c2_element_types_agree(operand: &ArrayShape, update: &ArrayShape) -> Check {
    same_element_type("an update", operand, update)
}

fn dynamic_update_slice_c3_ranks_agree(operand: &ArrayShape, update: &ArrayShape) -> Check {
    expect_equal("an update of rank", operand.rank(), update.rank())
}

fn dynamic_update_slice_c4_one_start_a_dimension(operand: &ArrayShape, starts: &[&ArrayShape]) -> Check {
    expect_equal("a number of start indices of", operand.rank(), starts.len())
}

fn dynamic_update_slice_c6_update_fits(operand: &ArrayShape, update: &ArrayShape) -> Check {
    ensure(update.dims.iter().zip(&operand.dims).all(|(size, dim)| size <= dim), || {
        format!("expected an update of sizes up to {}, found {}", list(&operand.dims), list(&update.dims))
    })
}
