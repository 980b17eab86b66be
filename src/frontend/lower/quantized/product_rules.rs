//! What the specification asks of quantized products.

use super::rules::Check;
use super::{OpLowering, Quantizations, Quantized};
use crate::frontend::quantization::Quantization;

/// Both sides and the result of a product whose right side is quantized.
struct Product<'q> {
    lhs: &'q Quantized,
    rhs: &'q Quantization,
    result: &'q Quantized,
}

impl OpLowering<'_, '_> {
    /// `dot_general` C14 to C20, `convolution` C28 to C34.
    pub fn check_product(&self, of: &Quantizations) -> Check {
        let (Some(lhs), Some(Some(rhs)), Some(result)) = (of.operands.first(), of.operands.get(1), of.results.first())
        else {
            return Err(self.node.error("expected a quantized right side where any side is quantized"));
        };
        if lhs.is_some() != result.is_some() {
            return Err(self.node.error("expected left side and result to be both quantized, or both not"));
        }
        let product = Product { lhs, rhs, result };
        self.product_types(&product)?;
        self.product_granularity(&product)?;
        match self.node.name {
            "stablehlo.dot" | "stablehlo.dot_general" => self.check_dot(&product),
            _ => self.check_convolution(&product),
        }
    }

    /// C17, C18, C20; C31, C32, C34.
    fn product_types(&self, of: &Product) -> Check {
        let expressed = of.rhs.expressed;
        if let (Some(lhs), Some(result)) = (of.lhs, of.result) {
            if lhs.storage != of.rhs.storage {
                let (expected, found) = (lhs.storage.mlir_name(), of.rhs.storage.mlir_name());
                return Err(self.node.error(format!("expected a right side stored as {expected}, found {found}")));
            }
            return match [lhs.expressed, result.expressed].into_iter().find(|&found| found != expressed) {
                Some(found) => Err(self.other_expressed(expressed.mlir_name(), found.mlir_name())),
                None => Ok(()),
            };
        }
        let found = [self.element_type(0)?, self.array_result()?.element_type];
        match found.into_iter().find(|&found| found != expressed) {
            Some(found) => Err(self.other_expressed(expressed.mlir_name(), found.mlir_name())),
            None => Ok(()),
        }
    }

    fn other_expressed(&self, expected: &str, found: &str) -> crate::hlo::Diagnostic {
        self.node.error(format!("expected left side and result of {expected} as the right side, found {found}"))
    }

    /// C19, C33; a left side quantized along a dimension is in neither operation's table of inputs.
    fn product_granularity(&self, of: &Product) -> Check {
        if of.lhs.as_ref().is_some_and(|lhs| lhs.is_per_axis()) {
            return Err(self.expected("operand 0", "quantized for the whole array", of.lhs));
        }
        if !of.rhs.is_per_axis() && of.result.as_ref().is_some_and(|result| result.is_per_axis()) {
            return Err(self.expected("result 0", "quantized for the whole array as the right side is", of.result));
        }
        Ok(())
    }

    /// `dot_general` C15, C16. `dot` is in the specification no more, and has no rule for zero points.
    fn check_dot(&self, of: &Product) -> Check {
        let has_rule = self.node.name == "stablehlo.dot_general";
        if let Some(point) = of.rhs.zero_points.iter().find(|&&point| has_rule && point != 0) {
            return Err(self.node.error(format!("expected a zero point of 0 on the right side, found {point}")));
        }
        let contracting = self.dot_dimensions()?.rhs_contracting;
        match of.rhs.axis.filter(|axis| contracting.contains(axis)) {
            Some(axis) => {
                let message = format!("expected a right side quantized along no contracting dimension, found {axis}");
                Err(self.node.error(message))
            }
            None => Ok(()),
        }
    }

    /// `convolution` C29, C30.
    fn check_convolution(&self, of: &Product) -> Check {
        let dims = self.convolution_dimensions()?;
        let result_axis = of.result.as_ref().and_then(|result| result.axis);
        let sides = [
            ("right side", of.rhs.axis, "kernel_output_feature_dimension", dims.kernel_output_feature),
            ("result", result_axis, "output_feature_dimension", dims.output_feature),
        ];
        for (side, axis, name, expected) in sides {
            if let Some(found) = axis.filter(|&axis| axis != expected) {
                let message =
                    format!("expected the {side} to be quantized along {expected}, the {name}, found {found}");
                return Err(self.node.error(message));
            }
        }
        Ok(())
    }
}
