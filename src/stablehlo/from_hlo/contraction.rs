//! Products and convolutions.

use super::emission::{Emission, Outcome};
use crate::hlo::{
    ConvolutionDimensionNumbers, DotAlgorithm, DotDimensionNumbers, DotPrecisionType, Precision, WindowDimension,
};
use crate::stablehlo::{Attribute, Attributes, Element, Type};

impl Emission<'_, '_> {
    pub fn dot(
        &mut self,
        dims: &DotDimensionNumbers,
        precision: &[Precision; 2],
        algorithm: Option<&DotAlgorithm>,
    ) -> Outcome {
        let lists = [
            ("lhs_batching_dimensions", &dims.lhs_batch),
            ("rhs_batching_dimensions", &dims.rhs_batch),
            ("lhs_contracting_dimensions", &dims.lhs_contracting),
            ("rhs_contracting_dimensions", &dims.rhs_contracting),
        ];
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        let lists = lists.map(|(name, list)| (name, Attribute::integers(list))).collect();
        let mut attributes = vec![("dot_dimension_numbers".into(), Attribute::Structure("dot", lists))];
        attributes.extend(algorithm.map(|algorithm| ("algorithm".into(), dot_algorithm(algorithm))));
        attributes.extend(precision_config(precision));
        self.plain("stablehlo.dot_general", attributes)
    }

    /// `groups`: of features, of batches.
    pub fn convolution(
        &mut self,
        window: &[WindowDimension],
        dims: &ConvolutionDimensionNumbers,
        groups: [usize; 2],
        precision: &[Precision; 2],
    ) -> Outcome {
        if self.element_type(0) != self.element_type(1) {
            return Err(self.unsupported("an input and a kernel of two element types"));
        }
        let [feature_group_count, batch_group_count] = groups.map(|count| Attribute::i64(count as i64));
        let mut attributes = vec![
            ("batch_group_count".into(), batch_group_count),
            ("dimension_numbers".into(), Attribute::Convolution(Box::new(dims.clone()))),
            ("feature_group_count".into(), feature_group_count),
        ];
        attributes.extend(window_sizes(window, "window_strides", |d| d.stride));
        attributes.extend(window_padding(window));
        attributes.extend(window_sizes(window, "lhs_dilation", |d| d.base_dilation));
        attributes.extend(window_sizes(window, "rhs_dilation", |d| d.window_dilation));
        if window.iter().any(|d| d.reversal) {
            let reversal = Attribute::Bools(window.iter().map(|d| d.reversal).collect());
            attributes.push(("window_reversal".into(), reversal));
        }
        attributes.extend(precision_config(precision));
        self.plain("stablehlo.convolution", attributes)
    }
}

/// Sizes that are 1 by default, unless all are.
pub fn window_sizes(
    window: &[WindowDimension],
    name: &'static str,
    get: fn(&WindowDimension) -> usize,
) -> Option<(crate::stablehlo::Name, Attribute)> {
    let sizes: Vec<usize> = window.iter().map(get).collect();
    sizes.iter().any(|&size| size != 1).then(|| (name.into(), Attribute::integers(&sizes)))
}

/// Padding, unless there is none.
pub fn window_padding(window: &[WindowDimension]) -> Option<(crate::stablehlo::Name, Attribute)> {
    let padding: Vec<(i64, i64)> = window.iter().map(|d| (d.padding_low, d.padding_high)).collect();
    padding.iter().any(|&pair| pair != (0, 0)).then(|| ("padding".into(), Attribute::pairs(&padding)))
}

/// The precision of both sides, unless it is the default.
fn precision_config(precision: &[Precision; 2]) -> Attributes {
    if *precision == [Precision::Default; 2] {
        return Vec::new();
    }
    let items = precision.iter().map(|side| Attribute::Keyword("precision", side.mlir_word())).collect();
    vec![("precision_config".into(), Attribute::Array(items))]
}

fn dot_algorithm(algorithm: &DotAlgorithm) -> Attribute {
    let precision = |of: DotPrecisionType| {
        Attribute::Type(Type::Scalar(match of {
            DotPrecisionType::Element(element_type) => Element::Plain(element_type),
            DotPrecisionType::Tf32 => Element::Tf32,
        }))
    };
    let accumulation = DotPrecisionType::Element(algorithm.accumulation);
    let fields = vec![
        ("lhs_precision_type", precision(algorithm.lhs_precision)),
        ("rhs_precision_type", precision(algorithm.rhs_precision)),
        ("accumulation_type", precision(accumulation)),
        ("lhs_component_count", Attribute::i64(algorithm.lhs_components.into())),
        ("rhs_component_count", Attribute::i64(algorithm.rhs_components.into())),
        ("num_primitive_operations", Attribute::i64(algorithm.primitive_operations.into())),
        ("allow_imprecise_accumulation", Attribute::Bool(algorithm.allow_imprecise_accumulation)),
    ];
    Attribute::Structure("dot_algorithm", fields)
}
