use super::documented::{functions, of_real, whole_ulps};
use super::samples::{sample_pairs, samples};
use super::{check, result_type};
use crate::hlo::{BinaryOp, ElementType, Op, UnaryOp};

/// What the evaluator's library, and its steps around that, may add to an error of f64. Values of f32 it rounds from
/// twice the precision.
const EVALUATOR: f64 = 2.0;

const EXACT: [UnaryOp; 7] =
    [UnaryOp::Abs, UnaryOp::Ceil, UnaryOp::Floor, UnaryOp::Imag, UnaryOp::IsFinite, UnaryOp::Negate, UnaryOp::Sign];

#[test]
fn functions_of_f32_stay_within_their_bounds() {
    let values = samples(ElementType::F32, 1 << 18);
    for (op, _) in functions() {
        let ulps = whole_ulps(of_real(op)[0]);
        check(&Op::Unary(op), ElementType::F32, ElementType::F32, &[&values], ulps);
    }
}

#[test]
fn functions_of_f64_stay_within_their_bounds() {
    let values = samples(ElementType::F64, 1 << 16);
    for (op, _) in functions() {
        let error = of_real(op)[1];
        let ulps = if error > 0.5 { whole_ulps(error) + EVALUATOR } else { 0.0 };
        check(&Op::Unary(op), ElementType::F64, ElementType::F64, &[&values], ulps);
    }
}

#[test]
fn exact_functions_are_exact_for_every_type() {
    for ty in ElementType::ALL.into_iter().filter(|ty| ty.is_float()) {
        for op in EXACT {
            let op = Op::Unary(op);
            check(&op, ty, result_type(&op, ty), &[&samples(ty, 1 << 16)], 0.0);
        }
    }
}

/// A value within an ulp of f32 rounds to the right number of a narrow type or, near a tie, to its neighbour.
#[test]
fn every_narrow_float_has_a_nearest_result() {
    for ty in ElementType::ALL.into_iter().filter(|ty| ty.is_float() && ty.bit_width() <= 16) {
        for (op, _) in functions() {
            check(&Op::Unary(op), ty, ty, &[&samples(ty, 0)], 1.0);
        }
    }
}

#[test]
fn arithmetic_rounds_once() {
    use BinaryOp::*;
    for ty in ElementType::ALL.into_iter().filter(|ty| ty.is_float()) {
        let (a, b) = sample_pairs(ty, 1 << 13);
        for op in [Add, Divide, Maximum, Minimum, Multiply, Remainder, Subtract] {
            check(&Op::Binary(op), ty, ty, &[&a, &b], 0.0);
        }
    }
}

#[test]
fn powers_and_angles_stay_within_their_bounds() {
    for (ty, power, angle) in
        [(ElementType::F32, 1.0, 2.0), (ElementType::F64, 2.0, 2.0), (ElementType::BF16, 1.0, 1.0)]
    {
        let (a, b) = sample_pairs(ty, 1 << 16);
        check(&Op::Binary(BinaryOp::Power), ty, ty, &[&a, &b], power);
        check(&Op::Binary(BinaryOp::Atan2), ty, ty, &[&a, &b], angle);
    }
}

#[test]
fn clamping_propagates_nan() {
    let ty = ElementType::F32;
    let (low, operand) = sample_pairs(ty, 1000);
    let high: Vec<u8> = operand.chunks(4).rev().flatten().copied().collect();
    check(&Op::Clamp, ty, ty, &[&low, &operand, &high], 0.0);
}

/// Arguments whose reduction needs more bits of π than a double holds (values to 20 digits from an arbitrary
/// precision library).
#[test]
fn angles_near_multiples_of_a_quarter_turn() {
    let cases: [(f64, f64, f64); 4] = [
        (6381956970095103.0 * 2f64.powi(797), 1.0, -4.6871659242546276e-19),
        (1e22, -0.8522008497671888, 0.5232147853951389),
        (std::f64::consts::FRAC_PI_2, 1.0, 6.123233995736766e-17),
        (f64::MAX, 0.004961954789184062, -0.9999876894265599),
    ];
    let arguments: Vec<u8> = cases.iter().flat_map(|(x, ..)| x.to_le_bytes()).collect();
    let values = |pick: fn(&(f64, f64, f64)) -> f64| -> Vec<u8> {
        cases.iter().flat_map(|case| pick(case).to_le_bytes()).collect()
    };
    let ty = ElementType::F64;
    for (op, expected) in [(UnaryOp::Sine, values(|c| c.1)), (UnaryOp::Cosine, values(|c| c.2))] {
        for (target, lanes) in super::variants() {
            let kernel = super::Kernel::compile(&target, lanes, &[ty], ty, |math, v| math.unary(op, ty, v[0]));
            super::compare(op.name(), ty, ty, &[&arguments], &kernel.apply(&[&arguments]), &expected, 1.0);
        }
    }
}
