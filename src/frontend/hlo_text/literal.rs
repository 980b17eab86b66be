//! Constants: `{ {1, 2}, {3, 4} }`, `(1, -inf)`, `nan(0x1)`.

use super::cursor::{Cursor, Outcome, Word};
use crate::frontend::constant;
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, ElementType, Literal, Shape};

/// The value of a constant of this shape.
pub fn literal(cursor: &mut Cursor, shape: &Shape) -> Outcome<Literal> {
    match shape {
        Shape::Array(array) => self::array(cursor, array).map(Literal::Array),
        Shape::Tuple(parts) => tuple(cursor, parts).map(Literal::Tuple),
        Shape::Token => Ok(Literal::Token),
    }
}

fn tuple(cursor: &mut Cursor, shapes: &[Shape]) -> Outcome<Vec<Literal>> {
    let mut rest = shapes.iter();
    let start = cursor.offset();
    let parts = cursor.list("(", ")", |cursor| match rest.next() {
        Some(shape) => literal(cursor, shape),
        None => Err(cursor.unexpected("`)`")),
    })?;
    if parts.len() < shapes.len() {
        let message = format!("expected {} parts, found {}", shapes.len(), parts.len());
        return Err(cursor.error_at(start, message));
    }
    Ok(parts)
}

fn array(cursor: &mut Cursor, shape: &ArrayShape) -> Outcome<ArrayLiteral> {
    check_room(cursor, shape)?;
    let mut bytes = AlignedBytes::zeroed(shape.byte_size());
    let mut reader = Reader { cursor, shape, bytes: &mut bytes, written: 0 };
    reader.level(0)?;
    Ok(ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes))
}

/// A text holds fewer elements than characters: what is larger is refused before memory is asked for.
fn check_room(cursor: &mut Cursor, shape: &ArrayShape) -> Outcome {
    let start = cursor.offset();
    if cursor.starts_with("{...}") {
        let finding = cursor.error_at(start, "the elements of this constant were left out when it was printed");
        return Err(finding.with_note("XLA prints them with --xla_dump_large_constants, or print_large_constants"));
    }
    let elements = shape.checked_byte_size().map(|_| shape.element_count());
    match elements {
        Some(count) if count <= cursor.rest().len() => Ok(()),
        _ => Err(cursor.error_at(start, format!("too few elements for {shape}"))),
    }
}

struct Reader<'c, 's, 'a> {
    cursor: &'c mut Cursor<'s>,
    shape: &'a ArrayShape,
    bytes: &'a mut [u8],
    written: usize,
}

impl Reader<'_, '_, '_> {
    /// The elements below one index of the dimensions before `depth`.
    fn level(&mut self, depth: usize) -> Outcome {
        let Some(&size) = self.shape.dims.get(depth) else { return self.element() };
        let start = self.cursor.offset();
        self.cursor.expect("{")?;
        for i in 0..size {
            if self.cursor.peek() == b'}' {
                let message = format!("expected {size} elements in dimension {depth} of {}, found {i}", self.shape);
                return Err(self.cursor.error_at(start, message));
            }
            // Between braces a comma may be missing.
            if i > 0 && !self.cursor.eat(",") && self.cursor.peek() != b'{' {
                return Err(self.cursor.unexpected("`,`"));
            }
            self.level(depth + 1)?;
        }
        if self.cursor.eat("}") {
            return Ok(());
        }
        let expected = format!("`}}` after {size} elements in dimension {depth} of {}", self.shape);
        Err(self.cursor.unexpected(&expected))
    }

    fn element(&mut self) -> Outcome {
        let element_type = self.shape.element_type;
        if !element_type.is_complex() {
            return self.scalar(element_type);
        }
        for mark in ["(", ","] {
            self.cursor.expect(mark)?;
            self.scalar(element_type.real_part())?;
        }
        self.cursor.expect(")")
    }

    fn scalar(&mut self, element_type: ElementType) -> Outcome {
        let word = element_word(self.cursor);
        let width = element_type.byte_width();
        let out = &mut self.bytes[self.written..self.written + width];
        let written = write_element(element_type, word.text, out);
        written.map_err(|message| self.cursor.error_at(word.at, message))?;
        self.written += width;
        Ok(())
    }
}

