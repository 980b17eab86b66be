//! CHLO operations that HLO lacks, decomposed into HLO's: one family a file.
//!
//! Functions of f16 and bf16 are computed in f32. Those without a cheap formula of their own (gamma, zeta, Bessel and the
//! complementary error function) are computed in f64, which for every narrower type leaves one rounding.

mod bessel;
mod bits;
mod broadcasting;
mod complex;
mod error_function;
mod gamma;
mod hyperbolic;
mod ragged_dot;
mod scan;
mod value;
mod zeta;

use super::lower::{OpLowering, Outcome};
use crate::hlo::ElementType::{self, F32, F64};
use crate::hlo::{BinaryOp, Builder, ComparisonDirection, Diagnostic, InstructionId, Op, UnaryOp};
use value::{Formula, Value};

/// The upper half of the product of two integers of one shape, which as a whole has twice their bits.
///
/// # Errors
/// Operands that do not fit.
pub(super) fn high_product(builder: Builder, [x, y]: [InstructionId; 2]) -> Result<InstructionId, Diagnostic> {
    let formula = Formula::new(builder);
    let high = bits::mulhi(formula.value(x), formula.value(y)).id();
    formula.finish().map(|()| high)
}

type UnaryFormula = for<'f, 'b> fn(Value<'f, 'b>) -> Value<'f, 'b>;
type BinaryFormula = for<'f, 'b> fn(Value<'f, 'b>, Value<'f, 'b>) -> Value<'f, 'b>;

impl OpLowering<'_, '_> {
    pub fn chlo(&mut self, name: &str) -> Outcome {
        if let Some(name) = name.strip_prefix("broadcast_") {
            return self.broadcasting(name);
        }
        match name {
            "_asin_acos_kernel" => Err(self.node.unsupported("a step of CHLO's own lowering").into()),
            "atan" => self.function(hyperbolic::atan, complex::atan),
            "bessel_i1e" => self.in_double(bessel::bessel_i1e),
            "conj" => self.function(|x| x, complex::conjugate),
            "constant" => self.constant(),
            "constant_like" => self.constant_like(),
            "digamma" => self.in_double(gamma::digamma),
            "erf_inv" => self.in_at_least(F32, error_function::erf_inv),
            "erfc" => self.in_double(error_function::erfc),
            "is_inf" => self.is_number(|x| x.abs(), f64::INFINITY),
            "is_neg_inf" => self.is_number(|x| x, f64::NEG_INFINITY),
            "is_pos_inf" => self.is_number(|x| x, f64::INFINITY),
            "lgamma" => self.in_double(gamma::lgamma),
            "mulhi" => self.mulhi(),
            "next_after" => self.next_after(),
            "polygamma" => self.two_in_double(zeta::polygamma),
            "square" => self.square(),
            "tan" => self.plain_of(1, Op::Unary(UnaryOp::Tan)),
            "top_k" => self.top_k(),
            "zeta" => self.two_in_double(zeta::zeta),
            "scan" => self.scan(),
            "ragged_dot" => self.ragged_dot(),
            _ => Err(self.no_such_operation("CHLO").into()),
        }
    }

    /// CHLO's `cosh` of f32, rounded as programs were tested with.
    pub fn cosh_of_single(&mut self) -> Outcome {
        self.in_at_least(F32, hyperbolic::cosh)
    }

    /// CHLO's `sinh` of f32, rounded as programs were tested with.
    pub fn sinh_of_single(&mut self) -> Outcome {
        self.in_at_least(F32, hyperbolic::sinh)
    }

    /// A function with a formula for real and one for complex numbers.
    fn function(&mut self, real: UnaryFormula, complex: UnaryFormula) -> Outcome {
        match self.element_type(0)?.is_complex() {
            true => self.formula(complex),
            false => self.in_at_least(F32, real),
        }
    }

    fn in_double(&mut self, formula: UnaryFormula) -> Outcome {
        self.in_at_least(F64, formula)
    }

    /// Computes a real function in a type of at least this width, rounding once at the end.
    fn in_at_least(&mut self, least: ElementType, formula: UnaryFormula) -> Outcome {
        self.expect_operands(1)?;
        let element_type = self.real_type(0)?;
        let computed_in = wider(element_type, least);
        let operand = self.operands[0];
        let formulas = Formula::new(self.builder());
        let id = formula(formulas.value(operand).convert(computed_in)).convert(element_type).id();
        formulas.finish()?;
        Ok(vec![id])
    }

    fn two_in_double(&mut self, formula: BinaryFormula) -> Outcome {
        self.expect_operands(2)?;
        let element_type = self.real_type(0)?;
        let [x, y] = [self.operands[0], self.operands[1]];
        let formulas = Formula::new(self.builder());
        let [x, y] = [x, y].map(|id| formulas.value(id).convert(F64));
        let id = formula(x, y).convert(element_type).id();
        formulas.finish()?;
        Ok(vec![id])
    }

    /// A formula over the operand as it is.
    fn formula(&mut self, formula: UnaryFormula) -> Outcome {
        self.expect_operands(1)?;
        let operand = self.operands[0];
        let formulas = Formula::new(self.builder());
        let id = formula(formulas.value(operand)).id();
        formulas.finish()?;
        Ok(vec![id])
    }

    fn real_type(&self, index: usize) -> Result<ElementType, crate::hlo::Diagnostic> {
        let element_type = self.element_type(index)?;
        if !element_type.is_float() {
            return Err(self
                .node
                .error(format!("expected floating-point numbers, found {}", element_type.mlir_name())));
        }
        Ok(element_type)
    }

    fn square(&mut self) -> Outcome {
        self.expect_operands(1)?;
        if self.element_type(0)?.is_complex() {
            return self.formula(complex::square);
        }
        self.real_type(0)?;
        let operand = self.operands[0];
        self.with_operands(Op::Binary(BinaryOp::Multiply), vec![operand, operand])
    }

    fn is_number(&mut self, of: UnaryFormula, number: f64) -> Outcome {
        self.expect_operands(1)?;
        self.real_type(0)?;
        let operand = self.operands[0];
        let formulas = Formula::new(self.builder());
        let x = of(formulas.value(operand));
        let id = x.compare(ComparisonDirection::Eq, x.constant(number)).id();
        formulas.finish()?;
        Ok(vec![id])
    }

    fn next_after(&mut self) -> Outcome {
        self.expect_operands(2)?;
        if !bits::has_bits(self.element_type(0)?) {
            return Err(self.node.unsupported("an element type under eight bits").into());
        }
        self.two(bits::next_after)
    }

    fn mulhi(&mut self) -> Outcome {
        self.expect_operands(2)?;
        if !self.element_type(0)?.is_integer() {
            return Err(self.node.error("expected integers").into());
        }
        self.two(bits::mulhi)
    }

    fn two(&mut self, formula: BinaryFormula) -> Outcome {
        let [x, y] = [self.operands[0], self.operands[1]];
        let formulas = Formula::new(self.builder());
        let id = formula(formulas.value(x), formulas.value(y)).id();
        formulas.finish()?;
        Ok(vec![id])
    }

    fn top_k(&mut self) -> Outcome {
        let k = self.node.usize("k")?;
        self.plain_of(1, Op::TopK { k, largest: true })
    }
}

fn wider(element_type: ElementType, least: ElementType) -> ElementType {
    if element_type.bit_width() < least.bit_width() { least } else { element_type }
}
