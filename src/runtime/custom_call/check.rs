//! Expectations of a program about its own values: `(actual, expected)`, compared element by element.

use crate::hlo::evaluator::{EvalError, Scalar, ScalarReader};
use crate::hlo::{ArrayLiteral, ComparisonDirection, ComparisonOrder, CustomCall, ElementType, Literal, Shape};
use serde_json::Value;

/// A finite number's distance from what is not finite.
const INFINITELY_FAR: u64 = u64::MAX;

/// Value equality: floats as IEEE has it, so that -0 equals +0 and NaN equals nothing.
pub fn expect_eq(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    check(call, operands, shape, |actual, expected, _, _| {
        actual.compare(expected, ComparisonDirection::Eq, ComparisonOrder::Partial)
    })
}

/// At most `tolerance` apart; infinities match themselves, NaN matches NaN.
pub fn expect_almost_eq(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let tolerance = number(call, "tolerance", 1e-4)?;
    check(call, operands, shape, |actual, expected, _, _| almost_equal(actual, expected, tolerance))
}

/// Integers are equal, floats almost.
pub fn eq(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let tolerance = number(call, "tolerance", 1e-4)?;
    check(call, operands, shape, |actual, expected, _, _| match actual {
        Scalar::Float(_) | Scalar::Complex(_) => almost_equal(actual, expected, tolerance),
        Scalar::Pred(_) | Scalar::Signed(_) | Scalar::Unsigned(_) => {
            actual.compare(expected, ComparisonDirection::Eq, ComparisonOrder::Partial)
        }
    })
}

/// A distance in ulp between `min_ulp_difference` and `max_ulp_difference`.
pub fn expect_close(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let limit = |name: &str, default: u64| -> Result<u64, EvalError> {
        // A 64-bit attribute holds 2^64 - 1 as -1.
        let value = config(call)?.get(name).map_or(Some(default), |v| v.as_u64().or(v.as_i64().map(|v| v as u64)));
        value.ok_or_else(|| EvalError::failed(format!("{name} of {} is no integer", call.target)))
    };
    let range = limit("min_ulp_difference", 0)?..=limit("max_ulp_difference", 1)?;
    check(call, operands, shape, |_, _, actual, expected| range.contains(&actual.ulp_distance(expected)))
}

/// Compares all elements, as scalars and as parts, and says where they first differ.
fn check(
    call: &CustomCall,
    operands: &[&Literal],
    shape: &Shape,
    agree: impl Fn(Scalar, Scalar, Parts, Parts) -> bool,
) -> Result<Literal, EvalError> {
    let (actual, expected) = match operands {
        [Literal::Array(actual), Literal::Array(expected)] if actual.shape().same_type(expected.shape()) => {
            (actual, expected)
        }
        _ => {
            let shapes: Vec<String> = operands.iter().map(|operand| operand.shape().to_string()).collect();
            let found = shapes.join(" and ");
            return Err(EvalError::failed(format!("{} compares arrays of one type, found {found}", call.target)));
        }
    };
    let (left, right) = (ScalarReader::new(actual), ScalarReader::new(expected));
    let count = actual.shape().element_count();
    let agrees = |&i: &usize| agree(left.get(i), right.get(i), Parts::of(actual, i), Parts::of(expected, i));
    let wrong: Vec<usize> = (0..count).filter(|i| !agrees(i)).collect();
    match wrong.first() {
        None => Ok(verdict(shape)),
        Some(&first) => Err(mismatch(call, actual, expected, first, wrong.len())),
    }
}

/// What a met expectation gives: true, or nothing.
fn verdict(shape: &Shape) -> Literal {
    match shape {
        Shape::Array(array) => ArrayLiteral::new(
            array.element_type,
            array.dims.clone(),
            crate::hlo::Bytes::copy_of(&vec![1; array.byte_size()]),
        )
        .into(),
        Shape::Tuple(parts) => Literal::Tuple(parts.iter().map(verdict).collect()),
        Shape::Token => Literal::Token,
    }
}

