//! Bytes of an artifact being read: every length is checked, every complaint names its place.

use crate::hlo::Diagnostic;

pub type Outcome<T> = Result<T, Diagnostic>;

/// A part of the file, read from its front.
#[derive(Clone, Copy)]
pub struct Cursor<'b> {
    rest: &'b [u8],
    /// Offset of the next byte in the file.
    offset: usize,
}

impl<'b> Cursor<'b> {
    pub fn new(bytes: &'b [u8]) -> Cursor<'b> {
        Cursor { rest: bytes, offset: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// What is wrong here.
    pub fn error(&self, message: impl AsRef<str>) -> Diagnostic {
        Diagnostic::program(format!("byte {}: {}", self.offset, message.as_ref()), &None)
    }

    pub fn unsupported(&self, message: impl AsRef<str>) -> Diagnostic {
        Diagnostic::unsupported(message.as_ref(), &None)
    }

    /// The next bytes.
    pub fn take(&mut self, length: u64, what: &str) -> Outcome<&'b [u8]> {
        let Some((taken, rest)) = usize::try_from(length).ok().and_then(|length| self.rest.split_at_checked(length))
        else {
            return Err(self.error(format!("expected {length} bytes of {what}, found {}", self.rest.len())));
        };
        self.rest = rest;
        self.offset += taken.len();
        Ok(taken)
    }

    /// The next bytes as a part of their own.
    pub fn part(&mut self, length: u64, what: &str) -> Outcome<Cursor<'b>> {
        let offset = self.offset;
        Ok(Cursor { rest: self.take(length, what)?, offset })
    }

    /// Skips to a multiple of this many bytes from the file's start.
    pub fn align(&mut self, alignment: u64) -> Outcome<()> {
        match usize::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two()) {
            Some(alignment) => {
                let padding = self.offset.next_multiple_of(alignment) - self.offset;
                self.take(padding as u64, "padding").map(|_| ())
            }
            None => Err(self.error(format!("expected an alignment of a power of two, found {alignment}"))),
        }
    }

    pub fn byte(&mut self, what: &str) -> Outcome<u8> {
        Ok(self.take(1, what)?[0])
    }

    /// An unsigned number: as many trailing zero bits in the first byte as bytes follow it.
    pub fn varint(&mut self, what: &str) -> Outcome<u64> {
        let first = self.byte(what)?;
        if first & 1 == 1 {
            return Ok(u64::from(first >> 1));
        }
        let extra = first.trailing_zeros().min(8);
        let following = self.take(extra.into(), what)?;
        let high = following.iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte));
        match extra {
            8 => Ok(high),
            extra => Ok((high << 8 | u64::from(first)) >> (extra + 1)),
        }
    }

    /// A number whose lowest bit is its sign.
    pub fn signed(&mut self, what: &str) -> Outcome<i64> {
        let value = self.varint(what)?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// A number and a flag.
    pub fn flagged(&mut self, what: &str) -> Outcome<(u64, bool)> {
        let value = self.varint(what)?;
        Ok((value >> 1, value & 1 == 1))
    }

    /// How many things follow, each of at least one byte.
    pub fn count(&mut self, what: &str) -> Outcome<usize> {
        let before = *self;
        let count = self.varint(what)?;
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.remaining())
            .ok_or_else(|| before.error(format!("expected a number of {what} that fits what follows, found {count}")))
    }

    /// A list with its length in front.
    pub fn list<T>(&mut self, what: &str, mut read: impl FnMut(&mut Self) -> Outcome<T>) -> Outcome<Vec<T>> {
        let count = self.count(what)?;
        (0..count).map(|_| read(self)).collect()
    }

    /// A string that ends with a zero byte.
    pub fn terminated(&mut self, what: &str) -> Outcome<&'b [u8]> {
        let Some(length) = self.rest.iter().position(|&byte| byte == 0) else {
            return Err(self.error(format!("expected a zero byte at the end of {what}")));
        };
        let taken = self.take(length as u64, what)?;
        self.byte(what)?;
        Ok(taken)
    }

    /// The bits of an integer of a width that the reader knows.
    pub fn integer(&mut self, bits: usize) -> Outcome<u64> {
        match bits {
            0..=8 => self.byte("an integer").map(u64::from),
            9..=63 => Ok(self.signed("an integer")? as u64 & ((1 << bits) - 1)),
            64 => Ok(self.signed("an integer")? as u64),
            _ => Err(self.unsupported(format!("integers of {bits} bits"))),
        }
    }

    /// A double by its bits.
    pub fn double(&mut self) -> Outcome<f64> {
        Ok(f64::from_bits(self.signed("a number")? as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length() {
        let read = |bytes: &[u8]| Cursor::new(bytes).varint("number").unwrap();
        assert_eq!(read(&[0x01]), 0);
        assert_eq!(read(&[0xFF]), 127);
        assert_eq!(read(&[0x02, 0x02]), 128);
        assert_eq!(read(&[0xFE, 0xFF]), (1 << 14) - 1);
        assert_eq!(read(&[0x80, 0, 0, 0, 0, 0, 0, 0x80]), 1 << 55);
        assert_eq!(read(&[0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), u64::MAX);
        assert_eq!(Cursor::new(&[0x03]).signed("number").unwrap(), -1);
        assert_eq!(Cursor::new(&[0x05]).signed("number").unwrap(), 1);
    }

    #[test]
    fn lengths_beyond_the_end_are_refused() {
        let message = |outcome: Outcome<u64>| outcome.unwrap_err().message;
        assert_eq!(message(Cursor::new(&[0x02]).varint("a count")), "byte 1: expected 1 bytes of a count, found 0");
        let huge = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F];
        assert!(Cursor::new(&huge).count("values").is_err());
        assert!(Cursor::new(b"abc").terminated("a name").is_err());
    }
}
