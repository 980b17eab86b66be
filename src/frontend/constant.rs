//! Payloads of constants: `dense<…>`, read straight from the source into a literal's memory.
//!
//! A hexadecimal string is the elements' bytes, little endian; a list is nested as the shape is; a single element
//! stands for all. A hexadecimal number in a list is the bit pattern of its element.

use super::assembly::shortened;
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, ElementType};
use std::ops::Range;

/// A constant's value.
pub enum Constant {
    /// One element, of which the array is full.
    Splat(ArrayLiteral),
    Full(ArrayLiteral),
}

/// What is wrong, and at which offset of the source.
pub struct ConstantError {
    pub offset: usize,
    pub message: String,
}

type Outcome<T> = Result<T, ConstantError>;

/// Reads the payload at `range`, which is `dense<…>` or a list in square brackets.
pub fn read(text: &str, range: Range<usize>, shape: &ArrayShape) -> Outcome<Constant> {
    let inside = match text[range.clone()].strip_prefix("dense<") {
        Some(_) => range.start + "dense<".len()..range.end - 1,
        None => range,
    };
    let mut reader = Reader { text, bytes: text.as_bytes(), position: inside.start, end: inside.end, shape };
    reader.skip_blank();
    let constant = match reader.byte() {
        0 => reader.nothing()?,
        b'"' => reader.hexadecimal()?,
        b'[' => Constant::Full(reader.list()?),
        _ => reader.splat()?,
    };
    reader.skip_blank();
    if reader.position < reader.end { Err(reader.unexpected("the end of the constant")) } else { Ok(constant) }
}

/// Reads hexadecimal digits: the bytes of all elements, or of one.
pub fn of_digits(text: &str, range: Range<usize>, shape: &ArrayShape) -> Outcome<Constant> {
    let reader = Reader { text, bytes: text.as_bytes(), position: range.start, end: range.end, shape };
    reader.of_digits(&text.as_bytes()[range.clone()], range.start)
}

struct Reader<'s> {
    text: &'s str,
    bytes: &'s [u8],
    position: usize,
    end: usize,
    shape: &'s ArrayShape,
}

