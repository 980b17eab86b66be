//! Values to test with, in memory form.

use crate::hlo::ElementType;

/// Every code of types up to 16 bits; special values and `count` pseudo-random ones of wider types.
pub fn samples(ty: ElementType, count: usize) -> Vec<u8> {
    match ty {
        ElementType::Pred => vec![0, 1],
        ElementType::F32 => bytes(singles(count).map(f32::to_bits), 4),
        ElementType::F64 => bytes(doubles(count).map(f64::to_bits), 8),
        ElementType::C64 => bytes(pairs(count).flat_map(|(re, im)| [re as f32, im as f32]).map(f32::to_bits), 4),
        ElementType::C128 => bytes(pairs(count).flat_map(|(re, im)| [re, im]).map(f64::to_bits), 8),
        _ if ty.bit_width() <= 16 => bytes((0..1u64 << ty.bit_width()).map(|code| extended(ty, code)), ty.byte_width()),
        _ => bytes(integers(count), ty.byte_width()),
    }
}

/// Two arrays of equal length: the full square of special values and small types, else a pairing of samples.
pub fn sample_pairs(ty: ElementType, count: usize) -> (Vec<u8>, Vec<u8>) {
    let size = ty.byte_width();
    let (all, special) = (samples(ty, count), samples(ty, 0));
    if ty.bit_width() <= 8 {
        return square(&all, size);
    }
    let (mut a, mut b) = square(&special[..special.len().min(64 * size)], size);
    let total = all.len() / size;
    for i in 0..total {
        let partner = hash(i as u64) as usize % total;
        a.extend_from_slice(&all[i * size..][..size]);
        b.extend_from_slice(&all[partner * size..][..size]);
    }
    (a, b)
}

fn square(elements: &[u8], size: usize) -> (Vec<u8>, Vec<u8>) {
    let each = || elements.chunks(size);
    let a = each().flat_map(|a| each().flat_map(move |_| a.iter().copied())).collect();
    let b = each().flat_map(|_| each().flatten().copied()).collect();
    (a, b)
}

fn bytes(values: impl Iterator<Item = impl Into<u64>>, size: usize) -> Vec<u8> {
    values.flat_map(|value| value.into().to_le_bytes().into_iter().take(size)).collect()
}

/// Signed types under eight bits are sign-extended in memory.
fn extended(ty: ElementType, code: u64) -> u64 {
    let unused = 64 - ty.bit_width() as u32;
    if ty.is_signed_integer() { ((code << unused) as i64 >> unused) as u64 } else { code }
}

/// A fixed scramble of 64 bits.
pub fn hash(i: u64) -> u64 {
    let mut x = i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// In [-1, 1).
fn fraction(i: u64) -> f64 {
    hash(i) as i64 as f64 / 2f64.powi(63)
}

const SPECIAL: [f64; 27] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    3.0,
    -3.0,
    1.5,
    -2.5,
    1e10,
    -1e-10,
    88.7,
    89.0,
    -87.4,
    -103.9,
    -104.1,
    709.7,
    -745.1,
    1e30,
    131071.9,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn singles(count: usize) -> impl Iterator<Item = f32> {
    let edges = [f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45, -1e-45, 1.1754942e-38];
    let any = (0..count as u64 / 2).map(|i| f32::from_bits(hash(i) as u32));
    let near = (0..count as u64 / 2).map(|i| (fraction(i) * [1.0, 3.0, 100.0][i as usize % 3]) as f32);
    SPECIAL.into_iter().map(|x| x as f32).chain(edges).chain(any).chain(near)
}

fn doubles(count: usize) -> impl Iterator<Item = f64> {
    let edges = [f64::MIN, 5e-324, -5e-324, f64::MIN_POSITIVE.next_down()];
    let any = (0..count as u64 / 2).map(|i| f64::from_bits(hash(i)));
    let near = (0..count as u64 / 2).map(|i| fraction(i) * [1.0, 3.0, 100.0, 1e6][i as usize % 4]);
    SPECIAL.into_iter().chain(edges).chain(any).chain(near)
}

/// Parts of complex numbers: those of ordinary size, and around zero, the unit circle and -1.
fn pairs(count: usize) -> impl Iterator<Item = (f64, f64)> {
    (0..count as u64).map(|i| {
        let (a, b) = (fraction(2 * i), fraction(2 * i + 1));
        match i % 4 {
            0 => (a * 3.0, b * 3.0),
            1 => (a * 30.0, b * 30.0),
            2 => ((a * 4.0).cos(), (a * 4.0).sin()),
            _ => (-1.0 + a * 1e-3, b * 1e-3),
        }
    })
}

/// Of all magnitudes.
fn integers(count: usize) -> impl Iterator<Item = u64> {
    let edges = [0, 1, 2, 3, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 31, (1 << 31) - 1, i64::MAX as u64, 0xffff_ffff, 7];
    edges.into_iter().chain((0..count as u64).map(|i| {
        let magnitude = hash(i) >> (hash(i + (1 << 40)) % 64);
        if i % 2 == 0 { magnitude } else { magnitude.wrapping_neg() }
    }))
}
