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
    ensure(count >= 2 && count % 2 == 0, || {
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
