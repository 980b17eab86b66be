//! Arrays in the command line's grammar: `2x3xf32=1 2 3 4 5 6`.
//!
//! The type is dimensions and element type joined by `x`; brackets and commas among the values are decoration; one
//! value fills the whole array; without `=` the array is zero. What is printed can be read back.

use crate::hlo::{ArrayLiteral, ArrayShape, Dimension, ElementType, PartialArray};
use anyhow::{Context, Result, bail, ensure};

/// Reads a type such as `2x3xf32`, `f32` or `4xcomplex<f32>`; HLO's element names (`s32`, `pred`) are taken as well.
pub fn parse_type(text: &str) -> Result<ArrayShape> {
    let mut dims = Vec::new();
    let mut rest = text.trim();
    while let Some((size, tail)) = rest.split_once('x')
        && let Ok(size) = size.parse()
    {
        dims.push(size);
        rest = tail;
    }
    if let Some((size, _)) = rest.split_once('x')
        && size.parse::<i128>().is_ok()
    {
        bail!("{size} is no size of a dimension");
    }
    let named = ElementType::from_mlir_name(rest).or_else(|| ElementType::from_hlo_name(rest));
    let element_type = named.with_context(|| format!("'{rest}' is no element type (expected f32, i32, bf16, …)"))?;
    let shape = ArrayShape::new(element_type, dims);
    ensure!(shape.checked_byte_size().is_some(), "{text} does not fit memory");
    Ok(shape)
}

/// Reads the values of an array of this shape.
pub fn parse_values(shape: &ArrayShape, text: &str) -> Result<ArrayLiteral> {
    let decoration = |c: char| c.is_whitespace() || "[](),".contains(c);
    let items: Vec<&str> = text.split(decoration).filter(|item| !item.is_empty()).collect();
    let parts = if shape.element_type.is_complex() { 2 } else { 1 };
    let wanted = shape.element_count() * parts;
    let splat = items.len() == parts && wanted != parts;
    ensure!(
        items.len() == wanted || splat,
        "expected {wanted} values of {} or {}, found {}",
        shape.mlir_text(),
        if parts == 2 { "two for all, real and imaginary part" } else { "one for all" },
        items.len()
    );
    let mut bytes = Vec::with_capacity(shape.byte_size());
    for item in &items {
        bytes.extend(number(shape.element_type.real_part(), item)?);
    }
    let bytes = if splat { bytes.repeat(shape.element_count()) } else { bytes };
    Ok(ArrayLiteral::from_slice(shape.element_type, shape.dims.clone(), &bytes))
}

/// The bytes of one number. `0x…` gives a float's bits.
fn number(element_type: ElementType, text: &str) -> Result<Vec<u8>> {
    let describe = || format!("'{text}' is no value of type {}", element_type.mlir_name());
    if element_type == ElementType::Pred {
        let value = match text {
            "true" | "1" => 1,
            "false" | "0" => 0,
            _ => bail!(describe()),
        };
        return Ok(vec![value]);
    }
    if let (true, Some(digits)) = (element_type.is_float(), text.strip_prefix("0x")) {
        let bits = u64::from_str_radix(digits, 16).with_context(describe)?;
        ensure!(element_type.bit_width() == 64 || bits >> element_type.bit_width() == 0, describe());
        return Ok(bits.to_le_bytes()[..element_type.byte_width()].to_vec());
    }
    if element_type.is_float() {
        return Ok(element_type.encode_float(float(element_type, text).with_context(describe)?));
    }
    integer(element_type, text).with_context(describe)
}

/// A decimal, rounded once: to f32 where that is the type asked for.
fn float(element_type: ElementType, text: &str) -> Result<f64> {
    match element_type {
        ElementType::F32 => Ok(f64::from(text.parse::<f32>()?)),
        _ => Ok(text.parse()?),
    }
}

fn integer(element_type: ElementType, text: &str) -> Result<Vec<u8>> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16)?,
        None => text.parse::<i128>()?,
    };
    let bits = element_type.bit_width();
    let signed = element_type.is_signed_integer();
    let limit = 1i128 << (bits - usize::from(signed));
    let least = if signed { -limit } else { 0 };
    ensure!((least..limit).contains(&value), "{value} is out of range");
    Ok(value.to_le_bytes()[..element_type.byte_width()].to_vec())
}

/// `?x3xf32`: a declared type, in the same way.
pub fn partial_type_text(declared: &PartialArray) -> String {
    let size = |dimension: &Dimension| dimension.size().map_or("?".to_owned(), |size| size.to_string()) + "x";
    let dims = declared.dims.as_ref().map_or("*x".to_owned(), |dims| dims.iter().map(size).collect());
    dims + declared.element_type.mlir_name()
}

