//! Products and convolutions.

use super::{OpLowering, Outcome};
use crate::frontend::attributes::Fields;
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{
    ConvolutionDimensionNumbers, Diagnostic, DotAlgorithm, DotDimensionNumbers, DotPrecisionType, ElementType, Op,
    Precision, Window, WindowDimension,
};

impl OpLowering<'_, '_> {
    pub fn dot(&mut self) -> Outcome {
        let dims = self.dot_dimensions()?;
        let precision = self.precision()?;
        let algorithm = self.algorithm()?;
        self.dot_general_c21_algorithm_has_default_precision(precision, algorithm.as_ref())?;
        self.plain_of(2, Op::Dot { dims, precision, algorithm })
    }

    /// Those of `dot_general`, or of `dot`: the last dimension of the left, the first of the right.
    pub fn dot_dimensions(&self) -> Result<DotDimensionNumbers, Diagnostic> {
        if self.node.name == "stablehlo.dot" {
            return self.matrix_dimensions();
        }
        let fields = self.node.fields("dot_dimension_numbers")?;
        let list = |name| self.node.dimensions(&fields, name);
        Ok(DotDimensionNumbers {
            lhs_batch: list("lhs_batching_dimensions")?,
            rhs_batch: list("rhs_batching_dimensions")?,
            lhs_contracting: list("lhs_contracting_dimensions")?,
            rhs_contracting: list("rhs_contracting_dimensions")?,
        })
    }

    /// Of vectors and matrices.
    fn matrix_dimensions(&self) -> Result<DotDimensionNumbers, Diagnostic> {
        self.expect_operands(2)?;
        let (lhs, rhs) = (self.array(0)?.rank(), self.array(1)?.rank());
        if !(1..=2).contains(&lhs) || !(1..=2).contains(&rhs) {
            let message = format!("expected vectors or matrices, found {lhs} and {rhs} dimensions");
            return Err(self.node.error(message));
        }
        Ok(DotDimensionNumbers { lhs_contracting: vec![lhs - 1], rhs_contracting: vec![0], ..Default::default() })
    }

    /// One for each side; the default where none are given.
    pub fn precision(&self) -> Result<[Precision; 2], Diagnostic> {
        self.dot_general_c11_precision_of_two_operands()?;
        let mut precision = [Precision::Default; 2];
        for (side, attribute) in precision.iter_mut().zip(self.node.array("precision_config")) {
            *side = self.node.meaning(attribute, Precision::MLIR_WORDS)?;
        }
        Ok(precision)
    }

    fn algorithm(&self) -> Result<Option<DotAlgorithm>, Diagnostic> {
        let Some(fields) = self.node.optional_fields("algorithm") else { return Ok(None) };
        let wrong = || self.node.error("expected an algorithm of two precisions and an accumulation type");
        let count = |name| self.dot_general_c22_to_c24_count_is_positive(name, fields.i64(name).ok_or_else(wrong)?);
        let algorithm = DotAlgorithm {
            lhs_precision: precision_type(&fields, "lhs_precision_type").ok_or_else(wrong)?,
            rhs_precision: precision_type(&fields, "rhs_precision_type").ok_or_else(wrong)?,
            accumulation: fields.get("accumulation_type").and_then(ElementType::from_mlir_name).ok_or_else(wrong)?,
            lhs_components: count("lhs_component_count")?,
            rhs_components: count("rhs_component_count")?,
            primitive_operations: count("num_primitive_operations")?,
            allow_imprecise_accumulation: fields.get("allow_imprecise_accumulation") == Some("true"),
        };
        self.dot_general_i8_to_i10_algorithm_is_known(&algorithm)?;
        Ok(Some(algorithm))
    }

    pub fn convolution(&mut self) -> Outcome {
        self.expect_operands(2)?;
        self.convolution_c27_operands_agree()?;
        self.convolution_of(None)
    }

