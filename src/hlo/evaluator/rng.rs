//! `rng` and `rng-bit-generator`.
//!
//! `rng-bit-generator` gives XLA's bits: ThreeFry2x32 with 20 rounds, Philox4x32 with 10; the default algorithm is
//! Philox, as on XLA's CPU. `rng` leaves its generator open; here it is Philox on a counter of each device, which starts
//! at zero with every evaluation of a module, so that a program gives the same values each time it runs.

use super::array::{ScalarReader, ScalarWriter};
use super::error::{EvalError, Result};
use super::scalar::Scalar;
use crate::hlo::{ArrayLiteral, ArrayShape, ElementType, Literal, RngAlgorithm, RngDistribution, Shape};
use std::sync::atomic::{AtomicU64, Ordering};

/// What a device draws: blocks of Philox, whose numbers have the device in their high half.
pub struct Draws {
    device: u64,
    taken: AtomicU64,
}

impl Draws {
    pub fn of_device(device: usize) -> Draws {
        Draws { device: device as u64, taken: AtomicU64::new(0) }
    }

    /// The next blocks, of 128 bits each.
    fn take(&self, count: usize) -> impl Iterator<Item = [u64; 2]> {
        let first = self.taken.fetch_add(count as u64, Ordering::Relaxed);
        let blocks = (first..).map(|number| philox_4x32([number, self.device], 0)).take(count);
        blocks.map(|block| [join(block[0], block[1]), join(block[2], block[3])])
    }
}

/// `(a, b)` are the bounds `[a, b)` of the uniform distribution, or mean and deviation of the normal one.
pub fn rng(
    distribution: RngDistribution,
    a: &ArrayLiteral,
    b: &ArrayLiteral,
    shape: &ArrayShape,
    draws: &Draws,
) -> Result<Literal> {
    let (a, b) = (ScalarReader::new(a).get(0), ScalarReader::new(b).get(0));
    let mut writer = ScalarWriter::new(shape.element_type, &shape.dims);
    for (i, bits) in draws.take(shape.element_count()).enumerate() {
        let value = match (distribution, a, b) {
            (RngDistribution::Uniform, Scalar::Float(a), Scalar::Float(b)) => Scalar::Float(uniform(a, b, bits[0])),
            (RngDistribution::Normal, Scalar::Float(a), Scalar::Float(b)) => Scalar::Float(a + b * normal(bits)),
            (RngDistribution::Uniform, Scalar::Signed(a), Scalar::Signed(b)) => {
                Scalar::Signed(a.wrapping_add(below(bits[0], b.wrapping_sub(a) as u64) as i64))
            }
            (RngDistribution::Uniform, Scalar::Unsigned(a), Scalar::Unsigned(b)) => {
                Scalar::Unsigned(a.wrapping_add(below(bits[0], b.wrapping_sub(a))))
            }
            (RngDistribution::Uniform, Scalar::Pred(_), Scalar::Pred(_)) => Scalar::Pred(bits[0] & 1 == 1),
            _ => return Err(super::elementwise::not_defined("rng", shape.element_type)),
        };
        writer.set(i, value);
    }
    Ok(writer.finish().into())
}

/// In `[0, 1)`, a multiple of 2^-24 so that narrower types do not round it up to 1.
fn unit(bits: u64) -> f64 {
    (bits >> 40) as f64 / (1u64 << 24) as f64
}

fn uniform(a: f64, b: f64, bits: u64) -> f64 {
    a + (b - a) * unit(bits)
}

/// Box and Muller's transform of two uniform values.
fn normal([first, second]: [u64; 2]) -> f64 {
    (-2.0 * (1.0 - unit(first)).ln()).sqrt() * (std::f64::consts::TAU * unit(second)).cos()
}

fn below(bits: u64, bound: u64) -> u64 {
    if bound == 0 { 0 } else { bits % bound }
}

/// `(state)` to `(next state, bits)`. The state is `u64[2]` (key, counter), for Philox also `u64[3]` (key, counter low
/// and high).
pub fn rng_bit_generator(algorithm: RngAlgorithm, state: &ArrayLiteral, shape: &Shape) -> Result<Literal> {
    let result = match shape {
        Shape::Tuple(parts) if parts.len() == 2 => parts[1].expect_array(),
        other => return Err(EvalError::failed(format!("rng-bit-generator gives state and bits, not {other}"))),
    };
    algorithm.check_state(state.shape()).map_err(EvalError::unsupported)?;
    let words = state_words(state);
    let (next, bits) = match algorithm {
        RngAlgorithm::ThreeFry => threefry_bits(&words, result),
        RngAlgorithm::Philox | RngAlgorithm::Default => philox_bits(&words, result),
    };
    let next = ArrayLiteral::from_slice(ElementType::U64, [next.len()], &next);
    let next = ArrayLiteral::new(state.element_type(), state.dims(), next.bytes().clone());
    Ok(Literal::Tuple(vec![next.into(), of_bits(result, &bits)?]))
}

