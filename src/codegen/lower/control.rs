//! Loops and branches: run natively over the thunks of the computations they call.

use super::{Lowering, Site};
use crate::codegen::thunk::{ConditionalThunk, ThunkKind, WhileThunk};
use crate::hlo::cost::known_trip_count;
use crate::hlo::{Diagnostics, ElementType, Op};
use crate::passes::buffers::executed_callees;

pub fn lower_while(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let Op::While { condition, body } = site.instruction.op else { unreachable!("a while") };
    let predicate_of = lowering.module.computation(condition).root();
    Ok(ThunkKind::While(WhileThunk {
        condition: lowering.sequence(condition)?,
        predicate: lowering.assignment.slices(condition, predicate_of)[0],
        body: lowering.sequence(body)?,
        trip_count: known_trip_count(site.instruction),
    }))
}

pub fn lower_conditional(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let branches = executed_callees(&site.instruction.op);
    Ok(ThunkKind::Conditional(ConditionalThunk {
        selector: lowering.operand(site, 0),
        is_predicate: site.operand_shape(0).element_type == ElementType::Pred,
        branches: branches.into_iter().map(|branch| lowering.sequence(branch)).collect::<Result<_, _>>()?,
    }))
}
