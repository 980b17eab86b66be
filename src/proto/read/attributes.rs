//! Attributes of operations as HLO text.

use super::instruction::Scope;
use super::shape::shape_text;
use crate::hlo::notation;
use crate::hlo::{ConvolutionDimensionNumbers as Labels, PaddingDimension, Precision, WindowDimension, join};
use crate::proto::damage::{Damage, InField, Outcome, required, size, sizes};
use crate::proto::mesh;
use crate::proto::messages::{
    self, ConvolutionDimensionNumbers, DotDimensionNumbers, HloInstructionProto, MeshAxesReplicaGroupListProto,
    SliceDimensions,
};
use crate::proto::names::{self, meaning};

/// `, key=value` for each attribute that the operation has. Operations that have none need not be here.
pub(super) fn attributes(scope: &Scope, instruction: &HloInstructionProto) -> Outcome<String> {
    let i = instruction;
    let mut out = List(String::new());
    match &*i.opcode {
        "broadcast" | "transpose" | "reverse" | "concatenate" | "get-dimension-size" | "set-dimension-size" => {
            out.dimensions(i);
        }
        "reduce" | "map" | "sort" => {
            out.dimensions(i);
            out.flag("is_stable", i.is_stable);
            out.put("to_apply", scope.computation(i, 0)?);
        }
        "scan" => scan(scope, i, &mut out)?,
        "infeed" => config("infeed_config", &i.infeed_config, &mut out)?,
        "outfeed" => {
            if let Some(shape) = &i.outfeed_shape {
                out.put("outfeed_shape", shape_text(shape).in_field("outfeed_shape")?);
            }
            config("outfeed_config", &i.outfeed_config, &mut out)?;
        }
        "send" | "send-done" | "recv" | "recv-done" => {
            channel(i, &mut out);
            out.flag("is_host_transfer", i.is_host_transfer);
        }
        "iota" => out.put("iota_dimension", first_dimension(i)?),
        "get-tuple-element" => out.put("index", i.tuple_index),
        "slice" => out.put("slice", slice(i)?),
        "dynamic-slice" => out.list("dynamic_slice_sizes", &i.dynamic_slice_sizes),
        "pad" => out.put("padding", padding(i)?),
        "compare" => compare(i, &mut out),
        "reduce-precision" => {
            out.put("exponent_bits", i.exponent_bits);
            out.put("mantissa_bits", i.mantissa_bits);
        }
        "gather" => gather(i, &mut out)?,
        "scatter" => scatter(scope, i, &mut out)?,
        "dot" => dot(i, &mut out)?,
        "convolution" => convolution(i, &mut out)?,
        "reduce-window" => {
            window(i, &mut out)?;
            out.put("to_apply", scope.computation(i, 0)?);
        }
        "select-and-scatter" => {
            window(i, &mut out)?;
            out.put("select", scope.computation(i, 0)?);
            out.put("scatter", scope.computation(i, 1)?);
        }
        "topk" => {
            out.put("k", i.k);
            out.put("largest", i.largest);
        }
        "cholesky" => out.flag("lower", i.cholesky_options.as_ref().is_some_and(|options| options.lower)),
        "triangular-solve" => triangular_solve(i, &mut out)?,
        "fft" => {
            out.put("fft_type", known(&names::FFT_TYPES, i.fft_type).in_field("fft_type")?.hlo_word());
            out.list("fft_length", &i.fft_length);
        }
        "batch-norm-training" | "batch-norm-inference" | "batch-norm-grad" => {
            out.put("epsilon", i.epsilon);
            out.put("feature_index", i.feature_index);
        }
        "rng" => {
            let distribution = known(&names::DISTRIBUTIONS, i.distribution).in_field("distribution")?;
            out.put("distribution", distribution.hlo_word());
        }
        "rng-bit-generator" => {
            let algorithm = known(&names::RNG_ALGORITHMS, i.rng_algorithm).in_field("rng_algorithm")?;
            out.put("algorithm", algorithm.hlo_word());
        }
        "while" => {
            out.put("condition", scope.computation(i, 1)?);
            out.put("body", scope.computation(i, 0)?);
        }
        "conditional" => out.put("branch_computations", scope.computations(i)?),
        "call" => {
            out.flag("is_composite", i.is_composite);
            out.put("to_apply", scope.computation(i, 0)?);
        }
        "fusion" => {
            out.put("kind", &i.fusion_kind);
            out.put("calls", scope.computation(i, 0)?);
        }
        "async-start" | "async-update" | "async-done" => out.put("calls", scope.computation(i, 0)?),
        "custom-call" => custom_call(scope, i, &mut out)?,
        "rng-get-and-update-state" => out.put("delta", i.delta),
        opcode if is_collective(opcode) => collective(scope, i, &mut out)?,
        _ => {}
    }
    Ok(out.0)
}

