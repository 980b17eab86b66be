//! Loops and branches: run natively over the thunks of the computations they call.

use super::{Lowering, Site};
use crate::codegen::thunk::{ConditionalThunk, ThunkKind, WhileThunk};
use crate::hlo::{Diagnostics, ElementType, Op};
use crate::passes::buffers::executed_callees;

pub fn lower_while(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let Op::While { condition, body } = site.instruction.op else { unreachable!("a while") };
    let predicate_of = lowering.module.computation(condition).root();
    Ok(ThunkKind::While(WhileThunk {
        condition: lowering.sequence(condition)?,
        predicate: lowering.assignment.slices(condition, predicate_of)[0],
        body: lowering.sequence(body)?,
        trip_count: known_trip_count(site),
    }))
}

/// What while-loop-trip-count-annotator wrote, in XLA's words.
fn known_trip_count(site: &Site<'_>) -> Option<u64> {
    let config: serde_json::Value = serde_json::from_str(site.instruction.backend_config.as_deref()?).ok()?;
    let count = config.get("known_trip_count")?.get("n")?;
    count.as_u64().or_else(|| count.as_str()?.parse().ok())
}

pub fn lower_conditional(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let branches = executed_callees(&site.instruction.op);
    Ok(ThunkKind::Conditional(ConditionalThunk {
        selector: lowering.operand(site, 0),
        is_predicate: site.operand_shape(0).element_type == ElementType::Pred,
        branches: branches.into_iter().map(|branch| lowering.sequence(branch)).collect::<Result<_, _>>()?,
    }))
}