/// A number or word up to the next blank, comma or bracket; a payload in brackets belongs to it.
fn element_word<'s>(cursor: &mut Cursor<'s>) -> Word<'s> {
    let at = cursor.offset();
    let range = cursor.skip_until(b",})( \t\r\n");
    if cursor.is_adjacent(b'(') && cursor.text(range.clone()).ends_with("nan") {
        cursor.eat("(");
        cursor.skip_until(b")");
        cursor.eat(")");
    }
    Word { text: cursor.text(at..cursor.position()), at }
}

fn write_element(element_type: ElementType, word: &str, out: &mut [u8]) -> Result<(), String> {
    let wrong = || match word {
        "" => format!("expected a value of type {element_type}"),
        _ => format!("expected a value of type {element_type}, found `{word}`"),
    };
    let outside = || format!("{word} does not fit {element_type}");
    if element_type.is_float() {
        let bytes = float(element_type, word).ok_or_else(wrong)?;
        out.copy_from_slice(&bytes.ok_or_else(outside)?);
        return Ok(());
    }
    let value = match word {
        "true" if element_type == ElementType::Pred => 1,
        "false" if element_type == ElementType::Pred => 0,
        _ => constant::integer(word).ok_or_else(wrong)?,
    };
    let bytes = value.to_le_bytes();
    out.copy_from_slice(&bytes[..out.len()]);
    // XLA reads u64 through s64, so that negative numbers wrap.
    let wraps = element_type == ElementType::U64 && i64::try_from(value).is_ok();
    let is_held = element_type.decode_integer(out) == value && fits(element_type, value);
    if is_held || wraps { Ok(()) } else { Err(outside()) }
}

fn fits(element_type: ElementType, value: i128) -> bool {
    let bits = element_type.bit_width() - usize::from(element_type.is_signed_integer());
    let lowest = if element_type.is_signed_integer() { -(1i128 << bits) } else { 0 };
    (lowest..1i128 << bits).contains(&value)
}

/// The bytes of a float: no number at all, or one that the type does not reach.
fn float(element_type: ElementType, word: &str) -> Option<Option<Vec<u8>>> {
    let (negative, size) = match word.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, word),
    };
    if let Some(payload) = size.strip_prefix("nan") {
        return nan(element_type, negative, payload).map(Some);
    }
    if size == "inf" {
        let infinity = if negative { f64::NEG_INFINITY } else { f64::INFINITY };
        return Some(Some(element_type.encode_float(infinity)));
    }
    let is_number = size.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let value = hexadecimal(size).or_else(|| size.parse::<f64>().ok()).filter(|_| is_number)?;
    let value = if negative { -value } else { value };
    // A decimal is rounded once: to f32 where that is the type.
    let bytes = match (element_type, word.parse::<f32>()) {
        (ElementType::F32, Ok(value)) => value.to_le_bytes().to_vec(),
        _ => element_type.encode_float(value),
    };
    let reached = value.is_finite() && element_type.decode_float(&bytes).is_finite();
    Some(reached.then_some(bytes))
}

