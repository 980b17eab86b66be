//! Shape of a dot product.

use super::check::*;
use crate::hlo::{ArrayShape, DotDimensionNumbers, ElementType};

/// `element_type` is that of the result, which HLO leaves open (s8 × s8 may give s32, bf16 × bf16 f32).
pub fn dot(
    lhs: &ArrayShape,
    rhs: &ArrayShape,
    dims: &DotDimensionNumbers,
    element_type: ElementType,
) -> Result<ArrayShape, String> {
    dot_dimensions_of_operand("lhs", lhs, &dims.lhs_batch, &dims.lhs_contracting)?;
    dot_dimensions_of_operand("rhs", rhs, &dims.rhs_batch, &dims.rhs_contracting)?;
    dot_general_c9_batch_sizes_agree(lhs, rhs, dims)?;
    dot_general_c10_contracting_sizes_agree(lhs, rhs, dims)?;
    Ok(ArrayShape::new(element_type, dot_general_c12_dimensions(lhs, rhs, dims)))
}

/// C3 to C8: each dimension at most once, and there.
fn dot_dimensions_of_operand(side: &str, operand: &ArrayShape, batch: &[usize], contracting: &[usize]) -> Check {
    let what = format!("batch and contracting dimensions of {side}");
    let all = [batch, contracting].concat();
    unique(&what, &all)?;
    below(&what, &all, operand.rank())
}

fn sizes(operand: &ArrayShape, dims: &[usize]) -> String {
    list(&dims.iter().map(|&d| operand.dims[d]).collect::<Vec<_>>())
}

fn dot_general_c9_batch_sizes_agree(lhs: &ArrayShape, rhs: &ArrayShape, dims: &DotDimensionNumbers) -> Check {
    expect_equal("batch dimensions of rhs of sizes", sizes(lhs, &dims.lhs_batch), sizes(rhs, &dims.rhs_batch))
}

fn dot_general_c10_contracting_sizes_agree(lhs: &ArrayShape, rhs: &ArrayShape, dims: &DotDimensionNumbers) -> Check {
    let (of_lhs, of_rhs) = (sizes(lhs, &dims.lhs_contracting), sizes(rhs, &dims.rhs_contracting));
    expect_equal("contracting dimensions of rhs of sizes", of_lhs, of_rhs)
}

fn dot_general_c12_dimensions(lhs: &ArrayShape, rhs: &ArrayShape, dims: &DotDimensionNumbers) -> Vec<usize> {
    let lhs_free = DotDimensionNumbers::free(lhs.rank(), &dims.lhs_batch, &dims.lhs_contracting);
    let rhs_free = DotDimensionNumbers::free(rhs.rank(), &dims.rhs_batch, &dims.rhs_contracting);
    let of_lhs = dims.lhs_batch.iter().chain(&lhs_free).map(|&d| lhs.dims[d]);
    of_lhs.chain(rhs_free.iter().map(|&d| rhs.dims[d])).collect()
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    fn product(rhs: &[usize], change: impl FnOnce(&mut DotDimensionNumbers)) -> String {
        let mut dims = DotDimensionNumbers {
            lhs_batch: vec![0],
            rhs_batch: vec![0],
            lhs_contracting: vec![2],
            rhs_contracting: vec![1],
        };
        change(&mut dims);
        text(dot(&f32s(&[7, 2, 3]), &f32s(rhs), &dims, ElementType::F64))
    }

    #[test]
    fn dot_general_c12_dimensions() {
        assert_eq!(product(&[7, 3, 5], |_| {}), "f64[7,2,5]");
    }

    #[test]
    fn dot_general_c1_c2_as_many_on_both_sides() {
        let found = product(&[7, 3, 5], |dims| dims.rhs_batch = vec![]);
        assert_eq!(found, "expected batch dimensions of rhs of sizes [7], found []");
        let found = product(&[7, 3, 5], |dims| dims.rhs_contracting = vec![]);
        assert_eq!(found, "expected contracting dimensions of rhs of sizes [3], found []");
    }

    #[test]
    fn dot_general_c3_to_c8_dimensions_are_there_and_differ() {
        let found = product(&[7, 3, 5], |dims| dims.lhs_contracting = vec![0]);
        assert_eq!(found, "expected different batch and contracting dimensions of lhs, found [0,0]");
        let found = product(&[7, 3, 5], |dims| dims.rhs_contracting = vec![3]);
        assert_eq!(found, "expected batch and contracting dimensions of rhs below 3, found [0,3]");
    }

    #[test]
    fn dot_general_c9_batch_sizes_agree() {
        let found = product(&[8, 3, 5], |_| {});
        assert_eq!(found, "expected batch dimensions of rhs of sizes [7], found [8]");
    }

    #[test]
    fn dot_general_c10_contracting_sizes_agree() {
        let found = product(&[7, 4, 5], |_| {});
        assert_eq!(found, "expected contracting dimensions of rhs of sizes [3], found [4]");
    }
}
