//! Elementwise operations that are more than a name.

use super::{Applied, Layout, OpLowering, Outcome};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, Op, UnaryOp};

impl OpLowering<'_, '_> {
    /// Real and imaginary part exist for real numbers too: the number itself, and zero. CHLO's hyperbolic functions of
    /// f32 are formulas (docs/numerics.md).
    pub fn unary(&mut self, op: UnaryOp) -> Outcome {
        self.expect_operands(1)?;
        self.result_accuracy_highest_has_no_tolerance()?;
        let element_type = self.element_type(0)?;
        let is_real = element_type.is_float();
        match op {
            UnaryOp::Cosh if element_type == ElementType::F32 => self.cosh_of_single(),
            UnaryOp::Sinh if element_type == ElementType::F32 => self.sinh_of_single(),
            UnaryOp::Real if is_real => {
                self.real_c2_result_is_of_the_part()?;
                Ok(self.operands.clone())
            }
            UnaryOp::Imag if is_real => {
                self.real_c2_result_is_of_the_part()?;
                let operand = self.operands[0];
                let mut builder = self.builder();
                let zeros = builder.full_like(operand, 0.0);
                builder.finish()?;
                Ok(vec![zeros])
            }
            _ => self.plain(Op::Unary(op)),
        }
    }

    pub fn binary(&mut self, op: BinaryOp) -> Outcome {
        if op == BinaryOp::Maximum {
            return self.extremum(op, ComparisonDirection::Gt);
        }
        if op == BinaryOp::Minimum {
            return self.extremum(op, ComparisonDirection::Lt);
        }
        if op == BinaryOp::Remainder && self.element_type(0)?.is_complex() {
            let message = "of complex numbers, whose meaning the specification leaves open";
            return Err(self.node.unsupported(message).into());
        }
        self.plain_of(2, Op::Binary(op))
    }

    /// Complex numbers have an order here: by the real part, then by the imaginary one.
    fn extremum(&mut self, op: BinaryOp, direction: ComparisonDirection) -> Outcome {
        self.expect_operands(2)?;
        if !self.element_type(0)?.is_complex() {
            return self.plain(Op::Binary(op));
        }
        let [x, y] = [self.operands[0], self.operands[1]];
        let mut builder = self.builder();
        let [real_x, real_y] = [x, y].map(|value| builder.unary(UnaryOp::Real, value));
        let [imag_x, imag_y] = [x, y].map(|value| builder.unary(UnaryOp::Imag, value));
        let by_real = builder.compare(direction, real_x, real_y);
        let by_imag = builder.compare(direction, imag_x, imag_y);
        let is_tie = builder.compare(ComparisonDirection::Eq, real_x, real_y);
        let is_first = builder.select(is_tie, by_imag, by_real);
        let value = builder.select(is_first, x, y);
        builder.finish()?;
        Ok(vec![value])
    }

    pub fn compare(&mut self) -> Outcome {
        let direction = self.direction()?;
        let stated = self.node.optional_keyword("compare_type").unwrap_or("NOTYPE");
        let order = match stated {
            "TOTALORDER" => ComparisonOrder::Total,
            "NOTYPE" | "FLOAT" | "SIGNED" | "UNSIGNED" => ComparisonOrder::Partial,
            other => return Err(self.node.error(format!("`{other}` is no type of comparison")).into()),
        };
        self.compare_c3_type_is_that_of_the_operands(stated)?;
        self.plain_of(2, Op::Compare { direction, order })
    }

    pub fn direction(&self) -> Result<ComparisonDirection, crate::hlo::Diagnostic> {
        self.node.keyword("comparison_direction", ComparisonDirection::MLIR_WORDS)
    }

    pub fn map(&mut self) -> Outcome {
        self.expect_at_least(1)?;
        let dims = self.array(0)?.dims;
        self.map_c3_all_dimensions_in_order(dims.len())?;
        let Applied { computation: to_apply, captured } = self.applied(0, Layout::Elements)?;
        let operands = [self.operands.clone(), self.splats(&captured, &dims)].concat();
        self.with_operands(Op::Map { to_apply }, operands)
    }

    pub fn reduce_precision(&mut self) -> Outcome {
        let [exponent_bits, mantissa_bits] = ["exponent_bits", "mantissa_bits"].map(|name| self.node.usize(name));
        let op = Op::ReducePrecision { exponent_bits: exponent_bits? as u32, mantissa_bits: mantissa_bits? as u32 };
        self.plain_of(1, op)
    }
}
