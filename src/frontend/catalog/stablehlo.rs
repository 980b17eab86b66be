//! StableHLO 1.20: the operations of its dialect's definition.

use super::{CatalogOp, any, bits, complex, float, float_or_complex, none, number, op, part, real};

const VECTOR: &str = "tensor<4x{T}>";
const SCALAR: &str = "tensor<{T}>";
const MATRIX: &str = "tensor<2x2x{T}>";
const PREDS: &str = "tensor<4xi1>";

/// The reduction of two scalars by a choice, which every type has.
macro_rules! reducer {
    () => {
        "({ ^bb0(%a: tensor<{T}>, %b: tensor<{T}>): %0 = stablehlo.maximum %a, %b : tensor<{T}> stablehlo.return %0 : tensor<{T}> })"
    };
}

macro_rules! binary {
    ($name:literal, $types:expr) => {
        op(concat!("stablehlo.", $name), $types, VECTOR, concat!("%r = stablehlo.", $name, " %x, %y : tensor<4x{T}>"))
    };
}

pub static OPERATIONS: &[CatalogOp] = &[
    op("stablehlo.after_all", none, "!stablehlo.token", "%r = stablehlo.after_all : !stablehlo.token"),
    op(
        "stablehlo.all_gather",
        any,
        VECTOR,
        r#"%r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4x{T}>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.all_reduce",
        any,
        VECTOR,
        concat!(
            r#"%r = "stablehlo.all_reduce"(%x) "#,
            reducer!(),
            r#" {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4x{T}>) -> tensor<4x{T}>"#
        ),
    ),
    op(
        "stablehlo.all_to_all",
        any,
        VECTOR,
        r#"%r = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4x{T}>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.async_done",
        any,
        VECTOR,
        r#"%0 = "stablehlo.async_start"(%x) ({ ^bb0(%a: tensor<4x{T}>): %b = stablehlo.slice %a [0:4] : (tensor<4x{T}>) -> tensor<4x{T}> stablehlo.return %b : tensor<4x{T}> }) : (tensor<4x{T}>) -> !stablehlo.future<tensor<4x{T}>> %r = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4x{T}>>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.async_start",
        any,
        VECTOR,
        r#"%0 = "stablehlo.async_start"(%x) ({ ^bb0(%a: tensor<4x{T}>): %b = stablehlo.slice %a [0:4] : (tensor<4x{T}>) -> tensor<4x{T}> stablehlo.return %b : tensor<4x{T}> }) : (tensor<4x{T}>) -> !stablehlo.future<tensor<4x{T}>> %r = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4x{T}>>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.batch_norm_grad",
        float,
        MATRIX,
        r#"%v = stablehlo.slice %x [0:2] : (tensor<4x{T}>) -> tensor<2x{T}> %r, %1, %2 = "stablehlo.batch_norm_grad"(%m, %v, %v, %v, %m) {epsilon = 0.1 : f32, feature_index = 0 : i64} : (tensor<2x2x{T}>, tensor<2x{T}>, tensor<2x{T}>, tensor<2x{T}>, tensor<2x2x{T}>) -> (tensor<2x2x{T}>, tensor<2x{T}>, tensor<2x{T}>)"#,
    ),
    op(
        "stablehlo.batch_norm_inference",
        float,
        MATRIX,
        r#"%v = stablehlo.slice %x [0:2] : (tensor<4x{T}>) -> tensor<2x{T}> %r = "stablehlo.batch_norm_inference"(%m, %v, %v, %v, %v) {epsilon = 0.1 : f32, feature_index = 0 : i64} : (tensor<2x2x{T}>, tensor<2x{T}>, tensor<2x{T}>, tensor<2x{T}>, tensor<2x{T}>) -> tensor<2x2x{T}>"#,
    ),
    op(
        "stablehlo.batch_norm_training",
        float,
        MATRIX,
        r#"%v = stablehlo.slice %x [0:2] : (tensor<4x{T}>) -> tensor<2x{T}> %r, %1, %2 = "stablehlo.batch_norm_training"(%m, %v, %v) {epsilon = 0.1 : f32, feature_index = 0 : i64} : (tensor<2x2x{T}>, tensor<2x{T}>, tensor<2x{T}>) -> (tensor<2x2x{T}>, tensor<2x{T}>, tensor<2x{T}>)"#,
    ),
    op(
        "stablehlo.bitcast_convert",
        any,
        VECTOR,
        "%r = stablehlo.bitcast_convert %x : (tensor<4x{T}>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.broadcast",
        any,
        "tensor<3x4x{T}>",
        "%r = stablehlo.broadcast %x, sizes = [3] : (tensor<4x{T}>) -> tensor<3x4x{T}>",
    ),
    op(
        "stablehlo.broadcast_in_dim",
        any,
        "tensor<3x4x{T}>",
        "%r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4x{T}>) -> tensor<3x4x{T}>",
    ),
    op(
        "stablehlo.case",
        any,
        VECTOR,
        r#"%r = "stablehlo.case"(%i) ({ stablehlo.return %x : tensor<4x{T}> }, { stablehlo.return %y : tensor<4x{T}> }) : (tensor<i32>) -> tensor<4x{T}>"#,
    ),
    op("stablehlo.cholesky", float_or_complex, MATRIX, "%r = stablehlo.cholesky %m, lower = true : tensor<2x2x{T}>"),
    op(
        "stablehlo.clamp",
        any,
        VECTOR,
        "%r = stablehlo.clamp %s, %x, %y : (tensor<{T}>, tensor<4x{T}>, tensor<4x{T}>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.collective_broadcast",
        any,
        VECTOR,
        r#"%r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4x{T}>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.collective_permute",
        any,
        VECTOR,
        r#"%r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x{T}>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.compare",
        any,
        PREDS,
        "%r = stablehlo.compare EQ, %x, %y : (tensor<4x{T}>, tensor<4x{T}>) -> tensor<4xi1>",
    ),
    op("stablehlo.complex", part, "tensor<4x{C}>", "%r = stablehlo.complex %x, %y : tensor<4x{C}>"),
    op(
        "stablehlo.composite",
        any,
        VECTOR,
        r#"%r = stablehlo.composite "test.identity" %x {decomposition = @f} : (tensor<4x{T}>) -> tensor<4x{T}> return %r : tensor<4x{T}> } func.func private @f(%x: tensor<4x{T}>) -> tensor<4x{T}> { %r = stablehlo.optimization_barrier %x : tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.concatenate",
        any,
        "tensor<8x{T}>",
        "%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4x{T}>, tensor<4x{T}>) -> tensor<8x{T}>",
    ),
    op("stablehlo.constant", any, VECTOR, "%r = stablehlo.constant dense<{ONE}> : tensor<4x{T}>"),
    op("stablehlo.convert", any, VECTOR, "%r = stablehlo.convert %x : (tensor<4x{T}>) -> tensor<4x{T}>"),
    op(
        "stablehlo.convolution",
        any,
        "tensor<1x3x1x{T}>",
        r#"%0 = stablehlo.reshape %x : (tensor<4x{T}>) -> tensor<1x4x1x{T}> %1 = stablehlo.slice %y [0:2] : (tensor<4x{T}>) -> tensor<2x{T}> %2 = stablehlo.reshape %1 : (tensor<2x{T}>) -> tensor<2x1x1x{T}> %r = stablehlo.convolution(%0, %2) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x{T}>, tensor<2x1x1x{T}>) -> tensor<1x3x1x{T}>"#,
    ),
    op("stablehlo.create_token", none, "!stablehlo.token", "%r = stablehlo.create_token : !stablehlo.token"),
    op(
        "stablehlo.custom_call",
        none,
        "tensor<4xi1>",
        r#"%r = stablehlo.custom_call @Sharding(%p) : (tensor<4xi1>) -> tensor<4xi1>"#,
    ),
    op("stablehlo.dot", any, SCALAR, "%r = stablehlo.dot %x, %y : (tensor<4x{T}>, tensor<4x{T}>) -> tensor<{T}>"),
    op(
        "stablehlo.dot_general",
        any,
        MATRIX,
        "%r = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0] : (tensor<2x2x{T}>, tensor<2x2x{T}>) -> tensor<2x2x{T}>",
    ),
    op(
        "stablehlo.dynamic_broadcast_in_dim",
        any,
        "tensor<3x4x{T}>",
        r#"%0 = stablehlo.constant dense<[3, 4]> : tensor<2xi64> %r = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = [1] : (tensor<4x{T}>, tensor<2xi64>) -> tensor<3x4x{T}>"#,
    ),
    op(
        "stablehlo.dynamic_conv",
        any,
        "tensor<1x3x1x{T}>",
        r#"%0 = stablehlo.reshape %x : (tensor<4x{T}>) -> tensor<1x4x1x{T}> %1 = stablehlo.slice %y [0:2] : (tensor<4x{T}>) -> tensor<2x{T}> %2 = stablehlo.reshape %1 : (tensor<2x{T}>) -> tensor<2x1x1x{T}> %3 = stablehlo.constant dense<0> : tensor<1x2xi64> %r = "stablehlo.dynamic_conv"(%0, %2, %3) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x{T}>, tensor<2x1x1x{T}>, tensor<1x2xi64>) -> tensor<1x3x1x{T}>"#,
    ),
    op(
        "stablehlo.dynamic_gather",
        any,
        "tensor<1x{T}>",
        r#"%0 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32> %1 = stablehlo.constant dense<1> : tensor<1xi32> %r = "stablehlo.dynamic_gather"(%x, %0, %1) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<4x{T}>, tensor<1x1xi32>, tensor<1xi32>) -> tensor<1x{T}>"#,
    ),
    op(
        "stablehlo.dynamic_iota",
        number,
        VECTOR,
        "%0 = stablehlo.constant dense<4> : tensor<1xi64> %r = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi64>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.dynamic_pad",
        any,
        "tensor<6x{T}>",
        "%0 = stablehlo.constant dense<1> : tensor<1xi64> %1 = stablehlo.constant dense<0> : tensor<1xi64> %r = stablehlo.dynamic_pad %x, %s, %0, %0, %1 : (tensor<4x{T}>, tensor<{T}>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6x{T}>",
    ),
    op(
        "stablehlo.dynamic_reshape",
        any,
        MATRIX,
        "%0 = stablehlo.constant dense<2> : tensor<2xi64> %r = stablehlo.dynamic_reshape %x, %0 : (tensor<4x{T}>, tensor<2xi64>) -> tensor<2x2x{T}>",
    ),
    op(
        "stablehlo.dynamic_slice",
        any,
        "tensor<2x{T}>",
        "%r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4x{T}>, tensor<i32>) -> tensor<2x{T}>",
    ),
    op(
        "stablehlo.dynamic_update_slice",
        any,
        VECTOR,
        "%0 = stablehlo.reshape %s : (tensor<{T}>) -> tensor<1x{T}> %r = stablehlo.dynamic_update_slice %x, %0, %i : (tensor<4x{T}>, tensor<1x{T}>, tensor<i32>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.einsum",
        any,
        MATRIX,
        r#"%r = stablehlo.einsum %m, %m, config = "ab,bc->ac" : (tensor<2x2x{T}>, tensor<2x2x{T}>) -> tensor<2x2x{T}>"#,
    ),
    op(
        "stablehlo.fft",
        complex,
        VECTOR,
        "%r = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4x{T}>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.gather",
        any,
        "tensor<1x{T}>",
        r#"%0 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32> %r = "stablehlo.gather"(%x, %0) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<4x{T}>, tensor<1x1xi32>) -> tensor<1x{T}>"#,
    ),
    op(
        "stablehlo.get_dimension_size",
        any,
        "tensor<i32>",
        "%r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4x{T}>) -> tensor<i32>",
    ),
    op(
        "stablehlo.get_tuple_element",
        any,
        VECTOR,
        "%0 = stablehlo.tuple %x, %p : tuple<tensor<4x{T}>, tensor<4xi1>> %r = stablehlo.get_tuple_element %0[0] : (tuple<tensor<4x{T}>, tensor<4xi1>>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.if",
        any,
        VECTOR,
        r#"%0 = stablehlo.slice %p [0:1] : (tensor<4xi1>) -> tensor<1xi1> %1 = stablehlo.reshape %0 : (tensor<1xi1>) -> tensor<i1> %r = "stablehlo.if"(%1) ({ stablehlo.return %x : tensor<4x{T}> }, { stablehlo.return %y : tensor<4x{T}> }) : (tensor<i1>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.infeed",
        any,
        VECTOR,
        r#"%0 = stablehlo.create_token : !stablehlo.token %r, %1 = "stablehlo.infeed"(%0) {infeed_config = ""} : (!stablehlo.token) -> (tensor<4x{T}>, !stablehlo.token)"#,
    ),
    op("stablehlo.iota", number, VECTOR, "%r = stablehlo.iota dim = 0 : tensor<4x{T}>"),
    op(
        "stablehlo.map",
        any,
        VECTOR,
        r#"%r = "stablehlo.map"(%x, %y) ({ ^bb0(%a: tensor<{T}>, %b: tensor<{T}>): %0 = stablehlo.maximum %a, %b : tensor<{T}> stablehlo.return %0 : tensor<{T}> }) {dimensions = array<i64: 0>} : (tensor<4x{T}>, tensor<4x{T}>) -> tensor<4x{T}>"#,
    ),
    op("stablehlo.optimization_barrier", any, VECTOR, "%r = stablehlo.optimization_barrier %x : tensor<4x{T}>"),
    op(
        "stablehlo.outfeed",
        any,
        "!stablehlo.token",
        r#"%0 = stablehlo.create_token : !stablehlo.token %r = "stablehlo.outfeed"(%x, %0) {outfeed_config = ""} : (tensor<4x{T}>, !stablehlo.token) -> !stablehlo.token"#,
    ),
    op(
        "stablehlo.pad",
        any,
        "tensor<7x{T}>",
        "%r = stablehlo.pad %x, %s, low = [1], high = [-1], interior = [1] : (tensor<4x{T}>, tensor<{T}>) -> tensor<7x{T}>",
    ),
    op("stablehlo.partition_id", none, "tensor<ui32>", "%r = stablehlo.partition_id : tensor<ui32>"),
    op(
        "stablehlo.real_dynamic_slice",
        any,
        "tensor<2x{T}>",
        "%0 = stablehlo.constant dense<1> : tensor<1xi64> %1 = stablehlo.constant dense<3> : tensor<1xi64> %r = stablehlo.real_dynamic_slice %x, %0, %1, %0 : (tensor<4x{T}>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x{T}>",
    ),
    op(
        "stablehlo.recv",
        any,
        VECTOR,
        r#"%0 = stablehlo.create_token : !stablehlo.token %r, %1 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<4x{T}>, !stablehlo.token)"#,
    ),
    op(
        "stablehlo.reduce",
        any,
        SCALAR,
        concat!(
            r#"%r = "stablehlo.reduce"(%x, %s) "#,
            reducer!(),
            r#" {dimensions = array<i64: 0>} : (tensor<4x{T}>, tensor<{T}>) -> tensor<{T}>"#
        ),
    ),
    op(
        "stablehlo.reduce_precision",
        float,
        VECTOR,
        "%r = stablehlo.reduce_precision %x, format = e5m2 : tensor<4x{T}>",
    ),
    op(
        "stablehlo.reduce_scatter",
        any,
        VECTOR,
        concat!(
            r#"%r = "stablehlo.reduce_scatter"(%x) "#,
            reducer!(),
            r#" {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4x{T}>) -> tensor<4x{T}>"#
        ),
    ),
    op(
        "stablehlo.reduce_window",
        any,
        "tensor<3x{T}>",
        concat!(
            r#"%r = "stablehlo.reduce_window"(%x, %s) "#,
            reducer!(),
            r#" {window_dimensions = array<i64: 2>} : (tensor<4x{T}>, tensor<{T}>) -> tensor<3x{T}>"#
        ),
    ),
    binary!("remainder", number),
    op("stablehlo.replica_id", none, "tensor<ui32>", "%r = stablehlo.replica_id : tensor<ui32>"),
    op("stablehlo.reshape", any, MATRIX, "%r = stablehlo.reshape %x : (tensor<4x{T}>) -> tensor<2x2x{T}>"),
    op(
        "stablehlo.return",
        any,
        SCALAR,
        concat!(
            r#"%r = "stablehlo.reduce"(%x, %s) "#,
            reducer!(),
            r#" {dimensions = array<i64: 0>} : (tensor<4x{T}>, tensor<{T}>) -> tensor<{T}>"#
        ),
    ),
    op("stablehlo.reverse", any, VECTOR, "%r = stablehlo.reverse %x, dims = [0] : tensor<4x{T}>"),
    op(
        "stablehlo.rng",
        bits_or_float,
        VECTOR,
        "%0 = stablehlo.constant dense<4> : tensor<1xi64> %r = stablehlo.rng %s, %s, %0, distribution = UNIFORM : (tensor<{T}>, tensor<{T}>, tensor<1xi64>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.rng_bit_generator",
        real,
        VECTOR,
        "%0 = stablehlo.constant dense<1> : tensor<2xui64> %1, %r = stablehlo.rng_bit_generator %0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x{T}>)",
    ),
    op(
        "stablehlo.scatter",
        any,
        VECTOR,
        concat!(
            r#"%n0 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32> %n1 = stablehlo.reshape %s : (tensor<{T}>) -> tensor<1x{T}> %r = "stablehlo.scatter"(%x, %n0, %n1) "#,
            reducer!(),
            r#" {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x{T}>, tensor<1x1xi32>, tensor<1x{T}>) -> tensor<4x{T}>"#
        ),
    ),
    op(
        "stablehlo.select",
        any,
        VECTOR,
        "%r = stablehlo.select %p, %x, %y : (tensor<4xi1>, tensor<4x{T}>, tensor<4x{T}>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.select_and_scatter",
        any,
        VECTOR,
        r#"%0 = stablehlo.slice %y [0:3] : (tensor<4x{T}>) -> tensor<3x{T}> %r = "stablehlo.select_and_scatter"(%x, %0, %s) ({ ^bb0(%a: tensor<{T}>, %b: tensor<{T}>): %c = stablehlo.compare EQ, %a, %b : (tensor<{T}>, tensor<{T}>) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%a: tensor<{T}>, %b: tensor<{T}>): %c = stablehlo.maximum %a, %b : tensor<{T}> stablehlo.return %c : tensor<{T}> }) {window_dimensions = array<i64: 2>} : (tensor<4x{T}>, tensor<3x{T}>, tensor<{T}>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.send",
        any,
        "!stablehlo.token",
        r#"%0 = stablehlo.create_token : !stablehlo.token %r = "stablehlo.send"(%x, %0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<4x{T}>, !stablehlo.token) -> !stablehlo.token"#,
    ),
    op(
        "stablehlo.set_dimension_size",
        any,
        VECTOR,
        "%0 = stablehlo.constant dense<4> : tensor<i32> %r = stablehlo.set_dimension_size %x, %0, dim = 0 : (tensor<4x{T}>, tensor<i32>) -> tensor<4x{T}>",
    ),
    op("stablehlo.slice", any, "tensor<2x{T}>", "%r = stablehlo.slice %x [0:4:2] : (tensor<4x{T}>) -> tensor<2x{T}>"),
    op(
        "stablehlo.sort",
        any,
        VECTOR,
        r#"%r = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<{T}>, %b: tensor<{T}>): %0 = stablehlo.compare NE, %a, %b : (tensor<{T}>, tensor<{T}>) -> tensor<i1> %1 = stablehlo.not %0 : tensor<i1> %2 = stablehlo.and %0, %1 : tensor<i1> stablehlo.return %2 : tensor<i1> }) {dimension = 0 : i64, is_stable = true} : (tensor<4x{T}>) -> tensor<4x{T}>"#,
    ),
    op(
        "stablehlo.torch_index_select",
        any,
        "tensor<1x{T}>",
        r#"%0 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32> %r = "stablehlo.torch_index_select"(%x, %0) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<4x{T}>, tensor<1xi32>) -> tensor<1x{T}>"#,
    ),
    op(
        "stablehlo.transpose",
        any,
        MATRIX,
        "%r = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x2x{T}>) -> tensor<2x2x{T}>",
    ),
    op(
        "stablehlo.triangular_solve",
        float_or_complex,
        MATRIX,
        r#"%r = "stablehlo.triangular_solve"(%m, %m) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2x{T}>, tensor<2x2x{T}>) -> tensor<2x2x{T}>"#,
    ),
    op(
        "stablehlo.tuple",
        any,
        VECTOR,
        "%0 = stablehlo.tuple %x, %p : tuple<tensor<4x{T}>, tensor<4xi1>> %r = stablehlo.get_tuple_element %0[0] : (tuple<tensor<4x{T}>, tensor<4xi1>>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.unary_einsum",
        any,
        "tensor<2x{T}>",
        r#"%r = stablehlo.unary_einsum %m, config = "ab->a" : (tensor<2x2x{T}>) -> tensor<2x{T}>"#,
    ),
    op(
        "stablehlo.uniform_dequantize",
        expressed,
        VECTOR,
        "%0 = stablehlo.uniform_quantize %x : (tensor<4x{T}>) -> tensor<4x!quant.uniform<i8:{T}, 0.5>> %r = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:{T}, 0.5>>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.uniform_quantize",
        expressed,
        VECTOR,
        "%0 = stablehlo.uniform_quantize %x : (tensor<4x{T}>) -> tensor<4x!quant.uniform<i8:{T}, 0.5>> %r = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:{T}, 0.5>>) -> tensor<4x{T}>",
    ),
    op(
        "stablehlo.while",
        any,
        VECTOR,
        r#"%0 = stablehlo.constant dense<false> : tensor<i1> %r = stablehlo.while(%v = %x) : tensor<4x{T}> cond { stablehlo.return %0 : tensor<i1> } do { %1 = stablehlo.maximum %v, %y : tensor<4x{T}> stablehlo.return %1 : tensor<4x{T}> }"#,
    ),
];

fn bits_or_float(element_type: crate::hlo::ElementType) -> bool {
    real(element_type) || bits(element_type)
}

/// What quantized numbers stand for: floats of both signs.
fn expressed(element_type: crate::hlo::ElementType) -> bool {
    float(element_type) && element_type != crate::hlo::ElementType::F8E8M0FNU
}
