//! Shapes, literals, shardings and annotations.

use super::{AxisRefProto, MeshProto};
use prost::Message;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Message)]
pub struct ShapeProto {
    #[prost(int32, tag = "2")]
    pub element_type: i32,
    #[prost(int64, repeated, tag = "3")]
    pub dimensions: Vec<i64>,
    #[prost(message, repeated, tag = "4")]
    pub tuple_shapes: Vec<ShapeProto>,
    #[prost(message, optional, boxed, tag = "5")]
    pub layout: Option<Box<LayoutProto>>,
    #[prost(bool, repeated, tag = "6")]
    pub is_dynamic_dimension: Vec<bool>,
}

#[derive(Clone, PartialEq, Message)]
pub struct LayoutProto {
    #[prost(int64, repeated, tag = "1")]
    pub minor_to_major: Vec<i64>,
    #[prost(message, repeated, tag = "6")]
    pub tiles: Vec<TileProto>,
    #[prost(int64, tag = "7")]
    pub element_size_in_bits: i64,
    #[prost(int64, tag = "8")]
    pub memory_space: i64,
    #[prost(int64, tag = "16")]
    pub tail_padding_alignment_in_elements: i64,
    #[prost(message, repeated, tag = "17")]
    pub split_configs: Vec<SplitConfigProto>,
}

