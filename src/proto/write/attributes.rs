//! Attributes of operations as fields of an instruction's proto. Called computations are set with the instruction.

use super::shape::shape_proto;
use super::{number, numbers};
use crate::hlo::op_class::{attributeless, control_flow};
use crate::hlo::{
    Collective, CollectiveKind, ComparisonOrder, CustomCall, DotAlgorithm, Instruction, Op, Precision, ReplicaGroups,
    Shape, Transfer, WindowDimension, notation,
};
use crate::proto::mesh::{axes_proto, mesh_proto};
use crate::proto::messages::{self, *};
use crate::proto::names::{self, tri_state};

/// Sets the fields that an operation has of its own, for operands of these shapes.
pub(super) fn set_attributes(instruction: &Instruction, operands: &[&Shape], proto: &mut HloInstructionProto) {
    match &instruction.op {
        Op::Constant(_) | attributeless!() | control_flow!() => {}
        Op::Parameter { number: index } => proto.parameter_number = number(*index),
        Op::Iota { dimension } | Op::Concatenate { dimension } => proto.dimensions = vec![number(*dimension)],
        Op::Compare { direction, order } => {
            proto.comparison_direction = direction.hlo_word().into();
            if *order == ComparisonOrder::Total {
                proto.comparison_type = "TOTALORDER".into();
            }
        }
        Op::ReducePrecision { exponent_bits, mantissa_bits } => {
            proto.exponent_bits = i32::try_from(*exponent_bits).unwrap_or(i32::MAX);
            proto.mantissa_bits = i32::try_from(*mantissa_bits).unwrap_or(i32::MAX);
        }
        Op::Map { .. } => {
            let rank = instruction.shape.as_array().map_or(0, |array| array.rank());
            proto.dimensions = numbers(&(0..rank).collect::<Vec<_>>());
        }
        Op::Broadcast { dimensions: dims }
        | Op::Transpose { permutation: dims }
        | Op::Reverse { dimensions: dims }
        | Op::Reduce { dimensions: dims, .. } => proto.dimensions = numbers(dims),
        Op::Slice { starts, limits, strides } => proto.slice_dimensions = slice(starts, limits, strides),
        Op::Pad { padding } => proto.padding_config = Some(pad(padding)),
        Op::DynamicSlice { sizes } => proto.dynamic_slice_sizes = numbers(sizes),
        Op::Gather { dims, slice_sizes, indices_are_sorted } => {
            proto.gather_dimension_numbers = Some(Box::new(gather(dims)));
            proto.gather_slice_sizes = numbers(slice_sizes);
            proto.indices_are_sorted = *indices_are_sorted;
        }
        Op::Scatter { dims, indices_are_sorted, unique_indices, .. } => {
            proto.scatter_dimension_numbers = Some(Box::new(scatter(dims)));
            proto.indices_are_sorted = *indices_are_sorted;
            proto.unique_indices = *unique_indices;
        }
        Op::Dot { dims, precision, algorithm } => {
            proto.dot_dimension_numbers = Some(Box::new(dot(dims)));
            proto.precision_config = Some(Box::new(precision_config(precision, algorithm.as_ref())));
        }
        Op::Convolution { window: w, dims, feature_group_count, batch_group_count, precision } => {
            proto.window = Some(window(w));
            proto.convolution_dimension_numbers = Some(Box::new(convolution(dims)));
            proto.feature_group_count = number(*feature_group_count);
            proto.batch_group_count = number(*batch_group_count);
            proto.precision_config = Some(Box::new(precision_config(precision, None)));
        }
        Op::ReduceWindow { window: w, .. } | Op::SelectAndScatter { window: w, .. } => proto.window = Some(window(w)),
        Op::Sort { dimension, is_stable, .. } => {
            proto.dimensions = vec![number(*dimension)];
            proto.is_stable = *is_stable;
        }
        Op::TopK { k, largest } => (proto.k, proto.largest) = (number(*k), *largest),
        Op::Cholesky { lower } => proto.cholesky_options = Some(CholeskyOptions { lower: *lower }),
        Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } => {
            proto.triangular_solve_options = Some(Box::new(TriangularSolveOptions {
                left_side: *left_side,
                lower: *lower,
                unit_diagonal: *unit_diagonal,
                transpose_a: names::number(&names::TRANSPOSES, *transpose_a),
            }));
        }
        Op::Fft { fft_type, length } => {
            proto.fft_type = names::number(&names::FFT_TYPES, *fft_type);
            proto.fft_length = numbers(length);
        }
        Op::BatchNormTraining { epsilon, feature_index }
        | Op::BatchNormInference { epsilon, feature_index }
        | Op::BatchNormGrad { epsilon, feature_index } => {
            (proto.epsilon, proto.feature_index) = (*epsilon, number(*feature_index));
        }
        Op::Rng { distribution } => proto.distribution = names::number(&names::DISTRIBUTIONS, *distribution),
        Op::RngBitGenerator { algorithm } => proto.rng_algorithm = names::number(&names::RNG_ALGORITHMS, *algorithm),
        Op::GetTupleElement { index } => proto.tuple_index = number(*index),
        Op::Fusion { kind, .. } => proto.fusion_kind = kind.hlo_word().into(),
        Op::Scan { dimension, carries, is_reverse, is_associative, .. } => {
            proto.dimensions = vec![number(*dimension)];
            proto.num_carries = number(*carries);
            proto.is_reverse = *is_reverse;
            proto.is_associative = is_associative.map_or(tri_state::UNSPECIFIED, tri_state::of);
        }
        Op::Transfer(op) => transfer(op, operands, proto),
        Op::CustomCall(call) => custom_call(call, operands, proto),
        Op::Collective(op) => collective(op, proto),
        Op::AsyncStart(_) => {
            let started = instruction.started();
            started.iter().for_each(|started| set_attributes(started, operands, proto));
        }
    }
}

