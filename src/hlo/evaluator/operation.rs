//! One operation: who evaluates it.

use super::context::Context;
use super::convolution::Convolution;
use super::error::{EvalError, Result};
use super::linalg::TriangularSolve;
use super::scan::Scan;
use super::{batch_norm, bitcast, control, dot, elementwise, fft, gather, linalg, movement};
use super::{reduce, reduce_precision, rng, sort, window};
use crate::hlo::{ArrayLiteral, DeviceCounts, ElementType, Literal, Op, Shape};

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
        Op::Copy | Op::OptimizationBarrier | Op::AsyncUpdate | Op::AsyncDone { index: None } => Ok(operands[0].clone()),
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
        Op::Call { to_apply } => control::run_computation(*to_apply, operands, context),
        Op::Fusion { computation, .. } => control::run_computation(*computation, operands, context),
        Op::AfterAll => Ok(Literal::Token),
        Op::CustomCall(call) => context
            .custom_calls
            .call(call, operands, shape)
            .unwrap_or_else(|| Err(EvalError::unsupported(format!("no custom call is named {:?}", call.target)))),
        Op::AsyncDone { index: Some(index) } => control::get_tuple_element(operands[0], *index),
        Op::Scan { dimension, carries, is_reverse, to_apply, .. } => {
            let (dimension, carries, is_reverse, to_apply) = (*dimension, *carries, *is_reverse, *to_apply);
            Scan { dimension, carries, is_reverse, to_apply }.evaluate(operands, shape, context)
        }
        Op::Collective(_) | Op::AsyncStart(_) | Op::Transfer(_) => {
            Err(EvalError::failed(format!("{} is evaluated where it stands", op.name())))
        }
        Op::ReplicaId => Ok(device_number(context, DeviceCounts::replica_of)),
        Op::PartitionId => Ok(device_number(context, DeviceCounts::partition_of)),
        Op::Map { to_apply } => reduce::map(&arrays(operands), *to_apply, shape, context),
        Op::Gather { dims, slice_sizes, .. } => {
            Ok(gather::gather(array(0), array(1), dims, slice_sizes, shape.expect_array()))
        }
        Op::Scatter { dims, to_apply, .. } => gather::scatter(&arrays(operands), dims, *to_apply, shape, context),
        Op::Dot { dims, .. } => Ok(dot::dot(array(0), array(1), dims, shape.expect_array())),
        Op::Convolution { window, dims, feature_group_count, batch_group_count, .. } => {
            let (feature_group_count, batch_group_count) = (*feature_group_count, *batch_group_count);
            let convolution = Convolution { window, dims, feature_group_count, batch_group_count };
            Ok(convolution.evaluate(array(0), array(1), shape.expect_array()))
        }
        Op::Reduce { dimensions, to_apply } => reduce::reduce(&arrays(operands), dimensions, *to_apply, shape, context),
        Op::ReduceWindow { window, to_apply } => {
            window::reduce_window(&arrays(operands), window, *to_apply, shape, context)
        }
        Op::SelectAndScatter { window, select, scatter } => {
            window::select_and_scatter([array(0), array(1), array(2)], window, *select, *scatter, context)
        }
        Op::Sort { dimension, comparator, .. } => {
            sort::sort(&arrays(operands), *dimension, *comparator, shape, context)
        }
        Op::TopK { k, largest } => Ok(sort::topk(array(0), *k, *largest)),
        Op::Cholesky { lower } => linalg::cholesky(array(0), *lower),
        Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } => {
            let (left_side, lower, unit_diagonal) = (*left_side, *lower, *unit_diagonal);
            TriangularSolve { left_side, lower, unit_diagonal, transpose_a: *transpose_a }.evaluate(array(0), array(1))
        }
        Op::Fft { fft_type, length } => fft::fft(array(0), *fft_type, length, shape.expect_array()),
        Op::BatchNormTraining { epsilon, feature_index } => {
            batch_norm::training(&arrays(operands), *epsilon, *feature_index)
        }
        Op::BatchNormInference { epsilon, feature_index } => {
            batch_norm::inference(&arrays(operands), *epsilon, *feature_index)
        }
        Op::BatchNormGrad { epsilon, feature_index } => batch_norm::grad(&arrays(operands), *epsilon, *feature_index),
        Op::Rng { distribution } => rng::rng(*distribution, array(0), array(1), shape.expect_array(), &context.draws),
        Op::RngBitGenerator { algorithm } => rng::rng_bit_generator(*algorithm, array(0), shape),
    }
}

/// What this device's number says, as a scalar.
fn device_number(context: &Context, part: fn(DeviceCounts, usize) -> usize) -> Literal {
    let number = part(context.module.device_counts(), context.devices.device());
    ArrayLiteral::scalar_integer(ElementType::U32, number as i64).into()
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
