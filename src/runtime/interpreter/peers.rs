//! The devices of a run, as the evaluator asks for them.

use crate::hlo::evaluator::{CustomCalls, Devices, EvalError, Result};
use crate::hlo::{ArrayLiteral, Bytes, CollectiveKind, CustomCall, Instruction, Literal, Op, Shape};
use crate::runtime::ExecutionError;
use crate::runtime::custom_call::{BuiltIn, is_transfer, transfer};
use crate::runtime::rendezvous::{Brought, Call, OTHER_OPERANDS, Parts, Readers, Rendezvous};
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
            true => Some(transfer(self.rendezvous, self.device, call, operands, shape).map_err(of_run)),
            false => BuiltIn { device: self.device }.call(call, operands, shape),
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
        let pairs = op.device_pairs(self.rendezvous.counts());
        let readers = readers(&op.kind, &pairs);
        let call = Call { operation, name, location, channel_id: op.channel_id, group, readers };
        let gathering = self.rendezvous.meet(self.device, &call, operands.clone()).map_err(of_run)?;
        let members = group.iter().zip(gathering.values.iter());
        members
            .map(|(&member, brought)| match call.is_read(member, self.device) {
                true => operands_of(brought, &operands),
                false => Ok(Vec::new()),
            })
            .collect()
    }

    fn check(&self) -> Result<()> {
        self.rendezvous.check().map_err(of_run)
    }
}

impl Parts for Operands {
    fn parts(&self) -> Vec<&[u8]> {
        self.iter().filter_map(Literal::as_array).map(|array| &**array.bytes()).collect()
    }
}

/// Which members look at what another one brings; the devices' `pairs` are a permute's.
fn readers<'p>(kind: &CollectiveKind, pairs: &'p [(usize, usize)]) -> Readers<'p> {
    match kind {
        CollectiveKind::CollectiveBroadcast => Readers::OfFirst,
        CollectiveKind::CollectivePermute { .. } => Readers::OfSources(pairs),
        CollectiveKind::AllGather { .. }
        | CollectiveKind::AllReduce { .. }
        | CollectiveKind::AllToAll { .. }
        | CollectiveKind::RaggedAllToAll
        | CollectiveKind::ReduceScatter { .. } => Readers::Everyone,
    }
}

/// Operands of a member, which are like one's own.
fn operands_of(brought: &Brought<Operands>, own: &Operands) -> Result<Operands> {
    match brought {
        Brought::Here(operands) => Ok(operands.clone()),
        Brought::Sent(parts) if parts.len() != own.len() => Err(EvalError::failed(OTHER_OPERANDS)),
        Brought::Sent(parts) => own.iter().zip(parts).map(|(own, bytes)| literal_like(own, bytes)).collect(),
    }
}

fn literal_like(own: &Literal, bytes: &Bytes) -> Result<Literal> {
    match own.as_array().map(ArrayLiteral::shape) {
        Some(shape) if shape.byte_size() == bytes.len() => {
            Ok(ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes.clone()).into())
        }
        Some(_) | None => Err(EvalError::failed(OTHER_OPERANDS)),
    }
}

fn of_run(error: ExecutionError) -> EvalError {
    EvalError::failed(&*error.message)
}
