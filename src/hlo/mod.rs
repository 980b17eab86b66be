//! The intermediate representation: XLA's HLO as plain data.

pub(crate) mod asynchronous;
pub mod attributes;
mod builder;
pub mod bytes;
mod collective;
mod computation;
pub mod cost;
mod crash;
mod device_groups;
mod diagnostic;
mod element_cost;
mod element_type;
pub(crate) mod elementwise_op;
pub mod evaluator;
#[cfg(test)]
pub mod every_op;
mod far_padding;
pub mod float_format;
pub mod fourier;
mod host_parts;
pub mod infer;
mod instruction;
mod isolate;
mod literal;
mod location;
mod module;
mod monoid;
mod name;
mod number;
mod op;
pub(crate) mod op_class;
mod partial_shape;
mod print;
mod ragged;
mod scan_loop;
mod shape;
mod sharding;
mod signature;
mod stack_frames;
mod transfer;
mod turns;
mod verify;

pub use attributes::*;
pub use builder::{Builder, reducer};
pub use bytes::{ALIGNMENT, AlignedBytes, Bytes};
pub use collective::{Collective, CollectiveKind, ReplicaGroups};
pub use computation::Computation;
pub use cost::{Cost, CostAnalysis};
pub use crash::{Crash, catch_crash, focus_on, note_crash};
pub use device_groups::{DeviceCounts, GroupMode, counted, in_two_groups};
pub use diagnostic::{Blame, Diagnostic, Diagnostics};
pub use element_type::ElementType;
pub use elementwise_op::{BinaryOp, UnaryOp};
pub use evaluator::{EvalError, EvalErrorKind, evaluate};
pub use far_padding::bring_near;
pub use host_parts::{HOST_PARTS, host_parts, host_parts_text};
pub use instruction::{ComputationId, Instruction, InstructionId};
pub use isolate::{add_parameters, isolate};
pub use literal::{ArrayLiteral, Literal, Native};
pub use location::{Frame, Location, LocationRef, Position};
pub use module::{InputOutputAlias, Module};
pub(crate) use name::identifier;
pub use op::{CustomCall, Op};
pub use op_class::OpClass;
pub use partial_shape::{Dimension, PartialArray, PartialShape};
pub use print::{
    InstructionParts, PrintOptions, format_element, instruction_parts, location_json, module_json, print,
    print_computation, print_instruction,
};
pub(crate) use print::{notation, write_literal};
pub use ragged::{RaggedOperand, RaggedRows, RaggedSender, index_vector};
pub use scan_loop::ScanLoop;
pub use shape::{ArrayShape, Layout, Shape, ShapeIndex};
pub(crate) use shape::{inverse_permutation, join};
pub(crate) use sharding::Reader as ShardingReader;
pub use sharding::{
    Axis, AxisRef, DimensionAxes, Mesh, NamedMesh, NamedSharding, Reduction, ShardGroup, ShardedArray,
    ShardedSignature, Sharding, Subgroup, TileAxes, TileDevices, Tiling, merged_axes, tile_count,
};
pub use signature::{PartialSignature, Signature};
pub use stack_frames::StackFrameTables;
pub use transfer::{Channel, ChannelPairs, PAIRS, Transfer, device_pairs, transfers};
pub use turns::{Brought, Turns};
pub use verify::{verify, verify_instruction};
