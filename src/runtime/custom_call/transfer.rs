//! Transfers between a program and its host, or between programs through the host: values wait in queues.
//!
//! | target | config | does |
//! |---|---|---|
//! | `host.send` | `{"queue": s}` | puts the arrays among its operands in a queue; gives a token |
//! | `host.receive` | `{"queue": s}` | takes as many values as its results have from a queue, and a token |
//!
//! With `"host": true` the host itself is at the other end of a queue of the device that calls ([`HostTransfers`]);
//! `"parts": s` says which whole arrays the device's are parts of, as [`host_parts`] reads it. With
//! `"pairs": [[source, target], …]` a queue is from device to device: who is no source sends nothing, and who is no target
//! gets zeros.
//!
//! The queues belong to a run of the program on all its devices, so that platforms perform these, and not the registry.

use crate::hlo::{ArrayLiteral, ArrayShape, Bytes, CustomCall, Literal, Shape, ShardedArray, host_parts};
use crate::runtime::{Given, HostTransfers};
use serde::Deserialize;

/// The queues of a run.
pub trait Host {
    type Error;
    /// Only one device receives where one is named.
    fn send(&self, queue: &str, target: Option<usize>, values: Vec<ArrayLiteral>);
    /// Waits for a value for a device, which only one device sends where one is named.
    ///
    /// # Errors
    /// None comes.
    fn receive(&self, device: usize, queue: &str, source: Option<usize>) -> Result<Sent, Self::Error>;
    /// The host's own part in the run, if it takes one.
    fn transfers(&self) -> Option<&HostTransfers>;
    /// The partition that a device runs.
    fn partition(&self, device: usize) -> usize;
    /// An error of this run.
    fn error(&self, message: String) -> Self::Error;
}

/// What waits in a queue.
#[derive(Clone, Debug)]
pub enum Sent {
    Here(Vec<ArrayLiteral>),
    /// By a device of another process.
    Elsewhere(Vec<Bytes>),
}

/// Whether a call is a platform's to perform.
pub fn is_transfer(target: &str) -> bool {
    matches!(target, CustomCall::HOST_SEND | CustomCall::HOST_RECEIVE)
}

/// Performs a transfer of a device; gives a literal of the call's shape.
///
/// # Errors
/// Nothing to receive, or what is of other types than the call's results.
pub fn transfer<H: Host>(
    host: &H,
    device: usize,
    call: &CustomCall,
    operands: &[&Literal],
    shape: &Shape,
) -> Result<Literal, H::Error> {
    let config = Config::of(call);
    if config.host {
        return with_host(host, device, &config, call, operands, shape);
    }
    if &*call.target == CustomCall::HOST_SEND {
        for (queue, target) in config.queues(device, |(source, target)| (source, target)) {
            host.send(&queue, target, operands.iter().flat_map(|operand| copies(operand)).collect());
        }
        return Ok(Literal::Token);
    }
    let Some((queue, source)) = config.queues(device, |(source, target)| (target, source)).into_iter().next() else {
        return Ok(Literal::zeros(shape));
    };
    received(host, &queue, host.receive(device, &queue, source)?, shape, &[])
}

/// Performs a transfer between a device and the host itself.
fn with_host<H: Host>(
    host: &H,
    device: usize,
    config: &Config,
    call: &CustomCall,
    operands: &[&Literal],
    shape: &Shape,
) -> Result<Literal, H::Error> {
    let queue = &config.queue;
    let missing = || host.error(format!("the host takes no part in this run, and so not in its {queue}"));
    let transfers = host.transfers().ok_or_else(missing)?;
    if &*call.target == CustomCall::HOST_SEND {
        let values: Vec<ArrayLiteral> = operands.iter().flat_map(|operand| copies(operand)).collect();
        let parts_of = config.parts_of(values.iter().map(ArrayLiteral::shape));
        transfers.give(Given { device, queue: queue.clone(), values, parts_of });
        return Ok(Literal::Token);
    }
    let expected = arrays(shape);
    let taken = transfers.take(device, queue, expected.len());
    let whole = config.parts_of(expected);
    // Who is given the whole takes its part of it.
    let part = |(array, whole): (&ArrayLiteral, &ShardedArray)| match array.shape().same_type(&whole.whole) {
        true => whole.part(array, host.partition(device)),
        false => array.clone(),
    };
    let taken = if whole.is_empty() { taken } else { taken.iter().zip(&whole).map(part).collect() };
    received(host, queue, Sent::Here(taken), shape, &whole)
}

