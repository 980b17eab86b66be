//! Instructions: one message holds the attributes of all operations.

use super::*;
use prost::Message;

#[derive(Clone, PartialEq, Message)]
pub struct HloInstructionProto {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(string, tag = "2")]
    pub opcode: String,
    #[prost(message, optional, tag = "3")]
    pub shape: Option<ShapeProto>,
    #[prost(message, optional, boxed, tag = "7")]
    pub metadata: Option<Box<OpMetadata>>,
    #[prost(message, optional, boxed, tag = "8")]
    pub literal: Option<Box<LiteralProto>>,
    #[prost(int64, tag = "9")]
    pub parameter_number: i64,
    #[prost(string, tag = "11")]
    pub fusion_kind: String,
    #[prost(int64, tag = "13")]
    pub tuple_index: i64,
    #[prost(int64, repeated, tag = "14")]
    pub dimensions: Vec<i64>,
    #[prost(message, optional, tag = "15")]
    pub window: Option<Window>,
    #[prost(message, optional, boxed, tag = "16")]
    pub convolution_dimension_numbers: Option<Box<ConvolutionDimensionNumbers>>,
    #[prost(message, repeated, tag = "17")]
    pub slice_dimensions: Vec<SliceDimensions>,
    #[prost(int32, tag = "18")]
    pub exponent_bits: i32,
    #[prost(int32, tag = "19")]
    pub mantissa_bits: i32,
    #[prost(int64, repeated, tag = "20")]
    pub dynamic_slice_sizes: Vec<i64>,
    #[prost(message, optional, tag = "21")]
    pub padding_config: Option<PaddingConfig>,
    #[prost(bytes = "vec", tag = "22")]
    pub outfeed_config: Vec<u8>,
    #[prost(int32, tag = "23")]
    pub distribution: i32,
    #[prost(float, tag = "24")]
    pub epsilon: f32,
    #[prost(int64, tag = "25")]
    pub feature_index: i64,
    /// XLA never writes 0, and reads that as none; where it is written here, it is the channel 0 of HLO text.
    #[prost(int64, optional, tag = "26")]
    pub channel_id: Option<i64>,
    #[prost(bytes = "vec", tag = "27")]
    pub infeed_config: Vec<u8>,
    #[prost(string, tag = "28")]
    pub custom_call_target: String,
    #[prost(message, optional, tag = "29")]
    pub outfeed_shape: Option<ShapeProto>,
    #[prost(message, optional, boxed, tag = "30")]
    pub dot_dimension_numbers: Option<Box<DotDimensionNumbers>>,
    #[prost(int32, tag = "31")]
    pub fft_type: i32,
    #[prost(int64, repeated, tag = "32")]
    pub fft_length: Vec<i64>,
    #[prost(message, optional, boxed, tag = "33")]
    pub gather_dimension_numbers: Option<Box<GatherDimensionNumbers>>,
    #[prost(int64, repeated, tag = "34")]
    pub gather_slice_sizes: Vec<i64>,
    #[prost(int64, tag = "35")]
    pub id: i64,
    #[prost(int64, repeated, tag = "36")]
    pub operand_ids: Vec<i64>,
    #[prost(int64, repeated, tag = "37")]
    pub control_predecessor_ids: Vec<i64>,
    #[prost(int64, repeated, tag = "38")]
    pub called_computation_ids: Vec<i64>,
    #[prost(message, optional, boxed, tag = "40")]
    pub sharding: Option<Box<OpSharding>>,
    #[prost(bytes = "vec", tag = "43")]
    pub backend_config: Vec<u8>,
    #[prost(bool, tag = "47")]
    pub is_host_transfer: bool,
    #[prost(message, optional, boxed, tag = "48")]
    pub scatter_dimension_numbers: Option<Box<ScatterDimensionNumbers>>,
    /// As files of old have them.
    #[prost(message, repeated, tag = "49")]
    pub replica_groups: Vec<ReplicaGroup>,
    #[prost(int64, tag = "50")]
    pub feature_group_count: i64,
    #[prost(message, optional, boxed, tag = "51")]
    pub precision_config: Option<Box<PrecisionConfig>>,
    #[prost(message, repeated, tag = "52")]
    pub source_target_pairs: Vec<SourceTarget>,
    #[prost(bool, tag = "56")]
    pub constrain_layout: bool,
    #[prost(message, repeated, tag = "57")]
    pub operand_shapes_with_layout: Vec<ShapeProto>,
    #[prost(int64, tag = "58")]
    pub batch_group_count: i64,
    #[prost(message, optional, boxed, tag = "59")]
    pub triangular_solve_options: Option<Box<TriangularSolveOptions>>,
    #[prost(bool, tag = "60")]
    pub is_stable: bool,
    #[prost(message, optional, tag = "62")]
    pub cholesky_options: Option<CholeskyOptions>,
    #[prost(string, tag = "63")]
    pub comparison_direction: String,
    #[prost(bool, tag = "65")]
    pub custom_call_has_side_effect: bool,
    #[prost(int64, tag = "66")]
    pub delta: i64,
    #[prost(bool, tag = "67")]
    pub indices_are_sorted: bool,
    #[prost(message, optional, tag = "68")]
    pub frontend_attributes: Option<FrontendAttributes>,
    #[prost(bool, tag = "69")]
    pub unique_indices: bool,
    #[prost(int32, tag = "70")]
    pub rng_algorithm: i32,
    #[prost(bool, tag = "71")]
    pub use_global_device_ids: bool,
    #[prost(string, tag = "72")]
    pub comparison_type: String,
    #[prost(message, repeated, tag = "74")]
    pub output_operand_aliasing: Vec<OutputOperandAliasing>,
    #[prost(int32, tag = "77")]
    pub custom_call_api_version: i32,
    #[prost(string, tag = "79")]
    pub async_execution_thread: String,
    #[prost(int64, tag = "81")]
    pub k: i64,
    #[prost(bool, tag = "85")]
    pub largest: bool,
    #[prost(message, optional, boxed, tag = "87")]
    pub collective_device_list: Option<Box<CollectiveDeviceListProto>>,
    #[prost(bool, tag = "89")]
    pub is_composite: bool,
    #[prost(message, optional, boxed, tag = "92")]
    pub iota_collective_device_list: Option<Box<IotaReplicaGroupListProto>>,
    #[prost(message, optional, boxed, tag = "93")]
    pub mesh_axes_replica_group_list: Option<Box<MeshAxesReplicaGroupListProto>>,
    #[prost(bool, tag = "94")]
    pub is_reverse: bool,
    #[prost(int64, tag = "95")]
    pub num_carries: i64,
    /// One of [`crate::proto::names::tri_state`].
    #[prost(int32, tag = "96")]
    pub is_associative: i32,
    #[prost(message, optional, boxed, tag = "99")]
    pub backend_config_payload: Option<Box<Payload>>,
}

/// Bytes that several instructions may share.
#[derive(Clone, PartialEq, Message)]
pub struct Payload {
    #[prost(bytes = "vec", tag = "1")]
    pub value: Vec<u8>,
    /// The place among the module's payloads.
    #[prost(int64, optional, tag = "2")]
    pub id: Option<i64>,
}
