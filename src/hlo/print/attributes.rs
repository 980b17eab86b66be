//! Text of the attributes that an operation has of its own.

use super::Printer;
use crate::hlo::attributes::*;
use crate::hlo::shape::join;
use crate::hlo::{Collective, CollectiveKind, Computation, ComputationId, CustomCall, ElementType, Instruction, Op};
use std::collections::BTreeMap;
use std::sync::Arc;

/// HLO's key, and the value.
pub(super) type Attribute = (&'static str, Value);

/// A value that HLO text and json each write in their own way.
pub(super) enum Value {
    Flag(bool),
    Integer(usize),
    Real(f32),
    Text(Arc<str>),
    /// In HLO's spelling.
    Word(String),
    List(Vec<usize>),
    Computation(ComputationId),
    Computations(Vec<ComputationId>),
}

impl Value {
    fn word(text: impl Into<String>) -> Value {
        Value::Word(text.into())
    }

    /// As HLO text has it after `key=`.
    pub(super) fn text(&self, printer: Printer) -> String {
        match self {
            Value::Flag(flag) => flag.to_string(),
            Value::Integer(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Text(text) => format!("\"{}\"", escape(text)),
            Value::Word(word) => word.clone(),
            Value::List(items) => format!("{{{}}}", join(items, ",")),
            Value::Computation(id) => printer.computation_name(*id),
            Value::Computations(ids) => {
                format!("{{{}}}", join(ids.iter().map(|&id| printer.computation_name(id)), ", "))
            }
        }
    }
}

/// Attributes in XLA's order, computations last.
pub(super) fn op_attributes(computation: &Computation, instruction: &Instruction) -> Vec<Attribute> {
    let called = |key: &'static str, id: ComputationId| (key, Value::Computation(id));
    match &instruction.op {
        Op::Parameter { .. }
        | Op::Constant(_)
        | Op::Unary(_)
        | Op::Binary(_)
        | Op::Select
        | Op::Clamp
        | Op::Convert
        | Op::BitcastConvert
        | Op::Copy
        | Op::Reshape
        | Op::DynamicUpdateSlice
        | Op::Tuple
        | Op::OptimizationBarrier
        | Op::AfterAll
        | Op::ReplicaId
        | Op::PartitionId => Vec::new(),
        Op::Iota { dimension } => vec![("iota_dimension", Value::Integer(*dimension))],
        Op::Compare { direction, order } => compare(*direction, *order),
        Op::ReducePrecision { exponent_bits, mantissa_bits } => {
            let bits = |bits: u32| Value::Integer(bits as usize);
            vec![("exponent_bits", bits(*exponent_bits)), ("mantissa_bits", bits(*mantissa_bits))]
        }
        Op::Map { to_apply } => {
            let rank = instruction.shape.as_array().map_or(0, |array| array.rank());
            vec![dimensions(&(0..rank).collect::<Vec<_>>()), called("to_apply", *to_apply)]
        }
        Op::Broadcast { dimensions: dims } | Op::Transpose { permutation: dims } | Op::Reverse { dimensions: dims } => {
            vec![dimensions(dims)]
        }
        Op::Slice { starts, limits, strides } => vec![slice(starts, limits, strides)],
        Op::Pad { padding } => vec![pad(padding)],
        Op::Concatenate { dimension } => vec![dimensions(&[*dimension])],
        Op::DynamicSlice { sizes } => vec![braced("dynamic_slice_sizes", sizes)],
        Op::Gather { dims, slice_sizes, indices_are_sorted } => gather(dims, slice_sizes, *indices_are_sorted),
        Op::Scatter { dims, indices_are_sorted, unique_indices, to_apply } => {
            let mut out = scatter(dims, *indices_are_sorted, *unique_indices);
            out.push(called("to_apply", *to_apply));
            out
        }
        Op::Dot { dims, precision, algorithm } => dot(dims, precision, algorithm.as_ref()),
        Op::Convolution { window: w, dims, feature_group_count, batch_group_count, precision } => {
            let mut out = window(w);
            out.push(("dim_labels", Value::Word(dim_labels(dims))));
            out.extend(count("feature_group_count", *feature_group_count));
            out.extend(count("batch_group_count", *batch_group_count));
            out.extend(operand_precision(precision));
            out
        }
        Op::Reduce { dimensions: dims, to_apply } => vec![dimensions(dims), called("to_apply", *to_apply)],
        Op::ReduceWindow { window: w, to_apply } => with(window(w), called("to_apply", *to_apply)),
        Op::SelectAndScatter { window: w, select, scatter } => {
            with(with(window(w), called("select", *select)), called("scatter", *scatter))
        }
        Op::Sort { dimension, is_stable, comparator } => {
            let mut out = vec![dimensions(&[*dimension])];
            out.extend(flag("is_stable", *is_stable));
            with(out, called("to_apply", *comparator))
        }
        Op::TopK { k, largest } => vec![("k", Value::Integer(*k)), ("largest", Value::Flag(*largest))],
        Op::Cholesky { lower } => flag("lower", *lower).into_iter().collect(),
        Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } => {
            let flags = [("left_side", *left_side), ("lower", *lower), ("unit_diagonal", *unit_diagonal)];
            let flags = flags.into_iter().filter_map(|(key, value)| flag(key, value));
            with(flags.collect(), ("transpose_a", Value::word(transpose_name(*transpose_a))))
        }
        Op::Fft { fft_type, length } => {
            vec![("fft_type", Value::word(fft_name(*fft_type))), braced("fft_length", length)]
        }
        Op::BatchNormTraining { epsilon, feature_index }
        | Op::BatchNormInference { epsilon, feature_index }
        | Op::BatchNormGrad { epsilon, feature_index } => {
            vec![("epsilon", Value::Real(*epsilon)), ("feature_index", Value::Integer(*feature_index))]
        }
        Op::Rng { distribution } => vec![("distribution", Value::word(distribution_name(*distribution)))],
        Op::RngBitGenerator { algorithm } => vec![("algorithm", Value::word(algorithm_name(*algorithm)))],
        Op::GetTupleElement { index } => vec![("index", Value::Integer(*index))],
        Op::While { condition, body } => vec![called("condition", *condition), called("body", *body)],
        Op::Conditional { branches } => conditional(computation, instruction, branches),
        Op::Call { to_apply } => vec![called("to_apply", *to_apply)],
        Op::Fusion { kind, computation } => {
            vec![("kind", Value::word(fusion_kind_name(*kind))), called("calls", *computation)]
        }
        Op::CustomCall(call) => custom_call(call),
        Op::Collective(op) => collective(op),
    }
}

/// `frontend_attributes={key="value",…}`
pub(super) fn frontend_attributes(attributes: &BTreeMap<Arc<str>, Arc<str>>) -> String {
    let entries = attributes.iter().map(|(key, value)| format!("{}=\"{}\"", key_text(key), escape(value)));
    format!("frontend_attributes={{{}}}", join(entries, ","))
}

/// A key as a name where it is one, else quoted.
fn key_text(key: &str) -> String {
    let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    if plain && key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        key.into()
    } else {
        format!("\"{}\"", escape(key))
    }
}

