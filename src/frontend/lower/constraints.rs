//! Constraints of StableHLO's operations that HLO's do not have: the attribute is gone once it is lowered.
//!
//! A function is a constraint of the specification, named after it; the others are found by shape inference and the
//! verifier ([`crate::hlo::infer`], [`crate::hlo::verify`]).

use super::OpLowering;
use crate::frontend::attributes::integers_of;
use crate::frontend::mlir;
use crate::hlo::{Diagnostic, DotAlgorithm, DotPrecisionType, ElementType, PartialShape, Precision, Shape};
use melior::ir::{Attribute, BlockLike, BlockRef, ValueLike};

type Check = Result<(), Diagnostic>;

impl<'m> OpLowering<'_, 'm> {
    pub(super) fn ensure(&self, holds: bool, message: impl FnOnce() -> String) -> Check {
        if holds { Ok(()) } else { Err(self.node.error(message())) }
    }

    /// Also C24 of `convolution`.
    pub fn dot_general_c11_precision_of_two_operands(&self) -> Check {
        let found = self.node.array("precision_config").len();
        self.ensure(found <= 2, || format!("expected a precision for each of 2 operands, found {found}"))
    }

    pub fn dot_general_c21_algorithm_has_default_precision(
        &self,
        precision: [Precision; 2],
        algorithm: Option<&DotAlgorithm>,
    ) -> Check {
        let holds = algorithm.is_none() || precision == [Precision::Default; 2];
        self.ensure(holds, || "expected precision DEFAULT beside an algorithm".to_string())
    }

    pub fn dot_general_c22_to_c24_count_is_positive(&self, name: &str, count: i64) -> Result<u32, Diagnostic> {
        let positive = u32::try_from(count).ok().filter(|&count| count > 0);
        positive.ok_or_else(|| self.node.error(format!("expected {name} to be at least 1, found {count}")))
    }

    /// I8 to I10: the combinations that some processor knows.
    pub fn dot_general_i8_to_i10_algorithm_is_known(&self, algorithm: &DotAlgorithm) -> Check {
        self.ensure(is_known(algorithm), || {
            let [lhs, rhs] = [algorithm.lhs_precision, algorithm.rhs_precision].map(|precision| match precision {
                DotPrecisionType::Element(element_type) => element_type.mlir_name(),
                DotPrecisionType::Tf32 => "tf32",
            });
            let (accumulation, products) = (algorithm.accumulation.mlir_name(), algorithm.primitive_operations);
            format!("no algorithm multiplies {lhs} by {rhs} in {products} products summed in {accumulation}")
        })
    }

    pub fn convolution_c27_operands_agree(&self) -> Check {
        let (lhs, rhs) = (self.element_type(0)?, self.element_type(1)?);
        let (l, r) = (lhs.mlir_name(), rhs.mlir_name());
        self.ensure(lhs == rhs, || format!("expected an input and a kernel of one element type, found {l} and {r}"))
    }

    pub fn set_dimension_size_i2_size_is_a_scalar(&self) -> Check {
        let size = self.array(1)?;
        self.ensure(size.rank() == 0, || format!("expected a size of rank 0, found {size}"))
    }

    pub fn map_c3_all_dimensions_in_order(&self, rank: usize) -> Check {
        let found = self.node.usizes("dimensions")?;
        self.ensure(found.iter().copied().eq(0..rank), || {
            let expected: Vec<usize> = (0..rank).collect();
            format!("expected dimensions {expected:?}, found {found:?}")
        })
    }

    /// C2 of `real` and of `imag`, for real numbers, of which nothing is left to verify.
    pub fn real_c2_result_is_of_the_part(&self) -> Check {
        let part = Shape::Array(self.array(0)?);
        self.result()?.admits(&part).map_err(|message| self.node.error(message))
    }

    pub fn triangular_solve_transpose_is_valid(&self) -> Check {
        let invalid = self.node.optional_keyword("transpose_a") == Some("TRANSPOSE_INVALID");
        self.ensure(!invalid, || "expected NO_TRANSPOSE, TRANSPOSE or ADJOINT, found `TRANSPOSE_INVALID`".to_string())
    }

    /// Tolerances beside the mode that has none.
    pub fn result_accuracy_highest_has_no_tolerance(&self) -> Check {
        let Some(fields) = self.node.optional_fields("result_accuracy") else { return Ok(()) };
        let is_zero = |name| fields.get(name).is_none_or(|text| text.parse() == Ok(0.0));
        let tolerant = !["atol", "rtol", "ulps"].into_iter().all(is_zero);
        let highest = fields.get("mode").is_some_and(|mode| mode.contains("HIGHEST"));
        self.ensure(!(highest && tolerant), || {
            "expected no tolerance under the accuracy HIGHEST, found one above zero".to_string()
        })
    }

    /// Padding is one pair a dimension: as many numbers in another shape are none.
    pub fn reduce_window_c12_padding_is_pairs(&self, padding: Attribute<'m>) -> Check {
        let shape = self.node.literal(padding).map(|literal| literal.shape().clone())?;
        let pairs = shape.dims.len() == 2 && shape.dims[1] == 2;
        self.ensure(pairs, || format!("expected padding of shape [n, 2], found {:?}", shape.dims))
    }

    /// Layouts of both sides or of none, one a value, each a permutation of the value's dimensions.
    pub fn custom_call_layouts_fit(&self) -> Check {
        let [operands, results] = ["operand_layouts", "result_layouts"].map(|name| self.node.has(name));
        self.ensure(operands == results, || "expected layouts of operands and results, or of neither".to_string())?;
        if !operands {
            return Ok(());
        }
        let operands: Vec<PartialShape> = self.operands.iter().map(|&id| self.shape(id).into()).collect();
        let results = match self.results.as_slice() {
            [PartialShape::Tuple(parts)] => parts.clone(),
            several => several.to_vec(),
        };
        self.layouts_fit("operand", &operands, self.node.array("operand_layouts"))?;
        self.layouts_fit("result", &results, self.node.array("result_layouts"))
    }

    fn layouts_fit(&self, what: &str, shapes: &[PartialShape], layouts: Vec<Attribute<'m>>) -> Check {
        let (expected, found) = (shapes.len(), layouts.len());
        self.ensure(expected == found, || format!("expected {expected} {what} layouts, found {found}"))?;
        for (index, (shape, layout)) in shapes.iter().zip(layouts).enumerate() {
            let order = integers_of(&self.node.literal(layout)?);
            let rank = match shape {
                PartialShape::Array(array) => match &array.dims {
                    Some(dims) => dims.len(),
                    None => order.len(),
                },
                PartialShape::Token => 0,
                PartialShape::Tuple(_) => {
                    return Err(self.node.unsupported(format!("a layout of {what} {index}, which is a tuple")));
                }
            };
            let mut sorted = order.clone();
            sorted.sort_unstable();
            self.ensure(sorted.iter().copied().eq(0..rank as i64), || {
                format!(
                    "expected the layout of {what} {index} to be a permutation of {rank} dimensions, found {order:?}"
                )
            })?;
        }
        Ok(())
    }

    /// A typed call is configured by a dictionary, every other one by a string.
    pub fn custom_call_c4_config_fits_the_version(&self, is_text: bool, api_version: i64) -> Check {
        const TYPED_FFI: i64 = 4;
        match (api_version == TYPED_FFI, is_text) {
            (true, true) => Err(self.node.error("expected backend_config to be a dictionary under api_version 4")),
            (false, false) => {
                Err(self.node.error(format!("expected backend_config to be a string under api_version {api_version}")))
            }
            _ => Ok(()),
        }
    }

    /// Also of the branches of `case` and `if`, which have none.
    pub fn while_c1_c2_arguments_are_the_operands(&mut self, block: BlockRef<'m, 'm>, shapes: &[Shape]) -> Check {
        let arguments = (0..block.argument_count()).filter_map(|number| block.argument(number).ok());
        for (number, (argument, shape)) in arguments.zip(shapes).enumerate() {
            let declared = self.state.declared(argument.r#type(), self.node)?;
            let message = |message| format!("argument {number} of a region, declared {declared}: {message}");
            declared.admits(shape).map_err(|wrong| self.node.error(message(wrong)))?;
        }
        Ok(())
    }

    pub fn while_c3_results_are_the_operands(&self, shapes: &[Shape]) -> Check {
        self.results.iter().zip(shapes).enumerate().try_for_each(|(number, (declared, shape))| {
            let message = |message| format!("result {number}, declared {declared}: {message}");
            declared.admits(shape).map_err(|wrong| self.node.error(message(wrong)))
        })
    }

    /// `[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+`
    pub fn composite_c1_name_has_a_namespace(&self) -> Check {
        let name = self.node.text("name")?;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let right = name.split_once('.').is_some_and(|(space, rest)| {
            space.starts_with(|first: char| first.is_ascii_alphabetic())
                && space.bytes().all(is_word)
                && rest
                    .split('.')
                    .all(|part| !part.is_empty() && part.bytes().all(|byte| is_word(byte) || byte == b'$'))
        });
        self.ensure(right, || format!("expected a name such as `namespace.name`, found `{name}`"))
    }

    /// Of numbers: what is quantized is compared by what it stands for.
    pub fn compare_c3_type_is_that_of_the_operands(&self, stated: &str) -> Check {
        if self.node.operands().first().is_some_and(|operand| mlir::quantized::is_quantized(operand.r#type())) {
            return Ok(());
        }
        let element_type = self.element_type(0)?;
        let right = match stated {
            "SIGNED" => element_type.is_signed_integer(),
            "UNSIGNED" => element_type.is_unsigned_integer() || element_type == ElementType::Pred,
            "FLOAT" => element_type.is_float() || element_type.is_complex(),
            "TOTALORDER" => element_type.is_float(),
            _ => true,
        };
        self.ensure(right, || format!("expected a comparison of {}, found {stated}", element_type.mlir_name()))
    }

    pub fn rng_c3_shape_is_a_vector(&self) -> Check {
        let shape = self.array(2)?;
        self.ensure(shape.rank() == 1, || format!("expected a shape of rank 1, found {shape}"))
    }

    /// A dimension of the operand expands or does not.
    pub fn dynamic_broadcast_in_dim_c8_to_c10_known_dimensions(&self) -> Check {
        let rank = self.array(0)?.rank();
        let mut known = Vec::new();
        for name in ["known_expanding_dimensions", "known_nonexpanding_dimensions"] {
            for dimension in self.node.optional_usizes(name)?.unwrap_or_default() {
                self.ensure(dimension < rank, || format!("expected `{name}` below {rank}, found {dimension}"))?;
                self.ensure(!known.contains(&dimension), || {
                    format!("dimension {dimension} of `{name}` is named twice")
                })?;
                known.push(dimension);
            }
        }
        Ok(())
    }

    pub fn probe_passes_its_operand_on(&self, observed: &Shape) -> Check {
        self.result()?.admits(observed).map_err(|message| self.node.error(message))
    }

    pub fn expectation_compares_one_type(&self) -> Check {
        let (actual, expected) = (self.array(0)?, self.array(1)?);
        self.ensure(actual.same_type(&expected), || {
            format!("expected two arrays of one type, found {actual} and {expected}")
        })
    }

    /// A scan's size, where it is stated.
    pub fn scan_size_is_the_inputs(&self, steps: usize) -> Check {
        let stated = self.node.optional_i64("scan_dim_size")?.unwrap_or(steps as i64);
        self.ensure(stated == steps as i64, || format!("expected scan_dim_size {steps}, found {stated}"))
    }
}

/// Whether a combination of precisions, accumulation and number of products has a name.
fn is_known(algorithm: &DotAlgorithm) -> bool {
    use DotPrecisionType::{Element, Tf32};
    use ElementType::{BF16, F16, F32, F64};
    let single = algorithm.lhs_components == 1 && algorithm.rhs_components == 1;
    let f8 = |precision| matches!(precision, Element(t) if t.is_minifloat() && t.bit_width() == 8 && t != ElementType::F8E8M0FNU);
    let (lhs, rhs) = (algorithm.lhs_precision, algorithm.rhs_precision);
    if !single {
        return false;
    }
    if f8(lhs) && f8(rhs) {
        return algorithm.accumulation == F32 && algorithm.primitive_operations == 1;
    }
    let products: &[u32] = match (lhs, rhs, algorithm.accumulation) {
        (Element(F16), Element(F16), F16 | F32) | (Element(BF16), Element(BF16), BF16) => &[1],
        (Element(F32), Element(F32), F32) | (Element(F64), Element(F64), F64) => &[1],
        (Element(BF16), Element(BF16), F32) => &[1, 3, 6, 9],
        (Tf32, Tf32, F32) => &[1, 3],
        _ => &[],
    };
    !algorithm.allow_imprecise_accumulation && products.contains(&algorithm.primitive_operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lhs: DotPrecisionType, accumulation: ElementType, primitive_operations: u32) -> bool {
        is_known(&DotAlgorithm {
            lhs_precision: lhs,
            rhs_precision: lhs,
            accumulation,
            lhs_components: 1,
            rhs_components: 1,
            primitive_operations,
            allow_imprecise_accumulation: false,
        })
    }

    #[test]
    fn algorithms_with_a_name_are_known() {
        let element = DotPrecisionType::Element;
        assert!(known(element(ElementType::BF16), ElementType::F32, 6));
        assert!(known(DotPrecisionType::Tf32, ElementType::F32, 3));
        assert!(known(element(ElementType::F8E5M2), ElementType::F32, 1));
        assert!(!known(element(ElementType::S8), ElementType::F32, 1));
        assert!(!known(element(ElementType::F32), ElementType::F32, 3));
    }
}
