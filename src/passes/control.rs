//! Control dependencies: instructions whose order is fixed though no data flows between them.

use crate::hlo::{Computation, InstructionId};
use std::collections::HashSet;

/// Instructions at either end of a control dependency. Rewrites leave them alone.
pub(super) fn pinned(computation: &Computation) -> HashSet<InstructionId> {
    let mut pinned = HashSet::new();
    for id in computation.ids() {
        let before = &computation.get(id).control_predecessors;
        if !before.is_empty() {
            pinned.insert(id);
            pinned.extend(before);
        }
    }
    pinned
}
