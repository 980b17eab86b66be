//! Shapes of operations with a sliding window: reduce-window, select-and-scatter.

use super::check::*;
use super::reduction::inputs_and_inits;
use crate::hlo::{ArrayShape, Shape, WindowDimension};

/// One entry a dimension, with positive strides and dilations.
pub(super) fn window_is_well_formed(window: &[WindowDimension], rank: usize) -> Check {
    expect_equal("a number of window dimensions of", rank, window.len())?;
    window.iter().enumerate().try_for_each(|(d, w)| {
        let positive = w.stride > 0 && w.base_dilation > 0 && w.window_dilation > 0;
        ensure(positive, || {
            let (stride, base, dilation) = (w.stride, w.base_dilation, w.window_dilation);
            format!(
                "expected positive stride and dilations in window dimension {d}, found {stride}, {base} and {dilation}"
            )
        })
    })
}

fn window_sizes_are_positive(window: &[WindowDimension]) -> Check {
    let sizes: Vec<usize> = window.iter().map(|w| w.size).collect();
    ensure(!sizes.contains(&0), || format!("expected positive window sizes, found {}", list(&sizes)))
}

/// `operands` are the inputs, then as many initial values.
pub fn reduce_window(operands: &[&ArrayShape], window: &[WindowDimension]) -> Result<Shape, String> {
    let (inputs, inits) = inputs_and_inits(operands)?;
    window_is_well_formed(window, inputs[0].rank())?;
    window_sizes_are_positive(window)?;
    let dims = reduce_window_c15_positions(inputs[0], window);
    let results = inits.iter().map(|init| ArrayShape::new(init.element_type, dims.clone()));
    Ok(one_or_tuple(results.collect()))
}

fn reduce_window_c15_positions(input: &ArrayShape, window: &[WindowDimension]) -> Vec<usize> {
    window.iter().zip(&input.dims).map(|(w, &size)| w.output_size(size)).collect()
}

pub fn select_and_scatter(
    operand: &ArrayShape,
    source: &ArrayShape,
    init: &ArrayShape,
    window: &[WindowDimension],
) -> Result<ArrayShape, String> {
    same_element_type("a source", operand, source)?;
    same_element_type("an initial value", operand, init)?;
    scalar("the initial value", init)?;
    window_is_well_formed(window, operand.rank())?;
    window_sizes_are_positive(window)?;
    select_and_scatter_c2_source_has_a_value_a_window(operand, source, window)?;
    Ok(operand.clone())
}

fn select_and_scatter_c2_source_has_a_value_a_window(
    operand: &ArrayShape,
    source: &ArrayShape,
    window: &[WindowDimension],
) -> Check {
    let positions = reduce_window_c15_positions(operand, window);
    expect_equal("a source with dimensions", list(&positions), list(&source.dims))
}
