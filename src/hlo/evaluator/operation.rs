//! One operation: who evaluates it.

use super::context::Context;
use super::error::{EvalError, Result};
use super::{bitcast, control, elementwise, movement, reduce_precision};
use crate::hlo::{ArrayLiteral, Literal, Op, Shape};

/// The value of an operation of a verified module.
///
/// `shape` is the result's; computations that the operation refers to are the context's.
///
/// # Errors
/// An unmet expectation, an element type or custom call that the evaluator does not know, an unverified operation.
pub fn evaluate_op(op: &Op, operands: &[&Literal], shape: &Shape, context: &Context) -> Result<Literal> {
    let array = |index: usize| -> &ArrayLiteral { operands[index].expect_array() };
    match op {
        Op::Parameter { .. } => Err(EvalError::failed("a parameter has no value of its own")),
        Op::Constant(literal) => Ok(literal.clone()),
        Op::Iota { dimension } => Ok(elementwise::iota(shape.expect_array(), *dimension)),
        Op::Unary(op) => elementwise::unary(*op, array(0)),
        Op::Binary(op) => elementwise::binary(*op, array(0), array(1)),
        Op::Compare { direction, order } => Ok(elementwise::compare(array(0), array(1), *direction, *order)),
        Op::Select => select(operands),
        Op::Clamp => elementwise::clamp(array(0), array(1), array(2)),
        Op::Convert => Ok(elementwise::convert(array(0), shape.expect_array().element_type)),
        Op::BitcastConvert => bitcast::bitcast_convert(array(0), shape.expect_array()),
        Op::ReducePrecision { exponent_bits, mantissa_bits } => {
            reduce_precision::reduce_precision(array(0), *exponent_bits, *mantissa_bits)
        }
        Op::Copy | Op::OptimizationBarrier => Ok(operands[0].clone()),
        Op::Broadcast { dimensions } => Ok(movement::broadcast(array(0), dimensions, shape.expect_array())),
        Op::Reshape => Ok(array(0).reshape(shape.expect_array().dims.clone()).into()),
        Op::Transpose { permutation } => Ok(movement::transpose(array(0), permutation)),
        Op::Reverse { dimensions } => Ok(movement::reverse(array(0), dimensions)),
        Op::Slice { starts, strides, .. } => Ok(movement::slice(array(0), starts, strides, &shape.expect_array().dims)),
        Op::Pad { padding } => Ok(movement::pad(array(0), array(1), padding, shape.expect_array())),
        Op::Concatenate { dimension } => {
            let arrays: Vec<&ArrayLiteral> = operands.iter().map(|operand| operand.expect_array()).collect();
            Ok(movement::concatenate(&arrays, *dimension, shape.expect_array()))
        }
        Op::DynamicSlice { sizes } => Ok(dynamic_slice(operands, sizes)),
        Op::DynamicUpdateSlice => Ok(dynamic_update_slice(operands)),
        Op::Tuple => Ok(Literal::Tuple(operands.iter().map(|&operand| operand.clone()).collect())),
        Op::GetTupleElement { index } => control::get_tuple_element(operands[0], *index),
        Op::While { condition, body } => control::while_loop(*condition, *body, operands[0], context),
        Op::Conditional { branches } => control::conditional(branches, operands, context),
        Op::Call { to_apply } => control::evaluate_computation(*to_apply, operands, context),
        Op::Fusion { computation, .. } => control::evaluate_computation(*computation, operands, context),
        Op::AfterAll => Ok(Literal::Token),
        Op::CustomCall(call) => context
            .custom_calls
            .call(call, operands, shape)
            .unwrap_or_else(|| Err(EvalError::unsupported(format!("no custom call is named {:?}", call.target)))),
        Op::Map { .. }
        | Op::Gather { .. }
        | Op::Scatter { .. }
        | Op::Dot { .. }
        | Op::Convolution { .. }
        | Op::Reduce { .. }
        | Op::ReduceWindow { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | Op::TopK { .. }
        | Op::Cholesky { .. }
        | Op::TriangularSolve { .. }
        | Op::Fft { .. }
        | Op::BatchNormTraining { .. }
        | Op::BatchNormInference { .. }
        | Op::BatchNormGrad { .. }
        | Op::Rng { .. }
        | Op::RngBitGenerator { .. } => Err(EvalError::unsupported(format!("{} is not evaluated", op.name()))),
    }
}

/// A scalar predicate chooses between values of any shape.
fn select(operands: &[&Literal]) -> Result<Literal> {
    let pred = operands[0].expect_array();
    match (operands[1], operands[2]) {
        (Literal::Array(on_true), Literal::Array(on_false)) => Ok(elementwise::select(pred, on_true, on_false)),
        (on_true, on_false) if pred.shape().is_scalar() => {
            Ok(if pred.bytes()[0] != 0 { on_true.clone() } else { on_false.clone() })
        }
        _ => Err(EvalError::failed("an array of predicates chooses between arrays only")),
    }
}

fn dynamic_slice(operands: &[&Literal], sizes: &[usize]) -> Literal {
    let operand = operands[0].expect_array();
    let starts = movement::clamp_starts(&arrays(&operands[1..]), operand.dims(), sizes);
    movement::slice(operand, &starts, &vec![1; sizes.len()], sizes)
}

fn dynamic_update_slice(operands: &[&Literal]) -> Literal {
    let (operand, update) = (operands[0].expect_array(), operands[1].expect_array());
    let starts = movement::clamp_starts(&arrays(&operands[2..]), operand.dims(), update.dims());
    movement::update_slice(operand, update, &starts)
}

pub fn arrays<'a>(operands: &[&'a Literal]) -> Vec<&'a ArrayLiteral> {
    operands.iter().map(|operand| operand.expect_array()).collect()
}