fn slice(starts: &[usize], limits: &[usize], strides: &[usize]) -> Vec<SliceDimensions> {
    let dimension =
        |d: usize| SliceDimensions { start: number(starts[d]), limit: number(limits[d]), stride: number(strides[d]) };
    (0..starts.len()).map(dimension).collect()
}

fn pad(padding: &[crate::hlo::PaddingDimension]) -> PaddingConfig {
    let dimensions = padding.iter().map(|dimension| PaddingConfigDimension {
        edge_padding_low: dimension.low,
        edge_padding_high: dimension.high,
        interior_padding: number(dimension.interior),
    });
    PaddingConfig { dimensions: dimensions.collect() }
}

fn window(window: &[WindowDimension]) -> Window {
    let dimensions = window.iter().map(|dimension| messages::WindowDimension {
        size: number(dimension.size),
        stride: number(dimension.stride),
        padding_low: dimension.padding_low,
        padding_high: dimension.padding_high,
        window_dilation: number(dimension.window_dilation),
        base_dilation: number(dimension.base_dilation),
        window_reversal: dimension.reversal,
    });
    Window { dimensions: dimensions.collect() }
}

fn gather(dims: &crate::hlo::GatherDimensionNumbers) -> GatherDimensionNumbers {
    GatherDimensionNumbers {
        offset_dims: numbers(&dims.offset_dims),
        collapsed_slice_dims: numbers(&dims.collapsed_slice_dims),
        start_index_map: numbers(&dims.start_index_map),
        index_vector_dim: number(dims.index_vector_dim),
        operand_batching_dims: numbers(&dims.operand_batching_dims),
        start_indices_batching_dims: numbers(&dims.start_indices_batching_dims),
    }
}

fn scatter(dims: &crate::hlo::ScatterDimensionNumbers) -> ScatterDimensionNumbers {
    ScatterDimensionNumbers {
        update_window_dims: numbers(&dims.update_window_dims),
        inserted_window_dims: numbers(&dims.inserted_window_dims),
        scatter_dims_to_operand_dims: numbers(&dims.scatter_dims_to_operand_dims),
        index_vector_dim: number(dims.index_vector_dim),
        input_batching_dims: numbers(&dims.input_batching_dims),
        scatter_indices_batching_dims: numbers(&dims.scatter_indices_batching_dims),
    }
}

fn dot(dims: &crate::hlo::DotDimensionNumbers) -> DotDimensionNumbers {
    DotDimensionNumbers {
        lhs_contracting_dimensions: numbers(&dims.lhs_contracting),
        rhs_contracting_dimensions: numbers(&dims.rhs_contracting),
        lhs_batch_dimensions: numbers(&dims.lhs_batch),
        rhs_batch_dimensions: numbers(&dims.rhs_batch),
    }
}

