//! What the numbers of XLA's enumerations stand for.

use crate::hlo::{ElementType, FftType, Precision, Reduction, RngAlgorithm, RngDistribution, Transpose};

/// Numbers of `PrimitiveType` that are no element types.
pub const TUPLE: i32 = 13;
pub const OPAQUE: i32 = 14;
pub const TOKEN: i32 = 17;
pub const BUFFER: i32 = 34;

const ELEMENT_TYPES: [(i32, ElementType); 30] = [
    (1, ElementType::Pred),
    (2, ElementType::S8),
    (3, ElementType::S16),
    (4, ElementType::S32),
    (5, ElementType::S64),
    (6, ElementType::U8),
    (7, ElementType::U16),
    (8, ElementType::U32),
    (9, ElementType::U64),
    (10, ElementType::F16),
    (11, ElementType::F32),
    (12, ElementType::F64),
    (15, ElementType::C64),
    (16, ElementType::BF16),
    (18, ElementType::C128),
    (19, ElementType::F8E5M2),
    (20, ElementType::F8E4M3FN),
    (21, ElementType::S4),
    (22, ElementType::U4),
    (23, ElementType::F8E4M3B11FNUZ),
    (24, ElementType::F8E5M2FNUZ),
    (25, ElementType::F8E4M3FNUZ),
    (26, ElementType::S2),
    (27, ElementType::U2),
    (28, ElementType::F8E4M3),
    (29, ElementType::F8E3M4),
    (32, ElementType::F4E2M1FN),
    (33, ElementType::F8E8M0FNU),
    (35, ElementType::F6E3M2FN),
    (36, ElementType::F6E2M3FN),
];

pub fn element_type(number: i32) -> Option<ElementType> {
    meaning(&ELEMENT_TYPES, number)
}

pub fn element_type_number(element_type: ElementType) -> i32 {
    number(&ELEMENT_TYPES, element_type)
}

pub const FFT_TYPES: [(i32, FftType); 4] =
    [(0, FftType::Fft), (1, FftType::Ifft), (2, FftType::Rfft), (3, FftType::Irfft)];

pub const DISTRIBUTIONS: [(i32, RngDistribution); 2] = [(1, RngDistribution::Uniform), (2, RngDistribution::Normal)];

pub const RNG_ALGORITHMS: [(i32, RngAlgorithm); 3] =
    [(0, RngAlgorithm::Default), (1, RngAlgorithm::ThreeFry), (2, RngAlgorithm::Philox)];

pub const REDUCTIONS: [(i32, Reduction); 3] = [(0, Reduction::Sum), (1, Reduction::Max), (2, Reduction::Min)];

pub const TRANSPOSES: [(i32, Transpose); 3] =
    [(1, Transpose::NoTranspose), (2, Transpose::Transpose), (3, Transpose::Adjoint)];

pub const PRECISIONS: [(i32, Precision); 3] = [(0, Precision::Default), (1, Precision::High), (2, Precision::Highest)];

/// `PrecisionConfig.Algorithm`, by what HLO text calls them.
pub const DOT_ALGORITHMS: [(i32, &str); 13] = [
    (1, "dot_any_f8_any_f8_f32"),
    (2, "dot_any_f8_any_f8_f32_fast_accum"),
    (3, "dot_f16_f16_f16"),
    (4, "dot_f16_f16_f32"),
    (5, "dot_bf16_bf16_bf16"),
    (6, "dot_bf16_bf16_f32"),
    (7, "dot_bf16_bf16_f32_x3"),
    (8, "dot_bf16_bf16_f32_x6"),
    (9, "dot_tf32_tf32_f32"),
    (10, "dot_tf32_tf32_f32_x3"),
    (11, "dot_f32_f32_f32"),
    (12, "dot_f64_f64_f64"),
    (13, "dot_bf16_bf16_f32_x9"),
];

pub const API_VERSIONS: [(i32, &str); 4] = [
    (1, "API_VERSION_ORIGINAL"),
    (2, "API_VERSION_STATUS_RETURNING"),
    (3, "API_VERSION_STATUS_RETURNING_UNIFIED"),
    (4, "API_VERSION_TYPED_FFI"),
];

/// What a number stands for.
pub fn meaning<T: Copy>(table: &[(i32, T)], number: i32) -> Option<T> {
    table.iter().find(|(other, _)| *other == number).map(|(_, meaning)| *meaning)
}

/// The number of what the table holds; 0, which leaves a field unset, for what it does not.
pub fn number<T: Copy + PartialEq>(table: &[(i32, T)], meaning: T) -> i32 {
    table.iter().find(|(_, other)| *other == meaning).map_or(0, |(number, _)| *number)
}

/// Numbers of `OpSharding.Type`.
pub mod sharding_type {
    pub const REPLICATED: i32 = 0;
    pub const MAXIMAL: i32 = 1;
    pub const TUPLE: i32 = 2;
    pub const OTHER: i32 = 3;
    pub const MANUAL: i32 = 4;
    pub const UNKNOWN: i32 = 5;
    pub const UNREDUCED: i32 = 6;
}

/// Shardings that are a word, also of a subgroup of devices.
pub const SHARDING_TYPES: [(i32, &str); 5] = [
    (sharding_type::REPLICATED, "replicated"),
    (sharding_type::MAXIMAL, "maximal"),
    (sharding_type::MANUAL, "manual"),
    (sharding_type::UNKNOWN, "unknown"),
    (sharding_type::UNREDUCED, "unreduced"),
];

/// What a program may say, deny, or leave open.
pub mod tri_state {
    pub const UNSPECIFIED: i32 = 0;
    pub const TRUE: i32 = 1;
    pub const FALSE: i32 = 2;

    pub fn of(flag: bool) -> i32 {
        if flag { TRUE } else { FALSE }
    }
}
