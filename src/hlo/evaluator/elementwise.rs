//! Elementwise operations on arrays.

use super::array::{ScalarReader, ScalarWriter, collect, try_collect};
use super::domain::Domain;
use super::element::{C64, C128, Element, F32, F64, Pred, with_element};
use super::error::{EvalError, Result};
use super::scalar::part;
use crate::hlo::{ArrayLiteral, ArrayShape, BinaryOp, ComparisonDirection, ComparisonOrder, ElementType};
use crate::hlo::{Literal, UnaryOp};

pub fn unary(op: UnaryOp, operand: &ArrayLiteral) -> Result<Literal> {
    let result = match (op, operand.element_type()) {
        (UnaryOp::IsFinite, from) => Some(with_element!(from, T => is_finite::<T>(operand))),
        (UnaryOp::Abs | UnaryOp::Real | UnaryOp::Imag, ElementType::C64) => Some(parts::<C64, F32>(op, operand)),
        (UnaryOp::Abs | UnaryOp::Real | UnaryOp::Imag, ElementType::C128) => Some(parts::<C128, F64>(op, operand)),
        (_, from) => with_element!(from, T => map::<T>(operand, |x| x.unary(op, T::bits()))),
    };
    result.ok_or_else(|| not_defined(op.name(), operand.element_type()))
}

pub fn binary(op: BinaryOp, lhs: &ArrayLiteral, rhs: &ArrayLiteral) -> Result<Literal> {
    let element_type = lhs.element_type();
    let result = match (op, element_type) {
        (BinaryOp::Complex, ElementType::F32) => Some(complex::<F32>(ElementType::C64, lhs, rhs)),
        (BinaryOp::Complex, ElementType::F64) => Some(complex::<F64>(ElementType::C128, lhs, rhs)),
        _ => with_element!(element_type, T => zip::<T>(lhs, rhs, |a, b| a.binary(op, b, T::bits()))),
    };
    result.ok_or_else(|| not_defined(op.name(), element_type))
}

pub fn compare(
    lhs: &ArrayLiteral,
    rhs: &ArrayLiteral,
    direction: ComparisonDirection,
    order: ComparisonOrder,
) -> Literal {
    with_element!(lhs.element_type(), T => {
        let pairs = lhs.elements::<T>().iter().zip(rhs.elements::<T>());
        let results = pairs.map(|(a, b)| a.load().compare(b.load(), direction, order));
        collect(lhs.dims(), results.map(Pred::store))
    })
}

/// `(pred, on_true, on_false)`; the predicate may be a scalar.
pub fn select(pred: &ArrayLiteral, on_true: &ArrayLiteral, on_false: &ArrayLiteral) -> Literal {
    if pred.shape().is_scalar() {
        let chosen = if pred.bytes()[0] != 0 { on_true } else { on_false };
        return chosen.clone().into();
    }
    with_element!(on_true.element_type(), T => {
        let cases = on_true.elements::<T>().iter().zip(on_false.elements::<T>()).zip(pred.bytes().iter());
        collect(on_true.dims(), cases.map(|((&a, &b), &p)| if p != 0 { a } else { b }))
    })
}

/// `min(max(operand, low), high)`; the bounds may be scalars.
pub fn clamp(low: &ArrayLiteral, operand: &ArrayLiteral, high: &ArrayLiteral) -> Result<Literal> {
    let element_type = operand.element_type();
    let result = with_element!(element_type, T => {
        let bound = |array: &ArrayLiteral, i| array.elements::<T>()[if array.shape().is_scalar() { 0 } else { i }].load();
        let clamped = operand.elements::<T>().iter().enumerate().map(|(i, x)| {
            let above = x.load().binary(BinaryOp::Maximum, bound(low, i), T::bits())?;
            above.binary(BinaryOp::Minimum, bound(high, i), T::bits()).map(T::store)
        });
        try_collect(operand.dims(), clamped)
    });
    result.ok_or_else(|| not_defined("clamp", element_type))
}

/// See [`super::scalar::Scalar::convert`].
pub fn convert(operand: &ArrayLiteral, to: ElementType) -> Literal {
    if operand.element_type() == to {
        return operand.clone().into();
    }
    let reader = ScalarReader::new(operand);
    let mut writer = ScalarWriter::new(to, operand.dims());
    (0..operand.shape().element_count()).for_each(|i| writer.set(i, reader.get(i).convert(to)));
    writer.finish().into()
}

pub fn iota(shape: &ArrayShape, dimension: usize) -> Literal {
    let inner: usize = shape.dims[dimension + 1..].iter().product();
    let mut writer = ScalarWriter::new(shape.element_type, &shape.dims);
    for i in 0..shape.element_count() {
        let value = super::scalar::Scalar::Unsigned((i / inner % shape.dims[dimension]) as u64);
        writer.set(i, value.convert(shape.element_type));
    }
    writer.finish().into()
}

/// What the verifier refuses, or XLA defines and nobody has asked for.
pub fn not_defined(op: &str, element_type: ElementType) -> EvalError {
    EvalError::unsupported(format!("{op} is not defined on {element_type}"))
}

fn is_finite<T: Element>(operand: &ArrayLiteral) -> Literal {
    collect(operand.dims(), operand.elements::<T>().iter().map(|x| Pred::store(x.load().is_finite())))
}

fn parts<T, P>(op: UnaryOp, operand: &ArrayLiteral) -> Literal
where
    T: Element<Domain = super::domain::Complex>,
    P: Element<Domain = f64>,
{
    collect(operand.dims(), operand.elements::<T>().iter().map(|z| P::store(part(op, z.load()))))
}

fn complex<P: Element>(to: ElementType, re: &ArrayLiteral, im: &ArrayLiteral) -> Literal {
    let pairs = re.elements::<P>().iter().zip(im.elements::<P>()).flat_map(|(&re, &im)| [re, im]);
    let bytes = super::array::build::<P>(&[2 * re.shape().element_count()], |out| {
        out.iter_mut().zip(pairs).for_each(|(slot, part)| *slot = part)
    });
    ArrayLiteral::new(to, re.dims(), bytes.bytes().clone()).into()
}

fn map<T: Element>(operand: &ArrayLiteral, f: impl Fn(T::Domain) -> Option<T::Domain>) -> Option<Literal> {
    try_collect(operand.dims(), operand.elements::<T>().iter().map(|x| f(x.load()).map(T::store)))
}

fn zip<T: Element>(
    lhs: &ArrayLiteral,
    rhs: &ArrayLiteral,
    f: impl Fn(T::Domain, T::Domain) -> Option<T::Domain>,
) -> Option<Literal> {
    let pairs = lhs.elements::<T>().iter().zip(rhs.elements::<T>());
    try_collect(lhs.dims(), pairs.map(|(a, b)| f(a.load(), b.load()).map(T::store)))
}