/// A string's text between quotes, escaped as C escapes it.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_ascii_control() => out.push_str(&format!("\\{:03o}", control as u32)),
            other => out.push(other),
        }
    }
    out
}

fn with(mut attributes: Vec<Attribute>, last: Attribute) -> Vec<Attribute> {
    attributes.push(last);
    attributes
}

fn braced(key: &'static str, items: &[usize]) -> Attribute {
    (key, Value::List(items.to_vec()))
}

fn dimensions(items: &[usize]) -> Attribute {
    braced("dimensions", items)
}

/// Present only where there is something in it.
fn braced_unless_empty(key: &'static str, items: &[usize]) -> Option<Attribute> {
    (!items.is_empty()).then(|| braced(key, items))
}

/// Present only when true.
fn flag(key: &'static str, value: bool) -> Option<Attribute> {
    value.then_some((key, Value::Flag(true)))
}

/// Present unless 1.
fn count(key: &'static str, value: usize) -> Option<Attribute> {
    (value != 1).then_some((key, Value::Integer(value)))
}

fn compare(direction: ComparisonDirection, order: ComparisonOrder) -> Vec<Attribute> {
    let direction = match direction {
        ComparisonDirection::Eq => "EQ",
        ComparisonDirection::Ne => "NE",
        ComparisonDirection::Ge => "GE",
        ComparisonDirection::Gt => "GT",
        ComparisonDirection::Le => "LE",
        ComparisonDirection::Lt => "LT",
    };
    let mut out = vec![("direction", Value::word(direction))];
    if order == ComparisonOrder::Total {
        out.push(("type", Value::word("TOTALORDER")));
    }
    out
}

