//! Which rule says which operation.

use super::emission::{Emission, Outcome};
use crate::hlo::Op;
use crate::hlo::op_class::asynchronous;

impl Emission<'_, '_> {
    pub fn instruction(&mut self) -> Outcome {
        match &self.instruction.op {
            Op::Parameter { number } => Err(self.unsupported(&format!("parameter {number} of this computation"))),
            Op::Constant(literal) => Ok(self.literal(literal)),
            Op::Iota { dimension } => self.iota(*dimension),
            Op::Unary(op) => self.unary(*op),
            Op::Binary(op) => self.binary(*op),
            Op::Compare { direction, order } => self.compare(*direction, *order),
            Op::Select => self.plain("stablehlo.select", Vec::new()),
            Op::Clamp => self.plain("stablehlo.clamp", Vec::new()),
            Op::Convert => self.plain("stablehlo.convert", Vec::new()),
            Op::BitcastConvert => self.bitcast_convert(),
            Op::ReducePrecision { exponent_bits, mantissa_bits } => {
                self.reduce_precision(*exponent_bits, *mantissa_bits)
            }
            Op::Copy => Ok(self.operand(0)),
            Op::Map { to_apply } => self.map(*to_apply),
            Op::Broadcast { dimensions } => self.broadcast(dimensions),
            Op::Reshape => self.plain("stablehlo.reshape", Vec::new()),
            Op::Transpose { permutation } => self.transpose(permutation),
            Op::Reverse { dimensions } => self.reverse(dimensions),
            Op::Slice { starts, limits, strides } => self.slice(starts, limits, strides),
            Op::Pad { padding } => self.pad(padding),
            Op::Concatenate { dimension } => self.concatenate(*dimension),
            Op::DynamicSlice { sizes } => self.dynamic_slice(sizes),
            Op::DynamicUpdateSlice => self.plain("stablehlo.dynamic_update_slice", Vec::new()),
            Op::Gather { dims, slice_sizes, indices_are_sorted } => self.gather(dims, slice_sizes, *indices_are_sorted),
            Op::Scatter { dims, indices_are_sorted, unique_indices, to_apply } => {
                self.scatter(dims, *indices_are_sorted, *unique_indices, *to_apply)
            }
            Op::Dot { dims, precision, algorithm } => self.dot(dims, precision, algorithm.as_ref()),
            Op::Convolution { window, dims, feature_group_count, batch_group_count, precision } => {
                self.convolution(window, dims, [*feature_group_count, *batch_group_count], precision)
            }
            Op::Reduce { dimensions, to_apply } => self.reduce(dimensions, *to_apply),
            Op::ReduceWindow { window, to_apply } => self.reduce_window(window, *to_apply),
            Op::SelectAndScatter { window, select, scatter } => self.select_and_scatter(window, *select, *scatter),
            Op::Sort { dimension, is_stable, comparator } => self.sort(*dimension, *is_stable, *comparator),
            Op::TopK { k, largest } => self.top_k(*k, *largest),
            Op::Cholesky { lower } => self.cholesky(*lower),
            Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } => {
                self.triangular_solve([*left_side, *lower, *unit_diagonal], *transpose_a)
            }
            Op::Fft { fft_type, length } => self.fft(*fft_type, length),
            Op::BatchNormTraining { epsilon, feature_index } => {
                self.batch_norm("stablehlo.batch_norm_training", *epsilon, *feature_index)
            }
            Op::BatchNormInference { epsilon, feature_index } => {
                self.batch_norm("stablehlo.batch_norm_inference", *epsilon, *feature_index)
            }
            Op::BatchNormGrad { epsilon, feature_index } => {
                self.batch_norm("stablehlo.batch_norm_grad", *epsilon, *feature_index)
            }
            Op::Rng { distribution } => self.rng(*distribution),
            Op::RngBitGenerator { algorithm } => self.rng_bit_generator(*algorithm),
            Op::Tuple => Ok(self.tuple()),
            Op::GetTupleElement { index } => Ok(self.get_tuple_element(*index)),
            Op::While { condition, body } => self.while_loop(*condition, *body),
            Op::Conditional { branches } => self.conditional(branches),
            Op::Call { to_apply } => self.call(*to_apply),
            Op::Fusion { computation, .. } => Ok(self.fusion(*computation)),
            Op::CustomCall(call) => self.custom_call(call),
            Op::Collective(op) => self.collective(op),
            Op::Scan { .. } => Err(self.unsupported("a scan; the pass scan_expander makes it a loop")),
            Op::Transfer(transfer) => self.transfer(transfer),
            Op::ReplicaId => self.plain("stablehlo.replica_id", Vec::new()),
            Op::PartitionId => self.plain("stablehlo.partition_id", Vec::new()),
            Op::OptimizationBarrier => self.optimization_barrier(),
            Op::AfterAll => self.after_all(),
            asynchronous!() => Err(self.unsupported("what runs asynchronously")),
        }
    }
}