impl Reader<'_> {
    fn byte(&self) -> u8 {
        if self.position < self.end { self.bytes[self.position] } else { 0 }
    }

    fn skip_blank(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\n' | b'\t' | b'\r' => self.position += 1,
                b'/' => {
                    let rest = &self.text[self.position..self.end];
                    self.position += rest.find('\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn error(&self, message: impl Into<String>) -> ConstantError {
        ConstantError { offset: self.position, message: message.into() }
    }

    fn unexpected(&self, expected: &str) -> ConstantError {
        let found = self.text[self.position..self.end].chars().next();
        let found = found.map_or("the end of the constant".to_owned(), |c| format!("`{c}`"));
        self.error(format!("expected {expected}, found {found}"))
    }

    fn element_type(&self) -> ElementType {
        self.shape.element_type
    }

    fn zeroed(&self, shape: &ArrayShape) -> Outcome<AlignedBytes> {
        let size = shape.checked_byte_size().ok_or_else(|| self.error("a constant larger than memory can be"))?;
        Ok(AlignedBytes::zeroed(size))
    }

    /// `dense<>`
    fn nothing(&self) -> Outcome<Constant> {
        if self.shape.element_count() != 0 {
            return Err(self.error(format!("expected the elements of {}, found none", self.shape)));
        }
        Ok(Constant::Full(ArrayLiteral::zeros(self.shape)))
    }

    fn splat(&mut self) -> Outcome<Constant> {
        let mut bytes = AlignedBytes::zeroed(self.element_type().byte_width());
        self.element(&mut bytes)?;
        Ok(Constant::Splat(ArrayLiteral::new(self.element_type(), [], bytes)))
    }

    /// `"0x…"`: bytes of all elements, or of one.
    fn hexadecimal(&mut self) -> Outcome<Constant> {
        let start = self.position + 1;
        let text = &self.text[start..self.end];
        let length = text.find('"').ok_or_else(|| self.error("this string is never closed"))?;
        let Some(digits) = text[..length].strip_prefix("0x") else {
            return Err(self.error("expected hexadecimal digits after `0x`"));
        };
        let constant = self.of_digits(digits.as_bytes(), start + 2)?;
        self.position = start + length + 1;
        Ok(constant)
    }

    fn of_digits(&self, digits: &[u8], start: usize) -> Outcome<Constant> {
        let width = self.element_type().byte_width();
        let size = self.shape.checked_byte_size();
        let is_full = size == digits.len().checked_div(2).filter(|_| digits.len().is_multiple_of(2));
        if !is_full && digits.len() != 2 * width {
            let size = size.map_or("more bytes than fit in memory".to_owned(), |size| format!("{size} bytes"));
            let found = digits.len() as f64 / 2.0;
            let message = format!("expected {size} for {}, or {width} for one element, found {found}", self.shape);
            return Err(self.error(message));
        }
        let mut bytes = AlignedBytes::zeroed(digits.len() / 2);
        if let Some(wrong) = decode_hex(digits, &mut bytes) {
            let offset = start + wrong;
            return Err(ConstantError { offset, message: "expected a hexadecimal digit".to_owned() });
        }
        self.element_type().canonicalize(&mut bytes);
        Ok(match is_full {
            true => Constant::Full(ArrayLiteral::new(self.element_type(), self.shape.dims.clone(), bytes)),
            false => Constant::Splat(ArrayLiteral::new(self.element_type(), [], bytes)),
        })
    }

    /// `[[1, 2], [3, 4]]`
    fn list(&mut self) -> Outcome<ArrayLiteral> {
        self.check_room()?;
        let mut bytes = self.zeroed(self.shape)?;
        let width = self.element_type().byte_width();
        let mut written = 0;
        self.level(0, &mut bytes, width, &mut written)?;
        Ok(ArrayLiteral::new(self.element_type(), self.shape.dims.clone(), bytes))
    }

    /// A text of so many characters holds fewer elements: refused before memory is asked for.
    fn check_room(&self) -> Outcome<()> {
        let elements = self.shape.dims.iter().try_fold(1usize, |n, &d| n.checked_mul(d));
        match elements {
            Some(count) if count <= self.end - self.position => Ok(()),
            _ => Err(self.error(format!("too few elements for {}", self.shape))),
        }
    }

    fn level(&mut self, depth: usize, bytes: &mut [u8], width: usize, written: &mut usize) -> Outcome<()> {
        let Some(&expected) = self.shape.dims.get(depth) else {
            return self.one(bytes, width, written);
        };
        self.skip_blank();
        if self.byte() != b'[' {
            return Err(self.unexpected(&format!("`[`: {} has {} dimensions", self.shape, self.shape.rank())));
        }
        let start = self.position;
        self.position += 1;
        let found = self.items(depth, expected, bytes, width, written)?;
        if found != expected {
            let message = format!("expected {expected} elements in dimension {depth} of {}, found {found}", self.shape);
            return Err(ConstantError { offset: start, message });
        }
        Ok(())
    }

    /// The items up to `]`; says how many.
    fn items(
        &mut self,
        depth: usize,
        expected: usize,
        bytes: &mut [u8],
        width: usize,
        written: &mut usize,
    ) -> Outcome<usize> {
        self.skip_blank();
        if self.byte() == b']' {
            self.position += 1;
            return Ok(0);
        }
        for found in 1.. {
            if found > expected {
                return Err(self.error(format!("expected {expected} elements in dimension {depth} of {}", self.shape)));
            }
            self.level(depth + 1, bytes, width, written)?;
            self.skip_blank();
            match self.byte() {
                b',' => self.position += 1,
                b']' => {
                    self.position += 1;
                    return Ok(found);
                }
                _ => return Err(self.unexpected("`,` or `]`")),
            }
        }
        Ok(0)
    }

    fn one(&mut self, bytes: &mut [u8], width: usize, written: &mut usize) -> Outcome<()> {
        self.element(&mut bytes[*written..*written + width])?;
        *written += width;
        Ok(())
    }

    fn element(&mut self, out: &mut [u8]) -> Outcome<()> {
        self.skip_blank();
        if !self.element_type().is_complex() {
            return self.scalar(self.element_type(), out);
        }
        if self.byte() != b'(' {
            return Err(self.unexpected("a complex number, `(re, im)`"));
        }
        let (real, imaginary) = out.split_at_mut(out.len() / 2);
        for (part, close) in [(real, b','), (imaginary, b')')] {
            self.position += 1;
            self.skip_blank();
            self.scalar(self.element_type().real_part(), part)?;
            self.skip_blank();
            if self.byte() != close {
                return Err(self.unexpected(&format!("`{}`", close as char)));
            }
        }
        self.position += 1;
        Ok(())
    }

    fn scalar(&mut self, element_type: ElementType, out: &mut [u8]) -> Outcome<()> {
        let start = self.position;
        while matches!(self.byte(), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'.' | b'+' | b'-' | b'_') {
            self.position += 1;
        }
        let word = &self.text[start..self.position];
        let outcome = encode(element_type, word, out);
        outcome.map_err(|message| ConstantError { offset: start, message })
    }
}

/// Writes an element's bytes.
fn encode(element_type: ElementType, word: &str, out: &mut [u8]) -> Result<(), String> {
    if element_type.is_float() {
        return encode_float(element_type, word, out);
    }
    let value = match word {
        "true" if element_type == ElementType::Pred => 1,
        "false" if element_type == ElementType::Pred => 0,
        _ => integer(word).ok_or_else(|| wrong_word(element_type, word))?,
    };
    let bits = element_type.bit_width() as u32;
    let lowest = if element_type.is_unsigned_integer() { 0 } else { -(1i128 << (bits - 1)) };
    if value < lowest || value >= 1i128 << bits {
        return Err(format!("{} does not fit {}", shortened(word), element_type.mlir_name()));
    }
    out.copy_from_slice(&value.to_le_bytes()[..out.len()]);
    element_type.canonicalize(out);
    Ok(())
}

fn encode_float(element_type: ElementType, word: &str, out: &mut [u8]) -> Result<(), String> {
    if let Some(pattern) = hexadecimal_number(word) {
        let fits = pattern >> element_type.bit_width() == 0;
        out.copy_from_slice(&pattern.to_le_bytes()[..out.len()]);
        return if fits { Ok(()) } else { Err(format!("{word} has more bits than {}", element_type.mlir_name())) };
    }
    let is_number = word.bytes().any(|b| b.is_ascii_digit()) && !word.starts_with('+');
    let value = word.parse::<f64>().ok().filter(|_| is_number).ok_or_else(|| wrong_word(element_type, word))?;
    match element_type {
        ElementType::F64 => out.copy_from_slice(&value.to_le_bytes()),
        ElementType::F32 => out.copy_from_slice(&(value as f32).to_le_bytes()),
        _ => out.copy_from_slice(&element_type.encode_float(value)),
    }
    Ok(())
}

fn wrong_word(element_type: ElementType, word: &str) -> String {
    let expected = format!("expected a value of type {}", element_type.mlir_name());
    if word.is_empty() { expected } else { format!("{expected}, found `{}`", shortened(word)) }
}

fn hexadecimal_number(word: &str) -> Option<u128> {
    u128::from_str_radix(word.strip_prefix("0x")?, 16).ok()
}

/// A decimal or hexadecimal integer.
pub fn integer(word: &str) -> Option<i128> {
    if let Some(negative) = word.strip_prefix("-0x") {
        return i128::from_str_radix(negative, 16).ok().map(|value| -value);
    }
    if word.starts_with("0x") {
        return hexadecimal_number(word).and_then(|value| i128::try_from(value).ok());
    }
    match word.len() {
        1..19 => word.parse::<i64>().ok().filter(|_| !word.starts_with('+')).map(i128::from),
        _ => word.parse().ok(),
    }
}

/// Decodes pairs of digits; gives the index of a wrong digit.
fn decode_hex(digits: &[u8], out: &mut [u8]) -> Option<usize> {
    let mut all = 0;
    for (pair, byte) in digits.chunks_exact(2).zip(out) {
        let (high, low) = (HEX_VALUES[pair[0] as usize], HEX_VALUES[pair[1] as usize]);
        all |= high | low;
        *byte = high << 4 | (low & 15);
    }
    if all & WRONG == 0 { None } else { digits.iter().position(|&digit| HEX_VALUES[digit as usize] & WRONG != 0) }
}

const WRONG: u8 = 0x80;

/// Value of each hexadecimal digit.
const HEX_VALUES: [u8; 256] = {
    let mut values = [WRONG; 256];
    let mut digit = 0;
    while digit < 16 {
        values[b"0123456789abcdef"[digit] as usize] = digit as u8;
        values[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        digit += 1;
    }
    values
};