/// What came out of a queue, as a literal of the call's shape.
fn received<H: Host>(
    host: &H,
    queue: &str,
    sent: Sent,
    shape: &Shape,
    parts_of: &[ShardedArray],
) -> Result<Literal, H::Error> {
    let expected = arrays(shape);
    let sent = arrays_like(&expected, sent).map_err(|found| {
        let whole = listed(parts_of.iter().map(|whole| &whole.whole));
        let or_whole = if parts_of.is_empty() { String::new() } else { format!(", or {whole} of which it is a part,") };
        let expected = listed(expected.iter().copied());
        host.error(format!("expected {expected}{or_whole} in the queue {queue}, found {found}"))
    })?;
    Ok(filled(shape, &mut sent.into_iter()))
}

fn arrays(shape: &Shape) -> Vec<&ArrayShape> {
    shape.leaves().into_iter().filter_map(|(_, leaf)| leaf.as_array()).collect()
}

/// What was sent, as arrays of these shapes.
///
/// # Errors
/// What there is instead.
fn arrays_like(expected: &[&ArrayShape], sent: Sent) -> Result<Vec<ArrayLiteral>, String> {
    let (count, fits) = match &sent {
        Sent::Here(arrays) => (arrays.len(), expected.iter().zip(arrays).all(|(e, array)| array.shape().same_type(e))),
        Sent::Elsewhere(parts) => {
            (parts.len(), expected.iter().zip(parts).all(|(e, bytes)| e.byte_size() == bytes.len()))
        }
    };
    match sent {
        Sent::Here(arrays) if fits && count == expected.len() => Ok(arrays),
        Sent::Elsewhere(parts) if fits && count == expected.len() => {
            let of_shape = |(e, bytes): (&&ArrayShape, _)| ArrayLiteral::new(e.element_type, e.dims.clone(), bytes);
            Ok(expected.iter().zip(parts).map(of_shape).collect())
        }
        Sent::Here(arrays) => Err(listed(arrays.iter().map(ArrayLiteral::shape))),
        Sent::Elsewhere(parts) => {
            let sizes: Vec<String> = parts.iter().map(|bytes| format!("{} bytes", bytes.len())).collect();
            Err(sizes.join(", "))
        }
    }
}

fn listed<'s>(shapes: impl Iterator<Item = &'s ArrayShape>) -> String {
    let shapes: Vec<String> = shapes.map(ArrayShape::mlir_text).collect();
    if shapes.is_empty() { "nothing".to_owned() } else { shapes.join(", ") }
}

#[derive(Default, Deserialize)]
struct Config {
    queue: String,
    #[serde(default)]
    host: bool,
    parts: Option<String>,
    pairs: Option<Vec<(usize, usize)>>,
}

impl Config {
    fn of(call: &CustomCall) -> Config {
        serde_json::from_str(&call.backend_config).unwrap_or_default()
    }

    /// The whole arrays that these are parts of; none where they are whole themselves.
    fn parts_of<'a>(&self, arrays: impl IntoIterator<Item = &'a ArrayShape>) -> Vec<ShardedArray> {
        let types = arrays.into_iter().map(|array| array.element_type);
        self.parts.as_ref().and_then(|text| host_parts(text, types)).unwrap_or_default()
    }

    /// The queues that a device has to do with, and who is at the other end. `ends` puts its own end of a pair first.
    fn queues(&self, device: usize, ends: fn((usize, usize)) -> (usize, usize)) -> Vec<(String, Option<usize>)> {
        let Some(pairs) = &self.pairs else { return vec![(self.queue.clone(), None)] };
        let own = pairs.iter().filter(|&&pair| ends(pair).0 == device);
        let named = |&(source, target): &(usize, usize)| format!("{} from {source} to {target}", self.queue);
        own.map(|pair| (named(pair), Some(ends(*pair).1))).collect()
    }
}

/// The arrays inside, each of its own: an operand's memory is a device's.
fn copies(operand: &Literal) -> Vec<ArrayLiteral> {
    match operand {
        Literal::Array(array) => {
            vec![ArrayLiteral::new(array.element_type(), array.dims(), Bytes::copy_of(array.bytes()))]
        }
        Literal::Tuple(parts) => parts.iter().flat_map(copies).collect(),
        Literal::Token => Vec::new(),
    }
}

/// A value of this shape; there are as many arrays as it has.
fn filled(shape: &Shape, arrays: &mut impl Iterator<Item = ArrayLiteral>) -> Literal {
    match shape {
        Shape::Tuple(parts) => Literal::Tuple(parts.iter().map(|part| filled(part, arrays)).collect()),
        Shape::Array(_) => arrays.next().map_or(Literal::Token, Literal::from),
        Shape::Token => Literal::Token,
    }
}
