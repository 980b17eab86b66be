//! What each operation's attributes mean: a table a family.
//!
//! Operations that HLO has and our IR says in other words (`bitcast`, …) are in [`expanded`].

mod algorithms;
mod asynchronous;
mod collective;
mod contraction;
mod control;
mod custom_call;
mod elementwise;
mod expanded;
mod high_product;
mod late_binding;
mod library_call;
mod mlir_attributes;
mod movement;
mod permute;
mod ragged_dot;
mod reduction;
mod scaled_dot;
mod stochastic_convert;
mod transfer;

use super::cursor::Outcome;
use super::site::Site;
use crate::hlo::Op;

/// Reads an operation's attributes. May put instructions before it, and change its operands.
pub type Read = fn(&mut Site) -> Outcome<Op>;

type Table = &'static [(&'static str, Read)];

const TABLES: [Table; 14] = [
    elementwise::TABLE,
    movement::TABLE,
    contraction::TABLE,
    ragged_dot::TABLE,
    scaled_dot::TABLE,
    reduction::TABLE,
    algorithms::TABLE,
    control::TABLE,
    collective::TABLE,
    transfer::TABLE,
    custom_call::TABLE,
    expanded::TABLE,
    stochastic_convert::TABLE,
    high_product::TABLE,
];

/// The operation that is being read.
pub fn read(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["async_execution_thread"]);
    named(site.opcode(), site)
}

fn named(opcode: &str, site: &mut Site) -> Outcome<Op> {
    if let Some(op) = elementwise::plain(opcode) {
        site.drop_attributes(&["result_accuracy"]);
        return Ok(op);
    }
    match TABLES.into_iter().flatten().find(|(name, _)| *name == opcode) {
        Some((_, read)) => read(site),
        None => match asynchronous::parts(opcode) {
            Some(parts) => asynchronous::read(parts, site),
            None => Err(site.cursor.error_at(site.text.opcode.at, format!("there is no operation `{opcode}`"))),
        },
    }
}
