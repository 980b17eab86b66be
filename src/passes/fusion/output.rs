//! Output fusions: a product or convolution, and the work on its result that a kernel does while rows of it are in a
//! cache.

use super::access::Access;
use super::groups::{Group, Groups};
use super::role::{Role, role};
use crate::hlo::{ArrayShape, Computation, InstructionId};
use crate::passes::buffers::row_elements;

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
        if self.groups[home].outputs.contains(&id) {
            self.reach.join(&self.groups[home].outputs);
        }
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

/// Whether a group's kernel can follow the rows of the value: it reads every element at its own place or in reductions
/// of rows, and writes as many as there are.
fn finishes(group: &Group, computation: &Computation, id: InstructionId) -> bool {
    let array = computation.get(id).array();
    let root = computation.get(group.root()).array();
    let alike = |&output: &InstructionId| {
        role(computation, output) != Role::Reduction && are_placed_alike(computation.get(output).array(), array)
    };
    let in_rows = |(&member, accesses): (&InstructionId, &Vec<Access>)| {
        let is_reduction = role(computation, member) == Role::Reduction;
        !is_reduction || accesses.iter().all(|access| is_within_row(computation, access, root, id))
    };
    group.contraction.is_none()
        && group.has_room(computation, id)
        && array.element_count() > 0
        && group.outputs.iter().all(alike)
        && group.accesses.iter().all(in_rows)
        && group.reads(computation, id).iter().all(|read| read.same_place || (read.by_rows && read.is_reduced()))
}

/// Whether a reduction that is read so is one for each row of the product or convolution, or for parts of it.
pub fn is_within_row(computation: &Computation, read: &Access, root: &ArrayShape, contraction: InstructionId) -> bool {
    let row: usize = root.dims[read.result_depth()..].iter().product();
    let row_major = root.layout.is_row_major();
    row_major && read.by_rows && !read.is_reduced() && row_elements(computation, contraction).is_multiple_of(row)
}

/// Whether elements of the same place in memory are those of the same index, or of a reshape's.
fn are_placed_alike(a: &ArrayShape, b: &ArrayShape) -> bool {
    let row_major = a.layout.is_row_major() && b.layout.is_row_major();
    a.element_count() == b.element_count() && (row_major || (a.dims == b.dims && a.layout == b.layout))
}
