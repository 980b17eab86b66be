//! Which rule lowers which operation.

use super::{OpLowering, Outcome};
use crate::frontend::catalog::{foreign, nearest};
use crate::hlo::{BinaryOp, Diagnostic, Op, UnaryOp};

impl OpLowering<'_, '_> {
    /// Lowers the operation by its name, on arrays of the element types that operands and results have in HLO.
    pub fn by_name(&mut self) -> Outcome {
        if let Some(op) = UnaryOp::of_mlir_name(self.node.name) {
            return self.unary(op);
        }
        if let Some(op) = BinaryOp::of_mlir_name(self.node.name) {
            return self.binary(op);
        }
        match self.node.name.split_once('.') {
            Some(("stablehlo", name)) => self.stablehlo(name),
            Some(("chlo", name)) => self.chlo(name),
            Some(("check", name)) => self.check(name),
            Some(("func", "call")) => self.call(),
            Some(("arith", "constant")) => self.constant(),
            Some(("sdy", "sharding_constraint" | "reshard")) => self.sharding_constraint(),
            Some(("sdy", "manual_computation")) => self.manual_computation(),
            Some(("sdy", "sharding_group")) => self.sharding_group(),
            Some(("sdy", "propagation_barrier")) => self.propagation_barrier(),
            Some(("sdy", _)) => Err(self.node.unsupported("this operation of Shardy").into()),
            Some(("interpreter", name)) => self.observe(name),
            Some(_) => Err(self.node.unsupported(foreign(self.node.name)).into()),
            None => Err(self.node.error("an operation of no dialect").into()),
        }
    }

    fn stablehlo(&mut self, name: &str) -> Outcome {
        match name {
            // Elementwise, but for those that are nothing but their name
            "bitcast_convert" => self.bitcast_convert(),
            "clamp" => self.plain_of(3, Op::Clamp),
            "compare" => self.compare(),
            "convert" => self.plain_of(1, Op::Convert),
            "map" => self.map(),
            "reduce_precision" => self.reduce_precision(),
            "select" => self.plain_of(3, Op::Select),
            // Leaves
            "constant" => self.constant(),
            "create_token" => self.plain_of(0, Op::AfterAll),
            "iota" => self.iota(),
            "partition_id" => self.plain(Op::PartitionId),
            "replica_id" => self.plain(Op::ReplicaId),
            // Data movement
            "broadcast" => self.broadcast(),
            "broadcast_in_dim" => self.broadcast_in_dim(),
            "concatenate" => self.concatenate(),
            "pad" => self.pad(),
            "reshape" => self.reshape(),
            "reverse" => self.reverse(),
            "slice" => self.slice(),
            "transpose" => self.transpose(),
            // Indexing
            "dynamic_slice" => self.dynamic_slice(),
            "dynamic_update_slice" => self.dynamic_update_slice(),
            "gather" => self.gather(),
            "scatter" => self.scatter(),
            "torch_index_select" => self.torch_index_select(),
            // Contraction
            "convolution" => self.convolution(),
            "dot" | "dot_general" => self.dot(),
            "einsum" => self.einsum(),
            "unary_einsum" => self.unary_einsum(),
            // Reduction
            "reduce" => self.reduce(),
            "reduce_window" => self.reduce_window(),
            "select_and_scatter" => self.select_and_scatter(),
            "sort" => self.sort(),
            // Whole algorithms
            "batch_norm_grad" => self.batch_norm_grad(),
            "batch_norm_inference" => self.batch_norm_inference(),
            "batch_norm_training" => self.batch_norm_training(),
            "cholesky" => self.cholesky(),
            "fft" => self.fft(),
            "rng" => self.rng(),
            "rng_bit_generator" => self.rng_bit_generator(),
            "triangular_solve" => self.triangular_solve(),
            // Between devices
            "all_gather" => self.all_gather(),
            "all_reduce" => self.all_reduce(),
            "all_to_all" => self.all_to_all(),
            "collective_broadcast" => self.collective_broadcast(),
            "collective_reduce" => self.collective_reduce(),
            "collective_permute" => self.collective_permute(),
            "reduce_scatter" => self.reduce_scatter(),
            "infeed" | "outfeed" | "recv" | "send" => self.transfer(name),
            "async_done" => self.async_done(),
            "async_start" => self.async_start(),
            // Structure and control
            "after_all" => self.plain(Op::AfterAll),
            "case" | "if" => self.conditional(),
            "composite" => self.composite(),
            "custom_call" => self.custom_call(),
            "get_tuple_element" => self.get_tuple_element(),
            "optimization_barrier" => self.optimization_barrier(),
            "tuple" => self.make_tuple(),
            "while" => self.while_loop(),
            // Of shapes that operands give
            "dynamic_broadcast_in_dim" => self.dynamic_broadcast_in_dim(),
            "dynamic_conv" => self.dynamic_conv(),
            "dynamic_gather" => self.dynamic_gather(),
            "dynamic_iota" => self.dynamic_iota(),
            "dynamic_pad" => self.dynamic_pad(),
            "dynamic_reshape" => self.dynamic_reshape(),
            "get_dimension_size" => self.get_dimension_size(),
            "real_dynamic_slice" => self.real_dynamic_slice(),
            "set_dimension_size" => self.set_dimension_size(),
            _ => self.refuse(name),
        }
    }

    /// Operations of the specification that are not done here, and names that are in none.
    fn refuse(&self, name: &str) -> Outcome {
        Err(match name {
            "cross-replica-sum" => self.node.unsupported("collectives between devices"),
            "uniform_quantize" => self.node.error("expected a quantized result"),
            "uniform_dequantize" => self.node.error("expected a quantized operand"),
            _ => self.no_such_operation("StableHLO"),
        }
        .into())
    }

    /// A name that is in no dialect, with one that is.
    pub fn no_such_operation(&self, dialect: &str) -> Diagnostic {
        let finding = self.node.error(format!("{dialect} has no such operation"));
        match nearest(self.node.name) {
            Some(name) => finding.with_note(format!("`{name}` may be meant")),
            None => finding,
        }
    }
}
