//! Output fusions: a product or convolution, and the work on its result that a kernel does while rows of it are in a
//! cache.

use super::groups::{Group, Groups};
use super::role::{Role, role};
use crate::hlo::{ArrayShape, Computation, InstructionId};

impl Groups {
    /// Gives a product or convolution to a group that can finish its result. What others read too becomes one more
    /// result of the group.
    pub(super) fn place_contraction(&mut self, computation: &Computation, id: InstructionId) {
        let readers = self.readers(computation, id);
        let alone = readers.len() == 1 && !self.is_read_outside(computation, id);
        let fits =
            |&g: &usize| finishes(&self.groups[g], computation, id) && (alone || !self.reaches(computation, id, g));
        let Some(home) = readers.into_iter().find(fits) else { return };
        self.join(computation, home, id);
        let group = &mut self.groups[home];
        group.contraction = Some(id);
        if !alone {
            group.outputs.push(id);
        }
        group.put_raw_result_last(computation, id);
    }
}

impl Group {
    /// The template writes over the last result, which the kernel then replaces place by place. So it is the value
    /// itself, or of elements as wide; where there is no such result, the value becomes one that nothing reads.
    fn put_raw_result_last(&mut self, computation: &Computation, id: InstructionId) {
        let width = |id: InstructionId| computation.get(id).array().element_type.byte_width();
        let itself = self.outputs.iter().position(|&output| output == id);
        let as_wide = || self.outputs.iter().rposition(|&output| width(output) == width(id));
        match itself.or_else(as_wide) {
            Some(at) => {
                let raw = self.outputs.remove(at);
                self.outputs.push(raw);
            }
            None => self.outputs.push(id),
        }
    }
}

/// Whether a group's kernel can follow the rows of the value: it reads every element at its own place only, and writes
/// as many as there are.
fn finishes(group: &Group, computation: &Computation, id: InstructionId) -> bool {
    let array = computation.get(id).array();
    let alike = |&output: &InstructionId| {
        role(computation, output) != Role::Reduction && are_placed_alike(computation.get(output).array(), array)
    };
    group.contraction.is_none()
        && group.has_room(computation, id)
        && array.element_count() > 0
        && group.outputs.iter().all(alike)
        && group.reads(computation, id).iter().all(|read| read.same_place)
}

/// Whether elements of the same place in memory are those of the same index, or of a reshape's.
fn are_placed_alike(a: &ArrayShape, b: &ArrayShape) -> bool {
    let row_major = a.layout.is_row_major() && b.layout.is_row_major();
    a.element_count() == b.element_count() && (row_major || (a.dims == b.dims && a.layout == b.layout))
}
