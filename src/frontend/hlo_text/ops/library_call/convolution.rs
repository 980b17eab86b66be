//! cuDNN's convolutions, forward and backward. Windows and labels are those of the convolution forward, of which the
//! backward ones are the derivatives by its input and by its kernel.

use super::{Activation, Config, Epilogue, computed, with_epilogue};
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::frontend::hlo_text::window;
use crate::hlo::{ArrayShape, ConvolutionDimensionNumbers, Op, Precision, Window, WindowDimension};

const LARGEST: usize = 1 << 30;

/// What attributes say.
struct Forward {
    window: Window,
    dims: ConvolutionDimensionNumbers,
    feature_groups: usize,
    batch_groups: usize,
}

impl Forward {
    /// Nothing without labels, or with those of cuDNN's vectors.
    fn read(site: &mut Site) -> Outcome<Option<Forward>> {
        let labels = site.value("dim_labels", window::dim_labels);
        let (Ok(Some(dims)), Ok(window)) = (labels, site.value("window", window::window)) else { return Ok(None) };
        let mut window = window.unwrap_or_default();
        // Sizes of 1 and nothing else are left out.
        window.resize(dims.input_spatial.len(), WindowDimension::of_size(1));
        if !window.iter().all(is_moderate) {
            return Ok(None);
        }
        let feature_groups = site.index_or("feature_group_count", 1)?;
        Ok(Some(Forward { window, dims, feature_groups, batch_groups: site.index_or("batch_group_count", 1)? }))
    }

    fn is_grouped(&self) -> bool {
        self.feature_groups != 1 || self.batch_groups != 1
    }

    fn op(self) -> Op {
        Op::Convolution {
            window: self.window,
            dims: self.dims,
            feature_group_count: self.feature_groups,
            batch_group_count: self.batch_groups,
            precision: [Precision::Default; 2],
        }
    }
}

/// Whether sums and products of two of its numbers are no larger than numbers can be.
fn is_moderate(dimension: &WindowDimension) -> bool {
    let paddings = [dimension.padding_low, dimension.padding_high].map(|padding| padding.unsigned_abs() as usize);
    let sizes = [dimension.size, dimension.stride, dimension.base_dilation, dimension.window_dilation];
    paddings.iter().chain(&sizes).all(|&number| number < LARGEST)
}

/// `(input, kernel)`, then a bias of each feature, then what is added with a factor.
pub fn forward(site: &mut Site, config: &Config) -> Outcome<Option<Op>> {
    let Some(forward) = Forward::read(site)? else { return Ok(None) };
    let Some(epilogue) = epilogue(site, config, forward.dims.output_feature)? else { return Ok(None) };
    finish(site, forward, &epilogue)
}

fn epilogue(site: &Site, config: &Config, feature: usize) -> Outcome<Option<Epilogue>> {
    let config = config.part("cudnn_conv_backend_config");
    let numbers = [("conv_result_scale", 1.0), ("side_input_scale", 0.0)];
    let numbers = numbers.map(|(name, usual)| config.number(name, usual));
    let ([Some(factor), Some(side)], 2..=4) = (numbers, site.operands.len()) else { return Ok(None) };
    let activation = match config.word("activation_mode").as_deref().unwrap_or("kNone") {
        "kNone" | "0" => Activation::None,
        "kRelu" | "2" => Activation::Relu,
        "kRelu6" | "3" => Activation::Relu6,
        "kElu" | "7" => Activation::Elu,
        _ => return Ok(None),
    };
    let bias = site.operands.get(2).map(|&bias| (bias, feature));
    let addend = site.operands.get(3).map(|&addend| (side, addend));
    Ok(Some(Epilogue { factor, scales: Vec::new(), addend, bias, activation }))
}

