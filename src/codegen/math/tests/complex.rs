use super::documented::{functions, of_complex};
use super::samples::{sample_pairs, samples};
use super::{Kernel, check, evaluated, result_type, variants};
use crate::hlo::{BinaryOp, ElementType, Op, UnaryOp};

/// What the evaluator may add to an error of c128, in ulp of the larger part.
const EVALUATOR: f64 = 4.0;

/// Functions of c64 go through f64 as the evaluator's do, so that both round the same value, but for the last bits of
/// f64.
#[test]
fn functions_of_single_parts_are_rounded_once() {
    let operands = samples(ElementType::C64, 4000);
    for (op, _) in functions().filter(|(_, is_complex)| *is_complex) {
        check(&Op::Unary(op), ElementType::C64, ElementType::C64, &[&operands], 1.0);
    }
}

#[test]
fn functions_of_double_parts_stay_within_their_bounds() {
    let operands = samples(ElementType::C128, 4000);
    let others = [UnaryOp::Abs, UnaryOp::Sign];
    for op in functions().filter(|(_, is_complex)| *is_complex).map(|(op, _)| op).chain(others) {
        check_wholes(op, &operands, of_complex(op) + EVALUATOR);
    }
}

/// Compares with the evaluator, in ulp of the larger part.
fn check_wholes(op: UnaryOp, operands: &[u8], ulps: f64) {
    let (from, to) = (ElementType::C128, result_type(&Op::Unary(op), ElementType::C128));
    let expected = evaluated(&Op::Unary(op), from, to, &[operands]).expect("a function of complex numbers");
    for (target, lanes) in variants() {
        let found =
            Kernel::compile(&target, lanes, &[from], to, |math, v| math.unary(op, from, v[0])).apply(&[operands]);
        let wholes = found.chunks(to.byte_width()).zip(expected.chunks(to.byte_width()));
        for ((found, expected), operand) in wholes.zip(operands.chunks(from.byte_width())) {
            let (found, expected) = (parts(found), parts(expected));
            let is_near = is_near(&found, &expected, ulps);
            let of = parts(operand);
            assert!(is_near, "{} of {of:?} is {found:?}, expected {expected:?}, on {}", op.name(), target.cpu);
        }
    }
}

fn parts(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks(8).map(|part| f64::from_le_bytes(part.try_into().expect("8 bytes"))).collect()
}

/// Infinities and NaN agree, and finite parts are within ulps of the larger one.
fn is_near(found: &[f64], expected: &[f64], ulps: f64) -> bool {
    let largest = expected.iter().filter(|part| part.is_finite()).fold(f64::MIN_POSITIVE, |a, part| a.max(part.abs()));
    let unit = largest.next_up() - largest;
    found.iter().zip(expected).all(|(f, e)| f == e || (f.is_nan() && e.is_nan()) || (f - e).abs() <= ulps * unit)
}

#[test]
fn parts_are_exact() {
    for ty in [ElementType::C64, ElementType::C128] {
        for op in [UnaryOp::Real, UnaryOp::Imag, UnaryOp::Negate, UnaryOp::IsFinite].map(Op::Unary) {
            check(&op, ty, result_type(&op, ty), &[&samples(ty, 4000)], 0.0);
        }
    }
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
