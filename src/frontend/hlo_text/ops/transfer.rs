//! Transfers between a device and its host, and through channels.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{Channel, ElementType, Op, Shape, Transfer};
use std::sync::Arc;

pub const TABLE: Table = &[
    ("infeed", |site| Ok(boxed(Transfer::Infeed { config: config(site, "infeed_config")? }))),
    ("outfeed", outfeed),
    ("send", |site| channel(site).map(|channel| following(site, Transfer::Send(channel)))),
    ("send-done", |site| end(site).map(|channel| following(site, Transfer::SendDone(channel)))),
    ("recv", recv),
    ("recv-done", |site| end(site).map(|channel| following(site, Transfer::RecvDone(channel)))),
];

fn boxed(op: Transfer) -> Op {
    Op::Transfer(Box::new(op))
}

/// A transfer whose result follows from its operands, whatever the text says, which XLA does not read either.
fn following(site: &mut Site, transfer: Transfer) -> Op {
    let operands: Vec<&Shape> = site.operands.iter().map(|&id| site.computation.shape(id)).collect();
    site.shape = transfer.shape(&operands, &Shape::Token).ok();
    boxed(transfer)
}

/// Of the result only the value is stated.
fn recv(site: &mut Site) -> Outcome<Op> {
    if let Some([value, _, ..]) = site.stated()?.as_tuple() {
        site.shape = Some(Shape::Tuple(vec![value.clone(), Shape::scalar(ElementType::U32), Shape::Token]));
    }
    channel(site).map(Transfer::Recv).map(boxed)
}

fn outfeed(site: &mut Site) -> Outcome<Op> {
    // The operand has a shape of its own.
    site.drop_attributes(&["outfeed_shape"]);
    let config = config(site, "outfeed_config")?;
    Ok(following(site, Transfer::Outfeed { config }))
}

fn config(site: &mut Site, key: &str) -> Outcome<Arc<str>> {
    Ok(site.value(key, Cursor::string)?.unwrap_or_default().into())
}

fn channel(site: &mut Site) -> Outcome<Channel> {
    let id = site.value("channel_id", Cursor::index)?.map(|id| id as u64);
    Ok(Channel { id, is_host_transfer: site.flag("is_host_transfer")? })
}

/// Without a channel that of the start is meant.
fn end(site: &mut Site) -> Outcome<Channel> {
    let own = channel(site)?;
    let started = match site.computation.op(site.operand(0)?) {
        Op::Transfer(start) => start.channel().unwrap_or_default(),
        _ => Channel::default(),
    };
    Ok(Channel { id: own.id.or(started.id), ..own })
}
