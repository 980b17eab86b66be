//! Transfers between a program and its host, or between programs through the host: values wait in queues.
//!
//! | target | config | does |
//! |---|---|---|
//! | `host.send` | `{"queue": s}` | puts its operands but the last, a token, in a queue; gives a token |
//! | `host.receive` | `{"queue": s}` | takes as many values as its results have from a queue, and a token |
//!
//! The queues belong to a run of the program on all its devices, so that platforms perform these, and not the registry.

use crate::hlo::{ArrayLiteral, Bytes, CustomCall, Literal, Shape};
use serde_json::Value;

/// The queues of a run.
pub trait Host {
    type Error;
    fn send(&self, queue: &str, values: Vec<ArrayLiteral>);
    /// Waits for a value.
    ///
    /// # Errors
    /// None comes.
    fn receive(&self, queue: &str) -> Result<Vec<ArrayLiteral>, Self::Error>;
}

/// Whether a call is a platform's to perform.
pub fn is_transfer(target: &str) -> bool {
    matches!(target, CustomCall::HOST_SEND | CustomCall::HOST_RECEIVE)
}

/// Performs a transfer; gives a literal of the call's shape.
///
/// # Errors
/// Nothing to receive.
pub fn transfer<H: Host>(
    host: &H,
    call: &CustomCall,
    operands: &[&Literal],
    shape: &Shape,
) -> Result<Literal, H::Error> {
    let config: Value = serde_json::from_str(&call.backend_config).unwrap_or_default();
    let queue = config.get("queue").and_then(Value::as_str).unwrap_or_default();
    if &*call.target == CustomCall::HOST_SEND {
        let arrays = operands.iter().filter_map(|operand| operand.as_array());
        host.send(queue, arrays.map(copy).collect());
        return Ok(Literal::Token);
    }
    let mut arrays = host.receive(queue)?.into_iter();
    Ok(filled(shape, &mut arrays))
}

/// Of its own: an operand's memory is a device's.
fn copy(array: &ArrayLiteral) -> ArrayLiteral {
    ArrayLiteral::new(array.element_type(), array.dims(), Bytes::copy_of(array.bytes()))
}

fn filled(shape: &Shape, arrays: &mut impl Iterator<Item = ArrayLiteral>) -> Literal {
    match shape {
        Shape::Tuple(parts) => Literal::Tuple(parts.iter().map(|part| filled(part, arrays)).collect()),
        Shape::Array(expected) => {
            let sent = arrays.next().filter(|array| array.shape().same_type(expected));
            sent.unwrap_or_else(|| ArrayLiteral::zeros(expected)).into()
        }
        Shape::Token => Literal::Token,
    }
}
