//! Leaves, tuples, and operations that call computations.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::literal::literal;
use crate::frontend::hlo_text::site::{Site, keyword};
use crate::hlo::{ArrayShape, FusionKind, InstructionId, Literal, Op, Shape};

pub const TABLE: Table = &[
    ("parameter", parameter),
    ("constant", constant),
    ("iota", |site| Ok(Op::Iota { dimension: site.required("iota_dimension", Cursor::index)? })),
    ("tuple", |_| Ok(Op::Tuple)),
    ("get-tuple-element", |site| Ok(Op::GetTupleElement { index: site.required("index", Cursor::index)? })),
    ("while", while_loop),
    ("conditional", conditional),
    ("call", call),
    ("fusion", fusion),
    ("opt-barrier", |_| Ok(Op::OptimizationBarrier)),
    ("after-all", after_all),
];

/// Of values, which XLA takes beside tokens, it only comes after them.
fn after_all(site: &mut Site) -> Outcome<Op> {
    let is_token = |id: &InstructionId| *site.computation.shape(*id) == Shape::Token;
    let (tokens, values) = site.operands.iter().partition(|id| is_token(id));
    (site.operands, site.waits_for) = (tokens, values);
    Ok(Op::AfterAll)
}

fn parameter(site: &mut Site) -> Outcome<Op> {
    if site.text.bounds.is_none() {
        site.stated()?;
    }
    site.drop_attributes(&["parameter_replication"]);
    let mut cursor = site.operand_text();
    let number = cursor.index()?;
    cursor.expect_end("a parameter's number")?;
    Ok(Op::Parameter { number })
}

fn constant(site: &mut Site) -> Outcome<Op> {
    let shape = site.stated()?;
    let mut cursor = site.operand_text();
    if let Some(array) = shape.as_array().filter(|array| array.rank() > 0)
        && cursor.peek() != b'{'
    {
        return splat(site, &ArrayShape::scalar(array.element_type));
    }
    let literal = literal(&mut cursor, shape)?;
    cursor.expect_end("a constant")?;
    Ok(match literal {
        Literal::Tuple(parts) => {
            site.operands = parts.into_iter().map(|part| part_of_constant(site, part)).collect();
            Op::Tuple
        }
        array => Op::Constant(array),
    })
}

/// One element for all of an array.
fn splat(site: &mut Site, element: &ArrayShape) -> Outcome<Op> {
    let mut cursor = site.operand_text();
    let value = literal(&mut cursor, &element.clone().into())?;
    cursor.expect_end("a constant")?;
    site.operands = vec![site.add(Op::Constant(value), element.clone(), &[])];
    Ok(Op::Broadcast { dimensions: Vec::new() })
}

/// Constants here are arrays; a tuple of them is put together.
fn part_of_constant(site: &mut Site, part: Literal) -> InstructionId {
    let shape = part.shape();
    let (op, operands) = match part {
        Literal::Tuple(parts) => (Op::Tuple, parts.into_iter().map(|part| part_of_constant(site, part)).collect()),
        Literal::Array(_) => (Op::Constant(part), Vec::new()),
        Literal::Token => (Op::AfterAll, Vec::new()),
    };
    site.add(op, shape, &operands)
}

fn while_loop(site: &mut Site) -> Outcome<Op> {
    let condition = site.computation("condition")?;
    let body = site.computation("body")?;
    let state = site.operand_shape(0)?;
    if site.text.bounds.is_some() && !site.computations.shape(body).result.same_type(state) {
        return Err(site.unsupported("a size that changes from step to step"));
    }
    Ok(Op::While { condition, body })
}

/// Two branches under a predicate have names of their own.
fn conditional(site: &mut Site) -> Outcome<Op> {
    let branches = site.computations("branch_computations")?;
    if !branches.is_empty() {
        return Ok(Op::Conditional { branches });
    }
    let on_true = site.computation("true_computation")?;
    Ok(Op::Conditional { branches: vec![on_true, site.computation("false_computation")?] })
}

fn call(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["is_composite", "output_to_operand_aliasing"]);
    Ok(Op::Call { to_apply: site.computation("to_apply")? })
}

fn fusion(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["output_to_operand_aliasing", "fusion_kind"]);
    let kind = site.required("kind", |cursor| keyword(cursor, FusionKind::HLO_WORDS))?;
    Ok(Op::Fusion { kind, computation: site.computation("calls")? })
}
