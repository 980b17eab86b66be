//! Collectives of a program that runs on one device: every group is that device.

use super::error::{EvalError, Result};
use crate::hlo::{ArrayLiteral, Collective, CollectiveKind, Literal, Module, Shape};

/// What the one device gets from itself.
///
/// # Errors
/// Unsupported where other devices take part.
pub fn collective(op: &Collective, operands: &[&Literal], shape: &Shape, module: &Module) -> Result<Literal> {
    if module.device_count() != 1 || !op.is_of_one_device() {
        return Err(EvalError::unsupported("a collective of several devices, and there is one"));
    }
    if matches!(&op.kind, CollectiveKind::CollectivePermute { pairs } if pairs.is_empty()) {
        return Ok(zeros(shape));
    }
    match operands {
        [operand] => Ok((*operand).clone()),
        several => Ok(Literal::Tuple(several.iter().map(|&operand| operand.clone()).collect())),
    }
}

/// Nothing was sent.
fn zeros(shape: &Shape) -> Literal {
    match shape {
        Shape::Array(array) => ArrayLiteral::zeros(array).into(),
        Shape::Tuple(parts) => Literal::Tuple(parts.iter().map(zeros).collect()),
        Shape::Token => Literal::Token,
    }
}
