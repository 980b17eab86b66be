//! Bytes of an artifact being written.

#[derive(Default)]
pub struct Encoder {
    pub bytes: Vec<u8>,
}

impl Encoder {
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// As few bytes as hold seven bits each; as many trailing zero bits in the first as bytes follow it.
    pub fn varint(&mut self, value: u64) {
        let bits = 64 - value.leading_zeros().min(63);
        match bits.div_ceil(7) {
            9.. => {
                self.byte(0);
                self.bytes.extend(value.to_le_bytes());
            }
            length => {
                let marked = (value << 1 | 1) << (length - 1);
                self.bytes.extend(&marked.to_le_bytes()[..length as usize]);
            }
        }
    }

    /// The sign in the lowest bit.
    pub fn signed(&mut self, value: i64) {
        self.varint((value << 1 ^ value >> 63) as u64);
    }

    pub fn flagged(&mut self, value: u64, flag: bool) {
        self.varint(value << 1 | u64::from(flag));
    }

    pub fn count(&mut self, count: usize) {
        self.varint(count as u64);
    }

    /// A list of numbers with its length in front.
    pub fn list(&mut self, items: impl ExactSizeIterator<Item = u64>) {
        self.count(items.len());
        items.for_each(|item| self.varint(item));
    }

    pub fn signed_list(&mut self, items: impl ExactSizeIterator<Item = i64>) {
        self.count(items.len());
        items.for_each(|item| self.signed(item));
    }

    pub fn blob(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend(bytes);
    }

    /// The bits of an integer of a width that the reader knows.
    pub fn integer(&mut self, bits: u64, width: usize) {
        match width {
            0..=8 => self.byte(bits as u8),
            _ => self.signed(bits as i64),
        }
    }

    pub fn double(&mut self, value: f64) {
        self.signed(value.to_bits() as i64);
    }

    pub fn section(&mut self, number: u8, content: &[u8]) {
        self.byte(number);
        self.blob(content);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::cursor::Cursor;
    use super::*;

    #[test]
    fn numbers_read_back() {
        for shift in 0..64 {
            for value in [1u64 << shift, (1u64 << shift) - 1, u64::MAX >> shift] {
                let mut encoder = Encoder::default();
                encoder.varint(value);
                encoder.signed(value as i64);
                let mut cursor = Cursor::new(&encoder.bytes);
                assert_eq!(cursor.varint("number").unwrap(), value);
                assert_eq!(cursor.signed("number").unwrap(), value as i64);
                assert!(cursor.is_empty());
            }
        }
    }

    #[test]
    fn small_numbers_are_short() {
        let length = |value: u64| {
            let mut encoder = Encoder::default();
            encoder.varint(value);
            encoder.bytes.len()
        };
        assert_eq!([0, 127, 128, (1 << 56) - 1, 1 << 56].map(length), [1, 1, 2, 8, 9]);
    }
}
