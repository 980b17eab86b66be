//! Transfers: StableHLO's are done where they stand.
//!
//! A send is said at its start and a recv at its end, so that devices which exchange values do not wait for each other;
//! what lies between the two, the context and the room for a value, is nothing there.

use super::bound::{Bound, bind, part_types};
use super::collective::{DEVICE_TO_DEVICE, channel as handle};
use super::emission::{Emission, Outcome};
use crate::hlo::{ArrayShape, Channel, Diagnostic, Op, Shape, Transfer};
use crate::stablehlo::{Attribute, Attributes, Dialects, Type, ValueId};

/// `type` of a channel to and from the host.
const DEVICE_TO_HOST: i64 = 2;
const HOST_TO_DEVICE: i64 = 3;

impl<'m> Emission<'_, 'm> {
    pub fn transfer(&mut self, transfer: &Transfer) -> Outcome {
        match transfer {
            Transfer::Infeed { config } => {
                let token = self.operand_value(0);
                let layout = ("layout".into(), row_major(&self.received_value().leaves()));
                self.received("stablehlo.infeed", token, vec![text("infeed_config", config), layout])
            }
            Transfer::Outfeed { config } => self.sent("stablehlo.outfeed", vec![text("outfeed_config", config)]),
            Transfer::Send(channel) => {
                self.is_ended_here()?;
                let attributes = self.of_channel(*channel, DEVICE_TO_HOST)?;
                let Bound::One(token) = self.sent("stablehlo.send", attributes)? else { unreachable!("a token") };
                self.in_flight(token)
            }
            Transfer::Recv(_) => {
                self.is_ended_here()?;
                let token = self.operand_value(0);
                self.in_flight(token)
            }
            Transfer::SendDone(_) => Ok(Bound::One(self.token_in_flight())),
            Transfer::RecvDone(channel) => {
                let attributes = self.of_channel(*channel, HOST_TO_DEVICE)?;
                let token = self.token_in_flight();
                self.received("stablehlo.recv", token, attributes)
            }
        }
    }

    /// Whether nothing but the end of a start uses it.
    fn is_ended_here(&self) -> Result<(), Diagnostic> {
        let is_end =
            |op: &Op| matches!(op, Op::Transfer(end) if matches!(**end, Transfer::SendDone(_) | Transfer::RecvDone(_)));
        match self.users().all(is_end) {
            true => Ok(()),
            false => Err(self.unsupported("a transfer that ends elsewhere than it starts")),
        }
    }

    /// What a start gives: only the token is there.
    fn in_flight(&mut self, token: ValueId) -> Outcome {
        Ok(Bound::Tuple(vec![Bound::Tuple(Vec::new()), Bound::Tuple(Vec::new()), Bound::One(token)]))
    }

    fn token_in_flight(&mut self) -> ValueId {
        match self.operand(0) {
            Bound::Tuple(parts) => self.one(parts[2].clone()),
            Bound::One(tuple) => self.element(tuple, 2, &Shape::Token),
        }
    }

    /// `(values…, token)`
    fn sent(&mut self, name: &'static str, attributes: Attributes) -> Outcome {
        let value = self.operand(0);
        let mut operands = self.parts(value, self.operand_shape(0));
        operands.push(self.operand_value(1));
        let results = self.operation(name, operands, vec![Type::Token], attributes, Vec::new());
        Ok(Bound::One(results[0]))
    }

    fn received_value(&self) -> &'m Shape {
        &self.instruction.shape.as_tuple().expect("a value and a token")[0]
    }

    /// The value, taken together from its parts, and the token.
    fn received(&mut self, name: &'static str, token: ValueId, attributes: Attributes) -> Outcome {
        let value = self.received_value();
        let types = [part_types(value), vec![Type::Token]].concat();
        let mut results = self.operation(name, vec![token], types, attributes, Vec::new());
        let token = results.pop().expect("the token is the last");
        Ok(Bound::Tuple(vec![bind(value, results), Bound::One(token)]))
    }

    fn of_channel(&self, channel: Channel, host_type: i64) -> Result<Attributes, Diagnostic> {
        let channel_type = if channel.is_host_transfer { host_type } else { DEVICE_TO_DEVICE };
        let mut attributes = vec![
            ("channel_handle".into(), handle(channel.id.unwrap_or(0), channel_type)),
            ("is_host_transfer".into(), Attribute::Bool(channel.is_host_transfer)),
        ];
        if channel.is_host_transfer && self.emitter.dialects == Dialects::Portable {
            attributes.push(("source_target_pairs".into(), Attribute::vector(&[])));
        }
        if !channel.is_host_transfer {
            let pairs = self.emitter.channels.get(channel);
            let pairs = pairs.ok_or_else(|| self.unsupported("a transfer between devices that are not named"))?;
            let pairs: Vec<(i64, i64)> = pairs.iter().map(|&(from, to)| (from as i64, to as i64)).collect();
            attributes.push(("source_target_pairs".into(), Attribute::pairs(&pairs)));
        }
        Ok(attributes)
    }
}

/// The dimensions of each array, minor to major.
fn row_major(arrays: &[(Vec<usize>, &Shape)]) -> Attribute {
    let ranks = arrays.iter().filter_map(|(_, array)| array.as_array()).map(ArrayShape::rank);
    let order = |rank: usize| Attribute::Array((0..rank).rev().map(|d| Attribute::i64(d as i64)).collect());
    Attribute::Array(ranks.map(order).collect())
}

fn text(key: &'static str, value: &str) -> (crate::stablehlo::Name, Attribute) {
    (key.into(), Attribute::string(value))
}
