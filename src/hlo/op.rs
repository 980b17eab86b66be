//! Operations: one enum, attributes inside each variant.
//!
//! Every match over [`Op`], [`UnaryOp`] and [`BinaryOp`] is exhaustive, so that a new operation makes the compiler
//! list each place that has to say something about it.

use super::attributes::*;
use super::{ComputationId, Literal};
use std::sync::Arc;

/// Elementwise operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Abs,
    Cbrt,
    Ceil,
    CountLeadingZeros,
    Cosine,
    Erf,
    Exponential,
    ExponentialMinusOne,
    Floor,
    Imag,
    IsFinite,
    Log,
    LogPlusOne,
    Logistic,
    Negate,
    Not,
    PopulationCount,
    Real,
    RoundNearestAfz,
    RoundNearestEven,
    Rsqrt,
    Sign,
    Sine,
    Sqrt,
    Tan,
    Tanh,
}

/// Elementwise operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    And,
    Atan2,
    Complex,
    Divide,
    Maximum,
    Minimum,
    Multiply,
    Or,
    Power,
    Remainder,
    ShiftLeft,
    ShiftRightArithmetic,
    ShiftRightLogical,
    Subtract,
    Xor,
}

impl UnaryOp {
    pub const ALL: [UnaryOp; 26] = {
        use UnaryOp::*;
        [
            Abs,
            Cbrt,
            Ceil,
            CountLeadingZeros,
            Cosine,
            Erf,
            Exponential,
            ExponentialMinusOne,
            Floor,
            Imag,
            IsFinite,
            Log,
            LogPlusOne,
            Logistic,
            Negate,
            Not,
            PopulationCount,
            Real,
            RoundNearestAfz,
            RoundNearestEven,
            Rsqrt,
            Sign,
            Sine,
            Sqrt,
            Tan,
            Tanh,
        ]
    };

    /// Name in HLO text.
    pub fn name(self) -> &'static str {
        match self {
            UnaryOp::Abs => "abs",
            UnaryOp::Cbrt => "cbrt",
            UnaryOp::Ceil => "ceil",
            UnaryOp::CountLeadingZeros => "count-leading-zeros",
            UnaryOp::Cosine => "cosine",
            UnaryOp::Erf => "erf",
            UnaryOp::Exponential => "exponential",
            UnaryOp::ExponentialMinusOne => "exponential-minus-one",
            UnaryOp::Floor => "floor",
            UnaryOp::Imag => "imag",
            UnaryOp::IsFinite => "is-finite",
            UnaryOp::Log => "log",
            UnaryOp::LogPlusOne => "log-plus-one",
            UnaryOp::Logistic => "logistic",
            UnaryOp::Negate => "negate",
            UnaryOp::Not => "not",
            UnaryOp::PopulationCount => "popcnt",
            UnaryOp::Real => "real",
            UnaryOp::RoundNearestAfz => "round-nearest-afz",
            UnaryOp::RoundNearestEven => "round-nearest-even",
            UnaryOp::Rsqrt => "rsqrt",
            UnaryOp::Sign => "sign",
            UnaryOp::Sine => "sine",
            UnaryOp::Sqrt => "sqrt",
            UnaryOp::Tan => "tan",
            UnaryOp::Tanh => "tanh",
        }
    }
}

impl BinaryOp {
    pub const ALL: [BinaryOp; 16] = {
        use BinaryOp::*;
        [
            Add,
            And,
            Atan2,
            Complex,
            Divide,
            Maximum,
            Minimum,
            Multiply,
            Or,
            Power,
            Remainder,
            ShiftLeft,
            ShiftRightArithmetic,
            ShiftRightLogical,
            Subtract,
            Xor,
        ]
    };