fn slice(starts: &[usize], limits: &[usize], strides: &[usize]) -> Attribute {
    let dense = strides.iter().all(|&stride| stride == 1);
    let ranges = (0..starts.len()).map(|d| match dense {
        true => format!("[{}:{}]", starts[d], limits[d]),
        false => format!("[{}:{}:{}]", starts[d], limits[d], strides[d]),
    });
    ("slice", Value::Word(format!("{{{}}}", join(ranges, ", "))))
}

fn pad(padding: &[PaddingDimension]) -> Attribute {
    let interior = padding.iter().any(|p| p.interior != 0);
    let dims = padding.iter().map(|p| match interior {
        true => format!("{}_{}_{}", p.low, p.high, p.interior),
        false => format!("{}_{}", p.low, p.high),
    });
    ("padding", Value::Word(join(dims, "x")))
}

fn gather(dims: &GatherDimensionNumbers, slice_sizes: &[usize], sorted: bool) -> Vec<Attribute> {
    let mut out = vec![
        braced("offset_dims", &dims.offset_dims),
        braced("collapsed_slice_dims", &dims.collapsed_slice_dims),
        braced("start_index_map", &dims.start_index_map),
    ];
    out.extend(braced_unless_empty("operand_batching_dims", &dims.operand_batching_dims));
    out.extend(braced_unless_empty("start_indices_batching_dims", &dims.start_indices_batching_dims));
    out.push(("index_vector_dim", Value::Integer(dims.index_vector_dim)));
    out.push(braced("slice_sizes", slice_sizes));
    out.extend(flag("indices_are_sorted", sorted));
    out
}

fn scatter(dims: &ScatterDimensionNumbers, sorted: bool, unique: bool) -> Vec<Attribute> {
    let mut out = vec![
        braced("update_window_dims", &dims.update_window_dims),
        braced("inserted_window_dims", &dims.inserted_window_dims),
        braced("scatter_dims_to_operand_dims", &dims.scatter_dims_to_operand_dims),
    ];
    out.extend(braced_unless_empty("input_batching_dims", &dims.input_batching_dims));
    out.extend(braced_unless_empty("scatter_indices_batching_dims", &dims.scatter_indices_batching_dims));
    out.push(("index_vector_dim", Value::Integer(dims.index_vector_dim)));
    out.extend(flag("indices_are_sorted", sorted));
    out.extend(flag("unique_indices", unique));
    out
}

fn dot(dims: &DotDimensionNumbers, precision: &[Precision; 2], algorithm: Option<&DotAlgorithm>) -> Vec<Attribute> {
    let mut out = Vec::new();
    out.extend(braced_unless_empty("lhs_batch_dims", &dims.lhs_batch));
    out.push(braced("lhs_contracting_dims", &dims.lhs_contracting));
    out.extend(braced_unless_empty("rhs_batch_dims", &dims.rhs_batch));
    out.push(braced("rhs_contracting_dims", &dims.rhs_contracting));
    out.extend(operand_precision(precision));
    out.extend(algorithm.map(|algorithm| ("algorithm", Value::Word(dot_algorithm_name(algorithm)))));
    out
}

