//! The devices of a run, as the evaluator asks for them.

use crate::hlo::evaluator::{CustomCalls, Devices, EvalError, Result};
use crate::hlo::{CustomCall, Instruction, Literal, Op, Shape};
use crate::runtime::ExecutionError;
use crate::runtime::custom_call::{BuiltIn, is_transfer, transfer};
use crate::runtime::rendezvous::{Call, Rendezvous};
use std::sync::Arc;

/// Operands of one device.
pub type Operands = Vec<Literal>;

/// One device among those of its run.
pub struct Peers<'r> {
    pub device: usize,
    pub rendezvous: &'r Rendezvous<Operands>,
}

impl CustomCalls for Peers<'_> {
    fn call(&self, call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Option<Result<Literal>> {
        match is_transfer(&call.target) {
            true => Some(transfer(self.rendezvous, call, operands, shape).map_err(of_run)),
            false => BuiltIn.call(call, operands, shape),
        }
    }
}

impl Devices for Peers<'_> {
    fn device(&self) -> usize {
        self.device
    }

    fn meet(&self, instruction: &Instruction, group: &[usize], operands: Operands) -> Result<Arc<[Operands]>> {
        let Op::Collective(op) = &instruction.op else { return Err(EvalError::failed("only collectives meet")) };
        let (operation, name, location) = (op.name(), instruction.name(), &instruction.location);
        let call = Call { operation, name, location, channel_id: op.channel_id, group };
        Ok(self.rendezvous.meet(self.device, &call, operands).map_err(of_run)?.values.clone())
    }

    fn check(&self) -> Result<()> {
        self.rendezvous.check().map_err(of_run)
    }
}

fn of_run(error: ExecutionError) -> EvalError {
    EvalError::failed(&*error.message)
}
