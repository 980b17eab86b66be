//! `transfer-expander`: makes transfers custom calls on the queues of the run, each where the program has it.
//!
//! What a send gives to its end is the value, a context that says nothing, and the call's token; it is the end of a recv
//! that waits.

use super::Pass;
use crate::hlo::{
    Builder, ChannelPairs, Computation, ComputationId, Diagnostic, Diagnostics, ElementType, Instruction,
    InstructionId, Module, Op, Shape, Transfer,
};

pub const PASS: Pass =
    Pass { name: "transfer-expander", description: "Makes transfers custom calls on the queues of the run.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let transfers = transfers(module);
    for (owner, id, transfer, call) in &transfers {
        let computation = module.computation_mut(*owner);
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
                let call = transfer.queue_call(computation.get(id), &pairs);
                let call = call.map(|call| Op::CustomCall(Box::new(call)));
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
    let mut b = Builder::new(computation, &instruction.location);
    let Expanded { acting, value } = match call {
        Some(call) => called(&mut b, &instruction, transfer, call),
        None => without_call(&mut b, &instruction, transfer),
    };
    b.finish()?;
    computation.get_mut(acting).control_predecessors.extend(instruction.control_predecessors);
    computation.redirect_control(id, acting);
    computation.replace_all_uses(id, value);
    computation.remove(id);
    Ok(())
}

/// What a transfer becomes.
struct Expanded {
    /// What acts, before and after which other instructions have to come.
    acting: InstructionId,
    /// What its users read.
    value: InstructionId,
}

fn called(b: &mut Builder, instruction: &Instruction, transfer: &Transfer, call: Op) -> Expanded {
    let operands = instruction.operands();
    match transfer {
        Transfer::Send(_) => {
            let token = b.add(call, operands, &Shape::Token);
            let context = b.scalar_integer(ElementType::U32, 0);
            Expanded { acting: token, value: b.tuple(&[operands[0], context, token]) }
        }
        Transfer::RecvDone(_) => {
            let token = b.get_tuple_element(operands[0], 2);
            let value = b.add(call, &[token], &instruction.shape);
            Expanded { acting: value, value }
        }
        Transfer::Infeed { .. } | Transfer::Outfeed { .. } | Transfer::SendDone(_) | Transfer::Recv(_) => {
            let value = b.add(call, operands, &instruction.shape);
            Expanded { acting: value, value }
        }
    }
}

/// A begin of a recv gives room, an end of a send the token.
fn without_call(b: &mut Builder, instruction: &Instruction, transfer: &Transfer) -> Expanded {
    let operand = instruction.operands()[0];
    let value = match transfer {
        Transfer::Recv(_) => {
            let parts = instruction.shape.as_tuple().unwrap_or_default();
            let parts: Vec<InstructionId> = parts.iter().map(|part| zeros(b, part, operand)).collect();
            b.tuple(&parts)
        }
        Transfer::Infeed { .. }
        | Transfer::Outfeed { .. }
        | Transfer::Send(_)
        | Transfer::SendDone(_)
        | Transfer::RecvDone(_) => b.get_tuple_element(operand, 2),
    };
    Expanded { acting: value, value }
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