    /// Name in HLO text.
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::And => "and",
            BinaryOp::Atan2 => "atan2",
            BinaryOp::Complex => "complex",
            BinaryOp::Divide => "divide",
            BinaryOp::Maximum => "maximum",
            BinaryOp::Minimum => "minimum",
            BinaryOp::Multiply => "multiply",
            BinaryOp::Or => "or",
            BinaryOp::Power => "power",
            BinaryOp::Remainder => "remainder",
            BinaryOp::ShiftLeft => "shift-left",
            BinaryOp::ShiftRightArithmetic => "shift-right-arithmetic",
            BinaryOp::ShiftRightLogical => "shift-right-logical",
            BinaryOp::Subtract => "subtract",
            BinaryOp::Xor => "xor",
        }
    }

    /// `a op b == b op a`, bit for bit up to a NaN's payload.
    pub fn is_commutative(self) -> bool {
        use BinaryOp::*;
        match self {
            Add | And | Maximum | Minimum | Multiply | Or | Xor => true,
            Atan2 | Complex | Divide | Power | Remainder | ShiftLeft | ShiftRightArithmetic | ShiftRightLogical
            | Subtract => false,
        }
    }
}

/// A custom call's attributes.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CustomCall {
    pub target: Arc<str>,
    /// The program's backend config: a string as it stands, or a dictionary as one line of JSON.
    pub backend_config: Arc<str>,
    pub api_version: i32,
    pub has_side_effect: bool,
    pub called_computations: Vec<ComputationId>,
    /// Results that live in an operand's memory: (result index, operand, operand index).
    pub output_operand_aliases: Vec<(Vec<usize>, usize, Vec<usize>)>,
}

/// An operation with its attributes. Operand order is HLO's.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    // Leaves
    Parameter {
        number: usize,
    },
    Constant(Literal),
    Iota {
        dimension: usize,
    },

    // Elementwise
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare {
        direction: ComparisonDirection,
        order: ComparisonOrder,
    },
    /// `(pred, on_true, on_false)`; the predicate may be a scalar.
    Select,
    /// `(min, operand, max)`; the bounds may be scalars.
    Clamp,
    Convert,
    /// Reinterprets bits; between widths the minor dimension appears or vanishes.
    BitcastConvert,
    ReducePrecision {
        exponent_bits: u32,
        mantissa_bits: u32,
    },
    Copy,
    /// Elementwise application of a computation.
    Map {
        to_apply: ComputationId,
    },

    // Data movement
    /// Operand dimension `i` becomes result dimension `dimensions[i]`; sizes match exactly (unlike StableHLO, no
    /// expansion of size-1 dimensions).
    Broadcast {
        dimensions: Vec<usize>,
    },
    Reshape,
    /// Result dimension `i` is operand dimension `permutation[i]`.
    Transpose {
        permutation: Vec<usize>,
    },
    Reverse {
        dimensions: Vec<usize>,
    },
    Slice {
        starts: Vec<usize>,
        limits: Vec<usize>,
        strides: Vec<usize>,
    },
    /// `(operand, padding value)`
    Pad {
        padding: Vec<PaddingDimension>,
    },
    Concatenate {
        dimension: usize,
    },
    /// `(operand, start indices…)`; starts are clamped.
    DynamicSlice {
        sizes: Vec<usize>,
    },
    /// `(operand, update, start indices…)`; starts are clamped.
    DynamicUpdateSlice,
    /// `(operand, start indices)`
    Gather {
        dims: GatherDimensionNumbers,
        slice_sizes: Vec<usize>,
        indices_are_sorted: bool,
    },
    /// `(operands…, scatter indices, updates…)`; the computation takes (current…, update…).
    Scatter {
        dims: ScatterDimensionNumbers,
        indices_are_sorted: bool,
        unique_indices: bool,
        to_apply: ComputationId,
    },

    // Contraction
    Dot {
        dims: DotDimensionNumbers,
        precision: [Precision; 2],
        algorithm: Option<DotAlgorithm>,
    },
    Convolution {
        window: Window,
        dims: ConvolutionDimensionNumbers,
        feature_group_count: usize,
        batch_group_count: usize,
        precision: [Precision; 2],
    },

    // Reduction
    /// `(inputs…, init values…)`; the computation takes (accumulators…, elements…).
    Reduce {
        dimensions: Vec<usize>,
        to_apply: ComputationId,
    },
    /// `(inputs…, init values…)`
    ReduceWindow {
        window: Window,
        to_apply: ComputationId,
    },
    /// `(operand, source, init value)`
    SelectAndScatter {
        window: Window,
        select: ComputationId,
        scatter: ComputationId,
    },
    /// Sorts all operands by a comparator of (lhs0, rhs0, lhs1, rhs1, …).
    Sort {
        dimension: usize,
        is_stable: bool,
        comparator: ComputationId,
    },
    /// Values and s32 indices of the `k` largest (or smallest) along the last dimension, equal ones by index.
    TopK {
        k: usize,
        largest: bool,
    },

    // Linear algebra and others that are whole algorithms
    Cholesky {
        lower: bool,
    },
    TriangularSolve {
        left_side: bool,
        lower: bool,
        unit_diagonal: bool,
        transpose_a: Transpose,
    },
    Fft {
        fft_type: FftType,
        length: Vec<usize>,
    },
    BatchNormTraining {
        epsilon: f32,
        feature_index: usize,
    },
    BatchNormInference {
        epsilon: f32,
        feature_index: usize,
    },
    BatchNormGrad {
        epsilon: f32,
        feature_index: usize,
    },
    /// `(a, b)`: bounds, or mean and deviation.
    Rng {
        distribution: RngDistribution,
    },
    /// `(state)` to `(state, bits)`
    RngBitGenerator {
        algorithm: RngAlgorithm,
    },

    // Structure and control
    Tuple,
    GetTupleElement {
        index: usize,
    },
    /// One operand, the state; both computations take it.
    While {
        condition: ComputationId,
        body: ComputationId,
    },
    /// `(pred or s32 index, one operand a branch)`; for `pred`, branch 0 is taken when true. An index out of range
    /// takes the last branch.
    Conditional {
        branches: Vec<ComputationId>,
    },
    Call {
        to_apply: ComputationId,
    },
    Fusion {
        kind: FusionKind,
        computation: ComputationId,
    },
    CustomCall(Box<CustomCall>),
    /// One operand, passed through; nothing moves across it.
    OptimizationBarrier,
    /// Joins tokens; without operands a fresh one.
    AfterAll,
}

