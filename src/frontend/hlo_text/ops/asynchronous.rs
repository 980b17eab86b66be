//! What starts an operation and what waits for it: `NAME-start`, `NAME-update`, `NAME-done` of any operation, and
//! `async-start` of a called computation.

use super::{late_binding, named, permute};
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::asynchronous::contexts;
use crate::hlo::{Computation, ComputationId, Op, Shape};

/// The operation that an opcode starts, goes on with or ends, and which of these it does.
pub fn parts(opcode: &str) -> Option<(&str, &'static str)> {
    let (stem, part) = split(opcode)?;
    split(stem).is_none().then_some((stem, part))
}

fn split(opcode: &str) -> Option<(&str, &'static str)> {
    let (stem, last) = opcode.rsplit_once('-')?;
    let part = ["start", "update", "done"].into_iter().find(|part| *part == last)?;
    Some((stem, part))
}

pub fn read((stem, part): (&str, &str), site: &mut Site) -> Outcome<Op> {
    match part {
        "start" if permute::starts_at_once(stem, site) => permute::at_once(site),
        "start" => {
            let op = started(stem, site)?;
            let is_late = late_binding::is_late(&op, site);
            Ok(if is_late { late_binding::begin(op, site) } else { Op::AsyncStart(Box::new(op)) })
        }
        _ => {
            // The computation that the start calls, again.
            site.drop_attributes(&["calls", "to_apply", "output_to_operand_aliasing"]);
            if let Some(end) = permute::end_of_at_once(stem, site) {
                return Ok(end);
            }
            if let Some(op) = site.late_operand() {
                return if part == "update" { late_binding::go_on(op, site) } else { late_binding::end(op, site) };
            }
            if part == "update" {
                late_binding::drop_places(site);
            }
            let start = site.operand(0)?;
            let started = site.computation.async_op(start);
            let index = started
                .map(Op::started_index)
                .ok_or_else(|| site.error(format!("expected an operand that is {stem}-start or {stem}-update")))?;
            Ok(if part == "update" { Op::AsyncUpdate } else { Op::AsyncDone { index } })
        }
    }
}

fn started(stem: &str, site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["output_to_operand_aliasing", "cross_program_prefetch_index"]);
    let to_apply = match stem {
        "async" => site.computation("calls")?,
        "call" => site.computation("to_apply")?,
        _ => return named(stem, site),
    };
    let call = Op::Call { to_apply };
    if late_binding::is_late(&call, site) {
        return Ok(call);
    }
    let op = wrapped(site.computations.get(to_apply)).filter(|op| has_own_form(op, to_apply, site));
    Ok(op.unwrap_or(call))
}

/// Whether the start gives what the operation's own start would, which is not what a call's gives for each.
fn has_own_form(op: &Op, to_apply: ComputationId, site: &Site) -> bool {
    let Ok(stated) = site.stated() else { return true };
    let operands: Vec<&Shape> = site.operands.iter().map(|&operand| site.computation.shape(operand)).collect();
    let result = site.computations.shape(to_apply).result.clone();
    op.started_shape(&operands, result, contexts(op, stated)).same_type(stated)
}

/// The one operation of a computation that does nothing but give it its parameters.
fn wrapped(computation: &Computation) -> Option<Op> {
    let root = computation.get(computation.root());
    let is_alone = computation.len() == root.operands().len() + 1 && computation.parameters() == root.operands();
    let has_form =
        !matches!(root.op, Op::Parameter { .. } | Op::Tuple | Op::Call { .. } | Op::AsyncStart(_) | Op::Transfer(_));
    (is_alone && has_form).then(|| root.op.clone())
}
