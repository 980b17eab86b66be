//! Shape of a convolution.

use super::check::*;
use super::window::window_is_well_formed;
use crate::hlo::{ArrayShape, ConvolutionDimensionNumbers, ElementType, WindowDimension};

/// A convolution's attributes that settle its shape.
#[derive(Clone, Copy, Debug)]
pub struct ConvolutionSpec<'a> {
    pub window: &'a [WindowDimension],
    pub dims: &'a ConvolutionDimensionNumbers,
    pub feature_group_count: usize,
    pub batch_group_count: usize,
}

/// `element_type` is that of the result, which HLO leaves open.
pub fn convolution(
    lhs: &ArrayShape,
    rhs: &ArrayShape,
    spec: ConvolutionSpec,
    element_type: ElementType,
) -> Result<ArrayShape, String> {
    convolution_dimensions(lhs, rhs, spec)?;
    window_is_well_formed(spec.window, lhs.rank() - 2)?;
    convolution_window_is_the_kernel(rhs, spec)?;
    convolution_groups(spec)?;
    convolution_group_sizes(lhs, rhs, spec)?;
    Ok(ArrayShape::new(element_type, convolution_c25_sizes(lhs, rhs, spec)))
}

fn convolution_dimensions(lhs: &ArrayShape, rhs: &ArrayShape, spec: ConvolutionSpec) -> Check {
    let dims = spec.dims;
    convolution_c1_ranks_agree(lhs, rhs)?;
    let input = (dims.input_batch, dims.input_feature, &dims.input_spatial[..]);
    let kernel = (dims.kernel_input_feature, dims.kernel_output_feature, &dims.kernel_spatial[..]);
    let output = (dims.output_batch, dims.output_feature, &dims.output_spatial[..]);
    convolution_labels("input dimensions", lhs.rank(), input)?;
    convolution_labels("kernel dimensions", lhs.rank(), kernel)?;
    convolution_labels("output dimensions", lhs.rank(), output)
}

fn convolution_c1_ranks_agree(lhs: &ArrayShape, rhs: &ArrayShape) -> Check {
    ensure(lhs.rank() >= 2, || format!("expected an input of rank 2 or more, found {lhs}"))?;
    expect_equal("a kernel of rank", lhs.rank(), rhs.rank())
}

/// C12, C13, C17 to C20: every dimension of an array has one role.
fn convolution_labels(what: &str, rank: usize, (first, second, spatial): (usize, usize, &[usize])) -> Check {
    let all = [&[first, second], spatial].concat();
    expect_equal(&format!("a number of {what} of"), rank, all.len())?;
    unique(what, &all)?;
    below(what, &all, rank)
}

fn convolution_window_is_the_kernel(rhs: &ArrayShape, spec: ConvolutionSpec) -> Check {
    let kernel: Vec<usize> = spec.dims.kernel_spatial.iter().map(|&d| rhs.dims[d]).collect();
    let window: Vec<usize> = spec.window.iter().map(|w| w.size).collect();
    expect_equal("a window of the kernel's sizes", list(&kernel), list(&window))
}

/// C21 to C23.
fn convolution_groups(spec: ConvolutionSpec) -> Check {
    let (features, batches) = (spec.feature_group_count, spec.batch_group_count);
    ensure(features > 0 && batches > 0, || format!("expected positive group counts, found {features} and {batches}"))?;
    ensure(features == 1 || batches == 1, || {
        format!("expected feature_group_count or batch_group_count to be 1, found {features} and {batches}")
    })
}

fn convolution_group_sizes(lhs: &ArrayShape, rhs: &ArrayShape, spec: ConvolutionSpec) -> Check {
    let (dims, features, batches) = (spec.dims, spec.feature_group_count, spec.batch_group_count);
    let input_features = lhs.dims[dims.input_feature];
    let output_features = rhs.dims[dims.kernel_output_feature];
    divides("batch_group_count", batches, "the batch size", lhs.dims[dims.input_batch])?;
    divides("feature_group_count", features, "the number of input features", input_features)?;
    let per_group = input_features / features;
    expect_equal("a number of kernel input features of", per_group, rhs.dims[dims.kernel_input_feature])?;
    divides("batch_group_count", batches, "the number of output features", output_features)?;
    divides("feature_group_count", features, "the number of output features", output_features)
}

fn divides(what: &str, count: usize, of: &str, size: usize) -> Check {
    ensure(size.is_multiple_of(count), || format!("expected {what} to divide {of} {size}, found {count}"))
}