fn operand_precision(precision: &[Precision; 2]) -> Option<Attribute> {
    let names = precision.map(|p| match p {
        Precision::Default => "default",
        Precision::High => "high",
        Precision::Highest => "highest",
    });
    let value = || Value::Word(format!("{{{}}}", names.join(",")));
    (*precision != [Precision::Default; 2]).then(|| ("operand_precision", value()))
}

/// `dot_bf16_bf16_f32_x3`: operand types, accumulator, and the number of products where it is not one.
fn dot_algorithm_name(algorithm: &DotAlgorithm) -> String {
    let operand = |precision: DotPrecisionType| match precision {
        DotPrecisionType::Element(e) if e.is_minifloat() => "any_f8".to_string(),
        DotPrecisionType::Element(element_type) => element_type.to_string(),
        DotPrecisionType::Tf32 => "tf32".into(),
    };
    let (lhs, rhs) = (operand(algorithm.lhs_precision), operand(algorithm.rhs_precision));
    let products = match algorithm.primitive_operations {
        0 | 1 => String::new(),
        several => format!("_x{several}"),
    };
    let fast = if algorithm.allow_imprecise_accumulation { "_fast_accum" } else { "" };
    format!("dot_{lhs}_{rhs}_{}{products}{fast}", algorithm.accumulation)
}

/// `window={size=3x3 stride=2x2 pad=1_1x1_1 …}`, leaving out what is as usual.
fn window(window: &[WindowDimension]) -> Vec<Attribute> {
    if window.is_empty() {
        return Vec::new();
    }
    let field = |key: &str, usual: bool, value: &dyn Fn(&WindowDimension) -> String| {
        (!usual).then(|| format!("{key}={}", join(window.iter().map(value), "x")))
    };
    let all = |test: &dyn Fn(&WindowDimension) -> bool| window.iter().all(test);
    let fields = [
        field("size", false, &|w| w.size.to_string()),
        field("stride", all(&|w| w.stride == 1), &|w| w.stride.to_string()),
        field("pad", all(&|w| w.padding_low == 0 && w.padding_high == 0), &|w| {
            format!("{}_{}", w.padding_low, w.padding_high)
        }),
        field("lhs_dilate", all(&|w| w.base_dilation == 1), &|w| w.base_dilation.to_string()),
        field("rhs_dilate", all(&|w| w.window_dilation == 1), &|w| w.window_dilation.to_string()),
        field("rhs_reversal", all(&|w| !w.reversal), &|w| u8::from(w.reversal).to_string()),
    ];
    vec![("window", Value::Word(format!("{{{}}}", join(fields.into_iter().flatten(), " "))))]
}

/// `b01f_01io->b01f`
fn dim_labels(dims: &ConvolutionDimensionNumbers) -> String {
    let input = labels(('b', dims.input_batch), ('f', dims.input_feature), &dims.input_spatial);
    let kernel = labels(('i', dims.kernel_input_feature), ('o', dims.kernel_output_feature), &dims.kernel_spatial);
    let output = labels(('b', dims.output_batch), ('f', dims.output_feature), &dims.output_spatial);
    format!("{input}_{kernel}->{output}")
}

/// Each dimension's role: one of two letters, or the number of the spatial dimension.
fn labels(first: (char, usize), second: (char, usize), spatial: &[usize]) -> String {
    let role = |dimension: usize| match spatial.iter().position(|&s| s == dimension) {
        Some(number) => number.to_string(),
        None if dimension == first.1 => first.0.to_string(),
        None => second.0.to_string(),
    };
    (0..spatial.len() + 2).map(role).collect()
}