    /// A convolution of the first two operands; padding from here, or from the attribute.
    pub fn convolution_of(&mut self, padding: Option<Vec<i64>>) -> Outcome {
        let dims = self.convolution_dimensions()?;
        let window = self.convolution_window(&dims, padding)?;
        let op = self.convolution_op(dims, window)?;
        let operands = self.operands[..2].to_vec();
        self.with_operands(op, operands)
    }

    /// A convolution with these dimension numbers over this window, and the groups of the attributes.
    pub fn convolution_op(&self, dims: ConvolutionDimensionNumbers, window: Window) -> Result<Op, Diagnostic> {
        let [feature_group_count, batch_group_count] = ["feature_group_count", "batch_group_count"]
            .map(|name| self.node.optional_i64(name)?.map_or(Ok(1), |count| self.node.natural(name, count)));
        Ok(Op::Convolution {
            window,
            dims,
            feature_group_count: feature_group_count?,
            batch_group_count: batch_group_count?,
            precision: self.precision()?,
        })
    }

    pub fn convolution_window(
        &self,
        dims: &ConvolutionDimensionNumbers,
        padding: Option<Vec<i64>>,
    ) -> Result<Window, Diagnostic> {
        let kernel = self.array(1)?;
        let sizes = dims.kernel_spatial.iter().map(|&d| kernel.dims.get(d).copied());
        let sizes: Option<Vec<usize>> = sizes.collect();
        let Some(sizes) = sizes else {
            return Err(self.node.error(format!("expected dimensions of a kernel of rank {}", kernel.rank())));
        };
        let attributes = WindowAttributes {
            strides: "window_strides",
            padding: "padding",
            base_dilations: "lhs_dilation",
            window_dilations: "rhs_dilation",
            reversal: Some("window_reversal"),
        };
        self.window(&sizes, &attributes, padding)
    }

    /// A window of these sizes, with what the attributes say of it.
    pub fn window(
        &self,
        sizes: &[usize],
        names: &WindowAttributes,
        padding: Option<Vec<i64>>,
    ) -> Result<Window, Diagnostic> {
        let strides = self.per_dimension(names.strides, sizes.len(), 1)?;
        let base = self.per_dimension(names.base_dilations, sizes.len(), 1)?;
        let dilations = self.per_dimension(names.window_dilations, sizes.len(), 1)?;
        let reversal = match names.reversal {
            Some(name) => self.per_dimension(name, sizes.len(), 0)?,
            None => vec![0; sizes.len()],
        };
        let padding = match padding {
            Some(padding) => padding,
            None => self.stated_padding(names.padding)?.unwrap_or_else(|| vec![0; 2 * sizes.len()]),
        };
        if padding.len() != 2 * sizes.len() {
            let message = format!("expected padding for {} dimensions, found {}", sizes.len(), padding.len() / 2);
            return Err(self.node.error(message));
        }
        let dimension = |(i, &size): (usize, &usize)| WindowDimension {
            size,
            stride: strides[i],
            padding_low: padding[2 * i],
            padding_high: padding[2 * i + 1],
            base_dilation: base[i],
            window_dilation: dilations[i],
            reversal: reversal[i] != 0,
        };
        Ok(sizes.iter().enumerate().map(dimension).collect())
    }

    fn stated_padding(&self, name: &str) -> Result<Option<Vec<i64>>, Diagnostic> {
        let Some(attribute) = self.node.attribute(name) else { return Ok(None) };
        if matches!(mlir::kind(attribute), Kind::Opaque("dense", ..)) {
            self.reduce_window_c12_padding_is_pairs(attribute)?;
        }
        self.node.optional_i64s(name)
    }