/// Attributes, each after a comma.
struct List(String);

impl List {
    fn put(&mut self, key: &str, value: impl std::fmt::Display) {
        self.0 += &format!(", {key}={value}");
    }

    fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.put(key, true);
        }
    }

    fn list<T: std::fmt::Display>(&mut self, key: &str, items: &[T]) {
        self.put(key, format!("{{{}}}", join(items, ",")));
    }

    fn list_unless_empty(&mut self, key: &str, items: &[i64]) {
        if !items.is_empty() {
            self.list(key, items);
        }
    }

    /// 0 is that which was never set, and 1 goes without saying.
    fn count(&mut self, key: &str, value: i64) {
        if value > 1 {
            self.put(key, value);
        }
    }

    fn dimensions(&mut self, instruction: &HloInstructionProto) {
        self.list("dimensions", &instruction.dimensions);
    }
}

fn known<T: Copy>(table: &[(i32, T)], number: i32) -> Outcome<T> {
    meaning(table, number).ok_or_else(|| Damage::new(format!("{number} stands for nothing known")))
}

fn first_dimension(instruction: &HloInstructionProto) -> Outcome<i64> {
    let missing = || Damage::new("expected a dimension, found none");
    instruction.dimensions.first().copied().ok_or_else(missing).in_field("dimensions")
}

fn slice(instruction: &HloInstructionProto) -> Outcome<String> {
    let of = |part: fn(&SliceDimensions) -> i64| {
        let parts = instruction.slice_dimensions.iter().enumerate();
        parts.map(|(i, dimension)| size(part(dimension)).in_item("slice_dimensions", i)).collect::<Outcome<Vec<_>>>()
    };
    Ok(notation::slice(&of(|d| d.start)?, &of(|d| d.limit)?, &of(|d| d.stride)?))
}

fn padding(instruction: &HloInstructionProto) -> Outcome<String> {
    let config = required(&instruction.padding_config, "padding_config")?;
    let dimensions = config.dimensions.iter().map(|d| {
        let interior = size(d.interior_padding)?;
        Ok(PaddingDimension { low: d.edge_padding_low, high: d.edge_padding_high, interior })
    });
    let dimensions = dimensions.collect::<Outcome<Vec<_>>>().in_field("padding_config.dimensions")?;
    Ok(notation::pad(&dimensions))
}

fn compare(instruction: &HloInstructionProto, out: &mut List) {
    out.put("direction", &instruction.comparison_direction);
    if !instruction.comparison_type.is_empty() {
        out.put("type", &instruction.comparison_type);
    }
}

fn window(instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    let Some(window) = instruction.window.as_ref().filter(|window| !window.dimensions.is_empty()) else {
        return Ok(());
    };
    let dimensions = window.dimensions.iter().map(window_dimension).collect::<Outcome<Vec<_>>>();
    out.put("window", notation::window(&dimensions.in_field("window.dimensions")?));
    Ok(())
}

fn window_dimension(proto: &messages::WindowDimension) -> Outcome<WindowDimension> {
    Ok(WindowDimension {
        size: size(proto.size)?,
        stride: size(proto.stride)?,
        padding_low: proto.padding_low,
        padding_high: proto.padding_high,
        base_dilation: size(proto.base_dilation)?,
        window_dilation: size(proto.window_dilation)?,
        reversal: proto.window_reversal,
    })
}

fn gather(instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    let missing = || Damage::new("missing");
    let dims = instruction.gather_dimension_numbers.as_deref().ok_or_else(missing);
    let dims = dims.in_field("gather_dimension_numbers")?;
    out.list("offset_dims", &dims.offset_dims);
    out.list("collapsed_slice_dims", &dims.collapsed_slice_dims);
    out.list("start_index_map", &dims.start_index_map);
    out.list_unless_empty("operand_batching_dims", &dims.operand_batching_dims);
    out.list_unless_empty("start_indices_batching_dims", &dims.start_indices_batching_dims);
    out.put("index_vector_dim", dims.index_vector_dim);
    out.list("slice_sizes", &instruction.gather_slice_sizes);
    out.flag("indices_are_sorted", instruction.indices_are_sorted);
    Ok(())
}

