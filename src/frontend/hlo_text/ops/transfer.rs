//! Transfers between a device and its host, and through channels.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{Channel, Op, Transfer};
use std::sync::Arc;

pub const TABLE: Table = &[
    ("infeed", |site| Ok(transfer(Transfer::Infeed { config: config(site, "infeed_config")? }))),
    ("outfeed", outfeed),
    ("send", |site| channel(site).map(Transfer::Send).map(transfer)),
    ("send-done", |site| end(site).map(Transfer::SendDone).map(transfer)),
    ("recv", |site| channel(site).map(Transfer::Recv).map(transfer)),
    ("recv-done", |site| end(site).map(Transfer::RecvDone).map(transfer)),
];

fn transfer(op: Transfer) -> Op {
    Op::Transfer(Box::new(op))
}

fn outfeed(site: &mut Site) -> Outcome<Op> {
    // The operand has a shape of its own.
    site.drop_attributes(&["outfeed_shape"]);
    Ok(transfer(Transfer::Outfeed { config: config(site, "outfeed_config")? }))
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
