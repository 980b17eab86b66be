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

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    fn sliced(starts: &[&ArrayShape], sizes: &[usize]) -> String {
        text(dynamic_slice(&f32s(&[4, 4]), starts, sizes))
    }

    #[test]
    fn dynamic_slice_c2_one_entry_a_dimension() {
        let i = s32s(&[]);
        assert_eq!(sliced(&[&i, &i], &[1, 2]), "f32[1,2]");
        assert_eq!(sliced(&[&i], &[1, 2]), "expected a number of start indices of 2, found 1");
        assert_eq!(sliced(&[&i, &i], &[1]), "expected a number of slice sizes of 2, found 1");
    }

    #[test]
    fn dynamic_slice_c3_starts_have_one_type() {
        let found = sliced(&[&s32s(&[]), &f32s(&[])], &[1, 2]);
        assert_eq!(found, "expected start index 1 of shape s32[], found f32[]");
        let found = sliced(&[&s32s(&[1]), &s32s(&[1])], &[1, 2]);
        assert_eq!(found, "expected start index 0 to be a scalar, found s32[1]");
    }

    #[test]
    fn dynamic_slice_c4_sizes_fit() {
        let i = s32s(&[]);
        assert_eq!(sliced(&[&i, &i], &[1, 5]), "expected slice sizes up to [4,4], found [1,5]");
    }

    fn updated(update: &ArrayShape, starts: &[&ArrayShape]) -> String {
        text(dynamic_update_slice(&f32s(&[4]), update, starts))
    }

    #[test]
    fn dynamic_update_slice_c2_element_types_agree() {
        let found = updated(&s32s(&[1]), &[&s32s(&[])]);
        assert_eq!(found, "expected an update with element type f32, found s32");
    }

    #[test]
    fn dynamic_update_slice_c3_ranks_agree() {
        assert_eq!(updated(&f32s(&[]), &[&s32s(&[])]), "expected an update of rank 1, found 0");
    }

    #[test]
    fn dynamic_update_slice_c4_one_start_a_dimension() {
        assert_eq!(updated(&f32s(&[1]), &[]), "expected a number of start indices of 1, found 0");
    }

    #[test]
    fn dynamic_update_slice_c6_update_fits() {
        assert_eq!(updated(&f32s(&[4]), &[&s32s(&[])]), "f32[4]");
        assert_eq!(updated(&f32s(&[5]), &[&s32s(&[])]), "expected an update of sizes up to [4], found [5]");
    }
}
