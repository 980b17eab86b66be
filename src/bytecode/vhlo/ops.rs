//! VHLO's operations: every version of each, with its attributes in the order that they are written in.

use super::Version;

/// One version of an operation.
pub struct VhloOp {
    /// StableHLO's name without the dialect; `func`, `call` and `return` are the dialect `func`'s.
    pub name: &'static str,
    /// The number behind `_v` in the name.
    pub number: u8,
    /// The first version of StableHLO that has it.
    pub first: Version,
    /// The last one; none if it is still current.
    pub last: Option<Version>,
    /// All of them are always written.
    pub attributes: &'static [&'static str],
}

const fn op(
    name: &'static str,
    number: u8,
    first: Version,
    last: Option<Version>,
    attributes: &'static [&'static str],
) -> VhloOp {
    VhloOp { name, number, first, last, attributes }
}

impl VhloOp {
    /// `add_v1`
    pub fn versioned_name(&self) -> String {
        format!("{}_v{}", self.name, self.number)
    }

    /// Whether a version of StableHLO has it: the patch does not matter.
    pub fn is_in(&self, Version(major, minor, _): Version) -> bool {
        let version = Version(major, minor, 0);
        self.first <= version && self.last.is_none_or(|last| version <= last)
    }
}

/// The operation with this versioned name, such as `add_v1`.
pub fn find(versioned_name: &str) -> Option<&'static VhloOp> {
    let (name, number) = versioned_name.rsplit_once("_v")?;
    let number: u8 = number.parse().ok()?;
    OPS.iter().find(|op| op.name == name && op.number == number)
}

/// The operation of this name that a version of StableHLO has.
pub fn in_version(name: &str, version: Version) -> Option<&'static VhloOp> {
    OPS.iter().find(|op| op.name == name && op.is_in(version))
}