/// The operations that refer to no computation, as a pattern.
macro_rules! calls_nothing {
    () => {
        Op::Parameter { .. }
            | Op::Constant(_)
            | Op::Iota { .. }
            | Op::Unary(_)
            | Op::Binary(_)
            | Op::Compare { .. }
            | Op::Select
            | Op::Clamp
            | Op::Convert
            | Op::BitcastConvert
            | Op::ReducePrecision { .. }
            | Op::Copy
            | Op::Broadcast { .. }
            | Op::Reshape
            | Op::Transpose { .. }
            | Op::Reverse { .. }
            | Op::Slice { .. }
            | Op::Pad { .. }
            | Op::Concatenate { .. }
            | Op::DynamicSlice { .. }
            | Op::DynamicUpdateSlice
            | Op::Gather { .. }
            | Op::Dot { .. }
            | Op::Convolution { .. }
            | Op::TopK { .. }
            | Op::Cholesky { .. }
            | Op::TriangularSolve { .. }
            | Op::Fft { .. }
            | Op::BatchNormTraining { .. }
            | Op::BatchNormInference { .. }
            | Op::BatchNormGrad { .. }
            | Op::Rng { .. }
            | Op::RngBitGenerator { .. }
            | Op::Tuple
            | Op::GetTupleElement { .. }
            | Op::OptimizationBarrier
            | Op::AfterAll
    };
}

