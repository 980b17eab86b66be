//! Structures of StableHLO that VHLO spreads over several attributes.

/// The only field of a gather or scatter that is no list.
pub const INDEX_VECTOR_DIM: &str = "index_vector_dim";

pub const GATHER: [&str; 6] = [
    "offset_dims",
    "collapsed_slice_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "start_index_map",
    INDEX_VECTOR_DIM,
];

pub const SCATTER: [&str; 6] = [
    "update_window_dims",
    "inserted_window_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims",
    INDEX_VECTOR_DIM,
];

pub const DOT: [&str; 4] =
    ["lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions"];

pub const DOT_ALGORITHM: [&str; 7] = [
    "lhs_precision_type",
    "rhs_precision_type",
    "accumulation_type",
    "lhs_component_count",
    "rhs_component_count",
    "num_primitive_operations",
    "allow_imprecise_accumulation",
];

/// Of input, kernel and output: two single dimensions, and the spatial ones.
pub const CONVOLUTION: [[&str; 3]; 3] = [
    ["input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"],
    ["kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions"],
    ["output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"],
];
