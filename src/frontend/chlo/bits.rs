//! Functions of a number's representation.

use super::value::Value;
use crate::hlo::ElementType;

/// The next representable number after `x` towards `y`.
pub fn next_after<'f, 'b>(x: Value<'f, 'b>, y: Value<'f, 'b>) -> Value<'f, 'b> {
    let element_type = x.element_type();
    let bits = x.bits();
    // Magnitudes grow with their bits: away from zero is one more, towards it one less.
    let outward = x.abs().is_less_than(y.abs()) & x.lt(0.0).equals(y.lt(0.0));
    let (more, less) = (bits + bits.integer(1), bits - bits.integer(1));
    let stepped = outward.select(more, less).bitcast(element_type);
    let smallest = bits.integer(1).bitcast(element_type).copy_sign(y);
    let moved = x.eq(0.0).select(smallest, stepped);
    let value = x.equals(y).select(y, moved);
    (x.is_nan() | y.is_nan()).select(x.constant(f64::NAN), value)
}

/// The upper half of the product of two integers.
pub fn mulhi<'f, 'b>(x: Value<'f, 'b>, y: Value<'f, 'b>) -> Value<'f, 'b> {
    let element_type = x.element_type();
    let width = element_type.bit_width();
    if width == 64 {
        return mulhi_of_64_bits(x, y);
    }
    let wide = if element_type.is_signed_integer() { ElementType::S64 } else { ElementType::U64 };
    let product = x.convert(wide) * y.convert(wide);
    product.shift_right_arithmetic(width as i64).convert(element_type)
}

/// From four products of halves; a negative factor counts the other once too often in its unsigned product.
fn mulhi_of_64_bits<'f, 'b>(x: Value<'f, 'b>, y: Value<'f, 'b>) -> Value<'f, 'b> {
    let element_type = x.element_type();
    let [a, b] = [x, y].map(|value| value.bitcast(ElementType::U64));
    let low = |value: Value<'f, 'b>| value & value.integer(u32::MAX as i64);
    let high = |value: Value<'f, 'b>| value.shift_right_logical(32);
    let lowest = high(low(a) * low(b));
    let first = high(a) * low(b) + lowest;
    let second = low(a) * high(b) + low(first);
    let unsigned = high(a) * high(b) + high(first) + high(second);
    if element_type.is_unsigned_integer() {
        return unsigned;
    }
    let zero = unsigned.integer(0);
    let correction = x.lt(0.0).select(b, zero) + y.lt(0.0).select(a, zero);
    (unsigned - correction).bitcast(element_type)
}

/// Whether a type has the bits that [`next_after`] counts through.
pub fn has_bits(element_type: ElementType) -> bool {
    element_type.is_float() && element_type.bits_type().bit_width() == element_type.bit_width()
}
