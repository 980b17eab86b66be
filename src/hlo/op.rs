//! Operations: one enum, attributes inside each variant.
//!
//! Every match over [`Op`], [`UnaryOp`] and [`BinaryOp`] is exhaustive, so that a new operation makes the compiler
//! list each place that has to say something about it.

use super::attributes::*;
use super::{ArrayShape, BinaryOp, Collective, ComputationId, ElementType, Layout, Literal, Shape, Transfer, UnaryOp};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// Minor-to-major orders that the program states for operands and results, or none. Arrays are row-major here and a
    /// target computes the same whatever they are: kept for other readers of the program, to which LAPACK's matrices are
    /// others without them.
    pub operand_layouts: Vec<Vec<usize>>,
    pub result_layouts: Vec<Vec<usize>>,
    /// Types of the numbers of a backend config that is a dictionary, where they are not `s64` and `f64`; kept for others
    /// too.
    pub number_types: BTreeMap<Arc<str>, ElementType>,
}

impl CustomCall {
    /// `API_VERSION_TYPED_FFI`: the backend config is a dictionary.
    pub const TYPED_FFI: i32 = 4;
    /// Target that sends values to a queue of the host.
    pub const HOST_SEND: &str = "host.send";
    /// Target that receives values from one.
    pub const HOST_RECEIVE: &str = "host.receive";
    /// Target that gives the state of random numbers as two `u64`, the lower one first, and counts it up by its config.
    pub const RNG_STATE: &str = "pjrt.rng_get_and_update_state";
    /// Target by which StableHLO says [`super::CollectiveKind::RaggedAllToAll`].
    pub const RAGGED_ALL_TO_ALL: &str = "ragged_all_to_all";
    /// Target of JAX's approximate selection of the first elements in an order.
    pub const APPROX_TOP_K: &str = "ApproxTopK";
    /// Targets that say how their operand is divided among devices.
    pub const SHARDING_ANNOTATIONS: [&str; 3] = ["Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"];
    /// Targets that say in which memory their operand is wanted.
    pub const MEMORY_ANNOTATIONS: [&str; 3] = ["annotate_device_placement", "MoveToHost", "MoveToDevice"];
    /// Targets that say something else of their operand: its layout, that no sharding passes it, or where a call was that
    /// has been inlined, of whose operands they also make a tuple.
    const OTHER_ANNOTATIONS: [&str; 5] = [
        "LayoutConstraint",
        "ShardBarrierFrom",
        "ShardBarrierTo",
        "__xla_internal_call_marker_before",
        "__xla_internal_call_marker_after",
    ];

    /// Operands in the layouts that the program states; none where it states none.
    pub fn constrained(&self, operands: &[&Shape]) -> Option<Vec<Shape>> {
        let is_stated = !self.operand_layouts.is_empty() || !self.result_layouts.is_empty();
        let constrained = operands.iter().zip(&self.operand_layouts).map(|(&operand, order)| match operand {
            Shape::Array(array) => Shape::Array(ArrayShape { layout: Layout::new(order.clone()), ..array.clone() }),
            other => other.clone(),
        });
        (is_stated && operands.len() == self.operand_layouts.len()).then(|| constrained.collect())
    }

    /// Targets that give their one operand back.
    pub fn annotations() -> impl Iterator<Item = &'static str> {
        let families: [&[&str]; 3] = [&Self::SHARDING_ANNOTATIONS, &Self::MEMORY_ANNOTATIONS, &Self::OTHER_ANNOTATIONS];
        families.into_iter().flatten().copied()
    }

    /// Whether a target is one of them.
    pub fn is_annotation(target: &str) -> bool {
        Self::annotations().any(|annotation| annotation == target)
    }

    /// A letter among the attributes of a backend config, as LAPACK's options are given.
    pub fn letter(&self, attribute: &str) -> Option<char> {
        let config: serde_json::Value = serde_json::from_str(&self.backend_config).ok()?;
        let code = config.get(attribute)?.as_u64()?;
        u8::try_from(code).ok().map(char::from)
    }
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
    /// `(inputs…, initial carries…)` to (outputs…, carries…), or the one output: the computation applied to slices of the
    /// inputs along a dimension, one after another. It takes (slices…, carries…) and gives (slices of outputs…,
    /// carries…).
    Scan {
        dimension: usize,
        carries: usize,
        is_reverse: bool,
        /// What the program says of the computation, if it does.
        is_associative: Option<bool>,
        to_apply: ComputationId,
    },
    Fusion {
        kind: FusionKind,
        computation: ComputationId,
    },
    CustomCall(Box<CustomCall>),
    /// `(operands…)` of this device, with those of the others.
    Collective(Box<Collective>),
    /// Between a device and its host, or through a channel.
    Transfer(Box<Transfer>),
    /// Which replica runs the program, as a scalar `u32`.
    ReplicaId,
    /// Which partition of its replica runs the program, as a scalar `u32`.
    PartitionId,
    /// One operand, passed through; nothing moves across it.
    OptimizationBarrier,
    /// Joins tokens; without operands a fresh one.
    AfterAll,

    // What runs beside other instructions: see `asynchronous.rs`
    /// Begins an operation on its operands; what an [`Op::AsyncDone`] waits for.
    AsyncStart(Box<Op>),
    /// One operand, what was begun; still under way.
    AsyncUpdate,
    /// One operand, what was begun: waits for it, and gives its result, which is part `index` of what the start gave, or
    /// the whole of it.
    AsyncDone {
        index: Option<usize>,
    },
}

impl Op {
    /// Name in HLO text, but for what runs asynchronously: there [`Computation::opcode`](super::Computation::opcode)
    /// says which operation it is that starts or ends.
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
            Op::Scan { .. } => "scan",
            Op::CustomCall(_) => "custom-call",
            Op::Collective(collective) => collective.name(),
            Op::Transfer(transfer) => transfer.name(),
            Op::ReplicaId => "replica-id",
            Op::PartitionId => "partition-id",
            Op::OptimizationBarrier => "opt-barrier",
            Op::AfterAll => "after-all",
            Op::AsyncStart(_) => "async-start",
            Op::AsyncUpdate => "async-update",
            Op::AsyncDone { .. } => "async-done",
        }
    }
}
