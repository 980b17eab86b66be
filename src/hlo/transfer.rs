//! Transfers: what goes between a device and its host, or from device to device through a channel.

use super::{ArrayShape, CustomCall, ElementType, HOST_PARTS, Instruction, Module, Op, Shape};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// A transfer. Tokens order it among others.
#[derive(Clone, Debug, PartialEq)]
pub enum Transfer {
    /// `(token)`: takes a value from the host; gives it and a token.
    Infeed { config: Arc<str> },
    /// `(value, token)`: hands a value to the host; gives a token.
    Outfeed { config: Arc<str> },
    /// `(value, token)`: gives the value, a context and a token to the end of it.
    Send(Channel),
    /// `(what a send gave)`: gives a token.
    SendDone(Channel),
    /// `(token)`: gives room for a value, a context and a token to the end of it.
    Recv(Channel),
    /// `(what a recv gave)`: gives the value and a token.
    RecvDone(Channel),
}

/// What joins a send and a recv.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Channel {
    pub id: Option<u64>,
    /// The other end is the host, not a device.
    pub is_host_transfer: bool,
}

/// Frontend attribute with the devices of a channel: `{{0,1},{1,2}}`.
pub const PAIRS: &str = "_xla_send_recv_source_target_pairs";

impl Transfer {
    /// Queues that have no channel.
    pub const INFEED: &str = "infeed";
    pub const OUTFEED: &str = "outfeed";

    /// Name in HLO text.
    pub fn name(&self) -> &'static str {
        match self {
            Transfer::Infeed { .. } => "infeed",
            Transfer::Outfeed { .. } => "outfeed",
            Transfer::Send(_) => "send",
            Transfer::SendDone(_) => "send-done",
            Transfer::Recv(_) => "recv",
            Transfer::RecvDone(_) => "recv-done",
        }
    }

    /// The channel of those that have one.
    pub fn channel(&self) -> Option<Channel> {
        match self {
            Transfer::Infeed { .. } | Transfer::Outfeed { .. } => None,
            Transfer::Send(channel)
            | Transfer::SendDone(channel)
            | Transfer::Recv(channel)
            | Transfer::RecvDone(channel) => Some(*channel),
        }
    }

    /// Whether its value goes into or out of the program.
    pub fn is_of_host(&self) -> bool {
        self.channel().is_none_or(|channel| channel.is_host_transfer)
    }

    /// The shape of what comes of it; `stated` settles what is received.
    ///
    /// # Errors
    /// Operands of other kinds.
    pub fn shape(&self, operands: &[&Shape], stated: &Shape) -> Result<Shape, String> {
        let context = || Shape::scalar(ElementType::U32);
        match (self, operands) {
            (Transfer::Infeed { .. }, [Shape::Token]) => received(stated, 2),
            (Transfer::Recv(_), [Shape::Token]) => received(stated, 3),
            (Transfer::Outfeed { .. }, [_, Shape::Token]) => Ok(Shape::Token),
            (Transfer::Send(_), [value, Shape::Token]) => {
                Ok(Shape::Tuple(vec![(*value).clone(), context(), Shape::Token]))
            }
            (Transfer::SendDone(_), [sent]) => in_flight(sent).map(|_| Shape::Token),
            (Transfer::RecvDone(_), [room]) => {
                in_flight(room).map(|value| Shape::Tuple(vec![value.clone(), Shape::Token]))
            }
            (Transfer::Infeed { .. } | Transfer::Recv(_), _) => Err("expected a token as its one operand".into()),
            (Transfer::Outfeed { .. } | Transfer::Send(_), _) => Err("expected a value and a token as operands".into()),
            (Transfer::SendDone(_) | Transfer::RecvDone(_), _) => {
                Err(format!("expected 1 operand, found {}", operands.len()))
            }
        }
    }

    /// The custom call that performs `instruction`, which it is, on queues of the run or of its host: a send's gives its
    /// token, and it is the end of a recv that waits. None for the others.
    pub fn queue_call(&self, instruction: &Instruction, pairs: &ChannelPairs) -> Option<CustomCall> {
        let (target, queue) = self.on_queue()?;
        let config = match self.channel().and_then(|channel| pairs.get(channel)) {
            _ if self.is_of_host() => match instruction.frontend_attributes.get(HOST_PARTS) {
                Some(parts) => json!({ "queue": queue, "host": true, "parts": **parts }),
                None => json!({ "queue": queue, "host": true }),
            },
            Some(pairs) => json!({ "queue": queue, "pairs": pairs }),
            None => json!({ "queue": queue }),
        };
        Some(call(target, config))
    }

    /// The same on the queues of a grid of programs, which all its devices share.
    pub fn grid_call(&self) -> Option<CustomCall> {
        self.on_queue().map(|(target, queue)| call(target, json!({ "queue": queue })))
    }

    /// The custom call of a grid that puts a value where its infeeds take theirs from.
    pub fn fill_infeed() -> CustomCall {
        call(CustomCall::HOST_SEND, json!({ "queue": Transfer::INFEED }))
    }

    /// The queue that it puts its value in, or takes it from.
    pub fn queue(&self) -> Option<String> {
        self.on_queue().map(|(_, queue)| queue)
    }

    /// What is called to perform it, and on which queue.
    fn on_queue(&self) -> Option<(&'static str, String)> {
        match self {
            Transfer::Infeed { .. } => Some((CustomCall::HOST_RECEIVE, Transfer::INFEED.to_owned())),
            Transfer::Outfeed { .. } => Some((CustomCall::HOST_SEND, Transfer::OUTFEED.to_owned())),
            Transfer::Send(channel) => Some((CustomCall::HOST_SEND, channel.queue())),
            Transfer::RecvDone(channel) => Some((CustomCall::HOST_RECEIVE, channel.queue())),
            Transfer::SendDone(_) | Transfer::Recv(_) => None,
        }
    }
}

