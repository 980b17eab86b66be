//! Constants: `dense<…>`, in decimal digits that read back exactly, or as the bytes of all elements.

use super::Printer;
use crate::hlo::ElementType;
use crate::stablehlo::{Constant, Operation, Type};

/// Constants of more elements are written as bytes.
const MAX_DECIMAL_ELEMENTS: usize = 100;

impl Printer<'_> {
    /// `dense<…> : T` as an operation's value; none where its result has another type.
    pub fn constant_value(&mut self, constant: &Constant, operation: &Operation) -> Option<()> {
        let of_type = Type::Tensor(constant.of_type.clone());
        let of = operation.operands.first().or(operation.results.first());
        if of.is_some_and(|&value| *self.type_of(value) != of_type) {
            return None;
        }
        self.typed_constant(constant);
        Some(())
    }

    pub fn typed_constant(&mut self, constant: &Constant) {
        self.push("dense<");
        self.payload(constant);
        self.write(format_args!("> : tensor<{}>", constant.of_type));
    }

    fn payload(&mut self, constant: &Constant) {
        let Some(element_type) = constant.of_type.element.stored() else { return };
        let (bytes, width) = (&*constant.bytes.0, element_type.byte_width());
        if constant.is_splat || constant.of_type.dims.is_empty() {
            self.push(&element_text(element_type, bytes));
        } else if bytes.len() / width > MAX_DECIMAL_ELEMENTS {
            self.hexadecimal(bytes, element_type);
        } else if !bytes.is_empty() {
            let sizes: Vec<u64> = constant.of_type.dims.iter().map(|size| size.unwrap_or(0)).collect();
            self.level(&sizes, &mut bytes.chunks_exact(width), element_type);
        }
    }

    /// The bytes of all elements; bits beyond a narrow one are zero.
    fn hexadecimal(&mut self, bytes: &[u8], element_type: ElementType) {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        self.out.reserve(2 * bytes.len() + 4);
        self.push("\"0x");
        let mask = if element_type.bit_width() < 8 { (1 << element_type.bit_width()) - 1 } else { 0xFF };
        for byte in bytes.iter().map(|byte| byte & mask) {
            self.out.push(DIGITS[(byte >> 4) as usize] as char);
            self.out.push(DIGITS[(byte & 15) as usize] as char);
        }
        self.push("\"");
    }

    /// `[[1, 2], [3, 4]]`
    fn level<'b>(&mut self, sizes: &[u64], elements: &mut impl Iterator<Item = &'b [u8]>, element_type: ElementType) {
        match sizes.split_first() {
            None => {
                if let Some(element) = elements.next() {
                    self.push(&element_text(element_type, element));
                }
            }
            Some((&size, inner)) => {
                self.push("[");
                self.separated(0..size, |printer, _| printer.level(inner, elements, element_type));
                self.push("]");
            }
        }
    }

    /// All elements in brackets, whatever their number: the padding of a window.
    pub fn nested_elements(&mut self, constant: &Constant) -> Option<()> {
        let element_type = constant.of_type.element.stored()?;
        let sizes = constant.of_type.dims.iter().copied().collect::<Option<Vec<u64>>>()?;
        let width = element_type.byte_width();
        match constant.is_splat {
            true => self.level(&sizes, &mut std::iter::repeat(&constant.bytes.0[..width]), element_type),
            false => self.level(&sizes, &mut constant.bytes.0.chunks_exact(width), element_type),
        }
        Some(())
    }
}

/// An element's text from its memory form.
fn element_text(element_type: ElementType, bytes: &[u8]) -> String {
    if element_type.is_complex() {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        let part = element_type.real_part();
        return format!("({},{})", float_text(part, re), float_text(part, im));
    }
    match element_type {
        ElementType::Pred => (bytes[0] != 0).to_string(),
        _ if element_type.is_float() => float_text(element_type, bytes),
        _ => element_type.decode_integer(bytes).to_string(),
    }
}

/// Scientific notation of seven digits if that reads back, else of as many as it takes; the bit pattern of what has no
/// digits.
pub fn float_text(element_type: ElementType, bytes: &[u8]) -> String {
    let value = element_type.decode_float(bytes);
    let shortest = match element_type {
        ElementType::F64 => format!("{value:e}"),
        _ => format!("{:e}", value as f32),
    };
    let texts = [format!("{value:.6e}"), shortest].map(|text| scientific(&text));
    let found = texts.into_iter().find(|text| reads_back(element_type, text, bytes));
    found.unwrap_or_else(|| {
        let pattern = bytes.iter().rev().map(|byte| format!("{byte:02X}")).collect::<String>();
        format!("0x{pattern}")
    })
}

/// With a point and an exponent of two digits: `1.0e+00`.
fn scientific(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}{point}e{sign}{digits:0>2}")
}

/// Whether a reader gets the same element, through a double as ours does.
fn reads_back(element_type: ElementType, text: &str, bytes: &[u8]) -> bool {
    let Some(value) = text.parse::<f64>().ok().filter(|value| value.is_finite()) else { return false };
    element_type.encode_float(value) == bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_read_back() {
        let text = |value: f32| float_text(ElementType::F32, &value.to_le_bytes());
        let values = [0.5, -0.0, std::f32::consts::PI, 1e-45, f32::MAX, f32::INFINITY, -1e10];
        let expected = [
            "5.000000e-01",
            "-0.000000e+00",
            "3.1415927e+00",
            "1.401298e-45",
            "3.4028235e+38",
            "0x7F800000",
            "-1.000000e+10",
        ];
        assert_eq!(values.map(text), expected);
        assert_eq!(float_text(ElementType::F64, &0.1f64.to_le_bytes()), "1.000000e-01");
        assert_eq!(float_text(ElementType::F16, &0x7E00u16.to_le_bytes()), "0x7E00");
    }

    #[test]
    fn every_narrow_float_reads_back_or_is_a_pattern() {
        for element_type in ElementType::ALL.into_iter().filter(|t| t.is_float() && t.bit_width() <= 16) {
            for code in 0..1u32 << element_type.bit_width() {
                let bytes = &code.to_le_bytes()[..element_type.byte_width()];
                let text = float_text(element_type, bytes);
                let is_number = element_type.decode_float(bytes).is_finite();
                assert_eq!(is_number, !text.starts_with("0x"), "{element_type} {code:#x} {text}");
            }
        }
    }

    #[test]
    fn integers_and_pairs() {
        assert_eq!(element_text(ElementType::S4, &[0xF9]), "-7");
        assert_eq!(element_text(ElementType::U64, &[0xFF; 8]), "18446744073709551615");
        assert_eq!(element_text(ElementType::Pred, &[1]), "true");
        let z = [1f32.to_le_bytes(), f32::NAN.to_le_bytes()].concat();
        assert_eq!(element_text(ElementType::C64, &z), "(1.000000e+00,0x7FC00000)");
    }
}
