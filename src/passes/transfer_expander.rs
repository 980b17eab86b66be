//! `transfer-expander`: makes transfers custom calls on the queues of the run, each where the program has it.
//!
//! What a send gives to its end is the value, a context that says nothing, and the call's token; it is the end of a recv
//! that waits.

use super::Pass;
use crate::hlo::{
    Builder, ChannelPairs, Computation, ComputationId, Diagnostic, Diagnostics, ElementType, InstructionId, Module, Op,
    Shape, Transfer,
};

pub const PASS: Pass =
    Pass { name: "transfer-expander", description: "Makes transfers custom calls on the queues of the run.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let transfers = transfers(module);
    for (owner, id, transfer, call) in &transfers {
        let computation = module.computation_mut(*owner);
        if transfer.is_of_host() {
            let message = format!("{}: transfers between host and device", transfer.name());
            return Err(Diagnostic::unsupported(message, &computation.get(*id).location).into());
        }
        expand(computation, *id, transfer, call.clone())?;
    }
    Ok(!transfers.is_empty())
}

/// All transfers with what performs them: who takes part in one another one may say.
fn transfers(module: &Module) -> Vec<(ComputationId, InstructionId, Transfer, Option<Op>)> {
    let mut found = Vec::new();
    let pairs = ChannelPairs::of(module);
    for owner in module.post_order() {
        let computation = module.computation(owner);
        for id in computation.post_order() {
            if let Op::Transfer(transfer) = computation.op(id) {
                let call = transfer.queue_call(&pairs).map(|call| Op::CustomCall(Box::new(call)));
                found.push((owner, id, Transfer::clone(transfer), call));
            }
        }
    }
    found
}

fn expand(
    computation: &mut Computation,
    id: InstructionId,
    transfer: &Transfer,
    call: Option<Op>,
) -> Result<(), Diagnostic> {
    let instruction = computation.get(id).clone();
    let operands = instruction.operands();
    let mut b = Builder::new(computation, &instruction.location);
    let (acting, value) = match (transfer, call) {
        (Transfer::Send(_), Some(call)) => {
            let token = b.add(call, operands, &Shape::Token);
            let context = b.scalar_integer(ElementType::U32, 0);
            (token, b.tuple(&[operands[0], context, token]))
        }
        (Transfer::RecvDone(_), Some(call)) => {
            let token = b.get_tuple_element(operands[0], 2);
            let value = b.add(call, &[token], &instruction.shape);
            (value, value)
        }
        (_, Some(call)) => {
            let value = b.add(call, operands, &instruction.shape);
            (value, value)
        }
        (Transfer::Recv(_), None) => {
            let token = operands[0];
            let parts = instruction.shape.as_tuple().unwrap_or_default();
            let parts: Vec<InstructionId> = parts.iter().map(|part| zeros(&mut b, part, token)).collect();
            let value = b.tuple(&parts);
            (value, value)
        }
        (_, None) => {
            let token = b.get_tuple_element(operands[0], 2);
            (token, token)
        }
    };
    b.finish()?;
    computation.get_mut(acting).control_predecessors.extend(instruction.control_predecessors);
    computation.redirect_control(id, acting);
    computation.replace_all_uses(id, value);
    computation.remove(id);
    Ok(())
}

/// Room for a value; its tokens are this one.
fn zeros(b: &mut Builder, shape: &Shape, token: InstructionId) -> InstructionId {
    match shape {
        Shape::Array(array) => {
            let zero = b.scalar_integer(array.element_type, 0);
            b.splat(zero, &array.dims)
        }
        Shape::Tuple(parts) => {
            let parts: Vec<InstructionId> = parts.iter().map(|part| zeros(b, part, token)).collect();
            b.tuple(&parts)
        }
        Shape::Token => token,
    }
}
