//! Which code for real numbers, and which for complex ones, an operation is.

use super::complex::Complex;
use super::lanes::Lanes;
use crate::hlo::UnaryOp;
use crate::hlo::elementwise_op::{bit_function, part_function, real_function};

/// An elementary function.
pub(super) struct Function<'m, 'ctx> {
    /// Of f32 or f64.
    pub real: fn(Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx>,
    /// Of f64 parts.
    pub complex: fn(Complex<'m, 'ctx>) -> Complex<'m, 'ctx>,
}

/// # Panics
/// On an operation that is no elementary function: a bug in the caller.
pub(super) fn function_of<'m, 'ctx>(op: UnaryOp) -> Function<'m, 'ctx> {
    type Real<'m, 'ctx> = fn(Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx>;
    type OfComplex<'m, 'ctx> = fn(Complex<'m, 'ctx>) -> Complex<'m, 'ctx>;
    let (real, complex): (Real<'m, 'ctx>, OfComplex<'m, 'ctx>) = match op {
        UnaryOp::Acos => (Lanes::acos, Complex::acos),
        UnaryOp::Acosh => (Lanes::acosh, Complex::acosh),
        UnaryOp::Asin => (Lanes::asin, Complex::asin),
        UnaryOp::Asinh => (Lanes::asinh, Complex::asinh),
        UnaryOp::Atanh => (Lanes::atanh, Complex::atanh),
        UnaryOp::Cbrt => (Lanes::cbrt, Complex::cbrt),
        UnaryOp::Cosh => (Lanes::cosh, Complex::cosh),
        UnaryOp::Cosine => (Lanes::cos, Complex::cos),
        UnaryOp::Exponential => (Lanes::exp, Complex::exp),
        UnaryOp::ExponentialMinusOne => (Lanes::expm1, Complex::expm1),
        UnaryOp::Log => (Lanes::log, Complex::log),
        UnaryOp::LogPlusOne => (Lanes::log1p, Complex::log1p),
        UnaryOp::Logistic => (Lanes::logistic, Complex::logistic),
        UnaryOp::Rsqrt => (Lanes::rsqrt, Complex::rsqrt),
        UnaryOp::Sine => (Lanes::sin, Complex::sin),
        UnaryOp::Sinh => (Lanes::sinh, Complex::sinh),
        UnaryOp::Sqrt => (Lanes::sqrt, Complex::sqrt),
        UnaryOp::Tan => (Lanes::tan, Complex::tan),
        UnaryOp::Tanh => (Lanes::tanh, Complex::tanh),
        UnaryOp::Abs | UnaryOp::Negate | UnaryOp::Sign | real_function!() | part_function!() | bit_function!() => {
            unreachable!("{} is no elementary function", op.name())
        }
    };
    Function { real, complex }
}
