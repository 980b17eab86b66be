//! `infeed`, `outfeed`, `send` and `recv`.
//!
//! They are HLO's, a send and a recv each with its end. Inside a grid of programs they are custom calls on queues of the
//! host: what is sent on a channel waits for whoever receives from it, and the infeed is filled by the grid.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{
    Channel, ComputationId, CustomCall, Diagnostic, ElementType, InstructionId, Op, PAIRS, PartialShape, Shape,
    Transfer,
};
use std::collections::HashSet;
use std::sync::Arc;

impl OpLowering<'_, '_> {
    pub fn transfer(&mut self, name: &str) -> Outcome {
        self.transfer_constraints(name)?;
        if self.state.in_grid {
            return self.on_queue(name);
        }
        match name {
            "infeed" => self.infeed(),
            "outfeed" => self.outfeed(),
            "send" => self.send(),
            _ => self.receive(),
        }
    }

    fn on_queue(&mut self, name: &str) -> Outcome {
        let transfer = match name {
            "infeed" => Transfer::Infeed { config: "".into() },
            "outfeed" => Transfer::Outfeed { config: "".into() },
            "send" => Transfer::Send(self.device_channel()?),
            _ => Transfer::RecvDone(self.device_channel()?),
        };
        self.plain(call(transfer.grid_call().unwrap_or_default()))
    }

    fn infeed(&mut self) -> Outcome {
        let token = self.only_token()?;
        let (value, count) = self.received_shape()?;
        let infeed = transfer(Transfer::Infeed { config: self.config("infeed_config")? });
        let fed = self.add(infeed, Shape::Tuple(vec![value, Shape::Token]), [token]);
        self.annotate(fed);
        Ok(self.received(fed, count))
    }

    fn outfeed(&mut self) -> Outcome {
        let (value, token) = self.value_and_token()?;
        let outfeed = transfer(Transfer::Outfeed { config: self.config("outfeed_config")? });
        let given = self.add(outfeed, Shape::Token, [value, token]);
        self.annotate(given);
        Ok(vec![given])
    }

    fn config(&self, key: &str) -> Result<Arc<str>, Diagnostic> {
        if self.node.has(key) { self.node.text(key).map(Arc::from) } else { Ok("".into()) }
    }

    /// What is received before it waits for it, unless it waits for what is received.
    fn send(&mut self) -> Outcome {
        let (channel, pairs) = (self.channel()?, self.pairs_text()?);
        let (value, token) = self.value_and_token()?;
        let shape = Shape::Tuple(vec![self.shape(value).clone(), Shape::scalar(ElementType::U32), Shape::Token]);
        let sent = self.add(transfer(Transfer::Send(channel)), shape, [value, token]);
        self.state_pairs(sent, pairs);
        if !channel.is_host_transfer && !self.waits_for_receives(sent) {
            for done in self.transfers(|transfer| matches!(transfer, Transfer::RecvDone(_))) {
                self.scope.computation.get_mut(done).control_predecessors.push(sent);
            }
        }
        Ok(vec![self.add(transfer(Transfer::SendDone(channel)), Shape::Token, [sent])])
    }

    /// Waits for sends that stand before it, so that devices which exchange values do not wait for each other; those that
    /// stand behind it see to it themselves.
    fn receive(&mut self) -> Outcome {
        let (channel, pairs) = (self.channel()?, self.pairs_text()?);
        let token = self.only_token()?;
        let (value, count) = self.received_shape()?;
        let room = Shape::Tuple(vec![value.clone(), Shape::scalar(ElementType::U32), Shape::Token]);
        let sends = self.transfers(|transfer| matches!(transfer, Transfer::Send(_)));
        let started = self.add(transfer(Transfer::Recv(channel)), room, [token]);
        self.state_pairs(started, pairs);
        let done = Shape::Tuple(vec![value, Shape::Token]);
        let done = self.add(transfer(Transfer::RecvDone(channel)), done, [started]);
        if !channel.is_host_transfer {
            self.scope.computation.get_mut(done).control_predecessors = sends;
        }
        Ok(self.received(done, count))
    }

    /// What goes out: one value, or several as a tuple.
    fn value_and_token(&mut self) -> Result<(InstructionId, InstructionId), Failure> {
        let mut values = self.operands.clone();
        let token = values.pop().ok_or_else(|| self.node.error("expected a token as the last operand"))?;
        let value = if let [single] = values[..] { single } else { self.tuple(values) };
        Ok((value, token))
    }

    fn only_token(&self) -> Result<InstructionId, Failure> {
        self.expect_operands(1)?;
        Ok(self.operands[0])
    }

    /// The shape of what comes in, and how many results it is.
    fn received_shape(&self) -> Result<(Shape, usize), Failure> {
        let shapes: Option<Vec<Shape>> = self.results.iter().map(PartialShape::complete).collect();
        let mut shapes = shapes.ok_or_else(|| self.node.unsupported("values whose shapes are not stated"))?;
        shapes.pop();
        let count = shapes.len();
        Ok((if let [single] = &shapes[..] { single.clone() } else { Shape::Tuple(shapes) }, count))
    }

    /// What came in, value by value, and the token.
    fn received(&mut self, done: InstructionId, count: usize) -> Vec<InstructionId> {
        let parts = self.elements(done);
        let values = if count == 1 { vec![parts[0]] } else { self.elements(parts[0]) };
        [values, vec![parts[1]]].concat()
    }

    /// Some of the transfers between devices in this computation.
    fn transfers(&self, is_wanted: impl Fn(&Transfer) -> bool) -> Vec<InstructionId> {
        let computation = &self.scope.computation;
        let is_one =
            |id: &InstructionId| matches!(computation.op(*id), Op::Transfer(t) if !t.is_of_host() && is_wanted(t));
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

    /// # Errors
    /// Devices that do not say which they are.
    fn channel(&self) -> Result<Channel, Failure> {
        let is_host_transfer = self.node.bool_or("is_host_transfer", false)? && !self.has_pairs();
        if !is_host_transfer && !self.has_pairs() {
            return Err(self.node.error("expected `source_target_pairs` of devices").into());
        }
        Ok(Channel { is_host_transfer, ..self.device_channel()? })
    }

    fn device_channel(&self) -> Result<Channel, Failure> {
        let handle = self.node.fields("channel_handle")?.usize("handle");
        let handle = handle.ok_or_else(|| self.node.error("expected a channel with a handle"))?;
        Ok(Channel { id: Some(handle as u64), is_host_transfer: false })
    }

    /// Pairs of devices as HLO writes them, of a transfer between devices.
    fn pairs_text(&self) -> Result<Option<String>, Failure> {
        if !self.has_pairs() {
            return Ok(None);
        }
        let pairs = self.source_target_pairs()?;
        let pairs: Vec<String> = pairs.iter().map(|(source, target)| format!("{{{source},{target}}}")).collect();
        Ok(Some(format!("{{{}}}", pairs.join(","))))
    }

    fn state_pairs(&mut self, id: InstructionId, pairs: Option<String>) {
        let attributes = &mut self.scope.computation.get_mut(id).frontend_attributes;
        attributes.extend(pairs.map(|pairs| (Arc::from(PAIRS), pairs.into())));
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
