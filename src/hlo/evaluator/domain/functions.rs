//! Which function of real numbers, and which of complex ones, an operation is.

use super::complex::Complex;
use super::complex_functions as complex;
use super::float;
use super::inverse;
use crate::hlo::UnaryOp;
use crate::hlo::elementwise_op::{bit_function, part_function, real_function};

type OfReal = fn(f64) -> f64;
type OfComplex = fn(Complex) -> Complex;

/// An elementary function.
pub struct Function {
    pub real: OfReal,
    pub complex: OfComplex,
}

/// None for an operation that is no elementary function.
pub fn function_of(op: UnaryOp) -> Option<Function> {
    let (real, complex): (OfReal, OfComplex) = match op {
        UnaryOp::Acos => (f64::acos, inverse::acos),
        // The library has values below 1.
        UnaryOp::Acosh => (|x| if x < 1.0 { f64::NAN } else { libm::acosh(x) }, inverse::acosh),
        UnaryOp::Asin => (f64::asin, inverse::asin),
        UnaryOp::Asinh => (libm::asinh, |z| turned_back(inverse::asin(turned(z)))),
        UnaryOp::Atanh => (libm::atanh, inverse::atanh),
        UnaryOp::Cbrt => (f64::cbrt, complex::cbrt),
        UnaryOp::Cosh => (f64::cosh, |z| complex::cos(turned(z))),
        UnaryOp::Cosine => (f64::cos, complex::cos),
        UnaryOp::Exponential => (f64::exp, complex::exp),
        UnaryOp::ExponentialMinusOne => (f64::exp_m1, complex::exp_m1),
        UnaryOp::Log => (f64::ln, complex::log),
        UnaryOp::LogPlusOne => (f64::ln_1p, complex::log_1p),
        UnaryOp::Logistic => (float::logistic, complex::logistic),
        UnaryOp::Rsqrt => (|x| x.sqrt().recip(), |z| complex::divide(Complex::ONE, complex::sqrt(z))),
        UnaryOp::Sine => (f64::sin, complex::sin),
        UnaryOp::Sinh => (f64::sinh, |z| turned_back(complex::sin(turned(z)))),
        UnaryOp::Sqrt => (f64::sqrt, complex::sqrt),
        UnaryOp::Tan => (f64::tan, complex::tan),
        UnaryOp::Tanh => (f64::tanh, complex::tanh),
        UnaryOp::Abs | UnaryOp::Negate | UnaryOp::Sign | real_function!() | part_function!() | bit_function!() => {
            return None;
        }
    };
    Some(Function { real, complex })
}

/// `iz`
fn turned(z: Complex) -> Complex {
    Complex::new(-z.im, z.re)
}

/// `-iz`
fn turned_back(z: Complex) -> Complex {
    Complex::new(z.im, -z.re)
}
