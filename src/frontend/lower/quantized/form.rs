//! What each operation does with quantized arrays.

use crate::hlo::UnaryOp;
use crate::hlo::elementwise_op::{bit_function, function, real_function};

/// How an operation on quantized arrays is lowered, and which rules it has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Hands values on as they are, each with its type.
    Passed,
    /// Compares integers of one type.
    Compared,
    /// Moves integers: the first `data` operands and the results have one element type, quantized for the whole array.
    Moved {
        data: usize,
    },
    /// Moves integers, and dimensions with them: quantization along one of those is possible.
    MovedAlong,
    /// Computes on numbers, and gives one of those that it got.
    Selected,
    /// Computes on numbers.
    Computed,
    /// Computes on numbers; quantization along a dimension is possible.
    Added,
    /// Sums of products.
    Product,
    /// Applies a region to quantized scalars.
    Reduced,
    Quantize,
    Dequantize,
}

impl Form {
    /// The form of an operation by its full name; none where the specification has no quantized types for it.
    pub fn of(name: &str) -> Option<Form> {
        match name.split_once('.')? {
            ("stablehlo" | "chlo", name) => Form::of_stablehlo(name),
            ("func", "call") | ("sdy", _) => Some(Form::Passed),
            ("check", name) => Form::of_check(name),
            _ => None,
        }
    }

    /// Equality is that of integers, nearness that of numbers.
    fn of_check(name: &str) -> Option<Form> {
        match name {
            "eq" | "expect_eq" | "expect_eq_const" => Some(Form::Compared),
            "expect_almost_eq" | "expect_almost_eq_const" | "expect_close" => Some(Form::Computed),
            _ => None,
        }
    }

    /// StableHLO's operations, and CHLO's that broadcast before one of those.
    fn of_stablehlo(name: &str) -> Option<Form> {
        Some(match name {
            "add" => Form::Added,
            "all_gather"
            | "all_to_all"
            | "bitcast_convert"
            | "case"
            | "collective_broadcast"
            | "collective_permute"
            | "composite"
            | "constant"
            | "custom_call"
            | "get_dimension_size"
            | "get_tuple_element"
            | "if"
            | "infeed"
            | "map"
            | "optimization_barrier"
            | "outfeed"
            | "recv"
            | "send"
            | "sort"
            | "tuple"
            | "while" => Form::Passed,
            "broadcast" | "dynamic_gather" | "dynamic_slice" | "gather" | "real_dynamic_slice" | "reverse"
            | "set_dimension_size" | "slice" => Form::Moved { data: 1 },
            "dynamic_pad" | "dynamic_update_slice" | "pad" => Form::Moved { data: 2 },
            "concatenate" => Form::Moved { data: usize::MAX },
            "broadcast_in_dim" | "dynamic_broadcast_in_dim" | "dynamic_reshape" | "reshape" | "transpose" => {
                Form::MovedAlong
            }
            "clamp" | "compare" | "maximum" | "minimum" | "select" => Form::Selected,
            "atan2"
            | "batch_norm_grad"
            | "batch_norm_inference"
            | "batch_norm_training"
            | "cholesky"
            | "divide"
            | "dynamic_iota"
            | "iota"
            | "multiply"
            | "power"
            | "reduce_precision"
            | "remainder"
            | "subtract"
            | "triangular_solve" => Form::Computed,
            "convolution" | "dot" | "dot_general" | "dynamic_conv" => Form::Product,
            "all_reduce" | "reduce" | "reduce_scatter" | "reduce_window" | "scatter" | "select_and_scatter" => {
                Form::Reduced
            }
            "uniform_quantize" => Form::Quantize,
            "uniform_dequantize" => Form::Dequantize,
            _ => return Form::of_unary(UnaryOp::of_mlir_name(&format!("stablehlo.{name}"))?),
        })
    }

    /// Functions of numbers are computed on them; parts and bits of quantized numbers are nothing.
    fn of_unary(op: UnaryOp) -> Option<Form> {
        match op {
            UnaryOp::Abs | UnaryOp::IsFinite | UnaryOp::Negate | UnaryOp::Sign | function!() | real_function!() => {
                Some(Form::Computed)
            }
            UnaryOp::Imag | UnaryOp::Real | bit_function!() => None,
        }
    }
}