/// `2x3xf32=[1 2 3][4 5 6]`, with at most `limit` elements and then `…`.
pub fn format_array(array: &ArrayLiteral, limit: usize) -> String {
    let total = array.shape().element_count();
    let texts = element_texts(array, limit.min(total));
    let mut out = array.shape().mlir_text() + "=";
    nested(&mut out, array.dims(), &mut texts.into_iter(), true);
    if total > limit {
        out += &format!("… ({total} elements)");
    }
    out
}

/// Rows in brackets, elements separated by blanks; the outermost brackets are left out.
fn nested(out: &mut String, dims: &[usize], texts: &mut std::vec::IntoIter<String>, outermost: bool) {
    let Some((&size, inner)) = dims.split_first() else {
        return out.extend(texts.next());
    };
    if !outermost {
        out.push('[');
    }
    for i in 0..size {
        if texts.len() == 0 {
            break;
        }
        if inner.is_empty() && i > 0 {
            out.push(' ');
        }
        nested(out, inner, texts, false);
    }
    if !outermost {
        out.push(']');
    }
}

/// The first `count` elements as text, the shortest that reads back the same.
pub fn element_texts(array: &ArrayLiteral, count: usize) -> Vec<String> {
    let element_type = array.element_type();
    if element_type.is_complex() {
        let parts = part_texts(&real_parts(array), 2 * count);
        return parts.chunks_exact(2).map(|p| format!("({},{})", p[0], p[1])).collect();
    }
    part_texts(array, count)
}

fn part_texts(array: &ArrayLiteral, count: usize) -> Vec<String> {
    let element_type = array.element_type();
    let text = |bytes: &[u8]| match element_type {
        ElementType::Pred => (bytes[0] != 0).to_string(),
        float if float.is_float() => float_text(float, float.decode_float(bytes)),
        integer => integer.decode_integer(bytes).to_string(),
    };
    (0..count).map(|i| text(array.element_bytes(i))).collect()
}

/// The shortest decimal that reads back the same: among doubles for f64, else among f32s, which hold every narrower
/// type. Very large and very small numbers get an exponent.
fn float_text(element_type: ElementType, value: f64) -> String {
    let readable = value == 0.0 || !value.is_finite() || (1e-4..1e16).contains(&value.abs());
    match (element_type, readable) {
        _ if value.is_nan() => "nan".to_string(),
        (ElementType::F64, true) => value.to_string(),
        (ElementType::F64, false) => format!("{value:e}"),
        (_, true) => (value as f32).to_string(),
        (_, false) => format!("{:e}", value as f32),
    }
}

/// The same memory as an array of real numbers: a complex element is two of them.
pub fn real_parts(array: &ArrayLiteral) -> ArrayLiteral {
    let parts = if array.element_type().is_complex() { 2 } else { 1 };
    let count = array.shape().element_count() * parts;
    ArrayLiteral::new(array.element_type().real_part(), [count], array.bytes().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> String {
        let (shape, values) = text.split_once('=').unwrap();
        format_array(&parse_values(&parse_type(shape).unwrap(), values).unwrap(), 100)
    }

    #[test]
    fn arrays_read_back_as_printed() {
        for text in [
            "2x3xf32=[1 2.5 -0][nan inf -inf]",
            "f64=0.1",
            "2xi1=true false",
            "2x1x2xi8=[[-128 127]][[0 1]]",
            "2xcomplex<f32>=(1,-2) (0,3)",
            "0x2xf32=",
            "3xbf16=1 1.5 -0.0078125",
            "2xui64=0 18446744073709551615",
            "f32=1e30",
        ] {
            assert_eq!(round_trip(text), text);
        }
    }

    #[test]
    fn one_value_fills_all_and_bits_are_taken() {
        assert_eq!(round_trip("2x2xi32=7"), "2x2xi32=[7 7][7 7]");
        assert_eq!(round_trip("f32=0x7f800000"), "f32=inf");
    }

    #[test]
    fn bad_values_say_what_is_wrong() {
        let error = |t: &str, v: &str| parse_values(&parse_type(t).unwrap(), v).err().unwrap().to_string();
        assert_eq!(error("3xf32", "1 2"), "expected 3 values of 3xf32 or one for all, found 2");
        assert_eq!(error("i8", "128"), "'128' is no value of type i8");
        assert_eq!(
            parse_type("2xfloat").err().unwrap().to_string(),
            "'float' is no element type (expected f32, i32, bf16, …)"
        );
    }
}