impl Op {
    /// Name in HLO text.
    pub fn name(&self) -> &'static str {
        match self {
            Op::Parameter { .. } => "parameter",
            Op::Constant(_) => "constant",
            Op::Iota { .. } => "iota",
            Op::Unary(op) => op.name(),
            Op::Binary(op) => op.name(),
            Op::Compare { .. } => "compare",
            Op::Select => "select",
            Op::Clamp => "clamp",
            Op::Convert => "convert",
            Op::BitcastConvert => "bitcast-convert",
            Op::ReducePrecision { .. } => "reduce-precision",
            Op::Copy => "copy",
            Op::Map { .. } => "map",
            Op::Broadcast { .. } => "broadcast",
            Op::Reshape => "reshape",
            Op::Transpose { .. } => "transpose",
            Op::Reverse { .. } => "reverse",
            Op::Slice { .. } => "slice",
            Op::Pad { .. } => "pad",
            Op::Concatenate { .. } => "concatenate",
            Op::DynamicSlice { .. } => "dynamic-slice",
            Op::DynamicUpdateSlice => "dynamic-update-slice",
            Op::Gather { .. } => "gather",
            Op::Scatter { .. } => "scatter",
            Op::Dot { .. } => "dot",
            Op::Convolution { .. } => "convolution",
            Op::Reduce { .. } => "reduce",
            Op::ReduceWindow { .. } => "reduce-window",
            Op::SelectAndScatter { .. } => "select-and-scatter",
            Op::Sort { .. } => "sort",
            Op::TopK { .. } => "topk",
            Op::Cholesky { .. } => "cholesky",
            Op::TriangularSolve { .. } => "triangular-solve",
            Op::Fft { .. } => "fft",
            Op::BatchNormTraining { .. } => "batch-norm-training",
            Op::BatchNormInference { .. } => "batch-norm-inference",
            Op::BatchNormGrad { .. } => "batch-norm-grad",
            Op::Rng { .. } => "rng",
            Op::RngBitGenerator { .. } => "rng-bit-generator",
            Op::Tuple => "tuple",
            Op::GetTupleElement { .. } => "get-tuple-element",
            Op::While { .. } => "while",
            Op::Conditional { .. } => "conditional",
            Op::Call { .. } => "call",
            Op::Fusion { .. } => "fusion",
            Op::CustomCall(_) => "custom-call",
            Op::OptimizationBarrier => "opt-barrier",
            Op::AfterAll => "after-all",
        }
    }

    /// Computations that this operation refers to.
    pub fn called_computations(&self) -> Vec<ComputationId> {
        match self {
            Op::Map { to_apply }
            | Op::Scatter { to_apply, .. }
            | Op::Reduce { to_apply, .. }
            | Op::ReduceWindow { to_apply, .. }
            | Op::Call { to_apply } => vec![*to_apply],
            Op::SelectAndScatter { select, scatter, .. } => vec![*select, *scatter],
            Op::Sort { comparator, .. } => vec![*comparator],
            Op::While { condition, body } => vec![*condition, *body],
            Op::Conditional { branches } => branches.clone(),
            Op::Fusion { computation, .. } => vec![*computation],
            Op::CustomCall(call) => call.called_computations.clone(),
            calls_nothing!() => Vec::new(),
        }
    }

    /// References to the called computations, for renumbering.
    pub fn called_computations_mut(&mut self) -> Vec<&mut ComputationId> {
        match self {
            Op::Map { to_apply }
            | Op::Scatter { to_apply, .. }
            | Op::Reduce { to_apply, .. }
            | Op::ReduceWindow { to_apply, .. }
            | Op::Call { to_apply } => vec![to_apply],
            Op::SelectAndScatter { select, scatter, .. } => vec![select, scatter],
            Op::Sort { comparator, .. } => vec![comparator],
            Op::While { condition, body } => vec![condition, body],
            Op::Conditional { branches } => branches.iter_mut().collect(),
            Op::Fusion { computation, .. } => vec![computation],
            Op::CustomCall(call) => call.called_computations.iter_mut().collect(),
            calls_nothing!() => Vec::new(),
        }
    }
}
