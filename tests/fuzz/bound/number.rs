//! Distances between the numbers of an element type.

use pjrt::hlo::{ArrayLiteral, ElementType};

/// Exponent and mantissa of a float type; `f8e8m0fnu` has no mantissa.
struct Layout {
    mantissa_bits: i32,
    min_exponent: i32,
}

fn layout(element_type: ElementType) -> Layout {
    match element_type {
        ElementType::F64 => Layout { mantissa_bits: 52, min_exponent: -1022 },
        ElementType::F32 => Layout { mantissa_bits: 23, min_exponent: -126 },
        ElementType::F8E8M0FNU => Layout { mantissa_bits: 0, min_exponent: -127 },
        other => other.float_format().map_or(Layout { mantissa_bits: 63, min_exponent: 0 }, |format| Layout {
            mantissa_bits: format.mantissa_bits() as i32,
            min_exponent: 1 - format.bias(),
        }),
    }
}

/// Relative distance of neighbours: 2^-23 for f32.
pub fn epsilon(element_type: ElementType) -> f64 {
    2f64.powi(-layout(element_type).mantissa_bits)
}

/// Distance from a number to its neighbour away from zero.
pub fn spacing(element_type: ElementType, value: f64) -> f64 {
    let Layout { mantissa_bits, min_exponent } = layout(element_type);
    let exponent = if value == 0.0 { min_exponent } else { exponent(value).max(min_exponent) };
    2f64.powi(exponent).max(f64::MIN_POSITIVE) * 2f64.powi(-mantissa_bits)
}

/// The exponent of the leading bit.
fn exponent(value: f64) -> i32 {
    match (value.to_bits() >> 52 & 0x7FF) as i32 {
        0 => -1022,
        biased => biased - 1023,
    }
}

/// The largest finite number.
pub fn largest(element_type: ElementType) -> f64 {
    match element_type {
        ElementType::F64 => f64::MAX,
        ElementType::F32 => f64::from(f32::MAX),
        ElementType::F8E8M0FNU => 2f64.powi(127),
        other => {
            let greatest = other.decode_float(&other.greatest());
            match greatest.is_finite() {
                true => greatest,
                // The largest number lies one code below infinity.
                false => {
                    let code = u16::from_le_bytes([other.greatest()[0], other.greatest().get(1).copied().unwrap_or(0)]);
                    other.decode_float(&(code - 1).to_le_bytes()[..other.byte_width()])
                }
            }
        }
    }
}

/// The largest power of two that divides a number, infinite for zero.
pub fn granularity(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return f64::INFINITY;
    }
    let fraction = value.to_bits() & ((1 << 52) - 1);
    let normal = value.to_bits() >> 52 & 0x7FF != 0;
    let significand = if normal { fraction | 1 << 52 } else { fraction };
    2f64.powi(exponent(value)) * 2f64.powi(significand.trailing_zeros() as i32 - 52)
}

/// Real numbers of an array in order; a complex one is two.
pub fn parts(array: &ArrayLiteral) -> Vec<f64> {
    let part = array.element_type().real_part();
    array.bytes().chunks_exact(part.byte_width()).map(|bytes| part.decode_float(bytes)).collect()
}