#[derive(Clone, PartialEq, Message)]
pub struct SplitConfigProto {
    #[prost(int64, tag = "1")]
    pub dimension: i64,
    #[prost(int64, repeated, tag = "2")]
    pub split_indices: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub struct TileProto {
    #[prost(int64, repeated, tag = "1")]
    pub dimensions: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub struct ProgramShapeProto {
    #[prost(message, repeated, tag = "1")]
    pub parameters: Vec<ShapeProto>,
    #[prost(message, optional, tag = "2")]
    pub result: Option<ShapeProto>,
    #[prost(string, repeated, tag = "3")]
    pub parameter_names: Vec<String>,
}

/// One list is filled, in the order of the shape's layout.
#[derive(Clone, PartialEq, Message)]
pub struct LiteralProto {
    #[prost(message, optional, tag = "1")]
    pub shape: Option<ShapeProto>,
    #[prost(bool, repeated, tag = "2")]
    pub preds: Vec<bool>,
    #[prost(bytes = "vec", tag = "3")]
    pub u8s: Vec<u8>,
    #[prost(int32, repeated, tag = "4")]
    pub s32s: Vec<i32>,
    #[prost(int64, repeated, tag = "5")]
    pub s64s: Vec<i64>,
    #[prost(uint32, repeated, tag = "6")]
    pub u32s: Vec<u32>,
    #[prost(uint64, repeated, tag = "7")]
    pub u64s: Vec<u64>,
    #[prost(float, repeated, tag = "8")]
    pub f32s: Vec<f32>,
    #[prost(double, repeated, tag = "9")]
    pub f64s: Vec<f64>,
    #[prost(message, repeated, tag = "10")]
    pub tuple_literals: Vec<LiteralProto>,
    #[prost(bytes = "vec", tag = "11")]
    pub f16s: Vec<u8>,
    #[prost(float, repeated, tag = "12")]
    pub c64s: Vec<f32>,
    #[prost(bytes = "vec", tag = "13")]
    pub bf16s: Vec<u8>,
    #[prost(bytes = "vec", tag = "15")]
    pub s8s: Vec<u8>,
    #[prost(bytes = "vec", tag = "16")]
    pub u16s: Vec<u8>,
    #[prost(bytes = "vec", tag = "17")]
    pub s16s: Vec<u8>,
    #[prost(double, repeated, tag = "18")]
    pub c128s: Vec<f64>,
    #[prost(bytes = "vec", tag = "19")]
    pub f8e5m2s: Vec<u8>,
    #[prost(bytes = "vec", tag = "20")]
    pub f8e4m3fns: Vec<u8>,
    #[prost(bytes = "vec", tag = "21")]
    pub s4s: Vec<u8>,
    #[prost(bytes = "vec", tag = "22")]
    pub u4s: Vec<u8>,
    #[prost(bytes = "vec", tag = "23")]
    pub f8e4m3b11fnuzs: Vec<u8>,
    #[prost(bytes = "vec", tag = "24")]
    pub f8e5m2fnuzs: Vec<u8>,
    #[prost(bytes = "vec", tag = "25")]
    pub f8e4m3fnuzs: Vec<u8>,
    #[prost(bytes = "vec", tag = "26")]
    pub s2s: Vec<u8>,
    #[prost(bytes = "vec", tag = "27")]
    pub u2s: Vec<u8>,
    #[prost(bytes = "vec", tag = "28")]
    pub f8e4m3s: Vec<u8>,
    #[prost(bytes = "vec", tag = "29")]
    pub f8e3m4s: Vec<u8>,
    #[prost(bytes = "vec", tag = "32")]
    pub f4e2m1fns: Vec<u8>,
    #[prost(bytes = "vec", tag = "33")]
    pub f8e8m0fnus: Vec<u8>,
    #[prost(bytes = "vec", tag = "35")]
    pub f6e3m2fns: Vec<u8>,
    #[prost(bytes = "vec", tag = "36")]
    pub f6e2m3fns: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub struct FrontendAttributes {
    #[prost(btree_map = "string, string", tag = "1")]
    pub map: BTreeMap<String, String>,
}

#[derive(Clone, PartialEq, Message)]
pub struct OpMetadata {
    #[prost(string, tag = "1")]
    pub op_type: String,
    #[prost(string, tag = "2")]
    pub op_name: String,
    #[prost(string, tag = "3")]
    pub source_file: String,
    #[prost(int32, tag = "4")]
    pub source_line: i32,
    #[prost(int32, tag = "15")]
    pub stack_frame_id: i32,
    #[prost(int32, tag = "17")]
    pub source_end_line: i32,
    #[prost(int32, tag = "18")]
    pub source_column: i32,
    #[prost(int32, tag = "19")]
    pub source_end_column: i32,
}

#[derive(Clone, PartialEq, Message)]
pub struct OpSharding {
    #[prost(int32, tag = "1")]
    pub r#type: i32,
    #[prost(int64, repeated, tag = "3")]
    pub tile_assignment_dimensions: Vec<i64>,
    #[prost(int64, repeated, tag = "4")]
    pub tile_assignment_devices: Vec<i64>,
    #[prost(message, repeated, tag = "5")]
    pub tuple_shardings: Vec<OpSharding>,
    #[prost(bool, tag = "6")]
    pub replicate_on_last_tile_dim: bool,
    #[prost(message, repeated, tag = "7")]
    pub metadata: Vec<OpMetadata>,
    #[prost(int32, repeated, tag = "8")]
    pub last_tile_dims: Vec<i32>,
    #[prost(int64, repeated, tag = "9")]
    pub iota_reshape_dims: Vec<i64>,
    #[prost(int32, repeated, tag = "10")]
    pub iota_transpose_perm: Vec<i32>,
    #[prost(bool, tag = "11")]
    pub is_shard_group: bool,
    #[prost(int64, tag = "12")]
    pub shard_group_id: i64,
    #[prost(int32, tag = "13")]
    pub shard_group_type: i32,
    /// Where it is there the other fields say nothing.
    #[prost(message, optional, boxed, tag = "14")]
    pub named_sharding: Option<Box<NamedShardingProto>>,
}

#[derive(Clone, PartialEq, Message)]
pub struct NamedShardingProto {
    #[prost(message, optional, tag = "2")]
    pub mesh: Option<MeshProto>,
    #[prost(message, repeated, tag = "3")]
    pub dim_shardings: Vec<DimensionSharding>,
    #[prost(message, repeated, tag = "4")]
    pub replicated_axes: Vec<AxisRefProto>,
    #[prost(message, repeated, tag = "5")]
    pub unreduced_axes: Vec<AxisRefProto>,
    #[prost(message, repeated, tag = "6")]
    pub metadata: Vec<OpMetadata>,
    #[prost(message, repeated, tag = "7")]
    pub manual_axes: Vec<AxisRefProto>,
    #[prost(int32, tag = "8")]
    pub reduction_op: i32,
}

#[derive(Clone, PartialEq, Message)]
pub struct DimensionSharding {
    #[prost(message, repeated, tag = "1")]
    pub axes: Vec<AxisRefProto>,
    #[prost(bool, tag = "2")]
    pub is_closed: bool,
}
