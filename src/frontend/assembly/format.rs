//! How each operation is written: the table behind the reading of pretty forms.
//!
//! An operation that is not listed has only MLIR's generic form.

use crate::hlo::{BinaryOp, UnaryOp};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The pretty form of some operations: the name, then these parts in order.
pub struct Format {
    pub names: &'static [&'static str],
    pub parts: &'static [Part],
}

/// A piece of a pretty form.
pub enum Part {
    /// `%a, %b`; maybe none.
    Operands,
    /// Operands, or `()` for none.
    OperandsOrUnit,
    /// This character.
    Punctuation(u8),
    /// `, keyword = value`; without the comma where nothing stands before it.
    Clause(&'static str, Value),
    /// A clause that may be missing.
    Optional(&'static str, Value),
    /// A value alone.
    Bare(Value),
    /// `, value`, if there is a comma.
    OptionalBare(Value),
    /// `{name = value}`, if there is a brace.
    Dictionary,
    /// `attributes {name = value}`, if the word is there.
    KeywordDictionary,
    /// `@name` into this attribute, as a string.
    Symbol(&'static str),
    /// `[2]` into this attribute, of 32 bits.
    Index(&'static str),
    /// `<…>` into this attribute.
    Angle(&'static str),
    /// `keyword=[…]` or `keyword={…}`, with its brackets into the attribute of that name.
    Bracketed(&'static str),
    /// `(%x: T, …) { … }`
    ArgumentRegion,
    /// `[1:4, 2:8:2]`: a slice's starts, limits and strides.
    SliceRanges,
    /// `, batching_dims = [0] x [0], contracting_dims = [2] x [1]`
    DotDimensions,
    /// `dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {…}`
    ConvolutionWindow,
    /// `(%input init: %init), …`
    ReduceInputs,
    /// `applies stablehlo.add`, if the word is there: a body of that operation.
    ReduceApplies,
    /// `across dimensions = [0]`
    ReduceDimensions,
    /// `reducer(%x: T, %y: T) (…) { … }`, if there is no body yet.
    Reducer,
    /// `(%name = %initial, …)`: block arguments and operands.
    LoopState,
    /// `keyword { … }` for each of these.
    Regions(&'static [&'static str]),
    /// `(%input, …) inits(%initial, …)`
    ScanOperands,
    /// A word of the form.
    Word(&'static str),
    /// `{ ^bb0(…): … }`
    Region,
    /// `({ … }, { … })`, if there is a parenthesis.
    GenericRegions,
    /// `: types`
    Typed(Types),
}

/// A value in the text: the attribute it becomes, and its kind.
pub struct Value(pub &'static str, pub ValueKind);

#[derive(Clone, Copy)]
pub enum ValueKind {
    /// `[0, 1]`
    I64s,
    /// `3`
    I64,
    /// `true`
    Bool,
    /// `0.1`
    F64,
    /// `"text"`
    Text,
    /// A word, as text.
    Keyword,
    /// A keyword of the StableHLO enumeration of this name.
    Enum(&'static str),
    /// `[DEFAULT, HIGHEST]`
    Enums(&'static str),
    /// `e5m10`: `exponent_bits` and `mantissa_bits`.
    FloatFormat,
    /// `<lhs_precision_type = tf32, …>`
    DotAlgorithm,
    /// `dense<…> : T`. Without types of its own, the operation has this one for its operands, or else its result.
    Constant,
}

/// What stands behind the colon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Types {
    /// `(T, …) -> R`
    Function,
    /// `T` for all operands and the result, or a function type.
    Same,
    /// `T` for every operand, which has no result.
    SameNoResult,
    /// `T, …`, one an operand, which are also the results.
    PerOperand,
    /// `T, …`, one an operand, which has no results.
    PerOperandNoResult,
    /// `P, T`: the predicate's, then the values'; or a function type.
    Select,
    /// The complex result, whose parts are the operands; or a function type.
    Complex,
    /// A tuple, whose parts are the operands.
    Tuple,
    /// `T, T -> R` or `T -> (R, R)`
    Arrow,
}

use Part::*;
use Types::*;
use ValueKind::*;

const PLAIN_FUNCTION: &[Part] = &[Operands, Dictionary, Typed(Function)];
const PLAIN_SAME: &[Part] = &[Operands, Dictionary, Typed(Same)];
const PLAIN_ARROW: &[Part] = &[Operands, Dictionary, Typed(Arrow)];
const RESULT_ONLY: &[Part] = &[Dictionary, Typed(Same)];
const PRECISION: Part = Optional("precision", Value("precision_config", Enums("precision")));

const fn op(names: &'static [&'static str], parts: &'static [Part]) -> Format {
    Format { names, parts }
}

pub static FORMATS: &[Format] = &[
    // Elementwise, but for those that are nothing but their name
    op(
        &["stablehlo.clamp", "stablehlo.convert", "stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"],
        PLAIN_SAME,
    ),
    op(&["stablehlo.complex"], &[Operands, Dictionary, Typed(Complex)]),
    op(&["stablehlo.select"], &[Operands, Dictionary, Typed(Select)]),
    op(
        &["stablehlo.compare"],
        &[
            Bare(Value("comparison_direction", Enum("comparison_direction"))),
            Punctuation(b','),
            Operands,
            OptionalBare(Value("compare_type", Enum("comparison_type"))),
            Dictionary,
            Typed(Function),
        ],
    ),
    op(
        &["stablehlo.reduce_precision"],
        &[Operands, Clause("format", Value("format", FloatFormat)), Dictionary, Typed(Same)],
    ),
    // Leaves
    op(&["stablehlo.constant", "chlo.constant", "arith.constant"], &[Dictionary, Bare(Value("value", Constant))]),
    op(&["stablehlo.iota"], &[Clause("dim", Value("iota_dimension", I64)), Dictionary, Typed(Same)]),
    op(
        &["stablehlo.dynamic_iota"],
        &[Operands, Clause("dim", Value("iota_dimension", I64)), Dictionary, Typed(Function)],
    ),
    op(&["stablehlo.create_token", "stablehlo.partition_id", "stablehlo.replica_id"], RESULT_ONLY),
    // Data movement
    op(
        &[
            "stablehlo.bitcast_convert",
            "stablehlo.dynamic_pad",
            "stablehlo.dynamic_reshape",
            "stablehlo.dynamic_update_slice",
            "stablehlo.real_dynamic_slice",
            "stablehlo.reshape",
        ],
        PLAIN_FUNCTION,
    ),
    op(
        &["stablehlo.broadcast"],
        &[Operands, Clause("sizes", Value("broadcast_sizes", I64s)), Dictionary, Typed(Function)],
    ),
    op(
        &["stablehlo.broadcast_in_dim", "stablehlo.dynamic_broadcast_in_dim"],
        &[Operands, Clause("dims", Value("broadcast_dimensions", I64s)), Dictionary, Typed(Function)],
    ),
    op(
        &["stablehlo.concatenate", "stablehlo.get_dimension_size", "stablehlo.set_dimension_size"],
        &[Operands, Clause("dim", Value("dimension", I64)), Dictionary, Typed(Function)],
    ),
    op(
        &["stablehlo.dynamic_slice"],
        &[Operands, Clause("sizes", Value("slice_sizes", I64s)), Dictionary, Typed(Function)],
    ),
    op(
        &["stablehlo.pad"],
        &[
            Operands,
            Clause("low", Value("edge_padding_low", I64s)),
            Clause("high", Value("edge_padding_high", I64s)),
            Clause("interior", Value("interior_padding", I64s)),
            Dictionary,
            Typed(Function),
        ],
    ),
    op(&["stablehlo.reverse"], &[Operands, Clause("dims", Value("dimensions", I64s)), Dictionary, Typed(Same)]),
    op(&["stablehlo.slice"], &[Operands, SliceRanges, Dictionary, Typed(Function)]),
    op(&["stablehlo.transpose"], &[Operands, Clause("dims", Value("permutation", I64s)), Dictionary, Typed(Function)]),
    // Contraction
    op(&["stablehlo.dot"], &[Operands, PRECISION, Dictionary, Typed(Function)]),
    op(
        &["stablehlo.dot_general"],
        &[
            Operands,
            DotDimensions,
            PRECISION,
            Optional("algorithm", Value("algorithm", DotAlgorithm)),
            Dictionary,
            Typed(Function),
        ],
    ),
    op(
        &["stablehlo.convolution"],
        &[Punctuation(b'('), Operands, Punctuation(b')'), ConvolutionWindow, Dictionary, Typed(Function)],
    ),
    op(
        &["stablehlo.einsum", "stablehlo.unary_einsum"],
        &[Operands, Clause("config", Value("einsum_config", Text)), Dictionary, Typed(Function)],
    ),
    // Reduction
    op(&["stablehlo.reduce"], &[ReduceInputs, ReduceApplies, ReduceDimensions, Dictionary, Typed(Function), Reducer]),
    // Whole algorithms
    op(&["stablehlo.cholesky"], &[Operands, Optional("lower", Value("lower", Bool)), Dictionary, Typed(Same)]),
    op(
        &["stablehlo.fft"],
        &[
            Operands,
            Clause("type", Value("fft_type", Enum("fft_type"))),
            Clause("length", Value("fft_length", I64s)),
            Dictionary,
            Typed(Function),
        ],
    ),
    op(
        &["stablehlo.rng"],
        &[
            Operands,
            Clause("distribution", Value("rng_distribution", Enum("rng_distribution"))),
            Dictionary,
            Typed(Function),
        ],
    ),
    op(
        &["stablehlo.rng_bit_generator"],
        &[Operands, Clause("algorithm", Value("rng_algorithm", Enum("rng_algorithm"))), Dictionary, Typed(Function)],
    ),
    // Structure and control
    op(
        &["func.call"],
        &[Symbol("callee"), Punctuation(b'('), Operands, Punctuation(b')'), Dictionary, Typed(Function)],
    ),
    op(&["stablehlo.after_all"], PLAIN_SAME),
    op(&["stablehlo.composite"], &[Bare(Value("name", Text)), Operands, GenericRegions, Dictionary, Typed(Function)]),
    op(
        &["stablehlo.custom_call"],
        &[Symbol("call_target_name"), Punctuation(b'('), Operands, Punctuation(b')'), Dictionary, Typed(Function)],
    ),
    op(&["stablehlo.get_tuple_element"], &[Operands, Index("index"), Dictionary, Typed(Function)]),
    op(&["stablehlo.optimization_barrier"], &[OperandsOrUnit, Dictionary, Typed(PerOperand)]),
    op(&["stablehlo.return"], &[Operands, Dictionary, Typed(PerOperandNoResult)]),
    op(&["stablehlo.tuple"], &[Operands, Dictionary, Typed(Tuple)]),
    op(&["stablehlo.while"], &[LoopState, Typed(PerOperand), KeywordDictionary, Regions(&["cond", "do"])]),
    // CHLO
    op(
        &[
            "chlo._asin_acos_kernel",
            "chlo.atan",
            "chlo.bessel_i1e",
            "chlo.conj",
            "chlo.digamma",
            "chlo.erf_inv",
            "chlo.erfc",
            "chlo.is_inf",
            "chlo.is_neg_inf",
            "chlo.is_pos_inf",
            "chlo.lgamma",
            "chlo.mulhi",
            "chlo.next_after",
            "chlo.polygamma",
            "chlo.square",
            "chlo.tan",
            "chlo.zeta",
        ],
        PLAIN_ARROW,
    ),
    op(
        &["chlo.top_k"],
        &[
            Punctuation(b'('),
            Operands,
            Clause("k", Value("k", I64)),
            Optional("is_stable", Value("is_stable", Bool)),
            Punctuation(b')'),
            Dictionary,
            Typed(Arrow),
        ],
    ),
    op(
        &["chlo.scan"],
        &[
            ScanOperands,
            Word("dimension"),
            Punctuation(b'='),
            Bare(Value("dimension", I64)),
            KeywordDictionary,
            Region,
            Typed(Function),
        ],
    ),
    op(
        &[
            "chlo.broadcast_add",
            "chlo.broadcast_and",
            "chlo.broadcast_atan2",
            "chlo.broadcast_compare",
            "chlo.broadcast_complex",
            "chlo.broadcast_divide",
            "chlo.broadcast_maximum",
            "chlo.broadcast_minimum",
            "chlo.broadcast_multiply",
            "chlo.broadcast_next_after",
            "chlo.broadcast_or",
            "chlo.broadcast_polygamma",
            "chlo.broadcast_power",
            "chlo.broadcast_remainder",
            "chlo.broadcast_select",
            "chlo.broadcast_shift_left",
            "chlo.broadcast_shift_right_arithmetic",
            "chlo.broadcast_shift_right_logical",
            "chlo.broadcast_subtract",
            "chlo.broadcast_xor",
            "chlo.broadcast_zeta",
        ],
        PLAIN_FUNCTION,
    ),
    // Shardings
    op(&["sdy.mesh"], &[Symbol("sym_name"), Punctuation(b'='), Angle("mesh"), Dictionary]),
    op(&["sdy.sharding_constraint", "sdy.reshard"], &[Operands, Angle("sharding"), Dictionary, Typed(Same)]),
    op(
        &["sdy.manual_computation"],
        &[
            Punctuation(b'('),
            Operands,
            Punctuation(b')'),
            Bracketed("in_shardings"),
            Bracketed("out_shardings"),
            Bracketed("manual_axes"),
            ArgumentRegion,
            Dictionary,
            Typed(Function),
        ],
    ),
    op(
        &["sdy.sharding_group"],
        &[
            Operands,
            Word("group_id"),
            Punctuation(b'='),
            Bare(Value("group_id", I64)),
            Dictionary,
            Typed(PerOperandNoResult),
        ],
    ),
    op(
        &["sdy.propagation_barrier"],
        &[
            Operands,
            Word("allowed_direction"),
            Punctuation(b'='),
            Bare(Value("allowed_direction", Keyword)),
            Dictionary,
            Typed(Same),
        ],
    ),
    op(&["sdy.return"], &[Operands, Dictionary, Typed(PerOperandNoResult)]),
    // Expectations
    op(&["check.expect_eq", "interpreter.print"], &[Operands, Dictionary, Typed(SameNoResult)]),
    op(
        &["check.expect_almost_eq"],
        &[Operands, Optional("tolerance", Value("tolerance", F64)), Dictionary, Typed(SameNoResult)],
    ),
    op(
        &["check.expect_eq_const", "check.expect_almost_eq_const"],
        &[
            Operands,
            Punctuation(b','),
            Bare(Value("value", Constant)),
            Optional("tolerance", Value("tolerance", F64)),
            Dictionary,
        ],
    ),
    op(
        &["check.expect_close"],
        &[
            Operands,
            Optional("max_ulp_difference", Value("max_ulp_difference", I64)),
            Optional("min_ulp_difference", Value("min_ulp_difference", I64)),
            Dictionary,
            Typed(PerOperandNoResult),
        ],
    ),
    op(
        &["check.expect_serialized_eq"],
        &[
            Operands,
            Clause("probe_id", Value("probe_id", Text)),
            Optional("iter", Value("iter", I64)),
            Dictionary,
            Typed(SameNoResult),
        ],
    ),
    op(&["interpreter.probe"], &[Operands, Clause("probe_id", Value("probe_id", Text)), Dictionary, Typed(Same)]),
];

/// Whether an operation has a pretty form that is not read.
pub fn is_unsupported(name: &str) -> bool {
    name == "interpreter.run_parallel" || name.starts_with("sdy.")
}

/// The pretty form of an operation.
pub fn find(name: &str) -> Option<&'static Format> {
    static BY_NAME: LazyLock<HashMap<&str, &Format>> = LazyLock::new(|| {
        let listed = FORMATS.iter().flat_map(|format| format.names.iter().map(move |name| (*name, format)));
        elementwise().chain(listed).collect()
    });
    BY_NAME.get(name).copied()
}

/// Operations that are nothing but their name, in their dialect's way; one that is written otherwise is listed.
fn elementwise() -> impl Iterator<Item = (&'static str, &'static Format)> {
    static STABLEHLO: Format = op(&[], PLAIN_SAME);
    static CHLO: Format = op(&[], PLAIN_ARROW);
    let names = UnaryOp::ALL.map(UnaryOp::mlir_name).into_iter().chain(BinaryOp::ALL.map(BinaryOp::mlir_name));
    names.map(|name| (name, if name.starts_with("chlo.") { &CHLO } else { &STABLEHLO }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_format() {
        let names: Vec<&str> = FORMATS.iter().flat_map(|format| format.names).copied().collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name} is listed twice");
            assert!(find(name).is_some_and(|format| format.names.contains(name)));
        }
    }
}
