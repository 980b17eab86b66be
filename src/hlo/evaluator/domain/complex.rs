//! Complex numbers with `f64` parts.

use super::complex_angle::atan2;
use super::complex_functions as functions;
use super::complex_power::power;
use super::functions::function_of;
use super::{Domain, Scalar};
use crate::hlo::elementwise_op::{bit_function, bitwise, function, part_function, real_function, shift};
use crate::hlo::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

/// Width of the type with `f32` parts.
const C64_BITS: u32 = 64;

pub type Complex = rustfft::num_complex::Complex<f64>;

impl Domain for Complex {
    fn unary(self, op: UnaryOp, _bits: u32) -> Option<Complex> {
        let value = match op {
            UnaryOp::Negate => -self,
            UnaryOp::Sign => functions::sign(self),
            function!() => (function_of(op)?.complex)(self),
            UnaryOp::Abs | real_function!() | part_function!() | bit_function!() => return None,
        };
        Some(value)
    }

    fn binary(self, op: BinaryOp, other: Complex, bits: u32) -> Option<Complex> {
        let value = match op {
            BinaryOp::Add => self + other,
            BinaryOp::Subtract => self - other,
            BinaryOp::Multiply if bits == C64_BITS => functions::single_product(self, other),
            BinaryOp::Multiply => self * other,
            BinaryOp::Divide => functions::divide(self, other),
            BinaryOp::Power => power(self, other),
            BinaryOp::Atan2 => atan2(self, other),
            BinaryOp::Maximum if functions::is_above(self, other) => self,
            BinaryOp::Minimum if functions::is_above(other, self) => self,
            BinaryOp::Maximum | BinaryOp::Minimum => other,
            BinaryOp::Complex | BinaryOp::Remainder | bitwise!() | shift!() => return None,
        };
        Some(value)
    }

    fn partial_order(self, other: Complex) -> Option<Ordering> {
        (self == other).then_some(Ordering::Equal)
    }

    /// By real part, then imaginary part; programs compare complex numbers for equality alone.
    fn total_order(self, other: Complex) -> Ordering {
        self.re.total_cmp(&other.re).then(self.im.total_cmp(&other.im))
    }

    fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }

    fn of_scalar(scalar: Scalar) -> Complex {
        match scalar {
            Scalar::Complex(value) => value,
            other => panic!("{other:?} is no complex number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::complex_reference::REFERENCE;
    use super::*;

    /// Parts may be off by a few ulp of themselves.
    fn close(actual: f64, expected: f64) -> bool {
        actual == expected || (actual - expected).abs() <= 6.0 * f64::EPSILON * expected.abs().max(f64::MIN_POSITIVE)
    }

    #[test]
    fn functions_are_right_in_both_parts() {
        let mut wrong = Vec::new();
        for (op, values) in REFERENCE {
            for &[re, im, expected_re, expected_im] in values {
                let actual = Complex::new(re, im).unary(op, 64).unwrap();
                if !close(actual.re, expected_re) || !close(actual.im, expected_im) {
                    wrong.push(format!("{op:?}({re:e}, {im:e}) = {actual:e}, not {expected_re:e}, {expected_im:e}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn zeros_choose_the_side_of_a_branch_cut() {
        let pi = std::f64::consts::PI;
        assert_eq!(functions::log(Complex::new(-1.0, 0.0)).im, pi);
        assert_eq!(functions::log(Complex::new(-1.0, -0.0)).im, -pi);
        assert_eq!(functions::sqrt(Complex::new(-4.0, -0.0)), Complex::new(0.0, -2.0));
        assert!(functions::sqrt(Complex::new(4.0, -0.0)).im.is_sign_negative());
        assert!(functions::sin(Complex::new(0.0, -0.0)).im.is_sign_negative());
    }

    #[test]
    fn infinities() {
        let infinity = f64::INFINITY;
        assert_eq!(functions::sqrt(Complex::new(-infinity, 1.0)), Complex::new(0.0, infinity));
        assert_eq!(functions::sqrt(Complex::new(f64::NAN, -infinity)), Complex::new(infinity, -infinity));
        assert!(functions::exp(Complex::new(-infinity, infinity)).re.is_nan());
        assert_eq!(functions::log(Complex::ZERO), Complex::new(-infinity, 0.0));
        assert_eq!(functions::tanh(Complex::new(infinity, 1.0)), Complex::new(1.0, 0.0));
        assert_eq!(functions::divide(Complex::new(1.0, 1.0), Complex::new(infinity, 0.0)), Complex::ZERO);
        assert_eq!(functions::divide(Complex::new(1.0, 0.0), Complex::ZERO).re, infinity);
    }

    #[test]
    fn quotients_neither_overflow_nor_cancel() {
        let huge = Complex::new(1e308, 1e308);
        assert_eq!(functions::divide(huge, huge), Complex::ONE);
        let tiny = Complex::new(3e-310, 4e-310);
        assert!((functions::divide(tiny, tiny) - 1.0).norm() < 1e-15);
    }

    #[test]
    fn powers_of_zero_and_to_zero() {
        assert_eq!(power(Complex::ZERO, Complex::ZERO), Complex::ONE);
        assert_eq!(power(Complex::ZERO, Complex::new(2.0, 1.0)), Complex::ZERO);
        assert!((power(Complex::I, Complex::new(2.0, 0.0)) + 1.0).norm() < 1e-15);
    }
}
