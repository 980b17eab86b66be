//! `convolution`, as products of matrices: one of the patches under each window position, one of the kernel.

use super::array::build;
use super::dot::{Accumulator, multiply_add, widened, with_accumulator};
use super::elementwise::convert;
use super::movement::transpose;
use super::strided::{for_each_index, linear_index, row_major_strides};
use crate::hlo::{
    ArrayLiteral, ArrayShape, ConvolutionDimensionNumbers, Literal, Window, WindowDimension, inverse_permutation,
};

/// Attributes of a convolution.
pub struct Convolution<'a> {
    pub window: &'a Window,
    pub dims: &'a ConvolutionDimensionNumbers,
    pub feature_group_count: usize,
    pub batch_group_count: usize,
}

impl Convolution<'_> {
    pub fn evaluate(&self, input: &ArrayLiteral, kernel: &ArrayLiteral, shape: &ArrayShape) -> Literal {
        let dims = self.dims;
        let input_order = [&[dims.input_batch, dims.input_feature], &dims.input_spatial[..]].concat();
        let kernel_order =
            [&[dims.kernel_input_feature], &dims.kernel_spatial[..], &[dims.kernel_output_feature]].concat();
        let output_order = [&[dims.output_batch], &dims.output_spatial[..], &[dims.output_feature]].concat();
        let input = transpose(&widened(input, shape.element_type), &input_order);
        let kernel = transpose(&widened(kernel, shape.element_type), &kernel_order);
        let canonical_dims: Vec<usize> = output_order.iter().map(|&dim| shape.dims[dim]).collect();
        let result = with_accumulator!(shape.element_type, T => {
            build::<T>(&canonical_dims, |out| self.fill::<T>(input.expect_array(), kernel.expect_array(), out))
        });
        let result = transpose(&result, &inverse_permutation(&output_order));
        convert(result.expect_array(), shape.element_type)
    }

    /// Input is (batch, feature, spatial…), kernel (input feature, spatial…, output feature), the result (batch,
    /// spatial…, output feature).
    fn fill<T: Accumulator>(&self, input: &ArrayLiteral, kernel: &ArrayLiteral, out: &mut [T]) {
        if out.is_empty() {
            return;
        }
        let sizes = Sizes::new(self, input.dims(), kernel.dims());
        let groups = self.feature_group_count * self.batch_group_count;
        let group_features = sizes.output_features / groups;
        for group in 0..groups {
            let kernel = columns(kernel.elements::<T>(), sizes.output_features, group * group_features, group_features);
            for batch in 0..sizes.output_batch {
                let source = Patch {
                    batch: batch + (group / self.feature_group_count) * sizes.output_batch,
                    first_feature: (group % self.feature_group_count) * sizes.patch_features,
                };
                let patches = self.patches(input, source, &sizes);
                let mut product = vec![T::zeroed(); sizes.positions() * group_features];
                multiply_add(&patches, &kernel, &mut product, sizes.patch_features * sizes.window_elements());
                let rows = out[batch * sizes.positions() * sizes.output_features..].chunks_mut(sizes.output_features);
                for (row, sums) in rows.zip(product.chunks_exact(group_features.max(1))) {
                    row[group * group_features..][..group_features].copy_from_slice(sums);
                }
            }
        }
    }

    /// A row for each position of the window: the elements under it, by input feature, then by place in the window.
    /// Padding and holes are zero.
    fn patches<T: Accumulator>(&self, input: &ArrayLiteral, source: Patch, sizes: &Sizes) -> Vec<T> {
        let (elements, strides) = (input.elements::<T>(), row_major_strides(input.dims()));
        let window_elements = sizes.window_elements();
        let mut patches = vec![T::zeroed(); sizes.positions() * sizes.patch_features * window_elements];
        let mut position_number = 0;
        for_each_index(&sizes.output_spatial, |position| {
            let row = &mut patches[position_number * sizes.patch_features * window_elements..];
            position_number += 1;
            for_each_index(&sizes.kernel_spatial, |place| {
                let Some(offset) = self.input_offset(position, place, input.dims(), &strides) else { return };
                let column = linear_index(place, &sizes.kernel_spatial);
                for feature in 0..sizes.patch_features {
                    let channel =
                        source.batch * strides[0] as usize + (source.first_feature + feature) * strides[1] as usize;
                    row[feature * window_elements + column] = elements[channel + offset];
                }
            });
        });
        patches
    }

    /// Offset of the input element at a place in the window; `None` for padding and holes.
    fn input_offset(&self, position: &[usize], place: &[usize], dims: &[usize], strides: &[isize]) -> Option<usize> {
        let along = |dim: usize| {
            let element = input_element(&self.window[dim], dims[dim + 2], position[dim], place[dim])?;
            Some(element * strides[dim + 2] as usize)
        };
        (0..position.len()).map(along).sum()
    }
}

fn input_element(window: &WindowDimension, size: usize, position: usize, place: usize) -> Option<usize> {
    let place = if window.reversal { window.size - 1 - place } else { place };
    let padded = (position * window.stride + place * window.window_dilation) as i64 - window.padding_low;
    let (element, hole) =
        (padded.div_euclid(window.base_dilation as i64), padded.rem_euclid(window.base_dilation as i64));
    (hole == 0 && (0..size as i64).contains(&element)).then_some(element as usize)
}

/// Which part of the input a group's patches come from.
#[derive(Clone, Copy)]
struct Patch {
    batch: usize,
    first_feature: usize,
}

struct Sizes {
    output_batch: usize,
    output_features: usize,
    /// Input features that one output feature reads.
    patch_features: usize,
    output_spatial: Vec<usize>,
    kernel_spatial: Vec<usize>,
}

impl Sizes {
    fn new(convolution: &Convolution, input: &[usize], kernel: &[usize]) -> Sizes {
        Sizes {
            output_batch: input[0] / convolution.batch_group_count,
            output_features: kernel[kernel.len() - 1],
            patch_features: kernel[0],
            output_spatial: convolution.window.iter().zip(&input[2..]).map(|(w, &size)| w.output_size(size)).collect(),
            kernel_spatial: kernel[1..kernel.len() - 1].to_vec(),
        }
    }

    fn positions(&self) -> usize {
        self.output_spatial.iter().product()
    }

    fn window_elements(&self) -> usize {
        self.kernel_spatial.iter().product()
    }
}

/// Columns `first..first + count` of a row-major matrix.
fn columns<T: Copy>(matrix: &[T], width: usize, first: usize, count: usize) -> Vec<T> {
    matrix.chunks_exact(width.max(1)).flat_map(|row| &row[first..first + count]).copied().collect()
}
