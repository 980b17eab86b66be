//! Text of one element: decimal digits that read back to the same element.

use crate::hlo::ElementType;

/// An element's text from its memory form: `1.5`, `-inf`, `nan(0x1)`, `(1, -0.5)`, `true` as `1`.
pub fn format_element(element_type: ElementType, bytes: &[u8]) -> String {
    if element_type.is_complex() {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        let part = element_type.real_part();
        format!("({}, {})", format_element(part, re), format_element(part, im))
    } else if element_type.is_float() {
        format_float(element_type, bytes)
    } else {
        element_type.decode_integer(bytes).to_string()
    }
}

fn format_float(element_type: ElementType, bytes: &[u8]) -> String {
    let value = element_type.decode_float(bytes);
    if value.is_nan() {
        return format_nan(element_type, bytes);
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    if value == 0.0 && value.is_sign_negative() {
        // XLA writes `-0`, which its parser reads as an integer, and loses the sign.
        return "-0.0".into();
    }
    match element_type {
        ElementType::F32 => shortest(value, [6, 9], |text| text.parse::<f32>().is_ok_and(|v| f64::from(v) == value)),
        ElementType::F64 => shortest(value, [15, 17], |text| text.parse::<f64>().is_ok_and(|v| v == value)),
        narrow => general(value, significant_digits(narrow)),
    }
}

/// Decimal digits that tell all numbers of a narrow float apart: `ceil(1 + p log10 2)` for `p` significand bits.
fn significant_digits(element_type: ElementType) -> usize {
    match element_type.float_format() {
        Some(format) => (1.0 + f64::from(format.mantissa_bits() + 1) * std::f64::consts::LOG10_2).ceil() as usize,
        None => 2,
    }
}

/// Few digits where they read back to the same value, else enough for any.
fn shortest(value: f64, [few, enough]: [usize; 2], reads_back: impl Fn(&str) -> bool) -> String {
    let text = general(value, few);
    if reads_back(&text) { text } else { general(value, enough) }
}

/// C's `%.{digits}g`: plain decimals for exponents from -4 to under `digits`, scientific otherwise, no trailing zeros.
fn general(value: f64, digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').expect("scientific notation has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is a number");
    if (-4..digits as i32).contains(&exponent) {
        let decimals = (digits as i32 - 1 - exponent) as usize;
        return trim_zeros(&format!("{value:.decimals$}")).into();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trim_zeros(mantissa), exponent.abs())
}

fn trim_zeros(decimal: &str) -> &str {
    if decimal.contains('.') { decimal.trim_end_matches('0').trim_end_matches('.') } else { decimal }
}

/// `nan`, with the payload where it is not the usual one: a quiet bit alone.
fn format_nan(element_type: ElementType, bytes: &[u8]) -> String {
    let mantissa_bits = mantissa_bits(element_type);
    let code = bytes.iter().rev().fold(0u64, |code, &byte| code << 8 | u64::from(byte));
    let negative = code >> (element_type.bit_width() - 1) & 1 == 1;
    let sign = if negative && element_type.has_negative_nan() { "-" } else { "" };
    let payload = code & ((1 << mantissa_bits) - 1);
    let plain = mantissa_bits == 0 || !element_type.has_nan_payload() || payload == 1 << (mantissa_bits - 1);
    if plain { format!("{sign}nan") } else { format!("{sign}nan({payload:#x})") }
}

fn mantissa_bits(element_type: ElementType) -> u32 {
    match element_type {
        ElementType::F32 => 23,
        ElementType::F64 => 52,
        narrow => narrow.float_format().map_or(0, |format| format.mantissa_bits()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32_text(value: f32) -> String {
        format_element(ElementType::F32, &value.to_le_bytes())
    }

    #[test]
    fn floats_print_as_c_does() {
        let values = [0.1, 1e10, 1e-10, std::f32::consts::PI, -0.0, 1e-40, 123456789.0, 2.0, 0.0001, 1e38, 100000.0];
        let texts = values.map(f32_text);
        let expected = [
            "0.1",
            "1e+10",
            "1e-10",
            "3.14159274",
            "-0.0",
            "9.99995e-41",
            "123456792",
            "2",
            "0.0001",
            "1e+38",
            "100000",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn nans_keep_their_payload() {
        let texts = [0x7fc0_0000u32, 0xffc0_0000, 0x7f80_1234, 0xff80_0000, 0x7fff_ffff]
            .map(|bits| f32_text(f32::from_bits(bits)));
        assert_eq!(texts, ["nan", "-nan", "nan(0x1234)", "-inf", "nan(0x7fffff)"]);
        assert_eq!(format_element(ElementType::F8E4M3FN, &[0xff]), "-nan");
        assert_eq!(format_element(ElementType::F8E4M3FNUZ, &[0x80]), "nan");
    }

    #[test]
    fn every_narrow_float_reads_back() {
        let narrow = ElementType::ALL.into_iter().filter(|t| t.is_minifloat() || matches!(t.bit_width(), 16));
        for element_type in narrow.filter(|t| t.is_float()) {
            for code in 0..1u32 << element_type.bit_width() {
                let bytes = &code.to_le_bytes()[..element_type.byte_width()];
                let value = element_type.decode_float(bytes);
                let text = format_element(element_type, bytes);
                if !value.is_nan() {
                    let read = element_type.encode_float(text.parse().unwrap());
                    assert_eq!(read, bytes, "{element_type} {code:#x} {text}");
                }
            }
        }
    }

    #[test]
    fn integers_and_complex_numbers() {
        assert_eq!(format_element(ElementType::S4, &[0xFD]), "-3");
        assert_eq!(format_element(ElementType::U64, &[0xFF; 8]), "18446744073709551615");
        assert_eq!(format_element(ElementType::Pred, &[1]), "1");
        let z = [1f32.to_le_bytes(), f32::NEG_INFINITY.to_le_bytes()].concat();
        assert_eq!(format_element(ElementType::C64, &z), "(1, -inf)");
    }
}
