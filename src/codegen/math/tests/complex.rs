use super::samples::{sample_pairs, samples};
use super::{check, result_type};
use crate::hlo::{BinaryOp, ElementType, Op, UnaryOp};

/// Functions of c64 go through f64 as the evaluator's do, so that both round the same value, but for the last bits of
/// f64. Those of c128 are compared by the sum of both errors.
fn check_unary(op: UnaryOp, double_ulps: f64) {
    for (ty, ulps) in [(ElementType::C64, 1.0), (ElementType::C128, double_ulps)] {
        let op = Op::Unary(op);
        check(&op, ty, result_type(&op, ty), &[&samples(ty, 4000)], ulps);
    }
}

#[test]
fn parts_are_exact() {
    for op in [UnaryOp::Real, UnaryOp::Imag, UnaryOp::Negate, UnaryOp::IsFinite] {
        check_unary(op, 0.0);
    }
}

#[test]
fn magnitudes_and_roots() {
    check_unary(UnaryOp::Abs, 2.0);
    check_unary(UnaryOp::Sign, 4.0);
    check_unary(UnaryOp::Sqrt, 6.0);
    check_unary(UnaryOp::Rsqrt, 12.0);
    check_unary(UnaryOp::Cbrt, 16.0);
}

#[test]
fn exponentials_and_logarithms() {
    check_unary(UnaryOp::Exponential, 4.0);
    // A real part near zero is a difference of rounded terms: in f64 its last bits are anybody's.
    check_unary(UnaryOp::ExponentialMinusOne, 1e4);
    check_unary(UnaryOp::LogPlusOne, 6.0);
}

#[test]
fn trigonometric_functions() {
    check_unary(UnaryOp::Sine, 6.0);
    check_unary(UnaryOp::Cosine, 6.0);
    check_unary(UnaryOp::Tan, 16.0);
    check_unary(UnaryOp::Tanh, 16.0);
}

/// Exponents up to 400 turn the result around hundreds of times.
#[test]
fn powers_keep_their_accuracy() {
    let ty = ElementType::C128;
    let numbers = |scale: f64, step: f64| -> Vec<u8> {
        let part = |i: usize| ((i as f64 * step).sin() * scale).to_le_bytes();
        (0..4000).flat_map(part).collect()
    };
    check(&Op::Binary(BinaryOp::Power), ty, ty, &[&numbers(1.4, 0.7), &numbers(400.0, 0.31)], 64.0);
    check(&Op::Binary(BinaryOp::Power), ty, ty, &[&numbers(9e200, 1.3), &numbers(1.2, 0.57)], 64.0);
}

#[test]
fn arithmetic() {
    for (op, ulps) in [(BinaryOp::Add, 0.0), (BinaryOp::Subtract, 0.0), (BinaryOp::Divide, 6.0)] {
        for ty in [ElementType::C64, ElementType::C128] {
            let (a, b) = sample_pairs(ty, 4000);
            check(&Op::Binary(op), ty, ty, &[&a, &b], ulps);
        }
    }
}
