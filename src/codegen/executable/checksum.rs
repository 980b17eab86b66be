//! The checksum of `.pjx` files: finds damage, at memory speed; it is no protection against malice.
//!
//! The text is cut into words of eight bytes, little endian, the last one filled with zeros. Word `i` goes into lane
//! `i mod 4`: `lane = rotate_left(lane ^ word, 29) · ODD`, all modulo 2⁶⁴. Lanes start with their number. The sum is the
//! length, into which the lanes are mixed by the same step in order.

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
const LANES: usize = 4;
const WORD: usize = 8;

fn mix(state: u64, word: u64) -> u64 {
    (state ^ word).rotate_left(29).wrapping_mul(ODD)
}

/// Checksum of a text.
pub fn checksum(text: &[u8]) -> u64 {
    let mut lanes: [u64; LANES] = [0, 1, 2, 3];
    let mut blocks = text.chunks_exact(LANES * WORD);
    for block in &mut blocks {
        for (lane, word) in lanes.iter_mut().zip(block.chunks_exact(WORD)) {
            *lane = mix(*lane, u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
    }
    for (lane, rest) in lanes.iter_mut().zip(blocks.remainder().chunks(WORD)) {
        let mut word = [0; WORD];
        word[..rest.len()].copy_from_slice(rest);
        *lane = mix(*lane, u64::from_le_bytes(word));
    }
    lanes.into_iter().fold(text.len() as u64, mix)
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn every_bit_and_the_length_count() {
        let text: Vec<u8> = (0..100).collect();
        let sum = checksum(&text);
        for at in 0..text.len() {
            let mut changed = text.clone();
            changed[at] ^= 0x10;
            assert_ne!(checksum(&changed), sum, "byte {at}");
        }
        assert_ne!(checksum(&[0; 8]), checksum(&[0; 9]));
    }
}
