//! Elementwise operations.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::{Site, keyword};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, Op, UnaryOp};

pub const TABLE: Table = &[
    ("compare", compare),
    ("select", |_| Ok(Op::Select)),
    ("clamp", |_| Ok(Op::Clamp)),
    ("convert", |_| Ok(Op::Convert)),
    ("reduce-precision", reduce_precision),
    ("copy", copy),
    ("map", map),
];

/// Operations that are nothing but their name.
pub fn plain(opcode: &str) -> Option<Op> {
    let unary = UnaryOp::ALL.into_iter().find(|op| op.name() == opcode).map(Op::Unary);
    unary.or_else(|| BinaryOp::ALL.into_iter().find(|op| op.name() == opcode).map(Op::Binary))
}

fn compare(site: &mut Site) -> Outcome<Op> {
    let direction = site.required("direction", |cursor| keyword(cursor, ComparisonDirection::HLO_WORDS))?;
    let orders = [
        ("FLOAT", ComparisonOrder::Partial),
        ("SIGNED", ComparisonOrder::Partial),
        ("UNSIGNED", ComparisonOrder::Partial),
        ("TOTALORDER", ComparisonOrder::Total),
    ];
    let order = site.value("type", |cursor| keyword(cursor, &orders))?;
    Ok(Op::Compare { direction, order: order.unwrap_or(ComparisonOrder::Partial) })
}

fn reduce_precision(site: &mut Site) -> Outcome<Op> {
    let exponent_bits = bits(site, "exponent_bits")?;
    Ok(Op::ReducePrecision { exponent_bits, mantissa_bits: bits(site, "mantissa_bits")? })
}

fn bits(site: &mut Site, key: &str) -> Outcome<u32> {
    let bits = site.required(key, Cursor::index)?;
    u32::try_from(bits).map_err(|_| site.error(format!("expected fewer {key}, found {bits}")))
}

fn copy(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["cross_program_prefetch_index"]);
    Ok(Op::Copy)
}

fn map(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["dimensions"]);
    Ok(Op::Map { to_apply: site.computation("to_apply")? })
}