/// The derivative by the input, of that of the result: its elements as far apart as the strides were, and the kernel
/// backwards.
pub fn backward_input(site: &mut Site, config: &Config) -> Outcome<Option<Op>> {
    let Some(mut forward) = Forward::read(site)?.filter(|forward| !forward.is_grouped()) else { return Ok(None) };
    let (Some(result), given) = (computed(site)?, site.operand_array(0)?.clone()) else { return Ok(None) };
    let dims = forward.dims.clone();
    for (i, dimension) in forward.window.iter_mut().enumerate() {
        let sizes = (size(&given, dims.output_spatial.get(i)), size(result, dims.input_spatial.get(i)));
        let (Some(given), Some(result)) = sizes else { return Ok(None) };
        if dimension.base_dilation != 1 {
            return Ok(None);
        }
        let reach = extent(dimension.size, dimension.window_dilation);
        let padding_low = reach - 1 - dimension.padding_low;
        *dimension = WindowDimension {
            stride: 1,
            base_dilation: dimension.stride,
            padding_low,
            padding_high: result + reach - 1 - extent(given as usize, dimension.stride) - padding_low,
            reversal: !dimension.reversal,
            ..*dimension
        };
    }
    forward.dims = ConvolutionDimensionNumbers {
        input_batch: dims.output_batch,
        input_feature: dims.output_feature,
        input_spatial: dims.output_spatial,
        kernel_input_feature: dims.kernel_output_feature,
        kernel_output_feature: dims.kernel_input_feature,
        kernel_spatial: dims.kernel_spatial,
        output_batch: dims.input_batch,
        output_feature: dims.input_feature,
        output_spatial: dims.input_spatial,
    };
    scaled(site, config, forward)
}

/// The derivative by the kernel: the input under that of the result as a window, with batches summed.
pub fn backward_filter(site: &mut Site, config: &Config) -> Outcome<Option<Op>> {
    let Some(mut forward) = Forward::read(site)?.filter(|forward| !forward.is_grouped()) else { return Ok(None) };
    let Some(result) = computed(site)? else { return Ok(None) };
    let (input, given) = (site.operand_array(0)?.clone(), site.operand_array(1)?.clone());
    let dims = forward.dims.clone();
    for (i, dimension) in forward.window.iter_mut().enumerate() {
        let sizes = [(&input, &dims.input_spatial), (&given, &dims.output_spatial), (result, &dims.kernel_spatial)];
        let [Some(input), Some(given), Some(kernel)] = sizes.map(|(array, dims)| size(array, dims.get(i))) else {
            return Ok(None);
        };
        if dimension.base_dilation != 1 || dimension.reversal {
            return Ok(None);
        }
        let reach = extent(given as usize, dimension.stride);
        let padding_high =
            extent(kernel as usize, dimension.window_dilation) + reach - 1 - input - dimension.padding_low;
        *dimension = WindowDimension {
            size: given as usize,
            stride: dimension.window_dilation,
            window_dilation: dimension.stride,
            padding_high,
            ..*dimension
        };
    }
    forward.dims = ConvolutionDimensionNumbers {
        input_batch: dims.input_feature,
        input_feature: dims.input_batch,
        input_spatial: dims.input_spatial,
        kernel_input_feature: dims.output_batch,
        kernel_output_feature: dims.output_feature,
        kernel_spatial: dims.output_spatial,
        output_batch: dims.kernel_input_feature,
        output_feature: dims.kernel_output_feature,
        output_spatial: dims.kernel_spatial,
    };
    scaled(site, config, forward)
}

fn size(array: &ArrayShape, dimension: Option<&usize>) -> Option<i64> {
    array.dims.get(*dimension?).filter(|&&size| size < LARGEST).map(|&size| size as i64)
}

/// From the first to the last of `size` elements, so many apart.
fn extent(size: usize, step: usize) -> i64 {
    (size.saturating_sub(1) * step + usize::from(size > 0)) as i64
}

/// A convolution of two operands with a factor.
fn scaled(site: &mut Site, config: &Config, forward: Forward) -> Outcome<Option<Op>> {
    let epilogue = epilogue(site, config, 0)?;
    match epilogue.filter(|epilogue| epilogue.bias.is_none() && epilogue.activation == Activation::None) {
        Some(epilogue) => finish(site, forward, &epilogue),
        None => Ok(None),
    }
}

fn finish(site: &mut Site, forward: Forward, epilogue: &Epilogue) -> Outcome<Option<Op>> {
    if site.operand_array(0)?.element_type != site.operand_array(1)?.element_type {
        return Ok(None);
    }
    let operands = [site.operand(0)?, site.operand(1)?];
    with_epilogue(site, forward.op(), operands, epilogue)
}
