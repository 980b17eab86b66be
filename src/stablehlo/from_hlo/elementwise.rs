//! Elementwise operations.

use super::Dialects;
use super::emission::{Emission, Outcome};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ComputationId, ElementType, UnaryOp};
use crate::stablehlo::Attribute;

impl Emission<'_, '_> {
    pub fn unary(&mut self, op: UnaryOp) -> Outcome {
        let name = match op {
            UnaryOp::Abs => "stablehlo.abs",
            UnaryOp::Cbrt => "stablehlo.cbrt",
            UnaryOp::Ceil => "stablehlo.ceil",
            UnaryOp::CountLeadingZeros => "stablehlo.count_leading_zeros",
            UnaryOp::Cosine => "stablehlo.cosine",
            UnaryOp::Erf => return self.erf(),
            UnaryOp::Exponential => "stablehlo.exponential",
            UnaryOp::ExponentialMinusOne => "stablehlo.exponential_minus_one",
            UnaryOp::Floor => "stablehlo.floor",
            UnaryOp::Imag => "stablehlo.imag",
            UnaryOp::IsFinite => "stablehlo.is_finite",
            UnaryOp::Log => "stablehlo.log",
            UnaryOp::LogPlusOne => "stablehlo.log_plus_one",
            UnaryOp::Logistic => "stablehlo.logistic",
            UnaryOp::Negate => "stablehlo.negate",
            UnaryOp::Not => "stablehlo.not",
            UnaryOp::PopulationCount => "stablehlo.popcnt",
            UnaryOp::Real => "stablehlo.real",
            UnaryOp::RoundNearestAfz => "stablehlo.round_nearest_afz",
            UnaryOp::RoundNearestEven => "stablehlo.round_nearest_even",
            UnaryOp::Rsqrt => "stablehlo.rsqrt",
            UnaryOp::Sign => "stablehlo.sign",
            UnaryOp::Sine => "stablehlo.sine",
            UnaryOp::Sqrt => "stablehlo.sqrt",
            UnaryOp::Tan => "stablehlo.tan",
            UnaryOp::Tanh => "stablehlo.tanh",
        };
        self.plain(name, Vec::new())
    }

    /// CHLO's; without CHLO a custom call that XLA and our frontend know.
    fn erf(&mut self) -> Outcome {
        match self.emitter.dialects {
            Dialects::All => self.plain("chlo.erf", Vec::new()),
            Dialects::Portable => self.mhlo_call("mhlo.erf", Vec::new()),
        }
    }

    pub fn binary(&mut self, op: BinaryOp) -> Outcome {
        let name = match op {
            BinaryOp::Add => "stablehlo.add",
            BinaryOp::And => "stablehlo.and",
            BinaryOp::Atan2 => "stablehlo.atan2",
            BinaryOp::Complex => "stablehlo.complex",
            BinaryOp::Divide => "stablehlo.divide",
            BinaryOp::Maximum => "stablehlo.maximum",
            BinaryOp::Minimum => "stablehlo.minimum",
            BinaryOp::Multiply => "stablehlo.multiply",
            BinaryOp::Or => "stablehlo.or",
            BinaryOp::Power => "stablehlo.power",
            BinaryOp::Remainder => "stablehlo.remainder",
            BinaryOp::ShiftLeft => "stablehlo.shift_left",
            BinaryOp::ShiftRightArithmetic => "stablehlo.shift_right_arithmetic",
            BinaryOp::ShiftRightLogical => "stablehlo.shift_right_logical",
            BinaryOp::Subtract => "stablehlo.subtract",
            BinaryOp::Xor => "stablehlo.xor",
        };
        self.plain(name, Vec::new())
    }

    pub fn compare(&mut self, direction: ComparisonDirection, order: ComparisonOrder) -> Outcome {
        let direction = match direction {
            ComparisonDirection::Eq => "EQ",
            ComparisonDirection::Ne => "NE",
            ComparisonDirection::Ge => "GE",
            ComparisonDirection::Gt => "GT",
            ComparisonDirection::Le => "LE",
            ComparisonDirection::Lt => "LT",
        };
        let element_type = self.element_type(0);
        let order = match order {
            ComparisonOrder::Total => "TOTALORDER",
            ComparisonOrder::Partial if element_type.is_signed_integer() => "SIGNED",
            ComparisonOrder::Partial if element_type.is_float() || element_type.is_complex() => "FLOAT",
            ComparisonOrder::Partial => "UNSIGNED",
        };
        let attributes = vec![
            ("comparison_direction".into(), Attribute::Keyword("comparison_direction", direction)),
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