fn mismatch(call: &CustomCall, actual: &ArrayLiteral, expected: &ArrayLiteral, at: usize, wrong: usize) -> EvalError {
    let (shape, count) = (actual.shape(), actual.shape().element_count());
    let index = index_text(at, &shape.dims);
    let (found, wanted) = (element_text(actual, at), element_text(expected, at));
    let config = if call.backend_config.is_empty() || &*call.backend_config == "{}" {
        String::new()
    } else {
        format!(" with {}", call.backend_config)
    };
    let (target, ulp) = (&call.target, Parts::of(actual, at).ulp_distance(Parts::of(expected, at)));
    let distance = if shape.element_type.is_float() && ulp != INFINITELY_FAR {
        format!(" ({ulp} ulp apart)")
    } else {
        String::new()
    };
    EvalError::mismatch(format!(
        "{target}{config}: {wrong} of {count} elements of {shape} differ, first at {index}: expected {wanted}, actual {found}{distance}"
    ))
}

fn index_text(element: usize, dims: &[usize]) -> String {
    let mut rest = element;
    let mut index: Vec<String> = dims
        .iter()
        .rev()
        .map(|&size| {
            let i = rest % size;
            rest /= size;
            i.to_string()
        })
        .collect();
    index.reverse();
    format!("[{}]", index.join(","))
}

fn element_text(array: &ArrayLiteral, index: usize) -> String {
    let narrow = matches!(array.element_type(), ElementType::F32 | ElementType::C64);
    let float = |x: f64| if narrow { format!("{:?}", x as f32) } else { format!("{x:?}") };
    match ScalarReader::new(array).get(index) {
        Scalar::Pred(value) => value.to_string(),
        Scalar::Signed(value) => value.to_string(),
        Scalar::Unsigned(value) => value.to_string(),
        Scalar::Float(value) => float(value),
        Scalar::Complex(value) => format!("({}, {})", float(value.re), float(value.im)),
    }
}

fn almost_equal(actual: Scalar, expected: Scalar, tolerance: f64) -> bool {
    let near = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance;
    match (actual, expected) {
        (Scalar::Float(a), Scalar::Float(b)) => near(a, b),
        (Scalar::Complex(a), Scalar::Complex(b)) => near(a.re, b.re) && near(a.im, b.im),
        (Scalar::Signed(a), Scalar::Signed(b)) => a.abs_diff(b) as f64 <= tolerance,
        (Scalar::Unsigned(a), Scalar::Unsigned(b)) => a.abs_diff(b) as f64 <= tolerance,
        (a, b) => a.compare(b, ComparisonDirection::Eq, ComparisonOrder::Partial),
    }
}

/// The representation of an element: its parts' bytes, two for a complex number.
#[derive(Clone, Copy)]
struct Parts<'a> {
    element_type: ElementType,
    bytes: &'a [u8],
}

