//! Elementwise operations.

use super::Dialects;
use super::emission::{Emission, Outcome};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ComputationId, ElementType, UnaryOp};
use crate::stablehlo::Attribute;

impl Emission<'_, '_> {
    /// CHLO's hyperbolic functions of f32 are formulas (docs/numerics.md), and not HLO's operations.
    pub fn unary(&mut self, op: UnaryOp) -> Outcome {
        match (op, self.element_type(0)) {
            (UnaryOp::Cosh | UnaryOp::Sinh, ElementType::F32) => {
                self.mhlo_call(&format!("mhlo.{}", op.name()), Vec::new())
            }
            _ => self.named(op.mlir_name()),
        }
    }

    pub fn binary(&mut self, op: BinaryOp) -> Outcome {
        self.named(op.mlir_name())
    }

    /// An operation that is nothing but its name; one of CHLO's, where there is no CHLO, as a custom call that XLA and
    /// our frontend know.
    fn named(&mut self, name: &'static str) -> Outcome {
        match (name.strip_prefix("chlo."), self.emitter.dialects) {
            (Some(bare), Dialects::Portable) => self.mhlo_call(&format!("mhlo.{bare}"), Vec::new()),
            (None, _) | (_, Dialects::All) => self.plain(name, Vec::new()),
        }
    }

    pub fn compare(&mut self, direction: ComparisonDirection, order: ComparisonOrder) -> Outcome {
        let element_type = self.element_type(0);
        let order = match order {
            ComparisonOrder::Total => "TOTALORDER",
            ComparisonOrder::Partial if element_type.is_signed_integer() => "SIGNED",
            ComparisonOrder::Partial if element_type.is_float() || element_type.is_complex() => "FLOAT",
            ComparisonOrder::Partial => "UNSIGNED",
        };
        let attributes = vec![
            ("comparison_direction".into(), Attribute::Keyword("comparison_direction", direction.mlir_word())),
            ("compare_type".into(), Attribute::Keyword("comparison_type", order)),
        ];
        self.plain("stablehlo.compare", attributes)
    }

    /// HLO's `pred` takes a byte here, StableHLO's `i1` a bit.
    pub fn bitcast_convert(&mut self) -> Outcome {
        let [from, to] = [self.element_type(0), self.instruction.array().element_type];
        if (from == ElementType::Pred) != (to == ElementType::Pred) {
            return Err(self.unsupported("the bytes of booleans"));
        }
        self.plain("stablehlo.bitcast_convert", Vec::new())
    }

    pub fn reduce_precision(&mut self, exponent_bits: u32, mantissa_bits: u32) -> Outcome {
        let attributes = vec![
            ("exponent_bits".into(), Attribute::i32(exponent_bits as i32)),
            ("mantissa_bits".into(), Attribute::i32(mantissa_bits as i32)),
        ];
        self.plain("stablehlo.reduce_precision", attributes)
    }

    pub fn map(&mut self, to_apply: ComputationId) -> Outcome {
        let dimensions: Vec<usize> = (0..self.instruction.array().rank()).collect();
        let attributes = vec![("dimensions".into(), Attribute::integers(&dimensions))];
        self.applying("stablehlo.map", attributes, &[to_apply])
    }
}
