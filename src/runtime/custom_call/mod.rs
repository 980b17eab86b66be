//! Custom calls that every platform performs: one registry of targets.
//!
//! Handlers take literals, whose memory may belong to a device buffer, and give a literal of the call's shape.
//! `output_operand_aliases` allow a target to work where its operand is; handlers give values of their own, which are
//! the same.

mod check;
mod lapack;
mod observe;
mod rng;
mod top_k;
mod transfer;

pub use observe::{Observer, observe};
pub use transfer::{Host, Sent, is_transfer, transfer};

use crate::hlo::evaluator::{CustomCalls, EvalError};
use crate::hlo::{Computation, CustomCall, Diagnostic, Diagnostics, Instruction, Literal, Module, Op, Shape};
use crate::passes::rng_expander::{NORMAL, UNIFORM};

/// What a custom call gives for its operands; `shape` is the result's.
pub type Handler = fn(&CustomCall, &[&Literal], &Shape) -> Result<Literal, EvalError>;

/// The same on a device, whose number is the first.
pub type DeviceHandler = fn(usize, &CustomCall, &[&Literal], &Shape) -> Result<Literal, EvalError>;

/// Who performs the calls of a target.
#[derive(Clone, Copy)]
pub enum Target {
    OfAnyDevice(Handler),
    OfDevice(DeviceHandler),
}

/// Targets that are not of a family, with their handlers.
const TARGETS: [(&str, Handler); 10] = [
    ("tridiagonal_solve_perturbed_ffi", lapack::tridiagonal_solve_perturbed),
    ("TopK", top_k::top_k),
    ("mhlo.topk", top_k::top_k),
    ("check.eq", check::eq),
    ("check.expect_almost_eq", check::expect_almost_eq),
    ("check.expect_close", check::expect_close),
    ("check.expect_eq", check::expect_eq),
    ("check.expect_serialized_eq", observe::expect_serialized_eq),
    ("interpreter.print", observe::print),
    ("interpreter.probe", observe::probe),
];

/// Targets whose calls give a device something of its own.
const DEVICE_TARGETS: [(&str, DeviceHandler); 3] =
    [(CustomCall::RNG_STATE, rng::get_and_update_state), (NORMAL, rng::normal), (UNIFORM, rng::uniform)];

/// Who performs the calls of this name.
pub fn find(name: &str) -> Option<Target> {
    let of_device = DEVICE_TARGETS.iter().find(|(target, _)| *target == name);
    of_device.map(|(_, handler)| Target::OfDevice(*handler)).or_else(|| find_handler(name).map(Target::OfAnyDevice))
}

fn find_handler(name: &str) -> Option<Handler> {
    let own = TARGETS.iter().find(|(target, _)| *target == name).map(|(_, handler)| *handler);
    let annotation = CustomCall::is_annotation(name).then_some(identity as Handler);
    own.or(annotation).or_else(|| lapack::find(name))
}

/// Has a target's handler called, on the device of this number.
///
/// # Errors
/// The handler's, and a result of another shape than the call states.
pub fn perform(
    target: Target,
    device: usize,
    call: &CustomCall,
    operands: &[&Literal],
    shape: &Shape,
) -> Result<Literal, EvalError> {
    let result = match target {
        Target::OfAnyDevice(handler) => handler(call, operands, shape)?,
        Target::OfDevice(handler) => handler(device, call, operands, shape)?,
    };
    let found = result.shape();
    match found.same_type(shape) {
        true => Ok(result),
        false => Err(EvalError::failed(format!("{} gives {found}, where {shape} is stated", call.target))),
    }
}

/// Names of all targets, families as patterns.
pub fn known_targets() -> String {
    let own = TARGETS.iter().map(|(name, _)| *name).chain(DEVICE_TARGETS.iter().map(|(name, _)| *name));
    let names = CustomCall::annotations().chain(own).map(str::to_owned);
    names.chain(lapack::patterns()).collect::<Vec<_>>().join(", ")
}

/// # Errors
/// Every custom call of a reachable computation whose target does not exist or cannot give the shape that is stated.
pub fn check_targets(module: &Module) -> Result<(), Diagnostics> {
    let mut unknown = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        let instructions = computation.ids().map(|id| computation.get(id));
        unknown.extend(instructions.filter_map(|instruction| match instruction.op.performed() {
            Op::CustomCall(call) if CustomCall::is_annotation(&call.target) => keeps_shape(computation, instruction),
            Op::CustomCall(call) if find(&call.target).is_none() && !is_transfer(&call.target) => {
                let message = format!("no custom call is named '{}'", call.target);
                let note = format!("those that exist: {}", known_targets());
                Some(Diagnostic::unsupported(message, &instruction.location).with_note(note))
            }
            _ => None,
        }));
    }
    Diagnostics(unknown).into_result()
}

/// A finding about an annotation that states another shape than it gives: with one device every shard is the whole.
fn keeps_shape(computation: &Computation, annotation: &Instruction) -> Option<Diagnostic> {
    let operands: Vec<&Shape> = annotation.operands().iter().map(|&operand| computation.shape(operand)).collect();
    if annotates(&operands, &annotation.shape) {
        return None;
    }
    let expected = match operands[..] {
        [operand] => operand.clone(),
        _ => Shape::Tuple(operands.into_iter().cloned().collect()),
    };
    let found = &annotation.shape;
    let message = format!("custom-call: expected a result of shape {expected} without partitions, found {found}");
    Some(Diagnostic::program(message, &annotation.location))
}

/// Whether a result is the operand, or a tuple of the operands.
fn annotates(operands: &[&Shape], result: &Shape) -> bool {
    let is_tuple_of = |parts: &[Shape]| {
        parts.len() == operands.len() && parts.iter().zip(operands).all(|(part, operand)| part.same_type(operand))
    };
    matches!(operands, [operand] if operand.same_type(result)) || result.as_tuple().is_some_and(is_tuple_of)
}

/// The registry, as the evaluator asks for it on a device.
pub struct BuiltIn {
    pub device: usize,
}

impl CustomCalls for BuiltIn {
    fn call(&self, call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Option<Result<Literal, EvalError>> {
        find(&call.target).map(|target| perform(target, self.device, call, operands, shape))
    }
}

/// Annotations: a value under another name, or values as a tuple.
fn identity(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let shapes: Vec<Shape> = operands.iter().map(|operand| operand.shape()).collect();
    match operands {
        _ if !annotates(&shapes.iter().collect::<Vec<_>>(), shape) => {
            Err(EvalError::failed(format!("{} passes operands of shape {shape} on", call.target)))
        }
        [operand] if operand.shape().same_type(shape) => Ok((*operand).clone()),
        parts => Ok(Literal::Tuple(parts.iter().map(|&part| part.clone()).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;

    #[test]
    fn an_unknown_target_is_refused_with_what_exists() {
        let mut entry = Computation::new("main");
        let call = CustomCall { target: "nobody".into(), ..Default::default() };
        entry.add_root(Instruction::new(Op::CustomCall(Box::new(call)), Shape::scalar(ElementType::F32), []));
        let mut module = Module::new("test");
        let id = module.add_computation(entry);
        module.set_entry(id);
        let message = check_targets(&module).unwrap_err().to_string();
        assert!(message.contains("no custom call is named 'nobody'"), "{message}");
        assert!(message.contains("Sharding") && message.contains("lapack_*potrf_ffi"), "{message}");
    }
}
