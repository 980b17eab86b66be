//! Text of the attributes that an operation has of its own.

use super::shape::shape_text;
use super::{Printer, notation};
use crate::hlo::attributes::*;
use crate::hlo::op_class::attributeless;
use crate::hlo::shape::join;
use crate::hlo::{
    Collective, CollectiveKind, Computation, ComputationId, CustomCall, ElementType, Instruction, Op, Shape, Transfer,
};
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
            Value::Text(text) => format!("\"{}\"", notation::escape(text)),
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
        Op::Parameter { .. } | Op::Constant(_) | attributeless!() => Vec::new(),
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
        Op::Slice { starts, limits, strides } => vec![("slice", Value::Word(notation::slice(starts, limits, strides)))],
        Op::Pad { padding } => vec![("padding", Value::Word(notation::pad(padding)))],
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
            out.push(("dim_labels", Value::Word(notation::dim_labels(dims))));
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
            with(flags.collect(), ("transpose_a", Value::word(transpose_a.hlo_word())))
        }
        Op::Fft { fft_type, length } => {
            vec![("fft_type", Value::word(fft_type.hlo_word())), braced("fft_length", length)]
        }
        Op::BatchNormTraining { epsilon, feature_index }
        | Op::BatchNormInference { epsilon, feature_index }
        | Op::BatchNormGrad { epsilon, feature_index } => {
            vec![("epsilon", Value::Real(*epsilon)), ("feature_index", Value::Integer(*feature_index))]
        }
        Op::Rng { distribution } => vec![("distribution", Value::word(distribution.hlo_word()))],
        Op::RngBitGenerator { algorithm } => vec![("algorithm", Value::word(algorithm.hlo_word()))],
        Op::GetTupleElement { index } => vec![("index", Value::Integer(*index))],
        Op::While { condition, body } => vec![called("condition", *condition), called("body", *body)],
        Op::Conditional { branches } => conditional(computation, instruction, branches),
        Op::Call { to_apply } => vec![called("to_apply", *to_apply)],
        Op::Fusion { kind, computation } => {
            vec![("kind", Value::word(kind.hlo_word())), called("calls", *computation)]
        }
        Op::Scan { dimension, carries, is_reverse, is_associative, to_apply } => {
            let mut out = vec![dimensions(&[*dimension]), ("num_carries", Value::Integer(*carries))];
            out.extend(flag("is_reverse", *is_reverse));
            out.extend(is_associative.map(|flag| ("is_associative", Value::Flag(flag))));
            with(out, called("to_apply", *to_apply))
        }
        Op::Transfer(op) => transfer(op, computation, instruction),
        Op::CustomCall(call) => custom_call(call, computation, instruction),
        Op::Collective(op) => collective(op),
        Op::AsyncStart(op) => match **op {
            Op::Call { to_apply } => vec![called("calls", to_apply)],
            _ => instruction.started().map(|started| op_attributes(computation, &started)).unwrap_or_default(),
        },
    }
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

fn window(window: &[WindowDimension]) -> Vec<Attribute> {
    if window.is_empty() { Vec::new() } else { vec![("window", Value::Word(notation::window(window)))] }
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
    let mut out = vec![("direction", Value::word(direction.hlo_word()))];
    if order == ComparisonOrder::Total {
        out.push(("type", Value::word("TOTALORDER")));
    }
    out
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
    out.extend(algorithm.map(|algorithm| ("algorithm", Value::Word(notation::dot_algorithm(algorithm)))));
    out
}

fn operand_precision(precision: &[Precision; 2]) -> Option<Attribute> {
    let names = precision.map(Precision::hlo_word);
    let value = || Value::Word(format!("{{{}}}", names.join(",")));
    (*precision != [Precision::Default; 2]).then(|| ("operand_precision", value()))
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

fn custom_call(call: &CustomCall, computation: &Computation, instruction: &Instruction) -> Vec<Attribute> {
    let mut out = vec![("custom_call_target", Value::Text(call.target.clone()))];
    let operands: Vec<&Shape> = instruction.operands().iter().map(|&id| computation.shape(id)).collect();
    if let Some(constraints) = call.constrained(&operands) {
        let shapes = constraints.iter().map(|shape| shape_text(shape, true));
        out.push(("operand_layout_constraints", Value::Word(format!("{{{}}}", join(shapes, ", ")))));
    }
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
    out.extend(notation::api_version(call.api_version).map(|name| ("api_version", Value::word(name))));
    out
}

/// Outfeeds state the shape of their operand.
fn transfer(op: &Transfer, computation: &Computation, instruction: &Instruction) -> Vec<Attribute> {
    let text = |config: &Arc<str>| (!config.is_empty()).then(|| Value::Text(config.clone()));
    match op {
        Transfer::Infeed { config } => text(config).map(|config| ("infeed_config", config)).into_iter().collect(),
        Transfer::Outfeed { config } => {
            let shape = shape_text(computation.shape(instruction.operands()[0]), true);
            let config = text(config).map(|config| ("outfeed_config", config));
            std::iter::once(("outfeed_shape", Value::Word(shape))).chain(config).collect()
        }
        Transfer::Send(channel)
        | Transfer::SendDone(channel)
        | Transfer::Recv(channel)
        | Transfer::RecvDone(channel) => {
            let id = channel.id.map(|id| ("channel_id", Value::Integer(id as usize)));
            id.into_iter().chain(flag("is_host_transfer", channel.is_host_transfer)).collect()
        }
    }
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
