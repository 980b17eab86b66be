//! Elements: small numbers that add up exactly, arbitrary ones, arbitrary bits, and the special ones of a type.

use crate::random::Random;
use pjrt::hlo::{ArrayLiteral, ArrayShape, ElementType};

/// What the elements of an array are like.
#[derive(Clone, Copy)]
enum Kind {
    SmallIntegers,
    Fractions,
    Numbers,
    Special,
    Bits,
    Splat,
}

const KINDS: [(usize, Kind); 6] = [
    (8, Kind::SmallIntegers),
    (3, Kind::Fractions),
    (4, Kind::Numbers),
    (4, Kind::Special),
    (2, Kind::Bits),
    (2, Kind::Splat),
];

const SPECIAL: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    0.5,
    1.5,
    -2.5,
    3.0,
    1e-40,
    -1e-310,
    5e-324,
    1e-45,
    6e-8,
    3.4028234663852886e38,
    -1.7976931348623157e308,
    65504.0,
    448.0,
    2147483648.0,
    -9223372036854775808.0,
    16777217.0,
    std::f64::consts::PI,
];

pub fn array(random: &mut Random, shape: &ArrayShape) -> ArrayLiteral {
    let kind = random.weighted(&KINDS);
    let count = shape.element_count();
    let bytes = match kind {
        Kind::Splat => element(random, shape.element_type, Kind::Special).repeat(count),
        other => (0..count).flat_map(|_| element(random, shape.element_type, other)).collect(),
    };
    ArrayLiteral::from_slice(shape.element_type, shape.dims.clone(), &bytes)
}

/// Indices that mostly lie in `0..bound`.
pub fn indices(random: &mut Random, shape: &ArrayShape, bound: usize) -> ArrayLiteral {
    let wild = random.one_in(4);
    let mut index = || match wild {
        true => random.within(-3, bound as i64 + 3),
        false => random.below(bound) as i64,
    };
    let bytes: Vec<u8> = (0..shape.element_count()).flat_map(|_| shape.element_type.encode_integer(index())).collect();
    ArrayLiteral::from_slice(shape.element_type, shape.dims.clone(), &bytes)
}

/// Square matrices whose diagonal outweighs the rest, so that solving with them is well conditioned.
pub fn dominant(random: &mut Random, shape: &ArrayShape) -> ArrayLiteral {
    let size = shape.dims.last().copied().unwrap_or(1).max(1);
    let mut bytes = Vec::new();
    for i in 0..shape.element_count() {
        let on_diagonal = i / size % size == i % size;
        let value = random.unit() - 0.5 + if on_diagonal { 2.0 * size as f64 } else { 0.0 };
        bytes.extend(shape.element_type.encode_float(value));
    }
    ArrayLiteral::from_slice(shape.element_type, shape.dims.clone(), &bytes)
}

fn element(random: &mut Random, element_type: ElementType, kind: Kind) -> Vec<u8> {
    if element_type.is_complex() {
        let part = element_type.real_part();
        return [element(random, part, kind), element(random, part, kind)].concat();
    }
    if element_type.is_float() { float(random, element_type, kind) } else { integer(random, element_type, kind) }
}

fn float(random: &mut Random, element_type: ElementType, kind: Kind) -> Vec<u8> {
    let value = match kind {
        Kind::SmallIntegers => random.within(-4, 4) as f64,
        Kind::Fractions => random.within(-32, 32) as f64 / 8.0,
        Kind::Numbers => (random.unit() - 0.5) * 10f64.powi(random.within(-3, 3) as i32),
        Kind::Special | Kind::Splat => random.choose(&SPECIAL),
        Kind::Bits => return bits(random, element_type),
    };
    element_type.encode_float(value)
}

fn integer(random: &mut Random, element_type: ElementType, kind: Kind) -> Vec<u8> {
    let value = match kind {
        Kind::SmallIntegers | Kind::Fractions => random.within(-4, 4),
        Kind::Numbers => random.within(-1000, 1000),
        Kind::Special | Kind::Splat => {
            let edge = 1i64 << (element_type.bit_width() - 1).min(62);
            random.choose(&[0, 1, -1, 2, edge, edge - 1, -edge, i64::MIN, i64::MAX, element_type.bit_width() as i64])
        }
        Kind::Bits => random.bits() as i64,
    };
    element_type.encode_integer(value)
}

fn bits(random: &mut Random, element_type: ElementType) -> Vec<u8> {
    let code = random.bits() & (u64::MAX >> (64 - element_type.bit_width()));
    code.to_le_bytes()[..element_type.byte_width()].to_vec()
}
