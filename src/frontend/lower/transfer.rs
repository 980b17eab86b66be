//! `infeed`, `outfeed`, `send` and `recv`.
//!
//! Between devices, by their pairs, they are HLO's send and recv, each with its end. Else they are custom calls on queues
//! of the host, inside a grid of programs: what is sent on a channel waits for whoever receives from it, and the infeed is
//! filled by the grid.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{
    Channel, ChannelPairs, ComputationId, CustomCall, ElementType, InstructionId, Op, PAIRS, PartialShape, Shape,
    Transfer,
};
use std::collections::HashSet;
use std::sync::Arc;

impl OpLowering<'_, '_> {
    pub fn transfer(&mut self, name: &str) -> Outcome {
        self.transfer_constraints(name)?;
        if !self.state.in_grid && self.node.has("source_target_pairs") {
            return if name == "send" { self.send_to_devices() } else { self.receive_from_devices() };
        }
        if !self.state.in_grid && matches!(name, "send" | "recv") && !self.node.bool_or("is_host_transfer", false)? {
            return Err(self.node.error("expected `source_target_pairs` of devices").into());
        }
        if !self.state.in_grid {
            return Err(self.node.unsupported("transfers between host and device").into());
        }
        let transfer = match name {
            "infeed" => Transfer::Infeed { config: "".into() },
            "outfeed" => Transfer::Outfeed { config: "".into() },
            "send" => Transfer::Send(self.device_channel()?),
            _ => Transfer::RecvDone(self.device_channel()?),
        };
        self.plain(call(transfer.queue_call(&ChannelPairs::default()).unwrap_or_default()))
    }

    /// What is received before it waits for it, unless it waits for what is received.
    fn send_to_devices(&mut self) -> Outcome {
        let (channel, pairs) = (self.device_channel()?, self.pairs_text()?);
        let mut values = self.operands.clone();
        let token = values.pop().ok_or_else(|| self.node.error("expected a token as the last operand"))?;
        let value = if let [single] = values[..] { single } else { self.tuple(values) };
        let shape = Shape::Tuple(vec![self.shape(value).clone(), Shape::scalar(ElementType::U32), Shape::Token]);
        let sent = self.add(transfer(Transfer::Send(channel)), shape, [value, token]);
        self.state_pairs(sent, pairs);
        if !self.waits_for_receives(sent) {
            for done in self.transfers(|transfer| matches!(transfer, Transfer::RecvDone(_))) {
                self.scope.computation.get_mut(done).control_predecessors.push(sent);
            }
        }
        Ok(vec![self.add(transfer(Transfer::SendDone(channel)), Shape::Token, [sent])])
    }

    /// Waits for sends that stand before it, so that devices which exchange values do not wait for each other; those that
    /// stand behind it see to it themselves.
    fn receive_from_devices(&mut self) -> Outcome {
        let (channel, pairs) = (self.device_channel()?, self.pairs_text()?);
        self.expect_operands(1)?;
        let token = self.operands[0];
        let shapes: Option<Vec<Shape>> = self.results.iter().map(PartialShape::complete).collect();
        let mut shapes = shapes.ok_or_else(|| self.node.unsupported("values whose shapes are not stated"))?;
        shapes.pop();
        let value = if let [single] = &shapes[..] { single.clone() } else { Shape::Tuple(shapes.clone()) };
        let room = Shape::Tuple(vec![value.clone(), Shape::scalar(ElementType::U32), Shape::Token]);
        let sends = self.transfers(|transfer| matches!(transfer, Transfer::Send(_)));
        let started = self.add(transfer(Transfer::Recv(channel)), room, [token]);
        self.state_pairs(started, pairs);
        let done = Shape::Tuple(vec![value, Shape::Token]);
        let done = self.add(transfer(Transfer::RecvDone(channel)), done, [started]);
        self.scope.computation.get_mut(done).control_predecessors = sends;
        let parts = self.elements(done);
        let values = if shapes.len() == 1 { vec![parts[0]] } else { self.elements(parts[0]) };
        Ok([values, vec![parts[1]]].concat())
    }

    /// Some of the transfers between devices in this computation.
    fn transfers(&self, is_wanted: impl Fn(&Transfer) -> bool) -> Vec<InstructionId> {
        let computation = &self.scope.computation;
        let is_one = |id: &InstructionId| matches!(computation.op(*id), Op::Transfer(t) if is_wanted(t));
        computation.ids().filter(is_one).collect()
    }

    /// Whether anything that an instruction needs comes from another device.
    fn waits_for_receives(&self, id: InstructionId) -> bool {
        let computation = &self.scope.computation;
        let mut seen = HashSet::from([id]);
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let instruction = computation.get(id);
            if matches!(&instruction.op, Op::Transfer(transfer) if matches!(**transfer, Transfer::RecvDone(_))) {
                return true;
            }
            let before = instruction.operands().iter().chain(&instruction.control_predecessors);
            open.extend(before.copied().filter(|&before| seen.insert(before)));
        }
        false
    }

    fn device_channel(&self) -> Result<Channel, Failure> {
        let handle = self.node.fields("channel_handle")?.usize("handle");
        let handle = handle.ok_or_else(|| self.node.error("expected a channel with a handle"))?;
        Ok(Channel { id: Some(handle as u64), is_host_transfer: false })
    }

    /// Pairs of devices as HLO writes them.
    fn pairs_text(&self) -> Result<String, Failure> {
        let pairs = self.source_target_pairs()?;
        let pairs: Vec<String> = pairs.iter().map(|(source, target)| format!("{{{source},{target}}}")).collect();
        Ok(format!("{{{}}}", pairs.join(",")))
    }

    fn state_pairs(&mut self, id: InstructionId, pairs: String) {
        let attributes = &mut self.scope.computation.get_mut(id).frontend_attributes;
        attributes.insert(Arc::from(PAIRS), pairs.into());
    }

    /// What functions return, put in the infeed one after another; gives a token for when it is there.
    pub fn fill_infeed(&mut self, functions: &[ComputationId]) -> InstructionId {
        let mut token = self.add(Op::AfterAll, Shape::Token, []);
        for &to_apply in functions {
            let function = self.state.module.computation(to_apply);
            let shape = function.shape(function.root()).clone();
            let value = self.add(Op::Call { to_apply }, shape, []);
            token = self.add(call(Transfer::fill_infeed()), Shape::Token, [value, token]);
        }
        token
    }
}

fn transfer(op: Transfer) -> Op {
    Op::Transfer(Box::new(op))
}

fn call(call: CustomCall) -> Op {
    Op::CustomCall(Box::new(call))
}
