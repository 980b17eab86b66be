//! Convolutions of any layout, with strides, paddings, dilations and groups.

use super::strides;
use crate::hlo::{ArrayShape, ConvolutionDimensionNumbers, ElementType, WindowDimension};
use serde::{Deserialize, Serialize};

/// A convolution as loops; strides are distances in elements.
///
/// For every group: `output[batch, position, output feature] = Σ lhs[batch, position · stride + tap, input feature] ·
/// rhs[tap, input feature, output feature]` over taps of the window and input features.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Convolution {
    pub lhs: ElementType,
    pub rhs: ElementType,
    pub output: ElementType,
    /// Feature groups or batch groups: each is a convolution of its own.
    pub groups: GroupDimension,
    /// Of one group.
    pub batch: ImageDimension,
    /// Of one group.
    pub input_feature: InputFeatureDimension,
    /// Of one group.
    pub output_feature: OutputFeatureDimension,
    pub spatial: Vec<SpatialDimension>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupDimension {
    pub size: usize,
    pub lhs_stride: isize,
    pub rhs_stride: isize,
    pub output_stride: isize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageDimension {
    pub size: usize,
    pub lhs_stride: isize,
    pub output_stride: isize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFeatureDimension {
    pub size: usize,
    pub lhs_stride: isize,
    pub rhs_stride: isize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputFeatureDimension {
    pub size: usize,
    pub rhs_stride: isize,
    pub output_stride: isize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpatialDimension {
    pub input_size: usize,
    pub output_size: usize,
    pub window_size: usize,
    pub window_stride: usize,
    pub padding_low: i64,
    pub base_dilation: usize,
    pub window_dilation: usize,
    pub lhs_stride: isize,
    /// Negative for a reversed window, of which [`Convolution::rhs_start`] is the other end.
    pub rhs_stride: isize,
    pub output_stride: isize,
}

/// How many groups there are, at most one of them above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupCounts {
    pub feature: usize,
    pub batch: usize,
}

impl Convolution {
    /// The convolution that a verified instruction describes.
    pub fn new(
        (lhs, rhs, output): (&ArrayShape, &ArrayShape, &ArrayShape),
        window: &[WindowDimension],
        dims: &ConvolutionDimensionNumbers,
        groups: GroupCounts,
    ) -> Convolution {
        let (l, r, o) = (strides(lhs), strides(rhs), strides(output));
        let count = groups.feature * groups.batch;
        let batch = lhs.dims[dims.input_batch] / groups.batch;
        let input_feature = lhs.dims[dims.input_feature] / groups.feature;
        let output_feature = rhs.dims[dims.kernel_output_feature] / count;
        let lhs_group = match groups.batch {
            1 => input_feature as isize * l[dims.input_feature],
            _ => batch as isize * l[dims.input_batch],
        };
        let spatial = |(i, w): (usize, &WindowDimension)| SpatialDimension {
            input_size: lhs.dims[dims.input_spatial[i]],
            output_size: output.dims[dims.output_spatial[i]],
            window_size: w.size,
            window_stride: w.stride,
            padding_low: w.padding_low,
            base_dilation: w.base_dilation,
            window_dilation: w.window_dilation,
            lhs_stride: l[dims.input_spatial[i]],
            rhs_stride: r[dims.kernel_spatial[i]] * if w.reversal { -1 } else { 1 },
            output_stride: o[dims.output_spatial[i]],
        };
        Convolution {
            lhs: lhs.element_type,
            rhs: rhs.element_type,
            output: output.element_type,
            groups: GroupDimension {
                size: count,
                lhs_stride: lhs_group,
                rhs_stride: output_feature as isize * r[dims.kernel_output_feature],
                output_stride: output_feature as isize * o[dims.output_feature],
            },
            batch: ImageDimension { size: batch, lhs_stride: l[dims.input_batch], output_stride: o[dims.output_batch] },
            input_feature: InputFeatureDimension {
                size: input_feature,
                lhs_stride: l[dims.input_feature],
                rhs_stride: r[dims.kernel_input_feature],
            },
            output_feature: OutputFeatureDimension {
                size: output_feature,
                rhs_stride: r[dims.kernel_output_feature],
                output_stride: o[dims.output_feature],
            },
            spatial: window.iter().enumerate().map(spatial).collect(),
        }
    }

    /// Offset of the window's first tap in rhs: not zero where the window is reversed.
    pub fn rhs_start(&self) -> isize {
        let start = |d: &SpatialDimension| (-d.rhs_stride).max(0) * (d.window_size as isize - 1).max(0);
        self.spatial.iter().map(start).sum()
    }
}
