//! `infeed`, `outfeed`, `send` and `recv`: custom calls on queues of the host, inside a grid of programs.
//!
//! What is sent on a channel waits for whoever receives from it. The infeed is filled by the grid.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{ComputationId, CustomCall, InstructionId, Op, Shape};
use serde_json::json;
use std::sync::Arc;

/// Queues that have no channel.
const INFEED: &str = "infeed";
const OUTFEED: &str = "outfeed";

impl OpLowering<'_, '_> {
    pub fn transfer(&mut self, name: &str) -> Outcome {
        if !self.state.in_grid {
            return Err(self.node.unsupported("transfers between host and device").into());
        }
        let (target, queue) = match name {
            "infeed" => (CustomCall::HOST_RECEIVE, INFEED.to_owned()),
            "outfeed" => (CustomCall::HOST_SEND, OUTFEED.to_owned()),
            "send" => (CustomCall::HOST_SEND, self.channel()?),
            _ => (CustomCall::HOST_RECEIVE, self.channel()?),
        };
        self.plain(queue_call(target, &queue))
    }

    fn channel(&self) -> Result<String, Failure> {
        let handle = self.node.fields("channel_handle")?.usize("handle");
        let handle = handle.ok_or_else(|| self.node.error("expected a channel with a handle"))?;
        Ok(format!("channel {handle}"))
    }

    /// What functions return, put in the infeed one after another; gives a token for when it is there.
    pub fn fill_infeed(&mut self, functions: &[ComputationId]) -> InstructionId {
        let mut token = self.add(Op::AfterAll, Shape::Token, []);
        for &to_apply in functions {
            let function = self.state.module.computation(to_apply);
            let shape = function.shape(function.root()).clone();
            let value = self.add(Op::Call { to_apply }, shape, []);
            token = self.add(queue_call(CustomCall::HOST_SEND, INFEED), Shape::Token, [value, token]);
        }
        token
    }
}

fn queue_call(target: &str, queue: &str) -> Op {
    Op::CustomCall(Box::new(CustomCall {
        target: Arc::from(target),
        backend_config: Arc::from(json!({ "queue": queue }).to_string()),
        api_version: 1,
        has_side_effect: true,
        ..CustomCall::default()
    }))
}