pub static OPS: &[VhloOp] = &[
    op("abs", 1, Version(0, 9, 0), None, &[]),
    op("add", 1, Version(0, 9, 0), None, &[]),
    op("after_all", 1, Version(0, 9, 0), None, &[]),
    op(
        "all_gather",
        1,
        Version(0, 9, 0),
        Some(Version(1, 4, 0)),
        &["all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"],
    ),
    op(
        "all_gather",
        2,
        Version(1, 5, 0),
        None,
        &["all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"],
    ),
    op(
        "all_reduce",
        1,
        Version(0, 9, 0),
        Some(Version(1, 4, 0)),
        &["channel_id", "replica_groups", "use_global_device_ids"],
    ),
    op("all_reduce", 2, Version(1, 5, 0), None, &["channel_id", "replica_groups", "use_global_device_ids"]),
    op(
        "all_to_all",
        1,
        Version(0, 9, 0),
        Some(Version(1, 4, 0)),
        &["channel_id", "concat_dimension", "replica_groups", "split_count", "split_dimension"],
    ),
    op(
        "all_to_all",
        2,
        Version(1, 5, 0),
        None,
        &["channel_id", "concat_dimension", "replica_groups", "split_count", "split_dimension"],
    ),
    op("and", 1, Version(0, 9, 0), None, &[]),
    op("async_start", 1, Version(1, 15, 0), None, &[]),
    op("async_done", 1, Version(1, 15, 0), None, &[]),
    op("atan2", 1, Version(0, 9, 0), None, &[]),
    op("batch_norm_grad", 1, Version(0, 9, 0), None, &["epsilon", "feature_index"]),
    op("batch_norm_inference", 1, Version(0, 9, 0), None, &["epsilon", "feature_index"]),
    op("batch_norm_training", 1, Version(0, 9, 0), None, &["epsilon", "feature_index"]),
    op("bitcast_convert", 1, Version(0, 9, 0), None, &[]),
    op("broadcast_in_dim", 1, Version(0, 9, 0), None, &["broadcast_dimensions"]),
    op("broadcast", 1, Version(0, 9, 0), None, &["broadcast_sizes"]),
    op("call", 1, Version(0, 9, 0), None, &["callee"]),
    op("case", 1, Version(0, 9, 0), None, &[]),
    op("cbrt", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("cbrt", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("ceil", 1, Version(0, 9, 0), None, &[]),
    op("cholesky", 1, Version(0, 9, 0), None, &["lower"]),
    op("clamp", 1, Version(0, 9, 0), None, &[]),
    op("count_leading_zeros", 1, Version(0, 9, 0), None, &[]),
    op("collective_broadcast", 1, Version(0, 16, 0), Some(Version(1, 19, 0)), &["channel_id", "replica_groups"]),
    op("collective_broadcast", 2, Version(1, 20, 0), None, &["channel_id", "has_dynamic_root", "replica_groups"]),
    op(
        "collective_reduce",
        1,
        Version(1, 19, 0),
        None,
        &["channel_id", "has_dynamic_root", "replica_groups", "use_global_device_ids"],
    ),
    op("collective_permute", 1, Version(0, 9, 0), None, &["channel_id", "source_target_pairs"]),
    op("compare", 1, Version(0, 9, 0), None, &["compare_type", "comparison_direction"]),
    op("complex", 1, Version(0, 9, 0), None, &[]),
    op(
        "composite",
        1,
        Version(0, 19, 0),
        Some(Version(1, 13, 0)),
        &["composite_attributes", "decomposition", "name", "version"],
    ),
    op("composite", 2, Version(1, 14, 0), None, &["composite_attributes", "decomposition", "name", "version"]),
    op("concatenate", 1, Version(0, 9, 0), None, &["dimension"]),
    op("constant", 1, Version(0, 9, 0), None, &["value"]),
    op("convert", 1, Version(0, 9, 0), None, &[]),
    op(
        "convolution",
        1,
        Version(0, 9, 0),
        None,
        &[
            "batch_group_count",
            "feature_group_count",
            "input_batch_dimension",
            "input_feature_dimension",
            "input_spatial_dimensions",
            "kernel_input_feature_dimension",
            "kernel_output_feature_dimension",
            "kernel_spatial_dimensions",
            "lhs_dilation",
            "output_batch_dimension",
            "output_feature_dimension",
            "output_spatial_dimensions",
            "padding",
            "precision_config",
            "rhs_dilation",
            "window_reversal",
            "window_strides",
        ],
    ),
    op("cosine", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("cosine", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("create_token", 1, Version(0, 9, 0), None, &[]),
    op("cross-replica-sum", 1, Version(0, 9, 0), None, &["replica_groups"]),
    op(
        "custom_call",
        1,
        Version(0, 9, 0),
        Some(Version(1, 17, 0)),
        &[
            "api_version",
            "backend_config",
            "call_target_name",
            "called_computations",
            "has_side_effect",
            "operand_layouts",
            "output_operand_aliases",
            "result_layouts",
        ],
    ),
    op(
        "custom_call",
        2,
        Version(1, 18, 0),
        None,
        &[
            "api_version",
            "backend_config",
            "call_target_name",
            "called_computations",
            "has_side_effect",
            "operand_layouts",
            "output_operand_aliases",
            "result_layouts",
            "result_tilings",
        ],
    ),
    op("divide", 1, Version(0, 9, 0), None, &[]),
    op(
        "dot_general",
        1,
        Version(0, 9, 0),
        Some(Version(1, 5, 0)),
        &[
            "lhs_batching_dimensions",
            "lhs_contracting_dimensions",
            "precision_config",
            "rhs_batching_dimensions",
            "rhs_contracting_dimensions",
        ],
    ),
    op(
        "dot_general",
        2,
        Version(1, 6, 0),
        None,
        &[
            "accumulation_type",
            "allow_imprecise_accumulation",
            "lhs_batching_dimensions",
            "lhs_component_count",
            "lhs_contracting_dimensions",
            "lhs_precision_type",
            "num_primitive_operations",
            "precision_config",
            "rhs_batching_dimensions",
            "rhs_component_count",
            "rhs_contracting_dimensions",
            "rhs_precision_type",
        ],
    ),
    op("dot", 1, Version(0, 9, 0), None, &["precision_config"]),
    op(
        "dynamic_broadcast_in_dim",
        1,
        Version(0, 9, 0),
        None,
        &["broadcast_dimensions", "known_expanding_dimensions", "known_nonexpanding_dimensions"],
    ),
    op(
        "dynamic_conv",
        1,
        Version(0, 9, 0),
        Some(Version(0, 19, 0)),
        &[
            "batch_group_count",
            "feature_group_count",
            "input_batch_dimension",
            "input_feature_dimension",
            "input_spatial_dimensions",
            "kernel_input_feature_dimension",
            "kernel_output_feature_dimension",
            "kernel_spatial_dimensions",
            "lhs_dilation",
            "output_batch_dimension",
            "output_feature_dimension",
            "output_spatial_dimensions",
            "padding",
            "precision_config",
            "rhs_dilation",
            "window_reversal",
            "window_strides",
        ],
    ),
    op(
        "dynamic_conv",
        2,
        Version(0, 20, 0),
        None,
        &[
            "batch_group_count",
            "feature_group_count",
            "input_batch_dimension",
            "input_feature_dimension",
            "input_spatial_dimensions",
            "kernel_input_feature_dimension",
            "kernel_output_feature_dimension",
            "kernel_spatial_dimensions",
            "lhs_dilation",
            "output_batch_dimension",
            "output_feature_dimension",
            "output_spatial_dimensions",
            "precision_config",
            "rhs_dilation",
            "window_reversal",
            "window_strides",
        ],
    ),
    op(
        "dynamic_gather",
        1,
        Version(0, 9, 0),
        Some(Version(1, 0, 0)),
        &["collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims", "start_index_map"],
    ),
    op(
        "dynamic_gather",
        2,
        Version(1, 1, 0),
        None,
        &[
            "collapsed_slice_dims",
            "index_vector_dim",
            "indices_are_sorted",
            "offset_dims",
            "operand_batching_dims",
            "start_index_map",
            "start_indices_batching_dims",
        ],
    ),
    op("dynamic_iota", 1, Version(0, 9, 0), None, &["iota_dimension"]),
    op("dynamic_pad", 1, Version(0, 9, 0), None, &[]),
    op("dynamic_reshape", 1, Version(0, 9, 0), None, &[]),
    op("dynamic_slice", 1, Version(0, 9, 0), None, &["slice_sizes"]),
    op("dynamic_update_slice", 1, Version(0, 9, 0), None, &[]),
    op("einsum", 1, Version(0, 9, 0), None, &["einsum_config"]),
    op("exponential_minus_one", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("exponential_minus_one", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("exponential", 1, Version(0, 9, 0), Some(Version(1, 8, 0)), &[]),
    op("exponential", 2, Version(1, 9, 0), None, &["result_accuracy"]),
    op("fft", 1, Version(0, 9, 0), None, &["fft_length", "fft_type"]),
    op("floor", 1, Version(0, 9, 0), None, &[]),
    op("func", 1, Version(0, 9, 0), None, &["arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"]),
    op(
        "gather",
        1,
        Version(0, 9, 0),
        Some(Version(1, 0, 0)),
        &[
            "collapsed_slice_dims",
            "index_vector_dim",
            "indices_are_sorted",
            "offset_dims",
            "slice_sizes",
            "start_index_map",
        ],
    ),
    op(
        "gather",
        2,
        Version(1, 1, 0),
        None,
        &[
            "collapsed_slice_dims",
            "index_vector_dim",
            "indices_are_sorted",
            "offset_dims",
            "operand_batching_dims",
            "slice_sizes",
            "start_index_map",
            "start_indices_batching_dims",
        ],
    ),
    op("get_dimension_size", 1, Version(0, 9, 0), None, &["dimension"]),
    op("get_tuple_element", 1, Version(0, 9, 0), None, &["index"]),
    op("if", 1, Version(0, 9, 0), None, &[]),
    op("imag", 1, Version(0, 9, 0), None, &[]),
    op("infeed", 1, Version(0, 9, 0), None, &["infeed_config", "layout"]),
    op("iota", 1, Version(0, 9, 0), None, &["iota_dimension"]),
    op("is_finite", 1, Version(0, 9, 0), None, &[]),
    op("log_plus_one", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("log_plus_one", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("logistic", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("logistic", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("log", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("log", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("map", 1, Version(0, 9, 0), None, &["dimensions"]),
    op("maximum", 1, Version(0, 9, 0), None, &[]),
    op("minimum", 1, Version(0, 9, 0), None, &[]),
    op("multiply", 1, Version(0, 9, 0), None, &[]),
    op("negate", 1, Version(0, 9, 0), None, &[]),
    op("not", 1, Version(0, 9, 0), None, &[]),
    op("optimization_barrier", 1, Version(0, 9, 0), None, &[]),
    op("or", 1, Version(0, 9, 0), None, &[]),
    op("outfeed", 1, Version(0, 9, 0), None, &["outfeed_config"]),
    op("pad", 1, Version(0, 9, 0), None, &["edge_padding_high", "edge_padding_low", "interior_padding"]),
    op("partition_id", 1, Version(0, 9, 0), None, &[]),
    op("popcnt", 1, Version(0, 9, 0), None, &[]),
    op("power", 1, Version(0, 9, 0), None, &[]),
    op("real_dynamic_slice", 1, Version(0, 9, 0), None, &[]),
    op("real", 1, Version(0, 9, 0), None, &[]),
    op("recv", 1, Version(0, 9, 0), Some(Version(1, 11, 0)), &["channel_id", "channel_type", "is_host_transfer"]),
    op("recv", 2, Version(1, 12, 0), None, &["channel_id", "channel_type", "is_host_transfer", "source_target_pairs"]),
    op("reduce", 1, Version(0, 9, 0), None, &["dimensions"]),
    op("reduce_precision", 1, Version(0, 9, 0), None, &["exponent_bits", "mantissa_bits"]),
    op(
        "reduce_scatter",
        1,
        Version(0, 9, 0),
        None,
        &["channel_id", "replica_groups", "scatter_dimension", "use_global_device_ids"],
    ),
    op(
        "reduce_window",
        1,
        Version(0, 9, 0),
        None,
        &["base_dilations", "padding", "window_dilations", "window_dimensions", "window_strides"],
    ),
    op("remainder", 1, Version(0, 9, 0), None, &[]),
    op("replica_id", 1, Version(0, 9, 0), None, &[]),
    op("reshape", 1, Version(0, 9, 0), None, &[]),
    op("return", 1, Version(0, 9, 0), None, &[]),
    op("reverse", 1, Version(0, 9, 0), None, &["dimensions"]),
    op("rng_bit_generator", 1, Version(0, 9, 0), None, &["rng_algorithm"]),
    op("rng", 1, Version(0, 9, 0), None, &["rng_distribution"]),
    op("round_nearest_even", 1, Version(0, 9, 0), None, &[]),
    op("round_nearest_afz", 1, Version(0, 9, 0), None, &[]),
    op("rsqrt", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("rsqrt", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op(
        "scatter",
        1,
        Version(0, 9, 0),
        Some(Version(1, 0, 0)),
        &[
            "index_vector_dim",
            "indices_are_sorted",
            "inserted_window_dims",
            "scatter_dims_to_operand_dims",
            "unique_indices",
            "update_window_dims",
        ],
    ),
    op(
        "scatter",
        2,
        Version(1, 1, 0),
        None,
        &[
            "index_vector_dim",
            "indices_are_sorted",
            "input_batching_dims",
            "inserted_window_dims",
            "scatter_dims_to_operand_dims",
            "scatter_indices_batching_dims",
            "unique_indices",
            "update_window_dims",
        ],
    ),
    op("select_and_scatter", 1, Version(0, 9, 0), None, &["padding", "window_dimensions", "window_strides"]),
    op("select", 1, Version(0, 9, 0), None, &[]),
    op("send", 1, Version(0, 9, 0), Some(Version(1, 11, 0)), &["channel_id", "channel_type", "is_host_transfer"]),
    op("send", 2, Version(1, 12, 0), None, &["channel_id", "channel_type", "is_host_transfer", "source_target_pairs"]),
    op("set_dimension_size", 1, Version(0, 9, 0), None, &["dimension"]),
    op("shift_left", 1, Version(0, 9, 0), None, &[]),
    op("shift_right_arithmetic", 1, Version(0, 9, 0), None, &[]),
    op("shift_right_logical", 1, Version(0, 9, 0), None, &[]),
    op("sign", 1, Version(0, 9, 0), None, &[]),
    op("sine", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("sine", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("slice", 1, Version(0, 9, 0), None, &["limit_indices", "start_indices", "strides"]),
    op("sort", 1, Version(0, 9, 0), None, &["dimension", "is_stable"]),
    op("sqrt", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("sqrt", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("subtract", 1, Version(0, 9, 0), None, &[]),
    op("tan", 1, Version(1, 4, 0), Some(Version(1, 9, 0)), &[]),
    op("tan", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("tanh", 1, Version(0, 9, 0), Some(Version(1, 9, 0)), &[]),
    op("tanh", 2, Version(1, 10, 0), None, &["result_accuracy"]),
    op("torch_index_select", 1, Version(0, 9, 0), None, &["batch_dims", "dim"]),
    op("transpose", 1, Version(0, 9, 0), None, &["permutation"]),
    op("triangular_solve", 1, Version(0, 9, 0), None, &["left_side", "lower", "transpose_a", "unit_diagonal"]),
    op("tuple", 1, Version(0, 9, 0), None, &[]),
    op("unary_einsum", 1, Version(0, 9, 0), None, &["einsum_config"]),
    op("uniform_dequantize", 1, Version(0, 9, 0), None, &[]),
    op("uniform_quantize", 1, Version(0, 9, 0), None, &[]),
    op("while", 1, Version(0, 9, 0), None, &[]),
    op("xor", 1, Version(0, 9, 0), None, &[]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_of_stablehlo_has_at_most_one_of_each_operation() {
        for minor in 9..=20 {
            for version in [Version(0, minor, 0), Version(1, minor, 0)] {
                for op in OPS {
                    assert!(OPS.iter().filter(|o| o.name == op.name && o.is_in(version)).count() <= 1, "{}", op.name);
                }
            }
        }
    }

    #[test]
    fn attributes_are_sorted_and_names_are_found() {
        for op in OPS {
            assert!(op.attributes.is_sorted(), "{}", op.name);
            assert!(std::ptr::eq(find(&op.versioned_name()).unwrap(), op));
        }
        assert!(find("add_v9").is_none() && find("add").is_none());
    }
}