/// An algorithm that XLA has no number for is left to the compiler, as one that is not given.
fn precision_config(precision: &[Precision; 2], algorithm: Option<&DotAlgorithm>) -> PrecisionConfig {
    let name = algorithm.map(notation::dot_algorithm);
    PrecisionConfig {
        operand_precision: precision.iter().map(|&p| names::number(&names::PRECISIONS, p)).collect(),
        algorithm: name.map_or(0, |name| names::number(&names::DOT_ALGORITHMS, &*name)),
    }
}

fn convolution(dims: &crate::hlo::ConvolutionDimensionNumbers) -> ConvolutionDimensionNumbers {
    ConvolutionDimensionNumbers {
        input_batch_dimension: number(dims.input_batch),
        input_feature_dimension: number(dims.input_feature),
        input_spatial_dimensions: numbers(&dims.input_spatial),
        kernel_input_feature_dimension: number(dims.kernel_input_feature),
        kernel_output_feature_dimension: number(dims.kernel_output_feature),
        kernel_spatial_dimensions: numbers(&dims.kernel_spatial),
        output_batch_dimension: number(dims.output_batch),
        output_feature_dimension: number(dims.output_feature),
        output_spatial_dimensions: numbers(&dims.output_spatial),
    }
}

fn custom_call(call: &CustomCall, operands: &[&Shape], proto: &mut HloInstructionProto) {
    if let Some(constraints) = call.constrained(operands) {
        proto.constrain_layout = true;
        proto.operand_shapes_with_layout = constraints.iter().map(shape_proto).collect();
    }
    proto.custom_call_target = call.target.to_string();
    proto.custom_call_has_side_effect = call.has_side_effect;
    proto.custom_call_api_version = call.api_version;
    let aliases = call.output_operand_aliases.iter().map(|(result, operand, index)| OutputOperandAliasing {
        output_shape_index: numbers(result),
        operand_index: number(*operand),
        operand_shape_index: numbers(index),
    });
    proto.output_operand_aliasing = aliases.collect();
}

fn transfer(op: &Transfer, operands: &[&Shape], proto: &mut HloInstructionProto) {
    let bytes = |config: &str| config.as_bytes().to_vec();
    match op {
        Transfer::Infeed { config } => proto.infeed_config = bytes(config),
        Transfer::Outfeed { config } => {
            proto.outfeed_config = bytes(config);
            proto.outfeed_shape = operands.first().map(|shape| shape_proto(shape));
        }
        Transfer::Send(channel)
        | Transfer::SendDone(channel)
        | Transfer::Recv(channel)
        | Transfer::RecvDone(channel) => {
            proto.channel_id = channel.id.map(|id| i64::try_from(id).unwrap_or(i64::MAX));
            proto.is_host_transfer = channel.is_host_transfer;
        }
    }
}

fn collective(op: &Collective, proto: &mut HloInstructionProto) {
    proto.channel_id = op.channel_id.map(|id| i64::try_from(id).unwrap_or(i64::MAX));
    proto.use_global_device_ids = op.use_global_device_ids;
    proto.dimensions = op.dimension().map(number).into_iter().collect();
    if let CollectiveKind::CollectivePermute { pairs } = &op.kind {
        let pair = |&(source, target): &(usize, usize)| SourceTarget { source: number(source), target: number(target) };
        proto.source_target_pairs = pairs.iter().map(pair).collect();
        return;
    }
    match &op.groups {
        ReplicaGroups::List(groups) => {
            let groups = groups.iter().map(|members| ReplicaGroup { replica_ids: numbers(members) });
            let replica_groups: Vec<ReplicaGroup> = groups.collect();
            // Readers of old look here.
            proto.replica_groups = replica_groups.clone();
            let list = CollectiveDeviceListProto { replica_groups, ..CollectiveDeviceListProto::default() };
            proto.collective_device_list = Some(Box::new(list));
        }
        ReplicaGroups::MeshAxes { mesh, axes } => {
            let list = MeshAxesReplicaGroupListProto { mesh: Some(mesh_proto(mesh)), axes: axes_proto(axes) };
            proto.mesh_axes_replica_group_list = Some(Box::new(list));
        }
        ReplicaGroups::Iota { groups, members, reshape, permutation } => {
            let iota = IotaReplicaGroupListProto {
                num_replica_groups: number(*groups),
                num_devices_per_group: number(*members),
                iota_reshape_dims: numbers(reshape),
                iota_transpose_perm: permutation.iter().map(|&d| i32::try_from(d).unwrap_or(i32::MAX)).collect(),
            };
            proto.iota_collective_device_list = Some(Box::new(iota));
        }
    }
}