fn call(target: &str, config: serde_json::Value) -> CustomCall {
    CustomCall {
        target: target.into(),
        backend_config: config.to_string().into(),
        api_version: 1,
        has_side_effect: true,
        ..CustomCall::default()
    }
}

impl Channel {
    /// What tells it from other channels; one that has no number is that of number 0.
    pub fn number(self) -> u64 {
        self.id.unwrap_or(0)
    }

    /// The queue that the values of this channel wait in.
    pub fn queue(self) -> String {
        format!("channel {}", self.number())
    }
}

/// The transfers of the computations that run, each with its instruction.
pub fn transfers(module: &Module) -> impl Iterator<Item = (&Instruction, &Transfer)> {
    let computations = module.post_order().into_iter().map(|id| module.computation(id));
    let instructions = computations.flat_map(|computation| computation.ids().map(|id| computation.get(id)));
    instructions.filter_map(|instruction| match &instruction.op {
        Op::Transfer(transfer) => Some((instruction, &**transfer)),
        _ => None,
    })
}

/// From which device to which values go, by channel, where a send or recv of the channel says so.
#[derive(Default)]
pub struct ChannelPairs(HashMap<u64, Vec<(usize, usize)>>);

impl ChannelPairs {
    /// Those of a channel, where one of its ends names them.
    pub fn get(&self, channel: Channel) -> Option<&[(usize, usize)]> {
        self.0.get(&channel.number()).map(Vec::as_slice)
    }

    pub fn of(module: &Module) -> ChannelPairs {
        let mut found = HashMap::new();
        for (instruction, transfer) in transfers(module) {
            if let (Some(channel), Some(pairs)) = (transfer.channel(), device_pairs(instruction)) {
                found.entry(channel.number()).or_insert(pairs);
            }
        }
        ChannelPairs(found)
    }
}

/// From which device to which values go, where a send or recv says so.
pub fn device_pairs(instruction: &Instruction) -> Option<Vec<(usize, usize)>> {
    instruction.frontend_attributes.get(PAIRS).and_then(|text| pairs(text))
}

/// A stated tuple of a value, the context of a start, and a token.
fn received(stated: &Shape, parts: usize) -> Result<Shape, String> {
    match stated.as_tuple() {
        Some([_, Shape::Token]) if parts == 2 => Ok(stated.clone()),
        Some([_, context, Shape::Token]) if parts == 3 && is_context(context) => Ok(stated.clone()),
        _ if parts == 2 => Err(format!("expected a value and a token as the result, found {stated}")),
        _ => Err(format!("expected a value, u32[] and a token as the result, found {stated}")),
    }
}

/// The value that a start gave.
fn in_flight(started: &Shape) -> Result<&Shape, String> {
    match started.as_tuple() {
        Some([value, context, Shape::Token]) if is_context(context) => Ok(value),
        _ => Err(format!("expected what its start gave, found {started}")),
    }
}

fn is_context(shape: &Shape) -> bool {
    shape.as_array().is_some_and(|array| *array == ArrayShape::scalar(ElementType::U32))
}

/// `{{0,1},{1,2}}`; none for any other text.
fn pairs(text: &str) -> Option<Vec<(usize, usize)>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let json = text.replace('{', "[").replace('}', "]");
    serde_json::from_str(&json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_without_a_number_is_that_of_0() {
        let pairs = ChannelPairs([(0, vec![(0, 1)])].into());
        let of = |id| pairs.get(Channel { id, is_host_transfer: false });
        assert_eq!([of(None), of(Some(0)), of(Some(1))], [Some(&[(0, 1)][..]), Some(&[(0, 1)][..]), None]);
    }

    #[test]
    fn a_send_gives_its_value_to_its_end() {
        let (value, token) = (Shape::array(ElementType::F32, [2]), Shape::Token);
        let (send, done) = (Transfer::Send(Channel::default()), Transfer::SendDone(Channel::default()));
        let sent = send.shape(&[&value, &token], &token).unwrap();
        assert_eq!(sent.to_string(), "(f32[2], u32[], token[])");
        assert_eq!(done.shape(&[&sent], &token), Ok(Shape::Token));
        assert_eq!(done.shape(&[&value], &token).unwrap_err(), "expected what its start gave, found f32[2]");
        assert_eq!(send.shape(&[&token], &token).unwrap_err(), "expected a value and a token as operands");
    }

    #[test]
    fn devices_of_a_channel_are_read() {
        assert_eq!(pairs("{{0,1}, {1,2}}"), Some(vec![(0, 1), (1, 2)]));
        assert_eq!(pairs("{{0,1,2}}"), None);
    }
}