fn scatter(scope: &Scope, instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    let missing = || Damage::new("missing");
    let dims = instruction.scatter_dimension_numbers.as_deref().ok_or_else(missing);
    let dims = dims.in_field("scatter_dimension_numbers")?;
    out.list("update_window_dims", &dims.update_window_dims);
    out.list("inserted_window_dims", &dims.inserted_window_dims);
    out.list("scatter_dims_to_operand_dims", &dims.scatter_dims_to_operand_dims);
    out.list_unless_empty("input_batching_dims", &dims.input_batching_dims);
    out.list_unless_empty("scatter_indices_batching_dims", &dims.scatter_indices_batching_dims);
    out.put("index_vector_dim", dims.index_vector_dim);
    out.flag("indices_are_sorted", instruction.indices_are_sorted);
    out.flag("unique_indices", instruction.unique_indices);
    out.put("to_apply", scope.computation(instruction, 0)?);
    Ok(())
}

fn dot(instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    let default = DotDimensionNumbers::default();
    let dims = instruction.dot_dimension_numbers.as_deref().unwrap_or(&default);
    out.list_unless_empty("lhs_batch_dims", &dims.lhs_batch_dimensions);
    out.list("lhs_contracting_dims", &dims.lhs_contracting_dimensions);
    out.list_unless_empty("rhs_batch_dims", &dims.rhs_batch_dimensions);
    out.list("rhs_contracting_dims", &dims.rhs_contracting_dimensions);
    precision(instruction, out).in_field("precision_config")
}

/// Operand precisions and the algorithm of a product.
fn precision(instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    let Some(config) = instruction.precision_config.as_deref() else { return Ok(()) };
    if config.operand_precision.iter().any(|&precision| precision != 0) {
        let words = config.operand_precision.iter().map(|&number| known(&names::PRECISIONS, number));
        let words = words.map(|precision| precision.map(Precision::hlo_word)).collect::<Outcome<Vec<_>>>();
        out.list("operand_precision", &words.in_field("operand_precision")?);
    }
    if config.algorithm != 0 {
        out.put("algorithm", known(&names::DOT_ALGORITHMS, config.algorithm).in_field("algorithm")?);
    }
    Ok(())
}

fn convolution(instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    window(instruction, out)?;
    if let Some(dims) = instruction.convolution_dimension_numbers.as_deref() {
        out.put("dim_labels", notation::dim_labels(&labels(dims).in_field("convolution_dimension_numbers")?));
    }
    out.count("feature_group_count", instruction.feature_group_count);
    out.count("batch_group_count", instruction.batch_group_count);
    precision(instruction, out).in_field("precision_config")
}

fn labels(proto: &ConvolutionDimensionNumbers) -> Outcome<Labels> {
    let labels = Labels {
        input_batch: size(proto.input_batch_dimension)?,
        input_feature: size(proto.input_feature_dimension)?,
        input_spatial: sizes(&proto.input_spatial_dimensions)?,
        kernel_input_feature: size(proto.kernel_input_feature_dimension)?,
        kernel_output_feature: size(proto.kernel_output_feature_dimension)?,
        kernel_spatial: sizes(&proto.kernel_spatial_dimensions)?,
        output_batch: size(proto.output_batch_dimension)?,
        output_feature: size(proto.output_feature_dimension)?,
        output_spatial: sizes(&proto.output_spatial_dimensions)?,
    };
    let each_once = [
        (labels.input_batch, labels.input_feature, &labels.input_spatial),
        (labels.kernel_input_feature, labels.kernel_output_feature, &labels.kernel_spatial),
        (labels.output_batch, labels.output_feature, &labels.output_spatial),
    ];
    for (first, second, spatial) in each_once {
        let mut all = [&[first, second], &spatial[..]].concat();
        all.sort_unstable();
        if !all.iter().copied().eq(0..all.len()) {
            return Err(Damage::new("expected every dimension of an array once"));
        }
    }
    Ok(labels)
}

fn scan(scope: &Scope, instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    out.dimensions(instruction);
    out.put("num_carries", instruction.num_carries);
    out.flag("is_reverse", instruction.is_reverse);
    if instruction.is_associative != names::tri_state::UNSPECIFIED {
        out.put("is_associative", instruction.is_associative == names::tri_state::TRUE);
    }
    out.put("to_apply", scope.computation(instruction, 0)?);
    Ok(())
}

/// A text that is stored as bytes; nothing where it is empty.
fn config(key: &'static str, bytes: &[u8], out: &mut List) -> Outcome {
    let text = std::str::from_utf8(bytes).map_err(|_| Damage::new("expected text in UTF-8")).in_field(key)?;
    if !text.is_empty() {
        out.put(key, format!("\"{}\"", notation::escape(text)));
    }
    Ok(())
}

