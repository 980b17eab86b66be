//! What the shape rules are built from. Each helper says what was expected and what was found.

use crate::hlo::shape::join;
use crate::hlo::{ArrayShape, Shape};
use std::fmt::Display;

/// Outcome of a rule: the message of what is wrong.
pub(in crate::hlo) type Check = Result<(), String>;

pub(in crate::hlo) fn ensure(holds: bool, message: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(message()) }
}

/// `expected {what} {expected}, found {found}`, unless they are equal.
pub(super) fn expect_equal<T: PartialEq + Display>(what: &str, expected: T, found: T) -> Check {
    ensure(expected == found, || format!("expected {what} {expected}, found {found}"))
}

/// A list of dimensions as HLO text writes it.
pub(super) fn list(items: &[usize]) -> String {
    format!("[{}]", join(items, ","))
}

pub(super) fn below(what: &str, items: &[usize], bound: usize) -> Check {
    ensure(items.iter().all(|&i| i < bound), || format!("expected {what} below {bound}, found {}", list(items)))
}

pub(super) fn unique(what: &str, items: &[usize]) -> Check {
    let repeats = (1..items.len()).any(|i| items[..i].contains(&items[i]));
    ensure(!repeats, || format!("expected different {what}, found {}", list(items)))
}

pub(super) fn sorted(what: &str, items: &[usize]) -> Check {
    ensure(items.is_sorted(), || format!("expected sorted {what}, found {}", list(items)))
}

/// The same dimensions, element types aside.
pub(super) fn same_dims(what: &str, expected: &ArrayShape, found: &ArrayShape) -> Check {
    ensure(expected.dims == found.dims, || {
        format!("expected {what} with dimensions {}, found {}", list(&expected.dims), list(&found.dims))
    })
}

pub(super) fn same_element_type(what: &str, expected: &ArrayShape, found: &ArrayShape) -> Check {
    expect_equal(&format!("{what} with element type"), expected.element_type, found.element_type)
}

/// The same dimensions and element type.
pub(super) fn same_type(what: &str, expected: &ArrayShape, found: &ArrayShape) -> Check {
    ensure(expected.same_type(found), || format!("expected {what} of shape {expected}, found {found}"))
}

pub(super) fn scalar(what: &str, found: &ArrayShape) -> Check {
    ensure(found.is_scalar(), || format!("expected {what} to be a scalar, found {found}"))
}

/// Exactly `N` operands, all arrays.
pub(super) fn arrays<'a, const N: usize>(operands: &[&'a Shape]) -> Result<[&'a ArrayShape; N], String> {
    let all = all_arrays(operands)?;
    let count = all.len();
    all.try_into().map_err(|_| format!("expected {N} operand{}, found {count}", if N == 1 { "" } else { "s" }))
}

/// `N` operands and any number of further ones, all arrays.
pub(super) fn leading<'a, const N: usize>(
    operands: &[&'a Shape],
) -> Result<([&'a ArrayShape; N], Vec<&'a ArrayShape>), String> {
    let all = all_arrays(operands)?;
    let (first, rest) =
        all.split_first_chunk().ok_or_else(|| format!("expected {N} operands or more, found {}", all.len()))?;
    Ok((*first, rest.to_vec()))
}

/// Any number of operands, all arrays.
pub(super) fn all_arrays<'a>(operands: &[&'a Shape]) -> Result<Vec<&'a ArrayShape>, String> {
    operands.iter().enumerate().map(|(i, shape)| array(&format!("operand {i}"), shape)).collect()
}

pub(super) fn array<'a>(what: &str, shape: &'a Shape) -> Result<&'a ArrayShape, String> {
    shape.as_array().ok_or_else(|| format!("expected {what} to be an array, found {shape}"))
}

/// Exactly one operand of any shape.
pub(super) fn single<'a>(operands: &[&'a Shape]) -> Result<&'a Shape, String> {
    match operands {
        [operand] => Ok(operand),
        _ => Err(format!("expected 1 operand, found {}", operands.len())),
    }
}

/// The shape of results that are a tuple only where they are several.
pub(super) fn one_or_tuple(results: Vec<ArrayShape>) -> Shape {
    match <[ArrayShape; 1]>::try_from(results) {
        Ok([result]) => Shape::Array(result),
        Err(results) => Shape::Tuple(results.into_iter().map(Shape::Array).collect()),
    }
}

#[cfg(test)]
pub(super) mod testing {
    use crate::hlo::{ArrayShape, ElementType, Shape};

    pub fn f32s(dims: &[usize]) -> ArrayShape {
        ArrayShape::new(ElementType::F32, dims)
    }

    pub fn s32s(dims: &[usize]) -> ArrayShape {
        ArrayShape::new(ElementType::S32, dims)
    }

    /// The text of an inferred shape, or the message.
    pub fn text(inferred: Result<impl Into<Shape>, String>) -> String {
        inferred.map_or_else(|message| message, |shape| shape.into().to_string())
    }
}
