//! `TopK` and `mhlo.topk`: the `k` largest along the last dimension, values and indices.

use crate::hlo::evaluator::{EvalError, topk};
use crate::hlo::{CustomCall, Literal, Shape};
use serde_json::Value;

/// `k` is the result's last dimension. The config may hold `largest`, which is true otherwise.
pub fn top_k(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let values = shape.at(&[0]).and_then(Shape::as_array).and_then(|values| values.dims.last());
    let operand = operands.first().and_then(|operand| operand.as_array());
    let (Some(&k), Some(operand)) = (values, operand) else {
        return Err(EvalError::failed(format!("{} takes an array and gives values and indices", call.target)));
    };
    let config: Value = serde_json::from_str(&call.backend_config).unwrap_or_default();
    let largest = config.get("largest").and_then(Value::as_bool).unwrap_or(true);
    if operand.dims().last().is_none_or(|&length| length < k) {
        return Err(EvalError::failed(format!("{} of {k} elements from {}", call.target, operand.shape())));
    }
    Ok(topk(operand, k, largest))
}