fn triangular_solve(instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    let missing = || Damage::new("missing");
    let options = instruction.triangular_solve_options.as_deref().ok_or_else(missing);
    let options = options.in_field("triangular_solve_options")?;
    out.flag("left_side", options.left_side);
    out.flag("lower", options.lower);
    out.flag("unit_diagonal", options.unit_diagonal);
    let transpose = known(&names::TRANSPOSES, options.transpose_a).in_field("triangular_solve_options.transpose_a")?;
    out.put("transpose_a", transpose.hlo_word());
    Ok(())
}

fn custom_call(scope: &Scope, instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    out.put("custom_call_target", format!("\"{}\"", notation::escape(&instruction.custom_call_target)));
    out.flag("custom_call_has_side_effect", instruction.custom_call_has_side_effect);
    if instruction.constrain_layout {
        let shapes = instruction.operand_shapes_with_layout.iter().enumerate();
        let shapes = shapes.map(|(i, shape)| shape_text(shape).in_item("operand_shapes_with_layout", i));
        out.put("operand_layout_constraints", format!("{{{}}}", shapes.collect::<Outcome<Vec<_>>>()?.join(", ")));
    }
    if !instruction.called_computation_ids.is_empty() {
        out.put("called_computations", scope.computations(instruction)?);
    }
    let aliases = instruction.output_operand_aliasing.iter().map(|alias| {
        let (output, index) = (join(&alias.output_shape_index, ", "), join(&alias.operand_shape_index, ", "));
        format!("{{{output}}}: ({}, {{{index}}})", alias.operand_index)
    });
    let aliases = join(aliases, ", ");
    if !aliases.is_empty() {
        out.put("output_to_operand_aliasing", format!("{{{aliases}}}"));
    }
    if instruction.custom_call_api_version > 1 {
        let version = known(&names::API_VERSIONS, instruction.custom_call_api_version);
        out.put("api_version", version.in_field("custom_call_api_version")?);
    }
    Ok(())
}

fn is_collective(opcode: &str) -> bool {
    let stem = opcode.strip_suffix("-start").unwrap_or(opcode);
    matches!(
        stem,
        "all-gather"
            | "all-reduce"
            | "all-to-all"
            | "collective-broadcast"
            | "collective-permute"
            | "ragged-all-to-all"
            | "reduce-scatter"
    )
}

fn channel(instruction: &HloInstructionProto, out: &mut List) {
    if let Some(id) = instruction.channel_id.filter(|&id| id >= 0) {
        out.put("channel_id", id);
    }
}

fn collective(scope: &Scope, instruction: &HloInstructionProto, out: &mut List) -> Outcome {
    let i = instruction;
    channel(i, out);
    if i.opcode.starts_with("collective-permute") {
        let pairs = i.source_target_pairs.iter().map(|pair| format!("{{{},{}}}", pair.source, pair.target));
        out.list("source_target_pairs", &pairs.collect::<Vec<_>>());
        return Ok(());
    }
    out.put("replica_groups", replica_groups(i)?);
    out.flag("use_global_device_ids", i.use_global_device_ids);
    if !i.dimensions.is_empty() {
        out.dimensions(i);
    }
    if !i.called_computation_ids.is_empty() {
        out.put("to_apply", scope.computation(i, 0)?);
    }
    Ok(())
}

fn replica_groups(instruction: &HloInstructionProto) -> Outcome<String> {
    if let Some(mesh) = instruction.mesh_axes_replica_group_list.as_deref() {
        return mesh_axes(mesh).in_field("mesh_axes_replica_group_list");
    }
    let devices = instruction.collective_device_list.as_deref();
    let within = devices.and_then(|devices| devices.iota_replica_group_list.as_ref());
    if let Some(iota) = instruction.iota_collective_device_list.as_deref().or(within) {
        let (groups, members) = (iota.num_replica_groups, iota.num_devices_per_group);
        let order = match iota.iota_transpose_perm.len() {
            0 | 1 => String::new(),
            _ => format!("T({})", join(&iota.iota_transpose_perm, ",")),
        };
        return Ok(format!("[{groups},{members}]<=[{}]{order}", join(&iota.iota_reshape_dims, ",")));
    }
    let groups = devices.map_or(&instruction.replica_groups, |devices| &devices.replica_groups);
    let groups = groups.iter().map(|group| format!("{{{}}}", join(&group.replica_ids, ",")));
    Ok(format!("{{{}}}", join(groups, ",")))
}

/// `mesh['x'=2,'y'=4] {'y'}`
fn mesh_axes(list: &MeshAxesReplicaGroupListProto) -> Outcome<String> {
    let mesh = mesh::mesh(&list.mesh)?;
    let axes = mesh::axes(&mesh, &list.axes)?;
    Ok(format!("{mesh} {}", mesh.axes_text(&axes)))
}
