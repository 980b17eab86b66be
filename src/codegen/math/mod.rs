//! Elementwise operations as LLVM IR: every element type, on scalars and on vectors of any lane count.
//!
//! Nothing here calls a library: the transcendentals are polynomials of ours, and what an instruction set lacks is
//! composed from what it has. Objects made from this IR refer to no symbol but `memcpy`, `memmove` and `memset`.
//!
//! # Register forms
//! | type | lane |
//! |---|---|
//! | `pred` | `i1` |
//! | integers | their own width, signless; `s2 s4 u2 u4` in `i8`, always sign- or zero-extended |
//! | `f32 f64` | `float`, `double` |
//! | `f16 bf16` | their bit pattern in `i16` |
//! | `f8… f6… f4…` | their bit pattern in `i8` |
//! | `c64 c128` | a pair of `float` or `double` values |
//!
//! Narrow floats are computed with in f32 and rounded once an operation, to nearest even. Error bounds of every
//! function are in `docs/numerics.md`.
//!
//! # Control flow
//! Most operations are straight-line. A few (64-bit and narrow integer division, remainders of far apart floats,
//! sine of huge arguments) emit blocks of their own for the rare or the long case and leave the builder in the block
//! that follows: a caller that needs the current block for a phi asks the builder after the call.

mod arithmetic;
mod atan;
mod comparison;
mod complex;
mod control;
mod convert;
mod division;
mod double;
mod erf;
mod exp;
mod functions;
mod hyperbolic;
mod integer;
mod inverse;
mod lanes;
mod log;
mod memory;
mod minifloat;
mod power;
mod precision;
mod reduction;
mod remainder;
mod roots;
mod trig;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use lanes::built;

use crate::codegen::Target;
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, UnaryOp};
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::BasicValueEnum;

/// What the emitted code may use of the target's instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Features {
    /// Fused multiply-add.
    pub fma: bool,
    /// Instructions that round a float to an integral float (SSE4.1).
    pub rounding: bool,
    /// Conversions between f16 and f32 (F16C).
    pub half: bool,
}

impl Features {
    /// What an x86-64 target has.
    pub fn of(target: &Target) -> Features {
        Features { fma: target.has("fma"), rounding: target.has("sse4.1"), half: target.has("f16c") }
    }

    /// Everything, as NVIDIA's targets have it.
    pub fn all() -> Features {
        Features { fma: true, rounding: true, half: true }
    }
}

/// A value in register form: one LLVM scalar or vector, or two for complex types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'ctx> {
    Real(BasicValueEnum<'ctx>),
    /// Real and imaginary part.
    Complex(BasicValueEnum<'ctx>, BasicValueEnum<'ctx>),
}

impl<'ctx> Value<'ctx> {
    /// The LLVM value of a type that is not complex; the real part of one that is.
    pub fn real(self) -> BasicValueEnum<'ctx> {
        match self {
            Value::Real(real) | Value::Complex(real, _) => real,
        }
    }

    /// All LLVM values, in order.
    pub fn parts(self) -> Vec<BasicValueEnum<'ctx>> {
        match self {
            Value::Real(real) => vec![real],
            Value::Complex(real, imag) => vec![real, imag],
        }
    }

    /// Applies `f` to each LLVM value.
    pub fn map(self, mut f: impl FnMut(BasicValueEnum<'ctx>) -> BasicValueEnum<'ctx>) -> Value<'ctx> {
        match self {
            Value::Real(real) => Value::Real(f(real)),
            Value::Complex(real, imag) => Value::Complex(f(real), f(imag)),
        }
    }
}

/// Emits elementwise operations at the place where `builder` stands.
#[derive(Clone, Copy)]
pub struct MathBuilder<'a, 'ctx> {
    pub context: &'ctx Context,
    pub builder: &'a Builder<'ctx>,
    pub module: &'a Module<'ctx>,
    /// Elements in a value; 1 means plain scalars.
    pub lanes: u32,
    pub features: Features,
}

impl<'a, 'ctx> MathBuilder<'a, 'ctx> {
    /// The same place, with another lane count.
    pub fn with_lanes(&self, lanes: u32) -> MathBuilder<'a, 'ctx> {
        MathBuilder { lanes, ..*self }
    }

    /// `op` on an operand of type `ty`. `real`, `imag` and `abs` of a complex type give its part type, `is-finite`
    /// gives `pred`, every other operation `ty`.
    pub fn unary(&self, op: UnaryOp, ty: ElementType, operand: Value<'ctx>) -> Value<'ctx> {
        match operand {
            Value::Complex(..) => self.complex_unary(op, operand),
            Value::Real(x) if ty.is_float() => Value::Real(self.float_unary(op, ty, self.lanes_of(x)).raw),
            Value::Real(x) => Value::Real(self.integer_unary(op, ty, self.lanes_of(x)).raw),
        }
    }

    /// `op` on operands of type `ty`. `complex` gives the complex type of `ty`, every other operation `ty`.
    pub fn binary(&self, op: BinaryOp, ty: ElementType, lhs: Value<'ctx>, rhs: Value<'ctx>) -> Value<'ctx> {
        let (a, b) = (self.lanes_of(lhs.real()), self.lanes_of(rhs.real()));
        match (lhs, rhs) {
            (Value::Real(re), Value::Real(im)) if op == BinaryOp::Complex => Value::Complex(re, im),
            (Value::Complex(..), _) | (_, Value::Complex(..)) => self.complex_binary(op, lhs, rhs),
            _ if ty.is_float() => Value::Real(self.float_binary(op, ty, a, b).raw),
            _ => Value::Real(self.integer_binary(op, ty, a, b).raw),
        }
    }

    /// Compares operands of type `ty`; gives `pred`. Complex numbers compare part by part, the real part first.
    pub fn compare(
        &self,
        direction: ComparisonDirection,
        order: ComparisonOrder,
        ty: ElementType,
        lhs: Value<'ctx>,
        rhs: Value<'ctx>,
    ) -> Value<'ctx> {
        Value::Real(self.compare_values(direction, order, ty, lhs, rhs).raw)
    }

    /// `on_true` where `predicate` holds, else `on_false`.
    pub fn select(&self, predicate: Value<'ctx>, on_true: Value<'ctx>, on_false: Value<'ctx>) -> Value<'ctx> {
        let predicate = self.lanes_of(predicate.real());
        let choose = |a, b| predicate.select_as_written(self.lanes_of(a), self.lanes_of(b)).raw;
        match (on_true, on_false) {
            (Value::Complex(a, b), Value::Complex(c, d)) => Value::Complex(choose(a, c), choose(b, d)),
            _ => Value::Real(choose(on_true.real(), on_false.real())),
        }
    }

    /// `min(max(operand, low), high)` as the operations `maximum` and `minimum` define it: NaN propagates.
    pub fn clamp(&self, ty: ElementType, low: Value<'ctx>, operand: Value<'ctx>, high: Value<'ctx>) -> Value<'ctx> {
        let raised = self.binary(BinaryOp::Maximum, ty, operand, low);
        self.binary(BinaryOp::Minimum, ty, raised, high)
    }
}