/// The state as 64-bit words, whatever its type.
fn state_words(state: &ArrayLiteral) -> Vec<u64> {
    state.bytes().chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().expect("8"))).collect()
}

/// The lowest bits of each word as elements; floats get them as their representation.
fn of_bits(shape: &ArrayShape, bits: &[u64]) -> Result<Literal> {
    let element_type = shape.element_type;
    if element_type.byte_width() > 8 {
        return Err(super::elementwise::not_defined("rng-bit-generator", element_type));
    }
    if element_type.bit_width() < 8 && element_type.is_float() {
        let mask = (1 << element_type.bit_width()) - 1;
        let codes: Vec<u8> = bits.iter().map(|&word| word as u8 & mask).collect();
        return Ok(ArrayLiteral::from_slice(element_type, shape.dims.clone(), &codes).into());
    }
    if element_type.bit_width() < 8 {
        let mut writer = ScalarWriter::new(element_type, &shape.dims);
        bits.iter().enumerate().for_each(|(i, &word)| writer.set(i, Scalar::Unsigned(word).convert(element_type)));
        return Ok(writer.finish().into());
    }
    let width = element_type.byte_width();
    let bytes: Vec<u8> = bits.iter().flat_map(|word| word.to_le_bytes().into_iter().take(width)).collect();
    Ok(ArrayLiteral::new(element_type, shape.dims.clone(), crate::hlo::Bytes::copy_of(&bytes)).into())
}

/// One 64-bit block a 64-bit element; for narrower ones a block holds two neighbours along the first even dimension
/// (else the longest), of which types under 32 bits keep the lowest bits.
fn threefry_bits(state: &[u64], shape: &ArrayShape) -> (Vec<u64>, Vec<u64>) {
    let block = |counter: u64| threefry_2x32(state[1].wrapping_add(counter), state[0]);
    let count = shape.element_count();
    if shape.element_type.bit_width() == 64 {
        let bits = (0..count as u64).map(|i| join(block(i)[0], block(i)[1])).collect();
        return (vec![state[0], state[1].wrapping_add(count as u64)], bits);
    }
    let (outer, length, inner) = split_around_pairs(&shape.dims);
    let half = length.div_ceil(2);
    let word = |i: usize| {
        let (before, along, after) = (i / (length * inner), i / inner % length, i % inner);
        let number = (before * half + along / 2) * inner + after;
        u64::from(block(number as u64)[along % 2])
    };
    let used = (outer * half * inner) as u64;
    (vec![state[0], state[1].wrapping_add(used)], (0..count).map(word).collect())
}

/// Sizes before, along and after the dimension whose neighbours share a block.
fn split_around_pairs(dims: &[usize]) -> (usize, usize, usize) {
    let longest = (0..dims.len()).rev().max_by_key(|&dim| dims[dim]);
    match (0..dims.len()).find(|&dim| dims[dim].is_multiple_of(2)).or(longest) {
        Some(dim) => (dims[..dim].iter().product(), dims[dim], dims[dim + 1..].iter().product()),
        None => (1, 1, 1),
    }
}

/// Threefry-2x32 (Salmon and others, 2011), 20 rounds, of a 64-bit block and key.
fn threefry_2x32(block: u64, key: u64) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let [k0, k1] = split(key);
    let keys = [k0, k1, k0 ^ k1 ^ 0x1BD1_1BDA];
    let [mut x, mut y] = split(block);
    (x, y) = (x.wrapping_add(keys[0]), y.wrapping_add(keys[1]));
    for group in 0..5 {
        for rotation in ROTATIONS[group % 2] {
            x = x.wrapping_add(y);
            y = y.rotate_left(rotation) ^ x;
        }
        x = x.wrapping_add(keys[(group + 1) % 3]);
        y = y.wrapping_add(keys[(group + 2) % 3]).wrapping_add(group as u32 + 1);
    }
    [x, y]
}

/// A block of 128 bits serves four elements of up to 32 bits, or two of 64.
fn philox_bits(state: &[u64], shape: &ArrayShape) -> (Vec<u64>, Vec<u64>) {
    // A short state is key and the counter's low word; its high word then is the key too.
    let counter = match state {
        [key, low] => [*low, *key],
        _ => [state[1], state[2]],
    };
    let wide = shape.element_type.bit_width() == 64;
    let each = if wide { 2 } else { 4 };
    let count = shape.element_count();
    let blocks = count.div_ceil(each) as u64;
    let words = (0..blocks).flat_map(|i| {
        let [a, b, c, d] = philox_4x32(plus(counter, i), state[0]);
        if wide { vec![join(a, b), join(c, d)] } else { [a, b, c, d].map(u64::from).to_vec() }
    });
    let words = words.take(count).collect();
    let next = plus(counter, blocks);
    let next = if state.len() == 2 { vec![state[0], next[0]] } else { vec![state[0], next[0], next[1]] };
    (next, words)
}

