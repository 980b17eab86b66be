//! Starts that are given only some of their operands, or no place for the result: what goes on with them brings the
//! others.
//!
//! They are read as what they do, where it ends. Until then they are a tuple of the operands so far.

use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::asynchronous::StartForm;
use crate::hlo::{InstructionId, Op, Shape};

/// Whether a start of this operation waits for more than it is given.
pub fn is_late(op: &Op, site: &Site) -> bool {
    let stated = site.text.shape.as_ref().and_then(Shape::as_tuple);
    let Some([Shape::Tuple(operands), result, ..]) = stated else { return false };
    let is_open = matches!(result, Shape::Tuple(parts) if parts.is_empty());
    let Op::Call { to_apply } = op else { return is_open && op.start_form() == StartForm::General };
    let program = site.computations.shape(*to_apply);
    operands.len() < program.parameters.len() || (is_open && !program.result.same_type(result))
}

/// The operands that a start is given.
pub fn begin(op: Op, site: &mut Site) -> Op {
    let operands = site.operands.clone();
    waiting(op, operands, site)
}

/// The operands of what an update goes on with, and its own, as many as its shape has. What is beyond these are places
/// for the result.
///
/// # Errors
/// Fewer operands than the shape has.
pub fn go_on(op: Op, site: &mut Site) -> Outcome<Op> {
    let [started, more @ ..] = &site.operands[..] else {
        return Err(site.error("expected an operand that is a start"));
    };
    let all = [site.computation.operands(*started), more].concat();
    let count = bound(site)?;
    if count > all.len() {
        return Err(site.error(format!("expected {count} operands to be there, found {}", all.len())));
    }
    Ok(waiting(op, all[..count].to_vec(), site))
}

/// The operation, with the operands that its start and updates were given.
pub fn end(op: Op, site: &mut Site) -> Outcome<Op> {
    site.operands = site.computation.operands(site.operand(0)?).to_vec();
    Ok(op)
}

/// Of an update's operands the start, where the others are places for the result, which it does not read.
pub fn drop_places(site: &mut Site) {
    let is_whole = |start: InstructionId| bound(site).ok() == Some(site.computation.operands(start).len());
    let start = site.operand(0).ok().and_then(|operand| site.computation.async_start(operand));
    if start.is_some_and(is_whole) {
        site.operands.truncate(1);
    }
}

/// How many operands an update's shape has.
fn bound(site: &Site) -> Outcome<usize> {
    let stated = site.stated()?;
    match stated.as_tuple() {
        Some([Shape::Tuple(operands), ..]) => Ok(operands.len()),
        _ => Err(site.error(format!("expected a tuple of operands first in the result, found {stated}"))),
    }
}

fn waiting(op: Op, operands: Vec<InstructionId>, site: &mut Site) -> Op {
    let shapes = operands.iter().map(|&id| site.computation.shape(id).clone());
    site.shape = Some(Shape::Tuple(shapes.collect()));
    site.operands = operands;
    site.late = Some(op);
    Op::Tuple
}