impl<'a> Parts<'a> {
    fn of(array: &'a ArrayLiteral, index: usize) -> Parts<'a> {
        Parts { element_type: array.element_type(), bytes: array.element_bytes(index) }
    }

    /// Representable values from one to the other; the larger distance of a complex number's parts.
    fn ulp_distance(self, other: Parts) -> u64 {
        let width = self.element_type.real_part().byte_width();
        let parts = self.bytes.chunks_exact(width).zip(other.bytes.chunks_exact(width));
        parts.map(|(a, b)| ulp_distance(self.element_type.real_part(), a, b)).max().unwrap_or(0)
    }
}

fn ulp_distance(element_type: ElementType, a: &[u8], b: &[u8]) -> u64 {
    let value = |bytes: &[u8]| {
        let element = ArrayLiteral::new(element_type, [], crate::hlo::Bytes::copy_of(bytes));
        ScalarReader::new(&element).get(0)
    };
    match (value(a), value(b)) {
        (Scalar::Float(x), Scalar::Float(y)) if x.is_nan() && y.is_nan() || x == y => 0,
        (Scalar::Float(x), Scalar::Float(y)) if !x.is_finite() || !y.is_finite() => INFINITELY_FAR,
        (Scalar::Float(_), Scalar::Float(_)) => {
            let (x, y) = (ordinal(element_type, a), ordinal(element_type, b));
            u64::try_from(x.abs_diff(y)).unwrap_or(INFINITELY_FAR)
        }
        (Scalar::Signed(x), Scalar::Signed(y)) => x.abs_diff(y),
        (Scalar::Unsigned(x), Scalar::Unsigned(y)) => x.abs_diff(y),
        (x, y) => u64::from(!x.compare(y, ComparisonDirection::Eq, ComparisonOrder::Partial)),
    }
}

/// Position among the finite values of a float type; both zeros have 0.
fn ordinal(element_type: ElementType, bytes: &[u8]) -> i128 {
    let code = bytes.iter().rev().fold(0u64, |code, &byte| code << 8 | u64::from(byte));
    let sign = 1u64 << (element_type.bit_width() - 1);
    if element_type == ElementType::F8E8M0FNU {
        code.into()
    } else if code & sign != 0 {
        -i128::from(code & !sign)
    } else {
        code.into()
    }
}

fn config(call: &CustomCall) -> Result<Value, EvalError> {
    if call.backend_config.is_empty() {
        return Ok(Value::Null);
    }
    let wrong = |error| EvalError::failed(format!("the config of {} is no JSON: {error}", call.target));
    serde_json::from_str(&call.backend_config).map_err(wrong)
}

fn number(call: &CustomCall, name: &str, default: f64) -> Result<f64, EvalError> {
    let value = config(call)?.get(name).map_or(Some(default), Value::as_f64);
    value.ok_or_else(|| EvalError::failed(format!("{name} of {} is no number", call.target)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(target: &str, config: &str, actual: &[f32], expected: &[f32]) -> Result<Literal, EvalError> {
        let call = CustomCall { target: target.into(), backend_config: config.into(), ..Default::default() };
        let array = |items: &[f32]| Literal::from(ArrayLiteral::from_slice(ElementType::F32, [items.len()], items));
        let handler = super::super::find_handler(target).unwrap();
        handler(&call, &[&array(actual), &array(expected)], &Shape::Tuple(vec![]))
    }

    #[test]
    fn equality_is_that_of_values() {
        assert!(run("check.expect_eq", "{}", &[0.0, 1.0], &[-0.0, 1.0]).is_ok());
        assert!(run("check.expect_eq", "{}", &[f32::NAN], &[f32::NAN]).is_err());
        let error = run("check.expect_eq", "{}", &[0.0, 2.0, 2.0], &[0.0, 1.0, 3.0]).unwrap_err();
        assert!(error.message.contains("2 of 3 elements of f32[3] differ, first at [1]: expected 1.0, actual 2.0"));
    }

    #[test]
    fn almost_equal_has_an_absolute_tolerance() {
        let config = r#"{"tolerance":0.1}"#;
        assert!(run("check.expect_almost_eq", config, &[1.05, f32::NAN], &[1.0, f32::NAN]).is_ok());
        assert!(run("check.expect_almost_eq", config, &[f32::INFINITY], &[f32::INFINITY]).is_ok());
        assert!(run("check.expect_almost_eq", config, &[f32::INFINITY], &[1.0]).is_err());
        assert!(run("check.expect_almost_eq", config, &[100.2], &[100.0]).is_err());
    }

    #[test]
    fn distances_in_ulp() {
        let config = r#"{"min_ulp_difference":0,"max_ulp_difference":2}"#;
        let next = 1f32.next_up().next_up();
        assert!(run("check.expect_close", config, &[next], &[1.0]).is_ok());
        assert!(run("check.expect_close", config, &[next.next_up()], &[1.0]).is_err());
        let smallest = f32::from_bits(1);
        assert!(run("check.expect_close", config, &[smallest, f32::NAN], &[-smallest, -f32::NAN]).is_ok());
        let far = r#"{"min_ulp_difference":-1,"max_ulp_difference":-1}"#;
        assert!(run("check.expect_close", far, &[f32::INFINITY, f32::NAN], &[1.0, f32::INFINITY]).is_ok());
    }
}
