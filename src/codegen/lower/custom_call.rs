//! Custom calls: by name, to native code that the runtime has registered.

use super::{Lowering, Site};
use crate::codegen::thunk::{CustomCallThunk, Placed, ThunkKind};
use crate::hlo::{Diagnostics, InstructionId, Op};

pub fn lower(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let Op::CustomCall(call) = &site.instruction.op else { unreachable!("a custom call") };
    let operands = site.instruction.operands().iter().map(|&operand| placed(lowering, site, operand));
    Ok(ThunkKind::CustomCall(CustomCallThunk {
        target: call.target.to_string(),
        config: call.backend_config.to_string(),
        api_version: call.api_version,
        operands: operands.collect::<Result<_, _>>()?,
        result: placed(lowering, site, site.id)?,
    }))
}

/// A value that native code finds in row-major order.
fn placed(lowering: &Lowering<'_>, site: &Site<'_>, id: InstructionId) -> Result<Placed, Diagnostics> {
    let shape = site.computation.shape(id);
    if !shape.is_row_major() {
        return Err(site.unsupported("custom calls take row-major arrays only"));
    }
    Ok(Placed { shape: shape.clone(), leaves: lowering.assignment.slices(site.computation_id, id).to_vec() })
}
