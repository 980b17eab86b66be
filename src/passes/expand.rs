//! Replaces instructions one by one, each by what a pass builds for it.

use super::control;
use crate::hlo::{ComputationId, Diagnostics, InstructionId, Module};

/// Builds an equal value beside an instruction, or gives `None` and leaves the module as it is.
pub(super) type Expand = fn(&mut Module, ComputationId, InstructionId) -> Result<Option<InstructionId>, Diagnostics>;

/// Expands what can be, in every computation, operands first; says whether there was any. Ends of control dependencies
/// stay.
pub(super) fn expand_all(module: &mut Module, expand: Expand) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order() {
        let pinned = control::pinned(module.computation(owner));
        let ids = module.computation(owner).post_order();
        for id in ids.into_iter().filter(|id| !pinned.contains(id)) {
            let Some(value) = expand(module, owner, id)? else { continue };
            let computation = module.computation_mut(owner);
            computation.replace_all_uses(id, value);
            computation.remove(id);
            changed = true;
        }
    }
    if changed {
        module.remove_unreachable();
    }
    Ok(changed)
}