/// Addition to a 128-bit counter, low word first.
fn plus([low, high]: [u64; 2], amount: u64) -> [u64; 2] {
    let (sum, carry) = low.overflowing_add(amount);
    [sum, high.wrapping_add(carry.into())]
}

/// Philox-4x32 (Salmon and others, 2011), 10 rounds.
fn philox_4x32([low, high]: [u64; 2], key: u64) -> [u32; 4] {
    let ([mut a, mut b], [mut c, mut d]) = (split(low), split(high));
    let [mut k0, mut k1] = split(key);
    for _ in 0..10 {
        let [low_a, high_a] = split(u64::from(a) * 0xD251_1F53);
        let [low_c, high_c] = split(u64::from(c) * 0xCD9E_8D57);
        (a, b, c, d) = (high_c ^ b ^ k0, low_c, high_a ^ d ^ k1, low_a);
        (k0, k1) = (k0.wrapping_add(0x9E37_79B9), k1.wrapping_add(0xBB67_AE85));
    }
    [a, b, c, d]
}

/// Low half, high half.
fn split(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

fn join(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_of_the_published_vectors() {
        assert_eq!(threefry_2x32(0, 0), [0x6B20_0159, 0x99BA_4EFE]);
        assert_eq!(threefry_2x32(u64::MAX, u64::MAX), [0x1CB9_96FC, 0xBB00_2BE7]);
        assert_eq!(philox_4x32([0, 0], 0), [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
        let all = philox_4x32([u64::MAX; 2], u64::MAX);
        assert_eq!(all, [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]);
    }

    const KEY: u64 = 1_234_567_890_123_456_789;
    const SHORT_STATE: [u64; 2] = [KEY, 9_876_543_210_987_654_321];
    const LONG_STATE: [u64; 3] = [KEY, u64::MAX, 42];

    fn bits(algorithm: RngAlgorithm, state: &[u64], element_type: ElementType, dims: &[usize]) -> (Vec<u64>, Vec<u64>) {
        let state = ArrayLiteral::from_slice(ElementType::U64, [state.len()], state);
        let shape = Shape::Tuple(vec![Shape::Array(state.shape().clone()), Shape::array(element_type, dims)]);
        let Literal::Tuple(parts) = rng_bit_generator(algorithm, &state, &shape).unwrap() else { unreachable!() };
        let words = |literal: &Literal| {
            let array = literal.expect_array();
            let word = |i| array.element_bytes(i).iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            (0..array.shape().element_count()).map(word).collect()
        };
        (words(&parts[0]), words(&parts[1]))
    }

    // Expected values are XLA's (jaxlib 0.10.2, CPU).
    #[test]
    fn threefry_pairs_neighbours_along_the_first_even_dimension() {
        let run = |ty, dims: &[usize]| bits(RngAlgorithm::ThreeFry, &SHORT_STATE, ty, dims);
        let (state, words) = run(ElementType::U32, &[3, 5]);
        assert_eq!(state, [KEY, SHORT_STATE[1] + 9]);
        assert_eq!(words[..6], [2942637383, 2267748011, 2881369027, 337144500, 2979971503, 3977935088]);
        let (state, words) = run(ElementType::U32, &[5, 2]);
        assert_eq!(state, [KEY, SHORT_STATE[1] + 5]);
        assert_eq!(words[..6], [2942637383, 2267748011, 2881369027, 337144500, 2979971503, 3803716926]);
        assert_eq!(run(ElementType::U32, &[]).1, [2942637383]);
        assert_eq!(run(ElementType::U8, &[4]).1, [71, 171, 195, 180]);
        let wide = [9739903545756685639, 1448024604407641027, 16336839803391623599];
        assert_eq!(run(ElementType::U64, &[3]), (vec![KEY, SHORT_STATE[1] + 3], wide.to_vec()));
    }

    #[test]
    fn philox_counts_in_128_bits_and_is_the_default() {
        let short = bits(RngAlgorithm::Philox, &SHORT_STATE, ElementType::U32, &[5]);
        assert_eq!(short.0, [KEY, SHORT_STATE[1] + 2]);
        assert_eq!(short.1, [2420595639, 3633119489, 3744831583, 3000106437, 15568180]);
        assert_eq!(bits(RngAlgorithm::Default, &SHORT_STATE, ElementType::U32, &[5]), short);
        let long = bits(RngAlgorithm::Philox, &LONG_STATE, ElementType::U64, &[3]);
        assert_eq!(long.0, [KEY, 1, 43]);
        assert_eq!(long.1, [4877331657887589569, 11785480516980349638, 7717636567481491989]);
        let narrow = bits(RngAlgorithm::Philox, &LONG_STATE, ElementType::U8, &[5]);
        assert_eq!(narrow.1, [193, 77, 198, 22, 21]);
    }
}