    /// One number a dimension, at least so large, which is also what stands for none.
    fn per_dimension(&self, name: &str, count: usize, least: i64) -> Result<Vec<usize>, Diagnostic> {
        let values = self.node.optional_i64s(name)?.unwrap_or_else(|| vec![least; count]);
        if values.len() != count {
            let message = format!("expected `{name}` for {count} dimensions, found {}", values.len());
            return Err(self.node.error(message));
        }
        let value = |value: i64| {
            let large = usize::try_from(value).ok().filter(|_| value >= least);
            large.ok_or_else(|| self.node.error(format!("expected `{name}` to be at least {least}, found {value}")))
        };
        values.into_iter().map(value).collect()
    }

    pub fn convolution_dimensions(&self) -> Result<ConvolutionDimensionNumbers, Diagnostic> {
        let text = self.node.structure("dimension_numbers")?;
        if let Some(raw) = text.strip_prefix("raw") {
            return self.raw_convolution_dimensions(&Fields::parse(raw));
        }
        convolution_dimensions(text)
            .ok_or_else(|| self.node.error("expected dimension numbers such as [b, 0, f]x[0, i, o]->[b, 0, f]"))
    }

    /// `raw input_batch_dimension = 0, …`
    fn raw_convolution_dimensions(&self, fields: &Fields) -> Result<ConvolutionDimensionNumbers, Diagnostic> {
        let dimension = |name| self.node.dimension(fields, name);
        let dimensions = |name| self.node.dimensions(fields, name);
        Ok(ConvolutionDimensionNumbers {
            input_batch: dimension("input_batch_dimension")?,
            input_feature: dimension("input_feature_dimension")?,
            input_spatial: dimensions("input_spatial_dimensions")?,
            kernel_input_feature: dimension("kernel_input_feature_dimension")?,
            kernel_output_feature: dimension("kernel_output_feature_dimension")?,
            kernel_spatial: dimensions("kernel_spatial_dimensions")?,
            output_batch: dimension("output_batch_dimension")?,
            output_feature: dimension("output_feature_dimension")?,
            output_spatial: dimensions("output_spatial_dimensions")?,
        })
    }
}

/// Names of the attributes that describe a window.
pub struct WindowAttributes {
    pub strides: &'static str,
    pub padding: &'static str,
    pub base_dilations: &'static str,
    pub window_dilations: &'static str,
    pub reversal: Option<&'static str>,
}

fn precision_type(fields: &Fields, name: &str) -> Option<DotPrecisionType> {
    match fields.get(name)? {
        "tf32" => Some(DotPrecisionType::Tf32),
        other => ElementType::from_mlir_name(other).map(DotPrecisionType::Element),
    }
}

/// `[b, 0, f]x[0, i, o]->[b, 0, f]`
fn convolution_dimensions(text: &str) -> Option<ConvolutionDimensionNumbers> {
    let (operands, output) = text.split_once("->")?;
    let (input, kernel) = operands.split_once("]x[")?;
    let (input_batch, input_feature, input_spatial) = labelled(input, "b", "f")?;
    let (kernel_input_feature, kernel_output_feature, kernel_spatial) = labelled(kernel, "i", "o")?;
    let (output_batch, output_feature, output_spatial) = labelled(output, "b", "f")?;
    let is_consistent = input_spatial.len() == kernel_spatial.len() && input_spatial.len() == output_spatial.len();
    is_consistent.then_some(ConvolutionDimensionNumbers {
        input_batch,
        input_feature,
        input_spatial,
        kernel_input_feature,
        kernel_output_feature,
        kernel_spatial,
        output_batch,
        output_feature,
        output_spatial,
    })
}

/// Places of two letters, and of the spatial dimensions in their order.
fn labelled(list: &str, first: &str, second: &str) -> Option<(usize, usize, Vec<usize>)> {
    let labels: Vec<&str> = list.trim_matches(['[', ']', ' ', '\n']).split(',').map(str::trim).collect();
    let place = |label: &str| labels.iter().position(|&l| l == label);
    let spatial = (0..labels.len().checked_sub(2)?).map(|i| place(&i.to_string())).collect::<Option<_>>()?;
    Some((place(first)?, place(second)?, spatial))
}