fn transpose_name(transpose: Transpose) -> &'static str {
    match transpose {
        Transpose::NoTranspose => "NO_TRANSPOSE",
        Transpose::Transpose => "TRANSPOSE",
        Transpose::Adjoint => "ADJOINT",
    }
}

fn fft_name(fft_type: FftType) -> &'static str {
    match fft_type {
        FftType::Fft => "FFT",
        FftType::Ifft => "IFFT",
        FftType::Rfft => "RFFT",
        FftType::Irfft => "IRFFT",
    }
}

fn distribution_name(distribution: RngDistribution) -> &'static str {
    match distribution {
        RngDistribution::Uniform => "rng_uniform",
        RngDistribution::Normal => "rng_normal",
    }
}

fn algorithm_name(algorithm: RngAlgorithm) -> &'static str {
    match algorithm {
        RngAlgorithm::Default => "rng_default",
        RngAlgorithm::ThreeFry => "rng_three_fry",
        RngAlgorithm::Philox => "rng_philox",
    }
}

fn fusion_kind_name(kind: FusionKind) -> &'static str {
    match kind {
        FusionKind::Loop => "kLoop",
        FusionKind::Input => "kInput",
        FusionKind::Output => "kOutput",
        FusionKind::Custom => "kCustom",
    }
}

/// Two branches under a predicate have names of their own.
fn conditional(computation: &Computation, instruction: &Instruction, branches: &[ComputationId]) -> Vec<Attribute> {
    let selector = instruction.operands().first().and_then(|&id| computation.shape(id).as_array());
    let predicated = selector.is_some_and(|array| array.element_type == ElementType::Pred);
    match *branches {
        [on_true, on_false] if predicated => {
            vec![("true_computation", Value::Computation(on_true)), ("false_computation", Value::Computation(on_false))]
        }
        _ => vec![("branch_computations", Value::Computations(branches.to_vec()))],
    }
}

fn custom_call(call: &CustomCall) -> Vec<Attribute> {
    let mut out = vec![("custom_call_target", Value::Text(call.target.clone()))];
    out.extend(flag("custom_call_has_side_effect", call.has_side_effect));
    if !call.called_computations.is_empty() {
        out.push(("called_computations", Value::Computations(call.called_computations.clone())));
    }
    let aliases = call
        .output_operand_aliases
        .iter()
        .map(|(result, operand, index)| format!("{{{}}}: ({operand}, {{{}}})", join(result, ", "), join(index, ", ")));
    let aliases = join(aliases, ", ");
    if !aliases.is_empty() {
        out.push(("output_to_operand_aliasing", Value::Word(format!("{{{aliases}}}"))));
    }
    out.extend(api_version_name(call.api_version).map(|name| ("api_version", Value::word(name))));
    out
}

fn collective(op: &Collective) -> Vec<Attribute> {
    let mut out: Vec<Attribute> = Vec::new();
    out.extend(op.channel_id.map(|id| ("channel_id", Value::Integer(id as usize))));
    out.push(match &op.kind {
        CollectiveKind::CollectivePermute { pairs } => {
            let pairs = pairs.iter().map(|(source, target)| format!("{{{source},{target}}}"));
            ("source_target_pairs", Value::Word(format!("{{{}}}", join(pairs, ","))))
        }
        _ => ("replica_groups", Value::Word(op.groups.to_string())),
    });
    out.extend(flag("use_global_device_ids", op.use_global_device_ids));
    out.extend(op.dimension().map(|dimension| dimensions(&[dimension])));
    out.extend(op.to_apply().map(|id| ("to_apply", Value::Computation(id))));
    out
}

/// The first version goes without saying.
fn api_version_name(version: i32) -> Option<&'static str> {
    match version {
        2 => Some("API_VERSION_STATUS_RETURNING"),
        3 => Some("API_VERSION_STATUS_RETURNING_UNIFIED"),
        4 => Some("API_VERSION_TYPED_FFI"),
        _ => None,
    }
}
