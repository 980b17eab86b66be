//! Compiled functions against the evaluator, on the host and on a processor of the base level, which has neither
//! fused multiply-add nor rounding instructions.

mod complex;
mod conversions;
mod documented;
mod floats;
mod integers;
mod objects;
mod samples;

use super::testing::Kernel;
use super::{MathBuilder, Value};
use crate::codegen::Target;
use crate::hlo::elementwise_op::ResultType;
use crate::hlo::evaluator::{Context, evaluate_op};
use crate::hlo::float_format::{Specials, e8m0};
use crate::hlo::{ArrayLiteral, ArrayShape, Bytes, ElementType, Module, Op, Shape};

/// The targets and lane counts that every function is tested with.
fn variants() -> [(Target, u32); 4] {
    let (host, base) = (Target::host(), Target::parse("x86-64").unwrap());
    [(host.clone(), 8), (host, 1), (base.clone(), 4), (base, 1)]
}

/// Type of an operation's result.
fn result_type(op: &Op, operand: ElementType) -> ElementType {
    let rule = match op {
        Op::Compare { .. } => ResultType::Pred,
        Op::Unary(op) => op.facts().result,
        Op::Binary(op) => op.facts().result,
        _ => ResultType::Same,
    };
    match rule {
        ResultType::Same => operand,
        ResultType::Part => operand.real_part(),
        ResultType::Whole => operand.complex_of().unwrap(),
        ResultType::Pred => ElementType::Pred,
    }
}

fn emit<'ctx>(
    math: &MathBuilder<'_, 'ctx>,
    op: &Op,
    from: ElementType,
    to: ElementType,
    v: &[Value<'ctx>],
) -> Value<'ctx> {
    match *op {
        Op::Unary(op) => math.unary(op, from, v[0]),
        Op::Binary(op) => math.binary(op, from, v[0], v[1]),
        Op::Compare { direction, order } => math.compare(direction, order, from, v[0], v[1]),
        Op::Convert => math.convert(from, to, v[0]),
        Op::BitcastConvert => math.bitcast_convert(from, to, v[0]),
        Op::Clamp => math.clamp(from, v[0], v[1], v[2]),
        Op::ReducePrecision { exponent_bits, mantissa_bits } => {
            math.reduce_precision(from, v[0], exponent_bits, mantissa_bits)
        }
        ref other => panic!("{} is not tested here", other.name()),
    }
}

/// What the evaluator makes of an operation on arrays; `None` where it is not defined for the type.
fn evaluated(op: &Op, from: ElementType, to: ElementType, arrays: &[&[u8]]) -> Option<Vec<u8>> {
    let count = arrays[0].len() / from.byte_width();
    let literals: Vec<_> = arrays.iter().map(|&a| ArrayLiteral::new(from, [count], Bytes::copy_of(a)).into()).collect();
    let module = Module::new("test");
    let shape = Shape::Array(ArrayShape::new(to, [count]));
    let value = evaluate_op(op, &literals.iter().collect::<Vec<_>>(), &shape, &Context::new(&module)).ok()?;
    Some(value.expect_array().bytes().to_vec())
}

/// Compares an operation with the evaluator in every variant, to `ulps` in the last place; where that is 0, bit by
/// bit but for the bits of NaN.
fn check(op: &Op, from: ElementType, to: ElementType, arrays: &[&[u8]], ulps: f64) {
    let Some(expected) = evaluated(op, from, to, arrays) else { return };
    for (target, lanes) in variants() {
        let inputs = vec![from; arrays.len()];
        let kernel = Kernel::compile(&target, lanes, &inputs, to, |math, v| emit(math, op, from, to, v));
        let found = kernel.apply(arrays);
        let place = format!("{} of {from} to {to}, {lanes} lanes on {}", op.name(), target.cpu);
        compare(&place, from, to, arrays, &found, &expected, ulps);
    }
}

fn compare(
    place: &str,
    from: ElementType,
    to: ElementType,
    arrays: &[&[u8]],
    found: &[u8],
    expected: &[u8],
    ulps: f64,
) {
    let part = to.real_part();
    let size = part.byte_width();
    let operand_size = from.byte_width();
    for (i, (f, e)) in found.chunks(size).zip(expected.chunks(size)).enumerate() {
        if f == e || distance(part, f, e) <= ulps {
            continue;
        }
        let element = i * size / to.byte_width();
        let operands: Vec<&[u8]> = arrays.iter().map(|a| &a[element * operand_size..][..operand_size]).collect();
        panic!("{place}: element {element} of operands {operands:x?} is {f:x?}, expected {e:x?}");
    }
}

/// Units in the last place between two floats; NaNs agree. Infinite for values that have to be equal and are not.
fn distance(ty: ElementType, found: &[u8], expected: &[u8]) -> f64 {
    if !ty.is_float() {
        return f64::INFINITY;
    }
    let (f, e) = (decoded(ty, found), decoded(ty, expected));
    if f.is_nan() && e.is_nan() {
        return 0.0;
    }
    if f == e {
        // Zeros of different signs are no error of rounding, unless a NaN, whose sign is free, had to become a zero.
        let is_from_nan = f == 0.0 && ty.float_format().is_some_and(|format| format.specials() == Specials::Finite);
        return if is_from_nan || f.is_sign_negative() == e.is_sign_negative() { 0.0 } else { f64::INFINITY };
    }
    let (f, e) = (ordinal(ty, found), ordinal(ty, expected));
    (f - e).unsigned_abs() as f64
}

/// Position among the floats of a type.
fn ordinal(ty: ElementType, bytes: &[u8]) -> i128 {
    let code = bytes.iter().rev().fold(0i128, |bits, &byte| bits << 8 | byte as i128);
    let sign = 1i128 << (ty.bit_width() - 1);
    if code & sign == 0 { code } else { -(code ^ sign) }
}

fn decoded(ty: ElementType, bytes: &[u8]) -> f64 {
    let code = bytes.iter().rev().fold(0u64, |bits, &byte| bits << 8 | byte as u64);
    match (ty, ty.float_format()) {
        (ElementType::F32, _) => f32::from_bits(code as u32) as f64,
        (ElementType::F64, _) => f64::from_bits(code),
        (_, Some(format)) => format.decode(code as u16),
        (_, None) => e8m0::decode(code as u8),
    }
}
