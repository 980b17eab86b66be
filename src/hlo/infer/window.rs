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

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    fn windowed(change: impl FnOnce(&mut WindowDimension)) -> String {
        let mut window = WindowDimension::of_size(2);
        change(&mut window);
        text(reduce_window(&[&f32s(&[8]), &f32s(&[])], &[window]))
    }

    #[test]
    fn reduce_window_c15_positions() {
        assert_eq!(windowed(|_| {}), "f32[7]");
        assert_eq!(windowed(|w| (w.stride, w.padding_low) = (3, 1)), "f32[3]");
        assert_eq!(windowed(|w| w.base_dilation = 2), "f32[14]");
        assert_eq!(windowed(|w| w.window_dilation = 9), "f32[0]");
    }

    #[test]
    fn reduce_window_c4_one_window_a_dimension() {
        let found = text(reduce_window(&[&f32s(&[8]), &f32s(&[])], &[]));
        assert_eq!(found, "expected a number of window dimensions of 1, found 0");
    }

    #[test]
    fn reduce_window_c5_to_c11_all_positive() {
        assert_eq!(windowed(|w| w.size = 0), "expected positive window sizes, found [0]");
        let found = windowed(|w| w.base_dilation = 0);
        assert_eq!(found, "expected positive stride and dilations in window dimension 0, found 1, 0 and 1");
    }

    fn scattered(source: ArrayShape, init: ArrayShape) -> String {
        let window = WindowDimension { stride: 2, ..WindowDimension::of_size(2) };
        text(select_and_scatter(&f32s(&[8]), &source, &init, &[window]))
    }

    #[test]
    fn select_and_scatter_c1_c3_element_types_agree() {
        let found = scattered(s32s(&[4]), f32s(&[]));
        assert_eq!(found, "expected a source with element type f32, found s32");
        let found = scattered(f32s(&[4]), s32s(&[]));
        assert_eq!(found, "expected an initial value with element type f32, found s32");
    }

    #[test]
    fn select_and_scatter_c2_source_has_a_value_a_window() {
        assert_eq!(scattered(f32s(&[4]), f32s(&[])), "f32[8]");
        assert_eq!(scattered(f32s(&[5]), f32s(&[])), "expected a source with dimensions [4], found [5]");
    }
}