/// `0x1.8p3`
fn hexadecimal(text: &str) -> Option<f64> {
    let (digits, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    Some(mantissa as f64 * 2f64.powi(exponent))
}

/// A NaN with its sign and the payload `(0x…)`, which has to fit the mantissa.
fn nan(element_type: ElementType, negative: bool, payload: &str) -> Option<Vec<u8>> {
    let mut bytes = element_type.encode_float(f64::NAN);
    let quiet = bytes.iter().rev().fold(0u64, |code, &byte| code << 8 | u64::from(byte));
    let sign = 1u64 << (element_type.bit_width() - 1);
    let mut code = if element_type.has_negative_nan() { quiet & !sign } else { quiet };
    if !payload.is_empty() {
        let digits = payload.strip_prefix("(0x")?.strip_suffix(')')?;
        let payload = u64::from_str_radix(digits, 16).ok()?;
        let mantissa = mantissa_mask(element_type);
        let fits = payload != 0 && payload & !mantissa == 0 && element_type.has_nan_payload();
        code = fits.then_some(code & !mantissa | payload)?;
    }
    if negative && element_type.has_negative_nan() {
        code |= sign;
    }
    bytes.copy_from_slice(&code.to_le_bytes()[..element_type.byte_width()]);
    Some(bytes)
}

fn mantissa_mask(element_type: ElementType) -> u64 {
    let bits = match element_type {
        ElementType::F32 => 23,
        ElementType::F64 => 52,
        narrow => narrow.float_format().map_or(0, |format| format.mantissa_bits()),
    };
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use super::super::shape::shape;
    use super::*;
    use crate::frontend::Source;
    use crate::hlo::format_element;

    /// `shape constant` read.
    fn read(text: &str) -> Outcome<Literal> {
        let source = Source::new("test.hlo", text);
        let mut cursor = Cursor::new(&source);
        let shape = shape(&mut cursor).unwrap();
        literal(&mut cursor, &shape)
    }

    fn elements(text: &str) -> Vec<String> {
        let literal = read(text).unwrap();
        let array = literal.expect_array();
        (0..array.shape().element_count())
            .map(|i| format_element(array.element_type(), array.element_bytes(i)))
            .collect()
    }

    #[test]
    fn every_element_type_reads_what_it_prints() {
        for element_type in ElementType::ALL {
            let width = element_type.byte_width();
            for code in 0..=255u8 {
                let bits = element_type.bit_width().min(8);
                if bits < 8 && code >> bits != 0 {
                    continue;
                }
                let byte = if element_type.is_signed_integer() {
                    ((code << (8 - bits)) as i8 >> (8 - bits)) as u8
                } else {
                    code
                };
                let mut bytes = vec![byte; width];
                bytes[0] = byte ^ if width > 1 { 1 } else { 0 };
                let text = format_element(element_type, &bytes);
                let read = read(&format!("{element_type}[] {text}")).unwrap();
                let again = read.expect_array().element_bytes(0);
                assert_eq!(format_element(element_type, again), text, "{element_type} {code:#x}");
                assert_eq!(again, bytes, "{element_type} {text}");
            }
        }
    }

    #[test]
    fn braces_nest_as_dimensions_do() {
        assert_eq!(elements("s32[2,2] { { 1, 2 }, { 3, 4 } }"), ["1", "2", "3", "4"]);
        assert_eq!(elements("s32[2,1,1,1] { { /*i0=0*/ { /*i1=0*/ {1} } }, { { {-2} } } }"), ["1", "-2"]);
        assert_eq!(elements("f32[2,0] { {}, {} }"), [""; 0]);
        assert_eq!(elements("u64[] -1"), ["18446744073709551615"]);
        assert_eq!(elements("pred[3] {true, 0, 1}"), ["1", "0", "1"]);
        assert_eq!(elements("c64[2] {(1, -inf), (nan(0x12), 0x1.8p3)}"), ["(1, -inf)", "(nan(0x12), 12)"]);
    }

    #[test]
    fn wrong_constants_say_what_is_wrong() {
        let message = |text: &str| read(text).unwrap_err().message;
        assert_eq!(message("s32[2] {1}"), "expected 2 elements in dimension 0 of s32[2], found 1");
        assert_eq!(message("s32[2] {1,2,3}"), "expected `}` after 2 elements in dimension 0 of s32[2], found `,`");
        assert_eq!(message("s8[] 128"), "128 does not fit s8");
        assert_eq!(message("u4[] 16"), "16 does not fit u4");
        assert_eq!(message("f16[] 1e9"), "1e9 does not fit f16");
        assert_eq!(message("f32[] 1e400"), "1e400 does not fit f32");
        assert_eq!(message("s32[] 1.5"), "expected a value of type s32, found `1.5`");
        assert_eq!(message("f32[] nan(0x0)"), "expected a value of type f32, found `nan(0x0)`");
        assert_eq!(message("f32[1000000000000] {1}"), "too few elements for f32[1000000000000]");
        assert_eq!(message("f32[8] {...}"), "the elements of this constant were left out when it was printed");
        assert_eq!(message("(s32[], s32[]) (1)"), "expected 2 parts, found 1");
    }
}