fn convolution_c25_sizes(lhs: &ArrayShape, rhs: &ArrayShape, spec: ConvolutionSpec) -> Vec<usize> {
    let dims = spec.dims;
    let mut sizes = vec![0; lhs.rank()];
    sizes[dims.output_batch] = lhs.dims[dims.input_batch] / spec.batch_group_count;
    sizes[dims.output_feature] = rhs.dims[dims.kernel_output_feature];
    for ((window, &input), &output) in spec.window.iter().zip(&dims.input_spatial).zip(&dims.output_spatial) {
        sizes[output] = window.output_size(lhs.dims[input]);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    struct Case {
        window: Vec<WindowDimension>,
        dims: ConvolutionDimensionNumbers,
        features: usize,
        batches: usize,
    }

    /// Eight points of four features, by a kernel of three points.
    fn convolved(kernel: &[usize], change: impl FnOnce(&mut Case)) -> String {
        let dims = ConvolutionDimensionNumbers {
            input_batch: 0,
            input_feature: 2,
            input_spatial: vec![1],
            kernel_input_feature: 1,
            kernel_output_feature: 2,
            kernel_spatial: vec![0],
            output_batch: 0,
            output_feature: 2,
            output_spatial: vec![1],
        };
        let mut case = Case { window: vec![WindowDimension::of_size(3)], dims, features: 1, batches: 1 };
        change(&mut case);
        let spec = ConvolutionSpec {
            window: &case.window,
            dims: &case.dims,
            feature_group_count: case.features,
            batch_group_count: case.batches,
        };
        text(convolution(&f32s(&[2, 8, 4]), &f32s(kernel), spec, ElementType::F32))
    }

    #[test]
    fn convolution_c25_sizes() {
        assert_eq!(convolved(&[3, 4, 6], |_| {}), "f32[2,6,6]");
        assert_eq!(convolved(&[3, 4, 6], |case| case.window[0].stride = 2), "f32[2,3,6]");
        assert_eq!(convolved(&[3, 2, 6], |case| case.features = 2), "f32[2,6,6]");
        assert_eq!(convolved(&[3, 4, 6], |case| case.batches = 2), "f32[1,6,6]");
    }

    #[test]
    fn convolution_c1_ranks_agree() {
        assert_eq!(convolved(&[3, 4], |_| {}), "expected a kernel of rank 3, found 2");
    }

    #[test]
    fn convolution_c3_c6_c8_window_is_positive() {
        let found = convolved(&[3, 4, 6], |case| case.window[0].stride = 0);
        assert_eq!(found, "expected positive stride and dilations in window dimension 0, found 0, 1 and 1");
    }

    #[test]
    fn convolution_c10_c11_groups_divide_the_input() {
        let found = convolved(&[3, 4, 6], |case| case.batches = 3);
        assert_eq!(found, "expected batch_group_count to divide the batch size 2, found 3");
        let found = convolved(&[3, 4, 6], |case| case.features = 3);
        assert_eq!(found, "expected feature_group_count to divide the number of input features 4, found 3");
    }

    #[test]
    fn convolution_c12_c13_every_dimension_has_a_role() {
        let found = convolved(&[3, 4, 6], |case| case.dims.input_spatial = vec![2]);
        assert_eq!(found, "expected different input dimensions, found [0,2,2]");
        let found = convolved(&[3, 4, 6], |case| case.dims.output_spatial = vec![]);
        assert_eq!(found, "expected a number of output dimensions of 3, found 2");
    }

    #[test]
    fn convolution_c14_kernel_features() {
        assert_eq!(convolved(&[3, 3, 6], |_| {}), "expected a number of kernel input features of 4, found 3");
    }

    #[test]
    fn convolution_c15_c16_groups_divide_the_output() {
        let found = convolved(&[3, 2, 5], |case| case.features = 2);
        assert_eq!(found, "expected feature_group_count to divide the number of output features 5, found 2");
        let found = convolved(&[3, 4, 5], |case| case.batches = 2);
        assert_eq!(found, "expected batch_group_count to divide the number of output features 5, found 2");
    }

    #[test]
    fn convolution_c21_to_c23_group_counts() {
        let found = convolved(&[3, 4, 6], |case| case.features = 0);
        assert_eq!(found, "expected positive group counts, found 0 and 1");
        let found = convolved(&[3, 4, 6], |case| (case.features, case.batches) = (2, 2));
        assert_eq!(found, "expected feature_group_count or batch_group_count to be 1, found 2 and 2");
    }

    #[test]
    fn convolution_window_is_the_kernel() {
        let found = convolved(&[3, 4, 6], |case| case.window[0].size = 2);
        assert_eq!(found, "expected a window of the kernel's sizes [3], found [2]");
    }
}
