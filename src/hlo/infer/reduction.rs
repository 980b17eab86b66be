//! Shapes of reduce, sort and top-k.

use super::check::*;
use super::gather::without;
use crate::hlo::{ArrayShape, ElementType, Shape};

/// `operands` are the inputs, then as many initial values.
pub fn reduce(operands: &[&ArrayShape], dimensions: &[usize]) -> Result<Shape, String> {
    let (inputs, inits) = inputs_and_inits(operands)?;
    below("reduced dimensions", dimensions, inputs[0].rank())?;
    unique("reduced dimensions", dimensions)?;
    let dims = without(&inputs[0].dims, dimensions);
    let results = inits.iter().map(|init| ArrayShape::new(init.element_type, dims.clone()));
    Ok(one_or_tuple(results.collect()))
}

/// Inputs of one shape, and a scalar of the same element type for each.
pub(super) fn inputs_and_inits<'s, 'a>(
    operands: &'s [&'a ArrayShape],
) -> Result<(&'s [&'a ArrayShape], &'s [&'a ArrayShape]), String> {
    reduce_c3_as_many_inits_as_inputs(operands)?;
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    reduce_c1_inputs_agree(inputs)?;
    reduce_c2_inits_are_elements(inputs, inits)?;
    Ok((inputs, inits))
}

fn reduce_c3_as_many_inits_as_inputs(operands: &[&ArrayShape]) -> Check {
    let count = operands.len();
    ensure(count >= 2 && count.is_multiple_of(2), || {
        format!("expected inputs and as many initial values, found {count} operands")
    })
}

fn reduce_c1_inputs_agree(inputs: &[&ArrayShape]) -> Check {
    inputs.iter().enumerate().try_for_each(|(i, input)| same_dims(&format!("input {i}"), inputs[0], input))
}

fn reduce_c2_inits_are_elements(inputs: &[&ArrayShape], inits: &[&ArrayShape]) -> Check {
    inputs.iter().zip(inits).enumerate().try_for_each(|(i, (input, init))| {
        scalar(&format!("initial value {i}"), init)?;
        same_element_type(&format!("initial value {i}"), input, init)
    })
}

pub fn sort(operands: &[&ArrayShape], dimension: usize) -> Result<Shape, String> {
    let first = sort_c1_has_operands(operands)?;
    sort_c3_dimensions_agree(first, operands)?;
    below("a sort dimension", &[dimension], first.rank())?;
    Ok(one_or_tuple(operands.iter().map(|&operand| operand.clone()).collect()))
}

fn sort_c1_has_operands<'a>(operands: &[&'a ArrayShape]) -> Result<&'a ArrayShape, String> {
    operands.first().copied().ok_or_else(|| "expected at least 1 operand, found none".into())
}

fn sort_c3_dimensions_agree(first: &ArrayShape, operands: &[&ArrayShape]) -> Check {
    operands.iter().enumerate().try_for_each(|(i, operand)| same_dims(&format!("operand {i}"), first, operand))
}

/// Values and s32 indices.
pub fn top_k(operand: &ArrayShape, k: usize) -> Result<Shape, String> {
    let last = operand.dims.last().copied();
    let last = last.ok_or_else(|| format!("expected an operand of rank 1 or more, found {operand}"))?;
    ensure(k <= last, || format!("expected k up to {last}, found {k}"))?;
    let dims = [&operand.dims[..operand.rank() - 1], &[k]].concat();
    let values = ArrayShape::new(operand.element_type, dims.clone());
    Ok(one_or_tuple(vec![values, ArrayShape::new(ElementType::S32, dims)]))
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    fn reduced(operands: &[&ArrayShape], dimensions: &[usize]) -> String {
        text(reduce(operands, dimensions))
    }

    #[test]
    fn reduce_c1_inputs_agree() {
        let (x, y, zero) = (f32s(&[2, 3]), f32s(&[3, 2]), f32s(&[]));
        assert_eq!(reduced(&[&x, &x, &zero, &zero], &[1]), "(f32[2], f32[2])");
        let found = reduced(&[&x, &y, &zero, &zero], &[1]);
        assert_eq!(found, "expected input 1 with dimensions [2,3], found [3,2]");
    }

    #[test]
    fn reduce_c2_inits_are_elements() {
        let found = reduced(&[&f32s(&[2]), &s32s(&[])], &[0]);
        assert_eq!(found, "expected initial value 0 with element type f32, found s32");
        let found = reduced(&[&f32s(&[2]), &f32s(&[1])], &[0]);
        assert_eq!(found, "expected initial value 0 to be a scalar, found f32[1]");
    }

    #[test]
    fn reduce_c3_as_many_inits_as_inputs() {
        let found = reduced(&[&f32s(&[2])], &[0]);
        assert_eq!(found, "expected inputs and as many initial values, found 1 operands");
    }

    #[test]
    fn reduce_c4_c5_dimensions_are_there_and_differ() {
        let (x, zero) = (f32s(&[2, 3]), f32s(&[]));
        assert_eq!(reduced(&[&x, &zero], &[0, 1]), "f32[]");
        assert_eq!(reduced(&[&x, &zero], &[2]), "expected reduced dimensions below 2, found [2]");
        assert_eq!(reduced(&[&x, &zero], &[1, 1]), "expected different reduced dimensions, found [1,1]");
    }

    #[test]
    fn sort_c1_has_operands() {
        assert_eq!(text(sort(&[], 0)), "expected at least 1 operand, found none");
    }

    #[test]
    fn sort_c3_dimensions_agree() {
        let found = text(sort(&[&f32s(&[2]), &s32s(&[3])], 0));
        assert_eq!(found, "expected operand 1 with dimensions [2], found [3]");
    }

    #[test]
    fn sort_c4_dimension_is_there() {
        assert_eq!(text(sort(&[&f32s(&[2]), &s32s(&[2])], 0)), "(f32[2], s32[2])");
        assert_eq!(text(sort(&[&f32s(&[2])], 1)), "expected a sort dimension below 1, found [1]");
    }

    #[test]
    fn top_k_is_of_the_last_dimension() {
        assert_eq!(text(top_k(&f32s(&[2, 5]), 3)), "(f32[2,3], s32[2,3])");
        assert_eq!(text(top_k(&f32s(&[2, 5]), 6)), "expected k up to 5, found 6");
        assert_eq!(text(top_k(&f32s(&[]), 1)), "expected an operand of rank 1 or more, found f32[]");
    }
}
