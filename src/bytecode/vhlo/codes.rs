//! Numbers of attributes, types and words.

use crate::hlo::ElementType;

/// Kinds of attributes of the dialect `vhlo`.
pub mod attribute {
    pub const ARRAY: u64 = 1;
    pub const BOOLEAN: u64 = 2;
    pub const COMPARISON_DIRECTION: u64 = 3;
    pub const COMPARISON_TYPE: u64 = 4;
    pub const CUSTOM_CALL_API_VERSION: u64 = 5;
    pub const DICTIONARY: u64 = 6;
    pub const FFT_TYPE: u64 = 7;
    pub const FLOAT: u64 = 8;
    pub const INTEGER: u64 = 9;
    pub const OUTPUT_OPERAND_ALIAS: u64 = 10;
    pub const PRECISION: u64 = 11;
    pub const RNG_ALGORITHM: u64 = 12;
    pub const RNG_DISTRIBUTION: u64 = 13;
    pub const STRING: u64 = 14;
    pub const TENSOR: u64 = 15;
    pub const TRANSPOSE: u64 = 16;
    pub const TYPE: u64 = 17;
    pub const TYPE_EXTENSIONS: u64 = 18;
    pub const RESULT_ACCURACY_MODE: u64 = 19;
    pub const RESULT_ACCURACY: u64 = 20;
    pub const SUB_AXIS: u64 = 21;
    pub const AXIS_REFERENCE: u64 = 22;
    pub const REPLICA_GROUP_MESH_AXES: u64 = 23;
    pub const MESH_AXIS: u64 = 24;
    pub const MESH: u64 = 25;
}

/// Kinds of types of the dialect `vhlo` that are no element types.
pub mod of_type {
    pub const COMPLEX: u64 = 1;
    pub const FUNCTION: u64 = 8;
    pub const INDEX: u64 = 9;
    pub const TENSOR: u64 = 20;
    pub const TENSOR_WITH_ENCODING: u64 = 21;
    pub const TOKEN: u64 = 22;
    pub const TUPLE: u64 = 23;
    pub const QUANTIZED: u64 = 24;
    pub const UNRANKED: u64 = 25;
    pub const QUANTIZED_PER_AXIS: u64 = 30;
    pub const NONE: u64 = 33;
    pub const TF32: u64 = 34;
    pub const BUFFER: u64 = 41;
    pub const FUTURE: u64 = 42;
}

/// Kinds of attributes of MLIR's own dialect.
pub mod builtin {
    pub const ARRAY: u64 = 0;
    pub const DICTIONARY: u64 = 1;
    pub const STRING: u64 = 2;
    pub const SYMBOL: u64 = 4;
    pub const TYPE: u64 = 6;
    pub const UNIT: u64 = 7;
    pub const INTEGER: u64 = 8;
    pub const FLOAT: u64 = 9;
    pub const CALL_SITE: u64 = 10;
    pub const FILE_LINE_COLUMN: u64 = 11;
    pub const FUSED: u64 = 12;
    pub const FUSED_WITH_METADATA: u64 = 13;
    pub const NAMED: u64 = 14;
    pub const UNKNOWN: u64 = 15;
    pub const FILE_RANGE: u64 = 22;
}

/// Kinds of types of MLIR's own dialect.
pub mod builtin_type {
    pub const INTEGER: u64 = 0;
    pub const INDEX: u64 = 1;
    pub const BF16: u64 = 3;
    pub const F16: u64 = 4;
    pub const F32: u64 = 5;
    pub const F64: u64 = 6;
}

/// Element types that have a number of their own.
const ELEMENTS: [(u64, ElementType); 28] = [
    (0, ElementType::Pred),
    (2, ElementType::BF16),
    (3, ElementType::F16),
    (4, ElementType::F32),
    (5, ElementType::F64),
    (6, ElementType::F8E4M3FN),
    (7, ElementType::F8E5M2),
    (10, ElementType::S4),
    (11, ElementType::S8),
    (12, ElementType::S16),
    (13, ElementType::S32),
    (14, ElementType::S64),
    (15, ElementType::U4),
    (16, ElementType::U8),
    (17, ElementType::U16),
    (18, ElementType::U32),
    (19, ElementType::U64),
    (27, ElementType::F8E4M3FNUZ),
    (28, ElementType::F8E5M2FNUZ),
    (29, ElementType::F8E4M3B11FNUZ),
    (31, ElementType::S2),
    (32, ElementType::U2),
    (35, ElementType::F8E4M3),
    (36, ElementType::F8E3M4),
    (37, ElementType::F4E2M1FN),
    (38, ElementType::F6E2M3FN),
    (39, ElementType::F6E3M2FN),
    (40, ElementType::F8E8M0FNU),
];

pub fn element_type(code: u64) -> Option<ElementType> {
    ELEMENTS.iter().find(|(number, _)| *number == code).map(|(_, element_type)| *element_type)
}

/// None for complex numbers, which are made of their parts.
pub fn of_element_type(element_type: ElementType) -> Option<u64> {
    ELEMENTS.iter().find(|(_, other)| *other == element_type).map(|(number, _)| *number)
}

/// An enumeration: its number, StableHLO's name, and its words with theirs.
pub struct Words {
    pub code: u64,
    pub name: &'static str,
    pub words: &'static [(u64, &'static str)],
}

pub static WORDS: [Words; 8] = [
    Words {
        code: attribute::COMPARISON_DIRECTION,
        name: "comparison_direction",
        words: &[(0, "EQ"), (1, "NE"), (2, "GE"), (3, "GT"), (4, "LE"), (5, "LT")],
    },
    Words {
        code: attribute::COMPARISON_TYPE,
        name: "comparison_type",
        words: &[(0, "NOTYPE"), (1, "FLOAT"), (2, "TOTALORDER"), (3, "SIGNED"), (4, "UNSIGNED")],
    },
    Words { code: attribute::FFT_TYPE, name: "fft_type", words: &[(0, "FFT"), (1, "IFFT"), (2, "RFFT"), (3, "IRFFT")] },
    Words { code: attribute::PRECISION, name: "precision", words: &[(0, "DEFAULT"), (1, "HIGH"), (2, "HIGHEST")] },
    Words {
        code: attribute::RNG_ALGORITHM,
        name: "rng_algorithm",
        words: &[(0, "DEFAULT"), (1, "THREE_FRY"), (2, "PHILOX")],
    },
    Words { code: attribute::RNG_DISTRIBUTION, name: "rng_distribution", words: &[(1, "UNIFORM"), (2, "NORMAL")] },
    Words {
        code: attribute::TRANSPOSE,
        name: "transpose",
        words: &[(0, "TRANSPOSE_INVALID"), (1, "NO_TRANSPOSE"), (2, "TRANSPOSE"), (3, "ADJOINT")],
    },
    Words {
        code: attribute::RESULT_ACCURACY_MODE,
        name: "result_accuracy_mode",
        words: &[(0, "DEFAULT"), (1, "HIGHEST"), (2, "TOLERANCE")],
    },
];
